"""`evaluate`: measure an agent by a suite of tasks, and check the result of somebody else."""

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.lab import Threads, print_forfeits
from offleash.cli.parameters import MOVE_LIMIT, MoveLimit, announce_compiling, load, load_bots
from offleash.cli.terminal import messages, print_plain, print_verdict, printable
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.lab.experiments.suites import SuiteTask
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.results import Results

STANDARD = "standard-1"


def evaluate(
    agent: Annotated[
        str | None, typer.Argument(help="a bot, or one of your own as module:Class")
    ] = None,
    suite: Annotated[
        str | None,
        typer.Option(
            "--suite", metavar="NAME|FILE", help=f"a suite, or a TOML file; default: {STANDARD}"
        ),
    ] = None,
    task: Annotated[
        list[str] | None,
        typer.Option(
            "--task", metavar="NAME", help="only tasks that start with NAME; may be repeated"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="write the result to this file")
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option("--check", metavar="FILE", help="play the result in this file again"),
    ] = None,
    move_limit: MoveLimit = MOVE_LIMIT,
    threads: Threads = None,
) -> None:
    """Measure an agent by a suite of tasks. With --check, exits with 1 if a result is not right."""
    from offleash.lab.experiments import suites

    if check is not None:
        if agent or task or out:
            raise OffleashError("--check plays what the file says: name no agent, --task or --out")
        _check(check, suite, move_limit, threads)
        return
    if not agent:
        raise OffleashError("name the agent, as in: offleash evaluate greedy --suite standard-1")
    check_writable(out)
    whole = suites.read_suite(suite or STANDARD)
    tasks = whole.tasks_named(task or ())
    _load(agent, tasks, move_limit)
    result = suites.evaluate(agent, whole, tasks, _player(threads))
    print_result(result)
    if out is not None:
        write_text(out, suites.format_result(result))
        messages.print(f"result: {printable(str(out))}", markup=False, soft_wrap=True)


def _check(path: Path, suite: str | None, move_limit: float, threads: int | None) -> None:
    from offleash.lab.experiments import suites

    known = suites.read_result(path)
    whole = suites.suite_of(known, path, suite)
    names = [row["name"] for row in known["tasks"]]
    tasks = [task for task in whole.tasks if task.name in names]
    if [task.name for task in tasks] != names:
        raise OffleashError(f"{path}: its tasks are not those of {whole.name}")
    _load(known["agent"], tasks, move_limit)
    again = suites.evaluate(known["agent"], whole, tasks, _player(threads))
    print_result(again)
    lines = suites.differences(known, again)
    for line in lines:
        print_plain(line)
    print_verdict("the result is right" if not lines else "the result is not right", not lines)
    raise typer.Exit(1 if lines else 0)


def _load(agent: str, tasks: "list[SuiteTask]", move_limit: float) -> None:
    """Import an agent of the user's own, for every game that it is to play."""
    for name in dict.fromkeys(task.game for task in tasks):
        load_bots(load(name), agent, limit=move_limit)
    announce_compiling()


def _player(threads: int | None) -> "Callable[[Experiment], Results]":
    """Return what plays a run, with a progress bar."""
    from offleash.lab.experiments import kinds
    from offleash.lab.experiments.progress import ProgressBar
    from offleash.lab.runs.run import Run

    def play(experiment: "Experiment") -> "Results":
        kinds.compile_rules(experiment)
        run = Run(experiment, threads)
        with redirect_stdout(sys.stderr), ProgressBar(run, messages) as bar:
            results = run.play(on_progress=bar.on_shard)
        if forfeits := results.forfeits(0).data:
            print_forfeits(forfeits, as_json=False)
        return results

    return play


def print_result(result: Mapping[str, Any]) -> None:
    """Print the share of each task, and the score."""
    print_plain(f"{result['agent']}, suite {result['suite']}: share of all wins, 50 % is even")
    for row in result["tasks"]:
        games = f"{row['games']:,} games" if row["games"] else "its own opponent"
        lost = f", {row['forfeits']} forfeited" if row["forfeits"] else ""
        print_plain(f"  {row['name']:24}{_percent(row)}  {games}{lost}")
    note = "" if result["is_whole"] else ", of some tasks only"
    print_plain(f"  {'score':24}{_percent(result['score'])}{note}")


def _percent(row: Mapping[str, Any]) -> str:
    share, low, high = (100 * row[key] for key in ("share", "low", "high"))
    return f"{share:5.1f} %  ({low:.1f} … {high:.1f})"
