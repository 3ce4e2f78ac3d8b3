"""Which options matter: shares of the spread between points, and the points themselves."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from offleash.lab.report import theme
from offleash.lab.report.estimates import has_ends, tidy, told
from offleash.lab.report.parts import Chart
from offleash.lab.statistics import Interval

ALONE, IN_ALL = "alone", "with all it interacts with"
COLOURS: dict[str, Any] = {
    "domain": [ALONE, IN_ALL],
    "range": [theme.colour("blue"), theme.colour("sky")],
}
BAR, PANEL = 17, 130  # heights
Shares = Mapping[str, Interval]  # by option


def bars(title: str, alone: Shares, in_all: Shares, caption: str, slug: str = "") -> Chart:
    """Two bars for each option, the most important first, with their intervals."""
    order = sorted(in_all, key=lambda name: -in_all[name].value)
    values = [
        _bar(name, series, shares[name])
        for name in order
        for series, shares in ((ALONE, alone), (IN_ALL, in_all))
    ]
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("option:N", sort=order, title=None, axis=alt.Axis(labelLimit=170)),
        yOffset=alt.YOffset("series:N", sort=COLOURS["domain"]),
        tooltip=[
            alt.Tooltip("option:N", title=" "),
            alt.Tooltip("series:N", title=" "),
            alt.Tooltip("told:N", title="share of the spread"),
        ],
    )
    x = alt.X("value:Q", title="share of the spread", axis=alt.Axis(format=theme.PERCENT))
    color = alt.Color("series:N", scale=alt.Scale(**COLOURS), sort=COLOURS["domain"], title=None)
    bar = base.mark_bar().encode(x=x, color=color)
    line = base.mark_rule(strokeWidth=2, color=theme.colour("ink")).encode(x="low:Q", x2="high:Q")
    height = alt.Step(BAR, **{"for": "offset"})
    return Chart(title, alt.layer(bar, line).properties(height=height), caption, slug)


def _bar(option: str, series: str, share: Interval) -> dict[str, Any]:
    value = tidy(share.value)
    low, high = (tidy(share.low), tidy(share.high)) if has_ends(share) else (value, value)
    text = told(share, is_share=True)
    return {"option": option, "series": series, "value": value, "low": low, "high": high,
            "told": text}  # fmt: skip


def clouds(
    title: str,
    points: Sequence[tuple[Mapping[str, str], Interval]],
    over: Mapping[str, Sequence[str]],
    unit: str,
    is_share: bool,
    caption: str,
    slug: str = "",
) -> Chart:
    """Every point once for each option, above the value that the option has there."""
    views = [
        _cloud(name, values, [(at[name], each) for at, each in points], unit, is_share)
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
    axis = alt.Axis(format=theme.PERCENT) if is_share else alt.Axis()
    y = alt.Y("value:Q", title=unit or None, scale=alt.Scale(zero=False), axis=axis)
    data = [
        {"at": at, "value": tidy(each.value), "told": told(each, is_share)} for at, each in points
    ]
    x = alt.X("at:O", sort=list(order), title=name, axis=alt.Axis(labelAngle=0, labelLimit=60))
    base = alt.Chart(alt.Data(values=data)).encode(x=x, y=y)
    hints = [alt.Tooltip("at:O", title=name), alt.Tooltip("told:N", title=" ")]
    dots = base.mark_point(size=30, opacity=0.35).encode(tooltip=hints)
    mean = base.mark_tick(color=theme.colour("red"), thickness=3, size=22)
    mean = mean.encode(y=alt.Y("mean(value):Q", title=unit or None))
    return alt.layer(dots, mean).properties(height=PANEL)
