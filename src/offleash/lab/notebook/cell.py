"""What a run shows under the cell of a notebook: its answers, and the first charts of its report.

Charts are pictures, not scripts: a notebook shows them without a network, and keeps them.
"""

import base64
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from offleash.lab.report.charts.vega_lite import check_formats, file_spec, render, write_chart
from offleash.lab.report.markup import escape, render_inline
from offleash.lab.report.parts import Answer, Chart, Report, Section, charts

MOST_CHARTS = 4
CELL = "max-width:46em;line-height:1.45"
ANSWERS = "display:flex;flex-wrap:wrap;gap:.6em 2em;margin:.8em 0"
ANSWER = "flex:1 1 12em;max-width:18em"
SOFT = "opacity:.75;font-size:90%"


@dataclass(frozen=True)
class ChartPicture:
    """A chart of a run. A notebook shows it; `save` writes it to a file."""

    chart: Chart

    @cached_property
    def svg(self) -> str:
        """The chart as a picture."""
        return render(file_spec(self.chart), "svg").decode()

    @property
    def title(self) -> str:
        """The heading of the chart."""
        return self.chart.title

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, SVG or PNG by its name."""
        file = Path(path).expanduser()
        check_formats([file.suffix[1:]])
        return write_chart(self.chart, file)

    def __repr__(self) -> str:
        return f"<ChartPicture: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg


def chart_pictures(report: Report) -> dict[str, ChartPicture]:
    """Return the charts of a report by name."""
    return {slug: ChartPicture(chart) for slug, chart in charts(report)}


def render_cell(report: Report, pictures: dict[str, ChartPicture]) -> str:
    """Return the title, what each section says in a sentence, its answers, and the first charts."""
    parts = [f"<h3>{render_inline(report.title)}</h3>"]
    if report.subtitle:
        parts.append(f'<p style="{SOFT}">{render_inline(report.subtitle)}</p>')
    by_chart = {id(picture.chart): picture for picture in list(pictures.values())[:MOST_CHARTS]}
    for section in report.sections:
        own = [by_chart[id(part)] for part in section.parts if id(part) in by_chart]
        parts += _section(section, own)
    return f'<div style="{CELL}">{"".join(parts)}</div>'


def _section(section: Section, pictures: list[ChartPicture]) -> list[str]:
    """Return a section with answers or charts; others are left to the report."""
    answers = [part for part in section.parts if isinstance(part, Answer)]
    if not answers and not pictures:
        return []
    parts = [f"<h4>{render_inline(section.heading)}</h4>"]
    if section.lead:
        parts.append(f"<p>{render_inline(section.lead)}</p>")
    if answers:
        parts.append(f'<div style="{ANSWERS}">{"".join(map(_answer, answers))}</div>')
    return [*parts, *map(_figure, pictures)]


def _answer(answer: Answer) -> str:
    interval = f'<div style="{SOFT}">{render_inline(answer.interval)}</div>' * bool(answer.interval)
    value = f'<b style="font-size:150%">{escape(answer.value)}</b>'
    return (
        f'<div style="{ANSWER}">{value}{interval}<div>{render_inline(answer.headline)}</div></div>'
    )


def _figure(picture: ChartPicture) -> str:
    data = base64.b64encode(picture.svg.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    image = f'<img style="background:#fff" alt="{escape(picture.title)}" src="{source}">'
    caption = f'<p style="{SOFT}">{render_inline(picture.chart.caption)}</p>'
    return image + caption * bool(picture.chart.caption)
