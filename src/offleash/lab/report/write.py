"""Write the report of a run into its folder."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from offleash.lab.libraries import require
from offleash.lab.report.charts.vega_lite import check_formats, write_charts
from offleash.lab.report.own_names import in_own_names
from offleash.lab.report.page import html
from offleash.lab.report.parts import Download, Report
from offleash.lab.runs.finished_run import FinishedRun, load_run
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_text

PAGE, CHARTS = "report.html", "charts"
KINDS = ("simulate", "compare", "sweep", "ladder", "tune", "propose")
BUILDERS = {kind: f"offleash.lab.report.{kind}" for kind in KINDS}


def write_report(folder: str | Path, charts: Sequence[str] = ()) -> Path:
    """Write `report.html` and the stories into the folder of a finished run; return the page.

    With `charts=("svg", "png")`, also write every chart to a file of its own. Raises
    OffleashError if the run can't be read or reported, or a file can't be written.
    """
    require("a report", "polars", "altair", "vl_convert")
    check_formats(charts)
    loaded = load_run(folder)
    run_folder = loaded.folder
    check_writable(run_folder / PAGE)
    report = build_report(loaded)
    for part in (part for section in report.sections for part in section.parts):
        if isinstance(part, Download):
            write_text(run_folder / part.folder / part.name, part.text)
    if charts:
        write_charts(report, run_folder / CHARTS, charts)
    page = run_folder / PAGE
    write_text(page, html(report))
    return page


def build_report(loaded: FinishedRun) -> Report:
    """Build the report of a finished run: from its summary, or if the kind needs more, from all."""
    return _build(loaded, "build")


def build_brief_report(loaded: FinishedRun) -> Report:
    """Build what a cell of a notebook shows, without playing further games."""
    return _build(loaded, "build_brief")


def _build(loaded: FinishedRun, builder: str) -> Report:
    """Call a builder of the kind, or else build from the summary. Raises OffleashError."""
    from polars.exceptions import ComputeError

    kind_name = loaded.plan.kind
    if kind_name not in BUILDERS:
        raise OffleashError(f"an experiment of the kind {kind_name!r} has no report")
    kind = import_module(BUILDERS[kind_name])
    build = getattr(kind, builder, lambda run: kind.report_from_summary(run.summary))
    try:
        report: Report = build(loaded)
        return in_own_names(report, loaded)
    except ComputeError as error:
        reason = " ".join(str(error).split())
        raise OffleashError(f"a table in {loaded.folder} can't be read ({reason})") from None
