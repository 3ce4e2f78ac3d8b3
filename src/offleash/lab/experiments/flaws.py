"""Rules that break the game or make it trivial: however well they meet the goals, they won't do.

A game is judged by what players do in it, next to today's rules with the same luck: how much they
decide, whether games differ, whether they end, and whether one seat wins nearly all of them.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from offleash.contract import MEAN, Label
from offleash.contract.lab.general_measures import DECISIONS
from offleash.lab.experiments.goals import FAIR_GROUPS, FAIRNESS, TARGET, Goal
from offleash.lab.figures.measures import ROUNDS, is_win
from offleash.lab.statistics.distributions import Floats

FEWEST_DECISIONS = 0.2  # of those in a game under today's rules
FEWEST_ROUNDS = 0.2  # of those in a game under today's rules
LEAST_SPREAD = 0.1  # of the spread of decisions under today's rules
MOST_UNFINISHED = 0.05  # of the games, beyond those under today's rules
MOST_OVERSHOT = 0.5  # of today's distance from a target, on the other side of it
DOMINANCE = 0.5  # of the way from an equal share of the wins to all of them
MIN_BLOCKS = 4  # to say that all games are alike

Bots = Mapping[str, Any]  # what is saved of the games of one group of bots


def flaw_labels(labels: Sequence[Label]) -> list[Label]:
    """Return the measures by which a broken game is recognised, as far as the game has them."""
    wins = [label for label in labels for group in FAIR_GROUPS if is_win(label, group)]
    rounds = [label for label in labels if label.name == ROUNDS]
    kinds = (DECISIONS, *rounds, *wins)
    return [label for label in kinds if label in labels and label.extent == MEAN]


def find_flaw(
    rules: Bots,
    base: Bots,
    labels: Sequence[Label],
    goals: Sequence[Goal],
    goal_labels: Sequence[Sequence[Label]],
) -> str:
    """Return what makes games under these rules broken or trivial next to the base, if anything.

    `labels` are those of `flaw_labels`.
    """
    games = max(1, rules["games"] + rules["unfinished"])
    lost, before = rules["unfinished"] / games, base["unfinished"] / games
    if lost > before + MOST_UNFINISHED:
        return f"{100 * lost:.0f} % of the games do not end"
    own, other = _by_block(rules, DECISIONS.key), _by_block(base, DECISIONS.key)
    if len(own) and len(other):
        if own.mean() < FEWEST_DECISIONS * other.mean():
            return (
                f"players hardly decide anything: {own.mean():,.0f} decisions in a game, "
                f"{other.mean():,.0f} under today's rules"
            )
        spread, usual = own.std() / own.mean(), other.std() / other.mean()
        if len(own) >= MIN_BLOCKS and spread < LEAST_SPREAD * usual:
            return f"all games are alike: {own.mean():,.0f} decisions in almost every game"
    return (
        _shortness(rules, base, labels)
        or _dominance(rules, base, labels, goals)
        or _overshot(rules, base, goals, goal_labels)
    )


def _shortness(rules: Bots, base: Bots, labels: Sequence[Label]) -> str:
    """Return that games are over after a round or two, unlike under today's rules."""
    keys = [label.key for label in labels if label.name == ROUNDS]
    for key in (key for key in keys if key in rules["totals"] and key in base["totals"]):
        rounds, today = _mean(rules, key), _mean(base, key)
        if rounds < FEWEST_ROUNDS * today:
            return f"games are over after {rounds:,.1f} rounds, after {today:,.1f} today"
    return ""


def _by_block(bots: Bots, key: str) -> Floats:
    """Return the mean of a measure in each block; empty if it is not known."""
    if key not in bots["totals"]:
        return np.zeros(0)
    totals, of = (np.asarray(bots[part][key], float) for part in ("totals", "of"))
    return np.asarray(totals[of > 0] / of[of > 0])


def _mean(bots: Bots, key: str) -> float:
    of = sum(bots["of"].get(key, ()))
    return float(sum(bots["totals"][key]) / of) if of else math.nan


def _dominance(rules: Bots, base: Bots, labels: Sequence[Label], goals: Sequence[Goal]) -> str:
    """Return which seat, home or archetype wins nearly all, unlike under today's rules, if any.

    Not in a group whose fairness is a goal: the step after such rules may be what makes it even.
    """
    groups = {goal.measure for goal in goals if goal.kind == FAIRNESS}
    for group in FAIR_GROUPS:
        if groups & {"", group}:
            continue
        shares = {label: _mean(rules, label.key) for label in labels if label.group == group}
        shares = {label: share for label, share in shares.items() if not math.isnan(share)}
        if len(shares) < 2:
            continue
        equal = sum(shares.values()) / len(shares)
        most = equal + DOMINANCE * (1 - equal)
        winner = max(shares, key=lambda label: shares[label])
        if shares[winner] > most and not any(_mean(base, other.key) > most for other in shares):
            name = winner.column or winner.name.removeprefix("wins of ")
            return f"{name} wins {100 * shares[winner]:.0f} % of the games"
    return ""


def _overshot(
    rules: Bots, base: Bots, goals: Sequence[Goal], goal_labels: Sequence[Sequence[Label]]
) -> str:
    """Return which target is missed on the other side than today by nearly as much, if any."""
    for goal, labels in zip(goals, goal_labels, strict=True):
        if goal.kind != TARGET:
            continue
        value, today = (_mean(bots, labels[0].key) for bots in (rules, base))
        is_across = (value < goal.target and today > goal.last) or (
            value > goal.last and today < goal.target
        )
        if is_across and goal.distance(value) > MOST_OVERSHOT * goal.distance(today):
            return f"{goal.text} is missed on the other side: {value:,.1f}, today {today:,.1f}"
    return ""
