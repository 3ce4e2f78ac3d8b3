"""The report of a sweep: what options do to a game over their values, and which of them matter."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from offleash.lab.finished_run import FinishedRun
from offleash.lab.report import differences, estimates, sobol
from offleash.lab.report.compare import p_text
from offleash.lab.report.differences import interval_of
from offleash.lab.report.doses import Dose, Look, curves, heat, is_number
from offleash.lab.report.facts import (
    and_text,
    colophon,
    game_title,
    players_text,
    rules_text,
    unfinished_text,
)
from offleash.lab.report.parts import Answer, Cell, Chart, Fold, Part, Report, Section, Table, Text
from offleash.lab.report.theme import SERIES
from offleash.lab.statistics import Interval

Summary = Mapping[str, Any]
Measure = Mapping[str, Any]
Point = Mapping[str, Any]

SURE = 0.05
MOST_ANSWERS = 6
MOST_PANELS = 24
BANDS = (
    "Bands are 95 % intervals of each point by itself. All points meet the same luck, so "
    "differences from the base (dashed) are surer than the bands look: full points differ from it "
    "after Holm's correction, hollow ones need not."
)
TILES = (
    "Colours and stars compare with the base rules (framed): blue is less, orange more, and a star "
    "says that it differs for sure, after Holm's correction. Small: 95 % intervals."
)
SHARES = (
    "How much of the spread between all points goes back to each option: alone, and with all that "
    "it does together with others. A bar far beyond its shorter twin is an option that works "
    "through others. Lines are 95 % intervals."
)
CLOUDS = (
    "Each dot is one set of rules that was played; the red dash is the mean of those that share a "
    "value. A slope is what the option does, and the height of a column what all the others do."
)
TABLES = (
    "Every point with its 95 % interval, and its paired difference from the base, shares in points."
)


def build(loaded: FinishedRun) -> Report:
    """The report of a sweep that has ended."""
    return report_of(loaded.summary)


def report_of(summary: Summary) -> Report:
    """From the summary alone."""
    pictures = _sobol if summary["sobol"] else _grid
    sections = [
        Section("In short", answers(summary), lead(summary)),
        *(
            Section(heading, list(pictures(summary, rows)))
            for heading, rows in _by_heading(summary["measures"]).items()
        ),
        Section("Every point", _tables(summary), TABLES),
    ]
    return Report(title(summary), sections, subtitle(summary), colophon(summary))


def title(summary: Summary) -> str:
    """`Uri-Nation over max_rounds and walk_dice`."""
    return f"{game_title(summary)} over {and_text(list(summary['over']))}"


def subtitle(summary: Summary) -> str:
    """What the base is, and who played."""
    told = [rules_text(summary), players_text(summary)]
    return "; ".join(text for text in told if text)


def lead(summary: Summary) -> str:
    """How much was played."""
    points = summary["points"]
    each = f"{max(point['games'] for point in points):,}"
    how = f"{len(points)} sets of rules, {each} games each, all with the same dice and cards."
    if summary["sobol"]:
        how += f" They are the distinct ones of a Sobol design of {summary['sobol']} samples."
    return f"{how} {unfinished_text(summary['unfinished'])}".strip()


# The headlines


def answers(summary: Summary) -> list[Part]:
    """What each measure does, the first few of them."""
    told = _most_important if summary["sobol"] else _furthest
    found = [told(summary, measure) for measure in summary["measures"][:MOST_ANSWERS]]
    return [answer for answer in found if answer is not None]


def _furthest(summary: Summary, measure: Measure) -> Answer | None:
    """The point that differs most from the base, of those that differ for sure."""
    key, is_share = measure["measure"], measure["is_share"]
    base = summary["points"][summary["base"]]
    if key not in base["figures"]:
        return None
    told = estimates.told(_figure(base, key), is_share)
    sure = [point for point in summary["points"] if _is_sure(point, key)]
    if not sure:
        said = f"{key}: no point differs from the base for sure."
        found = _figure(base, key)
        return Answer(said, estimates.shown(found, is_share), _told_ends(found, is_share))
    far = max(sure, key=lambda point: abs(point["differences"][key]["difference"]))
    found = _difference(far, key)
    said = f"{key} moves furthest from the base ({told}) at {_point_text(summary, far)}."
    unit = " points" if is_share else ""
    return Answer(
        said,
        differences.signed_text(found, is_share) + unit,
        f"95 % interval {differences.ends_text(found, is_share)}",
    )


def _most_important(summary: Summary, measure: Measure) -> Answer | None:
    """The option with the largest total share."""
    found = summary["indices"].get(measure["measure"])
    shares = _shares(found["total"]) if found else {}
    if not shares:
        return None
    name = max(shares, key=lambda each: shares[each].value)
    said = f"of the spread of “{measure['measure']}” goes back to `{name}`, the most of all."
    return Answer(said, estimates.shown(shares[name], True), _told_ends(shares[name], True))


def _told_ends(interval: Interval, is_share: bool) -> str:
    ends = estimates.ends(interval, is_share)
    return f"95 % interval {ends}" if ends else ""


def _point_text(summary: Summary, point: Point) -> str:
    values = point["values"] or {}
    return ", ".join(f"`{name}={values[name]}`" for name in summary["over"] if name in values)


# Pictures of a grid


def _by_heading(measures: Sequence[Measure]) -> dict[str, list[Measure]]:
    found: dict[str, list[Measure]] = {}
    for measure in measures:
        heading, _, _ = measure["measure"].rpartition(": ")
        found.setdefault(heading or "Measures", []).append(measure)
    return found


def _grid(summary: Summary, measures: Sequence[Measure]) -> Iterator[Part]:
    """Curves over one option, a matrix over two, panels of curves over more."""
    options = len(summary["over"])
    if options == 1:
        for name, rows in _side_by_side(measures).items():
            yield _curves(summary, name, rows)
        return
    for measure in measures:
        if not _found(summary, measure):
            yield Text([f"No point says anything about “{measure['measure']}”."])
        elif options == 2:
            yield _heat(summary, measure)
        else:
            yield _panels(summary, measure)


def _side_by_side(measures: Sequence[Measure]) -> dict[str, list[Measure]]:
    """Measures that differ by their last word share a chart, such as those of all archetypes."""
    found: dict[str, list[Measure]] = {}
    for measure in measures:
        row, _, _ = _name(measure).rpartition(", ")
        found.setdefault(f"{row}|{measure['unit']}", []).append(measure)
    told: dict[str, list[Measure]] = {}
    for key, rows in found.items():
        if 1 < len(rows) <= len(SERIES):
            told[key.partition("|")[0]] = rows
        else:
            told |= {_name(measure): [measure] for measure in rows}
    return told


def _curves(summary: Summary, name: str, measures: Sequence[Measure]) -> Part:
    (option,) = summary["over"]
    doses = [
        replace(dose, series=_last(measure) if len(measures) > 1 else "")
        for measure in measures
        for _, dose in _doses(summary, measure, option)
    ]
    if not doses:
        return Text([f"No point says anything about “{name}”."])
    first = measures[0]
    base = {name: each for measure in measures for name, each in _outside(summary, measure).items()}
    look = Look(option, first["unit"], first["is_share"], base)
    return curves(f"{_titled(name)}, by {option}", doses, look, BANDS)


def _heat(summary: Summary, measure: Measure) -> Chart:
    down, across = summary["over"]
    cells = {
        (point["values"][down], point["values"][across]): dose
        for point, dose in _doses(summary, measure, down)
    }
    look = Look(down, measure["unit"], measure["is_share"], _outside(summary, measure))
    name = _titled(_name(measure))
    return heat(f"{name}, by {down} and {across}", cells, (down, across), look, TILES)


def _panels(summary: Summary, measure: Measure) -> Part:
    """Curves over the option with most values, a colour for the next, a panel for the rest."""
    option, colour, rest = _layout(summary["over"])
    panels = math.prod(len(summary["over"][name]) for name in rest)
    name = _titled(_name(measure))
    if panels > MOST_PANELS:
        return Text([f"{name}: {panels} panels are too many to be drawn; the table has them all."])
    doses = [
        replace(
            dose,
            series=point["values"][colour] if colour else "",
            panel=", ".join(f"{each}={point['values'][each]}" for each in rest),
        )
        for point, dose in _doses(summary, measure, option)
    ]
    base = _outside(summary, measure)
    look = Look(option, measure["unit"], measure["is_share"], base, colour)
    by = and_text([each for each in (option, colour, *rest) if each])
    return curves(f"{name}, by {by}", doses, look, BANDS)


def _layout(over: Mapping[str, Sequence[str]]) -> tuple[str, str, list[str]]:
    """Which option goes along the axis, which has colours, and which make panels."""
    option = max(over, key=lambda name: (all(map(is_number, over[name])), len(over[name])))
    others = [name for name in over if name != option]
    fit = [name for name in others if len(over[name]) <= len(SERIES)]
    colour = max(fit, key=lambda name: len(over[name]), default="")
    return option, colour, [name for name in others if name != colour]


def _doses(summary: Summary, measure: Measure, option: str) -> list[tuple[Point, Dose]]:
    key = measure["measure"]
    return [
        (
            point,
            Dose(
                point["values"][option],
                _figure(point, key),
                number == summary["base"],
                _is_sure(point, key),
            ),
        )
        for number, point in enumerate(summary["points"])
        if point["values"] is not None and key in point["figures"]
    ]


def _found(summary: Summary, measure: Measure) -> bool:
    return any(measure["measure"] in point["figures"] for point in summary["points"])


def _outside(summary: Summary, measure: Measure) -> dict[str, Interval]:
    """What the base comes to if it is no point of the grid."""
    base, key = summary["points"][summary["base"]], measure["measure"]
    is_told = base["values"] is None and key in base["figures"]
    return {_last(measure): _figure(base, key)} if is_told else {}


# Pictures of samples


def _sobol(summary: Summary, measures: Sequence[Measure]) -> Iterator[Part]:
    for measure in measures:
        key, name = measure["measure"], _titled(_name(measure))
        found = summary["indices"].get(key)
        if found and _shares(found["total"]):
            alone, in_all = (_shares(found[part]) for part in ("first", "total"))
            yield sobol.bars(f"{name}: which options matter", alone, in_all, SHARES)
        else:
            yield Text([f"{name}: it does not vary, or not every point tells it."])
        points = [
            (point["values"], _figure(point, key))
            for point in summary["points"]
            if point["values"] is not None and key in point["figures"]
        ]
        unit, is_share = measure["unit"], measure["is_share"]
        if points:
            heading = f"{name}: every point"
            yield sobol.clouds(heading, points, summary["over"], unit, is_share, CLOUDS)


def _shares(found: Mapping[str, Sequence[float | None]]) -> dict[str, Interval]:
    return {
        name: interval_of(value, (low, high))
        for name, (value, low, high) in found.items()
        if value is not None
    }


# Numbers


def _tables(summary: Summary) -> list[Part]:
    over = list(summary["over"])
    columns = [*over, "value", "from the base", "p (Holm)"]
    found: list[Part] = []
    for measure in summary["measures"]:
        rows = [
            _line(summary, number, measure)
            for number, point in enumerate(summary["points"])
            if measure["measure"] in point["figures"]
        ]
        unit = f", {measure['unit']}" if measure["unit"] else ""
        found.append(Fold(f"{measure['measure']}{unit}", [Table(columns, rows)]))
    return found


def _line(summary: Summary, number: int, measure: Measure) -> list[Cell]:
    point, key, is_share = summary["points"][number], measure["measure"], measure["is_share"]
    values = point["values"] or {}
    names: list[Cell] = [str(values.get(name, "base")) for name in summary["over"]]
    value = estimates.cell(_figure(point, key), is_share)
    if key not in point["differences"]:
        return [*names, value, None, "base" if number == summary["base"] else ""]
    more = differences.cell(_difference(point, key), is_share)
    return [*names, value, more, p_text(point["differences"][key]["p_holm"])]


def _figure(point: Point, key: str) -> Interval:
    return interval_of(point["figures"][key], point["intervals"].get(key, (None, None)))


def _difference(point: Point, key: str) -> Interval:
    found = point["differences"][key]
    return interval_of(found["difference"], found["interval"])


def _is_sure(point: Point, key: str) -> bool:
    p = point["differences"].get(key, {}).get("p_holm")
    return p is not None and p < SURE


def _name(measure: Measure) -> str:
    """Without its heading, unless it needs that: `rounds, mean`, but `Win rates by seat, Red`."""
    heading, _, name = str(measure["measure"]).rpartition(": ")
    return f"{heading} {name}" if heading and name.startswith("by ") else name


def _last(measure: Measure) -> str:
    """The column of its row: `Bruiser`."""
    return str(measure["measure"]).rpartition(", ")[2]


def _titled(text: str) -> str:
    return text[:1].upper() + text[1:]
