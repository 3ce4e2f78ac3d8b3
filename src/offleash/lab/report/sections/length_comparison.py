"""How long the games of several arms last, and how they end, side by side."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.distributions import ecdf
from offleash.lab.report.charts.forest import ForestAxis, Row, grouped
from offleash.lab.report.parts import Part, Section
from offleash.lab.report.sections.length import CLOCK_UNITS, ENDING, UNDECIDED
from offleash.lab.runs.finished_run import FinishedRun
from offleash.lab.statistics import Curve, kaplan_meier


def length_comparison(loaded: FinishedRun, names: Sequence[str]) -> Section:
    """A section on the first arms, with these names."""
    arms = {name: ArmData(loaded, arm) for arm, name in enumerate(names)}
    has_rounds = all("rounds" in data.games.columns for data in arms.values())
    clock = "rounds" if has_rounds else "length"
    over = ecdf(
        "How soon games are over",
        {name: _survival(data, clock) for name, data in arms.items()},
        f"{CLOCK_UNITS[clock]} played",
        "The curve further to the left belongs to the shorter games. Bands are 95 % intervals of "
        "each curve by itself.",
        "lengths",
    )
    parts: list[Part] = [over]
    rows = [row for name, data in arms.items() for row in _endings(data, name)]
    if rows:
        caption = "The share of games that end in each way, with 95 % intervals."
        axis = ForestAxis("share of games", is_share=True, zero=True)
        colours = theme.scale(list(names))
        parts.append(grouped("How games end", rows, colours, axis, caption, "endings"))
    return Section("Length and endings", parts)


def _survival(data: ArmData, clock: str) -> Curve:
    times = data.games[clock].to_numpy().astype(np.float64)
    return kaplan_meier(times, data.games["finished"].to_numpy(), data.groups)


def _endings(data: ArmData, arm: str) -> list[Row]:
    """The share of each ending; empty if the game does not distinguish endings."""
    column = data.games.get_column(ENDING, default=None)
    if column is None or not isinstance(column.dtype, pl.Enum):
        return []
    ended = data.games["finished"].to_numpy()
    words = [word for word in column.dtype.categories if word != UNDECIDED]
    return [
        Row(word, data.mean((column == word).to_numpy() & ended, is_share=True), arm)
        for word in words
    ]
