"""Stub."""

from offleash.games.domidog.rules.record import rule


@rule
def hide(state, options, seat):
    """No."""


@rule
def seen(state, options, action, seat):
    """No."""
    return action


@rule
def resample(state, options, work, seat, rng, stream):
    """No."""
