"""Filling the slots of a view so that every way to do it is equally likely (N6).

All slots are put in one order that depends on the view alone, those with few fitting unseen tiles
first. `most[i]` bounds how many of them slot i can be offered when its turn comes: those that fit,
less those that certainly went to earlier slots. Then:

1. Each mystery, in a fixed order, takes one of the free slots that it fits into, slot i with a
   weight of W / most[i], rounded down. The weights of its free slots add up to z, which is at most
   z' whatever came before. It goes on with probability z / z', and to make up for the rounding
   with (W − C) / (weight · most[i]), where C is no smaller than any `most`.
2. Each slot that is left, in order, takes any of the c unseen tiles that fit and are left, and goes
   on with probability c / most[i].

Who does not go on starts afresh. A filling is made with probability ∏ (weight / z) · ∏ (1 / c), and
kept with ∏ (z / z') (W − C) / (weight · most) · ∏ (c / most); the first product of each goes over
the mysteries and their slots, the second one over the other slots. Together this is
∏ ((W − C) / z') · ∏ (1 / most), with the last product over *all* slots: the same for every filling.
The slots of a deal are told apart here, and nowhere else, which multiplies the number of fillings
by the same for every position. With one hidden hand and no mystery nothing is ever refused, since
later slots of a player fit all that earlier ones do.

Where all tries fail, `rules/settling.py` has another way.
"""

from offleash.compiler.rules.bits import popcount
from offleash.compiler.rules.random import below
from offleash.games.domidog.rules.record import HAND, SUPPLY, UNKNOWN, rule
from offleash.games.domidog.rules.slots import WEIGHT, fits_slot, unseen_tiles
from offleash.games.tiles.rules.dogs import NO_TILE, TILES

COARSE = TILES  # no fewer than there are tiles to choose from


@rule
def place_mystery(state, work, m, rng, stream):
    """Step 1 for one mystery; says whether it goes on (N6)."""
    tile = int(work.mystery[m])
    total = 0
    for slot in range(work.slots):
        if work.slot_tile[slot] == NO_TILE and fits_slot(state, work, tile, slot):
            total += int(work.weight[slot])
    if total == 0 or below(rng, stream, int(work.heaviest[m])) >= total:
        return False
    ticket = below(rng, stream, total)
    for slot in range(work.slots):
        if work.slot_tile[slot] == NO_TILE and fits_slot(state, work, tile, slot):
            ticket -= int(work.weight[slot])
            if ticket < 0:
                work.slot_tile[slot] = tile
                exact = int(work.weight[slot]) * int(work.most[slot])
                return below(rng, stream, exact) < WEIGHT - COARSE
    return False


@rule
def nth_tile(tiles, index):
    """Return one of the tiles of a set, counted from 0."""
    for _ in range(index):
        tiles &= tiles - 1
    tile = 0
    while ((tiles >> tile) & 1) == 0:
        tile += 1
    return tile


@rule
def try_filling(state, work, rng, stream):
    """Draw for all slots once; return whether it is kept (N6)."""
    for slot in range(work.slots):
        work.slot_tile[slot] = NO_TILE
    for m in range(work.mysteries):
        if not place_mystery(state, work, m, rng, stream):
            return False
    unseen = unseen_tiles(state)
    for slot in range(work.slots):
        if work.slot_tile[slot] == NO_TILE:
            tiles = int(work.fits[slot]) & unseen
            count = popcount(tiles)
            if count == 0 or below(rng, stream, int(work.most[slot])) >= count:
                return False
            tile = nth_tile(tiles, below(rng, stream, count))
            work.slot_tile[slot] = tile
            unseen &= ~(1 << tile)
    return True


@rule
def write_filling(state, work):
    """Make what was put into the slots the position; the rest is the supply."""
    for slot in range(work.slots):
        tile = int(work.slot_tile[slot])
        if tile != NO_TILE:
            state.taken[tile] = work.slot_draw[slot]
            if state.where[tile] == UNKNOWN:
                state.where[tile] = HAND + int(work.slot_seat[slot])
    for tile in range(TILES):
        if state.where[tile] == UNKNOWN:
            state.where[tile] = SUPPLY
            state.taken[tile] = 0
