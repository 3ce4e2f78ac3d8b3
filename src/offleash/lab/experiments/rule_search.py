"""The search for better rules: which options matter, and which rule sets to try next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from math import prod

import numpy as np

from offleash.contract import Label
from offleash.lab.experiments.goals import FEW_CHANGES, TARGET, Goal, front, goal_costs
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
MOST_REPEATS = 500  # the search ends after this many known rule sets in a row
MOST_WEIGHT = 10.0  # an option with ten times the effect of luck is tried as often as any
OFTEN, RARELY = 3.0, 0.4  # how much a goal that games decide counts in a step, and few changes

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
    effects: ElementaryEffects  # labels × options
    scores: Floats  # goals × options: the largest effect, in multiples of luck
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
    shape = (centres, len(names), len(labels))
    steps, errors = np.full(shape, np.nan), np.full(shape, np.nan)
    base_costs: Sequence[float] = ()
    played: list[list[RuleSet]] = []
    for centre, rows in enumerate(points):
        sets: list[RuleSet] = []
        for row in rows:
            values = [listed[i][value] for i, value in enumerate(row)]
            number = centre * len(rows) + len(sets)
            sets.append(player.play(stage, number, changes_of(space, values)))
        played.append(sets)
        base_costs = base_costs or sets[0].point_costs
        for option, changed in enumerate(sets[1:]):
            if sets[0].is_sound and changed.is_played:
                effect = _effect(sets[0], changed, labels)
                steps[centre, option], errors[centre, option] = effect
    effects = elementary_effects(steps, errors)
    size = np.nan_to_num(effects.size.value) / np.maximum(effects.luck, 1e-12)[:, None]
    scores = np.array([_largest(size, labels, of_goal) for of_goal in goal_labels])
    missed = [i for i, of_goal in enumerate(goal_labels) if of_goal and base_costs[i] != 0]
    ranked = missed or [i for i, of_goal in enumerate(goal_labels) if of_goal]
    return Screening(names, labels, effects, scores, _order(scores[ranked]), played)


def _order(scores: Floats) -> list[int]:
    """Return options by importance: the best of each goal, then the second of each, and so on.

    An option that does no more than luck does is behind all others.
    """
    orders = [[i for i in np.argsort(-row, kind="stable").tolist() if row[i] > 1] for row in scores]
    turns = (i for places in zip_longest(*orders) for i in places if i is not None)
    rest = np.argsort(-scores.max(axis=0), kind="stable").tolist()
    return list(dict.fromkeys([*turns, *rest]))


def _effect(a: RuleSet, b: RuleSet, labels: Sequence[Label]) -> tuple[Floats, Floats]:
    """Return the change of each measure from a to b with the first group of bots, and its error."""
    tables = [block_columns(next(iter(rules.record["bots"].values())), labels) for rules in (a, b)]
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

    @property
    def emphasis(self) -> list[float]:
        """How much each goal counts when a step of the search is picked, on average."""
        return [RARELY if goal.kind == FEW_CHANGES else OFTEN for goal in self._goals]

    @property
    def targets(self) -> list[int]:
        """The goals with a target, which no step of the search may miss by more than the base."""
        return [i for i, goal in enumerate(self._goals) if goal.kind == TARGET]

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


def search(
    player: RuleSetPlayer,
    stage: Stage,
    space: Space,
    weights: Floats,
    surrogate: Surrogate,
    trials: int,
) -> list[RuleSet]:
    """Try rule sets, the base first: all of a small space, or changes of the best so far."""
    sets: dict[Values, RuleSet] = {}
    is_small = prod(len(values) for values in space.values()) <= trials
    proposals = (
        product(*space.values()) if is_small else _proposals(sets, stage, space, weights, surrogate)
    )
    for values in proposals:
        sets[values] = player.play(stage, len(sets), changes_of(space, values))
        if len(sets) == trials:
            break
    return list(sets.values())


def _proposals(
    sets: Mapping[Values, RuleSet],
    stage: Stage,
    space: Space,
    weights: Floats,
    surrogate: Surrogate,
) -> Iterator[Values]:
    """Yield new rule sets: the most promising of several near the unbeaten ones.

    How much each goal counts is drawn every time (Knowles's ParEGO), mostly little for few changes:
    a small step that leaves the game unfair helps nobody, and needless changes are taken back.
    """
    generator, listed = np.random.default_rng(stage.seed), list(space.values())
    base = tuple(values[0] for values in listed)
    yield base
    parents, idle, targets = [base], 0, surrogate.targets
    limits = [sets[base].point_costs[goal] for goal in targets]
    while idle < MOST_REPEATS:
        children = [make_child(generator, parents, listed, weights) for _ in range(CHILDREN)]
        fresh = [child for child in dict.fromkeys(children) if child not in sets]
        fresh = [child for child in fresh if not is_broken(changes_of(space, child), sets.values())]
        idle = 0 if fresh else idle + 1
        if not fresh:
            continue
        costs = surrogate.costs([changes_of(space, child) for child in fresh])
        spans = np.ptp([sets[values].point_costs for values in parents], axis=0)
        shares = generator.dirichlet(surrogate.emphasis)
        scores = (costs / np.where(spans > 0, spans, 1.0)) @ shares
        child = fresh[int(np.argmin(np.round(scores, SAME_DIGITS)))]
        yield child
        surrogate.add(sets[child], sets[base])
        point = sets[child].point_costs
        if sets[child].is_sound and all(
            point[goal] <= limit for goal, limit in zip(targets, limits, strict=True)
        ):
            parents.append(child)
            parents = [parents[i] for i in front([sets[values].point_costs for values in parents])]


def is_broken(changes: Changes, sets: Iterable[RuleSet]) -> bool:
    """Return whether rules contain changes that broke the game before."""
    return any(a.flaw and a.changes.items() <= changes.items() for a in sets)


def make_child(
    generator: np.random.Generator,
    parents: Sequence[Values],
    listed: Sequence[Sequence[str]],
    weights: Floats,
) -> Values:
    """Return a rule set near one of the parents, or between two of them."""
    values = list(parents[int(generator.integers(len(parents)))])
    if generator.random() < MIXING:
        other = parents[int(generator.integers(len(parents)))]
        swaps = generator.random(len(values)) < 0.5
        values = [b if is_other else a for a, b, is_other in zip(values, other, swaps, strict=True)]
    changed = [i for i, value in enumerate(values) if value != listed[i][0]]
    if changed and generator.random() < REVERTING:
        option = changed[int(generator.integers(len(changed)))]
        values[option] = listed[option][0]
        return tuple(values)
    for _ in range(generator.geometric(STOPPING)):
        option = int(generator.choice(len(listed), p=weights))
        others = [value for value in listed[option] if value != values[option]]
        values[option] = others[generator.integers(len(others))]
    return tuple(values)
