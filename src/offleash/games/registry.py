"""The games in the box. A row names a game; its rules are imported when they are asked for.

A package offers a game as an entry point of the group `offleash.games` that refers to its `Row`.
"""

import importlib
import importlib.util
import sys
import tomllib
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

if TYPE_CHECKING:
    from offleash.contract import Game


@dataclass(frozen=True)
class Command:
    """A command that a game brings: `offleash NAME …`, from `COMMANDS` in its `commands`.

    `COMMANDS` has a function for it, or a dictionary of functions, one for each part. Where several
    games bring the command, one says which: `offleash NAME GAME …`.
    """

    name: str
    help: str


@dataclass(frozen=True)
class Row:
    """What `offleash games` shows without importing any rules."""

    name: str  # what people type
    title: str
    seats: str
    nature: str
    offers: tuple[str, ...] = ()  # what it can do beyond every game: "outcomes of a card"
    commands: tuple[Command, ...] = ()
    package: str = ""  # where it is imported from, if not from its folder in `offleash.games`

    @property
    def module(self) -> str:
        """Where it is imported from."""
        return self.package or f"offleash.games.{self.name.replace('-', '_')}"


ROWS: dict[str, Row] = {}


def add(row: Row) -> None:
    """Put a game into the box."""
    ROWS[row.name] = row


STREET_COMMANDS = (
    Command("board", "Check or draw a board"),
    Command("odds", "Print the exact odds of a challenge"),
)
STREETS = "territory on a street map: dice, decks, alliances, bids"
add(Row("uri-nation", "Uri-Nation", "2–4", STREETS, commands=STREET_COMMANDS))
add(Row("dog", "Dog", "4", "race with cards, two teams, hidden hands", ("outcomes of a card",)))
add(Row("puppy-park", "Puppy Park", "2–4", "hex-domino tiles, laid and stacked; open information"))
add(Row("domidog", "Dömidög", "2–4", "dominoes with forks, hidden hands"))
add(Row("secret-mission", "Secret Mission", "2–4", "hex-domino tiles, hidden missions"))


def row(name: str) -> Row:
    """Return the row of a game, or raise a sentence that lists the games there are."""
    if not isinstance(name, str) or name not in ROWS:
        hint = did_you_mean(name, ROWS) if isinstance(name, str) else ""
        listed = ", ".join(ROWS)
        raise OffleashError(f"there is no game {quote(name)}{hint}; the games are {listed}")
    return ROWS[name]


def folder(name: str) -> Path:
    """Return where a game lies: found without importing its rules."""
    spec = importlib.util.find_spec(row(name).module)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def load(name: str) -> "Game":
    """Load the game itself: import, and on the first run compile, its rules.

    Raises OffleashError if the game of a package has a mistake, such as an option named `size`.
    """
    place = row(name)
    try:
        module = importlib.import_module(place.module)
    except ValueError as error:
        if not place.package:
            raise
        raise OffleashError(f"the game {name} can't be loaded: {error}") from error
    game: Game = module.GAME
    return game


# Games of installed packages

ENTRY_POINT_GROUP = "offleash.games"


def add_installed() -> None:
    """Add the games of installed packages; other games must still work if one can't be loaded."""
    for point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            add(_installed_row(point))
        except Exception as error:
            text = f"the installed game {point.name} is left out ({error})"
            print(f"offleash: {text}", file=sys.stderr)


def add_folder(folder: Path) -> str:
    """Add the game of a package that need not be installed, and return its name.

    Raises OffleashError if the folder has no package with a game.
    """
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        ((name, value),) = project["entry-points"][ENTRY_POINT_GROUP].items()
    except (OSError, ValueError, KeyError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise OffleashError(f"{folder} is not the package of a game ({reason})") from None
    source = folder / "src"
    sys.path.insert(0, str((source if source.is_dir() else folder).resolve()))
    if name not in ROWS:
        add(_installed_row(EntryPoint(name, value, ENTRY_POINT_GROUP)))
    return str(name)


def _installed_row(point: EntryPoint) -> Row:
    """Return the row of an entry point; raise an error if there is none, or its name is taken."""
    row = point.load()
    if not isinstance(row, Row) or not row.package:
        raise TypeError(f"{point.value} is not a Row with a package")
    if row.name in ROWS:
        raise ValueError(f"there is already a game called {row.name}")
    return row


add_installed()  # at the end: the modules of rows import this one
