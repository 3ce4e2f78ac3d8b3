"""Rule sets that play the same blocks: their costs, and which of them is clearly better.

A rule set plays with one or more groups of bots. Its cost for a goal is that with the group that
comes off worst. Two rule sets are compared block by block, so luck that both share cancels, and a
difference counts only beyond its interval.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from offleash.contract import Label
from offleash.lab.experiments.flaws import find_flaw
from offleash.lab.experiments.goals import (
    FAIRNESS,
    FEW_CHANGES,
    MAX,
    MET_KINDS,
    TARGET,
    Goal,
    GoalValue,
    fair_gaps,
    goal_costs,
)
from offleash.lab.figures.differences import columns, number_to_json
from offleash.lab.plans.plan import arm_options, make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Shard
from offleash.lab.runs.run import Run, ShardCallback, SharedThreads
from offleash.lab.statistics.distributions import Floats
from offleash.lab.statistics.intervals import Interval
from offleash.lab.statistics.jackknife import jackknife, largest_gap, leave_one_out, worst
from offleash.tools.confidence import LEVEL
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import read_text, write_text

CHANGES = 100.0  # a change costs a hundredth of what the unfairness of the base does
LEAST_GAP = 0.1  # a fair base is judged as if it missed fairness by this much
DISTANCE = 0.1  # of a target; half the width of a band counts as much
NO_VALUE = "{!r} has no value in so few games; play more of each rule set (--games)"
SHARD = 480  # games of quick bots that one thread plays
MOST_WAITING = 32  # rule sets that are played at once
Changes = Mapping[str, str]


@dataclass(frozen=True)
class Stage:
    """One part of a search: where its rule sets are saved, their luck and their games."""

    name: str  # of its folder
    seed: int
    games: tuple[int, ...]  # for each group of bots; with 0 games it does not play
    total: int  # rule sets, at most
    stand_ins: Mapping[str, str] = field(default_factory=dict)  # quick bots, by slow ones
    slow: tuple[int, ...] = ()  # the arms with slow bots


@dataclass(frozen=True, eq=False)
class RuleSet:
    """Some changes of the base rules, and what they cost for each goal, by group of bots."""

    number: int
    changes: Changes
    costs: Mapping[str, Sequence[Floats]]  # by group, for each goal the rows of `jackknife`
    record: Mapping[str, Any]  # as plain data
    flaw: str = ""  # what makes the game broken or trivial

    @property
    def is_played(self) -> bool:
        return "refused" not in self.record

    @property
    def is_sound(self) -> bool:
        """Whether the rules can be played and leave the game a game."""
        return self.is_played and not self.flaw

    def rows(self, goal: int, group: str = "") -> list[Floats]:
        """Return the rows of a goal's cost with one group of bots, or with the worst group."""
        tables = [costs[goal] for name, costs in self.costs.items() if group in ("", name)]
        return worst(tables)

    def largest_gap(self, labels: Sequence[Label], group: str = "") -> Interval:
        """Return how unfair these win shares are, with one group of bots or with the worst."""
        bots = [own for name, own in self.record["bots"].items() if group in ("", name)]
        shares = (leave_one_out(*block_columns(own, labels)) for own in bots)
        return largest_gap(*(fair_gaps(labels, part) for part in shares))

    @cached_property
    def point_costs(self) -> tuple[float, ...]:
        """The cost for each goal, with the group of bots that does worst."""
        return tuple(
            float(max(table[0] for table in goal))
            for goal in zip(*self.costs.values(), strict=True)
        )


# Comparing


