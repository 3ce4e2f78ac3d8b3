"""Where a piece may be laid, and whether that makes two pairs.

What a placement needs is two masks over the bits of `near`, those of both its cells together: of
the bits in `mask` exactly those in `want` must be there. On the ground that is one comparison, and
the bits a dog must not or must have next to it cost nothing more.
"""

from offleash.games.puppy_park.rules.actions import (
    HOUSE,
    NO_HOUSE,
    PICK,
    PICK_POOP,
    PICK_TREE,
    PLACE,
)
from offleash.games.puppy_park.rules.lawn import (
    AWAKE,
    LIES,
    NAPPING,
    NEAR_POOP,
    NEAR_TREE,
    first_row,
    is_bare,
    is_breed,
    last_row,
    paint,
)
from offleash.games.puppy_park.rules.record import (
    AT_HAND,
    DISJOINT,
    EACH,
    HALVES_SHAPE,
    HAND,
    ONE_HEX,
    POOP_RULES,
    TABLE,
    TREE_POOP,
    TREE_RULES,
    UNDECLARED,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED, TILES, is_double
from offleash.games.tiles.rules.grid import TOUCHES
from offleash.games.tiles.rules.hexes import HALF_WAYS, SIDE, STEP, WAYS

NO_DOG = -100  # as a breed: what a tree-poop tile would have to cover

# How poop and tree rules bear on the actor's tiles.
ANY_TILE, ATOP_ONLY, BY_TREE, ATOP_BY_TREE = range(4)


@rule
def mask_for(state, scope):
    """Return the bits of `near` that matter to a dog (P14, P16, P17)."""
    mask = TOUCHES | LIES
    if state.declared == POOP_RULES:
        mask |= NEAR_POOP
    if scope == BY_TREE or scope == ATOP_BY_TREE:
        mask |= NEAR_TREE
    return mask


@rule
def want_for(scope):
    """Return those of them that must be there (P17)."""
    return TOUCHES | NEAR_TREE if scope == BY_TREE or scope == ATOP_BY_TREE else TOUCHES


@rule.inline
def fits_on_ground(work, cell, other, mask, want):
    """Return whether two cells are empty, one next to a tile in play (P15), and fit the rest."""
    return ((int(work.near[cell]) | int(work.near[other])) & mask) == want


@rule.inline
def fits_atop(options, work, cell, other, first, second, mask, want):
    """Return whether two dogs are equally high, awake, and of covering breeds (P5, P6, P16)."""
    cover = int(options.cover_house)
    return (
        is_breed(int(work.ground[cell]), first, cover)
        and is_breed(int(work.ground[other]), second, cover)
        and (int(work.near[cell]) & int(work.near[other]) & LIES) != 0
        and work.height[cell] == work.height[other]
        and ((int(work.near[cell]) | int(work.near[other])) & mask & ~LIES) == want
    )


@rule
def has_spot(work, mask, want):
    """Return whether any two cells on the ground will do."""
    hull = work.hull
    for column in range(hull[0] - 2, hull[1] + 3):
        start, end = first_row(work, column), last_row(work, column) + 1
        for cell in range(column * SIDE + start, column * SIDE + end):
            for way in range(HALF_WAYS):
                if fits_on_ground(work, cell, cell + STEP[way], mask, want):
                    return True
    return False


@rule
def can_stack(state, options, work, tile, mask, want):
    """Return whether a tile can be laid atop others (P5)."""
    first, second = BREED[tile, 0], BREED[tile, 1]
    for lying in range(TILES):
        if state.where[lying] == TABLE:
            for half in range(2):
                cell = int(state.cell[lying]) + half * STEP[int(state.way[lying])]
                if BREED[lying, half] == first:
                    for way in range(WAYS):
                        other = cell + STEP[way]
                        if fits_atop(options, work, cell, other, first, second, mask, want):
                            return True
    return False


@rule
def can_stack_any(state, options, work, mask, want):
    """Return whether any tile of the actor can be laid atop others (P5, P17)."""
    for tile in range(TILES):
        if state.where[tile] == HAND + int(state.seat):
            if can_stack(state, options, work, tile, mask, want):
                return True
    return False


@rule
def scope_of(state, options, work):
    """Return what poop and tree rules leave to the actor, on a painted table (P16, P17)."""
    if state.declared == UNDECLARED:
        return ANY_TILE
    if state.declared == POOP_RULES:
        spot = has_spot(work, mask_for(state, ANY_TILE), want_for(ANY_TILE))
        return ANY_TILE if spot else ATOP_ONLY
    mask, want = mask_for(state, BY_TREE), want_for(BY_TREE)
    if has_spot(work, mask, want):
        return BY_TREE
    return ATOP_BY_TREE if can_stack_any(state, options, work, mask, want) else ANY_TILE


@rule
def next_scope(state, work):
    """Return what tree rules leave to the next player, about (P17)."""
    if state.declared == TREE_RULES and has_spot(work, mask_for(state, BY_TREE), want_for(BY_TREE)):
        return BY_TREE
    return ANY_TILE


@rule
def list_tiles(state, options, work, scope, out):
    """List the actor's tiles that can be laid somewhere (P9, P16, P17)."""
    n = 0
    mask, want = mask_for(state, scope), want_for(scope)
    for tile in range(TILES):
        if state.where[tile] == HAND + int(state.seat):
            is_legal = True
            if scope == ATOP_ONLY or scope == ATOP_BY_TREE:
                is_legal = can_stack(state, options, work, tile, mask, want)
            out[n] = PICK + tile
            n += is_legal
    return n


@rule
def has_placement(state, options, work, scope):
    """Return whether any own tile can be laid next to a tree (N3)."""
    if scope == BY_TREE:
        for tile in range(TILES):
            if state.where[tile] == HAND + int(state.seat):
                return True
    return scope == ATOP_BY_TREE


@rule
def list_picks(state, options, work, out):
    """List the pieces that can be laid: tiles, or the tree-poop tile (P15, P18, P19, P20, N3)."""
    if is_bare(state):
        return list_tiles(state, options, work, ANY_TILE, out)
    scope = ANY_TILE
    if state.declared != UNDECLARED:
        paint(state, options, work)
        scope = scope_of(state, options, work)
    n = list_tiles(state, options, work, scope, out)
    if state.tp_cell[int(state.seat)] != AT_HAND:
        return n
    if state.declared == UNDECLARED:
        out[n] = PICK_POOP
        out[n + 1] = PICK_TREE
        return n + 2
    out[n] = PICK + TREE_POOP
    return n + (not (options.tree_blocks_e and has_placement(state, options, work, scope)))


@rule.inline
def list_ground(work, cell, mask, want, way_count, out, n):
    """List the ways in which a piece may lie on the ground from an empty cell on."""
    here, base = int(work.near[cell]), PLACE + cell * WAYS
    for way in range(HALF_WAYS):
        out[n] = base + way
        n += ((here | int(work.near[cell + STEP[way]])) & mask) == want
    if way_count == WAYS:
        for way in range(HALF_WAYS, WAYS):
            out[n] = base + way
            n += ((here | int(work.near[cell + STEP[way]])) & mask) == want
    return n


@rule
def list_atop(options, work, cell, first, second, mask, want, way_count, out, n):
    """List the ways in which a tile may lie atop others from a dog on (P5)."""
    for way in range(way_count):
        out[n] = PLACE + cell * WAYS + way
        n += fits_atop(options, work, cell, cell + STEP[way], first, second, mask, want)
    return n


@rule
def list_spots(options, work, first, second, mask, want, way_count, out):
    """List every placement of a two-cell piece, ascending: on the ground, and atop its breeds."""
    n = 0
    hull = work.hull
    cover = int(options.cover_house)
    for column in range(hull[0] - 2, hull[1] + 3):
        start, end = first_row(work, column), last_row(work, column) + 1
        for cell in range(column * SIDE + start, column * SIDE + end):
            if (int(work.near[cell]) & LIES) == 0:
                n = list_ground(work, cell, mask, want, way_count, out, n)
            elif is_breed(int(work.ground[cell]), first, cover):
                n = list_atop(options, work, cell, first, second, mask, want, way_count, out, n)
    return n


@rule
def list_single_cells(work, mask, want, out):
    """List every empty cell next to a tile in play, for a tree-poop tile of one hex (N2)."""
    n = 0
    hull = work.hull
    for column in range(hull[0] - 1, hull[1] + 2):
        for cell in range(column * SIDE + hull[2] - 1, column * SIDE + hull[3] + 2):
            out[n] = PLACE + cell * WAYS
            n += (int(work.near[cell]) & mask) == want
    return n


@rule
def list_places(state, options, work, out):
    """List where the piece picked may be laid (P5, P13, P15, P16, P17, P18, N2)."""
    paint(state, options, work)
    piece = int(state.picked)
    if piece == TREE_POOP:
        mask, want = TOUCHES | LIES, TOUCHES
        if options.tp_shape == ONE_HEX:
            return list_single_cells(work, mask, want, out)
        way_count = WAYS if options.tp_shape == HALVES_SHAPE else HALF_WAYS
        return list_spots(options, work, NO_DOG, NO_DOG, mask, want, way_count, out)
    scope = ANY_TILE
    if state.declared == TREE_RULES:
        scope = scope_of(state, options, work)
    mask, want = mask_for(state, scope), want_for(scope)
    way_count = HALF_WAYS if is_double(piece) else WAYS
    return list_spots(options, work, BREED[piece, 0], BREED[piece, 1], mask, want, way_count, out)


@rule
def list_houses(state, options, work, out):
    """List no house yet, or one on any dog that can be seen and is awake (P7)."""
    paint(state, options, work)
    hull = work.hull
    out[0] = NO_HOUSE
    n = 1
    for column in range(hull[0], hull[1] + 1):
        for cell in range(column * SIDE + hull[2], column * SIDE + hull[3] + 1):
            out[n] = HOUSE + cell
            n += work.ground[cell] >= AWAKE and work.ground[cell] < NAPPING
    return n


@rule
def friends(work, cell, breed):
    """Return how many awake dogs of a breed are next to a cell (P1, P3, P8)."""
    count = 0
    for way in range(WAYS):
        count += int(work.ground[cell + STEP[way]]) == AWAKE + breed
    return count


@rule
def shared_friends(work, cell, other, breed):
    """Return how many awake dogs of a breed are next to both cells (P1)."""
    for way in range(WAYS):
        if cell + STEP[way] == other:
            left = int(work.ground[cell + STEP[(way + 1) % WAYS]])
            right = int(work.ground[cell + STEP[(way + WAYS - 1) % WAYS]])
            return int(left == AWAKE + breed) + int(right == AWAKE + breed)
    return 0


@rule
def makes_two_pairs(options, work, cell, other, first, second):
    """Return whether two dogs laid on the ground make two pairs (P1, P2, P3)."""
    a, b = friends(work, cell, first), friends(work, other, second)
    if options.pairs == DISJOINT:
        if a == 0 or b == 0:
            return False
        if first != second:
            return True
        return a + b - shared_friends(work, cell, other, first) > 1
    if options.pairs == EACH:
        return a > 0 and b > 0
    return a + b > 1
