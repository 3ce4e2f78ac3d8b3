"""Whole distributions: the share of games over by a given time, and ridge plots of counts."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, measure_axis
from offleash.lab.report.estimates import format_estimate, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval
from offleash.lab.statistics.survival import Curve

RIDGE, GAP = 44, 6  # heights


def ecdf(
    title: str, curves: Mapping[str, Curve], axis: str, caption: str = "", slug: str = ""
) -> Chart:
    """Return the share of games over by each time, from the share still in play, with bands."""
    names = list(curves)
    values = [point for name, curve in curves.items() for point in _steps(name, curve)]
    legend, scale = alt.Legend() if len(names) > 1 else None, alt.Scale(**theme.scale(names))
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("time:Q", title=axis, scale=alt.Scale(nice=False)),
        color=alt.Color("name:N", scale=scale, legend=legend),
    )
    y = alt.Y("low:Q", title="games over", scale=alt.Scale(domain=[0, 1]), axis=measure_axis(True))
    band = base.mark_area(interpolate="step-after", opacity=0.25).encode(y=y, y2=alt.Y2("high:Q"))
    line = base.mark_line(interpolate="step-after").encode(y=alt.Y("value:Q"))
    tooltip = hints({"time:Q": axis, "estimate:N": "over by then"})
    hint = base.mark_point(opacity=0, size=160).encode(y=alt.Y("value:Q"), tooltip=tooltip)
    return Chart(title, alt.layer(band, line, hint), caption, slug)


def _steps(name: str, curve: Curve) -> list[dict[str, object]]:
    """Return points of a rising curve; it begins at zero and is extended a little at the end."""
    first = float(curve.times[0])
    gap = float(np.diff(curve.times).min(initial=1.0))
    points: list[dict[str, object]] = [
        {"name": name, "time": tidy(first - gap), "value": 0.0, "low": 0.0, "high": 0.0}
    ]
    rows = zip(curve.times, curve.value, curve.low, curve.high, strict=True)
    for time, left, low, high in rows:
        over = Interval(1 - float(left), 1 - float(high), 1 - float(low))
        points.append(
            {
                "name": name,
                "time": tidy(float(time)),
                "value": tidy(over.value),
                "low": tidy(over.low),
                "high": tidy(over.high),
                "estimate": format_estimate(over, is_share=True),
            }
        )
    return [*points, {**points[-1], "time": tidy(float(curve.times[-1]) + gap / 2)}]


def ridges(
    title: str,
    rows: Mapping[str, Mapping[float, float]],
    axis: str,
    colours: Mapping[str, Any] | None = None,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Return one ridge per row: the share of each value. All ridges have the same area."""
    every = [value for row in rows.values() for value in row]
    is_whole = all(value == int(value) for value in every)
    grid = _whole(every) if is_whole else sorted(set(every))
    values = [
        {
            "row": name,
            "value": tidy(value),
            "share": tidy(row.get(round(value) if is_whole else value, 0.0)),
        }
        for name, row in rows.items()
        for value in grid
    ]
    shades = [theme.colour(theme.SERIES[n % len(theme.SERIES)]) for n in range(len(rows))]
    scale = alt.Scale(**(colours or {"domain": list(rows), "range": shades}))
    ticks = alt.Axis(tickMinStep=1) if is_whole else alt.Axis()
    share = alt.Tooltip("share:Q", title="share", format=".1%")
    hill = alt.Chart().mark_area(interpolate="step", opacity=0.75, line={"strokeWidth": 1.5})
    hill = hill.properties(height=RIDGE).encode(
        x=alt.X("value:Q", title=axis, axis=ticks, scale=alt.Scale(nice=False)),
        y=alt.Y("share:Q", axis=None),
        color=alt.Color("row:N", scale=scale, legend=None),
        tooltip=[*hints({"row:N": "", "value:Q": axis}), share],
    )
    header = alt.Header(labelAngle=0, labelAlign="left", labelAnchor="middle", labelPadding=4)
    faceted = hill.facet(
        row=alt.Row("row:N", title=None, sort=list(rows), header=header),
        data=alt.Data(values=values),
        spacing=GAP,
    )
    return Chart(title, faceted.resolve_scale(y="independent"), caption, slug)


def _whole(values: Sequence[float]) -> list[float]:
    """Return every whole number between the ends, and half a step beyond them."""
    low, high = int(min(values)), int(max(values))
    return [low - 0.49, *map(float, range(low, high + 1)), high + 0.49]
