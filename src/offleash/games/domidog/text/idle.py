"""Options that do nothing next to the others: notes say so, and nothing is refused."""

from collections.abc import Collection, Iterator

from offleash.core.game import Records
from offleash.core.options import NONE


def idle_notes(options: Records, among: Collection[str]) -> list[str]:
    """A sentence for each option among some that does nothing."""
    return [
        f"{name} does nothing: {reason}"
        for is_idle, name, reason in _cases(options)
        if is_idle and name in among
    ]


def _cases(options: Records) -> Iterator[tuple[bool, str, str]]:
    """Whether an option is idle, which, and why."""
    players, starter = int(options["players"][0]), int(options["starter"][0])
    yield starter != NONE and starter >= players, "starter", f"seats go from 0 to {players - 1}"
    yield players > 2, "extra_tiles", "three and four always play with 36 tiles"
