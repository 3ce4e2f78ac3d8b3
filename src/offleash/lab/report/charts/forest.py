"""A forest plot: one estimate with its interval per row, and a line to compare them with."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import dashed_rule, hints, measure_axis, numbers_above
from offleash.lab.report.estimates import common_digits, format_estimate, format_value, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

ROW, OFFSET_ROW = 38, 15  # heights: of a row with its number, of one of several in a group


@dataclass(frozen=True)
class ForestRow:
    """One estimate. Rows of one panel share a heading, rows of one name are of several series."""

    name: str
    interval: Interval
    series: str = ""
    panel: str = ""


@dataclass(frozen=True)
class ForestAxis:
    """The axis of a forest plot: its title, its scale and the reference line."""

    title: str = ""
    is_share: bool = False
    reference: float | None = None
    zero: bool = False  # whether the axis begins at zero
    end: float | None = None  # a value that the axis reaches in any case


def forest(
    title: str, rows: Sequence[ForestRow], axis_spec: ForestAxis, caption: str = "", slug: str = ""
) -> Chart:
    """Return a point and a line for each row; several panels are stacked."""
    panels = list(dict.fromkeys(row.panel for row in rows))
    scale = _scale(rows, axis_spec)
    charts = [
        _panel([row for row in rows if row.panel == panel], axis_spec, scale, panel == panels[-1])
        for panel in panels
    ]
    if len(charts) == 1:
        return Chart(title, charts[0], caption, slug)
    titled = [
        chart.properties(title=alt.Title(panel, fontSize=12, offset=6))
        for chart, panel in zip(charts, panels, strict=True)
    ]
    return Chart(title, alt.vconcat(*titled, spacing=18), caption, slug)


def _panel(
    rows: Sequence[ForestRow], axis_spec: ForestAxis, scale: alt.Scale, is_last: bool
) -> Any:
    digits = common_digits((row.interval for row in rows), axis_spec.is_share)
    data = alt.Data(values=[_values(row, axis_spec, digits) for row in rows])
    base = alt.Chart(data).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170, minExtent=90)),
        tooltip=hints({"name:N": "", "estimate:N": axis_spec.title}),
    )
    axis = measure_axis(axis_spec.is_share) if is_last else alt.Axis(labels=False, domain=False)
    x = alt.X("low:Q", scale=scale, axis=axis, title=axis_spec.title if is_last else None)
    line = base.mark_rule(strokeWidth=3, color=theme.colour("blue"), opacity=0.45)
    point = base.mark_point(size=85, color=theme.colour("blue")).encode(x=alt.X("value:Q"))
    line = line.encode(x=x, x2=alt.X2("high:Q"))
    layers = [*_reference(axis_spec), line, point, *numbers_above(base)]
    return alt.layer(*layers).properties(height=alt.Step(ROW))


def grouped(
    title: str,
    rows: Sequence[ForestRow],
    colours: Mapping[str, Any],
    axis_spec: ForestAxis,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Return several series under each name, distinguished by colour."""
    data = alt.Data(values=[_values(row, axis_spec, None) for row in rows])
    order = list(colours["domain"])
    legend = alt.Legend(symbolOpacity=1, offset=10)
    base = alt.Chart(data).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170)),
        yOffset=alt.YOffset("series:N", sort=order),
        color=alt.Color("series:N", scale=alt.Scale(**colours), sort=order, legend=legend),
        tooltip=hints({"name:N": "", "series:N": "", "estimate:N": axis_spec.title}),
    )
    axis = measure_axis(axis_spec.is_share)
    x = alt.X("low:Q", scale=_scale(rows, axis_spec), axis=axis, title=axis_spec.title)
    line = base.mark_rule(strokeWidth=3, opacity=0.5).encode(x=x, x2=alt.X2("high:Q"))
    point = base.mark_point(size=60).encode(x=alt.X("value:Q"))
    height = alt.Step(OFFSET_ROW, **{"for": "offset"})
    chart = alt.layer(*_reference(axis_spec), line, point).properties(height=height)
    return Chart(title, chart, caption, slug)


def _values(row: ForestRow, axis_spec: ForestAxis, digits: int | None) -> dict[str, Any]:
    interval, is_share = row.interval, axis_spec.is_share
    low, high = (tidy(end) for end in (interval.low, interval.high))
    value = tidy(interval.value)
    return {
        "name": row.name,
        "series": row.series,
        "value": value,
        "low": value if low is None else low,
        "high": value if high is None else high,
        "label": format_value(interval, is_share, digits),
        "estimate": format_estimate(interval, is_share),
    }


def _scale(rows: Sequence[ForestRow], axis_spec: ForestAxis) -> alt.Scale:
    """Return a scale that fits all rows with some room at both ends, from zero if requested."""
    ends = [
        end for row in rows for end in (row.interval.low, row.interval.high, row.interval.value)
    ]
    known = [end for end in ends if math.isfinite(end)]
    known += [end for end in (axis_spec.reference, axis_spec.end) if end is not None]
    low, high = min(known), max(known)
    room = 0.06 * ((high - min(low, 0) if axis_spec.zero else high - low) or abs(high) or 1)
    bottom = 0.0 if axis_spec.zero and low >= 0 else low - room
    return alt.Scale(domain=[tidy(bottom), tidy(high + room)], nice=False, zero=False)


def _reference(axis_spec: ForestAxis) -> list[alt.Chart]:
    if axis_spec.reference is None:
        return []
    return [dashed_rule().encode(x=alt.datum(tidy(axis_spec.reference)))]
