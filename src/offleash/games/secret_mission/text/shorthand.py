"""Placements by the numbers that stand on the board."""

from offleash.core.game import Records


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Nothing yet."""
    return None
