"""The report of a sweep: the effect of options on a game, and which of them matter."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from offleash.contract.options import sort_values
from offleash.games import registry
from offleash.lab.experiments.sweep import games_text
from offleash.lab.figures.differences import change_scale
from offleash.lab.report import differences, estimates, facts
from offleash.lab.report.charts import sobol
from offleash.lab.report.charts.options import OptionAxes, OptionPoint, curves, heat_map, is_number
from offleash.lab.report.charts.theme import SERIES
from offleash.lab.report.compare import p_text
from offleash.lab.report.differences import read_figure, read_interval
from offleash.lab.report.parts import (
    Answer,
    Cell,
    Chart,
    DataTable,
    Fold,
    Part,
    Report,
    Section,
    Text,
)
from offleash.lab.statistics.intervals import Interval
from offleash.tools.prose import capitalise, join_and, join_or

Summary = Mapping[str, Any]
Measure = Mapping[str, Any]
Point = Mapping[str, Any]

SIGNIFICANCE = 0.05
MOST_ANSWERS = 6
MOST_PANELS = 24
LUCK = (
    "All points have the same luck, so differences from the base are more precise than the "
    "intervals of single points suggest."
)
FILLED = (
    "The base (dashed line) and points that differ from it even after Holm's correction for many "
    "tests are filled; hollow points are not shown to differ."
)
BANDS, LINES = (f"{mark} are 95 % intervals. {FILLED}" for mark in ("Bands", "Vertical lines"))
TILES = (
    "Blue is less than with the base rules{}, orange is more; a star marks a difference that "
    "remains after Holm's correction for many tests. Small print: 95 % intervals."
)
SHARES = (
    "How much of the variance between all points each option explains: alone, and with all its "
    "interactions. If the second bar is much longer than the first, the option works through "
    "others. Lines are 95 % intervals."
)
CLOUDS = (
    "Each dot is one rule set, each red dash the mean of all dots above one value. A slope of "
    "the dashes shows the effect of the option; tall columns show the effects of the others."
)
TABLES = (
    "Each value with its 95 % interval, then its difference from the base, block by block; "
    "differences of shares are in points."
)


def report_from_summary(summary: Summary) -> Report:
    """Build the report from the summary."""
    summary = _in_order(summary)
    pictures = _sobol if summary["sobol"] else _grid
    sections = [
        Section("In short", _answers(summary), _lead(summary)),
        *(
            Section(heading, list(pictures(summary, rows)))
            for heading, rows in _by_heading(summary["measures"]).items()
        ),
        Section("Every point", _tables(summary), TABLES),
    ]
    verb = "changes" if len(summary["over"]) == 1 else "change"
    title = f"{facts.game_title(summary)}: what {join_and(summary['over'])} {verb}"
    texts = (facts.rules_text(summary), facts.players_text(summary["game"], summary["seats"]))
    return facts.make_report(summary, title, sections, *texts)


def _in_order(summary: Summary) -> Summary:
    """Return the summary with values and points in the natural order of the options' values."""
    options = registry.load(summary["game"]).rules.options
    over = {name: sort_values(options, name, texts) for name, texts in summary["over"].items()}

    def place(number: int) -> list[int]:
        """Return the place of a point; a base outside the grid comes last."""
        values = summary["points"][number]["values"]
        if values is None:
            return [len(over[name]) for name in over]
        return [over[name].index(values[name]) for name in over]

    order = sorted(range(len(summary["points"])), key=place)
    points = [summary["points"][number] for number in order]
    return {**summary, "over": over, "points": points, "base": order.index(summary["base"])}


def _lead(summary: Summary) -> str:
    """Return how many points and games were played."""
    points = summary["points"]
    how = f"{len(points)} rule sets, {games_text(points)}"
    if summary["sobol"]:
        how += f", the distinct points of a Sobol design with {summary['sobol']} samples"
    return f"{how}. {LUCK} {facts.unfinished_text(summary['unfinished'])}".strip()


# The headlines


def _answers(summary: Summary) -> list[Part]:
    """Return the measures that move most, then those that are not shown to move from the base."""
    moves = {measure["measure"]: _movement(summary, measure) for measure in summary["measures"]}
    moved = [measure for measure in summary["measures"] if moves[measure["measure"]]]
    moved.sort(key=lambda measure: -moves[measure["measure"]])
    describe = _most_important if summary["sobol"] else _furthest
    texts = [describe(summary, measure) for measure in moved[:MOST_ANSWERS]]
    unmoved = [f"“{key}”" for key, movement in moves.items() if not movement]
    if summary["sobol"]:
        return [*filter(None, texts)]
    sentence = f"No point differs significantly from the base in {join_or(unmoved)}."
    return [*filter(None, texts), *([Text([sentence])] if unmoved else [])]


