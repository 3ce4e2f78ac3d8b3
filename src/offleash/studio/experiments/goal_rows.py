"""Goals as rows of the form: what should be small, large, near a number, within a band, or fair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from offleash.contract import Label
from offleash.lab.experiments.goals import (
    ALLOWED_GROUPS,
    AT_LEAST,
    AT_MOST,
    FAIRNESS,
    FEW_CHANGES,
    MAX,
    MIN,
    SIGNS,
    TARGET,
    goal_labels,
    parse_goal,
)
from offleash.tools.errors import OffleashError

BAND = "band"
GOAL_WORDS = {
    FAIRNESS: "Everybody wins equally often",
    MIN: "A measure as small as possible",
    MAX: "A measure as large as possible",
    TARGET: "A measure near a number",
    BAND: "A measure between two numbers",
    AT_MOST: "A measure of at most …",
    AT_LEAST: "A measure of at least …",
    FEW_CHANGES: "Few changes to the rules",
}
GROUP_WORDS = {
    "archetype": "archetypes",
    "home": "homes",
    "side": "sides",
    "seat": "seats",
    "turn": "places in the order of play",
    "player": "bots",
}


@dataclass(frozen=True)
class GoalRow:
    """A goal as it is filled in."""

    number: int
    kind: str = ""
    group: str = ""  # that should win equally often; all groups if empty
    measure: str = ""
    low: str = ""
    high: str = ""

    @property
    def field(self) -> str:
        return f"goals.{self.number}"

    @property
    def text(self) -> str:
        """Return the goal as plans have it. Raises OffleashError if something is missing."""
        if self.kind == FEW_CHANGES:
            return FEW_CHANGES
        if self.kind == FAIRNESS:
            fair = f"{FAIRNESS}:{self.group}" if self.group else FAIRNESS
            return f"{fair}<={self.low}" if self.low else fair
        if not self.measure:
            raise OffleashError("choose a measure for this goal")
        if self.kind in (MIN, MAX):
            return f"{self.kind}:{self.measure}"
        if not self.low or (self.kind == BAND and not self.high):
            raise OffleashError("fill in both" if self.kind == BAND else "fill in the number")
        for sign, kind in SIGNS.items():
            if self.kind == kind:
                return f"{self.measure}{sign}{self.low}"
        return f"{self.measure}={self.low}" + (f"..{self.high}" if self.kind == BAND else "")


def sent_row(number: int, sent: Mapping[str, str]) -> GoalRow:
    """Return the row with a number as it was sent."""
    keys = ("kind", "group", "measure", "low", "high")
    texts = [sent.get(f"goals.{number}.{key}", "").strip() for key in keys]
    return GoalRow(number, *texts)


def row_of(number: int, text: str) -> GoalRow:
    """Return the row for a goal in a plan's form. Raises OffleashError if it is not one."""
    goal = parse_goal(text)
    if goal.kind == FAIRNESS:
        gap = f"{goal.target:g}" if goal.target else ""
        return GoalRow(number, FAIRNESS, group=goal.measure, low=gap)
    if goal.kind in SIGNS.values():
        return GoalRow(number, goal.kind, measure=goal.measure, low=f"{goal.target:g}")
    if goal.kind != TARGET:
        return GoalRow(number, goal.kind, measure=goal.measure)
    kind, high = (TARGET, "") if goal.upper is None else (BAND, f"{goal.upper:g}")
    return GoalRow(number, kind, measure=goal.measure, low=f"{goal.target:g}", high=high)


def fair_groups(labels: Sequence[Label]) -> list[tuple[str, str]]:
    """Return the groups whose wins the game counts, with their words."""
    groups = []
    for group in ALLOWED_GROUPS:
        try:
            goal_labels(parse_goal(f"{FAIRNESS}:{group}"), labels)
        except OffleashError:
            continue
        groups.append((group, GROUP_WORDS[group]))
    return groups
