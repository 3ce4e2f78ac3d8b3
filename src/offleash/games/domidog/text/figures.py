"""What is counted in games of Dömidög."""

import numpy as np

from offleash.core.game import (
    FURTHER,
    LONGEST,
    MEDIAN,
    SHORTEST,
    Columns,
    FinishedGames,
    Label,
    Measure,
    Records,
)
from offleash.games.domidog.rules import record as R
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.games.tiles.text.wins import CLOCKWISE, turn_of, wins

AVERAGES = {"draws": "tiles drawn", "forks": "forks", "passes": "passes"}
PAD = "pad"
NOBODY_ALONE = -1  # of a shared win, or a game given up


def measures(played: FinishedGames) -> list[Measure]:
    """Who won, how long it took, what was drawn and forked, and how games ended."""
    tallies = played.tallies
    laid = tallies["plays"].sum(axis=1)
    found = [*wins(played, CLOCKWISE), Measure(Label("tiles laid"), laid)]
    for extent in (SHORTEST, MEDIAN, LONGEST):
        found.append(Measure(Label(f"{extent} game", unit="tiles", extent=extent), laid))
    found += [Measure(Label(name), tallies[field].sum(axis=1)) for field, name in AVERAGES.items()]
    most = Label("most tiles drawn in any game", unit="", extent=LONGEST)
    found.append(Measure(most, tallies["draws"].sum(axis=1)))
    return [*found, *_forks(played), *_endings(played)]


def is_over(played: FinishedGames) -> Records:
    """Games that were played to their end."""
    return np.asarray(played.states["phase"] == R.FINISHED)


def _share(name: str, won: Records, there: Records, group: str = "") -> Measure:
    """A share of the games, or of the players, that were there."""
    label = Label(name, is_share=True, unit="", group=group)
    return Measure(label, np.where(there > 0, won, 0.0), there.astype(np.int64))


def _forks(played: FinishedGames) -> list[Measure]:
    """Whether who forks wins, and who does not."""
    forked = played.playing & (played.tallies["forks"] > 0) & is_over(played)[:, None]
    others = played.playing & (played.tallies["forks"] == 0) & is_over(played)[:, None]
    return [
        _share(f"wins of players {words}", (played.results * who).sum(axis=1), who.sum(axis=1))
        for words, who in (("who forked", forked), ("who did not fork", others))
    ]


def _endings(played: FinishedGames) -> list[Measure]:
    """How games end, and what is left."""
    over, tallies = is_over(played), played.tallies
    won = played.results > 0
    lost = played.playing & ~won & over[:, None]
    blocked = (tallies["blocked"] > 0) & over
    left = tallies["left"]
    best = np.where(played.playing, left, left.max(axis=1, keepdims=True)).min(axis=1)
    return [
        _share("blocked games", blocked, over),
        _share("shared wins", won.sum(axis=1) > 1, over),
        Measure(Label("tiles left", unit="per loser"), (left * lost).sum(axis=1), lost.sum(axis=1)),
        Measure(
            Label("tiles left to who wins a blocked game", unit="", depth=FURTHER),
            best * blocked,
            blocked.astype(np.int64),
        ),
        Measure(
            Label("tiles left in the supply"),
            played.states["supply_left"] * over,
            over.astype(np.int64),
        ),
        _share("games that used up the supply", played.states["supply_left"] == 0, over),
    ]


def columns(played: FinishedGames) -> Columns:
    """What each game came to, and each seat in it."""
    tallies, states = played.tallies, played.states
    counted = [name for name in tallies.dtype.names or () if name != PAD]
    games = {name: tallies[name] for name in counted if tallies[name].ndim == 1}
    alone = (played.results > 0).sum(axis=1) == 1
    games["winner"] = np.where(alone, played.results.argmax(axis=1), NOBODY_ALONE)
    games["starter"] = states["starter"]
    games["laid"] = tallies["plays"].sum(axis=1)
    games["supply_left"] = states["supply_left"]
    seats = {name: tallies[name] for name in counted if tallies[name].ndim > 1}
    seats["turn"] = turn_of(played, CLOCKWISE)
    return Columns(games, seats, {"winner": SEAT_NAMES, "starter": SEAT_NAMES})
