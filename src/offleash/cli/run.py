"""`run`: run an experiment from a plan file."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.arms import print_notes
from offleash.cli.lab import (
    AsJson,
    Cluster,
    Out,
    Report,
    Threads,
    output_folder,
    print_summary,
    run_experiment,
)
from offleash.cli.parameters import announce_compiling
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.lab.runs.run import Run

EARLY_STOPPING_KINDS = ("compare", "tune", "claim")  # kinds that may end early
PlanPath = Annotated[
    Path, typer.Argument(help="a TOML file with kind, game, seats, games …", metavar="PLAN.toml")
]


def run_plan(
    plan: PlanPath,
    out: Out = None,
    report: Report = None,
    threads: Threads = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Run the experiment that a plan file describes."""
    from offleash.lab.experiments import kinds
    from offleash.lab.experiments.plan_files import PlanFile
    from offleash.lab.plans.plan import arm_options
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

    announce_compiling()
    folder, file = output_folder(out, report), PlanFile(plan)
    experiment = Experiment(file.plan())
    kind, game = experiment.plan.kind, experiment.game
    if report and kind == "claim":
        raise OffleashError("a claim has no report: use --out or --json")
    print_notes(game, *(arm_options(game, arm) for arm in experiment.plan.arms))
    with file.errors_in_question():
        kinds.check(experiment)
    run, start = Run(experiment, threads, folder, cluster), time.perf_counter()
    known = run.results.games_of_all()
    summary = run_experiment(run, quiet=as_json, stops=kind in EARLY_STOPPING_KINDS)
    rate = (run.results.games_of_all() - known) / (time.perf_counter() - start)
    print_summary(summary, lambda: PRINTERS[kind](run, summary, rate), as_json, report)


# How each kind is printed

Printer = Callable[["Run", Mapping[str, Any], float], None]


def _print_simulate(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.simulate import print_simulation
    from offleash.core.game import FURTHER

    print_simulation(run, summary, rate, FURTHER)


def _print_compare(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.compare import print_comparison

    print_comparison(run.experiment.game, summary)


def _print_sweep(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.sweep import print_sweep

    print_sweep(run.experiment.game, summary)


def _print_tune(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.tune import print_tuning

    print_tuning(*_title_and_rules(run), summary)


def _print_ladder(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.ladder import print_ladder

    print_ladder(*_title_and_rules(run), summary)


def _print_claim(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.claims import print_claim

    print_claim(run.experiment.game.title, summary)


def _title_and_rules(run: "Run") -> tuple[str, str]:
    """The title of the game, and the rules of the first arm in one line."""
    from offleash.lab.plans.plan import arm_options

    game, arm = run.experiment.game, run.experiment.plan.arms[0]
    return game.title, game.describe_options(arm_options(game, arm))


PRINTERS: dict[str, Printer] = {
    "simulate": _print_simulate,
    "compare": _print_compare,
    "sweep": _print_sweep,
    "tune": _print_tune,
    "ladder": _print_ladder,
    "claim": _print_claim,
}
