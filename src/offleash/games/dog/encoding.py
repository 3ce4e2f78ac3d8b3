"""What a seat knows of a position, as numbers: seats and spaces count from where it sits.

It reads whole positions, so that nobody need hide one first, and writes nothing of what is hidden.
"""

import numpy as np

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from offleash.contract.rules.actors import NOBODY
from offleash.games.dog.rules.actions import (
    ENTERS,
    IS_GIFT,
    IS_MOVE,
    IS_START,
    IS_STEP,
    IS_SWAP,
    KIND_OF,
    OTHER_OF,
    RANK_OF,
    STEP,
    STEPS_OF,
    TOKEN_OF,
    role_of,
)
from offleash.games.dog.rules.knowledge import gift_still_held, may_see_gift
from offleash.games.dog.rules.movement import destination, partner, start_of
from offleash.games.dog.rules.record import (
    COPIES,
    FINISHED,
    FIRST_DEAL,
    GIVING,
    HOME,
    HOME_SPACES,
    JOKER,
    KENNEL,
    KING,
    NO_CARD,
    RANKS,
    SEATS,
    SEVEN,
    SHUFFLES_APART,
    TOKENS,
    UNKNOWN,
    rule,
)
from offleash.games.dog.rules.seven import chosen_cost, controlled, step_owner

CARDS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "Joker")
MOST_ALIKE = 12  # cards of one rank: as many jokers as the options allow
TOKEN_NAMES = "abcd"
FROM_OWN = SEATS_FROM_OWN
LAST_HOME = HOME + HOME_SPACES - 1

ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("token", KENNEL, LAST_HOME),
            f"where each token is: {KENNEL} in the kennel, 0 … on the loop, counted from the "
            f"observer's start, {HOME} … {LAST_HOME} at home",
            *(FROM_OWN, TOKEN_NAMES),
        ),
        Span("fresh", 0, 1, "1: the token on its own start has not moved since", FROM_OWN),
        Span(
            *("lap", -1, 1, "`full_lap` only: -1 behind its start, 0 on its way, 1 lapped"),
            *(FROM_OWN, TOKEN_NAMES),
        ),
        Span("hand", 0, MOST_ALIKE, "cards in the observer's hand, by rank", CARDS),
        Span("held", 0, FIRST_DEAL, "how many cards each seat holds", FROM_OWN),
        Span("discard", 0, MOST_ALIKE, "cards out of play, face up, by rank", CARDS),
        Span(
            *("shown", 0, MOST_ALIKE, "cards that each seat has laid face up this round"),
            *(FROM_OWN, CARDS),
        ),
        Span(
            *("gift", UNKNOWN, JOKER),
            "the rank that the observer and its partner gave each other this round, from 0 for an "
            f"ace; {NO_CARD} none yet, {UNKNOWN} not known",
            ("own", "partner"),
        ),
        Span("unseen", 0, MOST_ALIKE, "cards of each rank whose place is not known", CARDS),
        Span("dealer", 0, SEATS - 1, "who deals, counted from the observer"),
        Span("deal", 0, FIRST_DEAL, "cards a player in this round"),
        Span("actor", 0, SEATS - 1, "who gives or plays, counted from the observer"),
        Span("phase", 0, FINISHED, "0 roll, 1 dealing, 2 giving, 3 playing, 4 splitting, 5 over"),
        Span("seven_left", 0, SEVEN + 1, "steps of a 7 still to make"),
        Span("seven_joker", 0, 1, "1: that 7 is a joker"),
    ),
)

NO_TOKEN, NO_PLACE = -1, -2
# The card that each action is made as: what a joker stands for, else the card itself.
ROLE_OF = np.array([role_of(a) if a < STEP else int(RANK_OF[a]) for a in range(len(KIND_OF))])

ACTION_ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("kind", IS_MOVE, IS_GIFT),
            "0 move, 1 swap, 2 begin a 7, 3 start, 4 step of a 7, 5 end a 7, 6 throw, 7 give",
        ),
        Span("card", NO_CARD, JOKER, "the rank that leaves the hand, from 0 for an ace; -1 none"),
        Span("role", NO_CARD, JOKER, "the rank that it is played as, which a joker has not itself"),
        Span(
            *("token", NO_TOKEN, SEATS * TOKENS - 1),
            "the token that moves, counted as in `token` of the observation; -1 none, or any",
        ),
        Span("from", NO_PLACE, LAST_HOME, "where it stands, as `token` says it; -2 nowhere"),
        Span("to", NO_PLACE, LAST_HOME, "where it ends; -2 nowhere"),
        Span("other", NO_TOKEN, SEATS * TOKENS - 1, "the token that it swaps with; -1 none"),
        Span("amount", -4, KING + 1, "how many steps it makes, negative backward"),
    ),
)


@rule
def place_from(options, viewer, place):
    """Return a place as a viewer counts it: the loop from its own start."""
    if place == KENNEL or place >= HOME:
        return place
    place -= viewer * int(options.loop_len) // SEATS
    return place + (int(options.loop_len) if place < 0 else 0)


@rule
def token_from(viewer, seat, token):
    """Return the number of a token as a viewer counts them."""
    return (seat - viewer + SEATS) % SEATS * TOKENS + token


