"""Which options matter: their shares of the variance between points, and the points."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, interval_values, measure_axis
from offleash.lab.report.estimates import format_estimate, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

ALONE, TOTAL = "alone", "with its interactions"
COLOURS: dict[str, Any] = {
    "domain": [ALONE, TOTAL],
    "range": [theme.colour("blue"), theme.colour("sky")],
}
BAR, PANEL = 17, 130  # heights
Shares = Mapping[str, Interval]  # by option


def bars(title: str, alone: Shares, total: Shares, caption: str, slug: str = "") -> Chart:
    """Return two bars for each option, the most important first, with their intervals."""
    order = sorted(total, key=lambda name: -total[name].value)
    values = [
        {
            "option": name,
            "series": series,
            **interval_values(shares[name]),
            "estimate": format_estimate(shares[name], is_share=True),
        }
        for name in order
        for series, shares in ((ALONE, alone), (TOTAL, total))
    ]
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("option:N", sort=order, title=None, axis=alt.Axis(labelLimit=170)),
        yOffset=alt.YOffset("series:N", sort=COLOURS["domain"]),
        tooltip=hints({"option:N": "", "series:N": "", "estimate:N": "share of the variance"}),
    )
    x = alt.X("value:Q", title="share of the variance", axis=alt.Axis(format=theme.PERCENT))
    color = alt.Color("series:N", scale=alt.Scale(**COLOURS), sort=COLOURS["domain"], title=None)
    bar = base.mark_bar().encode(x=x, color=color)
    line = base.mark_rule(strokeWidth=2, color=theme.colour("ink")).encode(
        x=alt.X("low:Q"), x2=alt.X2("high:Q")
    )
    height = alt.Step(BAR, **{"for": "offset"})
    return Chart(title, alt.layer(bar, line).properties(height=height), caption, slug)


def clouds(
    title: str,
    points: Sequence[tuple[Mapping[str, str], Interval]],
    over: Mapping[str, Sequence[str]],
    unit: str,
    is_share: bool,
    caption: str,
    slug: str = "",
) -> Chart:
    """Return one panel for each option, with every point above its value of that option."""
    views = [
        _cloud(name, values, [(at[name], interval) for at, interval in points], unit, is_share)
        for name, values in over.items()
    ]
    return Chart(title, alt.concat(*views, columns=2), caption, slug)


def _cloud(
    name: str,
    order: Sequence[str],
    points: Sequence[tuple[str, Interval]],
    unit: str,
    is_share: bool,
) -> Any:
    axis = measure_axis(is_share)
    y = alt.Y("value:Q", title=unit or None, scale=alt.Scale(zero=False), axis=axis)
    data = [
        {"at": at, "value": tidy(interval.value), "estimate": format_estimate(interval, is_share)}
        for at, interval in points
    ]
    x = alt.X("at:O", sort=list(order), title=name, axis=alt.Axis(labelAngle=0, labelLimit=60))
    base = alt.Chart(alt.Data(values=data)).encode(x=x, y=y)
    tooltip = hints({"at:O": name, "estimate:N": ""})
    dots = base.mark_point(size=30, opacity=0.35).encode(tooltip=tooltip)
    mean = base.mark_tick(color=theme.colour("red"), thickness=3, size=22)
    mean = mean.encode(y=alt.Y("mean(value):Q", title=unit or None))
    return alt.layer(dots, mean).properties(height=PANEL)
