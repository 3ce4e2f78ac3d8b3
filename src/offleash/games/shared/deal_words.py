"""Who got what from a deal, in words."""

from collections.abc import Iterable, Sequence

from offleash.contract.rules.actors import EVERYBODY
from offleash.tools.prose import join_and


def deal_words(
    dealt: Iterable[tuple[int, str]], seats: Sequence[str], viewer: int, verb: str = "get"
) -> str:
    """Return `you get 4 and K`, or for who sees everything `Red gets 4 and K; Yellow gets …`.

    `dealt` has a seat and a card or tile each, as far as the viewer saw them.
    """
    by_seat: dict[int, list[str]] = {}
    for seat, name in dealt:
        by_seat.setdefault(seat, []).append(name)
    if viewer != EVERYBODY:
        own = by_seat.get(viewer, [])
        return f"you {verb} {join_and(own)}" if own else ""
    return "; ".join(
        f"{seats[s]} {verb}s {join_and(names)}" for s, names in sorted(by_seat.items())
    )
