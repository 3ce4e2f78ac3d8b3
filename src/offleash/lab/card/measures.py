"""What decisions say about a game: regret, kingmaking, identity, openings, comebacks."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from offleash.lab.card.decisions import CloseLook, DecisionStudy, OpenChoice
from offleash.lab.statistics.intervals import Interval, mean_interval

HOPELESS = 0.05  # a chance to win below which a player decides only about others
FEWEST_OFFERS = 30  # of an action that counts as dead if it is never chosen
FEWEST_LOOKS = 5  # of a kind of decision whose regret is told
SMOOTHING = 0.5  # of counts, so that an action never seen is not impossible


# Regret


def regret(look: CloseLook) -> float:
    """Return what a decision cost its seat against the best alternative.

    The best is picked by one half of the futures and judged by the other, both ways.
    """
    costs = []
    for picking, judging in ((0, 1), (1, 0)):
        best = int(look.halves[picking][:, look.seat].argmax())
        costs.append(look.halves[judging][best, look.seat] - look.halves[judging][0, look.seat])
    return float(np.mean(costs))


def regret_by_kind(looks: Sequence[CloseLook]) -> dict[str, Interval]:
    """Return the regret of each kind of decision that was looked at often enough."""
    costs: dict[str, list[float]] = defaultdict(list)
    for look in looks:
        if look.seat >= 0:
            costs[look.kind].append(regret(look))
    kinds = {kind: _mean(values) for kind, values in costs.items() if len(values) >= FEWEST_LOOKS}
    return dict(sorted(kinds.items(), key=lambda item: -item[1].value))


def mean_regret(looks: Sequence[CloseLook]) -> Interval:
    """Return the regret of all decisions together."""
    return _mean([regret(look) for look in looks if look.seat >= 0])


# Kingmaking


@dataclass(frozen=True)
class Kingmaking:
    """How much players without hope decide about who wins."""

    share: float  # of all decisions: those of players without hope
    swing: Interval  # what such a choice moves another's chance by
    count: int


def kingmaking(looks: Sequence[CloseLook]) -> Kingmaking | None:
    """Return how far choices of players without hope move the others; None of two players."""
    decisions = [look for look in looks if look.seat >= 0]
    if not decisions or decisions[0].halves.shape[2] < 3:
        return None
    hopeless = [look for look in decisions if look.chances[:, look.seat].max() <= HOPELESS]
    swings = _mean([_swing(look) for look in hopeless])
    return Kingmaking(len(hopeless) / len(decisions), swings, len(hopeless))


def _swing(look: CloseLook) -> float:
    """Return by how much a choice moves the chance of the seat that it moves most.

    Seat and alternatives are picked by one half of the futures and judged by the other.
    """
    swings = []
    others = [seat for seat in range(look.halves.shape[2]) if seat != look.seat]
    for picking, judging in ((0, 1), (1, 0)):
        table = look.halves[picking]
        spread = table.max(axis=0) - table.min(axis=0)
        seat = max(others, key=lambda other: spread[other])
        high, low = int(table[:, seat].argmax()), int(table[:, seat].argmin())
        swings.append(look.halves[judging][high, seat] - look.halves[judging][low, seat])
    return float(np.mean(swings))


# Identity


@dataclass(frozen=True)
class Identity:
    """How often a classifier tells from a seat's choices which character it played."""

    hits: Interval
    by_chance: float
    mistaken: tuple[str, str, float]  # a character, what it is taken for most, and how often


