"""What a batch of games of Dog comes to."""

import numpy as np

from offleash.core.game import Figure, Played, Records
from offleash.games.dog.rules.record import SEATS
from offleash.games.dog.text.names import SEAT_NAMES, TEAM_NAMES

AVERAGES = {
    "throws": "hands thrown",
    "thrown": "cards thrown",
    "captures": "opponents' tokens captured",
    "own_captures": "own team's tokens captured",
    "starts": "tokens started",
    "swaps": "jacks",
}


def summary(played: Played) -> list[Figure]:
    """Who won, who brought the last token home, how long it took and what happened."""
    states, tallies = played.states, played.tallies
    figures = [_share(f"wins of {TEAM_NAMES[t]}", states["winner"] == t) for t in (0, 1)]
    for seat in range(SEATS):
        name = f"{SEAT_NAMES[seat]} (seat {seat})"
        figures.append(_share(f"wins of {name}", states["winner"] == seat % 2))
    for seat in range(SEATS):
        name = f"{SEAT_NAMES[seat]} (seat {seat})"
        figures.append(_share(f"last token home by {name}", tallies["finisher"] == seat + 1))
    plays = tallies["plays"].sum(axis=1)
    figures += [
        Figure("cards played", float(plays.mean())),
        Figure("shortest game", float(plays.min()), unit="cards"),
        Figure("median game", float(np.median(plays)), unit="cards"),
        Figure("longest game", float(plays.max()), unit="cards"),
    ]
    for field, name in AVERAGES.items():
        figures.append(Figure(name, float(tallies[field].sum(axis=1).mean())))
    figures.append(Figure("rounds", float(tallies["rounds"].mean())))
    figures.append(Figure("turns", float(tallies["turns"].mean())))
    return figures


def _share(name: str, hits: Records) -> Figure:
    return Figure(name, float(hits.mean()), is_share=True, unit="")
