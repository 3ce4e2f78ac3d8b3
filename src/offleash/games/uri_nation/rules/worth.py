"""How good actions and positions are, in whole numbers."""

from offleash.games.uri_nation.rules.record import rule
from offleash.games.uri_nation.rules.territory import held_count


@rule
def score(state, options, work, plan, action, weights):
    """How good an action is for the actor."""
    return 0


@rule
def evaluate(state, options, seat, weights):
    """Territories."""
    return held_count(state, seat)
