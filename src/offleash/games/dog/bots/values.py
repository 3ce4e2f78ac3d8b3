"""How good a position of Dog is, in whole numbers: what the greedy and the search go by.

All of it rests on the board and the actor's own hand, which is what that seat knows.
"""

import numpy as np

from offleash.contract.rules.actors import NOBODY
from offleash.contract.rules.win_chance import win_chance
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
from offleash.games.dog.rules.cards import LONGEST
from offleash.games.dog.rules.movement import (
    ahead,
    clear_ahead,
    destination,
    gate_distance,
    home_bits,
    home_room,
    is_on_loop,
    is_protected,
    partner,
    start_of,
    token_on,
    tokens_home,
)
from offleash.games.dog.rules.record import (
    ACE,
    HOME,
    HOME_SPACES,
    JOKER,
    KENNEL,
    KING,
    RANKS,
    SEATS,
    SEVEN,
    TOKENS,
    rule,
)
from offleash.games.dog.rules.seven import SEVEN_STEPS, controlled, step_cost, step_owner

# What the weights mean, in this order; behind these stands one for each rank, and behind those
# what only `evaluate` goes by.
OUT, SPACE, HOME_WEIGHT, DEEP, BLOCKING, OPPONENTS, SEVEN_WEIGHT, CARD, HELP, KEEP = range(10)
TWO_HOME, THREE_HOME, ALL_HOME, GAP, STRANDED, GATE, ENTRY, LAST, LAST_ENTRY = range(
    KEEP + RANKS, KEEP + RANKS + 9
)
SPACE_HOME, ALLY_HOME, ALLY_SPACE, DANGER, DOORSTEP, BARRED, SCALE, CHASE = range(
    LAST_ENTRY + 1, LAST_ENTRY + 9
)

# How many home spaces are free behind the foremost token there, by the occupied ones as bits.
GAPS = np.array([(~bits & 15 & ~((bits & -bits) - 1)).bit_count() for bits in range(16)])


@rule.inline
def place_worth(options, seat, place, weights):
    """Return what a token of a seat is worth to it at a place."""
    if place == KENNEL:
        return 0
    if place >= HOME:
        return weights[HOME_WEIGHT] + weights[DEEP] * (place - HOME)
    return weights[OUT] + weights[SPACE] * ahead(options, start_of(options, seat), place)


@rule
def counts_for(actor, seat, weights):
    """Return how a seat's worth counts for the actor, in percent: its team for, others against."""
    return 100 if ((seat ^ actor) & 1) == 0 else -weights[OPPONENTS]


@rule
def home_worth(state, seat, homes, weights):
    """Return what a seat's home is worth beside its tokens: how full it is, and how well filled.

    A token at the front shuts out the spaces behind it, until small cards move it on.
    """
    worth = weights[GAP] * GAPS[home_bits(state, seat) & (2**HOME_SPACES - 1)]
    if homes >= 2:
        worth += weights[TWO_HOME + homes - 2]
    return worth


@rule
def hunters_of(state, options, seat, space):
    """Return how many opponents' tokens one card could bring to a space: 1 to 13 steps behind."""
    count = 0
    for k in range(2):
        other = (seat + 1 + 2 * k) % SEATS
        for token in range(TOKENS):
            place = int(state.token[other, token])
            gap = ahead(options, place, space)
            count += (place >= 0) & (place < HOME) & (gap > 0) & (gap <= LONGEST)
    return count


@rule
def is_on_doorstep(state, options, seat, space):
    """Return whether an opponent could capture a token here by starting one of its own (D6)."""
    for k in range(2):
        other = (seat + 1 + 2 * k) % SEATS
        if space == start_of(options, other):
            for token in range(TOKENS):
                if state.token[other, token] == KENNEL:
                    return True
    return False


@rule
def entries_of(state, options, seat, token, clear, room):
    """Return how many numbers of steps on step cards bring a token home; a 7 is split (D17)."""
    gate = gate_distance(state, options, seat, token, clear)
    if gate >= LONGEST:
        return 0
    farthest = min(gate + room, LONGEST)
    has_seven = (gate <= SEVEN) & (farthest > SEVEN)  # the rank of 7 steps is one less
    return farthest - gate - has_seven


