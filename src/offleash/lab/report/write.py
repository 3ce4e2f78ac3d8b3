"""Writing the report of a run into its folder."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.files import check_writable, write_text
from offleash.lab.extra import require
from offleash.lab.finished_run import FinishedRun, load_run
from offleash.lab.report.charts import check_kinds, write_charts
from offleash.lab.report.page import html
from offleash.lab.report.parts import Report

PAGE, CHARTS, STORIES = "report.html", "charts", "stories"
KINDS = ("simulate", "compare", "sweep", "ladder", "tune")
BUILDERS = {kind: f"offleash.lab.report.{kind}" for kind in KINDS}


def write_report(folder: str | Path, charts: Sequence[str] = ()) -> Path:
    """Makes `report.html` and the stories in the folder of a run that has ended.

    With `charts=("svg", "png")` every chart is written to a file of its own too.
    """
    require("a report", "polars", "altair", "vl_convert")
    check_kinds(charts)
    loaded = load_run(folder)
    kind = loaded.plan.kind
    if kind not in BUILDERS:
        raise OffleashError(f"there is no report for an experiment of the kind {kind!r}")
    place = loaded.folder
    check_writable(place / PAGE)
    built: Any = _built(loaded)
    report, tales = (built, ()) if isinstance(built, Report) else (built.report, built.tales)
    for tale in tales:
        write_text(place / STORIES / tale.file, tale.text)
    if charts:
        write_charts(report, place / CHARTS, charts)
    page = place / PAGE
    write_text(page, html(report))
    return page


def _built(loaded: FinishedRun) -> Any:
    from polars.exceptions import ComputeError

    try:
        return import_module(BUILDERS[loaded.plan.kind]).build(loaded)
    except ComputeError as error:
        reason = " ".join(str(error).split())
        raise OffleashError(f"a table in {loaded.folder} can't be read ({reason})") from None
