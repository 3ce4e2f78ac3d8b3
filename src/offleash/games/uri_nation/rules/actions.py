"""How the actions of Uri-Nation are numbered, and what each number means.

Nobody takes a number apart: rules and text alike look it up in the tables at the end.
"""

from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np

from offleash.games.uri_nation.rules.card_words import DECKS, MOST_CARDS
from offleash.games.uri_nation.rules.places import HOMES, MOST_SITES, MOST_TERRITORIES
from offleash.games.uri_nation.rules.record import KINDS, MOST_WATER, SEATS

WAYS = 4  # north, east, south, west
SIDES = 6  # of a die
CARDS = DECKS * MOST_CARDS

# Unordered rolls of one, two and three dice, and in how many ways each can fall.
ROLLS = tuple(
    faces
    for dice in (1, 2, 3)
    for faces in combinations_with_replacement(range(1, SIDES + 1), dice)
)
ROLL_WAYS = np.array([len(set(permutations(faces))) for faces in ROLLS])
ROLL_SUM = np.array([sum(faces) for faces in ROLLS])
ROLL_DOUBLES = np.array([len(set(faces)) < len(faces) for faces in ROLLS]).astype(np.int64)
FIRST_ROLL = np.array([0, 0, 6, 27, 83])  # where the rolls of so many dice begin

# The kinds of action, in the order of their numbers.
(
    IS_STEP,
    IS_CROSS,
    IS_PATH,
    IS_STOP,
    IS_DRINK,
    IS_LEAVE,
    IS_GO,
    IS_LEASH,
    IS_ZOOMIES,
    IS_DISTRACTED,
    IS_CLAIM,
    IS_CHALLENGE,
    IS_FORTIFY,
    IS_CHALLENGE_HOME,
    IS_FORTIFY_HOME,
    IS_CHALLENGE_SITE,
    IS_ALLY,
    IS_BREAK,
    IS_LEG_CLAIM,
    IS_LEG_CHALLENGE,
    IS_LEG_HOME,
    IS_PATROL,
    IS_DONE,
    IS_SNIFF,
    IS_PLAY,
    IS_PASS,
    IS_RECLAIM_SWAGGER,
    IS_RECLAIM_GRIT,
    IS_DECLINE,
    IS_BID,
    IS_TARGET,
    IS_TARGET_SITE,
    IS_DISCARD,
    IS_HOME,
    IS_NEXT,
    IS_ROLL,
    IS_DRAW,
    IS_REVEAL,
    IS_DICE,
    IS_WINNER,
) = range(40)
assert IS_HOME == KINDS  # the first kind of chance

# How many actions of each kind there are; those not named here have one.
COUNTS = {
    IS_STEP: WAYS,
    IS_CROSS: WAYS,
    IS_CLAIM: MOST_TERRITORIES,
    IS_CHALLENGE: MOST_TERRITORIES,
    IS_FORTIFY: MOST_TERRITORIES,
    IS_CHALLENGE_HOME: HOMES,
    IS_FORTIFY_HOME: HOMES,
    IS_CHALLENGE_SITE: MOST_SITES,
    IS_ALLY: MOST_SITES,
    IS_BREAK: MOST_SITES,
    IS_LEG_CLAIM: MOST_TERRITORIES,
    IS_LEG_CHALLENGE: MOST_TERRITORIES,
    IS_LEG_HOME: HOMES,
    IS_PLAY: CARDS,
    IS_BID: MOST_WATER + 1,
    IS_TARGET: MOST_TERRITORIES,
    IS_TARGET_SITE: MOST_SITES,
    IS_DISCARD: CARDS,
    IS_HOME: HOMES,
    IS_NEXT: SEATS,
    IS_ROLL: len(ROLLS),
    IS_DRAW: CARDS,
    IS_DICE: SIDES * SIDES,
    IS_WINNER: SEATS,
}
FIRST = np.cumsum([0] + [COUNTS.get(kind, 1) for kind in range(40)])

(
    STEP,
    CROSS,
    PATH,
    STOP,
    DRINK_IT,
    LEAVE,
    GO,
    PULL_LEASH,
    DO_ZOOMIES,
    DISTRACT,
    CLAIM,
    CHALLENGE,
    FORTIFY,
    CHALLENGE_HOME,
    FORTIFY_HOME,
    CHALLENGE_SITE,
    ALLY,
    BREAK,
    LEG_CLAIM,
    LEG_CHALLENGE,
    LEG_HOME,
    START_PATROL,
    DONE,
    BUTT_SNIFF,
    PLAY,
    PASS,
    RECLAIM_SWAGGER,
    RECLAIM_GRIT,
    DECLINE,
    BID,
    TARGET,
    TARGET_SITE,
    DISCARD,
    HOME_IS,
    NEXT,
    ROLLED,
    DRAWN,
    REVEALED,
    DICE_FELL,
    WINNER,
    ACTIONS,
) = (int(first) for first in FIRST)

# The widest list is an action phase with Leg Day: each of 62 territories is listed at most once as
# claim, challenge or fortify and once more by Leg Day as claim or challenge; four homes likewise;
# four sites at most lie beside a cell, each once (ally, break or challenge); three held cards,
# patrol, sniff and pass. Chance has 56 outcomes at most, a card's targets and a patrol 63.
MAX_ACTIONS = 2 * MOST_TERRITORIES + 2 * HOMES + 4 + 3 + 3


class Decoded(NamedTuple):
    """What an action number says."""

    kind: int
    which: int = 0  # the direction, territory, site, home, card, bid, seat, roll …


def decode(action: int) -> Decoded:
    """Take apart an action's number; this is the one place for it."""
    kind = int(np.searchsorted(FIRST, action, "right")) - 1
    return Decoded(kind, action - int(FIRST[kind]))


# The same as tables by action, which compiled rules read as constants.
KIND_OF, WHICH = np.array([decode(action) for action in range(ACTIONS)], np.int64).T.copy()