def _movement(summary: Summary, measure: Measure) -> float:
    """Return the largest significant difference from the base, on a scale that all measures share.

    Samples have few games each, so for them it is the range of all values.
    """
    key, how = measure["measure"], (measure["is_share"], measure["unit"])
    known = [point["figures"][key] for point in summary["points"] if key in point["figures"]]
    if summary["sobol"]:
        low, high = min(known, default=0.0), max(known, default=0.0)
        return float((high - low) * change_scale(low, high, *how))
    base = summary["points"][summary["base"]]["figures"].get(key)
    moves = [
        abs(point["differences"][key]["difference"])
        * change_scale(base, point["figures"][key], *how)
        for point in summary["points"]
        if _is_significant(point, key)
    ]
    return max(moves, default=0.0)


def _furthest(summary: Summary, measure: Measure) -> Answer:
    """Return the point that differs most from the base, of those that differ significantly."""
    key, is_share = measure["measure"], measure["is_share"]
    base = summary["points"][summary["base"]]
    base_value = estimates.format_estimate(read_figure(base, key), is_share)
    different = [point for point in summary["points"] if _is_significant(point, key)]
    far = max(different, key=lambda point: abs(point["differences"][key]["difference"]))
    difference = _difference(far, key)
    values = far["values"] or {}
    at = facts.changes_text({name: values[name] for name in summary["over"] if name in values})
    return Answer(
        f"“{key}” changes most at {at}; in the base it is {base_value}.",
        differences.format_difference(difference, is_share),
        f"95 % interval {differences.format_signed_ends(difference, is_share)}",
    )


def _most_important(summary: Summary, measure: Measure) -> Answer | None:
    """Return the option with the largest total share."""
    indices = summary["indices"].get(measure["measure"])
    shares = _shares(indices["total"]) if indices else {}
    if not shares:
        return None
    name = max(shares, key=lambda option: shares[option].value)
    headline = (
        f"of the variance of “{measure['measure']}” is due to `{name}`, the most of any option."
    )
    return estimates.estimate_answer(headline, shares[name], is_share=True)


# Pictures of a grid


def _by_heading(measures: Sequence[Measure]) -> dict[str, list[Measure]]:
    groups: dict[str, list[Measure]] = {}
    for measure in measures:
        heading, _, _ = measure["measure"].rpartition(": ")
        groups.setdefault(heading or "Measures", []).append(measure)
    return groups


def _grid(summary: Summary, measures: Sequence[Measure]) -> Iterator[Part]:
    """Yield curves over one option, a matrix over two, panels of curves over more."""
    options = len(summary["over"])
    if options == 1:
        for name, rows in _side_by_side(measures).items():
            yield _curves(summary, name, rows)
        return
    for measure in measures:
        if not any(measure["measure"] in point["figures"] for point in summary["points"]):
            yield Text([f"No point has a value for “{measure['measure']}”."])
        elif options == 2:
            yield _heat(summary, measure)
        else:
            yield _panels(summary, measure)


def _side_by_side(measures: Sequence[Measure]) -> dict[str, list[Measure]]:
    """Group measures that differ only in their last word, such as the archetype, in one chart."""
    groups: dict[str, list[Measure]] = {}
    for measure in measures:
        row, _, _ = _name(measure).rpartition(", ")
        groups.setdefault(f"{row}|{measure['unit']}", []).append(measure)
    charts: dict[str, list[Measure]] = {}
    for key, rows in groups.items():
        if 1 < len(rows) <= len(SERIES):
            charts[key.partition("|")[0]] = rows
        else:
            charts |= {_name(measure): [measure] for measure in rows}
    return charts


def _curves(summary: Summary, name: str, measures: Sequence[Measure]) -> Part:
    (option,) = summary["over"]
    points = [
        replace(entry, series=_last(measure) if len(measures) > 1 else "")
        for measure in measures
        for _, entry in _option_points(summary, measure, option)
    ]
    if not points:
        return Text([f"No point has a value for “{name}”."])
    first = measures[0]
    base = {k: v for measure in measures for k, v in _base_outside(summary, measure).items()}
    pieces = registry.load(summary["game"]).lab.colours
    axes = OptionAxes(option, first["unit"], first["is_share"], base, colours=pieces)
    return curves(f"{capitalise(name)}, by {option}", points, axes, _curve_caption(points))


def _heat(summary: Summary, measure: Measure) -> Chart:
    down, across = summary["over"]
    cells = {
        (point["values"][down], point["values"][across]): entry
        for point, entry in _option_points(summary, measure, down)
    }
    base = _base_outside(summary, measure)
    axes = OptionAxes(down, measure["unit"], measure["is_share"], base)
    name, caption = capitalise(_name(measure)), TILES.format("" if base else " (framed)")
    return heat_map(f"{name}, by {down} and {across}", cells, (down, across), axes, caption)


