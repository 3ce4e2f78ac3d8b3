"""What would earn another turn: two pairs and stacks, on a painted lawn, for all tiles at once.

For each cell `breeds` has a bit for every breed that is awake next to it. Two empty cells side by
side then are a chance for each tile with a dog of the one's bits and a dog of the other's.
"""

import numpy as np

from offleash.games.puppy_park.rules.lawn import AWAKE, BOTH, LIES, NAPPING, RIM
from offleash.games.puppy_park.rules.placing import fits_atop, fits_on_ground, makes_two_pairs
from offleash.games.puppy_park.rules.record import DISJOINT, EDGES, MOST_MOVES, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, NO_TILE, TILES, is_double
from offleash.games.tiles.rules.hexes import CELLS, HALF_WAYS, SIDE, STEP, WAYS, opposite

PLACES = CELLS * WAYS  # a move is tile * PLACES + cell * WAYS + way

TILE_OF = np.zeros((BREEDS, BREEDS), np.int64)  # the tile with these two dogs
for _tile in range(TILES):
    TILE_OF[BREED[_tile, 0], BREED[_tile, 1]] = _tile
    TILE_OF[BREED[_tile, 1], BREED[_tile, 0]] = _tile
SHOWN = np.full(BOTH + 1, -1)  # the breed that a cell with some code shows, awake or napping
SHOWN[AWAKE:NAPPING] = SHOWN[NAPPING : NAPPING + BREEDS] = range(BREEDS)
LOWEST = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << BREEDS)])


@rule.inline
def dog_on(work, cell):
    """Return the bit of the awake dog that shows on a cell, or 0."""
    code = int(work.ground[cell])
    return 1 << (code - AWAKE) if code >= AWAKE and code < NAPPING else 0


@rule
def show_breeds_at(work, cell):
    """Show which breeds are awake next to a cell."""
    bits = 0
    for way in range(WAYS):
        bits |= dog_on(work, cell + STEP[way])
    work.breeds[cell] = bits


@rule
def show_breeds(work):
    """Show which breeds are awake next to each cell."""
    hull = work.hull
    for column in range(hull[0] - RIM, hull[1] + RIM + 1):
        for cell in range(column * SIDE + hull[2] - RIM, column * SIDE + hull[3] + RIM + 1):
            work.breeds[cell] = 0
    for column in range(hull[0], hull[1] + 1):
        for cell in range(column * SIDE + hull[2], column * SIDE + hull[3] + 1):
            bit = dog_on(work, cell)
            if bit != 0:
                for way in range(WAYS):
                    work.breeds[cell + STEP[way]] |= bit


@rule
def stack_on(options, work, cell, other, mask, want):
    """Return the tile that could lie atop two cells, whoever has it (P5)."""
    a, b = SHOWN[int(work.ground[cell])], SHOWN[int(work.ground[other])]
    if a < 0 or b < 0:
        return NO_TILE
    return TILE_OF[a, b] if fits_atop(options, work, cell, other, a, b, mask, want) else NO_TILE


@rule.inline
def is_chance(options, work, cell, other, a, b):
    """Return whether breeds that are next to two cells make two pairs there (P1)."""
    if a != b or options.pairs != DISJOINT:
        return True
    return makes_two_pairs(options, work, cell, other, a, b)


@rule
def count_pairs(options, work, cell, other, step):
    """Add the chances of two empty cells to those of each tile, or take them off."""
    left = int(work.breeds[cell])
    while left != 0:
        a = LOWEST[left]
        left &= left - 1
        right = int(work.breeds[other])
        while right != 0:
            b = LOWEST[right]
            right &= right - 1
            if is_chance(options, work, cell, other, a, b):
                work.support[TILE_OF[a, b]] += step


@rule
def count_support(options, work, mask, want):
    """Count how many chances of another turn each tile has, whoever holds it."""
    hull = work.hull
    for tile in range(TILES):
        work.support[tile] = 0
    for column in range(hull[0] - 1, hull[1] + 2):
        for cell in range(column * SIDE + hull[2] - 1, column * SIDE + hull[3] + 2):
            if (int(work.near[cell]) & LIES) != 0:
                for way in range(HALF_WAYS):
                    tile = stack_on(options, work, cell, cell + STEP[way], mask, want)
                    if tile != NO_TILE:
                        work.support[tile] += 1
            elif work.breeds[cell] != 0:
                for way in range(HALF_WAYS):
                    other = cell + STEP[way]
                    if work.breeds[other] != 0 and fits_on_ground(work, cell, other, mask, want):
                        count_pairs(options, work, cell, other, 1)
    for tile in range(TILES):
        work.counted[tile] = work.support[tile]


