"""How good an action is for who takes it, from what she can see alone, in whole numbers.

What counts of a tile laid: what it leaves to lay next time, how likely the others can't follow,
and what stays in the hand. Chances are parts of `SURE`.
"""

import numpy as np

from offleash.compiler.rules.bits import popcount
from offleash.games.domidog.rules.actions import (
    DEAL,
    DRAW,
    FORK,
    PASS,
    PLAY,
    end_of,
    spot_of,
    tile_of,
)
from offleash.games.domidog.rules.chain import BITS, dog_at, end_bits
from offleash.games.domidog.rules.record import BOXED, CHAIN, HAND, NO_DOUBLE, TAKING, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, TILES, other_dog

# What the weights mean, in this order.
WIN, MOVE, CHOICE, VARIETY, DOUBLE, STOP, STOP_LATER, DRY, FORKED, FORK_DRY, DRAWN, TILE = range(12)
LATE, NEAR, NEAR_MOVE, TURN, HOUSE, STUCK_HOUSE, LINKS = range(12, 19)  # of `rules/prospects.py`

SURE = 1024  # a chance of 1


def _chances_to_miss() -> tuple[list[int], np.ndarray]:
    """Return the chances that a hand has only unfit tiles: by the set, its unfit ones, the hand.

    One after another by the size of the set; where each of those begins comes first.
    """
    begins, chances = [0], []
    for out_of in range(TILES + 1):
        unfit = np.arange(out_of + 1)
        found = [np.full(out_of + 1, SURE)]
        for held in range(out_of):
            found.append(found[-1] * np.maximum(unfit - held, 0) // (out_of - held))
        chances.append(np.stack(found, axis=1).ravel())
        begins.append(begins[-1] + chances[-1].size)
    return begins, np.concatenate(chances).astype(np.int16)


_begins, MISSES = _chances_to_miss()
MISSES_FROM = np.array(_begins)

# The tiles with a breed, as bits, and the doubles.
KIN = np.array([sum(1 << t for t in range(TILES) if b in BREED[t]) for b in range(BREEDS)])
TWINS = sum(1 << t for t in range(TILES) if BREED[t, 0] == BREED[t, 1])

# Two ends are like a tile: the one with the same two dogs, and the tiles that fit either, as bits.
PAIR = np.zeros((BREEDS, BREEDS), np.int64)
for tile, (a, b) in enumerate(BREED.tolist()):
    PAIR[a, b] = PAIR[b, a] = tile
FITS = np.array([KIN[a] | KIN[b] for a, b in BREED.tolist()])


@rule
def tiles_of(state, seat):
    """Return the tiles in a hand, as bits."""
    bits = 0
    for tile in range(TILES):
        if state.where[tile] == HAND + seat:
            bits |= 1 << tile
    return bits


@rule
def tiles_elsewhere(state, seat):
    """Return the tiles that a seat can't see, as bits, whether they are blanked or not."""
    bits = 0
    for tile in range(TILES):
        place = int(state.where[tile])
        if place != CHAIN and place != BOXED and place != HAND + seat:
            bits |= 1 << tile
    return bits


@rule
def with_breeds(breeds):
    """Return the tiles that carry one of some breeds, as bits."""
    bits = 0
    for breed in range(BREEDS):
        if ((breeds >> breed) & 1) != 0:
            bits |= KIN[breed]
    return bits


@rule
def last_denial(state, seat):
    """Return how many draws there had been before a seat's last denial, or −1 (N6)."""
    for i in range(int(state.drawn) + (state.phase == TAKING) - 1, -1, -1):
        if state.drawer[i] == seat and state.void[i] != 0:
            return i
    return -1


@rule
def chance_to_miss(hidden, held, fitting):
    """Return the chance that none of so many tiles out of a hidden set fits."""
    out_of = popcount(hidden)
    unfit = out_of - popcount(hidden & fitting)
    return int(MISSES[MISSES_FROM[out_of] + unfit * (out_of + 1) + min(held, out_of)])


@rule
def look_at(state, plan, seat):
    """Note what is known of another hand: it lacks what it denied, but took more since (N6)."""
    since = last_denial(state, seat)
    denied = int(state.passed[seat])
    fresh = int(state.held[seat]) if since < 0 and denied == 0 else 0
    if since >= 0:
        denied |= int(state.void[since])
        for i in range(since, state.drawn):
            fresh += state.drawer[i] == seat
    plan.fresh[seat] = min(fresh, int(state.held[seat]))
    plan.possible[seat] = int(plan.hidden) & ~with_breeds(denied)
    if (denied & NO_DOUBLE) != 0:
        plan.possible[seat] = int(plan.possible[seat]) & ~TWINS


@rule
def look_through(plan):
    """Note which dogs the own tiles have, and which of them only one has."""
    plan.breeds = 0
    plan.lone = 0
    for breed in range(BREEDS):
        same = int(plan.mine) & KIN[breed]
        plan.breeds = int(plan.breeds) | ((same != 0) << breed)
        plan.lone = int(plan.lone) | ((same != 0 and (same & (same - 1)) == 0) << breed)


@rule
def prepare(state, options, work, plan, weights):
    """Note before a decision the own tiles, those out of sight, and what the others may have."""
    seat = int(state.seat)
    plan.mine = tiles_of(state, seat)
    plan.hidden = tiles_elsewhere(state, seat)
    plan.asked = 0
    look_through(plan)
    for other in range(state.players):
        if other != seat:
            look_at(state, plan, other)


@rule
def chance_to_stop(state, plan, seat, fitting):
    """Return the chance that a seat can lay none of `fitting`."""
    fresh = int(plan.fresh[seat])
    old = chance_to_miss(int(plan.possible[seat]), int(state.held[seat]) - fresh, fitting)
    return old * chance_to_miss(int(plan.hidden), fresh, fitting) // SURE


@rule
def worth_of_stopping(state, plan, seat, pair, weights):
    """Return what it is worth that others may have no tile for two ends; worked out once each."""
    if ((int(plan.asked) >> pair) & 1) == 0:
        worth = 0
        stop = weights[STOP] + (weights[DRY] if state.supply_left == 0 else 0)
        for k in range(1, state.players):
            other = (seat + k) % int(state.players)
            worth += stop * chance_to_stop(state, plan, other, FITS[pair]) // SURE
            stop = weights[STOP_LATER]
        plan.stops[pair] = worth
        plan.asked = int(plan.asked) | (1 << pair)
    return int(plan.stops[pair])


@rule
def worth_of_ends(state, plan, seat, mine, pair, weights):
    """Return what two ends are good for: the own next tile, and the others' missing ones."""
    moves = popcount(mine & FITS[pair])
    worth = (weights[MOVE] if moves > 0 else 0) + weights[CHOICE] * moves
    return worth + worth_of_stopping(state, plan, seat, pair, weights)


@rule
def worth_of_hand(plan, weights):
    """Return what a hand is worth: different dogs fit more ends; doubles are hard to get rid of."""
    doubles = popcount(int(plan.mine) & TWINS)
    return weights[VARIETY] * popcount(int(plan.breeds)) - weights[DOUBLE] * doubles


@rule
def worth_of_rest(plan, tile, weights):
    """Return the same without one of the tiles: a dog that only this one has goes with it."""
    gone = popcount(int(plan.lone) & BITS[tile])
    return worth_of_hand(plan, weights) + (
        weights[DOUBLE] * ((TWINS >> tile) & 1) - weights[VARIETY] * gone
    )


@rule
def fork_wins(state, options, seat):
    """Return whether a fork with the last tile ends the game (M10)."""
    return state.held[seat] == 1 and (state.supply_left == 0 or options.fork_wins_before_draw != 0)


@rule
def score_fork(state, options, plan, seat, action, weights):
    """Return what a fork is worth: it shuts an end, with as many tiles if any are left (M10)."""
    if fork_wins(state, options, seat):
        return weights[WIN]
    tile = tile_of(action)
    mine = int(plan.mine) & ~(1 << tile)
    other = dog_at(int(state.end[1 - end_of(action)]))
    new = other_dog(tile, dog_at(spot_of(action)))
    worth = worth_of_ends(state, plan, seat, mine, PAIR[other, new], weights)
    worth += worth_of_rest(plan, tile, weights) - weights[FORKED]
    return worth + (weights[FORK_DRY] if state.supply_left == 0 else 0)


@rule
def score_play(state, plan, seat, action, weights):
    """Return what a tile laid, and what it leaves, is worth."""
    if state.held[seat] == 1:
        return weights[WIN]
    tile = tile_of(action)
    mine = int(plan.mine) & ~(1 << tile)
    pair = tile  # of a first tile
    if action >= PLAY:
        end = end_of(action)
        new = other_dog(tile, dog_at(int(state.end[end])))
        pair = PAIR[new, dog_at(int(state.end[1 - end]))]
    ends = worth_of_ends(state, plan, seat, mine, pair, weights)
    return weights[TILE] + ends + worth_of_rest(plan, tile, weights)


@rule
def score_draw(state, plan, weights):
    """Return what drawing is worth: each tile to be drawn costs, as many as it takes on average."""
    hidden = int(plan.hidden)
    fitting = popcount(hidden & with_breeds(end_bits(state)))
    most = int(state.supply_left)
    draws = min(most * 16, 16 * popcount(hidden) // fitting) if fitting > 0 else most * 16
    return worth_of_hand(plan, weights) - weights[DRAWN] * draws // 16


@rule
def score(state, options, work, plan, action, weights):
    """Return how good an action is for the actor."""
    seat = int(state.seat)
    if action >= FORK:
        return score_fork(state, options, plan, seat, action, weights)
    if action >= DEAL or action == PASS:
        return worth_of_hand(plan, weights)
    if action == DRAW:
        return score_draw(state, plan, weights)
    return score_play(state, plan, seat, action, weights)


@rule
def evaluate(state, options, seat, weights):
    """Return how a seat stands: fewer tiles than the others, what fits the ends, and the end."""
    least = TILES
    for other in range(state.players):
        if other != seat:
            least = min(least, int(state.held[other]))
    worth = weights[TILE] * (least - int(state.held[seat]))
    if state.held[seat] == 0:
        worth += weights[WIN]
    elif least == 0:
        worth -= weights[WIN]
    elif state.end[0] >= 0:
        moves = popcount(tiles_of(state, seat) & with_breeds(end_bits(state)))
        worth += (weights[MOVE] if moves > 0 else 0) + weights[CHOICE] * moves
    return worth
