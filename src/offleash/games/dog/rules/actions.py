"""How the actions of Dog are numbered, and what each number means.

The same card uses stand twice, once played with the card itself and once with a joker
(`+ AS_JOKER`). A move says its number of steps, the token and whether it ends inside home; the
steps tell the rank. Nobody takes a number apart: rules and text alike look it up in the tables
at the end.
"""

from typing import NamedTuple

import numpy as np

from offleash.games.dog.rules.record import (
    ACE,
    FOUR,
    HOME_SPACES,
    JACK,
    JOKER,
    KING,
    LISTED,
    NO_CARD,
    QUEEN,
    RANKS,
    SEATS,
    SEVEN,
    TOKENS,
)

STEPS = np.array([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, -4])  # all but the 7, which is split
RANK_OF_STEPS = np.array([ACE, 1, 2, FOUR, 4, 5, 7, 8, 9, ACE, QUEEN, KING, FOUR])
STEP_KINDS = len(STEPS)

BOARD_TOKENS = SEATS * TOKENS  # all tokens, numbered seat * TOKENS + token

MOVE = 0  # + (token * STEP_KINDS + step kind) * 2 + enters home
SWAP = MOVE + STEP_KINDS * TOKENS * 2  # + token * BOARD_TOKENS + the other token
BEGIN_SEVEN = SWAP + TOKENS * BOARD_TOKENS
START = BEGIN_SEVEN + 1
START_KING = START + 1  # with the card itself: START is the ace
AS_JOKER = START_KING + 1
STEP = 2 * AS_JOKER - 1  # + token * 2 + enters home; tokens 4–7 are the partner's
STEP_CHOICES = 2 * TOKENS * 2
END_SEVEN = STEP + STEP_CHOICES
THROW = END_SEVEN + 1
GIVE = THROW + 1  # + rank
DECISIONS = GIVE + RANKS
DEALER = DECISIONS  # + seat: the dice
DEAL = DEALER + SEATS  # + rank
ACTIONS = DEAL + RANKS

# Every legal action is listed once, so there are never more than there are decisions.
MAX_ACTIONS = DECISIONS

assert HOME_SPACES == TOKENS and RANKS == JOKER + 1 and MAX_ACTIONS < LISTED

# The kinds of action.
IS_MOVE, IS_SWAP, IS_SEVEN, IS_START = range(4)  # a card is played
IS_STEP, IS_END, IS_THROW, IS_GIFT, IS_DICE, IS_DEAL = range(4, 10)


class Decoded(NamedTuple):
    """What an action number says; what it does not say is 0."""

    kind: int
    rank: int = NO_CARD  # the card played, given or dealt: a joker where one stands for another
    token: int = 0  # the token that acts; in a seven, 4–7 are the partner's
    steps: int = 0  # of a move, negative backward
    enters: int = 0  # 1: it ends inside home
    other: int = 0  # of a swap: the other token, seat * TOKENS + token; of the dice: the dealer


def decode_use(use: int) -> Decoded:
    """Return what a card does, played as itself."""
    if use < SWAP:
        token, kind = divmod((use - MOVE) // 2, STEP_KINDS)
        return Decoded(IS_MOVE, int(RANK_OF_STEPS[kind]), token, int(STEPS[kind]), use & 1)
    if use < BEGIN_SEVEN:
        token, other = divmod(use - SWAP, BOARD_TOKENS)
        return Decoded(IS_SWAP, JACK, token, other=other)
    if use == BEGIN_SEVEN:
        return Decoded(IS_SEVEN, SEVEN)
    return Decoded(IS_START, ACE if use == START else KING)


def decode(action: int) -> Decoded:
    """Take an action number apart; this is the one place where that is done."""
    if action < STEP:
        used = decode_use(action % AS_JOKER)
        return used._replace(rank=JOKER) if action >= AS_JOKER else used
    if action < END_SEVEN:
        return Decoded(IS_STEP, token=(action - STEP) // 2, enters=(action - STEP) & 1)
    if action < GIVE:
        return Decoded(IS_END if action == END_SEVEN else IS_THROW)
    if action < DEALER:
        return Decoded(IS_GIFT, action - GIVE)
    if action < DEAL:
        return Decoded(IS_DICE, other=action - DEALER)
    return Decoded(IS_DEAL, action - DEAL)


def role_of(action: int) -> int:
    """Return the card that a play is made as: what a joker stands for, else the card itself."""
    return decode_use(action % AS_JOKER).rank


# The same as tables by action, which compiled rules read as constants.
KIND_OF, RANK_OF, TOKEN_OF, STEPS_OF, ENTERS, OTHER_OF = np.array(
    [decode(action) for action in range(ACTIONS)], np.int64
).T.copy()
