"""Estimates with their intervals, one in a row, beside a line to compare them with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from offleash.lab.report import theme
from offleash.lab.report.estimates import shown, tidy, told
from offleash.lab.report.parts import Chart
from offleash.lab.statistics import Interval

ROW, OFFSET_ROW = 38, 15  # heights: of a row with its number, of one of several in a group
SMALL = 11  # letters beside a point


@dataclass(frozen=True)
class Row:
    """One estimate. Rows of one panel share a heading, rows of one name are of several series."""

    name: str
    interval: Interval
    series: str = ""
    panel: str = ""


@dataclass(frozen=True)
class Look:
    """How a forest is read: what its axis counts, and what equality would be."""

    axis: str = ""
    is_share: bool = False
    reference: float | None = None
    zero: bool = False  # whether the axis begins there


def forest(
    title: str, rows: Sequence[Row], look: Look, caption: str = "", slug: str = ""
) -> Chart:
    """A point and a line for each row; several panels stand one under another."""
    data = alt.Data(values=[_values(row, look) for row in rows])
    base = alt.Chart().encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170)),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("told:N", title=look.axis or " ")],
    )
    line = base.mark_rule(strokeWidth=3, color=theme.colour("blue"), opacity=0.45)
    point = base.mark_point(size=85, color=theme.colour("blue"))
    text = base.mark_text(dy=-12, fontSize=SMALL, fontWeight=600).encode(text="shown:N")
    scale = _scale(rows, look)
    axis = _axis(look)
    line = line.encode(x=alt.X("low:Q", scale=scale, axis=axis, title=look.axis), x2="high:Q")
    layers = [line, point.encode(x="value:Q"), text.encode(x="value:Q")]
    chart: Any = alt.layer(*_reference(look), *layers).properties(height=alt.Step(ROW))
    panels = list(dict.fromkeys(row.panel for row in rows))
    if len(panels) > 1:
        header = alt.Header(labelOrient="top", labelAnchor="start", labelFontWeight=600, title=None)
        faceted = chart.facet(row=alt.Row("panel:N", sort=panels, header=header), data=data)
        return Chart(title, faceted.resolve_scale(y="independent"), caption, slug)
    return Chart(title, chart.properties(data=data), caption, slug)


def grouped(
    title: str,
    rows: Sequence[Row],
    colours: dict[str, list[str]],
    look: Look,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Several series under each name, told apart by their colours."""
    data = alt.Data(values=[_values(row, look) for row in rows])
    order = colours["domain"]
    base = alt.Chart(data).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170)),
        yOffset=alt.YOffset("series:N", sort=order),
        color=alt.Color("series:N", scale=alt.Scale(**colours), sort=order, title=None),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("series:N", title=" "),
            alt.Tooltip("told:N", title=look.axis or " "),
        ],
    )
    x = alt.X("low:Q", scale=_scale(rows, look), axis=_axis(look), title=look.axis)
    line = base.mark_rule(strokeWidth=3, opacity=0.5).encode(x=x, x2="high:Q")
    point = base.mark_point(size=60).encode(x="value:Q")
    height = alt.Step(OFFSET_ROW, **{"for": "offset"})
    chart = alt.layer(*_reference(look), line, point).properties(height=height)
    return Chart(title, chart, caption, slug)


def _values(row: Row, look: Look) -> dict[str, Any]:
    each, is_share = row.interval, look.is_share
    low, high = (tidy(end) for end in (each.low, each.high))
    value = tidy(each.value)
    return {
        "name": row.name,
        "series": row.series,
        "panel": row.panel,
        "value": value,
        "low": value if low is None else low,
        "high": value if high is None else high,
        "shown": shown(each, is_share),
        "told": told(each, is_share),
    }


def _scale(rows: Sequence[Row], look: Look) -> alt.Scale:
    return alt.Scale(zero=look.zero, nice=True, padding=12)


def _axis(look: Look) -> alt.Axis:
    return alt.Axis(format=theme.PERCENT) if look.is_share else alt.Axis()


def _reference(look: Look) -> list[alt.Chart]:
    if look.reference is None:
        return []
    line = alt.Chart(alt.Data(values=[{}])).mark_rule(strokeDash=[4, 3])
    return [line.encode(x=alt.datum(tidy(look.reference)))]
