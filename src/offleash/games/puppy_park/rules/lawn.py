"""The table painted on scratch arrays: which dog shows where, how high, and what lies next to it.

Nobody knows what the arrays hold before. `paint` clears the hull of the table with a rim, and
nothing further out is read.
"""

from offleash.games.puppy_park.rules.record import HALVES_SHAPE, ONE_HEX, SEATS, TABLE, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, TILES
from offleash.games.tiles.rules.grid import NOTHING, TOUCHES, put, start_hull, stretch
from offleash.games.tiles.rules.hexes import SIDE, STEP, WAYS

# What a cell shows beside NOTHING.
AWAKE = 1  # + breed
NAPPING = AWAKE + BREEDS  # + breed: a dog under a house
TREE, POOP, BOTH = range(NAPPING + BREEDS, NAPPING + BREEDS + 3)

# Bits of `near`, beside TOUCHES.
NEAR_POOP, NEAR_TREE = 2, 4
LIES = 8  # something lies on this very cell

# A placement reaches two cells beyond what lies; its neighbours and theirs are read too.
RIM = 4


@rule.inline
def second_cell(state, tile):
    """Return where the second dog of a tile on the table is."""
    return int(state.cell[tile]) + STEP[int(state.way[tile])]


@rule.inline
def is_breed(code, breed, cover_house):
    """Return whether a cell shows a dog of this breed that may be covered (P5, P6)."""
    return code == AWAKE + breed or (cover_house != 0 and code == NAPPING + breed)


@rule
def start_sketch(work):
    """Forget all that is known of the table: an empty hull, and empty columns."""
    start_hull(work.hull)
    for column in range(SIDE):
        work.lowest[column] = SIDE
        work.highest[column] = -1


@rule.inline
def sketch(work, cell):
    """Let the hull and the column of a cell hold it too."""
    column, row = cell // SIDE, cell % SIDE
    stretch(work.hull, cell)
    work.lowest[column] = min(int(work.lowest[column]), row)
    work.highest[column] = max(int(work.highest[column]), row)


@rule.inline
def first_row(work, column):
    """Return the lowest row of a column from which a piece may reach what lies on the table."""
    here = min(int(work.lowest[column]), int(work.lowest[column - 1]), int(work.lowest[column - 2]))
    return min(here - 2, int(work.lowest[column + 1]) - 1, int(work.lowest[column + 2]))


@rule.inline
def last_row(work, column):
    """Return the highest row of a column from which a piece may reach what lies on the table."""
    here = max(
        int(work.highest[column]), int(work.highest[column + 1]), int(work.highest[column + 2])
    )
    return max(here + 2, int(work.highest[column - 1]) + 1, int(work.highest[column - 2]))


@rule
def sketch_table(state, options, work):
    """Let the hull and the columns hold all that lies on the table."""
    start_sketch(work)
    for tile in range(TILES):
        if state.where[tile] == TABLE and state.level[tile] == 0:
            sketch(work, int(state.cell[tile]))
            sketch(work, second_cell(state, tile))
    for seat in range(SEATS):
        cell = int(state.tp_cell[seat])
        if cell >= 0:
            sketch(work, cell)
            if options.tp_shape != ONE_HEX:
                sketch(work, cell + STEP[int(state.tp_way[seat])])


@rule.inline
def show(work, cell, code, bits):
    """Show what lies on a cell, and what that means to the cells around it."""
    put(work.ground, work.near, cell, code, bits)
    work.near[cell] |= LIES


@rule
def show_dogs(state, work):
    """Show every tile: the ground says what shows, as breeds never change; then heights (P5)."""
    for tile in range(TILES):
        if state.where[tile] == TABLE and state.level[tile] == 0:
            cell, other = int(state.cell[tile]), second_cell(state, tile)
            show(work, cell, AWAKE + BREED[tile, 0], TOUCHES)
            show(work, other, AWAKE + BREED[tile, 1], TOUCHES)
            work.height[cell] = 1
            work.height[other] = 1
    for tile in range(TILES):
        if state.level[tile] > 0:
            cell, other = int(state.cell[tile]), second_cell(state, tile)
            height = int(state.level[tile]) + 1
            work.height[cell] = max(int(work.height[cell]), height)
            work.height[other] = max(int(work.height[other]), height)


@rule
def show_houses(state, work):
    """Let a dog with a house on it nap (P8)."""
    for seat in range(SEATS):
        cell = int(state.house[seat])
        if cell >= 0:
            work.ground[cell] += BREEDS


@rule
def show_tree_poops(state, options, work):
    """Show tree-poop tiles in the shape that is played (P13, P15)."""
    for seat in range(SEATS):
        cell = int(state.tp_cell[seat])
        if cell >= 0:
            show_tree_poop(options, work, cell, int(state.tp_way[seat]))


@rule
def show_tree_poop(options, work, cell, way):
    """Show a tree and a poop, two hexes that are both, or one (P13, P14)."""
    if options.tp_shape == HALVES_SHAPE:
        show(work, cell, TREE, TOUCHES | NEAR_TREE)
        show(work, cell + STEP[way], POOP, TOUCHES | NEAR_POOP)
        return
    show(work, cell, BOTH, TOUCHES | NEAR_TREE | NEAR_POOP)
    if options.tp_shape != ONE_HEX:
        show(work, cell + STEP[way], BOTH, TOUCHES | NEAR_TREE | NEAR_POOP)


@rule
def clear_lawn(work):
    """Clear all within the hull and its rim."""
    hull = work.hull
    for column in range(hull[0] - RIM, hull[1] + RIM + 1):
        for cell in range(column * SIDE + hull[2] - RIM, column * SIDE + hull[3] + RIM + 1):
            work.ground[cell] = NOTHING
            work.near[cell] = 0


@rule
def paint(state, options, work):
    """Paint the whole table."""
    sketch_table(state, options, work)
    clear_lawn(work)
    show_dogs(state, work)
    show_tree_poops(state, options, work)
    show_houses(state, work)


@rule
def paint_around(state, work, cell, other):
    """Paint the dogs that show next to two cells, and nothing else: enough to see pairs."""
    for way in range(WAYS):
        work.ground[cell + STEP[way]] = NOTHING
        work.ground[other + STEP[way]] = NOTHING
    for tile in range(TILES):
        if state.where[tile] == TABLE:
            work.ground[int(state.cell[tile])] = AWAKE + BREED[tile, 0]
            work.ground[second_cell(state, tile)] = AWAKE + BREED[tile, 1]
    show_houses(state, work)


@rule
def height_at(state, cell):
    """Return how many dogs are on top of each other on a cell (P5)."""
    height = 0
    for tile in range(TILES):
        if state.where[tile] == TABLE and (
            state.cell[tile] == cell or second_cell(state, tile) == cell
        ):
            height = max(height, int(state.level[tile]) + 1)
    return height


@rule
def pieces_laid(state):
    """Return how many pieces lie on the table, those under others included."""
    count = 0
    for tile in range(TILES):
        count += state.where[tile] == TABLE
    for seat in range(SEATS):
        count += state.tp_cell[seat] >= 0
    return count


@rule
def is_bare(state):
    """Return whether nothing lies on the table (P20)."""
    for tile in range(TILES):
        if state.where[tile] == TABLE:
            return False
    for seat in range(SEATS):
        if state.tp_cell[seat] >= 0:
            return False
    return True
