"""What the commands of the lab share: parameters, and running an experiment with a progress bar."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from offleash.cli.terminal import messages

if TYPE_CHECKING:
    from offleash.lab.experiment import Shard
    from offleash.lab.run import Run

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


Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="keep plan, results and summary in this folder"),
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="DIR", help="the same, with a report to open in a browser"),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="a Dask scheduler, instead of threads here"),
]


def conduct(run: "Run", quiet: bool = False) -> Mapping[str, Any]:
    """Plays an experiment to its end, and shows how far it is."""
    from offleash.lab import kinds
    from offleash.lab.experiment import Work

    experiment = run.experiment
    experiment.play(Work(0, 0, 1))  # compiles, where that is still to be done
    total = experiment.blocks * sum(experiment.cells)
    with progress_bar(quiet) as bar:
        task = bar.add_task(f"playing {total:,} games", total=total, told="")

        def told(shard: "Shard") -> None:
            games = (shard.work.hi - shard.work.lo) * experiment.cells[shard.work.arm]
            bar.update(task, advance=games)

        return kinds.conduct(run, told)


def progress_bar(quiet: bool) -> Progress:
    """A bar with the share that is done, the time left, and what is known so far."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[told]}"),
        console=messages,
        transient=True,
        disable=quiet,
    )
