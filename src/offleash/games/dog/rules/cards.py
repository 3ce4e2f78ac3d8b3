"""What a hand allows: every use of every card, and playing one."""

import numpy as np

from offleash.contract.rules.actors import NOBODY
from offleash.games.dog.rules.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    BOARD_TOKENS,
    ENTERS,
    IS_START,
    IS_SWAP,
    KIND_OF,
    MOVE,
    OTHER_OF,
    RANK_OF,
    START,
    START_KING,
    STEP_KINDS,
    STEPS,
    STEPS_OF,
    SWAP,
    THROW,
    TOKEN_OF,
)
from offleash.games.dog.rules.movement import (
    can_back_into_home,
    can_be_swapped,
    can_step_back,
    clear_ahead,
    free_from,
    gate_distance,
    home_bits,
    is_on_loop,
    move_token,
    start_token,
    swap_tokens,
)
from offleash.games.dog.rules.record import (
    ACE,
    FOUR,
    HOME,
    JACK,
    JOKER,
    KENNEL,
    KING,
    RANKS,
    SEATS,
    SEVEN,
    TOKENS,
    rule,
)
from offleash.games.dog.rules.seven import (
    SEVEN_STEPS,
    controlled,
    is_plain,
    joker_forbids,
    may_begin_seven,
)

LONGEST = 13  # steps of a king
BACK_BIT = 14  # stands for the 4 backward, where bit n stands for n steps
BIT_OF_STEPS = np.where(STEPS > 0, STEPS, BACK_BIT)
ALL_BUT_JOKER = (1 << JOKER) - 1
STEP_RANKS = ALL_BUT_JOKER & ~(1 << SEVEN) & ~(1 << JACK)  # rank n goes n + 1 steps


@rule
def ranks_held(state, seat):
    """Return the ranks in a hand, as bits."""
    ranks = 0
    for rank in range(RANKS):
        ranks |= (state.hand[seat, rank] > 0) << rank
    return ranks


@rule
def up_to(steps):
    """Return bits 1 … steps."""
    return (2 << steps) - 2


@rule.inline
def token_moves(state, options, seat, token, home, as_joker):
    """Return where one token may go forward: bit n is n steps, along the loop and into home.

    `home` are the occupied home spaces. Steps are exact, home is by choice unless `must_enter`
    (D17, D19, D20, D22).
    """
    place = int(state.token[seat, token])
    if place == KENNEL:
        return 0, 0
    if place >= HOME:
        return 0, up_to(free_from(home, place - HOME + 1))
    clear = clear_ahead(state, options, place)
    gate = gate_distance(state, options, seat, token, clear)
    walks = up_to(min(clear, LONGEST))
    if gate >= LONGEST or (as_joker and joker_forbids(state, options, seat, token)):
        return walks, 0
    enters = (up_to(free_from(home, 0)) << gate) & up_to(LONGEST)
    return (walks & ~enters if options.must_enter else walks), enters


@rule
def token_back_moves(state, options, seat, token, as_joker):
    """Return where a token may go backward by a 4, each way told by one bit (D21)."""
    enters = can_back_into_home(state, options, seat, token)
    if as_joker and enters:
        enters = not joker_forbids(state, options, seat, token)
    walks = can_step_back(state, options, seat, token) and not (enters and options.must_enter)
    return (1 if walks else 0) << BACK_BIT, (1 if enters else 0) << BACK_BIT


@rule
def steps_of(ranks):
    """Return the numbers of steps that these ranks allow, as bits."""
    return (
        ((ranks & STEP_RANKS) << 1)
        | ((ranks & 1) << 11)  # an ace goes eleven too
        | (((ranks >> FOUR) & 1) << BACK_BIT)
    )


