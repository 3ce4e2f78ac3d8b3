"""How the actions of Dog are numbered.

The same card uses stand twice, once played with the card itself and once with a joker
(`+ AS_JOKER`). A move says its number of steps, the token and whether it ends inside home; the
steps tell the rank.
"""

import numpy as np

from offleash.games.dog.rules.record import (
    ACE,
    FOUR,
    HOME_SPACES,
    JOKER,
    KING,
    LISTED,
    QUEEN,
    RANKS,
    SEATS,
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
