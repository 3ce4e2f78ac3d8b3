"""What the game itself counts, heading by heading: in pictures first, all of it in tables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from offleash.core.game import MAIN, MEAN, Figure
from offleash.lab.report import theme
from offleash.lab.report.distributions import ridges
from offleash.lab.report.estimates import common_digits, figure_cell, interval_of, told
from offleash.lab.report.flows import IN, LEFT, OUT, START, Flow, flows
from offleash.lab.report.forest import Look, Row, grouped
from offleash.lab.report.lines import bands
from offleash.lab.report.material import Material
from offleash.lab.report.matrix import matrix
from offleash.lab.report.parts import Cell, Chart, Fold, Part, Picture, Section, Table

PLUS, MINUS = "+ ", "- "  # how rows of a ledger begin: sources, sinks
BEGIN, END = "at the start", "left at the end"
MOST_LEFT = 2  # stocks whose rest is shown
TOTAL = "all"  # the column that all others add up to
EACH = "after round …"
ROUND = re.compile(r"(.*\bround) (\d+)(.*)")


@dataclass
class Topic:
    """The figures under one heading."""

    heading: str
    figures: list[Figure] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return min(figure.label.depth for figure in self.figures)

    def grouped(self, group: str) -> list[Figure]:
        """Means by this group."""
        return [f for f in self.figures if f.label.group == group and f.label.extent == MEAN]


def topics(figures: Iterable[Figure]) -> dict[str, Topic]:
    """Figures by their headings, in order; those without stand under an empty one."""
    found: dict[str, Topic] = {}
    for figure in figures:
        heading = figure.label.heading
        found.setdefault(heading, Topic(heading)).figures.append(figure)
    return found


def main_sections(
    material: Material, told_elsewhere: Iterable[str], maps: Mapping[str, Picture]
) -> list[Section]:
    """A section for each heading that is read first, but those that have one already."""
    elsewhere = {"", *told_elsewhere}
    found = []
    for topic in topics(material.figures).values():
        if topic.heading in elsewhere or topic.depth > MAIN:
            continue
        parts = [*_pictures(material, topic), *_map_of(topic, maps)]
        if topic.heading == _ledger_heading(material):
            parts += _scarce(material)
        if parts:
            found.append(Section(topic.heading, parts, _lead(material, topic)))
    return found


def in_general(material: Material) -> Section | None:
    """What stands under no heading, in a table."""
    topic = topics(material.figures).get("")
    if topic is None:
        return None
    rows: list[list[Cell]] = [
        [figure.label.name, figure_cell(figure), figure.label.unit]
        for figure in topic.figures
        if figure.label.depth == MAIN
    ]
    return Section("What happens in a game?", [Table(["", "", ""], rows)]) if rows else None


def _map_of(topic: Topic, maps: Mapping[str, Picture]) -> list[Picture]:
    name = topic.heading.lower()
    return [maps[name]] if name in maps else []


def _lead(material: Material, topic: Topic) -> str:
    """Of the first row by the main kind: all, the most and the fewest."""
    main = material.main
    if main is None:
        return ""
    rows = _rows(topic.grouped(main.name))
    for name, row in rows.items():
        levels = {c: f for c, f in row.items() if c != TOTAL}
        if len(levels) < 2:
            continue
        most = max(levels, key=lambda c: levels[c].value)
        least = min(levels, key=lambda c: levels[c].value)
        unit = levels[most].label.unit
        unit = f"\u202f{unit}" if unit.startswith("%") else f" {unit}"
        every = f"{_said(row[TOTAL])}{unit}; " if TOTAL in row else f"{unit.strip()}, "
        return (
            f"{name[:1].upper()}{name[1:]}: {every}most for {most}, {_said(levels[most])}, "
            f"least for {least}, {_said(levels[least])}."
        )
    return ""


def _said(figure: Figure) -> str:
    return told(interval_of(figure), figure.label.is_share)


def _rows(figures: Iterable[Figure]) -> dict[str, dict[str, Figure]]:
    """Figures by name, then by column."""
    found: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        found.setdefault(figure.label.name, {})[figure.label.column] = figure
    return found


# Pictures


def _pictures(material: Material, topic: Topic) -> list[Part]:
    """A ledger, then what is counted by the main kind: means as points, shares as a matrix."""
    found: list[Part] = []
    ledger = _flows(topic)
    if ledger:
        unit = _unit_of_ledger(topic)
        caption = (
            "Bars to the right: what there is at the start and what comes in; to the left: what is "
            "spent, and what is left. Both sides of a stock are equally long."
        )
        title = f"{topic.heading}: where they come from and where they go"
        found.append(flows(title, ledger, unit, caption, f"{topic.heading}-flows"))
    main = material.main
    if main is None:
        return found
    by_unit = groupby(topic.grouped(main.name), key=lambda f: (f.label.unit, f.label.is_share))
    for (unit, is_share), figures in by_unit:
        rows = {n: r for n, r in _rows(figures).items() if any(f.value for f in r.values())}
        if rows and (is_share or unit.startswith("%")):
            found.append(_matrix(material, topic, rows, unit, is_share))
        elif rows:
            found.append(_points(material, topic, rows, unit))
    return found


def _points(
    material: Material, topic: Topic, rows: dict[str, dict[str, Figure]], unit: str
) -> Chart:
    main = material.main
    assert main is not None
    levels = [name for name in main.levels if any(name in row for row in rows.values())]
    found = [
        Row(name, interval_of(row[level]), level)
        for name, row in rows.items()
        for level in levels
        if level in row
    ]
    title = f"{topic.heading} by {main.name}, {unit}"
    look = Look(unit, zero=True)
    return grouped(title, found, theme.scale(levels), look, slug=f"{topic.heading}-{unit}")


def _matrix(
    material: Material,
    topic: Topic,
    rows: dict[str, dict[str, Figure]],
    unit: str,
    is_share: bool,
) -> Chart:
    main = material.main
    assert main is not None
    cells = {
        (name, column): interval_of(figure)
        for name, row in rows.items()
        for column, figure in row.items()
    }
    title = ", ".join(filter(None, (f"{topic.heading} by {main.name}", unit)))
    caption = "Small: 95 % intervals."
    return matrix(title, cells, is_share, caption=caption, slug=f"{topic.heading}-shares")


# Stocks


def _flows(topic: Topic) -> list[Flow]:
    """The rows of a ledger, stock by stock, without those that are empty."""
    rows = _rows(topic.figures)
    if not any(name.startswith(PLUS) for name in rows):
        return []
    stocks = list(dict.fromkeys(c for n, row in rows.items() if n.startswith(PLUS) for c in row))
    found = []
    for stock in stocks:
        for name, row in rows.items():
            way = _way(name)
            if way and stock in row and row[stock].value > 0:
                said = name.removeprefix(PLUS).removeprefix(MINUS)
                found.append(Flow(stock, said, way, interval_of(row[stock])))
    return found


def _way(name: str) -> str:
    if name.startswith(PLUS):
        return IN
    if name.startswith(MINUS):
        return OUT
    return {BEGIN: START, END: LEFT}.get(name, "")


def _unit_of_ledger(topic: Topic) -> str:
    return next(f.label.unit for f in topic.figures if f.label.name.startswith(PLUS))


def _ledger_heading(material: Material) -> str | None:
    """The heading of the ledger that is read first."""
    for topic in topics(material.figures).values():
        if topic.depth == MAIN and _flows(topic):
            return topic.heading
    return None


def _scarce(material: Material) -> list[Part]:
    """Turns that a stock blocked, and how much dogs hold: figures by stock and by amount."""
    found: list[Part] = []
    every = topics(material.figures)
    for topic in every.values():
        if "locked" in topic.heading and material.main:
            found += _pictures(material, topic)
    for topic in every.values():
        amounts = topic.grouped("amount")
        if amounts:
            hills = {name: _hill(row) for name, row in _rows(amounts).items()}
            last = amounts[-1].label
            caption = f"How often there is so much of each, {last.unit}; the last step is for "
            found.append(
                ridges(
                    f"{topic.heading} so much",
                    {name: hill for name, hill in hills.items() if hill},
                    "amount",
                    caption=f"{caption}{last.column}.",
                    slug=topic.heading,
                )
            )
    return [*found, *_left(material)]


def _hill(row: Mapping[str, Figure]) -> dict[float, float]:
    """Shares by amount; `9 or more` stands with nine."""
    found = {}
    for column, figure in row.items():
        digits = re.match(r"\d+", column)
        if digits:
            found[float(digits[0])] = figure.value
    return found if any(found.values()) else {}


def _left(material: Material) -> list[Chart]:
    """What is left at the end of the stocks that most is left of, by the main kind."""
    main = material.main
    if main is None:
        return []
    names = [name for name in material.seats.columns if name.startswith("left_")]
    names.sort(key=lambda name: -float(material.by_game(name).astype(np.float64).mean()))
    found = []
    for name in names[:MOST_LEFT]:
        values = material.by_game(name)
        hills = {}
        for place, level in enumerate(main.levels):
            mine, counts = _counted(values[main.codes == place])
            hills[level] = dict(zip(mine, counts, strict=True))
        stock = name.removeprefix("left_")
        title = f"{stock.capitalize()} left at the end"
        found.append(ridges(title, hills, stock, theme.scale(main.levels), slug=name))
    return found


def _counted(values: object) -> tuple[list[float], list[float]]:
    found, counts = np.unique(np.asarray(values), return_counts=True)
    return [float(v) for v in found], [float(c) / counts.sum() for c in counts]


# Rounds


def races(material: Material) -> list[Chart]:
    """Figures whose names differ by the number of a round, as lines."""
    found: dict[tuple[str, str, str], dict[str, list[tuple[float, Figure]]]] = {}
    for figure in material.figures:
        label = figure.label
        numbered = ROUND.fullmatch(label.name)
        if numbered and label.column != TOTAL:
            key = (label.heading, f"{numbered[1]} …{numbered[3]}", label.unit)
            at = (float(numbered[2]), figure)
            found.setdefault(key, {}).setdefault(label.column, []).append(at)
    return [
        _race(heading, name, unit, lines)
        for (heading, name, unit), lines in found.items()
        if max(map(len, lines.values())) > 2
    ]


def _race(
    heading: str, name: str, unit: str, lines: Mapping[str, list[tuple[float, Figure]]]
) -> Chart:
    is_share = next(iter(lines.values()))[0][1].label.is_share
    intervals = {
        column: [(at, interval_of(figure)) for at, figure in line] for column, line in lines.items()
    }
    title = f"{heading} by round" if name == EACH else f"{heading}: {name}".removeprefix(": ")
    return bands(title, intervals, ("round", unit), is_share, zero=True, slug=f"{heading}-rounds")


# Every figure


def every_figure(material: Material) -> Section:
    """All figures in tables, a fold for each heading."""
    folds = []
    for topic in sorted(topics(material.figures).values(), key=lambda topic: topic.depth):
        title = topic.heading or "In general"
        folds.append(Fold(title, _tables(topic)))
    return Section("Every figure", folds, "All that was counted, with 95 % intervals.")


def _tables(topic: Topic) -> list[Table]:
    """Rows with the same columns share a table."""
    found = []
    rows = _rows(topic.figures)
    shapes = groupby(rows.items(), key=lambda row: (_unit(row[1]), tuple(row[1])))
    for (unit, columns), those in shapes:
        titles = [unit, *columns]
        found.append(Table(titles, [_line(name, row, columns) for name, row in those]))
    return found


def _line(name: str, row: Mapping[str, Figure], columns: Sequence[str]) -> list[Cell]:
    digits = common_digits(map(interval_of, row.values()), row[columns[0]].label.is_share)
    return [name, *(figure_cell(row[column], digits) for column in columns)]


def _unit(row: Mapping[str, Figure]) -> str:
    return next(iter(row.values())).label.unit
