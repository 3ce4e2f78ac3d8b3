"""A lawn painted on scratch arrays, against sets of cells; spots counted by hand."""

import random

import numpy as np
import pytest

from offleash.games.tiles.rules.grid import (
    NOTHING,
    RIM,
    TOUCHES,
    clear,
    put,
    start_hull,
    stretch_over_tiles,
)
from offleash.games.tiles.rules.hexes import CELLS, HALF_WAYS, OFF_TABLE, REACH, STEP, WAYS
from tests.games.tiles.lawns import around, cells_of, grow_lawn, line, number, scratch, spots, step

LAWNS = 60
MOST_TILES = 37


def tables(pieces):
    """Cells and ways as a record holds them; tiles that do not lie stand between."""
    cells = np.full(MOST_TILES + 3, OFF_TABLE, np.int16)
    ways = np.zeros(MOST_TILES + 3, np.int8)
    for tile, (cell, way) in enumerate(pieces, 2):
        cells[tile], ways[tile] = number(cell), way
    return cells, ways


def painted(pieces, rng):
    """The lawn with code 3 on everything, on arrays that somebody has left dirty."""
    ground, near, hull = scratch(rng)
    start_hull(hull)
    stretch_over_tiles(*tables(pieces), hull)
    clear(ground, near, hull)
    for cell in sorted(cells_of(pieces)):
        put(ground, near, number(cell), 3, TOUCHES)
    return ground, near, hull


def listed(pieces, rng, way_count=WAYS):
    """Pairs of empty cells of which one touches something, found on the painted lawn alone."""
    ground, near, _ = painted(pieces, rng)
    cells = {number(cell) for cell, _ in spots(cells_of(pieces))}
    places = []
    for cell in cells | {number(cell) for cell in cells_of(pieces)}:
        for way in range(way_count):
            other = cell + int(STEP[way])
            if ground[cell] == ground[other] == NOTHING and (near[cell] | near[other]) & TOUCHES:
                places.append((cell, way))
    return sorted(places)


@pytest.fixture(scope="module")
def lawns():
    rng = random.Random(1)
    return [grow_lawn(rng, rng.randrange(1, 35)) for _ in range(LAWNS)]


def test_the_hull_holds_both_halves_of_every_tile(lawns):
    for pieces in lawns:
        _, _, hull = painted(pieces, random.Random(2))
        cells = cells_of(pieces)
        columns, rows = {q + REACH for q, _ in cells}, {r + REACH for _, r in cells}
        assert hull.tolist() == [min(columns), max(columns), min(rows), max(rows)]


def test_the_lawn_shows_what_lies_and_what_touches_it(lawns):
    """Everything that a placement beside it could look at."""
    for pieces in lawns:
        ground, near, _ = painted(pieces, random.Random(3))
        cells = cells_of(pieces)
        looked_at = set(cells)
        for _ in range(3):
            looked_at |= {cell for one in looked_at for cell in around(one)}
        for cell in looked_at:
            assert (ground[number(cell)] != NOTHING) == (cell in cells), cell
            touched = any(one in cells for one in around(cell))
            assert near[number(cell)] == (TOUCHES if touched else 0), cell


def test_placements_are_those_of_plain_sets(lawns):
    """Nothing that others have left on the arrays shows."""
    for pieces in lawns:
        candidates = spots(cells_of(pieces))
        for seed, way_count in ((4, WAYS), (5, HALF_WAYS)):
            expected = sorted((number(cell), way) for cell, way in candidates if way < way_count)
            assert listed(pieces, random.Random(seed), way_count) == expected


def test_only_the_hull_and_its_rim_are_touched(lawns):
    """Two lawns far apart do not hang on each other; and clearing costs no more than it must."""
    for pieces in lawns[:20]:
        before, _, _ = scratch(random.Random(6))
        ground, _, hull = painted(pieces, random.Random(6))
        columns, rows = np.divmod(np.arange(CELLS), 2 * REACH)
        inside = (columns >= hull[0] - RIM) & (columns <= hull[1] + RIM)
        inside &= (rows >= hull[2] - RIM) & (rows <= hull[3] + RIM)
        assert (ground[~inside] == before[~inside]).all()


# Exact checks


@pytest.mark.parametrize("way", range(WAYS))
@pytest.mark.parametrize("tiles", [1, 2, 3, 5, 10, 36])
def test_spots_and_cells_around_a_straight_line(way, tiles):
    """12k + 18 spots, each listed with either half first, and 4k + 4 cells that touch it."""
    pieces, rng = line(way, tiles), random.Random(7)
    assert len(listed(pieces, rng)) == 2 * (12 * tiles + 18)
    assert len(listed(pieces, rng, HALF_WAYS)) == 12 * tiles + 18
    ground, near, _ = painted(pieces, rng)
    touched = {number(near) for cell in cells_of(pieces) for near in around(cell)}
    ring = [cell for cell in touched if ground[cell] == NOTHING and near[cell] & TOUCHES]
    assert len(ring) == 4 * tiles + 4


def test_two_tiles_side_by_side_have_36_spots():
    pieces = [((0, 0), 0), ((0, 1), 0)]
    assert len(listed(pieces, random.Random(8), HALF_WAYS)) == 36


def test_at_most_4k_plus_4_cells_touch_k_tiles(lawns):
    for pieces in lawns:
        cells = cells_of(pieces)
        ring = {near for cell in cells for near in around(cell)} - cells
        assert len(ring) <= 4 * len(pieces) + 4


def test_a_hull_around_nothing_is_empty():
    hull = np.zeros(4, np.int64)
    start_hull(hull)
    stretch_over_tiles(*tables([]), hull)
    assert hull[0] > hull[1]
    assert hull[2] > hull[3]


def test_steps_here_are_those_of_the_grid():
    assert step((2, -1), 2) == (1, 0)
    assert sorted(around((0, 0))) == sorted([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