def _panels(summary: Summary, measure: Measure) -> Part:
    """Return curves over the option with most values, colours for the next, panels for the rest."""
    option, colour, rest = _layout(summary["over"])
    panels = math.prod(len(summary["over"][name]) for name in rest)
    name = capitalise(_name(measure))
    if panels > MOST_PANELS:
        return Text([f"{name}: {panels} panels are too many to draw; the table has every point."])
    points = [
        replace(
            entry,
            series=point["values"][colour] if colour else "",
            panel=", ".join(f"{other}={point['values'][other]}" for other in rest),
        )
        for point, entry in _option_points(summary, measure, option)
    ]
    base = _base_outside(summary, measure)
    axes = OptionAxes(option, measure["unit"], measure["is_share"], base, colour)
    by = join_and([name for name in (option, colour, *rest) if name])
    return curves(f"{name}, by {by}", points, axes, _curve_caption(points))


def _curve_caption(points: Sequence[OptionPoint]) -> str:
    return BANDS if all(is_number(point.at) for point in points) else LINES


def _layout(over: Mapping[str, Sequence[str]]) -> tuple[str, str, list[str]]:
    """Choose the option for the axis, the one for colours, and those for panels."""
    option = max(over, key=lambda name: (all(map(is_number, over[name])), len(over[name])))
    others = [name for name in over if name != option]
    fit = [name for name in others if len(over[name]) <= len(SERIES)]
    colour = max(fit, key=lambda name: len(over[name]), default="")
    return option, colour, [name for name in others if name != colour]


def _option_points(
    summary: Summary, measure: Measure, option: str
) -> list[tuple[Point, OptionPoint]]:
    key = measure["measure"]
    return [
        (
            point,
            OptionPoint(
                point["values"][option],
                read_figure(point, key),
                number == summary["base"],
                _is_significant(point, key),
            ),
        )
        for number, point in enumerate(summary["points"])
        if point["values"] is not None and key in point["figures"]
    ]


def _base_outside(summary: Summary, measure: Measure) -> dict[str, Interval]:
    """Return the values of the base if it is not a point of the grid."""
    base, key = summary["points"][summary["base"]], measure["measure"]
    is_outside = base["values"] is None and key in base["figures"]
    return {_last(measure): read_figure(base, key)} if is_outside else {}


# Pictures of samples


def _sobol(summary: Summary, measures: Sequence[Measure]) -> Iterator[Part]:
    for measure in measures:
        key, name = measure["measure"], capitalise(_name(measure))
        indices = summary["indices"].get(key)
        if indices and _shares(indices["total"]):
            alone, in_all = (_shares(indices[part]) for part in ("first", "total"))
            yield sobol.bars(f"{name}: which options matter", alone, in_all, SHARES)
        else:
            yield Text([f"{name}: it does not vary, or some points have no value for it."])
        points = [
            (point["values"], read_figure(point, key))
            for point in summary["points"]
            if point["values"] is not None and key in point["figures"]
        ]
        unit, is_share = measure["unit"], measure["is_share"]
        if points:
            heading = f"{name}: every point"
            yield sobol.clouds(heading, points, summary["over"], unit, is_share, CLOUDS)


def _shares(indices: Mapping[str, Sequence[float | None]]) -> dict[str, Interval]:
    return {
        name: read_interval(value, (low, high))
        for name, (value, low, high) in indices.items()
        if value is not None
    }


# Numbers


def _tables(summary: Summary) -> list[Part]:
    over = list(summary["over"])
    columns = [*over, "value", "from the base", "p (Holm)"]
    parts: list[Part] = []
    for measure in summary["measures"]:
        rows = [
            _line(summary, number, measure)
            for number, point in enumerate(summary["points"])
            if measure["measure"] in point["figures"]
        ]
        unit = f", {measure['unit']}" if measure["unit"] else ""
        parts.append(Fold(f"{measure['measure']}{unit}", [DataTable(columns, rows)]))
    return parts


def _line(summary: Summary, number: int, measure: Measure) -> list[Cell]:
    point, key, is_share = summary["points"][number], measure["measure"], measure["is_share"]
    values = point["values"] or {}
    names: list[Cell] = [str(values.get(name, "base")) for name in summary["over"]]
    value = estimates.estimate_cell(read_figure(point, key), is_share)
    if key not in point["differences"]:
        return [*names, value, None, "base" if number == summary["base"] else ""]
    difference = differences.difference_cell(_difference(point, key), is_share)
    return [*names, value, difference, p_text(point["differences"][key]["p_holm"])]


def _difference(point: Point, key: str) -> Interval:
    row = point["differences"][key]
    return read_interval(row["difference"], row["interval"])


def _is_significant(point: Point, key: str) -> bool:
    p = point["differences"].get(key, {}).get("p_holm")
    return p is not None and p < SIGNIFICANCE


def _name(measure: Measure) -> str:
    """Return the name without its heading, but `Win rates by seat, Red` where it needs that."""
    heading, _, name = str(measure["measure"]).rpartition(": ")
    return f"{heading} {name}" if heading and name.startswith("by ") else name


def _last(measure: Measure) -> str:
    """Return the column of the measure: `Bruiser`."""
    return str(measure["measure"]).rpartition(", ")[2]