@rule.inline
def way_worth(state, options, seat, token, homes, room, weights):
    """Return what the way ahead and behind makes of a token on the loop."""
    space = int(state.token[seat, token])
    clear = clear_ahead(state, options, space)
    come = ahead(options, start_of(options, seat), space)
    entries = entries_of(state, options, seat, token, clear, room)
    worth = weights[ENTRY] * entries + weights[SPACE_HOME] * homes * come
    worth += weights[BARRED] * (clear < LONGEST)
    if homes == TOKENS - 1:
        worth += weights[LAST] + weights[LAST_ENTRY] * entries
    if is_protected(state, options, seat, token):
        return worth
    worth += weights[GATE] * (come == 0)
    worth += weights[DANGER] * come * hunters_of(state, options, seat, space)
    return worth + weights[DOORSTEP] * is_on_doorstep(state, options, seat, space)


@rule
def seat_worth(state, options, seat, weights):
    """Return what a seat's tokens are worth to it where they stand, and beside each other."""
    homes = tokens_home(state, seat)
    room = home_room(state, seat)
    has_ally = tokens_home(state, partner(seat)) == TOKENS and homes < TOKENS  # two hands play
    worth = weights[BLOCKING] * int(state.fresh[seat]) + home_worth(state, seat, homes, weights)
    outside = 0
    for token in range(TOKENS):
        place = int(state.token[seat, token])
        worth += place_worth(options, seat, place, weights)
        if is_on_loop(state, seat, token):
            outside += 1
            worth += way_worth(state, options, seat, token, homes, room, weights)
            if has_ally:
                worth += weights[ALLY_SPACE] * ahead(options, start_of(options, seat), place)
    if outside == 0 and homes < TOKENS:
        worth += weights[STRANDED]
    return worth + (weights[ALLY_HOME] * homes if has_ally else 0)


@rule
def evaluate(state, options, seat, weights):
    """Return the team's tokens less the opponents', for one seat."""
    total = 0
    for owner in range(SEATS):
        total += counts_for(seat, owner, weights) * seat_worth(state, options, owner, weights)
    return total


@rule
def outlook(state, options, work, seat, weights):
    """Return the team's chance to win, in 65536ths; the scale is what multiplies the odds by e."""
    worth = evaluate(state, options, seat, weights)
    return win_chance(worth, 100 * max(weights[SCALE], 1))


@rule.inline
def loss_on(state, options, actor, space, weights):
    """Return what a capture on this space changes: the token there goes to its kennel."""
    found = token_on(state, space) if space < HOME else NOBODY
    if found == NOBODY:
        return 0
    seat = found // TOKENS
    return counts_for(actor, seat, weights) * place_worth(options, seat, space, weights)


@rule.inline
def gain_of_move(state, options, actor, seat, token, steps, enters, weights):
    """Return what `evaluate` gains by a move, captures included."""
    here = int(state.token[seat, token])
    there = destination(state, options, seat, token, steps, enters)
    gain = place_worth(options, seat, there, weights) - place_worth(options, seat, here, weights)
    if is_protected(state, options, seat, token):
        gain -= weights[BLOCKING]
    return counts_for(actor, seat, weights) * gain - loss_on(state, options, actor, there, weights)


@rule
def gain_of_start(state, options, actor, seat, weights):
    """Return what `evaluate` gains by a token that starts."""
    space = start_of(options, seat)
    gain = place_worth(options, seat, space, weights)
    gain += weights[BLOCKING] * (1 - int(state.fresh[seat]))
    return counts_for(actor, seat, weights) * gain - loss_on(state, options, actor, space, weights)


@rule
def gain_of_swap(state, options, actor, seat, token, other_seat, other, weights):
    """Return what `evaluate` gains by a jack."""
    here = int(state.token[seat, token])
    there = int(state.token[other_seat, other])
    gain = place_worth(options, seat, there, weights) - place_worth(options, seat, here, weights)
    change = place_worth(options, other_seat, here, weights)
    change -= place_worth(options, other_seat, there, weights)
    own = counts_for(actor, seat, weights) * gain
    return own + counts_for(actor, other_seat, weights) * change


