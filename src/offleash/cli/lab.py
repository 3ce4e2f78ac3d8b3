"""Shared by the lab commands: parameters, and running an experiment with a progress bar."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.progress import ProgressBar
from offleash.cli.terminal import console, messages, printable, supports_unicode
from offleash.core.errors import OffleashError, StoppedByUser

if TYPE_CHECKING:
    from offleash.core.game import Game
    from offleash.lab.plans.plan import Plan
    from offleash.lab.runs.run import Run

MAX_FORFEITS_PRINTED = 5  # how many forfeited games are printed one by one

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, help="number of threads; default: all cores")
]
Seatings = Annotated[
    str | None,
    typer.Option(
        "--seatings",
        metavar="WAY",
        help="how players change seats within a block: fixed, rotations, all, or factorial, which "
        "also moves homes; default: the most informative one for the game",
    ),
]


def parse_folder(text: str) -> Path:
    """Parse the name of a folder. Raises OffleashError if it is empty, which is probably a slip."""
    if not text:
        raise OffleashError("--out and --report need the name of a folder")
    return Path(text)


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=parse_folder,
        help="save the plan, results and summary in this folder",
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="DIR",
        parser=parse_folder,
        help="like --out, with a report to open in a browser",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="a Dask scheduler to use instead of local threads"
    ),
]


def run_plan(
    game: "Game",
    plan: "Plan",
    threads: int | None,
    folder: Path | None,
    cluster: str | None,
    quiet: bool,
    stops: bool = False,
) -> Mapping[str, Any]:
    """Check a plan and play it; see `run_experiment`."""
    from offleash.lab.experiments import kinds
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

    experiment = Experiment(plan, game)
    kinds.check(experiment)
    return run_experiment(Run(experiment, threads, folder, cluster), quiet, stops)


def run_experiment(
    run: "Run", quiet: bool = False, stops: bool = False, is_warm: bool = False
) -> Mapping[str, Any]:
    """Play an experiment with a progress bar; `stops` says that it may end early.

    Raises Stopped after Ctrl-C if the run has a folder to resume from.
    """
    from offleash.lab.experiments import kinds
    from offleash.lab.runs.experiment import Work

    if run.summary is not None:
        return kinds.conduct(run)
    if not is_warm and not run.experiment.guests:  # guests may need long for a block
        run.experiment.play(Work(0, 0, 1))  # compiles the rules if needed
    try:
        # keeps what bots print out of the output, which may be JSON
        with redirect_stdout(sys.stderr), ProgressBar(run, quiet, stops) as bar:
            return kinds.conduct(run, bar.on_shard)
    except KeyboardInterrupt:
        if run.out is None:
            raise
        games = run.results.games_of_all()
        done = f" after {games:,} games" if games else ""
        raise StoppedByUser(f"stopped{done}; run the same command to continue") from None


def output_folder(out: Path | None, report: Path | None) -> Path | None:
    """The folder of a run. Raises OffleashError if --out and --report name two."""
    if out and report and out != report:
        raise OffleashError(f"--out {out} and --report {report} are two folders; name only one")
    if report:
        from offleash.lab.libraries import require

        require("a report", "polars", "altair", "vl_convert")
    return report or out


def make_report(folder: Path, charts: Sequence[str] = ()) -> None:
    """Write the report of a finished run and print its path."""
    _print_report_path(_write_report(folder, charts))


def print_summary(
    summary: Mapping[str, Any], print_text: Callable[[], None], as_json: bool, report: Path | None
) -> None:
    """Print the summary as JSON, or with `print_text` as text.

    The report is written first: the reader may close the pipe.
    """
    page = _write_report(report) if report else None
    if as_json:
        print(json.dumps(summary, indent=2, ensure_ascii=not supports_unicode()))
    else:
        print_text()
    if "forfeits" in summary:
        _print_forfeits(summary["forfeits"], as_json)
    if page:
        _print_report_path(page)


def print_unfinished(games: int) -> None:
    """Print how many games were abandoned, if any."""
    if games:
        console.print(f"[red]{games} games were abandoned unfinished[/red]")


def _print_forfeits(forfeits: Mapping[str, Any], as_json: bool) -> None:
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
