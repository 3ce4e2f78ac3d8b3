"""What is counted in games of Puppy Park."""

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
from offleash.games.puppy_park.rules import record as R
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.games.tiles.text.wins import CLOCKWISE, wins

AVERAGES = {
    "two_pairs": "tiles with two pairs",
    "stacks": "tiles atop two dogs",
    "plain": "tiles that earned nothing",
    "houses": "houses placed",
    "tree_poops": "tree-poop tiles laid",
    "passes": "passes of who was stuck",
}
PAD = "pad"
ENDINGS = {
    R.BY_PAIRS: "two pairs",
    R.BY_STACK: "a tile atop two dogs",
    R.PLAINLY: "a tile that makes no two pairs",
    R.BY_TREE_POOP: "a tree-poop tile",
}
MANNERS = ("opening", "two pairs", "atop", "plain", "tree-poop")  # what `last` means
RULE_NAMES = ("none", "poop", "tree")


def measures(played: FinishedGames) -> list[Measure]:
    """Who won, how long it took, what earned extra turns, and what lies there at the end."""
    tallies = played.tallies
    turns = tallies["turns"].sum(axis=1)
    extra = (tallies["two_pairs"] + tallies["stacks"]).sum(axis=1)
    found = [*wins(played, CLOCKWISE), Measure(Label("turns"), turns)]
    for extent in (SHORTEST, MEDIAN, LONGEST):
        found.append(Measure(Label(f"{extent} game", unit="turns", extent=extent), turns))
    found.append(Measure(Label("extra turns earned"), extra))
    found.append(Measure(Label("extra turns earned in a turn", unit="per turn"), extra, turns))
    found += [Measure(Label(name), tallies[field].sum(axis=1)) for field, name in AVERAGES.items()]
    chain = tallies["chain"].max(axis=1)
    found.append(Measure(Label("most extra turns in one turn"), chain))
    longest = Label("most extra turns in one turn of any game", unit="", extent=LONGEST)
    found.append(Measure(longest, chain))
    found.append(Measure(Label("dogs on top of each other, at most"), tallies["highest"]))
    highest = Label("dogs on top of each other, at most in any game", unit="", extent=LONGEST)
    found.append(Measure(highest, tallies["highest"]))
    return found + _endings(played)


def _endings(played: FinishedGames) -> list[Measure]:
    """How games end, what the others still have, and what was declared."""
    states, tallies, stuck = played.states, played.tallies, is_stuck(played)
    won = played.results > 0
    left = _tiles_left(played)
    losers = (left * (played.playing & ~won)).sum(axis=1)
    lost = (played.playing & ~won).sum(axis=1)
    found = [
        Measure(Label("tiles left", unit="per loser"), losers, lost),
        Measure(Label("tiles on the table"), (states["where"] == R.TABLE).sum(axis=1)),
        _games("games in which nobody could move", stuck),
    ]
    for rule, word in ((R.POOP_RULES, "poop"), (R.TREE_RULES, "tree")):
        found.append(_games(f"games under {word} rules", states["declared"] == rule))
    for manner, words in ENDINGS.items():
        found.append(_games(f"games won with {words}", (tallies["last"] == manner) & ~stuck))
    found.append(Measure(Label("extra turns in the last turn"), tallies["running"]))
    return found


def _games(name: str, hits: Records) -> Measure:
    return Measure(Label(name, is_share=True, unit=""), hits)


def is_stuck(played: FinishedGames) -> Records:
    """Games that ended because nobody could move (P9)."""
    states = played.states
    return np.asarray((states["phase"] == R.FINISHED) & (states["passes"] == states["players"]))


def _tiles_left(played: FinishedGames) -> Records:
    """Games × seats: dog tiles in hand."""
    where = played.states["where"]
    return np.stack([(where == R.HAND + seat).sum(axis=1) for seat in range(R.SEATS)], axis=1)


def columns(played: FinishedGames) -> Columns:
    """What each game came to, and each seat in it."""
    tallies, states = played.tallies, played.states
    counted = [name for name in tallies.dtype.names or () if name != PAD]
    games = {name: tallies[name] for name in counted if tallies[name].ndim == 1}
    alone = (played.results > 0).sum(axis=1) == 1
    games["winner"] = np.where(alone, played.results.argmax(axis=1), -1)  # -1: shared, or nobody
    games["starter"] = states["starter"]
    games["declared"] = states["declared"]
    games["stuck"] = is_stuck(played).astype(np.int8)
    games["laid"] = (states["where"] == R.TABLE).sum(axis=1)
    seats = {name: tallies[name] for name in counted if tallies[name].ndim > 1}
    seats["tiles_left"] = _tiles_left(played)
    return Columns(
        games,
        seats,
        {"winner": SEAT_NAMES, "starter": SEAT_NAMES, "declared": RULE_NAMES, "last": MANNERS},
    )
