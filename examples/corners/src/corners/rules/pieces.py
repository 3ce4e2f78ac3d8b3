"""The pieces of Corners, every shape of one to four squares, and the ways to turn each."""

import numpy as np

SHAPES = {
    "I1": "#", "I2": "##", "I3": "###", "V3": "##/#", "I4": "####",
    "L4": "###/#", "T4": "###/.#", "O4": "##/##", "N4": "##/.##",
}  # fmt: skip


def turns(shape: str) -> list[tuple[tuple[int, int], ...]]:
    """Return the squares of a shape, turned and turned over: from its upper left corner."""
    lines = enumerate(shape.split("/"))
    squares = [(y, x) for y, line in lines for x, mark in enumerate(line) if mark == "#"]
    found = set()
    for _ in range(4):
        squares = [(x, -y) for y, x in squares]
        for flipped in (squares, [(y, -x) for y, x in squares]):
            top, left = min(y for y, _ in flipped), min(x for _, x in flipped)
            found.add(tuple(sorted((y - top, x - left) for y, x in flipped)))
    return sorted(found)


TURNS = [(n, way) for n, shape in enumerate(SHAPES.values()) for way in turns(shape)]
PIECE = np.array([n for n, _ in TURNS])
SIZE = np.array([len(way) for _, way in TURNS])
SQUARE = np.array([[*way, *[(0, 0)] * (4 - len(way))] for _, way in TURNS])  # row and column
