"""The figures that are counted in games of Dog."""

import numpy as np

from offleash.contract import Columns, FinishedGames, Label, Measure, Records
from offleash.contract.lab.ratios import STATE, TALLY, Ratio, Sum
from offleash.games.dog.position import SEAT_NAMES, TEAM_NAMES
from offleash.games.dog.rules import record as R
from offleash.games.shared.figures import lengths, share, tally_columns

AVERAGES = {
    "throws": "hands thrown",
    "thrown": "cards thrown",
    "captures": "opponents' tokens captured",
    "own_captures": "own team's tokens captured",
    "starts": "tokens started",
    "swaps": "jacks",
}


def measures(played: FinishedGames) -> list[Measure]:
    """Return who won, who brought the last token home, how long it took and what happened."""
    states, tallies = played.states, played.tallies
    winner = states["winner"]
    # Right of the first dealer; each turn has the next dealer (D31).
    starter = (states["dealer"] - (tallies["turns"] - 1) + 1) % R.SEATS
    seats = [(seat, f"{name} (seat {seat})") for seat, name in enumerate(SEAT_NAMES)]
    plays = tallies["plays"].sum(axis=1)
    home = (states["token"] >= R.HOME).sum(axis=2)
    losers = np.where(winner == 0, home[:, 1] + home[:, 3], home[:, 0] + home[:, 2])
    return [
        *(share(f"wins of {TEAM_NAMES[t]}", winner == t, group="side") for t in (0, 1)),
        *(share(f"wins of {name}", winner == seat % 2, group="seat") for seat, name in seats),
        share("wins of the first to play", winner == starter % 2),
        *(share(f"last token home by {name}", tallies["finisher"] == s + 1) for s, name in seats),
        Measure(Label("cards played"), plays),
        *lengths(plays, "cards"),
        *(Measure(Label(name), tallies[key].sum(axis=1)) for key, name in AVERAGES.items()),
        Measure(Label("rounds"), tallies["rounds"]),
        Measure(Label("turns"), tallies["turns"]),
        Measure(Label("losers' tokens home", unit="of 8"), losers),
    ]


def _mean(name: str, field: str) -> Ratio:
    return Ratio(Label(name), Sum(TALLY, field))


# As data, for pages that count without Python
RATIOS = (
    *(
        Ratio(
            Label(f"wins of {name}", True, unit="", group="side"), Sum(STATE, "winner", equals=team)
        )
        for team, name in enumerate(TEAM_NAMES)
    ),
    *(_mean(name, field) for field, name in AVERAGES.items()),
    *(_mean(name, field) for name, field in (("cards played", "plays"), ("rounds", "rounds"))),
)


def count_turns(played: FinishedGames) -> Records:
    """Return how often anybody played a card or threw a hand, game by game."""
    tallies = played.tallies
    return np.asarray((tallies["plays"] + tallies["throws"]).sum(axis=1))


def columns(played: FinishedGames) -> Columns:
    """Return the results of each game, and of each seat in it."""
    games, seats = tally_columns(played)
    finisher = games.pop("finisher") - 1  # the seat with the last token, -1: nobody
    games |= {"winner": played.states["winner"], "finisher": finisher}
    return Columns(games, seats, {"winner": TEAM_NAMES, "finisher": SEAT_NAMES})
