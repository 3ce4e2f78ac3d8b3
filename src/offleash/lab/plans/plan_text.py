"""Formats plans as TOML that people can read and `offleash run` can play again."""

from collections.abc import Iterator

from offleash.core.toml import settings
from offleash.lab.plans.plan import Arm, Plan

HEAD = "# `offleash run` plays this plan again; with the folder of its run it goes on there.\n"


def format_plan(plan: Plan) -> str:
    """Formats a plan with every arm in full; reading it gives the same plan."""
    head = {
        "kind": plan.kind,
        "game": plan.game,
        "games": plan.games,
        "seed": plan.seed,
        "seatings": plan.seatings,
        "record": plan.record,
    }
    parts = [HEAD, *settings(head)]
    if plan.goal:
        parts += ["\n[goal]\n", *settings(plan.goal)]
    for arm in plan.arms:
        parts += _arm(arm)
    if plan.texts:
        parts += ["\n[texts]\n", *settings(plan.texts)]
    return "".join(parts)


def _arm(arm: Arm) -> Iterator[str]:
    yield "\n[[arms]]\n"
    preset = {"preset": arm.preset} if arm.preset else {}
    yield from settings({"name": arm.name, **preset, "seats": [list(s) for s in arm.lineups]})
    if arm.options:
        yield "[arms.options]\n"
        yield from settings(arm.options)
