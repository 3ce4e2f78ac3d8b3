"""What is counted in games of Puppy Park."""

import numpy as np

from offleash.core.game import Columns, Label, Measure, Played, Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.tiles.text import figures as F
from offleash.games.tiles.text.names import CLOCKWISE, SEAT_NAMES

AVERAGES = {
    "two_pairs": "tiles with two pairs",
    "stacks": "tiles atop two dogs",
    "plain": "tiles that earned nothing",
    "houses": "houses placed",
    "tree_poops": "tree-poop tiles laid",
    "passes": "passes of who was stuck",
}
ENDINGS = {
    R.BY_PAIRS: "two pairs",
    R.BY_STACK: "a tile atop two dogs",
    R.PLAINLY: "a tile that makes no two pairs",
    R.BY_TREE_POOP: "a tree-poop tile",
}
MANNERS = ("opening", "two pairs", "atop", "plain", "tree-poop")  # what `last` means
RULE_NAMES = ("none", "poop", "tree")


def measures(played: Played) -> list[Measure]:
    """Who won, how long it took, what earned extra turns, and what lies there at the end."""
    tallies = played.tallies
    turns = tallies["turns"].sum(axis=1)
    extra = (tallies["two_pairs"] + tallies["stacks"]).sum(axis=1)
    chain, highest = tallies["chain"].max(axis=1), tallies["highest"]
    return [
        *F.wins(played, CLOCKWISE),
        Measure(Label("turns"), turns),
        *F.lengths(turns, "turns"),
        Measure(Label("extra turns earned"), extra),
        Measure(Label("extra turns earned in a turn", unit="per turn"), extra, turns),
        *(Measure(Label(name), tallies[field].sum(axis=1)) for field, name in AVERAGES.items()),
        Measure(Label("most extra turns in one turn"), chain),
        F.record_of("most extra turns in one turn of any game", chain),
        Measure(Label("dogs on top of each other, at most"), highest),
        F.record_of("dogs on top of each other, at most in any game", highest),
        *_endings(played),
    ]


def _endings(played: Played) -> list[Measure]:
    """How games end, what the others still have, and what was declared."""
    states, tallies, stuck = played.states, played.tallies, is_stuck(played)
    won = played.results > 0
    left = _tiles_left(played)
    losers = (left * (played.playing & ~won)).sum(axis=1)
    lost = (played.playing & ~won).sum(axis=1)
    measures = [
        Measure(Label("tiles left", unit="per loser"), losers, lost),
        Measure(Label("tiles on the table"), (states["where"] == R.TABLE).sum(axis=1)),
        _games("games in which nobody could move", stuck),
    ]
    for rule, word in ((R.POOP_RULES, "poop"), (R.TREE_RULES, "tree")):
        measures.append(_games(f"games under {word} rules", states["declared"] == rule))
    for manner, words in ENDINGS.items():
        measures.append(_games(f"games won with {words}", (tallies["last"] == manner) & ~stuck))
    measures.append(Measure(Label("extra turns in the last turn"), tallies["running"]))
    return measures


def _games(name: str, hits: Records) -> Measure:
    return Measure(Label(name, is_share=True, unit=""), hits)


def is_stuck(played: Played) -> Records:
    """Games that ended because nobody could move (P9)."""
    states = played.states
    return np.asarray((states["phase"] == R.FINISHED) & (states["passes"] == states["players"]))


def _tiles_left(played: Played) -> Records:
    """Games × seats: dog tiles in hand."""
    where = played.states["where"]
    return np.stack([(where == R.HAND + seat).sum(axis=1) for seat in range(R.SEATS)], axis=1)


def columns(played: Played) -> Columns:
    """What each game came to, and each seat in it."""
    states, (games, seats) = played.states, F.tally_columns(played)
    games["declared"] = states["declared"]
    games["stuck"] = is_stuck(played).astype(np.int8)
    games["laid"] = (states["where"] == R.TABLE).sum(axis=1)
    seats["tiles_left"] = _tiles_left(played)
    words = {"winner": SEAT_NAMES, "starter": SEAT_NAMES, "declared": RULE_NAMES, "last": MANNERS}
    return Columns(games, seats, words)
