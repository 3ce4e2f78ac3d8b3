"""The search for better rules: which options matter, and which rule sets to try next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from math import prod

import numpy as np

from offleash.core.game import Label
from offleash.lab.experiments.goals import front
from offleash.lab.experiments.rule_sets import RuleSet, RuleSetPlayer, Stage, block_columns
from offleash.lab.statistics.distributions import Floats
from offleash.lab.statistics.intervals import linearised_difference
from offleash.lab.statistics.sensitivity import ElementaryEffects, elementary_effects, radial_points

NEARBY = 4  # options that differ from the base, on average, around which effects are measured
MOST_OPTIONS = 12  # that the search changes
MIXING = 0.3  # how often a new rule set combines two others
STOPPING = 0.6  # the probability that a move of the search is the last one
MOST_REPEATS = 500  # the search ends after this many known rule sets in a row
MOST_WEIGHT = 10.0  # an option with ten times the effect of luck is tried as often as any

Space = Mapping[str, Sequence[str]]  # the values of each option, that of the base first
Values = tuple[str, ...]  # a value for each option of a space


def changes_of(space: Space, values: Sequence[str]) -> dict[str, str]:
    """The options whose value is not that of the base."""
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

    def important(self, space: Space) -> tuple[Space, Floats]:
        """The part of a space that matters, and how often to change each of its options."""
        best = np.nan_to_num(self.scores).max(axis=0)
        names = [i for i in self.order if best[i] > 0][:MOST_OPTIONS]
        weights = np.clip(best[names], 1.0, MOST_WEIGHT)
        return {self.options[i]: space[self.options[i]] for i in names}, weights / weights.sum()


def screen(
    player: RuleSetPlayer,
    stage: Stage,
    space: Space,
    goal_labels: Sequence[Sequence[Label]],
    centres: int,
) -> Screening:
    """Changes one option at a time, around the base and around rules near it.

    Options are ranked by their effect on the measures of the goals that the base misses.
    """
    names, listed = list(space), list(space.values())
    labels = list(dict.fromkeys(label for labels in goal_labels for label in labels))
    points = radial_points([len(values) for values in listed], centres, NEARBY, stage.seed)
    shape = (centres, len(names), len(labels))
    steps, errors = np.full(shape, np.nan), np.full(shape, np.nan)
    base_costs: Sequence[float] = ()
    for centre, rows in enumerate(points):
        sets: list[RuleSet] = []
        for row in rows:
            values = [listed[i][value] for i, value in enumerate(row)]
            number = centre * len(rows) + len(sets)
            sets.append(player.play(stage, number, changes_of(space, values)))
        base_costs = base_costs or sets[0].point_costs
        for option, changed in enumerate(sets[1:]):
            if sets[0].is_played and changed.is_played:
                effect = _effect(sets[0], changed, labels)
                steps[centre, option], errors[centre, option] = effect
    effects = elementary_effects(steps, errors)
    size = np.nan_to_num(effects.size.value) / np.maximum(effects.luck, 1e-12)[:, None]
    scores = np.array([_largest(size, labels, of_goal) for of_goal in goal_labels])
    missed = [i for i, of_goal in enumerate(goal_labels) if of_goal and base_costs[i] != 0]
    ranked = missed or [i for i, of_goal in enumerate(goal_labels) if of_goal]
    return Screening(names, labels, effects, scores, _order(scores[ranked]))


def _order(scores: Floats) -> list[int]:
    """Options, the most important first: the best of each goal, then the second of each, and so on.

    An option that does no more than luck does is behind all others.
    """
    orders = [[i for i in np.argsort(-row, kind="stable").tolist() if row[i] > 1] for row in scores]
    turns = (i for places in zip_longest(*orders) for i in places if i is not None)
    rest = np.argsort(-scores.max(axis=0), kind="stable").tolist()
    return list(dict.fromkeys([*turns, *rest]))


def _effect(a: RuleSet, b: RuleSet, labels: Sequence[Label]) -> tuple[Floats, Floats]:
    """The change of each measure from a to b with the first group of bots, and its error."""
    tables = [block_columns(next(iter(rules.record["bots"].values())), labels) for rules in (a, b)]
    changes = linearised_difference(*tables[0], *tables[1])
    blocks = len(changes)
    error = changes.std(axis=0, ddof=1) / np.sqrt(blocks) if blocks > 1 else 0 * changes[0]
    return changes.mean(axis=0), error


def _largest(size: Floats, labels: Sequence[Label], of_goal: Sequence[Label]) -> Floats:
    """The largest effect of each option on the measures of a goal."""
    rows = [labels.index(label) for label in of_goal]
    return size[rows].max(axis=0) if rows else np.zeros(size.shape[1])


# Searching


def search(
    player: RuleSetPlayer, stage: Stage, space: Space, weights: Floats, trials: int
) -> list[RuleSet]:
    """Tries rule sets, the base first: all of a small space, or changes of the best so far."""
    sets: dict[Values, RuleSet] = {}
    is_small = prod(len(values) for values in space.values()) <= trials
    proposals = product(*space.values()) if is_small else _proposals(sets, stage, space, weights)
    for values in proposals:
        sets[values] = player.play(stage, len(sets), changes_of(space, values))
        if len(sets) == trials:
            break
    return list(sets.values())


def _proposals(
    sets: Mapping[Values, RuleSet], stage: Stage, space: Space, weights: Floats
) -> Iterator[Values]:
    """Yields new rule sets, each made from unbeaten ones by a few moves."""
    generator, listed = np.random.default_rng(stage.seed), list(space.values())
    base = tuple(values[0] for values in listed)
    yield base
    parents, idle = [base], 0
    while idle < MOST_REPEATS:
        child = _child(generator, parents, listed, weights)
        idle = idle + 1 if child in sets else 0
        if idle:
            continue
        yield child
        if sets[child].is_played:
            parents.append(child)
            costs = [sets[values].point_costs or (0.0,) for values in parents]
            parents = [parents[i] for i in front(costs)]


def _child(
    generator: np.random.Generator,
    parents: Sequence[Values],
    listed: Sequence[Sequence[str]],
    weights: Floats,
) -> Values:
    """A rule set near one of the parents, or between two of them."""
    values = list(parents[int(generator.integers(len(parents)))])
    if generator.random() < MIXING:
        other = parents[int(generator.integers(len(parents)))]
        swaps = generator.random(len(values)) < 0.5
        values = [b if is_other else a for a, b, is_other in zip(values, other, swaps, strict=True)]
    for _ in range(generator.geometric(STOPPING)):
        option = int(generator.choice(len(listed), p=weights))
        others = [value for value in listed[option] if value != values[option]]
        values[option] = others[generator.integers(len(others))]
    return tuple(values)
