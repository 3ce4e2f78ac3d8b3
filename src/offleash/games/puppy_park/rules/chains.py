"""How the greedy finds many extra turns in a row: a bounded search on the painted lawn.

Two moves that have nothing to do with each other are tried in one order only: the second must lie
further on, or next to the first.
"""

from offleash.games.puppy_park.rules.chances import (
    PLACES,
    list_chances,
    list_chances_from,
    show_breeds_at,
)
from offleash.games.puppy_park.rules.lawn import AWAKE, LIES, NAPPING, RIM
from offleash.games.puppy_park.rules.placing import BY_TREE, has_spot, mask_for, want_for
from offleash.games.puppy_park.rules.record import TREE_RULES, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.rules.grid import NOTHING, TOUCHES
from offleash.games.tiles.rules.hexes import HALF_WAYS, SIDE, STEP, WAYS


@rule.inline
def tile_of_move(move):
    """The tile that a move lays."""
    return move // PLACES


@rule.inline
def cell_of_move(move):
    """Where its first dog goes."""
    return move % PLACES // WAYS


@rule.inline
def other_of_move(move):
    """Where its second dog goes."""
    return cell_of_move(move) + STEP[move % WAYS]


@rule.inline
def place_of_order(move):
    """The cell of the two from which the other lies E, SE or SW: moves are found by these."""
    return cell_of_move(move) if move % WAYS < HALF_WAYS else other_of_move(move)


@rule
def are_close(cell, other):
    """Whether two cells are the same or side by side."""
    for way in range(WAYS):
        if cell + STEP[way] == other:
            return True
    return cell == other


@rule
def are_apart(move, later):
    """Whether neither move can make a difference to the other."""
    a, b = cell_of_move(move), other_of_move(move)
    c, d = cell_of_move(later), other_of_move(later)
    return not (are_close(a, c) or are_close(a, d) or are_close(b, c) or are_close(b, d))


@rule
def clear_strip(work, cell, step, count):
    """Cells that come into sight have nothing on them."""
    for i in range(count):
        work.ground[cell + i * step] = NOTHING
        work.near[cell + i * step] = 0
        work.breeds[cell + i * step] = 0


@rule
def grow_hull(work, cell):
    """The hull holds this cell too, and its rim is clear."""
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
    """What lies next to a cell, after something came or went there."""
    touches = 0
    for way in range(WAYS):
        if (int(work.near[cell + STEP[way]]) & LIES) != 0:
            touches = TOUCHES
    work.near[cell] = (int(work.near[cell]) & ~TOUCHES) | touches
    show_breeds_at(work, cell)


@rule
def refresh_around(work, cell, other):
    """The same for all cells next to two."""
    for way in range(WAYS):
        refresh(work, cell + STEP[way])
        refresh(work, other + STEP[way])


@rule
def set_dog(work, cell, breed):
    """A dog comes onto the ground, or on top of another, which it wakes up (N1)."""
    if (int(work.near[cell]) & LIES) == 0:
        grow_hull(work, cell)
        work.near[cell] |= LIES
        work.height[cell] = 0
    work.ground[cell] = AWAKE + breed
    work.height[cell] += 1


@rule
def remove_dog(work, cell, code):
    """A dog goes; what its cell showed before comes back."""
    work.ground[cell] = code
    work.height[cell] -= 1
    if code == NOTHING:
        work.near[cell] = int(work.near[cell]) & ~LIES


@rule
def lay_down(work, move, depth):
    """Lays a tile on the painted lawn."""
    tile, cell, other = tile_of_move(move), cell_of_move(move), other_of_move(move)
    work.line[depth] = move
    is_atop = (int(work.near[cell]) & LIES) != 0
    work.covered[depth, 0] = int(work.ground[cell]) if is_atop else NOTHING
    work.covered[depth, 1] = int(work.ground[other]) if is_atop else NOTHING
    set_dog(work, cell, BREED[tile, 0])
    set_dog(work, other, BREED[tile, 1])
    if not is_atop or work.covered[depth, 0] >= NAPPING or work.covered[depth, 1] >= NAPPING:
        refresh_around(work, cell, other)


@rule
def take_up(work, depth):
    """Takes the last tile off again."""
    move = int(work.line[depth])
    cell, other = cell_of_move(move), other_of_move(move)
    a, b = int(work.covered[depth, 0]), int(work.covered[depth, 1])
    remove_dog(work, cell, a)
    remove_dog(work, other, b)
    if a == NOTHING or a >= NAPPING or b >= NAPPING:
        refresh_around(work, cell, other)


@rule
def list_onward(state, options, work, hand, depth):
    """The moves that go on from the last one, less those that could as well have come before it."""
    scope = 0
    if state.declared == TREE_RULES and has_spot(work, mask_for(state, BY_TREE), want_for(BY_TREE)):
        scope = BY_TREE
    start, last = int(work.until[depth - 1]), int(work.line[depth - 1])
    # A move before the last one counts only if it is next to it, so its place is two columns away
    first = min(cell_of_move(last), other_of_move(last)) // SIDE - 2
    mask, want = mask_for(state, scope), want_for(scope)
    end = list_chances_from(options, work, hand, mask, want, start, first)
    n = start
    for i in range(start, end):
        move = int(work.moves[i])
        if not are_apart(last, move) or place_of_order(move) > place_of_order(last):
            work.moves[n] = move
            n += 1
    work.tried[depth] = start
    work.until[depth] = n


@rule
def find_chain(state, options, work, hand, scope, deepest, budget):
    """How long a run of extra turns so many tries find at most; it is left in `chain` (P10)."""
    length = 0
    work.tried[0] = 0
    work.until[0] = list_chances(options, work, hand, mask_for(state, scope), want_for(scope), 0)
    depth, tries = 0, 0
    while depth >= 0:
        is_enough = tries >= budget or length >= deepest
        if is_enough or work.tried[depth] >= work.until[depth]:
            depth -= 1
            if depth >= 0:
                take_up(work, depth)
                hand |= 1 << tile_of_move(int(work.line[depth]))
            continue
        move = int(work.moves[work.tried[depth]])
        work.tried[depth] += 1
        lay_down(work, move, depth)
        hand &= ~(1 << tile_of_move(move))
        depth += 1
        tries += 1
        if depth > length:
            length = depth
            for i in range(depth):
                work.chain[i] = work.line[i]
        if depth < deepest:
            list_onward(state, options, work, hand, depth)
        else:
            work.tried[depth] = 0
            work.until[depth] = 0
    return length


assert NAPPING == AWAKE + BREEDS
