"""What the commands of the lab share: parameters, and running an experiment with a progress bar."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.progress import Shown
from offleash.cli.terminal import console, messages, printable, speaks_unicode
from offleash.core.errors import OffleashError, Stopped

if TYPE_CHECKING:
    from offleash.lab.run import Run

FORFEITS_TOLD = 5  # forfeited games that are told one by one

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, help="default: every core")]
Seatings = Annotated[
    str | None,
    typer.Option(
        "--seatings",
        metavar="WAY",
        help="how players change seats within a block: fixed, rotations, all, or factorial, which "
        "moves homes too; default: what says most about the game",
    ),
]


def folder_named(text: str) -> Path:
    """The folder that somebody named; nothing at all is more likely a slip than this folder."""
    if not text:
        raise OffleashError("the name of a folder is missing behind --out or --report")
    return Path(text)


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=folder_named,
        help="keep plan, results and summary in this folder",
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="DIR",
        parser=folder_named,
        help="the same, with a report to open in a browser",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="a Dask scheduler, instead of threads here"),
]


def conduct(
    run: "Run", quiet: bool = False, stops: bool = False, is_warm: bool = False
) -> Mapping[str, Any]:
    """Plays an experiment to its end, and shows how far it is; it may stop before all is played."""
    from offleash.lab import kinds
    from offleash.lab.experiment import Work

    if run.summary is not None:
        return kinds.conduct(run)
    if not is_warm and not run.experiment.guests:  # who may take long for a block
        run.experiment.play(Work(0, 0, 1))  # compiles, where that is still to be done
    try:
        # what bots print is no part of the answer, which may be data
        with redirect_stdout(sys.stderr), Shown(run, quiet, stops) as shown:
            return kinds.conduct(run, shown.told)
    except KeyboardInterrupt:
        if run.out is None:
            raise
        games = run.results.games_of_all()
        done = f" after {games:,} games" if games else ""
        raise Stopped(f"stopped{done}; the same command goes on from there") from None


def chosen_folder(out: Path | None, report: Path | None) -> Path | None:
    """The folder of a run, with a report or without."""
    if out and report and out != report:
        raise OffleashError(f"--out {out} and --report {report} are two folders: name one of them")
    if report:
        from offleash.lab.extra import require

        require("a report", "polars", "altair", "vl_convert")
    return report or out


def make_report(folder: Path, charts: Sequence[str] = ()) -> None:
    """Writes the report of a run that has ended, and says where it is."""
    _tell_report(_written(folder, charts))


def give_answer(
    summary: Mapping[str, Any], shown: Callable[[], None], as_json: bool, report: Path | None
) -> None:
    """Prints what an experiment came to; `shown` prints it for people.

    A report is written before, for whoever closes the pipe that the answer goes into.
    """
    page = _written(report) if report else None
    if as_json:
        print(json.dumps(summary, indent=2, ensure_ascii=not speaks_unicode()))
    else:
        shown()
    if "forfeits" in summary:
        _tell_forfeits(summary["forfeits"], as_json)
    if page:
        _tell_report(page)


def _tell_forfeits(forfeits: Mapping[str, Any], as_json: bool) -> None:
    """How many games were forfeited, by whom; the first of them to the error stream, in full."""
    from offleash.lab.forfeits import forfeits_from, sentence

    if not as_json:
        console.print(Text(f"{sentence(forfeits)}", "red"), soft_wrap=True)
    first = forfeits_from(forfeits).first
    for each in first[:FORFEITS_TOLD]:
        messages.print(Text(printable(f"{each}"), "dim"), soft_wrap=True, highlight=False)
    if (more := forfeits["games"] - len(first[:FORFEITS_TOLD])) > 0:
        messages.print(f"… and {more:,} more", style="dim", markup=False)


def _written(folder: Path, charts: Sequence[str] = ()) -> Path:
    from offleash.lab.report.write import write_report

    return write_report(folder.expanduser(), charts)


def _tell_report(page: Path) -> None:
    messages.print(f"report: {printable(str(page))}", markup=False, soft_wrap=True)
