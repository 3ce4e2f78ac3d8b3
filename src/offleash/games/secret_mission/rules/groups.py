"""Dogs of one breed that lie together.

Each breed is on at most nine dogs, so a set of them is a mask of bits, and groups are found
without a picture of the table.
"""

import numpy as np

from offleash.compiler.rules.bits import popcount
from offleash.games.secret_mission.rules.record import DOGS, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, HALVES, TILES
from offleash.games.tiles.rules.hexes import OFF_TABLE, SIDE, STEP

# The tile and the half of each dog of each breed; copied, so that each is a constant of its own.
DOG_TILE, DOG_HALF = (
    np.array(
        [
            [
                (tile, half)
                for tile in range(TILES)
                for half in range(HALVES)
                if BREED[tile, half] == b
            ]
            for b in range(BREEDS)
        ]
    )
    .transpose(2, 0, 1)
    .copy()
)


@rule
def dog_cell(state, breed, dog):
    """Return where a dog lies, or OFF_TABLE."""
    tile = DOG_TILE[breed, dog]
    cell = int(state.cell[tile])
    if cell == OFF_TABLE or DOG_HALF[breed, dog] == 0:
        return cell
    return cell + STEP[int(state.way[tile])]


@rule.inline
def are_next(cell, other):
    """Return whether two cells touch, the six neighbours of a hexagon (S7)."""
    apart = abs(cell - other)  # one of `STEP`; no row is so long that another pair is as far apart
    return apart == SIDE or apart == 1 or apart == SIDE - 1


@rule
def dogs_next_to(state, breed, dogs, cell):
    """Return which of these dogs of a breed touch a cell."""
    found = 0
    for dog in range(DOGS):
        if (dogs >> dog) & 1 and are_next(dog_cell(state, breed, dog), cell):
            found |= 1 << dog
    return found


@rule
def dogs_laid(state, breed):
    """Return the dogs of a breed that are on the table."""
    dogs = 0
    for dog in range(DOGS):
        if state.cell[DOG_TILE[breed, dog]] != OFF_TABLE:
            dogs |= 1 << dog
    return dogs


@rule
def group_of(state, breed, dogs, first):
    """Return the dogs of a mask that hang together with one of them (S7)."""
    group = 1 << first
    fresh = group
    while fresh != 0:
        found = 0
        for dog in range(DOGS):
            if (fresh >> dog) & 1:
                others = dogs & ~group
                found |= dogs_next_to(state, breed, others, dog_cell(state, breed, dog))
        group |= found
        fresh = found
    return group


@rule
def lowest_dog(dogs):
    """Return the first dog of a mask."""
    dog = 0
    while (dogs >> dog) & 1 == 0:
        dog += 1
    return dog


@rule
def survey(state, breed):
    """Return the size of the largest group of a breed, and how many groups there are (S7)."""
    dogs = dogs_laid(state, breed)
    largest, groups = 0, 0
    while dogs != 0:
        group = group_of(state, breed, dogs, lowest_dog(dogs))
        largest = max(largest, popcount(group))
        groups += 1
        dogs &= ~group
    return largest, groups


@rule
def largest_group(state, breed):
    """Return the size of the largest group of a breed (S7)."""
    largest, _ = survey(state, breed)
    return largest


@rule
def mission_score(state, tile):
    """Return the largest group of the one breed times that of the other (S7, S8)."""
    return largest_group(state, BREED[tile, 0]) * largest_group(state, BREED[tile, 1])
