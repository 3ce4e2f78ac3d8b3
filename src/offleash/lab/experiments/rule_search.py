"""What a search for better rules stands on: which options matter, a model, single steps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from offleash.contract import Label
from offleash.lab.experiments.goals import FEW_CHANGES, Goal, goal_costs
from offleash.lab.experiments.rule_sets import Changes, RuleSet, RuleSetPlayer, Stage, block_columns
from offleash.lab.statistics.distributions import Floats
from offleash.lab.statistics.intervals import linearised_difference
from offleash.lab.statistics.sensitivity import ElementaryEffects, elementary_effects, radial_points

NEARBY = 4  # options that differ from the base, on average, around which effects are measured
MOST_OPTIONS = 40  # that the search changes
CHILDREN = 40  # rule sets of which the search tries the most promising one
SAME_DIGITS = 9  # of a prediction, on all machines
RIDGE = 0.5  # how strongly effects that few rule sets show are drawn towards zero
MIXING = 0.3  # how often a new rule set combines two others
REVERTING = 0.25  # how often it takes back one change and does nothing else
STOPPING = 0.6  # the probability that a move of the search is the last one
MOST_WEIGHT = 10.0  # an option with ten times the effect of luck is tried as often as any

Space = Mapping[str, Sequence[str]]  # the values of each option, that of the base first
Values = tuple[str, ...]  # a value for each option of a space


def changes_of(space: Space, values: Sequence[str]) -> dict[str, str]:
    """Return the options whose value is not that of the base."""
    pairs = zip(space.items(), values, strict=True)
    return {name: value for (name, listed), value in pairs if value != listed[0]}


# Screening


@dataclass(frozen=True, eq=False)
class Screening:
    """What each option of a space does to the measures of each goal."""

    options: list[str]
    labels: list[Label]
    effects: ElementaryEffects  # labels × options, with the first group of bots
    scores: Floats  # goals × options: the largest effect on any board, in multiples of luck
    order: list[int]  # options, the most important first
    centres: Sequence[Sequence[RuleSet]]  # what was played: the centre first, then its changes

    @property
    def flaws(self) -> dict[tuple[str, str], str]:
        """Options with values that break the game on their own, and how."""
        return {
            pair: rules.flaw
            for centre, *sets in self.centres
            for rules in sets
            for pair in rules.changes.items() - centre.changes.items()
            if centre.is_sound and rules.flaw
        }

    def important(self, space: Space) -> tuple[Space, Floats]:
        """Return the part of a space that matters, and how often to change each of its options.

        Values that break the game are left out.
        """
        flaws = self.flaws
        sound = {
            name: [value for value in values if (name, value) not in flaws]
            for name, values in space.items()
        }
        best = np.nan_to_num(self.scores).max(axis=0)
        names = [i for i in self.order if best[i] > 0 and len(sound[self.options[i]]) > 1]
        weights = np.clip(best[names[:MOST_OPTIONS]], 1.0, MOST_WEIGHT)
        part = {self.options[i]: sound[self.options[i]] for i in names[:MOST_OPTIONS]}
        return part, weights / weights.sum()


def screen(
    player: RuleSetPlayer,
    stage: Stage,
    space: Space,
    goal_labels: Sequence[Sequence[Label]],
    centres: int,
) -> Screening:
    """Change one option at a time, around the base and around rules near it.

    Options are ranked by their effect on the measures of the goals that the base misses.
    """
    names, listed = list(space), list(space.values())
    labels = list(dict.fromkeys(label for labels in goal_labels for label in labels))
    points = radial_points([len(values) for values in listed], centres, NEARBY, stage.seed)
    played: list[list[RuleSet]] = []
    for centre, rows in enumerate(points):
        changes = [
            changes_of(space, [listed[i][value] for i, value in enumerate(row)]) for row in rows
        ]
        played.append(player.play_all(stage, centre * len(rows), changes))
    groups = list(played[0][0].record["bots"])
    effects = {name: _effects(played, labels, name) for name in groups}
    sizes = [
        np.nan_to_num(of_group.size.value) / np.maximum(of_group.luck, 1e-12)[:, None]
        for of_group in effects.values()
    ]
    size = np.max(sizes, axis=0)
    scores = np.array([_largest(size, labels, of_goal) for of_goal in goal_labels])
    base_costs = played[0][0].point_costs
    missed = [i for i, of_goal in enumerate(goal_labels) if of_goal and base_costs[i] != 0]
    ranked = missed or [i for i, of_goal in enumerate(goal_labels) if of_goal]
    order = _order(scores[ranked])
    return Screening(names, labels, effects[groups[0]], scores, order, played)


def _effects(
    played: Sequence[Sequence[RuleSet]], labels: Sequence[Label], group: str
) -> ElementaryEffects:
    """Return the effects of all options with one group of bots."""
    shape = (len(played), len(played[0]) - 1, len(labels))
    steps, errors = np.full(shape, np.nan), np.full(shape, np.nan)
    for centre, (first, *others) in enumerate(played):
        for option, changed in enumerate(others):
            if first.is_sound and changed.is_played:
                effect = _effect(first, changed, labels, group)
                steps[centre, option], errors[centre, option] = effect
    return elementary_effects(steps, errors)


def _order(scores: Floats) -> list[int]:
    """Return options by importance: the best of each goal, then the second of each, and so on.

    An option that does no more than luck does is behind all others.
    """
    orders = [[i for i in np.argsort(-row, kind="stable").tolist() if row[i] > 1] for row in scores]
    turns = (i for places in zip_longest(*orders) for i in places if i is not None)
    rest = np.argsort(-scores.max(axis=0), kind="stable").tolist()
    return list(dict.fromkeys([*turns, *rest]))


def _effect(a: RuleSet, b: RuleSet, labels: Sequence[Label], group: str) -> tuple[Floats, Floats]:
    """Return the change of each measure from a to b with a group of bots, and its error."""
    tables = [block_columns(rules.record["bots"][group], labels) for rules in (a, b)]
    changes = linearised_difference(*tables[0], *tables[1])
    blocks = len(changes)
    error = changes.std(axis=0, ddof=1) / np.sqrt(blocks) if blocks > 1 else 0 * changes[0]
    return changes.mean(axis=0), error


def _largest(size: Floats, labels: Sequence[Label], of_goal: Sequence[Label]) -> Floats:
    """Return the largest effect of each option on the measures of a goal."""
    rows = [labels.index(label) for label in of_goal]
    return size[rows].max(axis=0) if rows else np.zeros(size.shape[1])


# Searching


class Surrogate:
    """Predicts the measures of rule sets: every change of an option adds its own effect.

    A ridge regression over all rule sets so far, on differences from the base with the same luck.
    """

    def __init__(
        self, space: Space, goals: Sequence[Goal], labels: Sequence[Sequence[Label]]
    ) -> None:
        """Set up the model; `labels` has the measures of each goal."""
        self._goals, self._labels = goals, labels
        self._all = list(dict.fromkeys(label for of_goal in labels for label in of_goal))
        pairs = [(name, value) for name, values in space.items() for value in values[1:]]
        self._places = {pair: place for place, pair in enumerate(pairs)}
        self._squares = RIDGE * np.eye(len(pairs))
        self._products = np.zeros((len(pairs), len(self._all)))
        self._base = np.zeros(len(self._all))

    def add(self, rules: RuleSet, base: RuleSet) -> None:
        """Learn from a rule set and another one with the same luck, such as the base."""
        differ = rules.changes.items() ^ base.changes.items()
        if not rules.is_sound or not base.is_sound or not differ <= self._places.keys():
            return
        values, before = self.measures(rules), self.measures(base)
        row = self._features(rules.changes) - self._features(base.changes)
        self._squares += np.outer(row, row)
        self._products += np.outer(row, values - before)
        if not base.changes:
            self._base = before

    def costs(self, candidates: Sequence[Changes]) -> Floats:
        """Return candidates × goals: what they would probably cost."""
        return self.costs_of(candidates, self.predict(self.features(candidates)))

    def predict(self, rows: Floats) -> Floats:
        """Return rule sets × measures, with the first group of bots."""
        return np.asarray(self._base + rows @ np.linalg.solve(self._squares, self._products))

    def costs_of(self, candidates: Sequence[Changes], values: Floats) -> Floats:
        """Return candidates × goals: the costs of rule sets with these measures."""
        columns = []
        for goal, labels in zip(self._goals, self._labels, strict=True):
            part = values[:, [self._all.index(label) for label in labels]]
            columns.append(goal_costs(goal, labels, part, 0))
            if goal.kind == FEW_CHANGES:
                columns[-1] = np.array([float(len(changes)) for changes in candidates])
        return np.stack(columns, axis=1)

    def features(self, candidates: Sequence[Changes]) -> Floats:
        """Return rule sets × changes that are possible: 1 for each that a rule set has."""
        return np.array([self._features(changes) for changes in candidates])

    def _features(self, changes: Changes) -> Floats:
        row = np.zeros(len(self._places))
        row[[self._places[pair] for pair in changes.items() if pair in self._places]] = 1.0
        return row

    def measures(self, rules: RuleSet, group: str = "") -> Floats:
        """Return the measures with a group of bots, or the first one."""
        bots = rules.record["bots"]
        totals, of = block_columns(bots[group or next(iter(bots))], self._all)
        return np.asarray(totals.sum(axis=0) / of.sum(axis=0))


def is_broken(changes: Changes, sets: Iterable[RuleSet]) -> bool:
    """Return whether rules contain changes that broke the game before."""
    return any(a.flaw and a.changes.items() <= changes.items() for a in sets)


def make_child(
    generator: np.random.Generator,
    parents: Sequence[Values],
    listed: Sequence[Sequence[str]],
    weights: Floats,
    aim: int | None = None,
) -> Values:
    """Return a rule set near one of the parents, or between two of them.

    With a number of changes to aim at, changes are added or taken back until it has as many.
    """
    parent = parents[int(generator.integers(len(parents)))]
    values = list(parent)
    if generator.random() < MIXING:
        other = parents[int(generator.integers(len(parents)))]
        swaps = generator.random(len(values)) < 0.5
        values = [b if is_other else a for a, b, is_other in zip(values, other, swaps, strict=True)]
    changed = [i for i, value in enumerate(values) if value != listed[i][0]]
    if aim is not None:
        return _resized(generator, values, parent, listed, weights, min(aim, len(listed)))
    if changed and generator.random() < REVERTING:
        option = changed[int(generator.integers(len(changed)))]
        values[option] = listed[option][0]
        return tuple(values)
    for _ in range(generator.geometric(STOPPING)):
        _change(generator, values, listed, weights)
    return tuple(values)


def _change(
    generator: np.random.Generator,
    values: list[str],
    listed: Sequence[Sequence[str]],
    weights: Floats,
) -> None:
    """Give one option another value."""
    option = int(generator.choice(len(listed), p=weights))
    others = [value for value in listed[option] if value != values[option]]
    values[option] = others[generator.integers(len(others))]


def _resized(
    generator: np.random.Generator,
    values: list[str],
    parent: Values,
    listed: Sequence[Sequence[str]],
    weights: Floats,
    aim: int,
) -> Values:
    """Return the rule set with so many changes; if it had them already, with one exchanged."""
    changed = [i for i, value in enumerate(values) if value != listed[i][0]]
    if len(changed) == aim and tuple(values) == parent and changed:
        option = changed[int(generator.integers(len(changed)))]
        others = [v for v in listed[option] if v not in (values[option], listed[option][0])]
        if others and generator.random() < 0.5:
            values[option] = others[generator.integers(len(others))]
            return tuple(values)
        values[option] = listed[option][0]
        changed.remove(option)
    while len(changed) > aim:
        option = changed.pop(int(generator.integers(len(changed))))
        values[option] = listed[option][0]
    while len(changed) < aim:
        _change(generator, values, listed, weights)
        changed = [i for i, value in enumerate(values) if value != listed[i][0]]
    return tuple(values)