@dataclass(frozen=True)
class Comparison:
    """Compares rule sets goal by goal, at a level of confidence."""

    goals: Sequence[Goal]
    level: float = LEVEL

    @property
    def measured(self) -> list[int]:
        """The goals that games decide."""
        return [i for i, goal in enumerate(self.goals) if goal.kind != FEW_CHANGES]

    def difference(self, a: RuleSet, b: RuleSet, goal: int, group: str = "") -> Interval:
        """Return the cost of b minus that of a, with its interval."""
        pairs = zip(a.rows(goal, group), b.rows(goal, group), strict=True)
        rows = [theirs - own for own, theirs in pairs]
        if self.goals[goal].kind == FEW_CHANGES:
            return Interval(*(float(rows[0][0]),) * 3)
        return jackknife(*rows, level=self.level)

    def is_better(self, a: RuleSet, b: RuleSet, goal: int, group: str = "") -> bool:
        """Return whether a is clearly better than b."""
        return self.difference(a, b, goal, group).low > 0

    def dominates(self, a: RuleSet, b: RuleSet) -> bool:
        """Return whether a is nowhere worse than b, and clearly better for at least one goal."""
        goals = range(len(self.goals))
        own, other = a.point_costs, b.point_costs
        if any(own[goal] > other[goal] for goal in goals):
            return False
        return any(self.is_better(a, b, goal) for goal in goals if own[goal] < other[goal])

    def improves(self, a: RuleSet, base: RuleSet, group: str = "") -> bool:
        """Return whether a clearly beats the base for a measured goal and is worse for none."""
        is_better = any(self.is_better(a, base, goal, group) for goal in self.measured)
        return is_better and not any(self.is_better(base, a, g, group) for g in self.measured)

    def front(self, sets: Sequence[RuleSet]) -> list[RuleSet]:
        """Return the rule sets that no other dominates."""
        return [a for a in sets if not any(self.dominates(b, a) for b in sets)]

    def score(self, costs: ArrayLike, base: Sequence[float]) -> Floats:
        """Return how far rules are from all goals together: 0 for the base, less if nearer.

        A gap in fairness counts as a share of that of the base, a distance from a band as a share
        of half its width. `costs` has a column per goal.
        """
        return np.asarray(self.parts(costs, base).sum(axis=-1))

    def parts(self, costs: ArrayLike, base: Sequence[float]) -> Floats:
        """Return what each goal contributes to the score, a column per goal."""
        pairs = zip(self.goals, base, strict=True)
        scales = np.array([_scale(goal, cost) for goal, cost in pairs])
        return np.asarray((np.asarray(costs) - np.asarray(base)) / scales)

    def distance(self, rules: RuleSet, base: RuleSet) -> float:
        """Return how far rules are from all goals that can be met, each as a share of a scale."""
        pairs = zip(self.goals, rules.point_costs, base.point_costs, strict=True)
        return sum(cost / _scale(goal, today) for goal, cost, today in pairs if goal.has_distance)

    def leaders(self, sets: Sequence[RuleSet], base: RuleSet) -> list[RuleSet]:
        """Return rule sets in order: those that meet all goals together best come first."""
        return sorted(sets, key=lambda a: float(self.score(a.point_costs, base.point_costs)))


def _scale(goal: Goal, cost: float) -> float:
    """Return how much of a cost counts as 1, for a base with this cost."""
    if goal.kind == FEW_CHANGES:
        return CHANGES
    if goal.kind == FAIRNESS:
        return max(cost, LEAST_GAP)
    if goal.kind == TARGET:
        return max((goal.last - goal.target) / 2, abs(goal.target) * DISTANCE) or 1.0
    if goal.kind in MET_KINDS:  # a limit: today's distance from it
        return max(cost, abs(goal.target) * DISTANCE) or 1.0
    return abs(cost) or 1.0


def goal_value(goal: Goal, label_is_share: bool, interval: Interval) -> GoalValue:
    """Return a cost as people read it, with its interval."""
    value, low, high = interval.value, interval.low, interval.high
    if goal.kind == FEW_CHANGES:
        return GoalValue(value, value, value)
    if goal.kind == MAX:
        value, low, high = -value, -high, -low
    elif not math.isnan(low) and goal.kind not in ("min", MAX):
        low = max(0.0, low)  # a distance
    return GoalValue(value, number_to_json(low), number_to_json(high), label_is_share)


# Playing


