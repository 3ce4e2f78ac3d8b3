"""Goals for tuning rules, each a figure of the games to make small or large.

`fairness` is the largest gap between the win share of an archetype, home, seat or place in the
order of play and an equal share; `few-changes` counts the options that differ from the base;
`measure=20` is the distance of a measure from a target; `measure=10..14` is its distance from a
band in which all values are equally good; `measure<=15%` and `measure>=0.9` are its distance from a
limit; `min:measure` and `max:measure` are the measure itself. With a limit, `fairness<=4%`, smaller
gaps are as good as none. The measure `length` is the number of rounds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

import numpy as np

from offleash.contract import Figure, Label
from offleash.lab.figures.measures import ROUNDS, find_measure, is_win
from offleash.lab.statistics.distributions import Floats
from offleash.tools.errors import OffleashError

FAIRNESS, FEW_CHANGES, TARGET, MIN, MAX = "fairness", "few-changes", "target", "min", "max"
AT_MOST, AT_LEAST = "at most", "at least"
MET_KINDS = (TARGET, AT_MOST, AT_LEAST)  # which a measure meets or misses by some distance
SIGNS = {"<=": AT_MOST, ">=": AT_LEAST}
LENGTH = "length"  # what people write for the number of rounds
FAIR_GROUPS = ("archetype", "home", "side", "seat", "turn")  # groups that should win equally often
ALLOWED_GROUPS = (*FAIR_GROUPS, "player")  # groups that a goal may name
FORMS = (
    "fairness, few-changes, MEASURE=NUMBER, MEASURE=LOW..HIGH, MEASURE<=NUMBER, MEASURE>=NUMBER, "
    "min:MEASURE or max:MEASURE; a number may be 15%"
)

Costs = Sequence[Sequence[float]]  # a row per candidate: a cost for every goal, lower is better


@dataclass(frozen=True)
class Goal:
    """One goal for tuning rules."""

    text: str  # as a person wrote it
    kind: str
    measure: str = ""  # or the group, of fairness
    target: float = 0.0  # or the limit; for fairness the largest gap that is fair enough
    upper: float | None = None  # the other end, if the target is a band

    @property
    def is_large(self) -> bool:
        """Whether more is better."""
        return self.kind == MAX

    @property
    def last(self) -> float:
        """The largest value that meets the target."""
        return self.target if self.upper is None else self.upper

    def distance(self, value: float) -> float:
        """Return how far a value is from the target, the band or the limit; NaN without a value."""
        if math.isnan(value):
            return math.nan
        below = 0.0 if self.kind == AT_MOST else self.target - value
        above = 0.0 if self.kind == AT_LEAST else value - self.last
        return max(below, above, 0.0)

    @property
    def has_distance(self) -> bool:
        """Whether the cost is a distance, which is 0 at best."""
        return self.kind in (*MET_KINDS, FAIRNESS)

    @property
    def can_be_met(self) -> bool:
        """Whether there is a point from which on nothing is better."""
        return self.kind in MET_KINDS or (self.kind == FAIRNESS and self.target > 0)

    def to_json(self) -> dict[str, Any]:
        """Return the goal as plain data; only a band has an upper end."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class GoalValue:
    """How near rules come to a goal, with an interval if one is known."""

    value: float
    low: float | None = None
    high: float | None = None
    is_share: bool = False


def parse_goal(text: str) -> Goal:
    """Parse a goal. Raise OffleashError if it is not one."""
    plain = text.strip()
    if plain == FEW_CHANGES:
        return Goal(plain, FEW_CHANGES)
    for sign, kind in SIGNS.items():
        if sign in plain:
            return _parse_limit(plain, sign, kind)
    head, colon, tail = (part.strip() for part in plain.partition(":"))
    if head == FAIRNESS:
        return Goal(plain, FAIRNESS, _fair_group(plain, colon, tail))
    if head in (MIN, MAX) and tail:
        return Goal(plain, head, tail)
    name, equals, number = (part.strip() for part in plain.rpartition("="))
    if not equals or not name:
        raise OffleashError(f"there is no goal {plain!r}; a goal is {FORMS}")
    ends = [_number(end) for end in number.split("..", 1)]
    if not all(map(math.isfinite, ends)):
        raise OffleashError(f"the goal {plain!r} has no number after '='")
    if ends != sorted(ends):
        raise OffleashError(f"the band of the goal {plain!r} is empty: write the lower end first")
    return Goal(plain, TARGET, name, *ends)


