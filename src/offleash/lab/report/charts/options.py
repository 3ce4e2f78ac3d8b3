"""The effect of options on a measure: curves over one, a matrix over two, panels over more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, interval_values, measure_axis, narrow_font
from offleash.lab.report.estimates import (
    common_digits,
    format_estimate,
    format_spread,
    format_value,
    tidy,
)
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

CELL, PANEL = 54, 150  # heights
MANY = 5  # columns of a matrix, beyond which intervals have no room in its cells
BASE = "base"


@dataclass(frozen=True)
class OptionPoint:
    """A measure at one value of an option."""

    at: str
    interval: Interval
    is_base: bool = False
    is_significant: bool = False  # whether it differs from the base
    series: str = ""
    panel: str = ""

    @property
    def is_full(self) -> bool:
        """Whether its point is drawn filled."""
        return self.is_significant or self.is_base


@dataclass(frozen=True)
class OptionAxes:
    """What the axes show, and the values of the base if it lies outside the grid."""

    option: str
    unit: str
    is_share: bool
    base: Mapping[str, Interval] = field(default_factory=dict)  # by series
    series: str = ""  # the option shown by colours
    colours: Mapping[str, str] = field(default_factory=dict)  # of pieces that are series
    has_panels: bool = False

    @property
    def title(self) -> str | None:
        """The title of the measure's axis; panels have no room for it."""
        return None if self.has_panels else self.unit or None


