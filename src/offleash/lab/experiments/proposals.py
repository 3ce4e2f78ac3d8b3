"""What a search for better rules has found, as plain data: the proposals and their comparison."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from offleash.contract import Label
from offleash.contract.options import parts_of
from offleash.lab.experiments.goals import FAIRNESS, Goal
from offleash.lab.experiments.rule_changes import changed_sentences, describe_changes, rules_files
from offleash.lab.experiments.rule_search import Screening, Space
from offleash.lab.experiments.rule_sets import Comparison, RuleSet, block_columns, goal_value
from offleash.lab.figures.differences import interval_to_json, number_to_json
from offleash.lab.plans.plan import arm_options
from offleash.lab.runs.experiment import Experiment
from offleash.lab.statistics.intervals import paired_ratio_difference, ratio_interval
from offleash.lab.statistics.jackknife import jackknife
from offleash.lab.statistics.multiple_comparisons import holm
from offleash.tools.confidence import LEVEL
from offleash.tools.prose import capitalise, join_and

SIGNIFICANCE = 0.05
MOST_OTHERS = 12  # further measures that a proposal lists
MOST_BROKEN = 5  # rule sets that break the game, as examples


@dataclass(frozen=True)
class Validation:
    """Rule sets on fresh luck, the base first, and where the search had seen them before."""

    experiment: Experiment
    goals: Sequence[Goal]
    labels: Sequence[Sequence[Label]]  # the measures of each goal
    further: Sequence[Label]  # measures that no goal needs
    trials: Sequence[RuleSet]
    shortlist: Sequence[RuleSet]
    finals: Sequence[RuleSet]

    @property
    def base(self) -> RuleSet:
        return self.finals[0]

    @cached_property
    def comparison(self) -> Comparison:
        """Compares with the base, strictly enough for as many proposals as there are."""
        return Comparison(self.goals, 1 - (1 - LEVEL) / max(1, len(self.finals) - 1))

    def summary(self) -> dict[str, Any]:
        """Return all rule sets that were validated, the best first."""
        others = [rules for rules in self.finals[1:] if rules.is_sound]
        ranked = self.comparison.leaders(others, self.base)
        better = [rules for rules in ranked if self.is_better(rules)]
        ranked = [*better, *(rules for rules in ranked if rules not in better)]
        proposals = [self._proposal(number, rules) for number, rules in enumerate(ranked, 1)]
        return {
            "bots": [
                {"name": arm.name, "seats": list(arm.lineups[0])}
                for arm in self.experiment.plan.arms
            ],
            "trials": [self._trial(trial) for trial in self.trials],
            "today": {**self._validated(self.base), "seen": self._seen(self.base)},
            "proposals": proposals,
            "best": 1 if better else None,
            "digest": _digest((*self.trials, *self.shortlist, *self.finals)),
        }

    def is_better(self, rules: RuleSet) -> bool:
        """Return whether rules are clearly better than today's with every group of bots.

        They are clearly worse for no goal with any bots, and nearer to all goals together.
        """
        score = self.comparison.score(rules.point_costs, self.base.point_costs)
        improves = (self.comparison.improves(rules, self.base, name) for name in rules.costs)
        return bool(score < 0) and all(improves)

    def _proposal(self, number: int, rules: RuleSet) -> dict[str, Any]:
        game, arm = self.experiment.game, self.experiment.plan.arms[0]
        base, options = arm_options(game, arm), arm_options(game, arm, rules.changes)
        file = f"proposal-{number}.toml"
        return {
            "number": number,
            "trial": self._same(self.trials, rules).number,
            "changes": dict(rules.changes),
            "described": describe_changes(game, base, options),
            "is_better": self.is_better(rules),
            "verdict": self._verdict(rules),
            "seen": self._seen(rules),
            **self._validated(rules),
            "others": self._other_measures(rules),
            "sentences": changed_sentences(game, base, options),
            "notes": game.notes_on(options),
            "files": rules_files(game, file, base, options),
        }

    def _verdict(self, rules: RuleSet) -> str:
        """Return whether and why rules are better than today's, or not."""
        worse = [
            f"{self.goals[goal].text} with {name}"
            for name in rules.costs
            for goal in self.comparison.measured
            if self.comparison.is_better(self.base, rules, goal, name)
        ]
        if worse:
            return f"clearly worse than today's rules: {join_and(worse)}"
        unclear = [n for n in rules.costs if not self.comparison.improves(rules, self.base, n)]
        if unclear:
            return f"not clearly better than today's rules with {join_and(unclear)}"
        if not self.is_better(rules):
            return "clearly better than today's rules for a goal, but not for all goals together"
        return "clearly better than today's rules" + " with all bots" * (len(rules.costs) > 1)

    # Values of goals

    def _trial(self, trial: RuleSet) -> dict[str, Any]:
        if not trial.is_played:
            refused = trial.record["refused"]
            return {"number": trial.number, "changes": dict(trial.changes), "refused": refused}
        reached = [self._value(goal, trial) for goal in range(len(self.goals))]
        return {"number": trial.number, "changes": dict(trial.changes), "reached": reached}

    def _value(self, goal: int, rules: RuleSet, group: str = "") -> dict[str, Any]:
        kind, labels = self.goals[goal], self.labels[goal]
        if kind.kind == FAIRNESS:
            return asdict(goal_value(kind, True, rules.largest_gap(labels, group)))
        is_share = bool(labels) and labels[0].is_share
        return asdict(goal_value(kind, is_share, jackknife(*rules.rows(goal, group))))

    def _seen(self, rules: RuleSet) -> dict[str, Any]:
        """Return the values that the search saw; those of slow bots come from the shortlist."""
        seen: dict[str, Any] = {}
        for stage in (self.shortlist, self.trials):
            earlier = self._same(stage, rules)
            for name in earlier.costs:
                goals = range(len(self.goals))
                seen[name] = [self._value(goal, earlier, name) for goal in goals]
        return seen

    @staticmethod
    def _same(sets: Sequence[RuleSet], rules: RuleSet) -> RuleSet:
        return next(other for other in sets if other.changes == rules.changes)

    def _validated(self, rules: RuleSet) -> dict[str, Any]:
        """Return, with each group of bots, the goals, their paired differences and measures."""
        comparison = Comparison(self.goals)
        values: dict[str, list[dict[str, Any]]] = {}
        measures: dict[str, Any] = {}
        for name in rules.costs:
            values[name] = []
            for goal in range(len(self.goals)):
                change = comparison.difference(self.base, rules, goal, name)
                ends = interval_to_json(change.low, change.high)
                value = self._value(goal, rules, name)
                values[name].append({**value, "difference": change.value, "interval": ends})
            measures[name] = self._measures(rules.record["bots"][name])
        return {"validated": values, "measures": measures}

    def _measures(self, bots: Mapping[str, Any]) -> dict[str, Any]:
        """Return the measures behind the goals, each with its interval."""
        labels = list(dict.fromkeys(label for of_goal in self.labels for label in of_goal))
        shares = np.array([label.is_share for label in labels], bool)
        intervals = ratio_interval(*block_columns(bots, labels), share=shares)
        ends = zip(labels, intervals.value, intervals.low, intervals.high, strict=True)
        return {
            label.key: {"value": float(v), "interval": interval_to_json(low, high),
                        "is_share": label.is_share, "group": label.group}
            for label, v, low, high in ends
        }  # fmt: skip

    def _other_measures(self, rules: RuleSet) -> list[dict[str, Any]]:
        """Return further measures that clearly differ from today's with the first group of bots."""
        name = next(iter(rules.costs))
        tables = [a.record["bots"][name] for a in (self.base, rules)]
        needed = {label for of_goal in self.labels for label in of_goal}
        labels = [
            label
            for label in self.further
            if label not in needed and all(label.key in bots["totals"] for bots in tables)
        ]
        if not labels:
            return []
        columns = [block_columns(bots, labels) for bots in tables]
        change = paired_ratio_difference(*columns[0], *columns[1])
        adjusted = holm(change.p)
        clear = [i for i, p in enumerate(adjusted) if p < SIGNIFICANCE]
        with np.errstate(divide="ignore", invalid="ignore"):
            values = [totals.sum(axis=0) / of.sum(axis=0) for totals, of in columns]
        return [
            {
                "measure": labels[i].key,
                "unit": labels[i].unit,
                "is_share": labels[i].is_share,
                "values": [number_to_json(float(value[i])) for value in values],
                "difference": float(change.value[i]),
                "interval": interval_to_json(change.low[i], change.high[i]),
            }
            for i in sorted(clear, key=lambda i: change.p[i])[:MOST_OTHERS]
        ]


