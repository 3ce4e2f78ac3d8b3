"""Which dogs are on which tile.

Tiles 0–27 are the pairs of the seven breeds of the base game in lexicographic order, doubles
included; 28–34 pair the shiba with each of those, and 35 is shiba-shiba. A number means the same
tile in every set, so text needs no options.
"""

import numpy as np

from offleash.compiler.rule import Rules

BREEDS = 8  # the last is the shiba of the expansion
BASE_BREEDS = 7
SHIBA = 7
BLUE = 0
HALVES = 2  # a tile is two hexagons with a dog each

BASE_PAIRS = [(a, b) for a in range(BASE_BREEDS) for b in range(a, BASE_BREEDS)]
SHIBA_PAIRS = [(a, SHIBA) for a in range(BREEDS)]

BASE_TILES = len(BASE_PAIRS)  # 28
TILES = BASE_TILES + len(SHIBA_PAIRS)  # 36

BREED = np.array(BASE_PAIRS + SHIBA_PAIRS)  # of each half of each tile
BLUE_BLUE = 0

NO_TILE = -1

rule = Rules(
    "offleash.games.tiles",
    arrays={
        "cells": ("int16", 1),  # where the first half of each tile lies, or OFF_TABLE
        "ways": ("int8", 1),  # which way its second half lies from there
        "ground": ("int8", 1),  # what each cell of the grid shows: nothing, or a code of the game
        "near": ("int8", 1),  # of each cell: bits of what lies next to it
        "hull": ("int64", 1),  # lowest and highest column, lowest and highest row in use
    },
)


@rule
def tiles_in(extra):
    """Return how many tiles there are, with the expansion or without."""
    return TILES if extra else BASE_TILES


@rule
def is_double(tile):
    """Return whether both dogs are of one breed."""
    return BREED[tile, 0] == BREED[tile, 1]


@rule
def other_dog(tile, breed):
    """Return the dog beside a dog of this breed on a tile."""
    return BREED[tile, 1] if BREED[tile, 0] == breed else BREED[tile, 0]