@rule
def write_move(state, options, seat, owner, token, steps, enters, out):
    """Write which token moves, from where, to where and how far."""
    out[3] = token_from(seat, owner, token)
    out[4] = place_from(options, seat, int(state.token[owner, token]))
    there = int(destination(state, options, owner, token, steps, enters))
    out[5] = place_from(options, seat, there)
    out[7] = steps


@rule
def write_action(state, options, seat, action, out):
    """Write what a legal action of the seat to move is, as `ACTION_ENCODING` lists it."""
    kind = int(KIND_OF[action])
    owner = int(controlled(state, seat))
    token = int(TOKEN_OF[action])
    out[0], out[1], out[2], out[3] = kind, RANK_OF[action], ROLE_OF[action], NO_TOKEN
    out[4], out[5], out[6], out[7] = NO_PLACE, NO_PLACE, NO_TOKEN, 0
    if kind == IS_MOVE:
        write_move(
            state, options, seat, owner, token, int(STEPS_OF[action]), int(ENTERS[action]), out
        )
    elif kind == IS_STEP:
        cost = int(chosen_cost(state, options, seat, action - STEP, int(state.seven_left)))
        owner = int(step_owner(state, seat, token))
        write_move(state, options, seat, owner, token % TOKENS, cost, int(ENTERS[action]), out)
    elif kind == IS_START:
        out[4] = KENNEL
        out[5] = place_from(options, seat, int(start_of(options, owner)))
    elif kind == IS_SWAP:
        other, its = int(OTHER_OF[action]) // TOKENS, int(OTHER_OF[action]) % TOKENS
        out[3] = token_from(seat, owner, token)
        out[4] = place_from(options, seat, int(state.token[owner, token]))
        out[5] = place_from(options, seat, int(state.token[other, its]))
        out[6] = token_from(seat, other, its)


@rule
def write_tokens(state, options, viewer, out):
    """Write tokens, fresh ones and laps of all seats from the viewer on; return how many."""
    loop_len = int(options.loop_len)
    start = viewer * loop_len // SEATS
    fresh = SEATS * TOKENS
    lap = fresh + SEATS
    for turn in range(SEATS):
        seat = (viewer + turn) % SEATS
        out[fresh + turn] = state.fresh[seat]
        for token in range(TOKENS):
            place = int(state.token[seat, token])
            if place != KENNEL and place < HOME:
                place -= start
                place += loop_len if place < 0 else 0
            out[turn * TOKENS + token] = place
            out[lap + turn * TOKENS + token] = state.lap[seat, token]
    return lap + SEATS * TOKENS


@rule
def write_cards(state, seat, viewer, out, first):
    """Write the hand, how many cards all hold and what lies open; return where the next goes."""
    counts = first + RANKS
    discard = counts + SEATS
    laid = discard + RANKS
    for rank in range(RANKS):
        out[first + rank] = state.hand[viewer, rank] if seat != NOBODY else 0
        out[discard + rank] = state.discard[rank]
    for turn in range(SEATS):
        other = (viewer + turn) % SEATS
        out[counts + turn] = state.held[other]
        for rank in range(RANKS):
            out[laid + turn * RANKS + rank] = state.shown[other, rank]
    return laid + SEATS * RANKS


@rule
def gift_as_seen(state, giver, seat):
    """Return the card that a seat gave, where the observer may know it (D27)."""
    gift = int(state.gave[giver])
    if gift != NO_CARD and not may_see_gift(state, giver, seat):
        return UNKNOWN
    return gift


@rule
def write_unseen(state, options, seat, out, first):
    """Write every card whose place the observer does not know (D27, D29)."""
    gift = gift_still_held(state, seat)
    for rank in range(RANKS):
        count = (int(options.jokers) if rank == JOKER else COPIES) - int(state.discard[rank])
        if seat != NOBODY:
            count -= int(state.hand[seat, rank])
        out[first + rank] = count
    if gift != NO_CARD:
        out[first + gift] -= 1
    if seat == NOBODY:
        return
    if state.phase == GIVING and state.gave[seat] >= 0:
        out[first + int(state.gave[seat])] -= 1
    if options.throw_hidden:
        for i in range(SHUFFLES_APART):
            for rank in range(RANKS):
                out[first + rank] -= int(state.buried[i, seat, rank])
            buried_gift = int(state.buried_gift[i, partner(seat)])
            if buried_gift > 0:
                out[first + buried_gift - 1] -= 1


@rule
def encode(state, options, seat, out):
    """Write into `out` all that a seat (or NOBODY) may know, as `ENCODING` lists it (D27, D29)."""
    viewer = max(seat, 0)
    k = write_tokens(state, options, viewer, out)
    k = write_cards(state, seat, viewer, out, k)
    out[k] = gift_as_seen(state, viewer, seat)
    out[k + 1] = gift_as_seen(state, partner(viewer), seat)
    k += 2
    write_unseen(state, options, seat, out, k)
    k += RANKS
    out[k] = (int(state.dealer) - viewer + SEATS) % SEATS
    out[k + 1] = state.deal
    out[k + 2] = (int(state.seat) - viewer + SEATS) % SEATS
    out[k + 3] = state.phase
    out[k + 4] = state.seven_left
    out[k + 5] = state.seven_joker