@rule
def restore_support(work):
    """Restore the chances as they were counted."""
    for tile in range(TILES):
        work.support[tile] = work.counted[tile]


# Listing the moves of a hand

# A spot is two cells side by side, cell * HALF_WAYS + way: moves are listed in this order.


@rule.inline
def add_move(work, tile, cell, way, spot, n):
    """Note a move, unless there are too many already."""
    if n < MOST_MOVES:
        work.moves[n] = tile * PLACES + cell * WAYS + way
        work.spots[n] = spot
        work.is_new[n] = 1
        return n + 1
    return n


@rule.inline
def add_laid(work, tile, cell, way, first, n):
    """Note a tile that lies with a dog of breed `first` on this cell."""
    spot = cell * HALF_WAYS + way
    if BREED[tile, 0] == first:
        return add_move(work, tile, cell, way, spot, n)
    return add_move(work, tile, cell + STEP[way], opposite(way), spot, n)


@rule
def note_partners(work, hand):
    """Note which breeds share a tile of a hand with each breed."""
    for breed in range(BREEDS):
        work.partners[breed] = 0
    for tile in range(TILES):
        if (hand >> tile) & 1:
            a, b = int(BREED[tile, 0]), int(BREED[tile, 1])
            work.partners[a] |= 1 << b
            work.partners[b] |= 1 << a


@rule.inline
def breeds_in_hand(work):
    """Return all breeds that have a partner, as bits."""
    breeds = 0
    for breed in range(BREEDS):
        breeds |= int(work.partners[breed] != 0) << breed
    return breeds


@rule
def list_pairs(options, work, breeds, cell, way, n):
    """List the tiles of the hand, of these breeds, that make two pairs on two empty cells."""
    other = cell + STEP[way]
    left, beside = int(work.breeds[cell]) & breeds, int(work.breeds[other])
    while left != 0:
        a = LOWEST[left]
        left &= left - 1
        right = beside & int(work.partners[a])
        while right != 0:
            b = LOWEST[right]
            right &= right - 1
            if is_chance(options, work, cell, other, a, b):
                n = add_laid(work, TILE_OF[a, b], cell, way, a, n)
    return n


@rule
def list_edges(options, work, hand, cell, way, n):
    """List the same where any two edges are two pairs, whichever dogs they belong to."""
    other, spot = cell + STEP[way], cell * HALF_WAYS + way
    for tile in range(TILES):
        if (hand >> tile) & 1:
            a, b = int(BREED[tile, 0]), int(BREED[tile, 1])
            if makes_two_pairs(options, work, cell, other, a, b):
                n = add_move(work, tile, cell, way, spot, n)
            if not is_double(tile) and makes_two_pairs(options, work, cell, other, b, a):
                n = add_move(work, tile, other, opposite(way), spot, n)
    return n


@rule.inline
def list_on_ground(options, work, hand, breeds, cell, mask, want, n):
    """List a hand's tiles of these breeds that make two pairs with a dog on this empty cell."""
    for way in range(HALF_WAYS):
        other = cell + STEP[way]
        if options.pairs == EDGES:
            if fits_on_ground(work, cell, other, mask, want):
                n = list_edges(options, work, hand, cell, way, n)
        elif int(work.breeds[other]) & breeds != 0:
            if fits_on_ground(work, cell, other, mask, want):
                n = list_pairs(options, work, breeds, cell, way, n)
    return n


@rule.inline
def list_atop(options, work, cell, mask, want, n):
    """List the tiles of the hand that could lie atop this cell and another (P5)."""
    a = SHOWN[int(work.ground[cell])]
    partners = int(work.partners[a]) if a >= 0 else 0
    if partners == 0:
        return n
    for way in range(HALF_WAYS):
        other = cell + STEP[way]
        b = SHOWN[int(work.ground[other])]
        if b >= 0 and (partners >> b) & 1:
            if fits_atop(options, work, cell, other, a, b, mask, want):
                n = add_laid(work, TILE_OF[a, b], cell, way, a, n)
    return n


