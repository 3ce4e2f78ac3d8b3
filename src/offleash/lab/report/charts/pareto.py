"""Several goals at once: each pair of them as a scatter plot, and the progress of a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import colours_by_kind, hints, interval_values, measure_axis
from offleash.lab.report.estimates import format_estimate, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

BEATEN, FRONT, BASE, BEST = "beaten", "unbeaten", "base", "best compromise"
PROPOSED = "proposed"
COLOURS = {BEATEN: "grey", FRONT: "blue", PROPOSED: "red", BASE: "yellow", BEST: "red"}
SIZES = {BEATEN: 40, FRONT: 75, PROPOSED: 130, BASE: 110, BEST: 150}
SHAPES = {BEATEN: "circle", FRONT: "circle", PROPOSED: "diamond", BASE: "square", BEST: "diamond"}
FAINT = 0.35
HEIGHT, PANEL = 300, 120
HINTS = (alt.Tooltip("trial:Q"), alt.Tooltip("changes:N"))


@dataclass(frozen=True)
class GoalAxis:
    """The axis of a goal: its title, and whether a larger value is better."""

    title: str
    is_share: bool
    larger_is_better: bool = False
    is_count: bool = False

    def axis(self) -> alt.Axis:
        """Return the ticks; those of a count are whole numbers."""
        if self.is_count:
            return alt.Axis(tickMinStep=1, format="d")
        return measure_axis(self.is_share)


@dataclass(frozen=True)
class TrialPoint:
    """One set of rules: its score on each goal, and its kind."""

    number: int
    scores: tuple[Interval, ...]
    kind: str  # one of BEATEN, FRONT, PROPOSED, BASE and BEST
    changes: str


def scatter(
    title: str,
    marks: Sequence[TrialPoint],
    axes: Sequence[GoalAxis],
    pair: tuple[int, int],
    caption: str,
) -> Chart:
    """Return two goals against each other: beaten points are faint, the others have intervals."""
    across, up = (axes[goal] for goal in pair)
    color = _colour(marks)

    def at(x: str, y: str) -> dict[str, Any]:
        return {
            "x": alt.X(x, title=across.title, axis=across.axis(), scale=_scale()),
            "y": alt.Y(y, title=up.title, axis=up.axis(), scale=_scale()),
            "color": color,
        }

    layers: list[alt.Chart] = []
    for kind in _kinds(marks):
        rows = [_values(mark, axes, pair) for mark in marks if mark.kind == kind]
        base = alt.Chart(alt.Data(values=rows))
        if kind != BEATEN:
            line = base.mark_rule(opacity=0.45)
            layers += [line.encode(**at("x_low:Q", "y:Q"), x2=alt.X2("x_high:Q"))]
            layers += [line.encode(**at("x:Q", "y_low:Q"), y2=alt.Y2("y_high:Q"))]
        tooltip = [*HINTS, *hints({"x_estimate:N": across.title, "y_estimate:N": up.title})]
        layers += [_points(base, kind).encode(**at("x:Q", "y:Q"), tooltip=tooltip)]
        if kind in (BASE, BEST):
            text = base.mark_text(align="left", dx=9, dy=-8, fontSize=11, fontWeight=600)
            ink = alt.value(theme.colour("ink"))
            layers += [text.encode(**{**at("x:Q", "y:Q"), "color": ink}, text=alt.Text("kind:N"))]
    chart = alt.layer(*layers).properties(height=HEIGHT)
    return Chart(title, chart, caption, f"goals-{pair[0] + 1}-{pair[1] + 1}")


def _points(base: alt.Chart, kind: str) -> alt.Chart:
    opacity = FAINT if kind == BEATEN else 1
    drawn: alt.Chart = base.mark_point(size=SIZES[kind], shape=SHAPES[kind], opacity=opacity)
    return drawn


def _scale() -> alt.Scale:
    return alt.Scale(zero=False, nice=True, padding=14)


def _kinds(marks: Sequence[TrialPoint]) -> list[str]:
    """Return the kinds that occur; the important ones come last and are drawn on top."""
    return [kind for kind in COLOURS if any(mark.kind == kind for mark in marks)]


def _colour(marks: Sequence[TrialPoint]) -> alt.Color:
    scale, legend = colours_by_kind(COLOURS, _kinds(marks)), alt.Legend(symbolOpacity=1)
    return alt.Color("kind:N", scale=scale, sort=scale.domain, title=None, legend=legend)


def _values(mark: TrialPoint, axes: Sequence[GoalAxis], pair: tuple[int, int]) -> dict[str, Any]:
    values: dict[str, Any] = {"trial": mark.number, "kind": mark.kind, "changes": mark.changes}
    for name, goal in zip("xy", pair, strict=True):
        value, low, high = interval_values(mark.scores[goal]).values()
        values |= {name: value, f"{name}_low": low, f"{name}_high": high}
        values[f"{name}_estimate"] = format_estimate(mark.scores[goal], axes[goal].is_share)
    return values


def progress(
    title: str, marks: Sequence[TrialPoint], axes: Sequence[GoalAxis], caption: str
) -> Chart:
    """Return a panel for each goal: every trial, and the best so far as a line."""
    panels = [_panel(marks, goal, axis) for goal, axis in enumerate(axes)]
    return Chart(title, alt.vconcat(*panels, spacing=26), caption, "progress")


def _panel(marks: Sequence[TrialPoint], goal: int, axis: GoalAxis) -> Any:
    x = alt.X("trial:Q", title="trial", axis=alt.Axis(tickMinStep=1, format="d", grid=False))
    color = _colour(marks)
    tooltip = [*HINTS, *hints({"estimate:N": axis.title})]

    def y(field: str) -> alt.Y:
        return alt.Y(field, title=axis.title, axis=axis.axis(), scale=alt.Scale(zero=False))

    steps = alt.Chart(alt.Data(values=_best_so_far(marks, goal, axis)))
    line = steps.mark_line(interpolate="step-after", strokeWidth=1.5, color=theme.colour("ink"))
    layers: list[alt.Chart] = [line.encode(x=x, y=y("best:Q"))]
    for kind in _kinds(marks):
        rows = [
            {
                "trial": mark.number,
                "value": tidy(mark.scores[goal].value),
                "kind": kind,
                "changes": mark.changes,
                "estimate": format_estimate(mark.scores[goal], axis.is_share),
            }
            for mark in marks
            if mark.kind == kind
        ]
        point = _points(alt.Chart(alt.Data(values=rows)), kind)
        layers.append(point.encode(x=x, y=y("value:Q"), color=color, tooltip=tooltip))
    return alt.layer(*layers).properties(height=PANEL)


def _best_so_far(marks: Sequence[TrialPoint], goal: int, axis: GoalAxis) -> list[dict[str, Any]]:
    choose = max if axis.larger_is_better else min
    best = accumulate((mark.scores[goal].value for mark in marks), choose)
    return [
        {"trial": mark.number, "best": tidy(value)} for mark, value in zip(marks, best, strict=True)
    ]
