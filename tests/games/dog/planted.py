"""Rules of Dog with planted errors, to see that checks can fail."""

from offleash.games.dog.rules.actions import DEAL
from offleash.games.dog.rules.course import apply
from offleash.games.dog.rules.record import rule


@rule
def apply_losing_a_card(state, options, work, action, tally):
    """Deals, and loses the next card of that rank."""
    apply(state, options, work, action, tally)
    if action >= DEAL and state.stock[action - DEAL] > 0:
        state.stock[action - DEAL] -= 1
