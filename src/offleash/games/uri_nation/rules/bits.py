"""Sets of territories, seats and cells as bits of whole numbers."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.record import TRAIL_BITS, TRAIL_WORDS, rule


@rule.inline
def has(mask, bit):
    """Return whether a bit is in a set."""
    return mask >> bit & 1


@rule.inline
def lowest(mask):
    """Return the first of a set that is not empty."""
    return popcount((mask & -mask) - 1)


@rule.inline
def is_on_trail(state, cell):
    """Return whether a cell was visited since the last step (M11)."""
    return int(state.trail[cell // TRAIL_BITS]) >> cell % TRAIL_BITS & 1


@rule.inline
def add_to_trail(state, cell):
    """Remember a visit (M11)."""
    state.trail[cell // TRAIL_BITS] |= 1 << cell % TRAIL_BITS


@rule.inline
def clear_trail(state):
    """Begin the memory anew at a step (M11)."""
    for i in range(TRAIL_WORDS):
        state.trail[i] = 0
