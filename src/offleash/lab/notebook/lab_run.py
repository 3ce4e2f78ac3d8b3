"""A finished run in a notebook: it shows itself, and gives its results as data frames."""

import atexit
import shutil
import weakref
from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offleash.lab.libraries import require
from offleash.lab.notebook.cell import ChartPicture, chart_pictures, render_cell
from offleash.lab.notebook.result_tables import figure_rows, result_rows
from offleash.lab.plans.plan import Plan
from offleash.lab.report.parts import Report
from offleash.lab.report.write import build_brief_report, write_report
from offleash.lab.runs.finished_run import FinishedRun
from offleash.tools.errors import OffleashError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

TABLES = ("results", "figures", "games", "seats", "places")


class LabRun:
    """A finished run. In a notebook it shows its answer and charts.

    `results` holds the answer, `figures` every measure, `games` a row per game, `seats` a row per
    seat and game, and `places` counts by place: all as data frames of Polars.
    """

    def __init__(self, finished: FinishedRun, is_temporary: bool = False) -> None:
        """Hold a run; if it is temporary, its folder is deleted together with this object."""
        self._finished, self._is_temporary = finished, is_temporary
        self._removal: Any = None
        if is_temporary:
            self._removal = weakref.finalize(
                self, shutil.rmtree, finished.folder, ignore_errors=True
            )

    @property
    def summary(self) -> Mapping[str, Any]:
        """What `--json` prints: the whole result as plain data."""
        return self._finished.summary

    @property
    def plan(self) -> Plan:
        """Everything that decided which games were played."""
        return self._finished.plan

    @property
    def folder(self) -> Path:
        """Where the run is stored."""
        return self._finished.folder

    # Tables

    @cached_property
    def results(self) -> "pl.DataFrame":
        """The answer: figures, differences of a comparison, points, ratings or rule sets."""
        return self._frame(result_rows(self._finished))

    @cached_property
    def figures(self) -> "pl.DataFrame":
        """Every measure of every arm, with its 95 % interval."""
        return self._frame(figure_rows(self._finished))

    @property
    def games(self) -> "pl.DataFrame":
        """One row per game."""
        return self._finished.games.collect()

    @property
    def seats(self) -> "pl.DataFrame":
        """One row per seat and game."""
        return self._finished.seats.collect()

    @property
    def places(self) -> "pl.DataFrame":
        """Counts by place, summed over all games of each arm."""
        return self._finished.places.collect()

    def scan(self, table: str) -> "pl.LazyFrame":
        """Return the table `games`, `seats` or `places`, read only as far as needed."""
        frame = self._finished.table(table)
        if self._removal and self._removal.detach():
            # The frame reads the folder later, perhaps when this object is gone
            atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        return frame

    def to_pandas(self, table: str = "results") -> "pd.DataFrame":
        """Return one of the tables as a data frame of pandas."""
        require("a table for pandas", "pandas", "pyarrow", extra="notebook")
        if table not in TABLES:
            raise OffleashError(f"there is no table {table!r}; the tables are {', '.join(TABLES)}")
        frame: pl.DataFrame = getattr(self, table)
        return frame.to_pandas()

    def _frame(self, rows: list[dict[str, Any]]) -> "pl.DataFrame":
        import polars as pl

        return pl.DataFrame(rows, infer_schema_length=None)

    # Charts and reports

    @cached_property
    def charts(self) -> dict[str, ChartPicture]:
        """The charts that the run shows, by name; each shows itself, and can be saved."""
        return chart_pictures(self._brief_report)

    @cached_property
    def _brief_report(self) -> Report:
        require("charts", "altair", "vl_convert")
        return build_brief_report(self._finished)

    def save(self, folder: str | PathLike[str]) -> Path:
        """Copy the run to a new folder, which `offleash.load` and `offleash report` open."""
        target = Path(folder).expanduser()
        if target.exists():
            raise OffleashError(f"{target} exists already: name a new folder")
        shutil.copytree(self.folder, target)
        return target

    def report(self) -> Path:
        """Write the whole report into the folder of the run; return the page."""
        if self._is_temporary:
            raise OffleashError(
                "this run has a temporary folder only: save(folder) it, then load(folder).report()"
            )
        return write_report(self.folder)

    def __repr__(self) -> str:
        summary = self._finished.summary
        games = summary.get("games", 0)
        count = sum(games) if isinstance(games, list) else games
        kind, game = self.plan.kind, self._finished.experiment.game.title
        return f"<LabRun: {kind} of {game}, {count:,} games, seed {self.plan.seed}>"

    def _repr_html_(self) -> str | None:
        """Return the answer with the charts of the report; None if they can't be drawn."""
        try:
            return render_cell(self._brief_report, self.charts)
        except OffleashError:  # an extra is not installed, or this kind has no report
            return None
