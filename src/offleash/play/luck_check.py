"""Checks of a game's luck by the record: the outcomes, where they came from, and what is unfair."""

from typing import TYPE_CHECKING

from offleash.play.fair_luck import (
    LuckSource,
    check_steps,
    describe_restarts,
    describe_steps,
    unfair_restarts,
)
from offleash.play.live_luck import LivePledge, describe_chains, describe_gaps
from offleash.play.luck_lines import AnyPledge

if TYPE_CHECKING:
    from offleash.play.session import Session


def checked_luck(pledge: AnyPledge, session: "Session", seed: bytes | None = None) -> LuckSource:
    """Return what determines the outcomes of a game.

    Raises OffleashError if the seed is missing, or something is not as it was promised.
    """
    if isinstance(pledge, LivePledge):
        return pledge.fair(session, seed)
    fair = pledge.fair(seed)
    check_steps(pledge)
    return fair


def describe_source(pledge: AnyPledge) -> str:
    """Return whose words or chains the luck came from."""
    return describe_chains(pledge) if isinstance(pledge, LivePledge) else describe_steps(pledge)


def describe_unfair(pledge: AnyPledge) -> str:
    """Say what the record itself speaks of that was not fair; empty if there is nothing."""
    if isinstance(pledge, LivePledge):
        return describe_gaps(pledge.gaps)
    return describe_restarts(unfair_restarts(pledge))


def contributors(pledge: AnyPledge) -> list[int]:
    """Return the seats whose pages added to the luck."""
    if isinstance(pledge, LivePledge):
        return [chain.seat for chain in pledge.chains]
    return [seat for seat, word in enumerate(pledge.words) if word]
