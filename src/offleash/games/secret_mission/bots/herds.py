"""The table painted cell by cell, and who is in a group with whom, for all breeds at once.

`groups` counts one breed without a picture. Bots look at every breed and every cell: for them
painting is cheaper, and gives the same groups.
"""

import numpy as np

from offleash.games.secret_mission.rules.groups import DOG_HALF, DOG_TILE
from offleash.games.secret_mission.rules.record import DOGS, rule
from offleash.games.tiles.rules.dogs import BREEDS, HALVES, TILES
from offleash.games.tiles.rules.grid import TOUCHES, clear, put, start_hull, stretch_over_tiles
from offleash.games.tiles.rules.hexes import HALF_WAYS, OFF_TABLE, STEP

# The number of the dog on each half of each tile: its breed times DOGS, and which of them it is.
DOG = np.zeros((TILES, HALVES), np.int64)
for _breed in range(BREEDS):
    for _dog in range(DOGS):
        DOG[DOG_TILE[_breed, _dog], DOG_HALF[_breed, _dog]] = _breed * DOGS + _dog


@rule
def paint_dogs(state, work):
    """Paint which dog lies where, and which cells touch one."""
    start_hull(work.hull)
    stretch_over_tiles(state.cell, state.way, work.hull)
    clear(work.ground, work.near, work.hull)
    for tile in range(TILES):
        cell = int(state.cell[tile])
        if cell != OFF_TABLE:
            put(work.ground, work.near, cell, 1 + DOG[tile, 0], TOUCHES)
            put(
                work.ground, work.near, cell + STEP[int(state.way[tile])], 1 + DOG[tile, 1], TOUCHES
            )


@rule
def first_of_group(work, dog):
    """Return the first dog of the group that a dog is in, as far as dogs have been joined."""
    while work.leader[dog] != dog:
        dog = int(work.leader[dog])
    return dog


@rule
def join_neighbours(work, cell, dog):
    """Join a dog, now known to lie here, to those of its breed in three directions of six."""
    work.herd[dog] = 1
    for way in range(HALF_WAYS):  # from the other end the rest is met
        other = int(work.ground[cell + STEP[way]]) - 1
        if other >= 0 and other // DOGS == dog // DOGS:
            one, two = first_of_group(work, dog), first_of_group(work, other)
            work.leader[max(one, two)] = min(one, two)


@rule
def find_herds(state, work):
    """Find who is in a group with whom, and the largest of each breed; the dogs are painted."""
    for dog in range(BREEDS * DOGS):
        work.leader[dog] = dog
        work.herd[dog] = 0
    for tile in range(TILES):
        cell = int(state.cell[tile])
        if cell != OFF_TABLE:
            join_neighbours(work, cell, DOG[tile, 0])
            join_neighbours(work, cell + STEP[int(state.way[tile])], DOG[tile, 1])
    for dog in range(BREEDS * DOGS):  # a leader comes before its group: one step is enough
        if work.leader[dog] != dog:
            first = int(work.leader[int(work.leader[dog])])
            work.leader[dog] = first
            work.herd[first] += 1
    for breed in range(BREEDS):
        work.largest[breed] = 0
        for dog in range(breed * DOGS, (breed + 1) * DOGS):
            work.herd[dog] = work.herd[int(work.leader[dog])]
            work.largest[breed] = max(work.largest[breed], int(work.herd[dog]))
