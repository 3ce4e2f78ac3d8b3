"""Figures of the findings as people read them."""

from collections.abc import Mapping
from typing import Any

SIGNIFICANCE = 0.05
MINUS = "−"


def is_clear(change: Mapping[str, Any]) -> bool:
    """Return whether a difference is still there after Holm's correction, or leaves out zero."""
    if change["p_holm"] is not None:
        return bool(change["p_holm"] < SIGNIFICANCE)
    low, high = change["interval"]
    return low is not None and bool(low > 0 or high < 0)


def format_figure(value: float, measure: Mapping[str, Any]) -> str:
    """Return a figure: `69.3 %`, `12.1`."""
    if measure["is_share"]:
        return f"{100 * value:.1f}\u00a0%"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def format_change(value: float, measure: Mapping[str, Any]) -> str:
    """Return a difference with its sign."""
    text = f"{100 * value:+.1f}" if measure["is_share"] else f"{value:+.2f}"
    return (text if float(text) else text.replace("-", "±").replace("+", "±")).replace("-", MINUS)


def unit_of(measure: Mapping[str, Any]) -> str:
    """Return what follows a difference."""
    if measure["is_share"]:
        return " points"
    return next((f" {unit}" for unit in ("rounds", "minutes") if unit in measure["measure"]), "")


NAMES = {
    "Game length: rounds, mean": "rounds",
    "Game length: % of the games, out of time": "games out of time",
    "Lead: leader at half time wins": "leader at half time wins",
    "Lead: came from behind": "winners from behind",
    "Marking: challenges, all": "challenges per dog",
    "Marking: challenges won, all": "challenges won per dog",
    "Challenges by defence: no fortify token, % won": "undefended territory falls",
    "Blocked turns: for want of Drive, all": "turns blocked for want of Drive",
    "Crossings: paid crossings, all": "paid crossings per dog",
    "Crossings: free crossings, all": "free crossings per dog",
    "Cards and drinks: chance cards, all": "Chance cards per dog",
    "Alliances: initiated, all": "alliances founded per dog",
    "Alliances: joined, all": "alliances joined per dog",
    "Resources: + the park, Bond": "Bond from the park per dog",
    "Home: home visits, all": "visits home per dog",
    "Playing time: minutes, mean": "minutes",
}


def short_name(measure: Mapping[str, Any]) -> str:
    """Return a measure as people say it."""
    key: str = measure["measure"]
    if key.startswith("Win rates: by archetype, "):
        return f"{key.rpartition(', ')[2]} wins"
    return NAMES.get(key, key)
