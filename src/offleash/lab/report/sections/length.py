"""How long games last, and how they end: those of one arm, or of several side by side."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from offleash.lab.report.arm_data import ArmData, Ints
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.distributions import ecdf
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, grouped
from offleash.lab.report.charts.survival import ending_areas
from offleash.lab.report.estimates import estimate_cell, format_estimate
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Cell, Chart, DataTable, Part, Section, Text
from offleash.lab.runs.finished_run import FinishedRun
from offleash.lab.statistics.survival import Curve, aalen_johansen, kaplan_meier

ENDING, UNDECIDED = "ending", "undecided"  # a column of the games, and its value for none
# Columns of the games that measure their length, and how the table labels them
SPANS = {
    "rounds": "rounds",
    "decisions": "decisions",
    "length": "actions, including rolls and draws",
}
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def length_section(data: ArmData) -> Section:
    """Return how long games last, in rounds or, if the game has none, in actions."""
    times = data.games[data.clock].to_numpy().astype(np.float64)
    ended = data.games["finished"].to_numpy()
    axis = f"{data.clock_unit} played"
    over = ecdf(
        f"Games over, by {axis}",
        {"": _survival(data, data.clock)},
        axis,
        "The band is the 95 % interval; it allows for games of one block sharing their luck.",
        slug="length",
    )
    curve = [over] if times.min() < times.max() else []  # games of one length: nothing to draw
    parts: list[Part] = [_spans(data), *curve, *_endings(data, times, ended)]
    if not ended.all():
        parts.append(Text([f"{int((~ended).sum()):,} games were given up before their end."]))
    return Section("How long does a game last?", parts, _lead(data, times))


def _lead(data: ArmData, times: NDArray[Any]) -> str:
    word = data.clock_unit
    if times.min() == times.max():
        return f"Every game lasts exactly {number(float(times[0]))} {word}."
    low, first, median, third, high = _quantiles(times)
    sentences = [f"On average, a game lasts {format_estimate(data.mean(times))} {word}."]
    if first == third:
        sentences.append(f"Most games last {number(median)} {word}.")
    else:
        half = f"{number(first)} to {number(third)} {word}; the median is {number(median)}"
        sentences.append(f"Half of all games last {half}.")
    if low < first:
        sentences.append(f"One in twenty lasts {number(low)} or fewer.")
    if high > third:
        sentences.append(f"One in twenty lasts {number(high)} or more.")
    return " ".join(sentences)


def _quantiles(values: NDArray[Any]) -> list[float]:
    """Return quantiles that are values of the data, without interpolation."""
    quantiles = np.quantile(values, QUANTILES, method="inverted_cdf")
    return [float(value) for value in quantiles]


def _spans(data: ArmData) -> DataTable:
    games = data.games
    rows: list[list[Cell]] = []
    spans = {text: games[name].to_numpy() for name, text in SPANS.items() if name in games.columns}
    if "turns" in data.seats.columns:
        spans["turns, all players together"] = data.by_game("turns").sum(axis=1)
    for text, values in spans.items():
        quantiles = [number(quantile, 0) for quantile in _quantiles(values)]
        ends = [number(float(end), 0) for end in (values.min(), values.max())]
        rows.append([text, estimate_cell(data.mean(values)), ends[0], *quantiles, ends[1]])
    shares = ["5 %", "25 %", "median", "75 %", "95 %"]
    return DataTable(["", "mean", "shortest", *shares, "longest"], rows, "Length of a game")


def _endings(data: ArmData, times: NDArray[Any], ended: NDArray[Any]) -> list[Chart | DataTable]:
    words = _ending_words(data)
    if not words:
        return []
    hits_by_word = [(data.games[ENDING] == word).to_numpy() & ended for word in words]
    causes: Ints = sum(n * hits.astype(np.int64) for n, hits in enumerate(hits_by_word, 1))
    incidence = aalen_johansen(times, causes, len(words), data.groups)
    picture = ending_areas(
        "How games end, and when",
        incidence,
        words,
        f"{data.clock_unit} played",
        "The share of games that have ended in each way by then.",
        slug="endings",
    )
    rows: list[list[Cell]] = []
    for word, hits in zip(words, hits_by_word, strict=True):
        share = data.mean(hits, is_share=True)
        when = estimate_cell(data.mean(times * hits, hits)) if hits.any() else None
        rows.append([word, estimate_cell(share, is_share=True), when])
    columns = ["ending", "share of games", f"mean {data.clock_unit}"]
    return [picture, DataTable(columns, rows, "Endings")]


def _ending_words(data: ArmData) -> list[str]:
    """Return the endings that the game distinguishes; empty if it does not."""
    dtype = data.games.schema.get(ENDING)
    words = dtype.categories if isinstance(dtype, pl.Enum) else ()
    return [word for word in words if word != UNDECIDED]


# Several arms


def length_comparison(loaded: FinishedRun, names: Sequence[str]) -> Section:
    """Return a section on the first arms, with these names."""
    arms = {name: ArmData(loaded, arm) for arm, name in enumerate(names)}
    clocks = [(data.clock, data.clock_unit) for data in arms.values()]
    clock, unit = min(clocks)  # length, if one of them has no rounds
    over = ecdf(
        "How soon games are over",
        {name: _survival(data, clock) for name, data in arms.items()},
        f"{unit} played",
        "The curve further to the left belongs to the shorter games. Bands are 95 % intervals of "
        "each curve by itself.",
        "lengths",
    )
    parts: list[Part] = [over]
    rows = [row for name, data in arms.items() for row in _ending_rows(data, name)]
    if rows:
        caption = "The share of games that end in each way, with 95 % intervals."
        axis = ForestAxis("share of games", is_share=True, zero=True)
        colours = theme.scale(list(names))
        parts.append(grouped("How games end", rows, colours, axis, caption, "endings"))
    return Section("Length and endings", parts)


def _survival(data: ArmData, clock: str) -> Curve:
    times = data.games[clock].to_numpy().astype(np.float64)
    return kaplan_meier(times, data.games["finished"].to_numpy(), data.groups)


def _ending_rows(data: ArmData, arm: str) -> list[ForestRow]:
    """Return the share of each ending; empty if the game does not distinguish endings."""
    ended = data.games["finished"].to_numpy()
    return [
        ForestRow(
            word, data.mean((data.games[ENDING] == word).to_numpy() & ended, is_share=True), arm
        )
        for word in _ending_words(data)
    ]
