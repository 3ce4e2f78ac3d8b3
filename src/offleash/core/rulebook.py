"""The contents of a rulebook: chapters in plain words that depend on the options.

In texts, `**words**` are bold. Games write the chapters; `paper.rulebook` lays them out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from offleash.core.options import Option
from offleash.core.prose import join_and


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: str


@dataclass(frozen=True)
class Points:
    """A list of items, numbered if their order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table with a header row."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Example:
    """A scenario of the game's examples, by name; printed if it holds under these options."""

    name: str


@dataclass(frozen=True)
class Illustration:
    """A picture with a caption in a sentence."""

    svg: str
    caption: str


Passage = Paragraph | Points | Grid | Example | Illustration


@dataclass(frozen=True)
class Chapter:
    """A chapter with its heading."""

    title: str
    parts: tuple[Passage, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game under some options."""

    tagline: str
    chapters: tuple[Chapter, ...]
    summary: tuple[Passage, ...]  # what fits on one page
    examples: Path | None = None  # scenarios
    cover: str = ""  # a position; if empty, the initial one


def chapter(title: str, *lines: str | Passage | None) -> Chapter:
    """Return a chapter of sentences and other passages, without those that are None or empty."""
    parts = (Paragraph(line) if isinstance(line, str) else line for line in lines if line)
    return Chapter(title, tuple(parts))


def points(*items: str | None, numbered: bool = False) -> Points:
    """Return a list of the items that are not None or empty."""
    return Points(tuple(item for item in items if item), numbered)


def grid(head: Sequence[str], *rows: Sequence[str] | None) -> Grid:
    """Return a table of the rows that are not None."""
    return Grid(tuple(head), tuple(tuple(row) for row in rows if row))


# Words


def sentences(*texts: str | None) -> str:
    """Join the sentences that are not None or empty into one paragraph."""
    return " ".join(filter(None, texts))


def format_amounts(**amounts: int) -> str:
    """`2 coins and 1 card`, or `nothing`."""
    return join_and(f"{number} {noun}" for noun, number in amounts.items() if number) or "nothing"


# Options


def option_values(option_list: Iterable[Option], options: Any) -> SimpleNamespace:
    """Return every option as a plain value: a bool, word, number or None, dictionary or list."""
    return SimpleNamespace(**{o.name: o.to_python(options[o.name][0]) for o in option_list})
