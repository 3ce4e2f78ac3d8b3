"""How the greedy finds many extra turns in a row: a bounded search on the painted lawn.

Two moves that have nothing to do with each other are tried in one order only: the second must lie
further on, or next to the first. What a move leaves alone is copied from the list before it.
"""

from offleash.games.puppy_park.bots.chances import (
    PLACES,
    list_chances,
    note_new,
    show_breeds_at,
    update_chances,
)
from offleash.games.puppy_park.rules.lawn import AWAKE, LIES, NAPPING, RIM
from offleash.games.puppy_park.rules.placing import mask_for, next_scope, want_for
from offleash.games.puppy_park.rules.record import EDGES, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.rules.grid import NOTHING, TOUCHES
from offleash.games.tiles.rules.hexes import HALF_WAYS, SIDE, STEP, WAYS


@rule.inline
def tile_of_move(move):
    """Return the tile that a move lays."""
    return move // PLACES


@rule.inline
def cell_of_move(move):
    """Return where its first dog goes."""
    return move % PLACES // WAYS


@rule.inline
def other_of_move(move):
    """Return where its second dog goes."""
    return cell_of_move(move) + STEP[move % WAYS]


@rule.inline
def spot_of_move(move):
    """Return the cell of the two from which the other lies E, SE or SW, and which of these."""
    is_first = move % WAYS < HALF_WAYS
    cell = cell_of_move(move) if is_first else other_of_move(move)
    return cell * HALF_WAYS + move % HALF_WAYS


@rule
def clear_strip(work, cell, step, count):
    """Clear cells that come into sight."""
    for i in range(count):
        work.ground[cell + i * step] = NOTHING
        work.near[cell + i * step] = 0
        work.breeds[cell + i * step] = 0


@rule
def grow_hull(work, cell):
    """Let the hull hold this cell too, with a clear rim."""
    hull = work.hull
    column, row = cell // SIDE, cell % SIDE
    low, high = hull[2] - RIM, hull[3] - hull[2] + 2 * RIM + 1
    while column < hull[0]:
        hull[0] -= 1
        clear_strip(work, (hull[0] - RIM) * SIDE + low, 1, high)
    while column > hull[1]:
        hull[1] += 1
        clear_strip(work, (hull[1] + RIM) * SIDE + low, 1, high)
    low, high = (hull[0] - RIM) * SIDE, hull[1] - hull[0] + 2 * RIM + 1
    while row < hull[2]:
        hull[2] -= 1
        clear_strip(work, low + hull[2] - RIM, SIDE, high)
    while row > hull[3]:
        hull[3] += 1
        clear_strip(work, low + hull[3] + RIM, SIDE, high)


@rule
def refresh(work, cell):
    """Refresh what lies next to a cell, after something came or went there."""
    touches = 0
    for way in range(WAYS):
        if (int(work.near[cell + STEP[way]]) & LIES) != 0:
            touches = TOUCHES
    work.near[cell] = (int(work.near[cell]) & ~TOUCHES) | touches
    show_breeds_at(work, cell)


@rule
def refresh_around(work, cell, other):
    """Do the same for all cells next to two."""
    for way in range(WAYS):
        refresh(work, cell + STEP[way])
        refresh(work, other + STEP[way])


@rule
def set_dog(work, cell, breed):
    """Put a dog onto the ground, or on top of another, which it wakes up (N1)."""
    if (int(work.near[cell]) & LIES) == 0:
        grow_hull(work, cell)
        work.near[cell] |= LIES
        work.height[cell] = 0
    work.ground[cell] = AWAKE + breed
    work.height[cell] += 1


@rule
def remove_dog(work, cell, code):
    """Remove a dog; what its cell showed before comes back."""
    work.ground[cell] = code
    work.height[cell] -= 1
    if code == NOTHING:
        work.near[cell] = int(work.near[cell]) & ~LIES


@rule
def show_around(work, cell, breed, depth, half):
    """Show an awake dog to the cells around it; note what was known of them."""
    for way in range(WAYS):
        beside = cell + STEP[way]
        work.near_before[depth, half, way] = work.near[beside]
        work.breeds_before[depth, half, way] = work.breeds[beside]
        work.near[beside] |= TOUCHES
        work.breeds[beside] |= 1 << breed


@rule
def restore_around(work, cell, depth, half):
    """Restore what was known of the cells around a dog before it came."""
    for way in range(WAYS):
        beside = cell + STEP[way]
        work.near[beside] = work.near_before[depth, half, way]
        work.breeds[beside] = work.breeds_before[depth, half, way]


