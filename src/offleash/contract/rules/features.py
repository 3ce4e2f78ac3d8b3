"""How a game writes its features: one after the other, each a whole number from 0 to 255."""

from offleash.compiler.rules.random import rule

MOST_FEATURES = 512
LARGEST = 255


@rule.inline
def put(inputs, at, value):
    """Write a number at a place; return the place after it."""
    inputs[at] = value
    return at + 1
