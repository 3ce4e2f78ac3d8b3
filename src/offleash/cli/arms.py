"""Arms of an experiment as people write them: `rounds=8`, `1.2`, `mine.toml`, `bots=random`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from offleash.tools.errors import BadNotation

if TYPE_CHECKING:
    from offleash.contract import Game


def parse_changes(game: "Game", flag: str, texts: Sequence[str]) -> dict[str, str]:
    """Parse the values of one flag, which may be repeated, into what a plan file would have.

    Raises BadNotation if a value is not a change, or changes something twice.
    """
    changes: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            name, value = _classify_word(game, flag, name), name
        elif name == "seats" and value[:1].isalpha():
            name = "bots"  # seats=4 is an option, seats=greedy names the bots
        if name in changes:
            raise BadNotation(f"{flag} sets {name} twice")
        changes[name] = value
    return changes


def _classify_word(game: "Game", flag: str, text: str) -> str:
    """Return what a word without '=' is: `preset` or `rules`. Raises BadNotation if neither."""
    if text in game.rules.presets:
        return "preset"
    if text.endswith(".toml"):
        return "rules"
    forms = "name=value or a .toml file"
    if game.rules.presets:
        forms = f"name=value, a .toml file or a preset ({', '.join(game.rules.presets)})"
    raise BadNotation(f"{flag} must be {forms}, not {text!r}")
