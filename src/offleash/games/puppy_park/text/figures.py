"""What is counted in games of Puppy Park, and what people ask first."""

import re
from collections.abc import Mapping

import numpy as np

from offleash.contract import Columns, Figure, FinishedGames, Headline, Label, Measure, Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.shared import figures as F
from offleash.games.tiles.text import figures as T
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


def measures(played: FinishedGames) -> list[Measure]:
    """Return who won, how long it took, what earned extra turns, and what lies there at the end."""
    tallies = played.tallies
    turns = count_turns(played)
    extra = (tallies["two_pairs"] + tallies["stacks"]).sum(axis=1)
    chain, highest = tallies["chain"].max(axis=1), tallies["highest"]
    return [
        *T.wins(played, CLOCKWISE),
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


def _endings(played: FinishedGames) -> list[Measure]:
    """Return how games end, what the others still have, and what was declared."""
    states, tallies, stuck = played.states, played.tallies, is_stuck(played)
    won = played.results > 0
    left = _tiles_left(played)
    losers = (left * (played.playing & ~won)).sum(axis=1)
    lost = (played.playing & ~won).sum(axis=1)
    measures = [
        Measure(Label("tiles left", unit="per loser"), losers, lost),
        Measure(Label("tiles on the table"), (states["where"] == R.TABLE).sum(axis=1)),
        F.share("games in which nobody could move", stuck),
    ]
    for rule, word in ((R.POOP_RULES, "poop"), (R.TREE_RULES, "tree")):
        measures.append(F.share(f"games under {word} rules", states["declared"] == rule))
    for manner, words in ENDINGS.items():
        measures.append(F.share(f"games won with {words}", (tallies["last"] == manner) & ~stuck))
    measures.append(Measure(Label("extra turns in the last turn"), tallies["running"]))
    return measures


def is_stuck(played: FinishedGames) -> Records:
    """Return which games ended because nobody could move (P9)."""
    states = played.states
    return np.asarray((states["phase"] == R.FINISHED) & (states["passes"] == states["players"]))


def _tiles_left(played: FinishedGames) -> Records:
    """Return the dog tiles in hand, games × seats."""
    where = played.states["where"]
    return np.stack([(where == R.HAND + seat).sum(axis=1) for seat in range(R.SEATS)], axis=1)


def count_turns(played: FinishedGames) -> Records:
    """Return the turns of all players, game by game; extra turns are part of one."""
    return np.asarray(played.tallies["turns"].sum(axis=1))


def columns(played: FinishedGames) -> Columns:
    """Return what each game came to, and each seat in it."""
    states, (games, seats) = played.states, T.result_columns(played)
    games["declared"] = states["declared"]
    games["stuck"] = is_stuck(played).astype(np.int8)
    games["laid"] = (states["where"] == R.TABLE).sum(axis=1)
    seats["tiles_left"] = _tiles_left(played)
    words = {"winner": SEAT_NAMES, "starter": SEAT_NAMES, "declared": RULE_NAMES, "last": MANNERS}
    return Columns(games, seats, words)


# Each with its unit and a sentence, in which braces stand for further figures.
HEADLINES = (
    ("turns", "turns", "The average length of a game. A loser has {tiles left} tiles left."),
    (
        "wins of the first player",
        "",
        "How often the first player wins; the last player wins {wins of the last player}.",
    ),
    (
        "extra turns earned in a turn",
        "per turn",
        "Extra turns earned. In a game, {tiles with two pairs} tiles make two pairs and "
        "{tiles atop two dogs} are stacked.",
    ),
    (
        "tree-poop tiles laid",
        "tree-poop tiles",
        "The number laid per game. Poop rules apply in {games under poop rules} of the games, tree "
        "rules in {games under tree rules}.",
    ),
)


def headlines(figures: Mapping[str, Figure]) -> list[Headline]:
    """Return length, the first turn, extra turns; then what tree-poop tiles do, if any."""
    by_name = dict(figures)
    for word in ("second", "third", "fourth"):
        if figure := figures.get(f"wins of the {word} player"):
            by_name["wins of the last player"] = figure
    answers = []
    for name, unit, sentence in HEADLINES:
        parts = re.split(r"[{}]", sentence)  # words and names of figures in turn
        if not all(by_name.get(key) for key in (name, *parts[1::2])):
            continue
        if by_name[name].value or name != "tree-poop tiles laid":
            words = [by_name[part] if n % 2 else part for n, part in enumerate(parts)]
            answers.append(Headline(by_name[name], unit, words))
    return answers
