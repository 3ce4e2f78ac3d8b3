"""The parts of a report as HTML. Every text is escaped here and nowhere else."""

import base64
import html
import json
import re
from collections.abc import Iterable, Sequence

from offleash.lab.report.charts.vega_lite import page_spec
from offleash.lab.report.numbers import NONE, number
from offleash.lab.report.parts import (
    Answer,
    Cell,
    Chart,
    DataTable,
    Download,
    Estimate,
    Fold,
    Part,
    Section,
    SvgImage,
    Text,
)
from offleash.lab.report.safe_svg import inline_svg

NUMERIC = re.compile(r"[-+−±<>≤≥~]?\s*[\d.,]+\s*%?|–|∞|")

VALUE = re.compile(r"([-+−±]?[\d.,]+)([^\d.,].*)?")  # of an answer: a number, perhaps a unit


def escape(text: str) -> str:
    """Escape a text for use in an element or an attribute."""
    return html.escape(text, quote=True)


def render_inline(text: str) -> str:
    """Escape a text and render what is between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def data_script(value: object, **attributes: str) -> str:
    """Render data for a script; no text in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    extra = "".join(f' {name}="{escape(attribute)}"' for name, attribute in attributes.items())
    return f'<script type="application/json"{extra}>{text}</script>'


class Markup:
    """Renders the sections of one page, and gives charts and pictures unique ids."""

    def __init__(self, chart_slugs: Iterable[str]) -> None:
        self._chart_slugs = iter(chart_slugs)
        self._pictures = 0

    def section(self, section: Section, place: str) -> str:
        """Render a section: heading, lead, answers, then all other parts."""
        lines = [f'<section id="{place}">', f"<h2>{render_inline(section.heading)}</h2>"]
        if section.lead:
            lines.append(f'<p class="lead">{render_inline(section.lead)}</p>')
        answers = [part for part in section.parts if isinstance(part, Answer)]
        if answers:
            look = "answers in-twos" if len(answers) == 4 else "answers"  # otherwise in threes
            lines += [f'<div class="{look}">', *map(_answer, answers), "</div>"]
        rest = [part for part in section.parts if not isinstance(part, Answer)]
        return "\n".join([*lines, *map(self._part, rest), "</section>"])

    def _part(self, part: Part) -> str:
        match part:
            case DataTable():
                return _table(part)
            case Chart():
                return _chart(part, next(self._chart_slugs))
            case SvgImage():
                self._pictures += 1
                return _picture(part, f"picture-{self._pictures}-")
            case Text():
                paragraphs = "".join(f"<p>{render_inline(text)}</p>" for text in part.paragraphs)
                return f'<div class="text">{paragraphs}</div>'
            case Download():
                return _download(part)
            case Fold():
                head = f"<summary>{render_inline(part.title)}</summary>"
                inside = "".join(map(self._part, part.parts))
                return f'<details class="fold">{head}{inside}</details>'
        raise TypeError(f"a section can't contain {part!r}")


def _answer(answer: Answer) -> str:
    match = VALUE.fullmatch(answer.value)
    value, unit = match.groups() if match else (answer.value, "")
    small = f'<span class="unit">{escape(unit)}</span>' if unit else ""
    lines = [f'<p class="value">{escape(value)}{small}</p>']
    if answer.interval:
        lines.append(f'<p class="interval">{render_inline(answer.interval)}</p>')
    lines.append(f'<p class="headline">{render_inline(answer.headline)}</p>')
    return f'<div class="answer">{"".join(lines)}</div>'


def _chart(chart: Chart, slug: str) -> str:
    return (
        f'<figure class="chart" id="chart-{slug}" data-slug="{slug}">'
        f'<div class="bar"><h3>{render_inline(chart.title)}</h3>'
        '<button class="save" type="button" title="Save as a file" hidden>SVG</button>'
        '</div><div class="drawing"></div>'
        "<noscript><p>This chart is drawn by a script.</p></noscript>"
        f"{_caption(chart.caption)}{data_script(page_spec(chart))}</figure>"
    )


def _picture(picture: SvgImage, prefix: str) -> str:
    title = (
        f'<div class="bar"><h3>{render_inline(picture.title)}</h3></div>' if picture.title else ""
    )
    drawing = inline_svg(picture.svg, prefix)
    return f'<figure class="picture">{title}{drawing}{_caption(picture.caption)}</figure>'


def _caption(text: str) -> str:
    return f"<figcaption>{render_inline(text)}</figcaption>" if text else ""


def _download(file: Download) -> str:
    data = base64.b64encode(file.text.encode("utf-8", "replace")).decode()
    name = escape(file.name)
    lines = ['<div class="download">']
    if file.headline:
        lines.append(f"<p>{render_inline(file.headline)}</p>")
    link = f'<a download="{name}" href="data:text/plain;charset=utf-8;base64,{data}">{name}</a>'
    lines.append(f'<p class="command">Save {link}')
    if file.command:
        lines.append(f", then <code>{escape(file.command)}</code>")
    lines.append("</p><details hidden><summary>Read it here</summary><pre></pre></details></div>")
    return "".join(lines)


def _table(table: DataTable) -> str:
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    numeric = [all(map(_is_number, column)) and bool(column) for column in columns]
    wide = [any(isinstance(cell, Estimate) for cell in column) for column in columns]
    head = "".join(
        f'<th scope="col"{_class(is_number)}{" colspan=2" if is_wide else ""}>'
        f"{render_inline(name)}</th>"
        for name, is_number, is_wide in zip(table.columns, numeric, wide, strict=True)
    )
    rows = ["<tr>" + "".join(_cells(row, numeric, wide)) + "</tr>" for row in table.rows]
    label = f' aria-label="{escape(table.caption)}"' if table.caption else ""
    return "\n".join(
        [
            f'<figure class="table">{_caption(table.caption)}',
            f'<div class="scroll" tabindex="0" role="region"{label}><table>',
            *([f"<thead><tr>{head}</tr></thead>"] if any(table.columns) else []),
            "<tbody>",
            *rows,
            "</tbody></table></div></figure>",
        ]
    )


def _cells(row: Sequence[Cell], numeric: Sequence[bool], wide: Sequence[bool]) -> Iterable[str]:
    """Render a row; an estimate takes two cells, so that numbers are aligned."""
    for place, (cell, is_number, is_wide) in enumerate(zip(row, numeric, wide, strict=True)):
        if place == 0 and not is_number:
            yield f'<th scope="row">{_render_cell(cell)}</th>'
            continue
        interval = cell.interval if isinstance(cell, Estimate) else ""
        yield f"<td{_class(is_number)}>{_render_cell(cell)}</td>"
        if is_wide:
            yield f'<td class="interval">{render_inline(interval)}</td>'


def _class(is_number: bool) -> str:
    return ' class="number"' if is_number else ""


def _render_cell(cell: Cell) -> str:
    if isinstance(cell, Estimate | str):
        return render_inline(cell if isinstance(cell, str) else cell.value)
    return NONE if cell is None else number(cell)


def _is_number(cell: Cell) -> bool:
    return not isinstance(cell, str) or NUMERIC.fullmatch(cell) is not None