def _digest(sets: Sequence[RuleSet]) -> str:
    """Return a fingerprint of every final position of these rule sets."""
    digests = (bots["digest"] for rules in sets for bots in rules.record["bots"].values())
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def broken_to_json(
    experiment: Experiment, screening: Screening, sets: Sequence[RuleSet]
) -> dict[str, Any]:
    """Return how many rule sets break the game, and the smallest changes that do."""
    flaws = [({name: value}, flaw) for (name, value), flaw in sorted(screening.flaws.items())]
    flaws += [(dict(rules.changes), rules.flaw) for rules in sets if rules.flaw]
    unique = {tuple(sorted(changes.items())): (changes, flaw) for changes, flaw in reversed(flaws)}
    smallest = [
        (changes, flaw)
        for changes, flaw in unique.values()
        if not any(other.items() < changes.items() for other, _ in unique.values())
    ]
    game, arm = experiment.game, experiment.plan.arms[0]
    base = arm_options(game, arm)
    ordered = sorted(smallest, key=lambda pair: (len(pair[0]), sorted(pair[0].items())))
    examples = [
        {
            "changes": changes,
            "described": describe_changes(game, base, arm_options(game, arm, changes)),
            "flaw": flaw,
        }
        for changes, flaw in ordered[:MOST_BROKEN]
    ]
    return {"count": len(unique), "examples": examples}