def _fair_group(plain: str, colon: str, group: str) -> str:
    if colon and group not in ALLOWED_GROUPS:
        listed = ", ".join(ALLOWED_GROUPS)
        raise OffleashError(f"the goal {plain!r} must name one of {listed} after fairness")
    return group


def _parse_limit(plain: str, sign: str, kind: str) -> Goal:
    """Parse `measure<=15%` or `fairness:archetype<=4%`."""
    name, _, number = (part.strip() for part in plain.rpartition(sign))
    limit = _number(number)
    if not name or not math.isfinite(limit):
        raise OffleashError(f"the goal {plain!r} must have a measure before {sign!r} and a number")
    head, colon, group = (part.strip() for part in name.partition(":"))
    if head != FAIRNESS:
        return Goal(plain, kind, name, limit)
    if kind != AT_MOST or not 0 < limit < 1:
        raise OffleashError(f"the goal {plain!r} must be a largest gap, such as fairness<=4%")
    return Goal(plain, FAIRNESS, _fair_group(plain, colon, group), limit)


def _number(text: str) -> float:
    part = 0.01 if text.endswith("%") else 1.0
    try:
        return part * float(text.removesuffix("%"))
    except ValueError:
        return math.nan


def parse_goals(texts: Sequence[str]) -> list[Goal]:
    """Parse goals. Raise OffleashError if there are none or one is repeated."""
    goals = [parse_goal(text) for text in texts]
    if not goals:
        raise OffleashError(f"tuning needs a goal: {FORMS}")
    names = [goal.text for goal in goals]
    if twice := [name for name in names if names.count(name) > 1]:
        raise OffleashError(f"the goal {twice[0]!r} is named twice")
    return goals


def refuse_unknown(goals: Sequence[Goal], labels: Sequence[Label]) -> None:
    """Raise OffleashError if a goal names something that the game does not count."""
    for goal in goals:
        if goal.kind == FAIRNESS:
            _fair_labels(goal, labels)
        elif goal.kind != FEW_CHANGES:
            _measure(goal, labels)


def _measure(goal: Goal, labels: Sequence[Label]) -> Label:
    if goal.measure != LENGTH:
        return find_measure(labels, goal.measure)
    if not any(label.name == ROUNDS for label in labels):
        raise OffleashError(f"the goal {goal.text!r} means rounds, which this game does not have")
    return find_measure(labels, ROUNDS)


def goal_value(
    goal: Goal, labels: Sequence[Label], figures: Mapping[Label, Figure], changes: int
) -> GoalValue:
    """Return how near rules come to a goal, judging by the figures of their games."""
    if goal.kind == FEW_CHANGES:
        return GoalValue(changes, changes, changes)
    if goal.kind == FAIRNESS:
        return _fairness(goal, _fair_labels(goal, labels), figures)
    label = _measure(goal, labels)
    if label not in figures:
        raise OffleashError(f"no game has a value for {label.key}, so it can't be a goal")
    figure = figures[label]
    value = figure.value if goal.kind not in MET_KINDS else goal.distance(figure.value)
    if math.isnan(figure.low):  # of an extreme, a median, or a single block
        return GoalValue(value, is_share=label.is_share)
    if goal.kind not in MET_KINDS:
        return GoalValue(value, figure.low, figure.high, label.is_share)
    ends = sorted((goal.distance(figure.low), goal.distance(figure.high)))
    is_within = figure.low <= goal.last and goal.target <= figure.high
    nearest = 0.0 if is_within and goal.kind == TARGET else ends[0]
    return GoalValue(value, nearest, ends[1], label.is_share)


