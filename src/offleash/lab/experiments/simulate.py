"""The simplest experiment: one arm with all of its figures."""

from collections.abc import Sequence
from typing import Any

from offleash.contract import Figure
from offleash.contract.lab.playing_time import check_seconds, seconds_of
from offleash.lab.figures.evidence import findings_of, findings_to_json
from offleash.lab.plans.plan import NUMBER, check_goal
from offleash.lab.runs.experiment import SECONDS, Experiment
from offleash.lab.runs.run import Run, ShardCallback


def check(experiment: Experiment) -> None:
    """Raise OffleashError if seconds are given for an unknown kind of decision."""
    check_goal(experiment.plan, {}, {SECONDS: {"": NUMBER}})
    check_seconds(experiment.game, experiment.plan.goal.get(SECONDS, {}))


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play all blocks and summarise them."""
    results = run.play(on_progress=on_progress)
    account = results.account(0)
    return {
        **summary_head(run.experiment),
        "games": results.games(0),
        "blocks": run.experiment.blocks,
        "unfinished": results.unfinished(0),
        "seconds": seconds_of(run.experiment.game, run.experiment.plan.goal.get(SECONDS)),
        **figures_to_json(account.figures()),
        "digest": results.digest(),
        "findings": findings_to_json(findings_of(run.experiment.game, account)),
    }


def summary_head(experiment: Experiment, arm: int = 0) -> dict[str, Any]:
    """Return what all experiments' summaries begin with; rules and bots are those of an arm."""
    plan, plan_arm = experiment.plan, experiment.plan.arms[arm]
    return {
        "kind": plan.kind,
        "game": plan.game,
        "rules": experiment.game.rules_version,
        "preset": plan_arm.preset,
        "options": dict(plan_arm.options),
        "seats": list(plan_arm.lineups[0]),
        "seatings": plan.seatings,
        "seed": plan.seed,
    }


def figures_to_json(figures: Sequence[Figure]) -> dict[str, Any]:
    """Return figures as plain data: values, and intervals if known."""
    return {
        "figures": {figure.label.key: figure.value for figure in figures},
        "intervals": {
            figure.label.key: [figure.low, figure.high]
            for figure in figures
            if figure.low == figure.low
        },
    }
