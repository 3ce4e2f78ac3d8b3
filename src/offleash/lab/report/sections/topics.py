"""The game's own figures, heading by heading: charts first, then tables of everything."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from offleash.contract import MAIN, MEAN, Figure, Label, LabParts
from offleash.lab.figures.measures import is_win
from offleash.lab.report.arm_data import ArmData, Factor
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.distributions import ridges
from offleash.lab.report.charts.flows import IN, LEFT, OUT, START, Flow, flow_chart
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, grouped
from offleash.lab.report.charts.lines import bands
from offleash.lab.report.charts.matrix import matrix
from offleash.lab.report.estimates import common_digits, figure_cell, figure_interval, format_figure
from offleash.lab.report.parts import Cell, Chart, DataTable, Fold, Part, Section, SvgImage
from offleash.tools.prose import capitalise

PLUS, MINUS = "+ ", "- "  # prefixes of ledger rows: sources, sinks
BEGIN, END = "at the start", "left at the end"
DIRECTIONS = {PLUS: IN, MINUS: OUT, BEGIN: START, END: LEFT}
MOST_LEFT = 2  # stocks whose remainder is shown
TOTAL = "all"  # the column that all others add up to
AFTER_ROUND = "after round …"
ROUND = re.compile(r"(.*\bround) (\d+)(.*)")

FiguresByRow = dict[str, dict[str, Figure]]


@dataclass
class Topic:
    """The figures under one heading."""

    heading: str
    figures: list[Figure] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return min(figure.label.depth for figure in self.figures)

    def grouped(self, group: str) -> list[Figure]:
        """Return means by this group."""
        return [f for f in self.figures if f.label.group == group and f.label.extent == MEAN]


def topics(figures: Iterable[Figure]) -> dict[str, Topic]:
    """Return figures by heading, in order; those without one are under the empty heading."""
    grouped_figures: dict[str, Topic] = {}
    for figure in figures:
        heading = figure.label.heading
        grouped_figures.setdefault(heading, Topic(heading)).figures.append(figure)
    return grouped_figures


def main_sections(
    data: ArmData, skip_headings: Iterable[str], maps: Mapping[str, SvgImage]
) -> list[Section]:
    """Return a section for each main heading except those to skip."""
    skipped = {"", *skip_headings}
    sections = []
    for topic in topics(data.figures).values():
        if topic.heading in skipped or topic.depth > MAIN:
            continue
        name = topic.heading.lower()
        parts = [*_charts(data, topic), *([maps[name]] if name in maps else [])]
        if topic.heading == _ledger_heading(data):
            parts += [*_stock_charts(data), *round_charts(data, of_stocks=True)]
        if parts:
            sections.append(Section(topic.heading, parts, _lead(data, topic)))
    return sections


def general_section(data: ArmData) -> Section | None:
    """Return a table of the main figures without a heading; wins and lengths have a section."""
    topic = topics(data.figures).get("")
    if topic is None:
        return None
    rows: list[list[Cell]] = [
        [figure.label.name, figure_cell(figure), figure.label.unit]
        for figure in topic.figures
        if figure.label.depth == MAIN and not _has_section(data, figure.label)
    ]
    return Section("What happens in a game?", [DataTable(["", "", ""], rows)]) if rows else None


def _has_section(data: ArmData, label: Label) -> bool:
    """Return whether another section shows it: who wins, or how long a game lasts."""
    if not data.has_games:
        return False
    is_length = label.name in (f"{label.extent} game", data.clock)
    return is_length or bool(label.group and is_win(label, label.group))


def _lead(data: ArmData, topic: Topic) -> str:
    """Return a sentence on the first row by the main factor: the total, the lowest, the highest."""
    main = data.main_factor
    if main is None:
        return ""
    rows = _rows(topic.grouped(main.name))
    for name, row in rows.items():
        levels = {c: f for c, f in row.items() if c != TOTAL}
        if len(levels) < 2:
            continue
        most = max(levels, key=lambda c: levels[c].value)
        least = min(levels, key=lambda c: levels[c].value)
        label = levels[most].label
        unit = label.unit.removeprefix("% ") if label.is_share else label.unit
        unit = f"\u202f{unit}" if unit.startswith("%") else f" {unit}"
        low, high = (f"{format_figure(levels[c])} ({c})" for c in (least, most))
        total = f"{format_figure(row[TOTAL])}{unit}, " if TOTAL in row else f"{unit.strip()}, "
        return f"{capitalise(name)}: {total}from {low} to {high}."
    return ""


def _rows(figures: Iterable[Figure]) -> FiguresByRow:
    """Return figures by name, then by column."""
    rows: FiguresByRow = {}
    for figure in figures:
        rows.setdefault(figure.label.name, {})[figure.label.column] = figure
    return rows


# Charts


def _charts(data: ArmData, topic: Topic) -> list[Part]:
    """Return a ledger, then the figures by the main factor: means as points, shares as a matrix."""
    parts: list[Part] = []
    ledger = _flows(topic)
    if ledger:
        unit = next(f.label.unit for f in topic.figures if f.label.name.startswith(PLUS))
        caption = (
            "Bars to the right show what there is at the start and what comes in; bars to the "
            "left show what is spent and what is left. Both sides of a stock add up to the same "
            "amount."
        )
        title = f"{topic.heading}: where they come from and where they go"
        parts.append(flow_chart(title, ledger, unit, caption, f"{topic.heading}-flows"))
    main = data.main_factor
    if main is None:
        return parts
    by_unit = groupby(topic.grouped(main.name), key=lambda f: (f.label.unit, f.label.is_share))
    for (unit, is_share), figures in by_unit:
        rows = {n: r for n, r in _rows(figures).items() if any(f.value for f in r.values())}
        if rows and (is_share or unit.startswith("%")):
            parts.append(_matrix(main, topic, rows, unit, is_share))
        elif rows:
            parts.append(_points(data, main, topic, rows, unit))
    return parts


def _points(data: ArmData, main: Factor, topic: Topic, rows: FiguresByRow, unit: str) -> Chart:
    levels = [name for name in main.levels if any(name in row for row in rows.values())]
    points = [
        ForestRow(name, figure_interval(row[level]), level)
        for name, row in rows.items()
        for level in levels
        if level in row
    ]
    title = f"{topic.heading} by {main.name}, {unit}"
    axis = ForestAxis(unit, zero=True)
    colours = theme.scale(levels, data.game.lab.colours)
    return grouped(title, points, colours, axis, slug=f"{topic.heading}-{unit}")


def _matrix(main: Factor, topic: Topic, rows: FiguresByRow, unit: str, is_share: bool) -> Chart:
    cells = {
        (name, column): figure_interval(figure)
        for name, row in rows.items()
        for column, figure in row.items()
    }
    title = ", ".join(filter(None, (f"{topic.heading} by {main.name}", unit)))
    caption = "Small print: 95 % intervals."
    return matrix(title, cells, is_share, caption=caption, slug=f"{topic.heading}-shares")


# Stocks


def _flows(topic: Topic) -> list[Flow]:
    """Return the rows of a ledger, stock by stock, without empty ones."""
    rows = _rows(topic.figures)
    if not any(name.startswith(PLUS) for name in rows):
        return []
    stocks = list(dict.fromkeys(c for n, row in rows.items() if n.startswith(PLUS) for c in row))
    flows = []
    for stock in stocks:
        for name, row in rows.items():
            direction = DIRECTIONS.get(name) or DIRECTIONS.get(name[:2])
            if direction and stock in row and row[stock].value > 0:
                purpose = name.removeprefix(PLUS).removeprefix(MINUS)
                flows.append(Flow(stock, purpose, direction, figure_interval(row[stock])))
    return flows


def _ledger_heading(data: ArmData) -> str | None:
    """Return the heading of the main ledger."""
    for topic in topics(data.figures).values():
        if topic.depth == MAIN and _flows(topic):
            return topic.heading
    return None


def _stock_charts(data: ArmData) -> list[Part]:
    """Return turns blocked for lack of a stock, and how much players hold of each stock."""
    parts: list[Part] = []
    all_topics = topics(data.figures)
    for topic in all_topics.values():
        if "locked" in topic.heading and data.main_factor:
            parts += _charts(data, topic)
    for topic in all_topics.values():
        amounts = topic.grouped("amount")
        if amounts:
            shares = {name: _shares_by_amount(row) for name, row in _rows(amounts).items()}
            last = amounts[-1].label
            caption = f"How often each amount occurs, in {last.unit}; the last step is for "
            parts.append(
                ridges(
                    f"{topic.heading} each amount",
                    {name: row for name, row in shares.items() if row},
                    "amount",
                    caption=f"{caption}{last.column}.",
                    slug=topic.heading,
                )
            )
    return [*parts, *_left(data)]


def _shares_by_amount(row: Mapping[str, Figure]) -> dict[float, float]:
    """Return shares by amount; `9 or more` counts as nine."""
    shares = {}
    for column, figure in row.items():
        digits = re.match(r"\d+", column)
        if digits:
            shares[float(digits[0])] = figure.value
    return shares if any(shares.values()) else {}


def _left(data: ArmData) -> list[Chart]:
    """Return the largest remainders of stocks at the end, by the main factor."""
    main = data.main_factor
    if main is None:
        return []
    names = [name for name in data.seats.columns if name.startswith("left_")]
    names.sort(key=lambda name: -float(data.by_game(name).astype(np.float64).mean()))
    charts = []
    for name in names[:MOST_LEFT]:
        values = data.by_game(name)
        shares = {
            level: _distribution(values[main.codes == place])
            for place, level in enumerate(main.levels)
        }
        stock = name.removeprefix("left_")
        title = f"{capitalise(stock)} left at the end"
        colours = theme.scale(main.levels, data.game.lab.colours)
        charts.append(ridges(title, shares, stock, colours, slug=name))
    return charts


def _distribution(values: object) -> dict[float, float]:
    """Return the share of each value."""
    amounts, counts = np.unique(np.asarray(values), return_counts=True)
    return dict(zip(amounts.astype(float).tolist(), (counts / counts.sum()).tolist(), strict=True))


# Rounds


def round_charts(data: ArmData, of_stocks: bool = False) -> list[Chart]:
    """Return line charts of figures whose names differ only in the number of a round.

    Those that begin with the name of a stock belong to the ledger.
    """
    ledger = topics(data.figures).get(_ledger_heading(data) or "")
    stocks = {flow.stock for flow in _flows(ledger)} if ledger else set()
    series: dict[tuple[str, str, str], dict[str, list[tuple[float, Figure]]]] = {}
    for figure in data.figures:
        label = figure.label
        numbered = ROUND.fullmatch(label.name)
        is_stock = label.name.split()[0] in stocks
        if numbered and label.column != TOTAL and is_stock == of_stocks:
            key = (label.heading, f"{numbered[1]} …{numbered[3]}", label.unit)
            at = (float(numbered[2]), figure)
            series.setdefault(key, {}).setdefault(label.column, []).append(at)
    return [
        _round_chart(data.game.lab, heading, name, unit, lines)
        for (heading, name, unit), lines in series.items()
        if max(map(len, lines.values())) > 2
    ]


def _round_chart(
    lab: LabParts,
    heading: str,
    name: str,
    unit: str,
    lines: Mapping[str, list[tuple[float, Figure]]],
) -> Chart:
    is_share = next(iter(lines.values()))[0][1].label.is_share
    intervals = {
        column: [(at, figure_interval(figure)) for at, figure in line]
        for column, line in lines.items()
    }
    title = (
        f"{heading} by round" if name == AFTER_ROUND else f"{heading}: {name}".removeprefix(": ")
    )
    caption = f"Bands are 95 % intervals. {lab.captions.get(heading, '')}".strip()
    colours = theme.scale(list(lines), lab.colours)
    axes, slug = ("round", unit), f"{heading}-rounds"
    return bands(title, intervals, axes, is_share, colours, True, caption, slug)


# Every figure


def figures_section(data: ArmData) -> Section:
    """Return all figures in tables, a fold for each heading."""
    by_depth = sorted(topics(data.figures).values(), key=lambda topic: topic.depth)
    folds = [Fold(topic.heading or "In general", _tables(topic)) for topic in by_depth]
    return Section("Every figure", folds, "Everything that was counted, with 95 % intervals.")


def _tables(topic: Topic) -> list[DataTable]:
    """Return tables; rows with the same columns share one."""
    rows = _rows(topic.figures).items()
    shapes = groupby(rows, key=lambda row: (next(iter(row[1].values())).label.unit, tuple(row[1])))
    tables = []
    for (unit, columns), members in shapes:
        lines = [_line(name, row, columns) for name, row in members]
        tables.append(DataTable([unit, *columns], lines))
    return tables


def _line(name: str, row: Mapping[str, Figure], columns: Sequence[str]) -> list[Cell]:
    digits = common_digits(map(figure_interval, row.values()), row[columns[0]].label.is_share)
    return [name, *(figure_cell(row[column], digits) for column in columns)]
