"""Rule sets that play exactly alike, of which one is enough, and changes that no goal needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from offleash.contract import Label
from offleash.lab.experiments.constraints import Constraints
from offleash.lab.experiments.rule_search import Space
from offleash.lab.experiments.rule_sets import (
    CHANGES,
    Changes,
    Comparison,
    RuleSet,
    RuleSetPlayer,
    Stage,
    block_columns,
)

Figures = tuple[tuple[str, bytes, bytes], ...]  # of each group of bots


@dataclass(frozen=True)
class Twins:
    """Rule sets that no goal can tell apart: the same figures in every block, with all bots."""

    space: Space
    labels: Sequence[Label]  # the measures of all goals

    def figures(self, rules: RuleSet) -> Figures:
        """Return the measures of all goals by group of bots and block. Twins have the same."""
        parts = []
        for name, bots in rules.record["bots"].items():
            totals, of = block_columns(bots, self.labels)
            parts.append((name, totals.tobytes(), of.tobytes()))
        return tuple(parts)

    def distinct(self, sets: Sequence[RuleSet], base: RuleSet) -> list[RuleSet]:
        """Return the smallest of each set of twins, at the place of the first; none like the base.

        All must be of the stage of the base, because figures on other luck always differ.
        """
        smallest: dict[Figures, RuleSet] = {}
        for rules in sets:
            figures = self.figures(rules)
            smallest[figures] = min(smallest.get(figures, rules), rules, key=self._size)
        smallest.pop(self.figures(base), None)
        return list(smallest.values())

    def _size(self, rules: RuleSet) -> tuple[int, int]:
        """Return how many options change, and by how many values in all."""
        steps = (_steps(self.space[name], value) for name, value in rules.changes.items())
        return len(rules.changes), sum(steps)


def _steps(values: Sequence[str], value: str) -> int:
    """Return how far a value is from the first: numbers in their order, words one step apart."""
    try:
        ordered = sorted(values, key=float)
    except ValueError:
        return 1
    return abs(ordered.index(value) - ordered.index(values[0]))


@dataclass(frozen=True)
class Trimming:
    """Takes back changes one by one, on the luck of the search, to see whether a goal needs them.

    A change is needed if rules without it are further from all goals together, by more than one
    change counts.
    """

    player: RuleSetPlayer
    stage: Stage  # the search, whose total leaves room for some more rule sets
    twins: Twins
    sets: list[RuleSet]  # of the search, the base first; what is played is added
    comparison: Comparison
    constraints: Constraints

    def trim(self, ranked: Sequence[RuleSet], count: int) -> list[RuleSet]:
        """Return the first rule sets that are no twins, without the changes that have no effect."""
        results: list[RuleSet] = []
        for rules in ranked:
            if len(results) < count:
                results = self.twins.distinct([*results, self._trim(rules)], self.sets[0])
        return results

    def _trim(self, rules: RuleSet) -> RuleSet:
        trimmed = self._play(rules.changes)
        if trimmed is None or not trimmed.is_sound:
            return rules
        for name in rules.changes:
            rest = {other: value for other, value in trimmed.changes.items() if other != name}
            fewer = self._play(rest) if self.constraints.allow(rest) else None
            if fewer and fewer.is_sound and self._is_enough(fewer, trimmed):
                trimmed = fewer
        return trimmed

    def _is_enough(self, fewer: RuleSet, rules: RuleSet) -> bool:
        """Return whether rules with one change fewer are as near to all goals."""
        if self._are_twins(fewer, rules):
            return True
        a, b = (
            self.comparison.parts(a.point_costs, self.sets[0].point_costs) for a in (fewer, rules)
        )
        measured = self.comparison.measured
        return bool(a[measured].sum() <= b[measured].sum() + 1 / CHANGES)

    def _are_twins(self, a: RuleSet, b: RuleSet) -> bool:
        return self.twins.figures(a) == self.twins.figures(b)

    def _play(self, changes: Changes) -> RuleSet | None:
        """Return the rule set with these changes, unless it is new and there is no room for it."""
        known = next((rules for rules in self.sets if rules.changes == changes), None)
        if known is None and len(self.sets) < self.stage.total:
            known = self.player.play(self.stage, len(self.sets), changes)
            self.sets.append(known)
        return known
