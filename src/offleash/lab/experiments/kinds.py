"""The kinds of experiment, each in its own module.

A kind is a module with `conduct(run, on_progress)`, which plays as many blocks as its question
needs and returns the summary as plain data for a JSON file. It may have `check(experiment)`, which
raises OffleashError if the plan asks for something impossible, and `most_games(experiment)`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from offleash.lab.plans.plan import name_files
from offleash.lab.runs import estimate
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run, ShardCallback
from offleash.tools.errors import OffleashError

KINDS = {
    "simulate": "offleash.lab.experiments.simulate",
    "compare": "offleash.lab.experiments.compare",
    "sweep": "offleash.lab.experiments.sweep",
    "ladder": "offleash.lab.experiments.ladder",
    "tune": "offleash.lab.experiments.tune",
    "claim": "offleash.lab.experiments.claim",
    "propose": "offleash.lab.experiments.propose",
}


def check(experiment: Experiment) -> None:
    """Raise OffleashError if a plan can't be played; call before any folder is created."""
    kind = _kind(experiment)
    if hasattr(kind, "check"):
        kind.check(experiment)


def most_games(run: Run) -> int:
    """Return the largest number of games that a run can play."""
    kind = _kind(run.experiment)
    if hasattr(kind, "most_games"):
        return int(kind.most_games(run.experiment))
    return estimate.most_games(run)


def compile_rules(experiment: Experiment) -> None:
    """Play a block to compile what is missing, unless guests play, which may need long for it."""
    if not experiment.guests:
        experiment.play(Work(0, 0, 1))


def conduct(run: Run, on_progress: ShardCallback | None = None) -> Mapping[str, Any]:
    """Play an experiment to its end, unless it is finished already, and return its summary."""
    kind, plan = _kind(run.experiment), run.experiment.plan
    try:
        if run.summary is not None:
            return name_files(run.summary, plan)
        summary = name_files(kind.conduct(run, on_progress), plan)
        forfeits = run.results.forfeits(*range(len(plan.arms))).data
        return run.finish({**summary, "forfeits": forfeits} if forfeits else summary)
    finally:
        run.close()


def _kind(experiment: Experiment) -> Any:
    kind = experiment.plan.kind
    if kind not in KINDS:
        raise OffleashError(f"there is no experiment {kind!r}; the kinds are {', '.join(KINDS)}")
    return import_module(KINDS[kind])
