"""What the commands of the lab share: parameters, and running an experiment with a progress bar."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from offleash.cli.terminal import messages

if TYPE_CHECKING:
    from offleash.lab.experiment import Experiment, Shard
    from offleash.lab.run import Results

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


def run_experiment(
    experiment: "Experiment", threads: int | None = None, quiet: bool = False
) -> "Results":
    """Plays all of an experiment on this machine, and shows how far it is."""
    from offleash.lab.experiment import Work
    from offleash.lab.run import Results, play_through
    from offleash.lab.run import Threads as Pool

    experiment.play(Work(0, 0, 1))  # compiles, where that is still to be done
    results, pool = Results(experiment), Pool(experiment, threads)
    total = experiment.blocks * sum(experiment.cells)
    with progress_bar(quiet) as bar:
        task = bar.add_task(f"playing {total:,} games", total=total, told="")

        def told(shard: "Shard") -> None:
            games = (shard.work.hi - shard.work.lo) * experiment.cells[shard.work.arm]
            bar.update(task, advance=games)

        play_through(experiment, results, pool, experiment.blocks, told)
    return results


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