def screening_to_json(
    experiment: Experiment, screening: Screening, labels: Sequence[Sequence[Label]], varied: Space
) -> dict[str, Any]:
    """Return the effect of every option on each goal's measures, the most important first."""
    texts = {o.name: o.text for o in experiment.game.rules.options}
    texts |= {name: part.text for name, part in parts_of(experiment.game.rules.options).items()}
    places = [[screening.labels.index(label) for label in of_goal] for of_goal in labels]
    rows = [
        {
            "option": screening.options[option],
            "text": capitalise(texts[screening.options[option]]),
            "is_varied": screening.options[option] in varied,
            "effects": [_largest_effect(screening, option, of_goal) for of_goal in places],
        }
        for option in screening.order
    ]
    luck = [max((float(screening.effects.luck[i]) for i in at), default=0.0) for at in places]
    return {"options": rows, "luck": luck}


def _largest_effect(
    screening: Screening, option: int, places: Sequence[int]
) -> dict[str, Any] | None:
    """Return the effect of an option on the measure of a goal that it moves most."""
    if not places:
        return None
    size, mean = screening.effects.size, screening.effects.mean
    at = max(places, key=lambda place: np.nan_to_num(size.value[place, option], nan=-1.0))
    return {
        "measure": screening.labels[at].key,
        "is_share": screening.labels[at].is_share,
        "size": number_to_json(size.value[at, option]),
        "interval": interval_to_json(size.low[at, option], size.high[at, option]),
        "mean": number_to_json(mean[at, option]),
    }
