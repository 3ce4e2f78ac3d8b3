"""The simplest experiment: one arm with all of its figures."""

from collections.abc import Sequence
from typing import Any

from offleash.core.game import Figure
from offleash.lab.runs.run import Run, ShardCallback


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Plays all blocks and summarises them."""
    results, experiment = run.play(on_progress=on_progress), run.experiment
    plan, game = experiment.plan, experiment.game
    arm = plan.arms[0]
    return {
        "kind": plan.kind,
        "game": game.name,
        "rules": game.rules_version,
        "preset": arm.preset,
        "options": dict(arm.options),
        "seats": list(arm.lineups[0]),
        "seatings": plan.seatings,
        "seed": plan.seed,
        "games": results.games(0),
        "blocks": experiment.blocks,
        "unfinished": results.unfinished(0),
        **figures_to_json(results.account(0).figures()),
        "digest": results.digest(),
    }


def figures_to_json(figures: Sequence[Figure]) -> dict[str, Any]:
    """Figures as plain data: values, and intervals if known."""
    return {
        "figures": {figure.label.key: figure.value for figure in figures},
        "intervals": {
            figure.label.key: [figure.low, figure.high]
            for figure in figures
            if figure.low == figure.low
        },
    }
