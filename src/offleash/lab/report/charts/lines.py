"""Lines with bands: estimates that follow a number, such as a round or an option's value."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.estimates import format_estimate, has_ends, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

Line = Sequence[tuple[float, Interval]]


def bands(
    title: str,
    lines: Mapping[str, Line],
    axes: tuple[str, str],
    is_share: bool = False,
    colours: Mapping[str, Any] | None = None,
    reference: float | None = None,
    zero: bool = False,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """A line through the values and a band through the intervals of each series."""
    values = [
        {
            "name": name,
            "at": tidy(at),
            "value": tidy(interval.value),
            "low": tidy(interval.low if has_ends(interval) else interval.value),
            "high": tidy(interval.high if has_ends(interval) else interval.value),
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
    axis = alt.Axis(format=theme.PERCENT) if is_share else alt.Axis()
    y = alt.Y("low:Q", title=axes[1], scale=alt.Scale(zero=zero), axis=axis)
    shade = base.mark_area(opacity=0.2).encode(y=y, y2="high:Q")
    hints = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("at:Q", title=axes[0]),
        alt.Tooltip("estimate:N", title=axes[1] or " "),
    ]
    point = base.mark_point(size=30).encode(y="value:Q", tooltip=hints)
    layers = [shade, base.mark_line().encode(y="value:Q"), point]
    if reference is not None:
        rule = alt.Chart(alt.Data(values=[{}])).mark_rule(strokeDash=[4, 3])
        layers.append(rule.encode(y=alt.datum(tidy(reference))))
    return Chart(title, alt.layer(*layers), caption, slug)
