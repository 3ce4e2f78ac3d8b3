"""The figures that are counted in games of Dog."""

import numpy as np

from offleash.core.game import (
    LONGEST,
    MEDIAN,
    SHORTEST,
    Columns,
    FinishedGames,
    Label,
    Measure,
    Records,
)
from offleash.games.dog.position import SEAT_NAMES, TEAM_NAMES
from offleash.games.dog.rules import record as R

AVERAGES = {
    "throws": "hands thrown",
    "thrown": "cards thrown",
    "captures": "opponents' tokens captured",
    "own_captures": "own team's tokens captured",
    "starts": "tokens started",
    "swaps": "jacks",
}


def measures(played: FinishedGames) -> list[Measure]:
    """Who won, who brought the last token home, how long it took and what happened."""
    states, tallies = played.states, played.tallies
    winner = states["winner"]
    seats = [(seat, f"{name} (seat {seat})") for seat, name in enumerate(SEAT_NAMES)]
    plays = tallies["plays"].sum(axis=1)
    home = (states["token"] >= R.HOME).sum(axis=2)
    losers = np.where(winner == 0, home[:, 1] + home[:, 3], home[:, 0] + home[:, 2])
    return [
        *(_share(f"wins of {TEAM_NAMES[t]}", winner == t, "side") for t in (0, 1)),
        *(_share(f"wins of {name}", winner == seat % 2, "seat") for seat, name in seats),
        _share("wins of the first to play", winner == _first_player(played) % 2),
        *(_share(f"last token home by {name}", tallies["finisher"] == s + 1) for s, name in seats),
        Measure(Label("cards played"), plays),
        *(
            Measure(Label(f"{extent} game", unit="cards", extent=extent), plays)
            for extent in (SHORTEST, MEDIAN, LONGEST)
        ),
        *(Measure(Label(name), tallies[key].sum(axis=1)) for key, name in AVERAGES.items()),
        Measure(Label("rounds"), tallies["rounds"]),
        Measure(Label("turns"), tallies["turns"]),
        Measure(Label("losers' tokens home", unit="of 8"), losers),
    ]


def _first_player(played: FinishedGames) -> Records:
    """Who began each game: right of the first dealer; each turn has the next dealer (D31)."""
    dealer = played.states["dealer"] - (played.tallies["turns"] - 1)
    return np.asarray((dealer + 1) % R.SEATS)


def _share(name: str, hits: Records, group: str = "") -> Measure:
    return Measure(Label(name, is_share=True, unit="", group=group), hits)


def columns(played: FinishedGames) -> Columns:
    """The results of each game, and of each seat in it."""
    tallies = played.tallies
    names = [name for name in tallies.dtype.names or () if name not in ("finisher", "pad")]
    games = {name: tallies[name] for name in names if tallies[name].ndim == 1}
    games["winner"] = played.states["winner"]
    games["finisher"] = tallies["finisher"] - 1  # the seat with the last token, -1: nobody
    seats = {name: tallies[name] for name in names if tallies[name].ndim > 1}
    return Columns(games, seats, {"winner": TEAM_NAMES, "finisher": SEAT_NAMES})
