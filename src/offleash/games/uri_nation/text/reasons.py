"""Why an action is illegal (first draft)."""

from offleash.core.game import Records


def why_illegal(states: Records, options: Records, action: int) -> str:
    return "it is illegal"
