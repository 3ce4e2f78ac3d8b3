"""How games end: the share that has ended in each way as time goes by, and those still played."""

from collections.abc import Sequence

import altair as alt
import numpy as np

from offleash.lab.report import theme
from offleash.lab.report.estimates import tidy, told
from offleash.lab.report.parts import Chart
from offleash.lab.statistics import Incidence, Interval

STILL = "still playing"


def stacked(
    title: str,
    found: Incidence,
    names: Sequence[str],
    axis: str,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Areas on top of each other: every ending, and above them what is still played."""
    kept = [k for k in range(len(names)) if found.value[k, -1] > 0]
    order = [names[k] for k in kept]
    values = [point for k in kept for point in _points(found, k, names[k])]
    values += _still(found)
    values += [_beyond(found, each) for each in values if each["time"] == tidy(found.times[-1])]
    colours = theme.scale(order)
    domain, shades = [*order, STILL], [*colours["range"], theme.colour("grid")]
    ranks = {name: place for place, name in enumerate(domain)}
    for each in values:
        each["rank"] = ranks[str(each["name"])]
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_area(interpolate="step", opacity=0.9)
        .encode(
            x=alt.X("time:Q", title=axis, scale=alt.Scale(nice=False)),
            y=alt.Y(
                "value:Q",
                title="of all games",
                stack="zero",
                axis=alt.Axis(format=theme.PERCENT),
                scale=alt.Scale(domain=[0, 1]),
            ),
            color=alt.Color("name:N", scale=alt.Scale(domain=domain, range=shades), sort=domain),
            order=alt.Order("rank:Q"),
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("time:Q", title=axis),
                alt.Tooltip("told:N", title="by then"),
            ],
        )
    )
    return Chart(title, chart, caption, slug)


def _points(found: Incidence, cause: int, name: str) -> list[dict[str, object]]:
    """One ending, from nothing on."""
    points = [_begin(found, name, 0.0)]
    rows = zip(found.times, found.value[cause], found.low[cause], found.high[cause], strict=True)
    for time, value, low, high in rows:
        each = Interval(float(value), float(low), float(high))
        points.append(
            {
                "name": name,
                "time": tidy(float(time)),
                "value": tidy(each.value),
                "told": told(each, is_share=True),
            }
        )
    return points


def _still(found: Incidence) -> list[dict[str, object]]:
    left = 1 - found.value.sum(axis=0)
    rows = zip(found.times, left, strict=True)
    points = [_begin(found, STILL, 1.0)]
    for time, value in rows:
        share = tidy(max(0.0, float(value)))
        points.append({"name": STILL, "time": tidy(float(time)), "value": share})
    return points


def _beyond(found: Incidence, point: dict[str, object]) -> dict[str, object]:
    """The end goes on a little, so that it can be seen."""
    gap = float(np.diff(found.times).min(initial=1.0))
    return {**point, "time": tidy(float(found.times[-1]) + gap / 2)}


def _begin(found: Incidence, name: str, value: float) -> dict[str, object]:
    """A step before the first ending."""
    gap = float(np.diff(found.times).min(initial=1.0))
    return {"name": name, "time": tidy(float(found.times[0]) - gap), "value": value}
