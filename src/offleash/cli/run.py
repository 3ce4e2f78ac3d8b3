"""`run`, `report`: run an experiment from a plan file, and report on a finished run."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.answers.simulate import play_simulation
from offleash.cli.claims import print_claim
from offleash.cli.lab import Printer, RunOptions, make_report
from offleash.cli.parameters import announce_compiling, print_notes
from offleash.cli.questions import PRINTERS as QUESTION_PRINTERS
from offleash.tools.errors import OffleashError

PRINTERS: dict[str, Printer] = {**QUESTION_PRINTERS, "claim": print_claim}
PlanPath = Annotated[
    Path, typer.Argument(help="a TOML file with kind, game, seats, games …", metavar="PLAN.toml")
]


def run_plan(
    plan: PlanPath,
    seats: Annotated[
        str | None,
        typer.Option(help="bots to use instead of the plan's: one name, or one per seat"),
    ] = None,
    *,
    output: RunOptions,
) -> None:
    """Run the experiment that a plan file describes."""
    from offleash.lab.experiments import kinds
    from offleash.lab.experiments.plan_files import PlanFile
    from offleash.lab.plans.plan import SIMULATE, arm_options
    from offleash.lab.runs.experiment import Experiment

    announce_compiling()
    file = PlanFile(plan, changes={"seats": seats.split(",")} if seats else {})
    experiment = Experiment(file.plan())
    kind, game = experiment.plan.kind, experiment.game
    if output.report and kind == "claim":
        raise OffleashError("a claim has no report: use --out or --json")
    print_notes(game, *(arm_options(game, arm) for arm in experiment.plan.arms))
    with file.errors_in_question():
        kinds.check(experiment)
    run = output.start(experiment)
    if kind == SIMULATE:
        play_simulation(run, output)
    else:
        output.play_run(run, PRINTERS[kind])


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="the folder of a run, given with --out or --report"),
    ],
    charts: Annotated[
        str,
        typer.Option(
            metavar="KINDS", help="also write every chart to DIR/charts: svg, png or svg,png"
        ),
    ] = "",
) -> None:
    """Write the report of a finished run."""
    make_report(folder, [kind.strip() for kind in charts.split(",") if kind.strip()])
