"""How long a game lasts, and how it ends."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from offleash.lab.report.distributions import ecdf
from offleash.lab.report.estimates import cell, told
from offleash.lab.report.material import Ints, Material
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Cell, Chart, Part, Section, Table, Text
from offleash.lab.report.survival import stacked
from offleash.lab.statistics import aalen_johansen, kaplan_meier

ENDING, UNDECIDED = "ending", "undecided"  # a column of games, and its word for none
# Columns of games that say how long they are, and what they count
SPANS = {"rounds": "rounds", "decisions": "decisions", "length": "actions, with dice and cards"}
QUARTERS = (0.05, 0.25, 0.5, 0.75, 0.95)


def length(material: Material) -> Section:
    """Curves by the clock of the game, which is its rounds where it has some."""
    games = material.games
    clock = "rounds" if "rounds" in games.columns else "length"
    times = games[clock].to_numpy().astype(np.float64)
    ended = games["finished"].to_numpy()
    still = kaplan_meier(times, ended, material.groups)
    axis = SPANS[clock] + " played"
    over = ecdf(
        f"Games that are over after so many {clock if clock != 'length' else 'actions'}",
        {"": still},
        axis,
        "The band is the 95 % interval. Games of one block share their luck, which it allows for.",
        slug="length",
    )
    curve = [over] if times.min() < times.max() else []  # games of one length: nothing to draw
    parts: list[Part] = [_spans(material), *curve, *_endings(material, clock, times, ended)]
    if not ended.all():
        parts.append(Text([f"{int((~ended).sum()):,} games were given up before their end."]))
    return Section("How long does a game last?", parts, _lead(material, clock, times))


def _lead(material: Material, clock: str, times: NDArray[Any]) -> str:
    word = clock if clock != "length" else "actions"
    if times.min() == times.max():
        return f"Every game lasts exactly {number(float(times[0]))} {word}."
    low, first, median, third, high = _quantiles(times)
    said = [f"On average {told(material.mean(times))} {word}."]
    if first == third:
        said.append(f"Most games last {number(median)} {word}.")
    else:
        half = f"{number(first)} to {number(third)} {word}, the middle one {number(median)}"
        said.append(f"Half of all games last {half}.")
    if low < first:
        said.append(f"One in twenty is over after {number(low)} or sooner.")
    if high > third:
        said.append(f"One in twenty needs {number(high)} or more.")
    return " ".join(said)


def _quantiles(values: NDArray[Any]) -> list[float]:
    """Values that came up, not something between them."""
    found = np.quantile(values, QUARTERS, method="inverted_cdf")
    return [float(each) for each in found]


def _spans(material: Material) -> Table:
    games = material.games
    rows: list[list[Cell]] = []
    spans = {said: games[name].to_numpy() for name, said in SPANS.items() if name in games.columns}
    if "turns" in material.seats.columns:
        spans["turns of all"] = material.by_game("turns").sum(axis=1)
    for said, values in spans.items():
        quantiles = [number(each, 0) for each in _quantiles(values)]
        ends = [number(float(each), 0) for each in (values.min(), values.max())]
        rows.append([said, cell(material.mean(values)), ends[0], *quantiles, ends[1]])
    shares = ["5 %", "25 %", "median", "75 %", "95 %"]
    return Table(["", "mean", "shortest", *shares, "longest"], rows, "Length of a game")


def _endings(
    material: Material, clock: str, times: NDArray[Any], ended: NDArray[Any]
) -> list[Chart | Table]:
    column = material.games.get_column(ENDING, default=None)
    if column is None or not isinstance(column.dtype, pl.Enum):
        return []
    every = list(column.dtype.categories)
    words = [word for word in every if word != UNDECIDED]
    codes = np.array([words.index(word) + 1 if word in words else 0 for word in every], np.int64)
    causes: Ints = np.where(ended, codes[column.to_physical().to_numpy()], 0)
    found = aalen_johansen(times, causes, len(words), material.groups)
    picture = stacked(
        "How games end, and when",
        found,
        words,
        SPANS[clock] + " played",
        "The share of all games that each ending has brought about by then.",
        slug="endings",
    )
    rows: list[list[Cell]] = []
    for number_, word in enumerate(words, 1):
        hits = causes == number_
        share = material.mean(hits, is_share=True)
        when = cell(material.mean(times * hits, hits)) if hits.any() else None
        rows.append([word, cell(share, is_share=True), when])
    unit = clock if clock != "length" else "actions"
    return [picture, Table(["ending", "of all games", f"{unit}, on average"], rows, "Endings")]
