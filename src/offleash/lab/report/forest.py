"""Estimates with their intervals, one in a row, beside a line to compare them with."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from offleash.lab.report import theme
from offleash.lab.report.estimates import common_digits, shown, tidy, told
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
    zero: bool = False  # whether the axis begins at nothing


def forest(title: str, rows: Sequence[Row], look: Look, caption: str = "", slug: str = "") -> Chart:
    """A point and a line for each row; several panels stand one under another."""
    panels = list(dict.fromkeys(row.panel for row in rows))
    scale = _scale(rows, look)
    charts = [
        _panel([row for row in rows if row.panel == panel], look, scale, panel == panels[-1])
        for panel in panels
    ]
    if len(charts) == 1:
        return Chart(title, charts[0], caption, slug)
    titled = [
        chart.properties(title=alt.Title(panel, fontSize=12, offset=6))
        for chart, panel in zip(charts, panels, strict=True)
    ]
    return Chart(title, alt.vconcat(*titled, spacing=18), caption, slug)


def _panel(rows: Sequence[Row], look: Look, scale: alt.Scale, is_last: bool) -> Any:
    digits = common_digits((row.interval for row in rows), look.is_share)
    data = alt.Data(values=[_values(row, look, digits) for row in rows])
    base = alt.Chart(data).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170, minExtent=90)),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("told:N", title=look.axis or " ")],
    )
    axis = _axis(look) if is_last else alt.Axis(labels=False, domain=False)
    x = alt.X("low:Q", scale=scale, axis=axis, title=look.axis if is_last else None)
    line = base.mark_rule(strokeWidth=3, color=theme.colour("blue"), opacity=0.45)
    point = base.mark_point(size=85, color=theme.colour("blue")).encode(x="value:Q")
    text = base.mark_text(dy=-12, fontSize=SMALL, fontWeight=600)
    halo = base.mark_text(  # so that no line crosses the number
        dy=-12, fontSize=SMALL, fontWeight=600, stroke=theme.colour("surface"), strokeWidth=4
    )
    numbers = [each.encode(x="value:Q", text="shown:N") for each in (halo, text)]
    layers = [*_reference(look), line.encode(x=x, x2="high:Q"), point, *numbers]
    return alt.layer(*layers).properties(height=alt.Step(ROW))


def grouped(
    title: str,
    rows: Sequence[Row],
    colours: Mapping[str, Any],
    look: Look,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Several series under each name, told apart by their colours."""
    data = alt.Data(values=[_values(row, look, None) for row in rows])
    order = list(colours["domain"])
    legend = alt.Legend(symbolOpacity=1, offset=10)
    base = alt.Chart(data).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170)),
        yOffset=alt.YOffset("series:N", sort=order),
        color=alt.Color("series:N", scale=alt.Scale(**colours), sort=order, legend=legend),
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


def _values(row: Row, look: Look, digits: int | None) -> dict[str, Any]:
    each, is_share = row.interval, look.is_share
    low, high = (tidy(end) for end in (each.low, each.high))
    value = tidy(each.value)
    return {
        "name": row.name,
        "series": row.series,
        "value": value,
        "low": value if low is None else low,
        "high": value if high is None else high,
        "shown": shown(each, is_share, digits),
        "told": told(each, is_share),
    }


def _scale(rows: Sequence[Row], look: Look) -> alt.Scale:
    """All that is shown, with some room at both ends; from zero on, where that is asked for."""
    ends = [
        end for row in rows for end in (row.interval.low, row.interval.high, row.interval.value)
    ]
    known = [end for end in ends if math.isfinite(end)]
    known += [] if look.reference is None else [look.reference]
    low, high = min(known), max(known)
    room = 0.06 * ((high - min(low, 0) if look.zero else high - low) or abs(high) or 1)
    bottom = 0.0 if look.zero and low >= 0 else low - room
    return alt.Scale(domain=[tidy(bottom), tidy(high + room)], nice=False, zero=False)


def _axis(look: Look) -> alt.Axis:
    return alt.Axis(format=theme.PERCENT) if look.is_share else alt.Axis()


def _reference(look: Look) -> list[alt.Chart]:
    if look.reference is None:
        return []
    line = alt.Chart(alt.Data(values=[{}])).mark_rule(strokeDash=[4, 3])
    return [line.encode(x=alt.datum(tidy(look.reference)))]
