"""A fan chart: the quantiles over games of something that changes as games go on."""

import altair as alt
import numpy as np
from numpy.typing import NDArray

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import dashed_rule, measure_axis
from offleash.lab.report.estimates import tidy
from offleash.lab.report.parts import Chart

BANDS = ((0.05, 0.95, "nine games in ten", 0.16), (0.25, 0.75, "half of the games", 0.28))


def fan(
    title: str,
    values: NDArray[np.float64],
    axis: str,
    y_axis: str,
    reference: float,
    caption: str,
    slug: str,
) -> Chart:
    """Draw a share, games × moments; moments are spaced evenly from start to end."""
    at = np.linspace(0, 1, values.shape[1])
    x = alt.X("at:Q", title=axis, axis=measure_axis(True), scale=alt.Scale(nice=False))
    y = alt.Y("low:Q", title=y_axis, axis=measure_axis(True), scale=alt.Scale(domain=[0, 1]))
    bands = [
        {"at": tidy(moment), "low": tidy(low), "high": tidy(high), "blade": name}
        for below, above, name, _ in BANDS
        for moment, low, high in zip(
            at, np.quantile(values, below, axis=0), np.quantile(values, above, axis=0), strict=True
        )
    ]
    middle = [
        {"at": tidy(moment), "middle": tidy(median), "blade": "the median game"}
        for moment, median in zip(at, np.median(values, axis=0), strict=True)
    ]
    names = [name for _, _, name, _ in BANDS]
    shade = alt.Scale(domain=names, range=[opacity for *_, opacity in BANDS])
    opacity = alt.Opacity("blade:N", scale=shade, sort=names)
    areas = alt.Chart(alt.Data(values=bands)).mark_area(interpolate="monotone")
    areas = areas.encode(x=x, y=y, y2=alt.Y2("high:Q"), opacity=opacity)
    tooltip = [
        alt.Tooltip("at:Q", title=axis, format=theme.PERCENT),
        alt.Tooltip("middle:Q", title="the median game", format=theme.PERCENT),
    ]
    line = alt.Chart(alt.Data(values=middle)).mark_line(interpolate="monotone")
    line = line.encode(x=x, y=alt.Y("middle:Q"), tooltip=tooltip)
    rule = dashed_rule().encode(y=alt.datum(tidy(reference)))
    return Chart(title, alt.layer(areas, line, rule), caption, slug)
