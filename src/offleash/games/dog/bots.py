"""How good a position of Dog is, in whole numbers: what the greedy and the search go by.

All of it rests on the board and the actor's own hand, which is what that seat knows.
"""

import numpy as np

from offleash.games.dog.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    DECISIONS,
    END_SEVEN,
    GIVE,
    STEP,
    THROW,
)
from offleash.games.dog.cards import play_on_board, rank_used
from offleash.games.dog.movement import ahead, partner, start_of
from offleash.games.dog.record import ACE, HOME, JOKER, KENNEL, KING, SEATS, TOKENS, rule
from offleash.games.dog.seven import ASIDE, put_aside, step_cost, take_back, take_step

# What the weights mean, in this order.
WEIGHTS = {
    "out": 24,  # a token on the loop
    "space": 1,  # each space it has come from its start
    "home": 110,  # a token home
    "deep": 3,  # each space deeper, which makes room behind it
    "blocking": 4,  # a protected token on its start
    "opponents": 100,  # how much the same things count against, in percent
    "seven": 9,  # a 7 before its steps are known
    "card": 1,  # how dear the cards in `KEEP` are
}
OUT, SPACE, HOME_WEIGHT, DEEP, BLOCKING, OPPONENTS, SEVEN_WEIGHT, CARD = range(len(WEIGHTS))

# How gladly a card is kept: starting cards and the flexible ones most.
KEEP = np.array([14, 3, 3, 8, 3, 2, 8, 2, 2, 2, 6, 3, 14, 22])
START_FOR_PARTNER = 40  # a starting card for a partner who has no token on the loop


@rule
def tokens_worth(state, options, seat, weights):
    """What one seat's tokens are worth to it."""
    worth = 0
    start = start_of(options, seat)
    for token in range(TOKENS):
        place = int(state.token[seat, token])
        if place >= HOME:
            worth += weights[HOME_WEIGHT] + weights[DEEP] * (place - HOME)
        elif place != KENNEL:
            worth += weights[OUT] + weights[SPACE] * ahead(options, start, place)
    return worth + weights[BLOCKING] * int(state.fresh[seat])


@rule
def evaluate(state, options, seat, weights):
    """The team's tokens less the opponents', for one seat."""
    own = 0
    other = 0
    for one in range(SEATS):
        if (one - seat) % 2 == 0:
            own += tokens_worth(state, options, one, weights)
        else:
            other += tokens_worth(state, options, one, weights)
    return 100 * own - weights[OPPONENTS] * other


@rule
def has_token_out(state, seat):
    """Whether a seat has a token on the loop or home."""
    for token in range(TOKENS):
        if state.token[seat, token] != KENNEL:
            return True
    return False


@rule
def score_gift(state, seat, rank, weights):
    """Cards of little use go first; a partner who can't start gets a card to start with."""
    worth = -100 * weights[CARD] * KEEP[rank]
    starters = int(state.hand[seat, ACE]) + int(state.hand[seat, KING]) + int(state.hand[seat, JOKER])
    spare = 0 if has_token_out(state, seat) else 1
    if rank in (ACE, KING, JOKER) and starters > spare and not has_token_out(state, partner(seat)):
        worth += 100 * weights[CARD] * START_FOR_PARTNER
    return worth


@rule
def score(state, options, work, action, weights):
    """How good an action is for the actor: the board it leads to, less the card it costs."""
    seat = int(state.seat)
    if action >= GIVE and action < DECISIONS:
        return score_gift(state, seat, action - GIVE, weights)
    if action == THROW or action == END_SEVEN:
        return evaluate(state, options, seat, weights)
    if action == BEGIN_SEVEN or action == BEGIN_SEVEN + AS_JOKER:
        cost = weights[CARD] * KEEP[rank_used(action)]
        return evaluate(state, options, seat, weights) + 100 * (weights[SEVEN_WEIGHT] - cost)
    put_aside(state, work, ASIDE)
    cost = 0
    if action >= STEP:
        taken = step_cost(state, options, seat, action - STEP, int(state.seven_left))
        take_step(state, options, seat, action - STEP, taken, None)
    else:
        cost = 100 * weights[CARD] * KEEP[rank_used(action)]
        play_on_board(state, options, seat, action, None)
    worth = evaluate(state, options, seat, weights) - cost
    take_back(state, work, ASIDE)
    return worth
