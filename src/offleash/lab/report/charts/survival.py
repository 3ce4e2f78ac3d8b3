"""How games end: over time, the share that has ended in each way, and those still played."""

from collections.abc import Sequence

import altair as alt
import numpy as np

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import hints, measure_axis
from offleash.lab.report.estimates import format_estimate, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval
from offleash.lab.statistics.survival import Incidence

STILL_PLAYING = "still playing"


def ending_areas(
    title: str,
    incidence: Incidence,
    names: Sequence[str],
    axis: str,
    caption: str = "",
    slug: str = "",
) -> Chart:
    """Return stacked areas: one for every ending, and above them the games still played."""
    occurring = [k for k in range(len(names)) if incidence.value[k, -1] > 0]
    order = [names[k] for k in occurring]
    values = [point for k in occurring for point in _points(incidence, k, names[k])]
    values += _still_playing(incidence)
    values += [
        _beyond(incidence, point) for point in values if point["time"] == tidy(incidence.times[-1])
    ]
    colours = theme.scale(order)
    domain, shades = [*order, STILL_PLAYING], [*colours["range"], theme.colour("grid")]
    ranks = {name: place for place, name in enumerate(domain)}
    for point in values:
        point["rank"] = ranks[str(point["name"])]
    areas = alt.Chart(alt.Data(values=values)).mark_area(interpolate="step-after", opacity=0.9)
    y = alt.Y("value:Q", title="of all games", scale=alt.Scale(domain=[0, 1]))
    chart = areas.encode(
        x=alt.X("time:Q", title=axis, scale=alt.Scale(nice=False)),
        y=y.stack("zero").axis(measure_axis(True)),
        color=alt.Color("name:N", scale=alt.Scale(domain=domain, range=shades), sort=domain),
        order=alt.Order("rank:Q"),
        tooltip=hints({"name:N": "", "time:Q": axis, "estimate:N": "by then"}),
    )
    return Chart(title, chart, caption, slug)


def _points(incidence: Incidence, cause: int, name: str) -> list[dict[str, object]]:
    """Return the points of one ending, starting from zero."""
    points = [_begin(incidence, name, 0.0)]
    rows = (incidence.value[cause], incidence.low[cause], incidence.high[cause])
    for time, *ends in zip(incidence.times, *rows, strict=True):
        share = Interval(*map(float, ends))
        text = format_estimate(share, is_share=True)
        point = {"name": name, "time": tidy(float(time)), "value": tidy(share.value)}
        points.append({**point, "estimate": text})
    return points


def _still_playing(incidence: Incidence) -> list[dict[str, object]]:
    left = 1 - incidence.value.sum(axis=0)
    points = [_begin(incidence, STILL_PLAYING, 1.0)]
    for time, value in zip(incidence.times, left, strict=True):
        share = tidy(max(0.0, float(value)))
        points.append({"name": STILL_PLAYING, "time": tidy(float(time)), "value": share})
    return points


def _beyond(incidence: Incidence, point: dict[str, object]) -> dict[str, object]:
    """Return a point a little later, so that the end can be seen."""
    gap = float(np.diff(incidence.times).min(initial=1.0))
    return {**point, "time": tidy(float(incidence.times[-1]) + gap / 2)}


def _begin(incidence: Incidence, name: str, value: float) -> dict[str, object]:
    """Return a point one step before the first ending."""
    gap = float(np.diff(incidence.times).min(initial=1.0))
    return {"name": name, "time": tidy(float(incidence.times[0]) - gap), "value": value}
