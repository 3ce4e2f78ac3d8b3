"""Measures of arms that play the same blocks, side by side."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import MAIN, MEAN, Label
from offleash.contract.lab.general_measures import is_win_of_player
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.statistics.intervals import linearised_difference
from offleash.lab.statistics.sequential import Look

Numbers = NDArray[np.float64]


def shared_labels(arms: Sequence[Sequence[Label]], deepest: int = MAIN) -> list[Label]:
    """Return the means that all arms have, down to a depth, in the order of the first."""
    return [
        label
        for label in arms[0]
        if label.extent == MEAN
        and label.depth <= deepest
        and all(label in others for others in arms[1:])
    ]


def columns(account: MeasureAccount, labels: Sequence[Label]) -> tuple[Numbers, Numbers]:
    """Return groups × labels: totals, and what they are divided by."""
    means = account.means
    indices = [means.index(label) for label in labels]
    return account.totals[:, indices], account.of[:, indices]


def wins_by_player(account: MeasureAccount) -> Numbers:
    """Return groups × players: totals of wins, counted by seat."""
    return columns(account, [label for label in account.means if is_win_of_player(label)])[0]


def values(account: MeasureAccount, labels: Sequence[Label]) -> Numbers:
    """Return the values of measures; NaN if the divisor is 0."""
    totals, of = columns(account, labels)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(totals.sum(axis=0) / of.sum(axis=0))


def defined_labels(accounts: Sequence[MeasureAccount], labels: Sequence[Label]) -> list[Label]:
    """Return the labels that have a value in every account."""
    known = np.all([~np.isnan(values(account, labels)) for account in accounts], axis=0)
    return [label for label, is_known in zip(labels, known, strict=True) if is_known]


def paired_differences(arms: Sequence[MeasureAccount], labels: Sequence[Label]) -> Numbers:
    """Return groups × labels; their means are the second arm's differences from the first."""
    a, b = (columns(account, labels) for account in arms)
    return linearised_difference(*a, *b)


def largest_step(accounts: Sequence[MeasureAccount], label: Label) -> float | None:
    """Return the largest difference that one group of blocks can show, or None if unknown."""
    if not label.is_share:
        return None
    every = [columns(account, [label])[1] for account in accounts]
    is_even = all((of == of[0]).all() for of in every)
    return 1.0 if is_even else None


def change_scale(before: float, after: float, is_share: bool, unit: str = "") -> float:
    """Return the factor that makes changes of all measures comparable.

    A share changes in points, and so does a percentage; an amount relative to its value before.
    """
    if is_share or unit.startswith("%"):
        return 1.0 if is_share else 0.01
    return 1.0 / (abs(before) or abs(after) or 1.0)


def number_to_json(value: float) -> float | None:
    """Return a number for JSON; None if it is not finite."""
    return float(value) if math.isfinite(value) else None


def looks_to_json(looks: Sequence[Look], name: str, size: int = 1) -> list[dict[str, Any]]:
    """Return the looks of a test for JSON; `name` is its value's, `size` the blocks in a group."""
    return [
        {
            "blocks": look.blocks * size,
            name: look.effect,
            "interval": interval_to_json(look.low, look.high),
        }
        for look in looks
    ]


def interval_to_json(low: float, high: float) -> list[float | None]:
    """Return both ends of an interval for JSON; an open end is None."""
    return [number_to_json(low), number_to_json(high)]
