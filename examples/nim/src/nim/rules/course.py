"""The course of a game of Nim."""

from nim.rules.record import HEAPS, MOST, SEATS, rule
from offleash.contract.rules.actors import OVER


@rule
def setup(state, options):
    """Lay out the heaps."""
    state.heap[0], state.heap[1] = options.heap1, options.heap2
    state.heap[2], state.heap[3] = options.heap3, options.heap4
    state.misere = options.misere


@rule
def actor(state):
    """Let the seats take turns until no stick is left."""
    for heap in range(HEAPS):
        if state.heap[heap] > 0:
            return int(state.seat)
    return OVER


@rule
def legal_actions(state, options, work, out):
    """List any number of sticks from one heap."""
    n = 0
    for heap in range(HEAPS):
        for sticks in range(int(state.heap[heap])):
            out[n] = heap * MOST + sticks
            n += 1
    return n


@rule
def apply(state, options, work, action, tally):
    """Take the sticks, and pass the turn."""
    state.heap[action // MOST] -= action % MOST + 1
    state.seat = 1 - int(state.seat)


@rule
def is_winner(state, seat):
    """Return whether a seat took the last stick, or in misère play did not."""
    took_last = seat != int(state.seat)
    return took_last != (state.misere != 0)


@rule
def returns(state, options, shares):
    """Give 1 to the winner."""
    for seat in range(SEATS):
        shares[seat] = 1.0 if is_winner(state, seat) else 0.0


@rule
def rank(state, options, places):
    """Place the winner first."""
    for seat in range(SEATS):
        places[seat] = 0 if is_winner(state, seat) else 1
