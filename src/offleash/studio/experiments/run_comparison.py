"""Two finished runs side by side: their figures and the differences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from offleash.contract import FURTHER, MEAN, Figure, Label
from offleash.lab.figures.differences import columns
from offleash.lab.plans.plan import arm_names, wording_of_plan
from offleash.lab.runs.finished_run import FinishedRun, load_run
from offleash.lab.statistics.intervals import paired_ratio_difference
from offleash.tools.errors import OffleashError

PAIRED = "Both runs had the same luck and the same seatings, so differences are paired by block."
SHARED = " They cover the first {games:,} games, which both runs have played."
UNPAIRED = "The two runs had different luck ({}), so differences are unpaired."
NO_GAMES = "{name} can't be compared: a run of kind {kind} saves no games of its own"


@dataclass(frozen=True)
class MeasureRow:
    """A measure in both runs, as text."""

    heading: str
    name: str
    unit: str
    a: "FormattedFigure"
    b: "FormattedFigure"
    difference: "FormattedFigure"
    is_clear: bool  # the interval of the difference excludes 0


@dataclass(frozen=True)
class FormattedFigure:
    """A number as text, and its interval if it has one."""

    value: str
    ends: str = ""


@dataclass(frozen=True)
class ComparedRun:
    """A run and the arm of it to compare."""

    loaded: FinishedRun
    arm: int

    @property
    def arms(self) -> list[str]:
        """Return the names of its arms."""
        names = enumerate(arm_names(self.loaded.plan), 1)
        return [name or f"arm {number}" for number, name in names]

    @cached_property
    def figures(self) -> dict[Label, Figure]:
        """Return its means, without the most detailed ones."""
        figures = self.loaded.results.account(self.arm).figures()
        return {
            figure.label: figure
            for figure in figures
            if figure.label.extent == MEAN and figure.label.depth <= FURTHER
        }


@dataclass(frozen=True)
class RunPair:
    """Two runs, their measures, and how the differences were computed."""

    a: ComparedRun
    b: ComparedRun
    rows: Sequence[MeasureRow]
    is_paired: bool
    explanation: str


def load_arm(folder: Path, arm: int) -> ComparedRun:
    """Load a finished run with one of its arms, or the first if that has no games.

    Raises OffleashError if the run has no games.
    """
    loaded = load_run(folder)
    played = [number for number in range(len(loaded.plan.arms)) if loaded.results.shards(number)]
    if not played:
        raise OffleashError(NO_GAMES.format(name=folder.name, kind=loaded.plan.kind))
    return ComparedRun(loaded, arm if arm in played else played[0])


def compare_runs(a: ComparedRun, b: ComparedRun) -> RunPair:
    """Compare two runs measure by measure."""
    reason = _why_unpaired(a, b)
    shared = [label for label in a.figures if label in b.figures]
    differences = _unpaired(a, b, shared) if reason else _paired(a, b, shared)
    rows = [
        _measure_row(a.figures[label], b.figures[label], difference)
        for label, difference in zip(shared, differences, strict=True)
    ]
    wordings = [wording_of_plan(side.loaded.experiment.game, side.loaded.plan) for side in (a, b)]
    if wordings[0] is not None and wordings[0] is wordings[1]:  # two runs of one project
        rows = wordings[0].everything(rows)
    explanation = UNPAIRED.format(reason) if reason else _explain_pairing(a, b)
    return RunPair(a, b, rows, not reason, explanation)


def _explain_pairing(a: ComparedRun, b: ComparedRun) -> str:
    """Return how differences are paired, and which games they cover if not all."""
    blocks, experiment = _groups(a, b) * a.loaded.experiment.group, a.loaded.experiment
    if blocks == _blocks(a) == _blocks(b):
        return PAIRED
    return PAIRED + SHARED.format(games=blocks * experiment.games_per_block[a.arm])


def _why_unpaired(a: ComparedRun, b: ComparedRun) -> str:
    """Return why the blocks of two runs can't be paired; empty if they can."""
    first, second = a.loaded.experiment, b.loaded.experiment
    if first.plan.game != second.plan.game:
        return "they play different games"
    if first.plan.seed != second.plan.seed:
        return "their seeds differ"
    if first.plan.seatings != second.plan.seatings or (
        first.games_per_block[a.arm] != second.games_per_block[b.arm]
    ):
        return "their seatings differ"
    if first.group != second.group:
        return "their blocks are grouped differently"
    return "" if _groups(a, b) > 1 else "they share too few blocks"


def _groups(a: ComparedRun, b: ComparedRun) -> int:
    """Return how many whole groups of blocks both have played."""
    return min(_blocks(side) // side.loaded.experiment.group for side in (a, b))


def _blocks(side: ComparedRun) -> int:
    shards = side.loaded.results.shards(side.arm)
    return sum(shard.work.hi - shard.work.lo for shard in shards)


def _paired(a: ComparedRun, b: ComparedRun, labels: Sequence[Label]) -> list[Figure]:
    count = _groups(a, b)
    accounts = [side.loaded.results.account(side.arm).upto(count) for side in (a, b)]
    one, other = (columns(account, labels) for account in accounts)
    changes = paired_ratio_difference(*one, *other)
    rows = zip(labels, changes.value, changes.low, changes.high, strict=True)
    return [Figure(label, float(v), float(low), float(high)) for label, v, low, high in rows]


def _unpaired(a: ComparedRun, b: ComparedRun, labels: Sequence[Label]) -> list[Figure]:
    """Return unpaired differences: the squares of half widths add up."""
    differences = []
    for label in labels:
        one, other = a.figures[label], b.figures[label]
        value = other.value - one.value
        half = math.hypot(one.high - one.low, other.high - other.low) / 2
        differences.append(Figure(label, value, value - half, value + half))
    return differences


def _measure_row(a: Figure, b: Figure, difference: Figure) -> MeasureRow:
    label = a.label
    low, high = difference.low, difference.high
    is_clear = not math.isnan(low) and (low > 0 or high < 0)
    unit = "%" if label.is_share else label.unit
    name = f"{label.name}, {label.column}" if label.column else label.name
    change = _format(difference, "+")
    return MeasureRow(label.heading, name, unit, _format(a), _format(b), change, is_clear)


def _format(figure: Figure, sign: str = "") -> FormattedFigure:
    if math.isnan(figure.value):
        return FormattedFigure("–")
    scale = 100 if figure.label.is_share else 1
    numbers = [scale * number for number in (figure.value, figure.low, figure.high)]
    value, low, high = (f"{number:{sign},.2f}".replace("-", "−") for number in numbers)
    return FormattedFigure(value, "" if math.isnan(figure.low) else f"{low} … {high}")
