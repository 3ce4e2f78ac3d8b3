"""A finished run, read back from its folder for reports and further analysis."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offleash.lab.libraries import require
from offleash.lab.plans.plan import Plan, name_files, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import PLAN, SUMMARY, read_plan
from offleash.lab.runs.results import Results
from offleash.lab.runs.store import read_ended
from offleash.tools.errors import OffleashError

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class FinishedRun:
    """The contents of a run's folder. Tables are lazy: Polars reads them on `collect`."""

    folder: Path
    plan: Plan
    experiment: Experiment
    results: Results
    summary: dict[str, Any]
    rules: str  # digest of the rules it was played with

    @property
    def rules_changed(self) -> bool:
        """Whether its games can no longer be replayed exactly.

        Also true if bots were loaded from code named on the command line: reading loads no code.
        """
        return not self.knows_bots or self.rules != self.experiment.rules_digest

    @property
    def knows_bots(self) -> bool:
        """Whether every player in the plan is a known bot."""
        try:
            self.experiment.guests  # noqa: B018
        except OffleashError:
            return False
        return True

    @property
    def can_play_again(self) -> bool:
        """Whether its games, and thousands of playouts from their positions, can be played."""
        return not self.rules_changed and not self.experiment.slow

    def table(self, name: str) -> "pl.LazyFrame":
        """Return the table `games`, `seats` or `places`; raise OffleashError if there is none."""
        require("a table", "polars")
        import polars as pl

        path = self.folder / f"{name}.parquet"
        if not path.exists():
            raise OffleashError(f"{self.folder} has no table of {name}")
        return pl.scan_parquet(path, glob=False)

    @property
    def games(self) -> "pl.LazyFrame":
        """One row per game."""
        return self.table("games")

    @property
    def seats(self) -> "pl.LazyFrame":
        """One row per seat and game."""
        return self.table("seats")

    @property
    def places(self) -> "pl.LazyFrame":
        """Counts by place, summed over all games of each arm."""
        return self.table("places")


def load_run(folder: str | Path) -> FinishedRun:
    """Load the run in a folder. Raise OffleashError if there is none or it is unfinished."""
    require("a folder of results", "polars")
    path = Path(folder).expanduser()
    if not (path / PLAN).is_file():
        raise OffleashError(f"{folder} is not the folder of a run")
    identity, rules = read_plan(path)
    if not (path / SUMMARY).is_file():
        raise OffleashError(f"the run in {folder} has not ended: repeat its command to continue")
    plan = plan_from(identity)
    experiment = Experiment(plan)
    results = Results(experiment)
    shards, summary = read_ended(path, experiment)
    for shard in shards:
        results.add(shard)
    results.summary = summary
    return FinishedRun(path, plan, experiment, results, name_files(summary, plan), rules)
