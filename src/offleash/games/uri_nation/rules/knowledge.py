"""Who knows what: all is open but the first of two secret bids. Decks are chance (E24, W7)."""

from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import UNSEEN
from offleash.games.uri_nation.rules.actions import IS_BID, KIND_OF
from offleash.games.uri_nation.rules.challenges import defender
from offleash.games.uri_nation.rules.record import BID_DEF, NO_BID, REVEAL, UNKNOWN, WATER, rule


@rule
def hide(state, options, seat):
    """Hide bids: until both are laid open, each knows only its own (W7, N15)."""
    if state.phase != BID_DEF and state.phase != REVEAL:
        return
    if seat != state.seat and state.bids[0] != NO_BID:
        state.bids[0] = UNKNOWN
    if seat != defender(state, options) and state.bids[1] != NO_BID:
        state.bids[1] = UNKNOWN


@rule
def seen(state, options, action, seat):
    """Return the action, or UNSEEN for another's bid, which is laid face down (W7)."""
    if KIND_OF[action] == IS_BID:
        return action if int(state.decider) == seat else UNSEEN
    return action


@rule
def resample(state, options, work, seat, rng, stream):
    """Choose any bid that a bowl can pay, each as likely (W7)."""
    if state.bids[0] == UNKNOWN:
        state.bids[0] = below(rng, stream, int(state.bowl[state.seat, WATER]) + 1)
    if state.bids[1] == UNKNOWN:
        pegs = int(state.bowl[defender(state, options), WATER])
        state.bids[1] = below(rng, stream, pegs + 1)
