"""What a rulebook is made of: chapters of plain words, made from the options that are played.

In texts, `**words**` are strong. Games write chapters; how these look is not their business.
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
    """A list, numbered where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Example:
    """A scenario of the game's examples, by its name; shown where it holds under these options."""

    name: str


Part = Paragraph | Points | Grid | Example


@dataclass(frozen=True)
class Chapter:
    """A part of the book with its heading."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game as its options have them."""

    tagline: str
    chapters: tuple[Chapter, ...]
    summary: tuple[Part, ...]  # what fits on one page
    examples: Path | None = None  # scenarios
    cover: str = ""  # the position on the cover; where it is empty, the set-up


Lines = Iterable[str | Part | None]


def chapter(title: str, *lines: str | Part | None) -> Chapter:
    """A chapter of sentences and other parts; what is None or empty is left out."""
    parts = (Paragraph(line) if isinstance(line, str) else line for line in lines if line)
    return Chapter(title, tuple(parts))


def points(*items: str | None, numbered: bool = False) -> Points:
    """A list without what does not apply."""
    return Points(tuple(item for item in items if item), numbered)


def grid(head: Sequence[str], *rows: Sequence[str] | None) -> Grid:
    """A table without the rows that do not apply."""
    return Grid(tuple(head), tuple(tuple(row) for row in rows if row))


# Words


def sentences(*several: str | None) -> str:
    """Those that apply, as one paragraph."""
    return " ".join(each for each in several if each)


def paid(**amounts: int) -> str:
    """`2 coins and 1 card`, or `nothing`."""
    return join_and(f"{number} {what}" for what, number in amounts.items() if number) or "nothing"


# What is chosen


def values_of(option_list: Iterable[Option], options: Any) -> SimpleNamespace:
    """Every option as a plain value: a bool, a word, a number or None, a dictionary, a list."""
    return SimpleNamespace(**{o.name: o.to_python(options[o.name][0]) for o in option_list})
