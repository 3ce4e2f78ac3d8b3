"""Differences between two arms: as text, as a forest, and as a path from look to look."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from offleash.lab.figures.differences import change_scale
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import (
    colours_by_kind,
    dashed_rule,
    hints,
    interval_values,
    numbers_above,
)
from offleash.lab.report.estimates import digits_of, has_ends, tidy
from offleash.lab.report.numbers import THIN, number, signed, span
from offleash.lab.report.parts import Chart, Estimate
from offleash.lab.statistics.intervals import Interval

UNKNOWN = "too few games"
AXES = {True: "b − a, in points", False: "b − a, in per cent of a"}  # by whether they are shares
DECIDES, DIFFERS, SAME = "decides", "differs", "not shown to differ"
COLOURS = {DECIDES: "red", DIFFERS: "blue", SAME: "grey"}
ROW = 40  # height


@dataclass(frozen=True)
class Difference:
    """The difference b − a of one measure, in the measure's own unit."""

    measure: str
    interval: Interval
    values: tuple[float, float]
    is_share: bool
    kind: str  # one of DECIDES, DIFFERS and SAME
    margin: float | None = None

    @property
    def scale(self) -> float:
        """The factor that converts it for an axis: to points, or to per cent of the value in a."""
        return 100.0 * change_scale(*self.values, self.is_share)


def read_interval(value: float, ends: Sequence[float | None]) -> Interval:
    """Read an interval from JSON data, where an unknown end is null."""
    low, high = (math.nan if end is None else float(end) for end in ends)
    return Interval(float(value), low, high)


def read_figure(data: Mapping[str, Any], key: str) -> Interval:
    """Read a figure with its interval from the JSON data of an arm or a point."""
    return read_interval(data["figures"][key], data["intervals"].get(key, (None, None)))


def format_signed(interval: Interval, is_share: bool) -> str:
    """Format as `+1.23`, with as many digits as the interval allows; a share in points."""
    scale = 100 if is_share else 1
    return signed(scale * interval.value, digits_of(interval, is_share))


def format_difference(interval: Interval, is_share: bool) -> str:
    """Format as `+1.23`, or as `+1.23 points`."""
    return format_signed(interval, is_share) + (" points" if is_share else "")


def format_signed_ends(interval: Interval, is_share: bool) -> str:
    """Format as `−0.14 – +0.24`, or say that the interval is open."""
    if not has_ends(interval):
        return UNKNOWN
    scale = 100 if is_share else 1
    digits = digits_of(interval, is_share)
    return span(*(signed(scale * end, digits) for end in (interval.low, interval.high)))


def difference_cell(interval: Interval, is_share: bool) -> Estimate:
    """Return a table cell with the difference and its interval."""
    return Estimate(format_signed(interval, is_share), format_signed_ends(interval, is_share))


def format_margin(value: float, is_share: bool) -> str:
    """Format a margin without a sign; a share in points."""
    scale = 100 if is_share else 1
    text = number(scale * value)
    return text.rstrip("0").rstrip(".") if "." in text else text


# Many measures


def difference_forest(title: str, rows: Sequence[Difference], caption: str, slug: str) -> Chart:
    """Return one row per measure on a common scale: the deciding one first, the others by size."""
    ordered = sorted(rows, key=lambda row: (row.kind != DECIDES, -row.interval.value * row.scale))
    data = alt.Data(values=[_row(row) for row in ordered])
    names = alt.Axis(labelExpr=r"split(datum.label, '\n')", labelLimit=175, labelOffset=-6)
    tooltip = [alt.Tooltip("measure:N")]
    tooltip += hints({"estimate:N": "difference", "from:N": "from a to b"})
    base = alt.Chart(data).encode(y=alt.Y("measure:N", sort=None, title=None, axis=names))
    x = alt.X("low:Q", title=AXES[rows[0].is_share], scale=alt.Scale(zero=True, padding=22))
    scale = colours_by_kind(COLOURS, (row.kind for row in rows))
    color = alt.Color("kind:N", scale=scale, sort=scale.domain)
    color = color.legend(symbolOpacity=1, columns=1, offset=10)
    line = base.mark_rule(strokeWidth=3, opacity=0.5).encode(x=x, x2=alt.X2("high:Q"), color=color)
    point = base.mark_point(size=85).encode(x=alt.X("value:Q"), color=color, tooltip=tooltip)
    zero = dashed_rule().encode(x=alt.datum(0))
    layers = [zero, *_margins(base, ordered), line, point, *numbers_above(base)]
    return Chart(title, alt.layer(*layers).properties(height=alt.Step(ROW)), caption, slug)


