"""How likely a win is in Puppy Park: what a search goes by where it stops looking.

Each player has a strength; the chances to win are as the odds between them. What counts is how far
home everybody is, who can take how many turns in a row, and what is in store for later.
"""

from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.puppy_park.bots.chains import find_chain
from offleash.games.puppy_park.bots.chances import count_support
from offleash.games.puppy_park.bots.quiet import count_of, hand_of, note_exposure
from offleash.games.puppy_park.bots.values import paint_chances
from offleash.games.puppy_park.bots.weight_order import (
    AFTER,
    BREADTH,
    CHAIN,
    DOUBLES,
    FIRM,
    GLIMPSE,
    HELD,
    LAST,
    LIVE,
    MANY,
    NEAR,
    READY,
    REST,
    STORE,
    THREAT,
    TILE,
    TREE,
    TURN,
)
from offleash.games.puppy_park.rules.course import dogs_left
from offleash.games.puppy_park.rules.lawn import is_bare
from offleash.games.puppy_park.rules.placing import mask_for, next_scope, want_for
from offleash.games.puppy_park.rules.record import AT_HAND, DEEPEST, HOUSING, PICKING, rule
from offleash.games.tiles.rules.dogs import BREED, TILES, is_double

SCALE = 400  # what multiplies the odds by e
NEARNESS = 120  # divided by the tiles that are left
FIRM_FROM = 4  # chances of a tile that one turn of the others hardly takes away
MOST_COUNTED = 12  # chances of one tile: more of them add nothing


@rule
def mover_of(state):
    """Return who takes the next turn, or goes on with this one."""
    is_spent = state.phase == HOUSING  # what is left of it lays no tile
    return (int(state.seat) + is_spent) % int(state.players)


@rule
def hand_worth(work, hand, weights):
    """Return what tiles of a hand are worth: chances of another turn, and what others may get."""
    total, breeds = 0, 0
    for tile in range(TILES):
        if (hand >> tile) & 1:
            support = int(work.support[tile])
            total += int(weights[LIVE]) * (support > 0) + int(weights[FIRM]) * (
                support >= FIRM_FROM
            )
            total += int(weights[MANY]) * min(support, MOST_COUNTED)
            a, b = int(work.exposure[BREED[tile, 0]]), int(work.exposure[BREED[tile, 1]])
            total += int(weights[STORE]) * min(a, b) // 4
            total += int(weights[DOUBLES]) * is_double(tile)
            breeds |= (1 << BREED[tile, 0]) | (1 << BREED[tile, 1])
    return total + int(weights[BREADTH]) * count_of(breeds)


@rule
def chain_worth(state, options, work, seat, hand, weights):
    """Return what a player's longest run of extra turns is worth, more if it is the whole hand."""
    left = count_of(hand)
    deepest = min(left - 1, DEEPEST)
    if deepest <= 0 or weights[GLIMPSE] <= 0:
        length = 0
    else:
        scope = next_scope(state, work)
        length = find_chain(state, options, work, hand, scope, deepest, int(weights[GLIMPSE]))
    is_last = length >= left - 1
    rest = NEARNESS // max(left - length, 1)
    if seat == mover_of(state):
        return (
            int(weights[CHAIN]) * length
            + int(weights[LAST]) * is_last
            + int(weights[REST]) * rest // 4
        )
    return (
        int(weights[THREAT]) * length
        + int(weights[READY]) * is_last
        + int(weights[AFTER]) * rest // 4
    )


@rule
def strength(state, options, work, seat, weights):
    """Return how well a player stands; needs a painted lawn, where anything lies on it."""
    left = dogs_left(state, seat)
    if options.tp_must_be_played and state.tp_cell[seat] == AT_HAND:
        left += 1
    total = -int(weights[TILE]) * left + int(weights[NEAR]) * (NEARNESS // max(left, 1)) // 4
    total += int(weights[HELD]) * (state.house[seat] == AT_HAND)
    total += int(weights[TREE]) * (state.tp_cell[seat] == AT_HAND)
    total += int(weights[TURN]) * (mover_of(state) == seat)
    if not is_bare(state):
        hand = hand_of(state, seat)
        total += hand_worth(work, hand, weights)
        total += chain_worth(state, options, work, seat, hand, weights)
    return total


@rule
def survey(state, options, work):
    """Paint the lawn, and note which tiles have a chance of another turn."""
    paint_chances(state, options, work)
    scope = next_scope(state, work)
    count_support(options, work, mask_for(state, scope), want_for(scope))
    note_exposure(work)


@rule
def outlook(state, options, work, seat, weights):
    """Return the chance of a player to win, in 65536ths."""
    if not is_bare(state):
        survey(state, options, work)
    own = strength(state, options, work, seat, weights)
    everybody = CERTAIN
    for other in range(int(state.players)):
        if other != seat:
            everybody += odds(strength(state, options, work, other, weights) - own, SCALE)
    return CERTAIN * CERTAIN // everybody


@rule
def is_boundary(state, options):
    """Return whether a search may stop looking: a turn begins."""
    return state.phase == PICKING