@rule.inline
def list_moves(state, options, seat, ranks, base, out, n):
    """List every move of every step card: what a token may do, and the ranks allow (D17, D19–D22).

    Returns the length of the list, and as bits how far along the loop any token could walk.
    """
    as_joker = base > 0
    steps = steps_of(ranks)
    home = home_bits(state, seat)
    reach = 0
    for token in range(TOKENS):
        walks, enters = token_moves(state, options, seat, token, home, as_joker)
        reach |= walks
        may_go_back = is_on_loop(state, seat, token) or options.four_back_home
        if (steps >> BACK_BIT) & 1 and may_go_back:
            walk, enter = token_back_moves(state, options, seat, token, as_joker)
            walks |= walk
            enters |= enter
        walks &= steps
        enters &= steps
        if (walks | enters) == 0:
            continue
        action = base + MOVE + 2 * STEP_KINDS * token
        for kind in range(STEP_KINDS):
            out[n] = action + 2 * kind
            n += (walks >> BIT_OF_STEPS[kind]) & 1
            out[n] = action + 2 * kind + 1
            n += (enters >> BIT_OF_STEPS[kind]) & 1
    return n, reach


@rule
def list_swaps(state, options, seat, base, out, n):
    """List the swaps of a jack: one own token and one of another player, neither protected (D8)."""
    free = can_be_swapped(state, options)
    own_too = options.jack_own_own != 0
    for token in range(TOKENS):
        if ((free >> (seat * TOKENS + token)) & 1) == 0:
            continue
        action = base + SWAP + token * BOARD_TOKENS
        for owner in range(SEATS):
            for other in range(TOKENS):
                allowed = (owner != seat) | (own_too & (other > token))
                out[n] = action + owner * TOKENS + other
                n += ((free >> (owner * TOKENS + other)) & 1) & allowed
    return n


@rule
def may_start(state, options, seat):
    """Return whether a token is in the kennel, and no own protected one on the start (D6)."""
    if state.fresh[seat] and not options.restart_over_fresh:
        return False
    for token in range(TOKENS):
        if state.token[seat, token] == KENNEL:
            return True
    return False


@rule
def list_uses(state, options, work, actor, ranks, base, out, n):
    """List all uses of these ranks, ascending; `base` is 0, or AS_JOKER for jokers' (D23)."""
    seat = controlled(state, actor)
    n, reach = list_moves(state, options, seat, ranks, base, out, n)
    if (ranks >> JACK) & 1:
        n = list_swaps(state, options, seat, base, out, n)
    if (ranks >> SEVEN) & 1:
        alone = (reach >> SEVEN_STEPS) & 1 and is_plain(options)  # one token can make all seven
        out[n] = base + BEGIN_SEVEN
        n += alone or may_begin_seven(state, options, work, actor, base > 0)
    can_start = may_start(state, options, seat)
    out[n] = base + START
    n += can_start and (ranks >> ACE) & 1
    out[n] = base + START_KING
    n += can_start and (ranks >> KING) & 1 and base == 0
    return n


@rule.inline
def list_plays(state, options, work, out):
    """List every way to play a card; only who has none throws the hand (D25, D28)."""
    actor = int(state.seat)
    ranks = ranks_held(state, actor)
    n = list_uses(state, options, work, actor, ranks & ALL_BUT_JOKER, 0, out, 0)
    if (ranks >> JOKER) & 1:
        n = list_uses(state, options, work, actor, ALL_BUT_JOKER, AS_JOKER, out, n)
    if n == 0:
        out[0] = THROW
        n = 1
    return n


@rule.inline
def play_on_board(state, options, actor, action):
    """Do what a card other than the 7 does to the board; return whose token it captured (D23)."""
    seat = controlled(state, actor)
    kind = KIND_OF[action]
    if kind == IS_START:
        return start_token(state, options, seat)
    token = TOKEN_OF[action]
    if kind == IS_SWAP:
        other = OTHER_OF[action]
        swap_tokens(state, options, seat, token, other // TOKENS, other % TOKENS)
        return NOBODY
    return move_token(state, options, seat, token, STEPS_OF[action], ENTERS[action])


@rule
def playable_ranks(state, options, work, actor):
    """Return the ranks, as bits, a seat could play here if held: what a hidden throw denies."""
    out = work.listed[:]
    n = list_uses(state, options, work, actor, ALL_BUT_JOKER, 0, out, 0)
    playable = 0
    for i in range(n):
        playable |= 1 << RANK_OF[out[i]]
    if list_uses(state, options, work, actor, ALL_BUT_JOKER, AS_JOKER, out, 0) > 0:
        playable |= 1 << JOKER
    return playable
