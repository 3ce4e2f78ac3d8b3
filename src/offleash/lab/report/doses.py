"""What the values of options do to a measure: curves over one, a matrix over two, panels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import altair as alt

from offleash.lab.report import theme
from offleash.lab.report.estimates import common_digits, has_ends, shown, spread, tidy, told
from offleash.lab.report.parts import Chart
from offleash.lab.statistics import Interval

CELL, PANEL = 54, 150  # heights
NARROW = 340  # of a whole matrix
MANY = 5  # columns of a matrix, beyond which intervals have no room in its cells
BASE = "base"


@dataclass(frozen=True)
class Dose:
    """A measure at one value of an option."""

    at: str
    interval: Interval
    is_base: bool = False
    is_sure: bool = False  # that it differs from the base
    series: str = ""
    panel: str = ""

    @property
    def is_full(self) -> bool:
        """Whether its point is drawn full."""
        return self.is_sure or self.is_base


@dataclass(frozen=True)
class Look:
    """What the axes count; where the base lies outside the grid, what it comes to."""

    option: str
    unit: str
    is_share: bool
    base: Mapping[str, Interval] = field(default_factory=dict)  # by series
    series: str = ""  # the option whose values have colours
    has_panels: bool = False

    @property
    def title(self) -> str | None:
        """Of the measure's axis; above panels there is no room for it."""
        return None if self.has_panels else self.unit or None

    @property
    def axis(self) -> alt.Axis:
        """Of the measure."""
        return alt.Axis(format=theme.PERCENT) if self.is_share else alt.Axis()


def is_number(text: str) -> bool:
    """Whether a value of an option has its place on an axis."""
    try:
        float(text)
    except ValueError:
        return False
    return True


# One option


def curves(title: str, doses: Sequence[Dose], look: Look, caption: str, slug: str = "") -> Chart:
    """A line with a band for each series; single points where values are no numbers."""
    panels = list(dict.fromkeys(dose.panel for dose in doses))
    look = replace(look, has_panels=len(panels) > 1)
    data = alt.Data(values=[_values(dose, look) for dose in doses])
    numeric = all(is_number(dose.at) for dose in doses)
    layers = _lines(doses, look) if numeric else _posts(doses, look)
    chart: Any = alt.layer(*layers)
    if len(panels) == 1:
        return Chart(title, chart.properties(data=data), caption, slug)
    header = alt.Header(title=None, labelAnchor="start", labelFontWeight=600)
    facet = alt.Facet("panel:N", sort=panels, header=header)
    chart = chart.properties(height=PANEL).facet(facet=facet, columns=2, data=data, spacing=18)
    return Chart(title, chart, caption, slug)


def _lines(doses: Sequence[Dose], look: Look) -> list[alt.Chart]:
    places = sorted({float(dose.at) for dose in doses})
    scale = alt.Scale(nice=False, zero=False, padding=12)
    axis = alt.Axis(values=places, format="~g", labelOverlap=True, grid=False)
    base = alt.Chart().encode(x=alt.X("at:Q", title=look.option, scale=scale, axis=axis))
    rules = _base_rules(base, doses, look)
    base = base.encode(color=_colour(doses, look))
    band = base.mark_area(opacity=0.2).encode(y=_measure("low:Q", look), y2="high:Q")
    line = base.mark_line().encode(y=_measure("value:Q", look))
    return [*rules, band, line, *_points(base, doses, look)]


def _posts(doses: Sequence[Dose], look: Look) -> list[alt.Chart]:
    order = list(dict.fromkeys(dose.at for dose in doses))
    axis = alt.Axis(labelAngle=0, labelLimit=90)
    base = alt.Chart().encode(x=alt.X("at:N", sort=order, title=look.option, axis=axis))
    rules = _base_rules(base, doses, look)
    base = base.encode(color=_colour(doses, look))
    names = _series(doses)
    if len(names) > 1:
        base = base.encode(xOffset=alt.XOffset("series:N", sort=names))
    post = base.mark_rule(strokeWidth=3, opacity=0.5)
    return [
        *rules,
        post.encode(y=_measure("low:Q", look), y2="high:Q"),
        *_points(base, doses, look),
    ]


def _measure(field: str, look: Look) -> alt.Y:
    return alt.Y(field, title=look.title, scale=alt.Scale(zero=False), axis=look.axis)


def _points(base: alt.Chart, doses: Sequence[Dose], look: Look) -> list[alt.Chart]:
    """Full where it differs from the base for sure, or is the base; hollow where it need not."""
    hints = [
        alt.Tooltip("series:N", title=" "),
        alt.Tooltip("at:N", title=look.option),
        alt.Tooltip("told:N", title=look.unit or " "),
    ]
    base = base.encode(y=_measure("value:Q", look), tooltip=hints)
    hollow = base.mark_point(size=60, filled=False, fill=theme.colour("surface"), strokeWidth=2)
    full = base.mark_point(size=85).transform_filter("datum.full")
    return [hollow, full] if any(dose.is_full for dose in doses) else [hollow]


