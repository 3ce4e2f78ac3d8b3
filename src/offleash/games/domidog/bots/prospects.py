"""How likely a seat is to win, in a position of which everything is known, or thought so.

Each player has prospects, a whole number: fewer tiles, tiles that fit, that fit each other, the
house at hand. A player's chance is as large a part of all chances as its prospects make it, on the
logistic scale. Who can lay her last tile has won.
"""

from offleash.compiler.rules.bits import popcount
from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.domidog.bots.values import (
    CHOICE,
    DOUBLE,
    DRAWN,
    FITS,
    HOUSE,
    KIN,
    LATE,
    LINKS,
    MOVE,
    NEAR,
    NEAR_MOVE,
    PAIR,
    STUCK_HOUSE,
    TILE,
    TURN,
    TWINS,
    VARIETY,
    tiles_of,
)
from offleash.games.domidog.rules.chain import dog_at, has_house
from offleash.games.domidog.rules.record import NO_HALF, PLAYING, SUPPLY, rule
from offleash.games.tiles.rules.dogs import BREEDS, TILES

SCALE = 1000  # prospects that are better by so much make a win e times as likely
FINE = 12  # parts of a whole that a hand or the supply is divided into
SPARE = 4  # tiles that a supply counts more than it holds: the last ones change less
NO_TILES = 0


@rule
def fitting_tiles(state):
    """Return the tiles that fit an end, as bits; none before the opening (M4)."""
    if state.end[0] == NO_HALF:
        return NO_TILES
    return FITS[PAIR[dog_at(int(state.end[0])), dog_at(int(state.end[1]))]]


@rule
def draws_to_come(state, fitting):
    """Return how many tiles are drawn on average before one fits, in sixteenths (M5)."""
    supply = 0
    for tile in range(TILES):
        if state.where[tile] == SUPPLY:
            supply |= 1 << tile
    left = int(state.supply_left)
    return min(16 * left, 16 * (left + 1) // (popcount(supply & fitting) + 1))


@rule
def worth_of_tiles(mine, held, weights):
    """Return what a hand is good for by itself: different dogs, and tiles that follow on."""
    breeds = 0
    links = 0
    for breed in range(BREEDS):
        same = popcount(mine & KIN[breed])
        breeds += same > 0
        links += same * (same - 1)
    worth = weights[VARIETY] * breeds - weights[DOUBLE] * popcount(mine & TWINS)
    return worth + weights[LINKS] * links // held


@rule
def prospects(state, seat, weights):
    """Return how good a player's tiles, house and turn are; her hand is not empty."""
    mine = tiles_of(state, seat)
    held = int(state.held[seat])
    fitting = fitting_tiles(state)
    moves = popcount(mine & fitting)
    late = weights[TILE] * held + weights[LATE] * held * FINE // (int(state.supply_left) + SPARE)
    worth = worth_of_tiles(mine, held, weights) + weights[NEAR] * FINE // held - late
    if has_house(state, seat):
        worth += weights[HOUSE] + (weights[STUCK_HOUSE] if moves == 0 else 0)
    if moves > 0:
        near = weights[NEAR_MOVE] + (weights[TURN] if state.seat == seat else 0)
        worth += weights[MOVE] + weights[CHOICE] * moves + near * FINE // held
    elif state.seat == seat:
        worth -= weights[DRAWN] * draws_to_come(state, fitting) // 16
    return worth


@rule
def has_won(state, seat):
    """Return whether a hand is empty, or its last tile can be laid at once."""
    if state.held[seat] == 0:
        return True
    if state.phase != PLAYING or state.seat != seat or state.held[seat] > 1:
        return False
    return (tiles_of(state, seat) & fitting_tiles(state)) != 0


@rule
def outlook(state, options, work, seat, weights):
    """Return the chance to win, in 65536ths."""
    for other in range(state.players):
        if has_won(state, other):
            return CERTAIN if other == seat else 0
    own = prospects(state, seat, weights)
    everybody = CERTAIN  # the seat's own odds are 1
    for other in range(state.players):
        if other != seat:
            everybody += odds(prospects(state, other, weights) - own, SCALE)
    return CERTAIN * CERTAIN // everybody
