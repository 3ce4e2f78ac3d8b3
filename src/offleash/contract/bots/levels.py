"""Levels of play: the strengths that a game offers to people by name.

A game ships them in `data/levels.toml`, a table for each, weakest first. The bot is one of the
game's; where seats stand for archetypes, `:` and the persona of one may follow its name.

    [beginner]
    text = "plays anything at every third decision"
    bot = "careless:33:hand"
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from offleash.tools.errors import BadFile, quote
from offleash.tools.toml import line_of, read_toml

NAMES = ("beginner", "easy", "medium", "strong", "expert")  # weakest first
FIELDS = ("text", "bot")


@dataclass(frozen=True)
class Level:
    """A strength: a line about it, and the bot that plays it."""

    text: str
    bot: str


@dataclass(frozen=True, eq=False)
class ShippedLevels(Mapping[str, Level]):
    """The levels in a file by name, weakest first; the file is read when first used."""

    path: Path

    @cached_property
    def _levels(self) -> dict[str, Level]:
        return read_levels(self.path)

    def __getitem__(self, name: str) -> Level:
        return self._levels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._levels)

    def __len__(self) -> int:
        return len(self._levels)


def shipped_levels(package: str) -> ShippedLevels:
    """Return the levels of the game whose `__init__.py` is `package`."""
    return ShippedLevels(Path(package).parent / "data" / "levels.toml")


def read_levels(path: Path) -> dict[str, Level]:
    """Return the levels in a file, or raise BadFile with the line of a mistake."""
    text, tables = read_toml(path)
    if tuple(tables) != NAMES:
        raise BadFile(path, None, f"it must have the levels {', '.join(NAMES)}, in this order")
    return {name: _read_level(path, text, name, table) for name, table in tables.items()}


def _read_level(path: Path, text: str, name: str, table: Any) -> Level:
    if not isinstance(table, dict) or sorted(table) != sorted(FIELDS):
        raise BadFile(path, line_of(text, name), f"[{name}] must have {' and '.join(FIELDS)}")
    for field, value in table.items():
        if not isinstance(value, str) or not value:
            message = f"{field} is {quote(value)}; it must be a text"
            raise BadFile(path, line_of(text, name), message)
    return Level(**table)