def is_number(text: str) -> bool:
    """Return whether a value of an option is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


# One option


def curves(
    title: str, points: Sequence[OptionPoint], axes: OptionAxes, caption: str, slug: str = ""
) -> Chart:
    """Return a line with a band for each series; single points if the values are not numbers."""
    panels = list(dict.fromkeys(point.panel for point in points))
    axes = replace(axes, has_panels=len(panels) > 1)
    numeric = all(is_number(point.at) for point in points)
    data = alt.Data(values=[_values(point, axes, numeric) for point in points])
    layers = _lines(points, axes) if numeric else _posts(points, axes)
    chart: Any = alt.layer(*layers)
    if len(panels) == 1:
        return Chart(title, chart.properties(data=data), caption, slug)
    header = alt.Header(title=None, labelAnchor="start", labelFontWeight=600)
    facet = alt.Facet("panel:N", sort=panels, header=header)
    chart = chart.properties(height=PANEL).facet(facet=facet, columns=2, data=data, spacing=18)
    return Chart(title, chart, caption, slug)


def _lines(points: Sequence[OptionPoint], axes: OptionAxes) -> list[alt.Chart]:
    places = sorted({float(point.at) for point in points})
    scale = alt.Scale(nice=False, zero=False, padding=12)
    axis = alt.Axis(values=places, format="~g", labelOverlap=True, grid=False)
    base = alt.Chart().encode(x=alt.X("at:Q", title=axes.option, scale=scale, axis=axis))
    rules = _base_rules(base, points, axes)
    base = base.encode(color=_colour(points, axes))
    band = base.mark_area(opacity=0.2).encode(y=_measure("low:Q", axes), y2=alt.Y2("high:Q"))
    line = base.mark_line().encode(y=_measure("value:Q", axes))
    return [*rules, band, line, *_points(base, points, axes)]


def _posts(points: Sequence[OptionPoint], axes: OptionAxes) -> list[alt.Chart]:
    order = list(dict.fromkeys(point.at for point in points))
    axis = alt.Axis(labelAngle=0, labelLimit=90)
    base = alt.Chart().encode(x=alt.X("at:N", sort=order, title=axes.option, axis=axis))
    rules = _base_rules(base, points, axes)
    base = base.encode(color=_colour(points, axes))
    names = _series(points)
    if len(names) > 1:
        base = base.encode(xOffset=alt.XOffset("series:N", sort=names))
    post = base.mark_rule(strokeWidth=3, opacity=0.5)
    return [
        *rules,
        post.encode(y=_measure("low:Q", axes), y2=alt.Y2("high:Q")),
        *_points(base, points, axes),
    ]


def _measure(field: str, axes: OptionAxes) -> alt.Y:
    return alt.Y(
        field, title=axes.title, scale=alt.Scale(zero=False), axis=measure_axis(axes.is_share)
    )


def _points(base: alt.Chart, points: Sequence[OptionPoint], axes: OptionAxes) -> list[alt.Chart]:
    """Return points: filled for the base and values that differ significantly, else hollow."""
    tooltip = hints({"series:N": "", "at:N": axes.option, "estimate:N": axes.unit})
    base = base.encode(y=_measure("value:Q", axes), tooltip=tooltip)
    hollow = base.mark_point(size=60, filled=False, fill=theme.colour("surface"), strokeWidth=2)
    full = base.mark_point(size=85).transform_filter("datum.full")
    return [hollow, full] if any(point.is_full for point in points) else [hollow]


def _base_rules(
    base: alt.Chart, points: Sequence[OptionPoint], axes: OptionAxes
) -> list[alt.Chart]:
    """Return lines for the base rules: vertical at their value, or horizontal if off the grid."""
    small: dict[str, Any] = {"fontSize": 11, "color": theme.colour("soft-ink")}
    if any(point.is_base for point in points):
        at_base = base.transform_filter("datum.is_base").transform_aggregate(groupby=["at"])
        label = at_base.transform_calculate(name=f"'{BASE}'")
        label = label.mark_text(**small, align="left", dx=4, dy=4)
        rule = at_base.mark_rule(strokeDash=[4, 3])
        return [rule, label.encode(y=alt.value(0), text=alt.Text("name:N"))]
    values = [
        {"series": name, "value": tidy(interval.value), "name": BASE}
        for name, interval in axes.base.items()
    ]
    if not values:
        return []
    across = alt.Chart(alt.Data(values=values)).encode(y=_measure("value:Q", axes))
    rule = across.mark_rule(strokeDash=[4, 3])
    if len(_series(points)) > 1 and len(values) > 1:
        rule = rule.encode(color=_colour(points, axes))
    label = across.mark_text(**small, align="right", dy=-7)
    return [rule, label.encode(x=alt.value("width"), text=alt.Text("name:N"))]


def _series(points: Sequence[OptionPoint]) -> list[str]:
    return list(dict.fromkeys(point.series for point in points))


def _colour(points: Sequence[OptionPoint], axes: OptionAxes) -> alt.Color:
    names = _series(points)
    legend = alt.Legend(symbolOpacity=1, title=axes.series or None, titleOrient="left")
    scale = alt.Scale(**theme.scale(names, axes.colours))
    visible_legend = legend if len(names) > 1 else None
    return alt.Color("series:N", sort=names, legend=visible_legend, scale=scale)


def _values(point: OptionPoint, axes: OptionAxes, numeric: bool) -> dict[str, Any]:
    return {
        "at": float(point.at) if numeric else point.at,
        "series": point.series,
        "panel": point.panel,
        **interval_values(point.interval),
        "full": point.is_full,
        "is_base": point.is_base,
        "estimate": format_estimate(point.interval, axes.is_share),
    }


# Two options


def heat_map(
    title: str,
    cells: Mapping[tuple[str, str], OptionPoint],
    options: tuple[str, str],
    axes: OptionAxes,
    caption: str,
    slug: str = "",
) -> Chart:
    """Return a matrix over two options' values; colours show values below and above the base."""
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))
    digits = common_digits((point.interval for point in cells.values()), axes.is_share)
    values = [_cell(row, column, point, axes, digits) for (row, column), point in cells.items()]
    top = alt.Axis(orient="top", labelAngle=0, labelLimit=90, labelPadding=8)
    chart = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("column:N", sort=columns, axis=top, title=f"{options[0]} ↓   {options[1]} →"),
        y=alt.Y("row:N", sort=rows, title=None),
        tooltip=hints({"row:N": options[0], "column:N": options[1], "estimate:N": axes.unit}),
    )
    tile = chart.mark_rect(cornerRadius=3, strokeWidth=3, stroke=theme.colour("surface"))
    tile = tile.encode(color=alt.Color("value:Q", scale=_around_base(cells, axes), legend=None))
    frame = chart.transform_filter("datum.is_base").mark_rect(
        cornerRadius=3, strokeWidth=2.5, fill=None, stroke=theme.INK
    )
    text = chart.mark_text(color=theme.INK, fontSize=narrow_font(12, 14), fontWeight=600, dy=-6)
    below = chart.mark_text(color=theme.INK, fontSize=narrow_font(9, 11), opacity=0.75, dy=11)
    layers = [tile, frame, text.encode(text=alt.Text("label:N"))]
    layers += [below.encode(text=alt.Text("spread:N"))] if len(columns) <= MANY else []
    return Chart(title, alt.layer(*layers).properties(height=alt.Step(CELL)), caption, slug)


def _around_base(cells: Mapping[tuple[str, str], OptionPoint], axes: OptionAxes) -> alt.Scale:
    """Return colours on both sides of the base, or of the mean if the base has no value."""
    values = [point.interval.value for point in cells.values()]
    bases = [point.interval for point in cells.values() if point.is_base]
    bases += axes.base.values()
    middle = bases[0].value if bases else sum(values) / len(values)
    far = max(abs(value - middle) for value in values) or 1.0
    return alt.Scale(**theme.ramp(theme.DIVERGING, middle - far, middle + far))


def _cell(
    row: str, column: str, point: OptionPoint, axes: OptionAxes, digits: int | None
) -> dict[str, Any]:
    interval, is_share = point.interval, axes.is_share
    return {
        "row": row,
        "column": column,
        "value": tidy(interval.value),
        "label": format_value(interval, is_share, digits) + ("*" if point.is_significant else ""),
        "spread": format_spread(interval, is_share, digits),
        "estimate": format_estimate(interval, is_share),
        "is_significant": point.is_significant,
        "is_base": point.is_base,
    }
