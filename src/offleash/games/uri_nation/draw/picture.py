"""The picture (first draft)."""

from collections.abc import Sequence

from offleash.core.game import Records, Target


def draw(states: Records, options: Records, seat: int) -> str:
    return "<svg/>"


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    return []


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    return ""


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    return ""
