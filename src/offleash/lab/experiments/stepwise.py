"""The search: the best rule sets with one change, with two, and so on.

Rule sets are tried in generations, which are played at once. Each rule set of a generation has a
number of changes to aim at; it adds a change to one of the best smaller sets, takes one back from
one of the best larger sets, or exchanges a change of one of the best of its size. Of many such
steps the one that a model of all rule sets so far finds most promising is played.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from offleash.lab.experiments.goals import FEW_CHANGES
from offleash.lab.experiments.refinement import Model, Predictor
from offleash.lab.experiments.rule_search import (
    CHILDREN,
    SAME_DIGITS,
    Values,
    changes_of,
    is_broken,
    make_child,
)
from offleash.lab.experiments.rule_sets import Changes, Comparison, RuleSet, RuleSetPlayer, Stage

GENERATION = 16  # rule sets that are played at once, on however many cores
MOST_CHANGES = 10  # that the search aims at
BEST = 4  # rule sets of each size around which others are tried
MOST_IDLE = 40  # the search ends after so many generations without a new rule set
MOST_KNOWN = 400  # rule sets that the model is corrected by: the best and the newest
DRAWN = 0.5  # how often a step is picked by goals that count more or less, as drawn
REPAIRS = 3  # changes by which a step is brought back within the constraints


@dataclass(frozen=True)
class SearchTask:
    """What a search needs to know beside the rule sets themselves."""

    player: RuleSetPlayer
    stage: Stage
    model: Model
    after: Callable[[Sequence[RuleSet]], bool]  # called after each generation; whether to end

    def allows(self, changes: Changes) -> bool:
        """Return whether a rule set keeps what must stay."""
        return self.model.constraints.allow(changes)


def search(task: SearchTask, trials: int) -> list[RuleSet]:
    """Try rule sets, the base first: all of a small space, or steps from the best so far."""
    space, listed = task.model.space, list(task.model.space.values())
    base = task.player.play(task.stage, 0, {})
    sets: dict[Values, RuleSet] = {tuple(values[0] for values in listed): base}
    if prod(len(values) for values in listed) <= trials:
        every = [values for values in product(*listed) if values not in sets]
        fresh = [values for values in every if task.allows(changes_of(space, values))]
        for first in range(0, len(fresh), GENERATION):
            _play(task, sets, fresh[first : first + GENERATION])
            if task.after([*sets.values()]):
                break
        return list(sets.values())
    generator, idle, turn = np.random.default_rng(task.stage.seed), 0, 0
    while len(sets) < trials and idle < MOST_IDLE:
        count = min(GENERATION, trials - len(sets))
        aims = [(turn + slot) % MOST_CHANGES + 1 for slot in range(count)]
        turn += count
        fresh = _generation(generator, task, sets, aims)
        idle = 0 if fresh else idle + 1
        _play(task, sets, fresh)
        if task.after([*sets.values()]):
            break
    return list(sets.values())


def _play(task: SearchTask, sets: dict[Values, RuleSet], fresh: Sequence[Values]) -> None:
    """Play rule sets and let the model learn from them."""
    base = next(iter(sets.values()))
    changes = [changes_of(task.model.space, values) for values in fresh]
    for values, rules in zip(
        fresh, task.player.play_all(task.stage, len(sets), changes), strict=True
    ):
        sets[values] = rules
        task.model.surrogate.add(rules, base)


def best_by_size(
    comparison: Comparison, sets: Sequence[RuleSet], base: RuleSet
) -> dict[int, list[RuleSet]]:
    """Return sound rule sets by their number of changes, the best of each size first."""
    by_size: dict[int, list[RuleSet]] = {}
    for rules in comparison.leaders([a for a in sets if a.is_sound], base):
        by_size.setdefault(len(rules.changes), []).append(rules)
    return dict(sorted(by_size.items()))


# Steps


def _generation(
    generator: np.random.Generator,
    task: SearchTask,
    sets: Mapping[Values, RuleSet],
    aims: Sequence[int],
) -> list[Values]:
    """Return a new rule set for each number of changes to aim at, as far as there are any."""
    base = next(iter(sets.values()))
    values_of = {id(rules): values for values, rules in sets.items()}
    ladder = best_by_size(task.model.comparison, [*sets.values()], base)
    parents = {
        size: [values_of[id(rules)] for rules in best[:BEST]] for size, best in ladder.items()
    }
    broken = [rules for rules in sets.values() if rules.flaw]
    steps: list[list[Values]] = []
    for aim in aims:
        near = [p for size in (aim - 1, aim, aim + 1) for p in parents.get(size, ())]
        near = near or [p for size in parents for p in parents[size] if size <= aim]
        children = (_step(generator, task, near, aim) for _ in range(CHILDREN))
        fresh = [child for child in dict.fromkeys(children) if child not in sets]
        fresh = [a for a in fresh if task.allows(changes_of(task.model.space, a))]
        steps.append([a for a in fresh if not is_broken(changes_of(task.model.space, a), broken)])
    return _most_promising(generator, task, sets, steps)


def _most_promising(
    generator: np.random.Generator,
    task: SearchTask,
    sets: Mapping[Values, RuleSet],
    steps: Sequence[Sequence[Values]],
) -> list[Values]:
    """Return the best of each list of steps as far as the model knows, none twice."""
    everything = list(dict.fromkeys(child for children in steps for child in children))
    if not everything:
        return []
    played = list(sets.values())
    base, sound = played[0], [a for a in played if a.is_sound]
    known = list(dict.fromkeys([*task.model.comparison.leaders(sound, base)[: MOST_KNOWN // 2],
                                *sound[-MOST_KNOWN // 2 :]]))  # fmt: skip
    predictor = Predictor(task.model.surrogate, list(base.costs))
    changes = [changes_of(task.model.space, values) for values in everything]
    costs = predictor.costs(changes, known)
    parts = task.model.comparison.parts(costs, base.point_costs)  # candidates × goals
    measured = [goal.kind != FEW_CHANGES for goal in task.model.comparison.goals]
    place, fresh = {values: row for row, values in enumerate(everything)}, list[Values]()
    for children in steps:
        shares = np.array(measured, float)
        if generator.random() < DRAWN:
            shares[measured] = len(shares) * generator.dirichlet(np.ones(sum(measured)))
        open_ = [values for values in children if values not in fresh]
        if open_:
            scores = parts[[place[values] for values in open_]] @ shares
            fresh.append(open_[int(np.argmin(np.round(scores, SAME_DIGITS)))])
    return fresh


def _step(
    generator: np.random.Generator, task: SearchTask, parents: Sequence[Values], aim: int
) -> Values:
    """Return a rule set near one of the parents with so many changes, if the constraints let it."""
    listed = list(task.model.space.values())
    values = make_child(generator, parents, listed, task.model.weights, aim)
    for _ in range(REPAIRS):
        if task.allows(changes_of(task.model.space, values)):
            break
        values = _repaired(generator, task, values)
    return values


def _repaired(generator: np.random.Generator, task: SearchTask, values: Values) -> Values:
    """Return the rule set with one more change that leaves the fewest constraints broken."""
    names, listed = list(task.model.space), list(task.model.space.values())
    tied = task.model.constraints.names
    involved = [i for i, name in enumerate(names) if name.partition(".")[0] in tied]
    involved = involved or [i for i, value in enumerate(values) if value != listed[i][0]]
    others = [
        (*values[:i], value, *values[i + 1 :])
        for i in involved
        for value in listed[i]
        if value != values[i]
    ]
    if not others:
        return values
    order: list[int] = generator.permutation(len(others)).tolist()
    changes = {i: changes_of(task.model.space, others[i]) for i in order}
    broken = {i: len(task.model.constraints.broken(changes[i])) for i in order}
    return others[min(order, key=lambda i: broken[i])]
