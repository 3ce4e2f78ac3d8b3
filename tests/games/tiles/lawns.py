"""Random lawns for the grid, as dictionaries of cells, and the grid's scratch arrays."""

import random

import numpy as np

from offleash.games.tiles.rules.hexes import CELLS, REACH, SIDE

# East and on clockwise, as the rulings list them.
OFFSETS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
Cell = tuple[int, int]


def number(cell: Cell) -> int:
    return (cell[0] + REACH) * SIDE + cell[1] + REACH


def step(cell: Cell, way: int) -> Cell:
    return cell[0] + OFFSETS[way][0], cell[1] + OFFSETS[way][1]


def around(cell: Cell) -> list[Cell]:
    return [step(cell, way) for way in range(6)]


def spots(cells: set[Cell]) -> list[tuple[Cell, int]]:
    """Pairs of empty cells of which one touches something, with either half first."""
    ring = {near for cell in cells for near in around(cell)} - cells
    near = (ring | {beyond for cell in ring for beyond in around(cell)}) - cells
    return [
        (cell, way)
        for cell in near
        for way in range(6)
        if step(cell, way) not in cells and {cell, step(cell, way)} & ring
    ]


def grow_lawn(rng: random.Random, tiles: int) -> list[tuple[Cell, int]]:
    """Tiles laid one by one anywhere beside what lies, or in a straggling line."""
    pieces, cells = [((0, 0), 0)], {(0, 0), (1, 0)}
    straggling = rng.random() < 0.5
    while len(pieces) < tiles:
        candidates = sorted(spots(cells))
        spot = max(rng.sample(candidates, 3)) if straggling else rng.choice(candidates)
        pieces.append(spot)
        cells |= {spot[0], step(*spot)}
    return pieces


def line(way: int, tiles: int) -> list[tuple[Cell, int]]:
    """Tiles in a straight line from (0, 0)."""
    q, r = OFFSETS[way]
    return [((2 * k * q, 2 * k * r), way) for k in range(tiles)]


def cells_of(pieces: list[tuple[Cell, int]]) -> set[Cell]:
    return {half for cell, way in pieces for half in (cell, step(cell, way))}


def scratch(rng: random.Random) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ground, near and hull, full of what somebody else has left there."""
    left = np.random.default_rng(rng.randrange(1 << 30))
    ground = left.integers(-3, 9, CELLS).astype(np.int8)
    near = left.integers(0, 2, CELLS).astype(np.int8)
    return ground, near, left.integers(0, SIDE, 4)