def identity(study: DecisionStudy) -> Identity | None:
    """Return how well characters can be told apart, by naive Bayes; None if there is only one.

    A game is judged by all other games. What a seat offers to choose is not seen, only its choices.
    """
    names = sorted({role for roles in study.roles for role in roles})
    if len(names) < 2 or study.games < 2:
        return None
    kinds = sorted({choice.kind for choice in study.choices})
    counts = np.zeros((study.games, len(names), len(kinds)))
    for choice in study.choices:
        role = names.index(study.roles[choice.game][choice.seat])
        counts[choice.game, role, kinds.index(choice.kind)] += 1
    total, guess_counts = counts.sum(axis=0), np.zeros((len(names), len(names)))
    hits: list[float] = []
    for own in counts:
        rest = total - own + SMOOTHING
        words = np.log(rest / rest.sum(axis=1, keepdims=True))
        played = [i for i in range(len(names)) if own[i].sum()]
        for i in played:
            guess_counts[i, int((words @ own[i]).argmax())] += 1
        guesses = [int((words @ own[i]).argmax()) == i for i in played]
        hits.append(float(np.mean(guesses)) if guesses else math.nan)
    wrong = guess_counts / np.maximum(guess_counts.sum(axis=1, keepdims=True), 1)
    np.fill_diagonal(wrong, -1)
    a, b = np.unravel_index(int(wrong.argmax()), wrong.shape)
    known_hits = [hit for hit in hits if not math.isnan(hit)]
    mistaken = (names[int(a)], names[int(b)], float(max(0.0, wrong[a, b])))
    return Identity(_mean(known_hits), 1 / len(names), mistaken)


# Openings and dead options


def openings(choices: Sequence[OpenChoice]) -> float:
    """Return how many openings there are in effect: as many equally common ones vary as much.

    An opening is the first choice of a seat that has one; e to the entropy of their shares.
    """
    first: dict[tuple[int, int], str] = {}
    for choice in choices:
        first.setdefault((choice.game, choice.seat), choice.action)
    counts = np.array(list(Counter(first.values()).values()), np.float64)
    shares = counts / counts.sum() if len(counts) else counts
    return float(np.exp(-(shares * np.log(shares)).sum())) if len(shares) else 0.0


def dead_options(choices: Sequence[OpenChoice]) -> dict[str, int]:
    """Return actions that were on offer often and never chosen, with how often, by kind or alone.

    An action whose whole kind is dead is not listed again.
    """
    offers: Counter[str] = Counter()
    picks: set[str] = set()
    for choice in choices:
        offers.update({*choice.legal, *(action.split()[0] for action in choice.legal)})
        picks |= {choice.action, choice.kind}
    dead = {a: n for a, n in offers.items() if n >= FEWEST_OFFERS and a not in picks}
    return {
        action: count
        for action, count in sorted(dead.items(), key=lambda item: (-item[1], item[0]))
        if action == action.split()[0] or action.split()[0] not in dead
    }


# Comebacks


def comebacks(study: DecisionStudy) -> Mapping[str, float]:
    """Return what carried winners who were behind: own choices, those of others, and luck.

    Each look at a moment when the eventual winner had less than an equal chance counts for as many
    steps as it stands for: a choice by what it gave the winner beyond the average alternative, a
    chance outcome by what it changed. Shares of what helped; empty if nothing did.
    """
    gains = {"own choices": 0.0, "choices of others": 0.0, "luck": 0.0}
    for look in study.looks:
        shares = study.won[look.game]
        winner = int(shares.argmax())
        chances = look.chances[:, winner]
        before = chances[-1] if look.seat < 0 else chances.mean()
        if before >= 1 / len(shares):
            continue
        cause = "luck" if look.seat < 0 else "own choices"
        cause = cause if look.seat < 0 or look.seat == winner else "choices of others"
        gains[cause] += look.weight * float(chances[0] - before)
    total = sum(max(0.0, gain) for gain in gains.values())
    return {cause: max(0.0, gain) / total for cause, gain in gains.items()} if total else {}


def _mean(values: Sequence[float]) -> Interval:
    """Return the mean with its interval; without values it is unknown."""
    if not values:
        return Interval(math.nan, math.nan, math.nan)
    return mean_interval(np.array(values, np.float64)[:, None]).one(0)
