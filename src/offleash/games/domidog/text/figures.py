"""What is counted in games of Dömidög."""

import numpy as np

from offleash.contract import FURTHER, Columns, FinishedGames, Label, Measure
from offleash.games.domidog.rules import record as R
from offleash.games.shared import figures as F
from offleash.games.tiles.text import figures as T
from offleash.games.tiles.text.names import CLOCKWISE, SEAT_NAMES

AVERAGES = {"draws": "tiles drawn", "forks": "forks", "passes": "passes"}


def measures(played: FinishedGames) -> list[Measure]:
    """Return who won, how long it took, what was drawn and forked, and how games ended."""
    tallies = played.tallies
    laid = tallies["plays"].sum(axis=1)
    return [
        *T.wins(played, CLOCKWISE),
        Measure(Label("tiles laid"), laid),
        *F.lengths(laid, "tiles"),
        *(Measure(Label(name), tallies[field].sum(axis=1)) for field, name in AVERAGES.items()),
        F.record_of("most tiles drawn in any game", tallies["draws"].sum(axis=1)),
        *_forks(played),
        *_endings(played),
    ]


def _forks(played: FinishedGames) -> list[Measure]:
    """Return how often players win who forked, and those who did not."""
    counts = played.playing & T.is_over(played, R.FINISHED)[:, None]
    has_forked = played.tallies["forks"] > 0
    groups = {"who forked": counts & has_forked, "who did not fork": counts & ~has_forked}
    return [
        F.share(f"wins of players {name}", (played.results * group).sum(axis=1), group.sum(axis=1))
        for name, group in groups.items()
    ]


def _endings(played: FinishedGames) -> list[Measure]:
    """Return how games end, and what is left."""
    over, tallies = T.is_over(played, R.FINISHED), played.tallies
    won = played.results > 0
    lost = played.playing & ~won & over[:, None]
    blocked = (tallies["blocked"] > 0) & over
    left, supply = tallies["left"], played.states["supply_left"]
    fewest_label = Label("tiles left to who wins a blocked game", unit="", depth=FURTHER)
    best = np.where(played.playing, left, left.max(axis=1, keepdims=True)).min(axis=1)
    return [
        F.share("blocked games", blocked, over),
        F.share("shared wins", won.sum(axis=1) > 1, over),
        Measure(Label("tiles left", unit="per loser"), (left * lost).sum(axis=1), lost.sum(axis=1)),
        F.average(fewest_label, best, blocked),
        F.average(Label("tiles left in the supply"), supply, over),
        F.share("games that used up the supply", supply == 0, over),
    ]


def columns(played: FinishedGames) -> Columns:
    """Return what each game came to, and each seat in it."""
    games, seats = T.result_columns(played)
    games["laid"] = played.tallies["plays"].sum(axis=1)
    games["supply_left"] = played.states["supply_left"]
    seats["turn"] = T.turn_of(played, CLOCKWISE)
    return Columns(games, seats, {"winner": SEAT_NAMES, "starter": SEAT_NAMES})
