"""Two finished runs side by side: their figures, and what one has more than the other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from offleash.core.errors import OffleashError
from offleash.core.game import FURTHER, MEAN, Figure, Label
from offleash.lab.differences import columns
from offleash.lab.finished_run import FinishedRun, load_run
from offleash.lab.statistics.intervals import paired_ratio_difference

PAIRED = "Both met the same luck with the same seatings, so differences are paired, block by block."
SHARED = " They are those of the first {games:,} games, which is as far as both went."
UNPAIRED = "The two did not meet the same luck ({why}), so differences are those of separate games."
NO_GAMES = "{name} can't be set beside another: a run of kind {kind} keeps no games of its own"


@dataclass(frozen=True)
class Line:
    """A measure in both runs, as text."""

    heading: str
    name: str
    unit: str
    a: "Shown"
    b: "Shown"
    difference: "Shown"
    is_clear: bool  # the interval of the difference does not hold 0


@dataclass(frozen=True)
class Shown:
    """A number, and the ends of its interval where it has one."""

    value: str
    ends: str = ""


@dataclass(frozen=True)
class Side:
    """A run, and the arm of it that is looked at."""

    loaded: FinishedRun
    arm: int

    @property
    def arms(self) -> list[str]:
        """What its arms are called."""
        names = [arm.name for arm in self.loaded.plan.arms]
        return [name or f"arm {number + 1}" for number, name in enumerate(names)]

    @cached_property
    def figures(self) -> dict[Label, Figure]:
        """Its means, down to those that a person reads."""
        found = self.loaded.results.account(self.arm).figures()
        return {
            each.label: each
            for each in found
            if each.label.extent == MEAN and each.label.depth <= FURTHER
        }


@dataclass(frozen=True)
class Pair:
    """Two runs, their figures line by line, and how differences were worked out."""

    a: Side
    b: Side
    lines: Sequence[Line]
    is_paired: bool
    words: str


def side_of(folder: Path, arm: int) -> Side:
    """A run that has ended, with one of its arms, the first unless there is the one named."""
    loaded = load_run(folder)
    played = [number for number in range(len(loaded.plan.arms)) if loaded.results.shards(number)]
    if not played:
        raise OffleashError(NO_GAMES.format(name=folder.name, kind=loaded.plan.kind))
    return Side(loaded, arm if arm in played else played[0])


def pair(a: Side, b: Side) -> Pair:
    """Both, measure by measure."""
    why = _apart(a, b)
    shared = [label for label in a.figures if label in b.figures]
    found = _unpaired(a, b, shared) if why else _paired(a, b, shared)
    lines = [
        _line(a.figures[label], b.figures[label], difference)
        for label, difference in zip(shared, found, strict=True)
    ]
    return Pair(a, b, lines, not why, UNPAIRED.format(why=why) if why else _paired_words(a, b))


def _paired_words(a: Side, b: Side) -> str:
    """Says how far differences go, where that is not as far as the figures beside them."""
    blocks, experiment = _groups(a, b) * a.loaded.experiment.group, a.loaded.experiment
    if blocks == _blocks(a) == _blocks(b):
        return PAIRED
    return PAIRED + SHARED.format(games=blocks * experiment.games_per_block[a.arm])


def _apart(a: Side, b: Side) -> str:
    """Why the blocks of two runs are not the same luck, or nothing."""
    first, second = a.loaded.experiment, b.loaded.experiment
    if first.plan.game != second.plan.game:
        return "they are two games"
    if first.plan.seed != second.plan.seed:
        return "their seeds differ"
    if first.plan.seatings != second.plan.seatings or (
        first.games_per_block[a.arm] != second.games_per_block[b.arm]
    ):
        return "their seatings differ"
    if first.group != second.group:
        return "their blocks are added up in groups of other sizes"
    return "" if _groups(a, b) > 1 else "too few blocks are shared"


def _groups(a: Side, b: Side) -> int:
    """Whole groups of blocks that both have played."""
    return min(_blocks(side) // side.loaded.experiment.group for side in (a, b))


def _blocks(side: Side) -> int:
    shards = side.loaded.results.shards(side.arm)
    return sum(shard.work.hi - shard.work.lo for shard in shards)


def _paired(a: Side, b: Side, labels: Sequence[Label]) -> list[Figure]:
    count = _groups(a, b)
    accounts = [side.loaded.results.account(side.arm).upto(count) for side in (a, b)]
    one, other = (columns(account, labels) for account in accounts)
    found = paired_ratio_difference(*one, *other)
    rows = zip(labels, found.value, found.low, found.high, strict=True)
    return [Figure(label, float(v), float(low), float(high)) for label, v, low, high in rows]


def _unpaired(a: Side, b: Side, labels: Sequence[Label]) -> list[Figure]:
    """Of separate games: half widths add up as their squares do."""
    found = []
    for label in labels:
        one, other = a.figures[label], b.figures[label]
        value = other.value - one.value
        half = math.hypot(one.high - one.low, other.high - other.low) / 2
        found.append(Figure(label, value, value - half, value + half))
    return found


def _line(a: Figure, b: Figure, difference: Figure) -> Line:
    label = a.label
    low, high = difference.low, difference.high
    is_clear = not math.isnan(low) and (low > 0 or high < 0)
    unit = "%" if label.is_share else label.unit
    name = f"{label.name}, {label.column}" if label.column else label.name
    told = _told(difference, "+")
    return Line(label.heading, name, unit, _told(a), _told(b), told, is_clear)


def _told(figure: Figure, sign: str = "") -> Shown:
    if math.isnan(figure.value):
        return Shown("–")
    scale = 100 if figure.label.is_share else 1
    numbers = [scale * each for each in (figure.value, figure.low, figure.high)]
    value, low, high = (f"{each:{sign},.2f}".replace("-", "−") for each in numbers)
    return Shown(value, "" if math.isnan(figure.low) else f"{low} … {high}")
