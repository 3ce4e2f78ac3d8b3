"""Sets as bits of whole numbers."""

from offleash.compiler.rules.random import rule


@rule.inline
def popcount(mask):
    """Return how many members a set has."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count
