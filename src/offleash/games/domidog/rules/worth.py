"""Stub."""

from offleash.games.domidog.rules.record import rule


@rule
def evaluate(state, options, seat, weights):
    """No."""
    return 0


@rule
def score(state, options, work, plan, action, weights):
    """No."""
    return 0
