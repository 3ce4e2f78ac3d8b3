"""Options that do nothing next to the others: notes say so, and nothing is refused (N4)."""

from collections.abc import Collection, Iterator

from offleash.core.game import Records
from offleash.core.options import NONE

OF_TREE_POOP = ("tp_must_be_played", "tp_shape", "tree_blocks_e")


def idle_notes(options: Records, among: Collection[str]) -> list[str]:
    """A sentence for each option among some that does nothing."""
    return [
        f"{name} does nothing: {reason}"
        for is_idle, names, reason in _cases(options)
        for name in names
        if is_idle and name in among
    ]


def _cases(options: Records) -> Iterator[tuple[bool, tuple[str, ...], str]]:
    """Whether options are idle, which, and why."""
    settings = options[0]
    players, starter = int(settings["players"]), int(settings["starter"])
    yield players == 2, ("houses34",), "two players have houses anyway"
    yield starter != NONE and starter >= players, ("starter",), f"seats go from 0 to {players - 1}"
    has_houses = players == 2 or bool(settings["houses34"])
    yield not has_houses, ("cover_house",), "there are no houses"
    yield not settings["tree_poop"], OF_TREE_POOP, "tree_poop is off"
