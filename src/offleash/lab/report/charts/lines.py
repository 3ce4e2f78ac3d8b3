"""Lines with bands: estimates that follow a number, such as a round or an option's value."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, interval_values, measure_axis
from offleash.lab.report.estimates import format_estimate, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

Line = Sequence[tuple[float, Interval]]


def bands(
    title: str,
    lines: Mapping[str, Line],
    axes: tuple[str, str],
    is_share: bool = False,
    colours: Mapping[str, Any] | None = None,
    zero: bool = False,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Return a line through the values and a band through the intervals of each series."""
    values = [
        {
            "name": name,
            "at": tidy(at),
            **interval_values(interval),
            "estimate": format_estimate(interval, is_share),
        }
        for name, line in lines.items()
        for at, interval in line
    ]
    names = list(lines)
    scale = alt.Scale(**(colours or theme.scale(names)))
    legend = alt.Legend(symbolOpacity=1) if len(names) > 1 else None
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("at:Q", title=axes[0], scale=alt.Scale(nice=False, zero=False)),
        color=alt.Color("name:N", scale=scale, sort=names, legend=legend),
    )
    y = alt.Y("low:Q", title=axes[1], scale=alt.Scale(zero=zero), axis=measure_axis(is_share))
    shade = base.mark_area(opacity=0.2).encode(y=y, y2=alt.Y2("high:Q"))
    tooltip = hints({"name:N": "", "at:Q": axes[0], "estimate:N": axes[1]})
    point = base.mark_point(size=30).encode(y=alt.Y("value:Q"), tooltip=tooltip)
    layers = [shade, base.mark_line().encode(y=alt.Y("value:Q")), point]
    return Chart(title, alt.layer(*layers), caption, slug)