def _margins(base: alt.Chart, rows: Sequence[Difference]) -> list[alt.Chart]:
    """Return the band of the margin, behind the measure that decides."""
    data = [
        {"measure": two_lines(row.measure), "less": tidy(-edge), "more": tidy(edge)}
        for row in rows
        if row.margin is not None and (edge := row.scale * row.margin)
    ]
    bar = base.mark_bar(color=theme.colour("yellow"), opacity=0.25, height=ROW - 6)
    bar = bar.encode(x=alt.X("less:Q", title=AXES[rows[0].is_share]), x2=alt.X2("more:Q"))
    return [bar.properties(data=alt.Data(values=data))] if data else []


def _row(row: Difference) -> dict[str, Any]:
    interval = row.interval
    scaled = Interval(*(row.scale * end for end in (interval.value, interval.low, interval.high)))
    sign = "" if row.is_share else f"{THIN}%"
    before, after = (
        f"{number(100 * end, 1)} %" if row.is_share else number(end) for end in row.values
    )
    return {
        "measure": two_lines(row.measure),
        "kind": row.kind,
        **interval_values(scaled),
        "label": format_signed(scaled, False) + sign,
        "estimate": f"{format_signed(scaled, False)}{sign} ({format_signed_ends(scaled, False)})",
        "from": f"{before} → {after}",
    }


def two_lines(key: str) -> str:
    """Return the heading of a measure above its name, so that both fit next to an axis."""
    heading, colon, name = key.partition(": ")
    return f"{heading}\n{name}" if colon else key


# One measure, look by look


def look_path(
    title: str,
    looks: Sequence[tuple[str, Interval | None]],
    margin: float,
    is_share: bool,
    caption: str,
) -> Chart:
    """Draw the interval at each look against the margin; looks that were not needed stay empty."""
    scale = 100.0 if is_share else 1.0
    known = [interval for _, interval in looks if interval is not None]
    far = 1.15 * max(
        [scale * margin]
        + [scale * abs(e) for i in known for e in (i.value, i.low, i.high) if math.isfinite(e)]
    )
    values = [_look(games, look, scale, far) for games, look in looks if look is not None]
    order = [games for games, _ in looks]
    x = alt.X("games:O", sort=order, scale=alt.Scale(domain=order), title="games of each arm")
    x = x.axis(labelAngle=0, labelOverlap=True)
    axis = "b − a" + (", in points" if is_share else "")
    y = alt.Y("low:Q", title=axis, scale=alt.Scale(domain=[tidy(-far), tidy(far)], nice=False))
    base = alt.Chart(alt.Data(values=values)).encode(x=x)
    edge = tidy(scale * margin)
    band = alt.Chart(alt.Data(values=[{"from": tidy(-scale * margin), "to": edge}])).mark_rect(
        color=theme.colour("yellow"), opacity=0.22
    )
    zero = dashed_rule().encode(y=alt.datum(0))
    blue = theme.colour("blue")
    line = base.mark_rule(strokeWidth=4, color=blue, opacity=0.5).encode(y=y, y2=alt.Y2("high:Q"))
    tooltip = hints({"games:O": "games", "estimate:N": axis})
    point = base.mark_point(size=110, color=blue).encode(y=alt.Y("value:Q"), tooltip=tooltip)
    shade = band.encode(y=alt.Y("from:Q", title=axis), y2=alt.Y2("to:Q"))
    return Chart(title, alt.layer(shade, zero, line, point), caption, "looks")


def _look(games: str, interval: Interval, scale: float, far: float) -> Mapping[str, Any]:
    """Return one look; an open end reaches to the edge of the chart."""
    low = scale * interval.low if math.isfinite(interval.low) else -far
    high = scale * interval.high if math.isfinite(interval.high) else far
    is_share = scale != 1
    return {
        "games": games,
        "value": tidy(scale * interval.value),
        "low": tidy(low),
        "high": tidy(high),
        "estimate": (
            f"{format_signed(interval, is_share)} ({format_signed_ends(interval, is_share)})"
        ),
    }
