"""Arms of an experiment as people write them: `rounds=8`, `1.2`, `mine.toml`, `bots=random`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from offleash.cli.parameters import admit_bots
from offleash.cli.terminal import messages
from offleash.core.errors import BadNotation

if TYPE_CHECKING:
    from offleash.core.game import Game, Records
    from offleash.lab.plan import Arm

BOTS = "bots"


@dataclass
class Side:
    """What one arm changes."""

    preset: str | None = None
    rules: Path | None = None
    bots: str | None = None
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Base:
    """What all arms have unless they change it."""

    preset: str | None
    rules: Path | None
    settings: dict[str, str]
    bots: str

    def options(self, game: "Game", side: Side | None = None) -> "Records":
        """The options of a side, or those that all build on."""
        from offleash.play.options_from import options_from

        side = side or Side()
        preset = self.preset if side.preset is None else side.preset
        plain = options_from(game, preset, side.rules or self.rules, self.settings)
        return game.options(game.base(plain) or None, game.changed(plain), side.settings)

    def arm(self, game: "Game", name: str, texts: Sequence[str]) -> "Arm":
        """The arm that `--a` or `--b` describes."""
        from offleash.lab.plan import make_arm

        side = parse_side(game, f"--{name}", texts)
        bots = self.bots if side.bots is None else side.bots
        admit_bots(game, bots)
        return make_arm(game, name, self.options(game, side), bots.split(","))


def parse_side(game: "Game", flag: str, texts: Sequence[str]) -> Side:
    """All that is written behind one flag, which may be repeated."""
    side, seen = Side(), set[str]()
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            name, value = _unnamed(game, flag, name), name
        elif name == "seats" and re.match("[A-Za-z]", value):
            name = BOTS  # a number of seats is an option, and names are who sits there
        if name in seen:
            raise BadNotation(f"{flag} names {name} twice")
        seen.add(name)
        if name == "preset":
            side.preset = value
        elif name == "rules":
            side.rules = Path(value)
        elif name == BOTS:
            side.bots = value
        else:
            side.settings[name] = value
    return side


def _unnamed(game: "Game", flag: str, text: str) -> str:
    """What a word without '=' is: the name of a preset, or a rules file."""
    if text in game.presets:
        return "preset"
    if text.endswith(".toml"):
        return "rules"
    known = f", nor a preset of {game.title} ({', '.join(game.presets)})" if game.presets else ""
    raise BadNotation(f"{flag} {text!r} is neither name=value nor a .toml file{known}")


def note(game: "Game", *options: "Records") -> None:
    """Says what was changed and does nothing, once."""
    for line in dict.fromkeys(line for each in options for line in game.notes_on(each)):
        messages.print(f"note: {line}", style="dim", markup=False, highlight=False)
