"""The evidence for findings: figures with intervals, and contrasts, from an account by blocks."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from offleash.contract import Contrast, Figure, Finding, Game, Label
from offleash.contract.lab.general_findings import general_findings
from offleash.lab.figures.accounts import MeasureAccount, Numbers
from offleash.lab.statistics.intervals import ratio_interval
from offleash.tools.confidence import LEVEL, unanimous

FEWEST_BLOCKS = 8  # from which on findings are reported


class AccountEvidence:
    """The evidence in the account of one arm; see `contract.game.Evidence`."""

    def __init__(self, account: MeasureAccount) -> None:
        self._account = account
        self._places = {label.key: place for place, label in enumerate(account.means)}

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """Figures by key; a share that was never or always seen has an interval too."""
        return {f.label.key: self._bounded(f) for f in self._account.figures()}

    def _bounded(self, figure: Figure) -> Figure:
        """Return the figure with the ends of a share that is the same in all blocks."""
        whole = _whole(figure.label)
        is_unknown = math.isnan(figure.low) and not math.isnan(whole)
        if not is_unknown or figure.value not in (0, whole):
            return figure
        blocks = np.count_nonzero(self._columns(figure.label.key)[1])
        room = whole * unanimous(float(blocks))
        low, high = max(0.0, figure.value - room), min(whole, figure.value + room)
        return replace(figure, low=low, high=high)

    def _columns(self, key: str) -> tuple[Numbers, Numbers]:
        place = self._places[key]
        return self._account.totals[:, place], self._account.of[:, place]

    def cases(self, key: str) -> float:
        """Return what the total of a figure was divided by, over all games."""
        return float(self._columns(key)[1].sum())

    def contrasts(self, pairs: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, Contrast]:
        """Return by name one figure minus the other within blocks, averaged over pairs of keys.

        The difference of two ratios in a block counts as much as its variance allows, by
        n₁ n₂ / (n₁ + n₂), as Mantel and Haenszel weigh strata. Blocks are independent, so the
        interval is that of a ratio of sums over blocks; Bonferroni's level makes all of them
        hold together. Names with too few blocks are left out.
        """
        if not any(pairs.values()):
            return {}
        strata = np.array([self._strata(pair) for pair in pairs.values()])
        one, other, weights = strata.transpose(1, 2, 0)  # blocks × names
        level = 1 - (1 - LEVEL) / len(pairs)
        intervals = ratio_interval(one - other, weights, level)
        contrasts = {}
        for place, name in enumerate(pairs):
            interval, weight = intervals.one(place), weights[:, place]
            means = [float(half[:, place].sum()) for half in (one, other)]
            if np.count_nonzero(weight) >= FEWEST_BLOCKS and any(means):
                first, second = (mean / float(weight.sum()) for mean in means)
                # a difference that is the same in all blocks has no interval, and needs none
                is_certain = math.isnan(interval.low)
                low, high = (first - second,) * 2 if is_certain else (interval.low, interval.high)
                contrasts[name] = Contrast(first, second, low, high)
        return contrasts

    def _strata(self, pairs: Sequence[tuple[str, str]]) -> Numbers:
        """Return both means by block, times their weight, and the weight, added up over pairs."""
        sums = np.zeros((3, len(self._account.totals)))
        for key, twin in pairs:
            (total, of), (total_2, of_2) = self._columns(key), self._columns(twin)
            both = np.where(of + of_2 > 0, of + of_2, 1.0)
            sums += [total * of_2 / both, total_2 * of / both, of * of_2 / both]
        return sums


def _whole(label: Label) -> float:
    """Return the largest value of a share; NaN for other figures."""
    return 1.0 if label.is_share else 100.0 if label.unit.startswith("%") else math.nan


def findings_of(game: Game, account: MeasureAccount) -> list[Finding]:
    """Return why the figures of some games are as they are, strongest reason first."""
    if len(account.totals) < FEWEST_BLOCKS:
        return []
    evidence = AccountEvidence(account)
    own = game.lab.findings(evidence) if game.lab.findings else []
    return sorted([*own, *general_findings(evidence)], key=lambda finding: -finding.strength)


def findings_to_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Return findings as plain data: their sentences, and the figures that show them."""
    return [
        {
            "sentence": finding.sentence,
            "strength": finding.strength,
            "figures": {
                name: [[figure.value, figure.low, figure.high] for figure in figures]
                for name, figures in finding.rows.items()
            },
        }
        for finding in findings
    ]
