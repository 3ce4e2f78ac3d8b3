"""What must hold after every action of Dog, as a template bound to the game and compiled."""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.dog.rules.actions import ACTIONS, DECISIONS, MAX_ACTIONS
from offleash.games.dog.rules.record import (
    COPIES,
    DEALING,
    GIVING,
    HOME,
    HOME_SPACES,
    JOKER,
    KENNEL,
    NO_CARD,
    PLAYING,
    RANKS,
    SEATS,
    SHUFFLES_APART,
    SPLITTING,
    TOKENS,
)

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any

FINE = 0
LOST_CARD, WRONG_COUNT, SHARED_SPACE, OFF_BOARD, NOT_FRESH, BAD_ROUND, BAD_LIST, STATE_TOUCHED = (
    range(1, 9)
)
NAMES = (
    "fine",
    "the deck is not whole",
    "a count of cards is wrong",
    "two tokens share a space",
    "a token is off the board",
    "a fresh seat has no token on its start",
    "plays and thrown cards do not make up the round",
    "the list of actions is empty, unsorted or out of range",
    "listing actions changed the position",
)


@kernel
def cards_of_rank(state, rank):
    """Where the cards of one rank are, added up."""
    count = int(state.stock[rank]) + int(state.discard[rank])
    for seat in range(SEATS):
        count += int(state.hand[seat, rank])
        count += state.phase == GIVING and state.gave[seat] == rank
        for i in range(SHUFFLES_APART):
            count += int(state.buried[i, seat, rank])
    return count


@kernel
def check_cards(state, options):
    """The whole deck is somewhere, and the open counts tell the truth (hands + stock + discard)."""
    stock = 0
    for rank in range(RANKS):
        if state.stock[rank] < 0 or cards_of_rank(state, rank) != (
            options.jokers if rank == JOKER else COPIES
        ):
            return LOST_CARD
        stock += int(state.stock[rank])
    if stock != state.stock_left:
        return WRONG_COUNT
    for seat in range(SEATS):
        cards = 0
        for rank in range(RANKS):
            cards += int(state.hand[seat, rank])
            if state.hand[seat, rank] < 0:
                return WRONG_COUNT
        if cards != state.held[seat] or cards > state.deal:
            return WRONG_COUNT
    return FINE


@kernel
def check_board(state, options):
    """One token a space, all on the board, and fresh only on its own start."""
    for seat in range(SEATS):
        on_start = False
        for token in range(TOKENS):
            place = int(state.token[seat, token])
            on_start |= place == seat * options.loop_len // SEATS
            inside = place >= HOME and place < HOME + HOME_SPACES
            if not (place == KENNEL or inside or (place >= 0 and place < options.loop_len)):
                return OFF_BOARD
            for other in range(seat * TOKENS + token + 1, SEATS * TOKENS):
                is_other_home = place >= HOME and other // TOKENS != seat
                twin = state.token[other // TOKENS, other % TOKENS]
                if place != KENNEL and place == twin and not is_other_home:
                    return SHARED_SPACE
        if state.fresh[seat] and not on_start:
            return NOT_FRESH
    return FINE


@kernel
def check_list(out, n, low, high):
    """Not empty, ascending, each once, within its range and the proved bound."""
    if n <= 0 or n > MAX_ACTIONS:
        return BAD_LIST
    for i in range(n):
        if out[i] < low or out[i] >= high or (i > 0 and out[i] <= out[i - 1]):
            return BAD_LIST
    return FINE


@kernel
def cards_used(counted):
    """Cards played and thrown so far."""
    count = 0
    for seat in range(SEATS):
        count += counted.plays[seat] + counted.thrown[seat]
    return count


@kernel
def check_round(state, counted, phase, deal, before_round):
    """A round that has just ended used four hands: plays + thrown = 4 n."""
    is_over = (phase == PLAYING or phase == SPLITTING) and state.phase == DEALING
    return BAD_ROUND if is_over and cards_used(counted) - before_round != SEATS * deal else FINE


@kernel
def play_checked(
    states, words, options, work, counted, rng, out, chances, counts, seed, game, limit
):
    """Plays one random game and checks after every action; returns the first fault.

    counts[0] adds up the actions, counts[1] the rounds that were seen to end.
    """
    seed_streams(rng, seed, game)
    state = states[0]
    before_round = 0
    for _ in range(limit):
        seat = actor(state)
        if seat == OVER:
            return FINE
        for i in range(words.shape[1]):
            words[1, i] = words[0, i]
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            fault = check_list(out, n, DECISIONS, ACTIONS)
            action = out[pick(rng, stream(state), chances, n)]
        else:
            n = legal_actions(state, options, work, out)
            fault = check_list(out, n, 0, DECISIONS)
            action = out[below(rng, 8 + seat, n)]
        for i in range(words.shape[1]):
            if words[1, i] != words[0, i]:
                fault = STATE_TOUCHED
        phase, deal = int(state.phase), int(state.deal)
        apply(state, options, work, action, counted)
        counts[0] += 1
        fault = max(fault, check_cards(state, options))
        fault = max(fault, check_board(state, options))
        fault = max(fault, check_round(state, counted, phase, deal, before_round))
        if state.phase == DEALING and phase != DEALING:
            counts[1] += 1
            before_round = cards_used(counted)
        if fault != FINE:
            return fault
    return FINE


assert NO_CARD < 0