def _base_rules(base: alt.Chart, doses: Sequence[Dose], look: Look) -> list[alt.Chart]:
    """The base rules: a line upright at their value, or across where they lie off the grid."""
    small: dict[str, Any] = {"fontSize": 11, "color": theme.colour("soft-ink")}
    if any(dose.is_base for dose in doses):
        here = base.transform_filter("datum.is_base").transform_aggregate(groupby=["at"])
        label = here.transform_calculate(name=f"'{BASE}'")
        label = label.mark_text(**small, align="left", dx=4, dy=4)
        rule = here.mark_rule(strokeDash=[4, 3])
        return [rule, label.encode(y=alt.value(0), text="name:N")]
    values = [
        {"series": name, "value": tidy(each.value), "name": BASE}
        for name, each in look.base.items()
    ]
    if not values:
        return []
    across = alt.Chart(alt.Data(values=values)).encode(y=_measure("value:Q", look))
    rule = across.mark_rule(strokeDash=[4, 3])
    if len(_series(doses)) > 1 and len(values) > 1:
        rule = rule.encode(color=_colour(doses, look))
    label = across.mark_text(**small, align="right", dy=-7)
    return [rule, label.encode(x=alt.value("width"), text="name:N")]


def _series(doses: Sequence[Dose]) -> list[str]:
    return list(dict.fromkeys(dose.series for dose in doses))


def _colour(doses: Sequence[Dose], look: Look) -> alt.Color:
    names = _series(doses)
    legend = alt.Legend(symbolOpacity=1, title=look.series or None, titleOrient="left")
    scale = alt.Scale(**theme.scale(names))
    shown_legend = legend if len(names) > 1 else None
    return alt.Color("series:N", sort=names, legend=shown_legend, scale=scale)


def _values(dose: Dose, look: Look) -> dict[str, Any]:
    each = dose.interval
    value = tidy(each.value)
    low, high = (tidy(each.low), tidy(each.high)) if has_ends(each) else (value, value)
    return {
        "at": float(dose.at) if is_number(dose.at) else dose.at,
        "series": dose.series,
        "panel": dose.panel,
        "value": value,
        "low": low,
        "high": high,
        "full": dose.is_full,
        "is_base": dose.is_base,
        "told": told(each, look.is_share),
    }


# Two options


def heat(
    title: str,
    cells: Mapping[tuple[str, str], Dose],
    axes: tuple[str, str],
    look: Look,
    caption: str,
    slug: str = "",
) -> Chart:
    """Rows and columns are values of two options; colours tell less from more than the base."""
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))
    digits = common_digits((dose.interval for dose in cells.values()), look.is_share)
    values = [_cell(row, column, dose, look, digits) for (row, column), dose in cells.items()]
    top = alt.Axis(orient="top", labelAngle=0, labelLimit=90, labelPadding=8)
    chart = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("column:N", sort=columns, axis=top, title=f"{axes[0]} ↓   {axes[1]} →"),
        y=alt.Y("row:N", sort=rows, title=None),
        tooltip=[
            alt.Tooltip("row:N", title=axes[0]),
            alt.Tooltip("column:N", title=axes[1]),
            alt.Tooltip("told:N", title=look.unit or " "),
        ],
    )
    tile = chart.mark_rect(cornerRadius=3, strokeWidth=3, stroke=theme.colour("surface"))
    tile = tile.encode(color=alt.Color("value:Q", scale=_around_base(cells, look), legend=None))
    frame = chart.transform_filter("datum.is_base").mark_rect(
        cornerRadius=3, strokeWidth=2.5, fill=None, stroke=theme.INK
    )
    text = chart.mark_text(color=theme.INK, fontSize=_narrow(12, 14), fontWeight=600, dy=-6)
    below = chart.mark_text(color=theme.INK, fontSize=_narrow(9, 11), opacity=0.75, dy=11)
    layers = [tile, frame, text.encode(text="shown:N")]
    layers += [below.encode(text="spread:N")] if len(columns) <= MANY else []
    return Chart(title, alt.layer(*layers).properties(height=alt.Step(CELL)), caption, slug)


def _narrow(small: int, usual: int) -> alt.ExprRef:
    """A size of letters: smaller on a phone."""
    return alt.ExprRef(f"width < {NARROW} ? {small} : {usual}")


def _around_base(cells: Mapping[tuple[str, str], Dose], look: Look) -> alt.Scale:
    """Colours on both sides of the base, or of the mean where the base says nothing."""
    values = [dose.interval.value for dose in cells.values()]
    bases = [dose.interval for dose in cells.values() if dose.is_base]
    bases += look.base.values()
    middle = bases[0].value if bases else sum(values) / len(values)
    far = max(abs(value - middle) for value in values) or 1.0
    return alt.Scale(**theme.ramp(theme.DIVERGING, middle - far, middle + far))


def _cell(row: str, column: str, dose: Dose, look: Look, digits: int | None) -> dict[str, Any]:
    each, is_share = dose.interval, look.is_share
    return {
        "row": row,
        "column": column,
        "value": tidy(each.value),
        "shown": shown(each, is_share, digits) + ("*" if dose.is_sure else ""),
        "spread": spread(each, is_share, digits),
        "told": told(each, is_share),
        "is_sure": dose.is_sure,
        "is_base": dose.is_base,
    }
