"""Challenges: what defends, ties, and what Grit takes off the attack."""

import numpy as np

from offleash.contract import Measure
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import dogs as D

TOKENS = (
    *("no fortify token", "1 fortify token"),
    *(f"{n} fortify tokens" for n in range(2, R.DEFENCES)),
)
PENALTIES = (
    "nothing taken off",
    *(f"{n} taken off" for n in range(1, R.PENALTIES - 1)),
    f"{R.PENALTIES - 1} or more taken off",
)


def challenges(dogs: D.Dogs) -> list[Measure]:
    """Return challenges by defence and by cluster, ties, and attacks that Grit weakened."""
    return [*_by_defence(dogs), *_by_cluster(dogs), *_ties(dogs), *_weakened(dogs)]


def _line(heading: str, name: str, tried: D.Numbers, won: D.Numbers) -> list[Measure]:
    """Return one kind of challenge: tries, wins and their share."""
    share = D.ColumnTotals(won, tried, is_share=True)
    parts = {"tried": D.ColumnTotals(tried), "won": D.ColumnTotals(won), "% won": share}
    return D.row(heading, name, parts, "per game, all dogs", "result")


def _of_all_dogs(dogs: D.Dogs, field: str) -> D.Numbers:
    """Return a field of the tallies over all seats, with the games last."""
    counts: D.Numbers = dogs.played.tallies[field].sum(axis=1).T
    return counts


def _by_defence(dogs: D.Dogs) -> list[Measure]:
    """Return challenges by fortify tokens, and those of homes and bonds."""
    heading = "Challenges by defence"
    tried, won = (_of_all_dogs(dogs, field) for field in ("tried", "won"))
    lines = [m for n, name in enumerate(TOKENS) for m in _line(heading, name, tried[n], won[n])]
    for name, field in {"a home": "homes", "a bond": "bonds"}.items():
        counts = (_of_all_dogs(dogs, f"{field}_{result}") for result in ("tried", "won"))
        lines += _line(heading, name, *counts)
    return lines


def _by_cluster(dogs: D.Dogs) -> list[Measure]:
    """Return challenges of territories: isolated or in a cluster, in all and by fortify tokens."""
    heading = "Challenges by cluster"
    every = [_of_all_dogs(dogs, field) for field in ("tried", "won")]
    clustered = [_of_all_dogs(dogs, f"{field}_in_cluster") for field in ("tried", "won")]
    alone = [whole - part for whole, part in zip(every, clustered, strict=True)]
    places = {"isolated": alone, "in a cluster": clustered}
    lines = []
    for name, (tried, won) in places.items():
        lines += _line(heading, name, tried.sum(axis=0), won.sum(axis=0))
    for number, tokens in enumerate(TOKENS):
        for name, (tried, won) in places.items():
            lines += _line(heading, f"{name}, {tokens}", tried[number], won[number])
    return lines


def _tried(dogs: D.Dogs) -> D.Numbers:
    """Return how many challenges of any kind there were, seats × games."""
    return np.asarray(dogs.tally("weakened").sum(axis=0))


def _ties(dogs: D.Dogs) -> list[Measure]:
    """Return ties in challenges of any kind: how many, what becomes of them, how often dice tie."""
    heading, again, defended = "Ties in challenges", dogs.tally("ties", 0), dogs.tally("ties", 1)
    fields = {"rolled again": again, "won by the defender": defended}
    rolls = dogs.added(_tried(dogs) + again)
    share = D.columns(dogs.added(again + defended), rolls, is_share=True)
    return [
        *D.rows(heading, fields, dogs.mean),
        *D.row(heading, "rolls that tie", share, "% of its challenge rolls"),
    ]


def _weakened(dogs: D.Dogs) -> list[Measure]:
    """Return how often and how much Grit takes off an attack, and how such challenges end."""
    heading, counts = "Attacks weakened by Grit", dogs.tally("weakened")
    tried = dogs.added(_tried(dogs))
    amounts = np.arange(R.PENALTIES)[:, None, None]
    share = D.columns(tried - dogs.added(counts[0]), tried, is_share=True)
    off = D.columns(dogs.added((counts * amounts).sum(axis=0)), tried)
    lines = [
        *D.row(heading, "weakened", share, "% of its challenges"),
        *D.row(heading, "taken off", off, "per challenge"),
    ]
    by_amount = [_of_all_dogs(dogs, field) for field in ("weakened", "weakened_won")]
    for number, name in enumerate(PENALTIES):
        lines += _line(heading, name, *(count[number] for count in by_amount))
    return lines
