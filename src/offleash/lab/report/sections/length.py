"""How long a game lasts, and how it ends."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from offleash.lab.report.arm_data import ArmData, Ints
from offleash.lab.report.charts.distributions import ecdf
from offleash.lab.report.charts.survival import ending_areas
from offleash.lab.report.estimates import estimate_cell, format_estimate
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Cell, Chart, Part, Section, Table, Text
from offleash.lab.statistics import aalen_johansen, kaplan_meier

ENDING, UNDECIDED = "ending", "undecided"  # a column of the games, and its value for none
# Columns of the games that measure their length, and how the table labels them
SPANS = {"rounds": "rounds", "decisions": "decisions", "length": "actions, with dice and cards"}
CLOCK_UNITS = {"rounds": "rounds", "length": "actions"}
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def length_section(data: ArmData) -> Section:
    """How long games last, in rounds or, if the game has none, in actions."""
    games = data.games
    clock = "rounds" if "rounds" in games.columns else "length"
    times = games[clock].to_numpy().astype(np.float64)
    ended = games["finished"].to_numpy()
    still = kaplan_meier(times, ended, data.groups)
    axis = f"{CLOCK_UNITS[clock]} played"
    over = ecdf(
        f"Games over, by {axis}",
        {"": still},
        axis,
        "The band is the 95 % interval; it allows for games of one block sharing their luck.",
        slug="length",
    )
    curve = [over] if times.min() < times.max() else []  # games of one length: nothing to draw
    parts: list[Part] = [_spans(data), *curve, *_endings(data, clock, times, ended)]
    if not ended.all():
        parts.append(Text([f"{int((~ended).sum()):,} games were given up before their end."]))
    return Section("How long does a game last?", parts, _lead(data, clock, times))


def _lead(data: ArmData, clock: str, times: NDArray[Any]) -> str:
    word = CLOCK_UNITS[clock]
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
    """Quantiles that are values of the data, without interpolation."""
    quantiles = np.quantile(values, QUANTILES, method="inverted_cdf")
    return [float(value) for value in quantiles]


def _spans(data: ArmData) -> Table:
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
    return Table(["", "mean", "shortest", *shares, "longest"], rows, "Length of a game")


def _endings(
    data: ArmData, clock: str, times: NDArray[Any], ended: NDArray[Any]
) -> list[Chart | Table]:
    column = data.games.get_column(ENDING, default=None)
    if column is None or not isinstance(column.dtype, pl.Enum):
        return []
    categories = list(column.dtype.categories)
    words = [word for word in categories if word != UNDECIDED]
    codes = np.array(
        [words.index(word) + 1 if word in words else 0 for word in categories], np.int64
    )
    causes: Ints = np.where(ended, codes[column.to_physical().to_numpy()], 0)
    incidence = aalen_johansen(times, causes, len(words), data.groups)
    picture = ending_areas(
        "How games end, and when",
        incidence,
        words,
        f"{CLOCK_UNITS[clock]} played",
        "The share of games that have ended in each way by then.",
        slug="endings",
    )
    rows: list[list[Cell]] = []
    for cause, word in enumerate(words, 1):
        hits = causes == cause
        share = data.mean(hits, is_share=True)
        when = estimate_cell(data.mean(times * hits, hits)) if hits.any() else None
        rows.append([word, estimate_cell(share, is_share=True), when])
    return [
        picture,
        Table(["ending", "share of games", f"mean {CLOCK_UNITS[clock]}"], rows, "Endings"),
    ]
