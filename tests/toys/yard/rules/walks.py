"""Walking over a table of neighbours that the caller owns."""

from offleash.compiler.rule import Rules

WAYS = 4  # north, east, south, west
NOWHERE = -1  # no neighbour there, or no way there

rule = Rules(
    "tests.toys.yard",
    arrays={
        "steps": ("int8", 2),  # cell × way: the neighbour, or NOWHERE
        "far": ("int64", 1),  # for each cell how many steps away it is, or NOWHERE
        "frontier": ("int64", 1),  # cells reached, in order
    },
)


@rule
def neighbour(steps, cell, way):
    """The cell next to a cell, or NOWHERE."""
    return int(steps[cell, way])


@rule
def is_in(mask, cell):
    """Whether a mask of bits holds a cell."""
    return (mask >> cell) & 1 != 0


@rule
def measure(steps, far, frontier, here, most, taken):
    """Into `far`: how many steps each cell is from here, never over a cell that is `taken`.

    Cells that are more than `most` steps away are nowhere.
    """
    for cell in range(far.shape[0]):
        far[cell] = NOWHERE
    far[here] = 0
    frontier[0] = here
    first = 0
    last = 1
    while first < last:
        cell = int(frontier[first])
        first += 1
        if far[cell] == most:
            return
        for way in range(WAYS):
            there = neighbour(steps, cell, way)
            if there != NOWHERE and far[there] == NOWHERE and not is_in(taken, there):
                far[there] = far[cell] + 1
                frontier[last] = there
                last += 1
