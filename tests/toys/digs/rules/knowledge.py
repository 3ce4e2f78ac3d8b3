"""Who knows what: bids are secret until the last is in. The deck is chance, so nothing else is."""

from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import UNSEEN
from tests.toys.digs.rules.actions import BID, DRAW
from tests.toys.digs.rules.record import BIDDING, NO_BID, UNKNOWN, rule


@rule
def hide(state, options, seat):
    """While bids are made, each knows only its own (G6)."""
    if state.phase != BIDDING:
        return
    for other in range(options.seats):
        if other != seat and state.bid[other] != NO_BID:
            state.bid[other] = UNKNOWN


@rule
def seen(state, options, action, seat):
    """A bid is laid face down (G6)."""
    if action >= BID and action < DRAW:
        return action if int(state.seat) == seat else UNSEEN
    return action


@rule
def resample(state, options, work, seat, rng, stream):
    """Any bid that a seat can pay, each as likely (G6)."""
    for other in range(options.seats):
        if state.bid[other] == UNKNOWN:
            state.bid[other] = below(rng, stream, int(state.biscuits[other]) + 1)
