"""What a report is made of. Plain data: nothing here knows HTML or a chart library.

All texts are plain text. Text between backticks is shown as code.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """A headline: one sentence, its number large, and the interval of that number."""

    headline: str
    value: str
    interval: str = ""


@dataclass(frozen=True)
class Estimate:
    """A cell of a table: a number as text, and its interval, which is shown dimmed."""

    value: str
    interval: str


Cell = str | int | float | Estimate | None


@dataclass(frozen=True)
class DataTable:
    """Rows of cells. A column of numbers and estimates only is set flush right."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells under {len(self.columns)} columns: {row!r}")


@dataclass(frozen=True)
class Chart:
    """An altair chart, or a Vega-Lite specification as a dict.

    Leave the width out, or set `width="container"` (in a facet or concat too), to fill the
    available width. The page shows the title above the chart, so the specification has none.
    The slug names its files; by default it is made from the title.
    """

    title: str
    spec: Any
    caption: str = ""
    slug: str = ""


@dataclass(frozen=True)
class SvgImage:
    """A whole SVG document, such as a board with its heat."""

    svg: str
    caption: str = ""
    title: str = ""


@dataclass(frozen=True)
class Text:
    """Paragraphs."""

    paragraphs: Sequence[str]


@dataclass(frozen=True)
class Download:
    """A file that the page contains, such as a transcript, and the command that uses it."""

    name: str
    text: str
    headline: str = ""
    command: str = ""
    folder: str = "stories"  # in the folder of the run, where it is written too


@dataclass(frozen=True)
class Fold:
    """Tables and texts that are hidden until the reader opens them."""

    title: str
    parts: Sequence[DataTable | Text]


Part = Answer | DataTable | Chart | SvgImage | Text | Download | Fold


@dataclass(frozen=True)
class Section:
    """Parts under a heading. Its answers are shown before all other parts."""

    heading: str
    parts: Sequence[Part]
    lead: str = ""


@dataclass(frozen=True)
class Report:
    """The whole page; the colophon says at its end how the report was made."""

    title: str
    sections: Sequence[Section]
    subtitle: str = ""
    colophon: str = ""


def charts(report: Report) -> Iterator[tuple[str, Chart]]:
    """Return every chart of a report in order, with a unique slug."""
    parts = [
        part for section in report.sections for part in section.parts if isinstance(part, Chart)
    ]
    return zip(slugs([chart.slug or chart.title for chart in parts]), parts, strict=True)


def slugs(texts: Sequence[str]) -> list[str]:
    """Return a unique name for each text, fit for a file name or a link."""
    names: list[str] = []
    for text in texts:
        plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "part"
        name, number = plain, 1
        while name in names:
            number += 1
            name = f"{plain}-{number}"
        names.append(name)
    return names
