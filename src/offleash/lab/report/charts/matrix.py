"""A matrix of estimates: each cell has a colour, a number and its interval below."""

from collections.abc import Mapping, Sequence

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, narrow_font
from offleash.lab.report.estimates import (
    common_digits,
    format_ends,
    format_spread,
    format_value,
    tidy,
)
from offleash.lab.report.numbers import THIN
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

CELL, FLAT = 54, 30  # height, with an interval and without
MOST_SIGNED = 4  # columns, beyond which there is no room for per cent signs
MOST_LEVEL = 9  # columns, beyond which names are vertical, and intervals show on hover
Cells = Mapping[tuple[str, str], Interval]  # by row and column; missing cells stay empty


def matrix(
    title: str,
    cells: Cells,
    is_share: bool = False,
    middle: float | None = None,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Draw a matrix; with a middle, colours show less or more than it, otherwise few to many."""
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))
    if set(rows) == set(columns):
        columns = rows
    digits = common_digits(cells.values(), is_share)
    sign = f"{THIN}%" if len(columns) > MOST_SIGNED else ""
    if sign and is_share:
        caption = f"In per cent. {caption}".strip()
    values = [
        {
            "row": row,
            "column": column,
            "value": tidy(interval.value),
            "label": format_value(interval, is_share, digits).removesuffix(sign),
            "ends": format_ends(interval, is_share, digits),
            "spread": format_spread(interval, is_share, digits).removesuffix(sign),
        }
        for (row, column), interval in cells.items()
    ]
    crowded = len(columns) > MOST_LEVEL
    top = alt.Axis(
        orient="top",
        labelAngle=-90 if crowded else 0,
        labelLimit=120 if crowded else 90,
        labelFontSize=narrow_font(10, 12),
    )
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("column:N", sort=columns, axis=top, title=None),
        y=alt.Y("row:N", sort=rows, title=None),
        tooltip=hints({"row:N": "", "column:N": "", "label:N": "value", "ends:N": "95 % interval"}),
    )
    tiles = base.mark_rect(cornerRadius=3, stroke=theme.colour("surface"), strokeWidth=3).encode(
        color=alt.Color("value:Q", scale=_colours(cells, middle), legend=None)
    )
    size, up = narrow_font(11, 11 if crowded else 14), 0 if crowded else -6
    text = base.mark_text(color=theme.INK, fontSize=size, fontWeight=600, dy=up)
    layers = [tiles, text.encode(text=alt.Text("label:N"))]
    if not crowded:
        layers.append(_intervals(base))
    height = alt.Step(FLAT if crowded else CELL)
    return Chart(title, alt.layer(*layers).properties(height=height), caption, slug)


def _intervals(base: alt.Chart) -> alt.Chart:
    """Return the interval below each number, cut to the width of its cell."""
    size, width = narrow_font(9, 11), alt.ExprRef("bandwidth('x')")
    below = base.mark_text(color=theme.INK, fontSize=size, opacity=0.75, dy=11, limit=width)
    intervals: alt.Chart = below.encode(text=alt.Text("spread:N"))
    return intervals


def _colours(cells: Cells, middle: float | None) -> alt.Scale:
    values = [interval.value for interval in cells.values()]
    if middle is None:
        # the darkest colours of the ramp would hide the text on them
        return alt.Scale(**theme.ramp(theme.HEAT[:4], 0, max(values) or 1))
    far = max(max(abs(value - middle) for value in values), middle / 4) or 1
    return alt.Scale(**theme.ramp(theme.DIVERGING, middle - far, middle + far))


def square(names: Sequence[str], value: Mapping[tuple[int, int], Interval]) -> Cells:
    """Return cells of a matrix with the same names for rows and columns, from cells by number."""
    return {(names[i], names[j]): interval for (i, j), interval in sorted(value.items())}
