"""The contents of a rulebook: chapters in plain words that depend on the options.

In texts, `**words**` are bold, `*words*` italic, and `[words](#anchor)` leads to a section. Games
write the chapters as templates (`rulebook_template`); `paper.rulebook` lays them out.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from offleash.contract.options import Option
from offleash.tools.prose import join_and

NO_LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: str


@dataclass(frozen=True)
class Subheading:
    """A heading within a chapter."""

    text: str


@dataclass(frozen=True)
class Aside:
    """A remark in a box: a tip, a rare case or a joke."""

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
    """A scenario of the game's examples, by the anchor of its name; shown if it holds."""

    name: str


@dataclass(frozen=True)
class Illustration:
    """A picture with a caption in a sentence; it is drawn when it is needed."""

    draw: Callable[[], str]
    caption: str

    @property
    def svg(self) -> str:
        return self.draw()


Passage = Paragraph | Subheading | Aside | Points | Grid | Example | Illustration


@dataclass(frozen=True)
class Chapter:
    """A chapter with its heading, and the phases and kinds of actions that it explains."""

    title: str
    parts: tuple[Passage, ...]
    phases: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game under some options."""

    tagline: str
    chapters: tuple[Chapter, ...]
    summary: Chapter  # what fits on one page
    examples: Path | None = None  # scenarios
    cover: str = ""  # a position; if empty, the initial one
    facts: str = ""  # players, age and minutes


def anchor_of(title: str) -> str:
    """Return the anchor of a heading: `A turn at a glance` is `a-turn-at-a-glance`."""
    return NO_LETTERS.sub("-", title.lower()).strip("-")


def format_amounts(**amounts: int) -> str:
    """Return `2 coins and 1 card`, or `nothing`."""
    return join_and(f"{number} {noun}" for noun, number in amounts.items() if number) or "nothing"


def option_values(option_list: Iterable[Option], options: Any) -> SimpleNamespace:
    """Return every option as a plain value: a bool, word, number or None, dictionary or list."""
    return SimpleNamespace(**{o.name: o.to_python(options[o.name][0]) for o in option_list})
