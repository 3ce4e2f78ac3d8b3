"""What a batch of games of Dog says, as tables of text."""

import numpy as np

from offleash.core.game import Records
from offleash.games.dog.record import SEATS

SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")
TEAM_NAMES = ("Red–Blue", "Yellow–Green")


def summary(states: Records, tallies: Records) -> dict[str, float]:
    """Figures of a batch, by name, in a stable order: the same for the table and for JSON."""
    games = max(len(states), 1)
    figures: dict[str, float] = {}
    for team, name in enumerate(TEAM_NAMES):
        figures[f"wins of {name}"] = float((states["winner"] == team).sum() / games)
    for seat in range(SEATS):
        share = float((states["winner"] == seat % 2).sum() / games)
        figures[f"wins of {SEAT_NAMES[seat]} (seat {seat})"] = share
    for seat in range(SEATS):
        share = float((tallies["finisher"] == seat + 1).sum() / games)
        figures[f"last token home by {SEAT_NAMES[seat]} (seat {seat})"] = share
    plays = tallies["plays"].sum(axis=1)
    figures["cards played"] = float(plays.mean())
    figures["cards played, shortest game"] = float(plays.min())
    figures["cards played, median"] = float(np.median(plays))
    figures["cards played, longest game"] = float(plays.max())
    for name, text in (
        ("throws", "hands thrown"),
        ("thrown", "cards thrown"),
        ("captures", "opponents' tokens captured"),
        ("own_captures", "own team's tokens captured"),
        ("starts", "tokens started"),
        ("swaps", "jacks"),
    ):
        figures[text] = float(tallies[name].sum(axis=1).mean())
    figures["rounds"] = float(tallies["rounds"].mean())
    figures["turns"] = float(tallies["turns"].mean())
    return figures
