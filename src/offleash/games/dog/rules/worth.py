"""How good a position of Dog is, in whole numbers: what the greedy and the search go by.

All of it rests on the board and the actor's own hand, which is what that seat knows.
"""

from offleash.core.rules.actors import NOBODY
from offleash.core.rules.outlook import win_chance
from offleash.games.dog.rules.actions import (
    ENTERS,
    IS_GIFT,
    IS_SEVEN,
    IS_START,
    IS_STEP,
    IS_SWAP,
    KIND_OF,
    OTHER_OF,
    RANK_OF,
    STEPS_OF,
    TOKEN_OF,
)
from offleash.games.dog.rules.movement import (
    ahead,
    destination,
    is_protected,
    partner,
    start_of,
    token_on,
)
from offleash.games.dog.rules.record import ACE, HOME, JOKER, KENNEL, KING, SEATS, TOKENS, rule
from offleash.games.dog.rules.seven import controlled, step_cost, step_owner

# What the weights mean, in this order; behind these stands one for each rank.
OUT, SPACE, HOME_WEIGHT, DEEP, BLOCKING, OPPONENTS, SEVEN_WEIGHT, CARD, HELP, KEEP = range(10)

SCALE = 21_500  # of `evaluate`: what multiplies the odds by e


@rule.inline
def place_worth(options, seat, place, weights):
    """What a token of a seat is worth to it at a place."""
    if place == KENNEL:
        return 0
    if place >= HOME:
        return weights[HOME_WEIGHT] + weights[DEEP] * (place - HOME)
    return weights[OUT] + weights[SPACE] * ahead(options, start_of(options, seat), place)


@rule
def counts_for(actor, seat, weights):
    """How a seat's worth counts for the actor, in percent: its team for, the others against."""
    return 100 if ((seat ^ actor) & 1) == 0 else -weights[OPPONENTS]


@rule
def evaluate(state, options, seat, weights):
    """The team's tokens less the opponents', for one seat."""
    total = 0
    for owner in range(SEATS):
        worth = weights[BLOCKING] * int(state.fresh[owner])
        for token in range(TOKENS):
            worth += place_worth(options, owner, int(state.token[owner, token]), weights)
        total += counts_for(seat, owner, weights) * worth
    return total


@rule
def outlook(state, options, work, seat, weights):
    """The team's chance to win, in 65536ths."""
    return win_chance(evaluate(state, options, seat, weights), SCALE)


@rule.inline
def loss_on(state, options, actor, space, weights):
    """What a capture on this space changes: the token there goes to its kennel."""
    found = token_on(state, space) if space < HOME else NOBODY
    if found == NOBODY:
        return 0
    seat = found // TOKENS
    return counts_for(actor, seat, weights) * place_worth(options, seat, space, weights)


@rule.inline
def gain_of_move(state, options, actor, seat, token, steps, enters, weights):
    """What `evaluate` gains by a move, captures included."""
    here = int(state.token[seat, token])
    there = destination(state, options, seat, token, steps, enters)
    gain = place_worth(options, seat, there, weights) - place_worth(options, seat, here, weights)
    if is_protected(state, options, seat, token):
        gain -= weights[BLOCKING]
    return counts_for(actor, seat, weights) * gain - loss_on(state, options, actor, there, weights)


@rule
def gain_of_start(state, options, actor, seat, weights):
    """What `evaluate` gains by a token that starts."""
    space = start_of(options, seat)
    gain = place_worth(options, seat, space, weights)
    gain += weights[BLOCKING] * (1 - int(state.fresh[seat]))
    return counts_for(actor, seat, weights) * gain - loss_on(state, options, actor, space, weights)


@rule
def gain_of_swap(state, options, actor, seat, token, other_seat, other, weights):
    """What `evaluate` gains by a jack."""
    here = int(state.token[seat, token])
    there = int(state.token[other_seat, other])
    gain = place_worth(options, seat, there, weights) - place_worth(options, seat, here, weights)
    change = place_worth(options, other_seat, here, weights)
    change -= place_worth(options, other_seat, there, weights)
    own = counts_for(actor, seat, weights) * gain
    return own + counts_for(actor, other_seat, weights) * change


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
    worth = -100 * weights[CARD] * weights[KEEP + rank]
    hand = state.hand[seat]
    starters = int(hand[ACE]) + int(hand[KING]) + int(hand[JOKER])
    spare = 0 if has_token_out(state, seat) else 1
    can_start = rank == ACE or rank == KING or rank == JOKER
    if can_start and starters > spare and not has_token_out(state, partner(seat)):
        worth += 100 * weights[CARD] * weights[HELP]
    return worth


@rule.inline
def score_play(state, options, action, weights):
    """What a card does to the board, less what the card is worth kept."""
    actor = int(state.seat)
    seat = controlled(state, actor)
    kind = KIND_OF[action]
    cost = 100 * weights[CARD] * weights[KEEP + RANK_OF[action]]
    if kind == IS_SEVEN:
        return 100 * weights[SEVEN_WEIGHT] - cost
    if kind == IS_START:
        return gain_of_start(state, options, actor, seat, weights) - cost
    token = TOKEN_OF[action]
    if kind == IS_SWAP:
        owner = OTHER_OF[action] // TOKENS
        other = OTHER_OF[action] % TOKENS
        return gain_of_swap(state, options, actor, seat, token, owner, other, weights) - cost
    steps, enters = STEPS_OF[action], ENTERS[action]
    return gain_of_move(state, options, actor, seat, token, steps, enters, weights) - cost


@rule.inline
def score(state, options, work, plan, action, weights):
    """How good an action is for the actor: what `evaluate` gains by it, less its card."""
    seat = int(state.seat)
    kind = KIND_OF[action]
    if kind <= IS_START:
        return score_play(state, options, action, weights)
    if kind == IS_STEP:
        owner = step_owner(state, seat, TOKEN_OF[action])
        token, enters = TOKEN_OF[action] % TOKENS, ENTERS[action]
        steps = step_cost(state, options, owner, token, enters, int(state.seven_left))
        return gain_of_move(state, options, seat, owner, token, steps, enters, weights)
    if kind == IS_GIFT:
        return score_gift(state, seat, RANK_OF[action], weights)
    return 0