def goal_labels(goal: Goal, labels: Sequence[Label]) -> list[Label]:
    """Return the measures a goal depends on. Raise OffleashError if the game lacks one."""
    if goal.kind == FEW_CHANGES:
        return []
    return _fair_labels(goal, labels) if goal.kind == FAIRNESS else [_measure(goal, labels)]


def goal_costs(goal: Goal, labels: Sequence[Label], values: Floats, changes: int) -> Floats:
    """Return the cost of rules for each row of values of the goal's measures; lower is better."""
    if goal.kind == FEW_CHANGES:
        return np.full(len(values), float(changes))
    if goal.kind == FAIRNESS:
        gaps = np.abs(fair_gaps(labels, values)).max(axis=1)
        return np.asarray(np.maximum(gaps - goal.target, 0.0))
    column: Floats = values[:, 0]
    if goal.kind in MET_KINDS:
        return np.array([goal.distance(value) for value in column])
    return -column if goal.is_large else column


# Fairness


def _fair_labels(goal: Goal, labels: Sequence[Label]) -> list[Label]:
    """Return the win shares that ought to be equal, group by group."""
    groups = (goal.measure,) if goal.measure else FAIR_GROUPS
    wins = [label for group in groups for label in labels if is_win(label, group)]
    if not wins:
        listed = ", ".join(groups)
        raise OffleashError(
            f"the goal {goal.text!r} needs wins by {listed}, which this game does not count"
        )
    return wins


def fair_gaps(labels: Sequence[Label], values: Floats) -> Floats:
    """Return, for each row of win shares, how far they are from the mean of their group.

    Of two shares that add up, only the first has a gap: the other's is the same.
    """
    groups = [label.group for label in labels]
    columns = [values[:, [g == group for g in groups]] for group in dict.fromkeys(groups)]
    gaps = [part - part.mean(axis=1, keepdims=True) for part in columns]
    return np.concatenate([part if part.shape[1] > 2 else part[:, :1] for part in gaps], axis=1)


def _fairness(goal: Goal, labels: Sequence[Label], figures: Mapping[Label, Figure]) -> GoalValue:
    """Return the largest gap between a win share and the mean of its group, beyond the limit."""
    gaps = []
    for _, group in groupby(labels, lambda label: label.group):
        shares = [figures[label] for label in group if label in figures]
        equal = sum(share.value for share in shares) / max(1, len(shares))
        gaps += [_gap(goal, share, abs(share.value - equal)) for share in shares]
    return max(gaps, key=lambda gap: gap.value, default=GoalValue(0.0, is_share=True))


def _gap(goal: Goal, share: Figure, gap: float) -> GoalValue:
    """Return the gap beyond the limit, with an interval as wide as that of the share."""
    half, beyond = (share.high - share.low) / 2, max(0.0, gap - goal.target)
    if math.isnan(half):
        return GoalValue(beyond, is_share=True)
    low, high = (max(0.0, gap + step - goal.target) for step in (-half, half))
    return GoalValue(beyond, low, high, is_share=True)


# Several goals at once


def front(costs: Costs) -> list[int]:
    """Return the rows that no other row dominates."""
    return [i for i, row in enumerate(costs) if not any(_dominates(other, row) for other in costs)]


def _dominates(other: Sequence[float], row: Sequence[float]) -> bool:
    pairs = list(zip(other, row, strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def compromise(costs: Costs, among: Sequence[int]) -> int:
    """Return the row nearest to the best of every goal, measured from each goal's best to worst.

    Best and worst are taken among the given rows; of equal rows the first wins.
    """
    rows = [costs[i] for i in among]
    lows = [min(column) for column in zip(*rows, strict=True)]
    spans = [max(column) - low for column, low in zip(zip(*rows, strict=True), lows, strict=True)]

    def distance(row: Sequence[float]) -> float:
        parts = zip(row, lows, spans, strict=True)
        return math.hypot(*((value - low) / span for value, low, span in parts if span))

    return min(among, key=lambda i: distance(costs[i]))
