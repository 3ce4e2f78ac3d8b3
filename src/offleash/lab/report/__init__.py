"""The report: one self-contained HTML file, built from a few kinds of parts."""

from offleash.lab.report.charts.vega_lite import write_charts
from offleash.lab.report.page import html, write_report
from offleash.lab.report.parts import (
    Answer,
    Chart,
    Download,
    Estimate,
    Fold,
    Picture,
    Report,
    Section,
    Table,
    Text,
)

__all__ = [
    "Answer",
    "Chart",
    "Download",
    "Estimate",
    "Fold",
    "Picture",
    "Report",
    "Section",
    "Table",
    "Text",
    "html",
    "write_charts",
    "write_report",
]
