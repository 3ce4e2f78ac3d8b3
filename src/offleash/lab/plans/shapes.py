"""Checks the goals of plans, which people may have edited."""

from collections.abc import Mapping
from typing import Any

from offleash.core.errors import OffleashError, shown
from offleash.lab.plans.plan import Plan

# A shape is a type, a list with the shape of every item, or a dictionary with that of its values.
TEXT, WHOLE, NUMBER, TEXTS, RANGES = str, int, (int, float), [str], {"": [str]}


def check_goal(plan: Plan, needed: Mapping[str, Any], further: Mapping[str, Any]) -> None:
    """Raises OffleashError if a key of the goal is missing, unknown or of the wrong type."""
    for key in needed:
        if key not in plan.goal:
            raise OffleashError(f"the goal of a {plan.kind} needs {key}, which the plan lacks")
    for key, value in plan.goal.items():
        shape = {**needed, **further}.get(key)
        if shape is None:
            raise OffleashError(f"the goal of a {plan.kind} has no {key!r}")
        if not _fits(value, shape):
            raise OffleashError(f"{key} in the goal of a {plan.kind} can't be {shown(value)}")


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        (inside,) = shape.values()
        return isinstance(value, Mapping) and all(_fits(item, inside) for item in value.values())
    return isinstance(value, shape) and not isinstance(value, bool)
