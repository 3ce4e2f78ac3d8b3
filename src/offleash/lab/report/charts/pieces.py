"""Pieces that several charts share: axes, scales, hints, reference lines and numbers."""

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.estimates import has_ends, tidy
from offleash.lab.statistics.intervals import Interval

SMALL = 11  # font size next to a point
NARROW = 340  # width of a chart on a phone


def interval_values(interval: Interval) -> dict[str, float | None]:
    """Return the value and both ends for chart data; an unknown interval has no width."""
    ends = (interval.low, interval.high) if has_ends(interval) else (interval.value,) * 2
    return {"value": tidy(interval.value), "low": tidy(ends[0]), "high": tidy(ends[1])}


def hints(titles: Mapping[str, str]) -> list[alt.Tooltip]:
    """Return what a mark shows on hover: fields with their titles, which may be empty."""
    return [alt.Tooltip(field, title=title or " ") for field, title in titles.items()]


def measure_axis(is_share: bool) -> alt.Axis:
    """Return the axis of a measure, in per cent for a share."""
    return alt.Axis(format=theme.PERCENT) if is_share else alt.Axis()


def colours_by_kind(colours: Mapping[str, str], kinds: Iterable[str]) -> alt.Scale:
    """Return a scale over the kinds that occur, in the order and colours of all of them."""
    present = set(kinds)
    domain = [kind for kind in colours if kind in present]
    return alt.Scale(domain=domain, range=[theme.colour(colours[kind]) for kind in domain])


def dashed_rule() -> alt.Chart:
    """Return a line to compare with; encode its place."""
    rule: alt.Chart = alt.Chart(alt.Data(values=[{}])).mark_rule(strokeDash=[4, 3])
    return rule


def numbers_above(base: alt.Chart) -> list[alt.Chart]:
    """Return the label of each point above it, with a halo so that no line crosses it."""
    text: dict[str, Any] = {"dy": -12, "fontSize": SMALL, "fontWeight": 600}
    halo = base.mark_text(**text, stroke=theme.colour("surface"), strokeWidth=4)
    layers = (halo, base.mark_text(**text))
    return [layer.encode(x=alt.X("value:Q"), text=alt.Text("label:N")) for layer in layers]


def narrow_font(small: int, usual: int) -> alt.ExprRef:
    """Return a font size that is smaller on a phone."""
    return alt.ExprRef(f"width < {NARROW} ? {small} : {usual}")
