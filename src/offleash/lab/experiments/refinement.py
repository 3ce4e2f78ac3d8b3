"""The refinement: the best rule sets of a search, and steps around them, with slow bots too.

Slow bots can't play enough games to judge a single rule set. So all rule sets together teach a
model how each group of bots differs from the first one, and the model picks what to try next and
smooths what was measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from offleash.lab.experiments.constraints import Constraints
from offleash.lab.experiments.rule_search import (
    SAME_DIGITS,
    Space,
    Surrogate,
    changes_of,
    is_broken,
    make_child,
)
from offleash.lab.experiments.rule_sets import Changes, Comparison, RuleSet, RuleSetPlayer, Stage
from offleash.lab.statistics.distributions import Floats

START = 0.25  # the part of the rule sets that the search proposes; the rest are steps around them
PARENTS = 8  # rule sets around which steps are tried
CHILDREN = 150  # steps of which the most promising one is played
MOST_ATTEMPTS = 20  # to find a step that is new
TOGETHER = 2  # steps that are played at once
MOST_KNOWN = 300  # rule sets of the search that the model is corrected by

# How much rule sets tell about each other, in units of the luck in what was measured
ALL = 4.0  # that all rule sets have in common
CHANGE = 0.5  # that a change has in common wherever it is made
NEARBY = 0.5  # that rule sets with the same changes have in common
REACH = 2.0  # changes by which such similarity fades
LUCK = 0.7


def krige(rows: Floats, values: Floats, at: Floats, common: float, change: float) -> Floats:
    """Return what values of some rule sets suggest for others; rows have 1 for each change."""
    nearness = _similarity(rows, rows, common, change) + LUCK * np.eye(len(rows))
    weights = np.linalg.solve(nearness, values)
    return np.asarray(_similarity(at, rows, common, change) @ weights)


def _similarity(a: Floats, b: Floats, common: float, change: float) -> Floats:
    shared = a @ b.T
    distance = a.sum(axis=1)[:, None] + b.sum(axis=1) - 2 * shared
    return np.asarray(common + change * shared + NEARBY * np.exp(-distance / REACH))


@dataclass(frozen=True)
class Predictor:
    """Predicts what rule sets cost with the group of bots that does worst."""

    surrogate: Surrogate
    groups: Sequence[str]  # of bots, the first being that of the surrogate

    def costs(self, candidates: Sequence[Changes], sets: Sequence[RuleSet]) -> Floats:
        """Return candidates × goals, as far as the rule sets that were played tell."""
        surrogate, at = self.surrogate, self.surrogate.features(candidates)
        rows = surrogate.features([a.changes for a in sets])
        errors = np.array([surrogate.measures(a) for a in sets]) - surrogate.predict(rows)
        first = surrogate.predict(at) + krige(rows, errors, at, 0.0, 0.0)
        tables = [surrogate.costs_of(candidates, first)]
        for group in self.groups[1:]:
            known = [a for a in sets if group in a.costs]
            gaps = np.array([surrogate.measures(a, group) - surrogate.measures(a) for a in known])
            rows = surrogate.features([a.changes for a in known])
            values = first + krige(rows, gaps, at, ALL, CHANGE)
            tables.append(surrogate.costs_of(candidates, values))
        return np.asarray(np.max(tables, axis=0))


@dataclass(frozen=True)
class Model:
    """What a search has learned: the options that matter, and how rule sets compare."""

    space: Space
    weights: Floats  # how often each option is changed
    surrogate: Surrogate
    comparison: Comparison
    constraints: Constraints


def refine(
    player: RuleSetPlayer,
    stage: Stage,
    model: Model,
    trials: Sequence[RuleSet],
    starts: Sequence[RuleSet] = (),
) -> list[RuleSet]:
    """Play some trials and steps around the best; return the base first, then the best in order.

    A rule set is judged by the model, which has seen it and all others; broken ones come last.
    `starts` are played first; without them, the best trials.
    """
    surrogate, comparison, space = model.surrogate, model.comparison, model.space
    leaders = comparison.leaders([trial for trial in trials if trial.is_sound], trials[0])
    earlier = leaders[:MOST_KNOWN]
    queue = [a.changes for a in starts or leaders if a.changes][: stage.total // 2]
    queue = queue if starts else queue[: round(START * stage.total)]
    sets = player.play_all(stage, 0, [{}, *queue][: stage.total])
    for rules in sets[1:]:
        surrogate.add(rules, sets[0])
    predictor = Predictor(surrogate, list(sets[0].costs))
    generator = np.random.default_rng(stage.seed)

    def judge(candidates: Sequence[Changes]) -> Floats:
        known = [a for a in (*earlier, *sets) if a.is_sound]
        costs = predictor.costs(candidates, known)
        scores = comparison.score(costs, sets[0].point_costs)
        return np.asarray(np.round(scores, SAME_DIGITS))

    while len(sets) < stage.total:
        known = [a.changes for a in (*earlier, *sets) if a.is_sound]
        parents = [known[i] for i in np.argsort(judge(known), kind="stable")]
        fresh = _steps(generator, space, model.weights, parents, [*trials, *sets], sets)
        fresh = [changes for changes in fresh if model.constraints.allow(changes)]
        if not fresh:
            break
        order = np.argsort(judge(fresh), kind="stable")[: min(TOGETHER, stage.total - len(sets))]
        for rules in player.play_all(stage, len(sets), [fresh[i] for i in order]):
            sets.append(rules)
            surrogate.add(rules, sets[0])
    sound = [a for a in sets[1:] if a.is_sound]
    ranked = np.argsort(judge([a.changes for a in sound]), kind="stable") if sound else ()
    rest = [a for a in sets[1:] if not a.is_sound]
    return [sets[0], *(sound[i] for i in ranked), *rest]


def _steps(
    generator: np.random.Generator,
    space: Space,
    weights: Floats,
    parents: Sequence[Changes],
    known: Sequence[RuleSet],
    sets: Sequence[RuleSet],
) -> list[Changes]:
    """Return the best parents, which slow bots have not played, and steps around them."""
    listed = list(space.values())
    if not listed:
        return []
    tuples = list(
        dict.fromkeys(
            tuple(changes.get(name, values[0]) for name, values in space.items())
            for changes in parents
        )
    )[:PARENTS]
    for _ in range(MOST_ATTEMPTS):
        children = [make_child(generator, tuples, listed, weights) for _ in range(CHILDREN)]
        steps = [changes_of(space, values) for values in dict.fromkeys((*tuples, *children))]
        done = [a.changes for a in sets]
        fresh = [a for a in steps if a and a not in done and not is_broken(a, known)]
        if fresh:
            return list(fresh)
    return []
