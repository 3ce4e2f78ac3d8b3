"""What a number of changes buys: the best rule sets by size, what they lack, goals in conflict."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from offleash.lab.experiments.agreement import FAIR
from offleash.lab.experiments.goals import FAIRNESS, Goal
from offleash.lab.experiments.rule_changes import describe_changes, rules_files
from offleash.lab.experiments.rule_sets import Comparison, RuleSet
from offleash.lab.experiments.stepwise import best_by_size
from offleash.lab.plans.plan import arm_options
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.tools.files import write_text
from offleash.tools.prose import count_of

SO_FAR = "so-far"  # the folder of rules files that are not checked yet


def cost_limit(goal: Goal) -> float:
    """Return the largest cost at which a goal is met; fair enough is 6 points, unless it says."""
    return FAIR if goal.kind == FAIRNESS and not goal.target else 0.0


def missed(comparison: Comparison, rules: RuleSet) -> list[int]:
    """Return the goals that rules miss with some bots, of those that can be met."""
    pairs = enumerate(zip(comparison.goals, rules.point_costs, strict=True))
    return [i for i, (goal, cost) in pairs if goal.has_distance and cost > cost_limit(goal)]


def trade_to_json(
    experiment: Experiment, comparison: Comparison, sets: Sequence[RuleSet]
) -> dict[str, Any]:
    """Return the best rule set of each size as the search saw it, and how often goals are met."""
    base = sets[0]
    best = {0: [base], **best_by_size(comparison, sets[1:], base)}
    rows = [
        {
            "changes": size,
            "trial": of_size[0].number,
            "distance": comparison.distance(of_size[0], base),
            "missed": missed(comparison, of_size[0]),
            "described": _described(experiment, of_size[0]),
        }
        for size, of_size in sorted(best.items())
    ]
    return {"trade": rows, "reach": reach(comparison, sets)}


def reach(comparison: Comparison, sets: Sequence[RuleSet]) -> dict[str, Any]:
    """Return how many rule sets meet each goal, all goals, and which pairs none meets together."""
    places = [i for i, goal in enumerate(comparison.goals) if goal.has_distance]
    sound = [rules for rules in sets if rules.is_sound]
    lacking = [set(missed(comparison, rules)) for rules in sound]
    met = np.array([[place not in lacks for place in places] for lacks in lacking], bool)
    met = met.reshape(len(sound), len(places))
    apart = [
        [places[a], places[b]]
        for a, b in combinations(range(len(places)), 2)
        if met[:, a].any() and met[:, b].any() and not (met[:, a] & met[:, b]).any()
    ]
    return {
        "tried": len(sound),
        "goals": places,
        "met": met.sum(axis=0).tolist(),
        "all": int(met.all(axis=1).sum()) if places else 0,
        "apart": apart,
    }


def _described(experiment: Experiment, rules: RuleSet) -> list[dict[str, str]]:
    game, arm = experiment.game, experiment.plan.arms[0]
    base = arm_options(game, arm)
    return describe_changes(game, base, arm_options(game, arm, rules.changes))


# While the search goes on


def so_far_text(comparison: Comparison, sets: Sequence[RuleSet], best: Sequence[RuleSet]) -> str:
    """Return the best rule sets so far in a sentence."""
    base, goals = sets[0], sum(goal.has_distance for goal in comparison.goals)
    head = f"Best so far of {count_of(len(sets), 'rule set')}, not checked on fresh luck: "
    parts = [f"today's rules meet {_met(comparison, base, goals)}"]
    for rules in best:
        changes = " ".join(f"--set {name}={value}" for name, value in rules.changes.items())
        parts.append(f"{_met(comparison, rules, goals)} with {changes}")
    return head + "; ".join(parts)


def _met(comparison: Comparison, rules: RuleSet, goals: int) -> str:
    return f"{goals - len(missed(comparison, rules))} of {count_of(goals, 'goal')}"


def write_so_far(run: Run, text: str, best: Sequence[RuleSet]) -> None:
    """Save the best rule sets so far as rules files, by their number of changes."""
    assert run.out is not None
    game, arm = run.experiment.game, run.experiment.plan.arms[0]
    base = arm_options(game, arm)
    files: Mapping[str, str] = {"so-far.txt": text.replace("; ", ";\n") + "\n"}
    for rules in best:
        name = f"{len(rules.changes)}-changes.toml"
        files = {**files, **rules_files(game, name, base, arm_options(game, arm, rules.changes))}
    for name, content in files.items():
        write_text(run.out / SO_FAR / name, content)
