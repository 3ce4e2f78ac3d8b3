"""Texts that every report needs: the game's name, its rules and players, and the colophon."""

from collections.abc import Mapping, Sequence
from typing import Any

from offleash.bots.kinds import list_players
from offleash.contract.options import describe_setting
from offleash.games import registry
from offleash.lab.report.parts import Report, Section
from offleash.tools.prose import count_of

Summary = Mapping[str, Any]

SEATINGS = {
    "fixed": "everyone keeps their seat",
    "rotations": "seats rotate",
    "all": "all seatings are played",
    "subsets": "all choices of archetypes in all seats",
    "factorial": "all players in all seats and homes",
}


def make_report(
    summary: Summary, title: str, sections: Sequence[Section], *subtitle: str
) -> Report:
    """Return a report on a game with a colophon; sections and texts that are empty are left out."""
    filled = [section for section in sections if section.parts]
    texts = "; ".join(filter(None, subtitle))
    return Report(title, filled, texts, colophon(summary))


def game_title(summary: Summary) -> str:
    """Return the title of the game."""
    name = str(summary["game"])
    return registry.ROWS[name].title if name in registry.ROWS else name


def rules_text(summary: Summary) -> str:
    """Return `rules 1.4 with swagger_per=2`, or an empty text for the only rules of a game."""
    preset, options = summary.get("preset", ""), summary.get("options", {})
    texts = [preset_text(preset)] if preset else []
    texts += [f"with {changes_text(options)}"] if options else []
    return " ".join(texts)


def preset_text(preset: str) -> str:
    """Return `rules 1.4`, but `base rules`."""
    return f"rules {preset}" if preset[:1].isdigit() else f"{preset} rules"


def changes_text(changes: Mapping[str, str]) -> str:
    """Return `swagger_per=2, walk_dice=3`, as code."""
    return ", ".join(f"`{describe_setting(name, value)}`" for name, value in changes.items())


def players_text(game: str, seats: Sequence[str]) -> str:
    """Return the bots that played."""
    text = list_players(registry.load(game), dict.fromkeys(seats))
    return f"{text} in every seat" if len(set(seats)) == 1 else text


def colophon(summary: Summary) -> str:
    """Return what anyone needs to make the same report."""
    texts = [
        f"`offleash {summary['kind']} {summary['game']}`",
        f"rules version {summary['rules']}",
        f"seed {summary['seed']}",
        SEATINGS.get(summary["seatings"], f"seatings {summary['seatings']}"),
    ]
    if "digest" in summary:
        texts.append(f"fingerprint of the games `{summary['digest'][:16]}`")
    return f"Made by Offleash: {'; '.join(texts)}. The same seed gives the same games."


def unfinished_text(count: int) -> str:
    """Return a warning if games were given up, otherwise an empty text."""
    if not count:
        return ""
    return f"{count_of(count, 'game was', 'games were')} given up unfinished."