@rule.inline
def shows_more(work, depth):
    """Return whether a move of the line wakes somebody up, or lies on the ground."""
    a, b = int(work.covered[depth, 0]), int(work.covered[depth, 1])
    return a == NOTHING or a >= NAPPING or b >= NAPPING


@rule
def lay_down(work, move, depth):
    """Lay a tile down on the painted lawn."""
    tile, cell, other = tile_of_move(move), cell_of_move(move), other_of_move(move)
    work.line[depth] = move
    is_atop = (int(work.near[cell]) & LIES) != 0
    work.covered[depth, 0] = int(work.ground[cell]) if is_atop else NOTHING
    work.covered[depth, 1] = int(work.ground[other]) if is_atop else NOTHING
    set_dog(work, cell, BREED[tile, 0])
    set_dog(work, other, BREED[tile, 1])
    if shows_more(work, depth):
        show_around(work, cell, BREED[tile, 0], depth, 0)
        show_around(work, other, BREED[tile, 1], depth, 1)


@rule
def take_up(work, depth):
    """Take the last tile off again."""
    move = int(work.line[depth])
    cell, other = cell_of_move(move), other_of_move(move)
    if shows_more(work, depth):
        restore_around(work, other, depth, 1)
        restore_around(work, cell, depth, 0)
    remove_dog(work, cell, int(work.covered[depth, 0]))
    remove_dog(work, other, int(work.covered[depth, 1]))


@rule.inline
def switch_tile(work, tile):
    """Take a tile from the hand, its breeds being partners no more; or put it back."""
    a, b = BREED[tile, 0], BREED[tile, 1]
    work.partners[a] ^= 1 << b
    if a != b:
        work.partners[b] ^= 1 << a


@rule
def list_first(state, options, work, hand, scope):
    """List the chances that a hand has on the lawn as it is."""
    work.want[0] = want_for(scope)
    work.tried[0] = 0
    work.until[0] = list_chances(options, work, hand, mask_for(state, scope), want_for(scope), 0)


@rule
def list_onward(state, options, work, hand, spot, depth):
    """List those that it has after something changed on a spot, be it the last move or a house."""
    scope = next_scope(state, work)
    mask, want = mask_for(state, scope), want_for(scope)
    first, start = int(work.until[depth - 2]) if depth > 1 else 0, int(work.until[depth - 1])
    if want == work.want[depth - 1] and options.pairs != EDGES:
        end = update_chances(options, work, hand, mask, want, first, start, spot)
    else:
        end = list_chances(options, work, hand, mask, want, start)
        note_new(work, start, end, spot)
    work.want[depth] = want
    work.tried[depth] = start
    work.until[depth] = end


@rule.inline
def is_due(work, depth, last):
    """Return whether the next move of a depth could not as well have come before the last one."""
    i = int(work.tried[depth])
    return work.is_new[i] != 0 or work.spots[i] // HALF_WAYS > last // HALF_WAYS


@rule
def follow_chances(state, options, work, hand, start, deepest, budget):
    """Return the longest run found in so many tries from a depth on; leave it in `chain` (P10)."""
    length, depth, tries = 0, start, 0
    while depth >= start:
        is_enough = tries >= budget or length >= deepest
        if is_enough or work.tried[depth] >= work.until[depth]:
            depth -= 1
            if depth >= start:
                take_up(work, depth)
                tile = tile_of_move(int(work.line[depth]))
                switch_tile(work, tile)
                hand |= 1 << tile
            continue
        move = int(work.moves[work.tried[depth]])
        is_tried = depth == start or is_due(work, depth, spot_of_move(int(work.line[depth - 1])))
        work.tried[depth] += 1
        if not is_tried:
            continue
        tile = tile_of_move(move)
        lay_down(work, move, depth)
        switch_tile(work, tile)
        hand &= ~(1 << tile)
        depth += 1
        tries += 1
        if depth - start > length:
            length = depth - start
            for i in range(length):
                work.chain[i] = work.line[start + i]
        work.tried[depth] = 0
        work.until[depth] = 0
        if length < deepest and tries < budget:
            list_onward(state, options, work, hand, spot_of_move(move), depth)
    return length


@rule
def find_chain(state, options, work, hand, scope, deepest, budget):
    """Return how many extra turns in a row a hand has at most, as far as the tries tell (P10)."""
    list_first(state, options, work, hand, scope)
    return follow_chances(state, options, work, hand, 0, deepest, budget)


@rule
def find_chain_after(state, options, work, hand, spot, deepest, budget):
    """Return the same after a change on a spot; `list_first` listed the chances before."""
    list_onward(state, options, work, hand, spot, 1)
    return follow_chances(state, options, work, hand, 1, deepest, budget)


assert NAPPING == AWAKE + BREEDS