@rule
def has_token_out(state, seat):
    """Return whether a seat has a token on the loop or home."""
    for token in range(TOKENS):
        if state.token[seat, token] != KENNEL:
            return True
    return False


@rule
def score_gift(state, seat, rank, weights):
    """Return how good a gift is: cards of little use first, or one to start with if none is out."""
    worth = -100 * weights[CARD] * weights[KEEP + rank]
    hand = state.hand[seat]
    starters = int(hand[ACE]) + int(hand[KING]) + int(hand[JOKER])
    spare = 0 if has_token_out(state, seat) else 1
    can_start = rank == ACE or rank == KING or rank == JOKER
    if can_start and starters > spare and not has_token_out(state, partner(seat)):
        worth += 100 * weights[CARD] * weights[HELP]
    return worth


@rule
def sweep_gain(state, options, actor, space, steps, weights):
    """Return what `evaluate` gains if all tokens on so many spaces ahead are captured (D13)."""
    gain = 0
    for seat in range(SEATS):
        for token in range(TOKENS):
            place = int(state.token[seat, token])
            if place >= 0 and place < HOME:
                gap = ahead(options, space, place)
                if gap > 0 and gap <= steps:
                    worth = place_worth(options, seat, place, weights)
                    gain -= counts_for(actor, seat, weights) * worth
    return gain


@rule
def promise_of(state, options, actor, seat, token, left, weights):
    """Return the most a token could still do with the steps left of a 7: capture, or go home."""
    here = int(state.token[seat, token])
    if left <= 0 or here == KENNEL or here >= HOME:
        return 0
    clear = clear_ahead(state, options, here)
    best = max(0, sweep_gain(state, options, actor, here, min(left, clear), weights))
    gate = gate_distance(state, options, seat, token, clear)
    depth = min(left - gate, home_room(state, seat)) - 1
    if depth >= 0:
        gain = place_worth(options, seat, HOME + depth, weights)
        gain -= place_worth(options, seat, here, weights)
        best = max(best, counts_for(actor, seat, weights) * gain)
    return best


@rule
def promise_of_seven(state, options, actor, seat, weights):
    """Return the same before the first step, by the token that can do most."""
    best = 0
    for token in range(TOKENS):
        best = max(best, promise_of(state, options, actor, seat, token, SEVEN_STEPS, weights))
    return best


@rule
def score_step(state, options, action, weights):
    """Return what a step of a 7 gains; a token that could do much with what is left goes first."""
    actor = int(state.seat)
    owner = step_owner(state, actor, TOKEN_OF[action])
    token, enters = TOKEN_OF[action] % TOKENS, ENTERS[action]
    left = int(state.seven_left)
    steps = step_cost(state, options, owner, token, enters, left)
    gain = gain_of_move(state, options, actor, owner, token, steps, enters, weights)
    if weights[CHASE] == 0 or enters:
        return gain
    here = state.token[owner, token]
    state.token[owner, token] = destination(state, options, owner, token, steps, enters)
    promise = promise_of(state, options, actor, owner, token, left - steps, weights)
    state.token[owner, token] = here
    return gain + weights[CHASE] * promise // 100


@rule.inline
def score_play(state, options, action, weights):
    """Return what a card does to the board, less what the card is worth kept."""
    actor = int(state.seat)
    seat = controlled(state, actor)
    kind = KIND_OF[action]
    cost = 100 * weights[CARD] * weights[KEEP + RANK_OF[action]]
    if kind == IS_SEVEN:
        if weights[CHASE] != 0:
            cost -= weights[CHASE] * promise_of_seven(state, options, actor, seat, weights) // 100
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
    """Return how good an action is for the actor: what `evaluate` gains by it, less its card."""
    seat = int(state.seat)
    kind = KIND_OF[action]
    if kind <= IS_START:
        return score_play(state, options, action, weights)
    if kind == IS_STEP:
        return score_step(state, options, action, weights)
    if kind == IS_GIFT:
        return score_gift(state, seat, RANK_OF[action], weights)
    return 0
