"""Arms of an experiment as people write them: `rounds=8`, `1.2`, `mine.toml`, `bots=random`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from offleash.cli.parameters import RulesChoice, load_bots, parse_settings
from offleash.tools.errors import BadNotation

if TYPE_CHECKING:
    from offleash.contract import Game, Records
    from offleash.lab.plans.plan import Arm

BOTS = "bots"


@dataclass
class ArmChanges:
    """What one arm changes in the base."""

    preset: str | None = None
    rules: Path | None = None
    bots: str | None = None
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class BaseArm:
    """What every arm has unless it changes it."""

    rules: RulesChoice
    bots: str

    def options(self, game: "Game", changes: ArmChanges) -> "Records":
        """Return the options of one arm."""
        from offleash.projects.project import options_from

        base = self.rules
        preset = base.preset if changes.preset is None else changes.preset
        settings = parse_settings(base.settings)
        plain = options_from(game, preset, changes.rules or base.rules, settings)
        return game.options(game.base(plain) or None, game.changes(plain), changes.settings)

    def arm(self, game: "Game", name: str, texts: Sequence[str]) -> "Arm":
        """Return the arm that `--a` or `--b` describes."""
        from offleash.lab.plans.plan import make_arm

        changes = parse_changes(game, f"--{name}", texts)
        bots = self.bots if changes.bots is None else changes.bots
        load_bots(game, bots)
        return make_arm(game, name, self.options(game, changes), bots.split(","))


def parse_changes(game: "Game", flag: str, texts: Sequence[str]) -> ArmChanges:
    """Parse the values of one flag, which may be repeated.

    Raises BadNotation if a value is not a change, or changes something twice.
    """
    changes, seen = ArmChanges(), set[str]()
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            name, value = _classify_word(game, flag, name), name
        elif name == "seats" and re.match("[A-Za-z]", value):
            name = BOTS  # seats=4 is an option, seats=greedy names the bots
        if name in seen:
            raise BadNotation(f"{flag} sets {name} twice")
        seen.add(name)
        if name == "preset":
            changes.preset = value
        elif name == "rules":
            changes.rules = Path(value)
        elif name == BOTS:
            changes.bots = value
        else:
            changes.settings[name] = value
    return changes


def _classify_word(game: "Game", flag: str, text: str) -> str:
    """Return what a word without '=' is: `preset` or `rules`, or raise BadNotation if neither."""
    if text in game.rules.presets:
        return "preset"
    if text.endswith(".toml"):
        return "rules"
    forms = "name=value or a .toml file"
    if game.rules.presets:
        forms = f"name=value, a .toml file or a preset ({', '.join(game.rules.presets)})"
    raise BadNotation(f"{flag} must be {forms}, not {text!r}")