@rule.inline
def list_at_cell(options, work, hand, breeds, cell, mask, want, n):
    """List every move of a hand on this cell and one further on that earns another turn."""
    if (int(work.near[cell]) & LIES) != 0:
        return list_atop(options, work, cell, mask, want, n)
    if int(work.breeds[cell]) & breeds != 0 or options.pairs == EDGES:
        return list_on_ground(options, work, hand, breeds, cell, mask, want, n)
    return n


@rule
def list_chances(options, work, hand, mask, want, n):
    """List a hand's moves that earn another turn, from `moves[n]` on; return where they end."""
    hull = work.hull
    note_partners(work, hand)
    breeds = breeds_in_hand(work)
    for column in range(hull[0] - 1, hull[1] + 2):
        for cell in range(column * SIDE + hull[2] - 1, column * SIDE + hull[3] + 2):
            n = list_at_cell(options, work, hand, breeds, cell, mask, want, n)
    return n


# The same after a tile was laid, which makes a difference to the spots next to it only


def spots_next_to(way):
    """Return the cells, from the first laid one on, and the ways of spots next to two laid cells.

    These are the spots with a cell that is one of the two or next to one of them.
    """
    close = {cell + step for cell in (0, STEP[way]) for step in (0, *STEP)}
    ways = dict.fromkeys(close, 0) | {c - step: 0 for c in close for step in STEP[:HALF_WAYS]}
    for cell in ways:
        for turned in range(HALF_WAYS):
            ways[cell] |= (cell in close or cell + STEP[turned] in close) << turned
    return sorted(ways.items())


_spots = [spots_next_to(_way) for _way in range(HALF_WAYS)]
NEXT_COUNT = np.array([len(spots) for spots in _spots])
NEXT_CELL, NEXT_WAYS = np.zeros((2, HALF_WAYS, NEXT_COUNT.max()), np.int64)
for _way, _found in enumerate(_spots):
    NEXT_CELL[_way, : len(_found)], NEXT_WAYS[_way, : len(_found)] = zip(*_found, strict=True)


@rule
def update_chances(options, work, hand, mask, want, first, n, spot):
    """Update the chances from `moves[first]` on after a tile was laid, from `moves[n]` on."""
    way, end = spot % HALF_WAYS, n
    breeds = breeds_in_hand(work)
    for k in range(NEXT_COUNT[way]):
        cell = spot // HALF_WAYS + NEXT_CELL[way, k]
        while first < end and work.spots[first] < cell * HALF_WAYS:
            n = keep_move(work, hand, first, n)
            first += 1
        while first < end and work.spots[first] < (cell + 1) * HALF_WAYS:
            first += 1
        start = n
        n = list_at_cell(options, work, hand, breeds, cell, mask, want, n)
        for i in range(start, n):
            work.is_new[i] = (NEXT_WAYS[way, k] >> (int(work.spots[i]) % HALF_WAYS)) & 1
    while first < end:
        n = keep_move(work, hand, first, n)
        first += 1
    return n


@rule.inline
def keep_move(work, hand, i, n):
    """Copy a move whose tile is still in the hand."""
    move = int(work.moves[i])
    if n < MOST_MOVES:
        work.moves[n] = move
        work.spots[n] = work.spots[i]
        work.is_new[n] = 0
        n += (hand >> (move // PLACES)) & 1
    return n


@rule
def note_new(work, start, end, spot):
    """Note which of the moves from `moves[start]` on lie next to a spot."""
    way, k = spot % HALF_WAYS, 0
    for i in range(start, end):
        cell, turned = int(work.spots[i]) // HALF_WAYS, int(work.spots[i]) % HALF_WAYS
        gap = cell - spot // HALF_WAYS
        while k < NEXT_COUNT[way] - 1 and NEXT_CELL[way, k] < gap:
            k += 1
        is_listed = NEXT_CELL[way, k] == gap
        work.is_new[i] = (NEXT_WAYS[way, k] >> turned) & 1 if is_listed else 0