class RuleSetPlayer:
    """Plays rule sets with the bots of every arm of a plan, or loads what is saved."""

    def __init__(
        self,
        run: Run,
        goals: Sequence[Goal],
        labels: Sequence[Sequence[Label]],
        on_progress: ShardCallback | None,
        flaw_labels: Sequence[Label] = (),
    ) -> None:
        """Set up with the measures of each goal (`labels`) and those of flaws (`flaw_labels`)."""
        self._run, self._goals, self._on_progress = run, goals, on_progress
        self._labels = labels
        self._all = list(dict.fromkeys(label for of_goal in labels for label in of_goal))
        self._flaw_labels, self._bases = flaw_labels, dict[str, RuleSet]()
        self.games = self.unfinished = 0
        self._lock = Lock()

    def play(
        self, stage: Stage, number: int, changes: Changes, further: Sequence[Label] = ()
    ) -> RuleSet:
        """Return the rule set with these changes; save `further` measures with those of goals."""
        return self.play_all(stage, number, [changes], further)[0]

    def play_all(
        self, stage: Stage, first: int, sets: Sequence[Changes], further: Sequence[Label] = ()
    ) -> list[RuleSet]:
        """Return several rule sets, numbered from the first on; they are played at once."""
        self._run.note(f"{stage.name}: rule set {first + len(sets)} of {stage.total}")
        shared = self._run.share_threads() if len(sets) > 1 else None
        if shared is None:
            records = [self._record(stage, first + i, a, further) for i, a in enumerate(sets)]
            return [self._judged(stage, record) for record in records]
        waiting = ThreadPoolExecutor(MOST_WAITING)  # for shards, which the shared threads play
        try:
            futures = [
                waiting.submit(self._record, stage, first + i, changes, further, shared)
                for i, changes in enumerate(sets)
            ]
            return [self._judged(stage, future.result()) for future in futures]
        finally:
            shared.close()
            waiting.shutdown(cancel_futures=True)

    def _record(
        self,
        stage: Stage,
        number: int,
        changes: Changes,
        further: Sequence[Label],
        shared: SharedThreads | None = None,
    ) -> dict[str, Any]:
        """Return what is saved of a rule set, after playing it unless it is saved already."""
        folder = self._run.out
        path = folder / stage.name / f"{number:04}.json" if folder else None
        if path and path.exists():
            record = _read_record(path, number, changes)
            self._run.on_loaded(sum(bots["games"] for bots in record["bots"].values()))
            return record
        record = {"number": number, "changes": dict(changes)}
        labels = [*self._all, *self._flaw_labels, *further]
        record |= self._play(stage, changes, labels, shared)
        if path:
            write_text(path, json.dumps(record, ensure_ascii=False) + "\n")
        return record

    def _judged(self, stage: Stage, record: Mapping[str, Any]) -> RuleSet:
        """Return a rule set with its costs and its flaw, if today's rules do not have it."""
        rules, changes = self._rule_set(record), record["changes"]
        if not changes and not rules.is_played:
            raise OffleashError(f"today's rules can't be played: {rules.record['refused']}")
        base = self._bases.setdefault(stage.name, rules)  # today's rules are the first of a stage
        return replace(rules, flaw=self._flaw(rules, base))

    def _flaw(self, rules: RuleSet, base: RuleSet) -> str:
        """Return what is wrong with the game, with the first group of bots that shows it."""
        pairs = (
            (bots, base.record["bots"].get(name)) for name, bots in rules.record["bots"].items()
        )
        flaws = (
            find_flaw(bots, today, self._flaw_labels, self._goals, self._labels)
            for bots, today in pairs
            if today
        )
        return next(filter(None, flaws), "")

    def _play(
        self, stage: Stage, changes: Changes, labels: Sequence[Label], shared: SharedThreads | None
    ) -> dict[str, Any]:
        plan, bots = self._run.experiment.plan, {}
        try:
            for place, (arm, games) in enumerate(zip(plan.arms, stage.games, strict=True)):
                if games:
                    bots[arm.name] = self._play_arm(stage, place, changes, labels, shared)
        except OffleashError as error:  # such as values that don't go together
            return {"refused": str(error), "bots": bots}
        return {"bots": bots}

    def _play_arm(
        self,
        stage: Stage,
        place: int,
        changes: Changes,
        labels: Sequence[Label],
        shared: SharedThreads | None,
    ) -> dict[str, Any]:
        game, plan = self._run.experiment.game, self._run.experiment.plan
        arm, size = plan.arms[place], 0
        options = arm_options(game, arm, changes)
        lineups = [[stage.stand_ins.get(name, name) for name in names] for names in arm.lineups]
        changed = make_arm(game, arm.name, options, *lineups)
        part = make_plan(game, [changed], stage.games[place], stage.seed, plan.seatings)
        if shared:  # shards of slow bots are short, so that no thread is left with one at the end
            size = 1 if place in stage.slow else SHARD
        run = self._run.with_experiment(Experiment(part, game), shared, size)
        results = run.play(on_progress=self._shard_callback(place))
        account = results.account(0)
        for label in self._all:
            if label not in account.means:
                raise OffleashError(f"games of {arm.name} have no measure {label.key!r}")
        known = [label for label in dict.fromkeys(labels) if label in account.means]
        totals, of = columns(account, known)
        return {
            "games": results.games(0),
            "unfinished": results.unfinished(0),
            "totals": {label.key: totals[:, i].tolist() for i, label in enumerate(known)},
            "of": {label.key: of[:, i].tolist() for i, label in enumerate(known)},
            "digest": results.digest(),
        }

    def _shard_callback(self, place: int) -> ShardCallback | None:
        """Return a callback that reports shards as those of the arm in the plan."""
        on_progress: Callable[[Shard], None] | None = self._on_progress
        if on_progress is None:
            return None

        def report(shard: Shard) -> None:
            with self._lock:
                on_progress(replace(shard, work=replace(shard.work, arm=place)))

        return report

    def _rule_set(self, record: Mapping[str, Any]) -> RuleSet:
        changes = record["changes"]
        costs = {name: self._costs(bots, len(changes)) for name, bots in record["bots"].items()}
        # without one of few blocks a goal may have no value: then only its interval is unknown
        unknown = [
            goal.text
            for table in costs.values()
            for goal, rows in zip(self._goals, table, strict=True)
            if not np.isfinite(rows[0])
        ]
        if "refused" not in record and unknown:
            record = {**record, "refused": NO_VALUE.format(unknown[0])}
        self.games += sum(bots["games"] for bots in record["bots"].values())
        self.unfinished += sum(bots["unfinished"] for bots in record["bots"].values())
        return RuleSet(record["number"], changes, costs, record)

    def _costs(self, bots: Mapping[str, Any], changes: int) -> list[Floats]:
        """Return for each goal its cost over all blocks and without each of them."""
        tables = []
        for goal, labels in zip(self._goals, self._labels, strict=True):
            values = leave_one_out(*block_columns(bots, labels))
            tables.append(goal_costs(goal, labels, values, changes))
        return tables


def block_columns(bots: Mapping[str, Any], labels: Sequence[Label]) -> tuple[Floats, Floats]:
    """Return blocks × labels of a saved record: totals, and what they are divided by."""
    if not labels:
        blocks = len(next(iter(bots["totals"].values()), [0.0, 0.0]))
        return np.zeros((blocks, 0)), np.zeros((blocks, 0))
    totals, of = (
        np.array([bots[part][label.key] for label in labels], float).T for part in ("totals", "of")
    )
    return totals, of


def _read_record(path: Path, number: int, changes: Changes) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(read_text(path))
        is_same = record["number"] == number and record["changes"] == dict(changes)
        games = [bots["games"] + bots["unfinished"] for bots in record["bots"].values()]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadFile(
            path, None, "it is not a rule set of this search: start in a new folder"
        ) from None
    if not is_same or not all(isinstance(count, int) for count in games):
        raise OffleashError(
            f"{path} holds other rules than this search would play: start in a new folder"
        )
    return record
