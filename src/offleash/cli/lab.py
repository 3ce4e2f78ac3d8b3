"""Shared by the lab commands: parameters, and running an experiment with a progress bar."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.terminal import console, messages, print_wrapped, printable, supports_unicode
from offleash.tools.errors import OffleashError, StoppedByUser

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

MAX_FORFEITS_PRINTED = 5  # how many forfeited games are printed one by one

Threads = Annotated[
    int | None, typer.Option("--threads", min=1, help="number of threads; default: all cores")
]
Summary = Mapping[str, Any]
Printer = Callable[["Game", Summary], None]


def parse_folder(text: str) -> Path:
    """Parse the name of a folder. Raises OffleashError if it is empty, which is probably a slip."""
    if not text:
        raise OffleashError("--out and --report need the name of a folder")
    return Path(text)


def folder_option(name: str, help_text: str) -> Any:
    """Return an option that takes the name of a folder."""
    return typer.Option(name, metavar="DIR", parser=parse_folder, help=help_text)


@dataclass(frozen=True)
class RunOptions:
    """Where an experiment is played and saved, and how its results are printed."""

    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False
    threads: Threads = None
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="a Dask scheduler to use instead of local threads"
        ),
    ] = None
    out: Annotated[
        Path | None, folder_option("--out", "save the plan, results and summary in this folder")
    ] = None
    report: Annotated[
        Path | None, folder_option("--report", "like --out, with a report to open in a browser")
    ] = None

    def __post_init__(self) -> None:
        """Raise OffleashError if --out and --report name two folders."""
        if self.out and self.report and self.out != self.report:
            raise OffleashError(
                f"--out {self.out} and --report {self.report} are two folders; name only one"
            )
        if self.report:
            from offleash.lab.libraries import require

            require("a report", "polars", "altair", "vl_convert")

    def check_weights(self, weights: list[str] | None) -> None:
        """Raise OffleashError if the user's weights are used in a saved run.

        A saved run must be repeatable without the user's files.
        """
        if weights and (self.out or self.report or self.cluster):
            raise OffleashError("--weights can't be combined with --out, --report or --cluster")

    def start(self, experiment: "Experiment") -> "Run":
        """Return the run of an experiment, in its folder if there is one."""
        from offleash.lab.runs.run import Run

        return Run(experiment, self.threads, self.report or self.out, self.cluster)

    def play_run(self, run: "Run", print_text: Printer) -> None:
        """Play an experiment and print its summary; see `run_experiment`."""
        summary = run_experiment(run, self.as_json)
        shown = in_own_names(run, summary)
        self.print_summary(summary, lambda: print_text(run.experiment.game, shown))

    def print_summary(self, summary: Summary, print_text: Callable[[], None]) -> None:
        """Print the summary as JSON, or with `print_text` as text.

        The report is written first: the reader may close the pipe.
        """
        page = _write_report(self.report) if self.report else None
        if self.as_json:
            print(json.dumps(summary, indent=2, ensure_ascii=not supports_unicode()))
        else:
            print_text()
        if "forfeits" in summary:
            print_forfeits(summary["forfeits"], self.as_json)
        if page:
            _print_report_path(page)


def run_experiment(run: "Run", quiet: bool = False, is_warm: bool = False) -> Summary:
    """Play an experiment with a progress bar.

    Raises StoppedByUser after Ctrl-C if the run has a folder to resume from, or an answer so far.
    """
    from offleash.lab.experiments import kinds
    from offleash.lab.experiments.progress import ProgressBar

    if run.summary is not None:
        return kinds.conduct(run)
    if not is_warm:
        kinds.compile_rules(run.experiment)
    try:
        # keeps what bots print out of the output, which may be JSON
        with redirect_stdout(sys.stderr), ProgressBar(run, messages, quiet) as bar:
            return kinds.conduct(run, bar.on_shard)
    except KeyboardInterrupt:
        if run.out is None and not run.answer_so_far:
            raise
        games = run.results.games_of_all()
        done = f" after {games:,} games" if games else ""
        how = "; run the same command to continue" if run.out else ""
        raise StoppedByUser(
            f"stopped{done}{how}{run.answer_so_far and f'. {run.answer_so_far}'}"
        ) from None


def in_own_names(run: "Run", data: Any) -> Any:
    """Return data to print, in the names of the project that was played."""
    from offleash.lab.plans.plan import wording_of_plan

    wording = wording_of_plan(run.experiment.game, run.experiment.plan)
    return wording.everything(data) if wording else data


def make_report(folder: Path, charts: Sequence[str] = ()) -> None:
    """Write the report of a finished run and print its path."""
    _print_report_path(_write_report(folder, charts))


def rules_text(summary: Summary) -> str:
    """Return the rules of a summary in one line."""
    from offleash.contract.options import describe_rules

    return describe_rules(summary["preset"], summary["options"])


def print_caution(blocks: int) -> None:
    """Print what to bear in mind about the intervals of few blocks."""
    from offleash.lab.statistics.intervals import caution

    if text := caution(blocks):
        print_wrapped(text, hanging=2)


def print_unfinished(games: int) -> None:
    """Print how many games were abandoned, if any."""
    if games:
        console.print(f"[red]{games} games were abandoned unfinished[/red]")


def print_forfeits(forfeits: Mapping[str, Any], as_json: bool) -> None:
    """Print how many games each bot forfeited, and the first of them in full to stderr."""
    from offleash.lab.figures.forfeits import forfeits_from, sentence

    if not as_json:
        console.print(Text(f"{sentence(forfeits)}", "red"), soft_wrap=True)
    first = forfeits_from(forfeits).first
    for forfeit in first[:MAX_FORFEITS_PRINTED]:
        messages.print(Text(printable(f"{forfeit}"), "dim"), soft_wrap=True, highlight=False)
    if (more := forfeits["games"] - len(first[:MAX_FORFEITS_PRINTED])) > 0:
        messages.print(f"… and {more:,} more", style="dim", markup=False)


def _write_report(folder: Path, charts: Sequence[str] = ()) -> Path:
    from offleash.lab.report.write import write_report

    return write_report(folder.expanduser(), charts)


def _print_report_path(page: Path) -> None:
    messages.print(f"report: {printable(str(page))}", markup=False, soft_wrap=True)
