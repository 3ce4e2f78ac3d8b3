"""How long the games of several arms last, and how they end, side by side."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from offleash.lab.finished_run import FinishedRun
from offleash.lab.report import theme
from offleash.lab.report.distributions import ecdf
from offleash.lab.report.forest import Look, Row, grouped
from offleash.lab.report.material import Material
from offleash.lab.report.parts import Part, Section
from offleash.lab.report.sections.length import ENDING, SPANS, UNDECIDED
from offleash.lab.statistics import Curve, kaplan_meier


def both_lengths(loaded: FinishedRun, names: Sequence[str]) -> Section:
    """A section about the first arms, called by these names."""
    arms = {name: Material(loaded, arm) for arm, name in enumerate(names)}
    has_rounds = all("rounds" in material.games.columns for material in arms.values())
    clock = "rounds" if has_rounds else "length"
    over = ecdf(
        "Games that are over by then",
        {name: _still(material, clock) for name, material in arms.items()},
        f"{SPANS[clock]} played",
        "The curve further left belongs to the shorter games. Bands are 95 % intervals of each "
        "curve by itself.",
        "lengths",
    )
    parts: list[Part] = [over]
    rows = [row for name, material in arms.items() for row in _endings(material, name)]
    if rows:
        caption = "The share of all games that end in each way, with 95 % intervals."
        look = Look("of all games", is_share=True, zero=True)
        colours = theme.scale(list(names))
        parts.append(grouped("How games end", rows, colours, look, caption, "endings"))
    return Section("Length and endings", parts)


def _still(material: Material, clock: str) -> Curve:
    times = material.games[clock].to_numpy().astype(np.float64)
    return kaplan_meier(times, material.games["finished"].to_numpy(), material.groups)


def _endings(material: Material, arm: str) -> list[Row]:
    """The share of each ending; nothing where the game does not tell endings apart."""
    column = material.games.get_column(ENDING, default=None)
    if column is None or not isinstance(column.dtype, pl.Enum):
        return []
    ended = material.games["finished"].to_numpy()
    words = [word for word in column.dtype.categories if word != UNDECIDED]
    return [
        Row(word, material.mean((column == word).to_numpy() & ended, is_share=True), arm)
        for word in words
    ]
