"""Points that fill the unit cube evenly: a Sobol sequence, scrambled at random.

`joe_kuo.txt` has a primitive polynomial and the first direction numbers for each dimension after
the first (Joe and Kuo 2008, https://web.maths.unsw.edu.au/~fkuo/sobol/). Scrambling multiplies the
digits of each dimension by a random lower triangular matrix and adds a random shift (Matoušek
1998): every point alone is uniform, and the points stay as even as before. These are the points
that SciPy's `qmc.Sobol` gives for the same seed.
"""

from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from offleash.lab.statistics.distributions import Floats

BITS = 30
MAX_DIMENSIONS = 400  # lines of the table


def sobol_sequence(dimensions: int, points: int, seed: int) -> Floats:
    """Return the first points of a scrambled sequence: [points × dimensions], all of [0, 1)."""
    generator = np.random.default_rng(seed).spawn(1)[0]
    powers = 1 << np.arange(BITS, dtype=np.int64)
    shift = generator.integers(0, 2, (dimensions, BITS), np.uint32).astype(np.int64) @ powers
    shape = (dimensions, BITS, BITS)
    scramble = np.tril(generator.integers(0, 2, shape, np.uint32)) | np.eye(BITS, dtype=np.uint32)
    table = np.array([direction_numbers(dimension) for dimension in range(dimensions)])
    high_first = powers[::-1]
    digits = (table[:, None, :] // high_first[:, None]) & 1  # [dimensions × digits × numbers]
    directions = high_first @ ((scramble.astype(np.int64) @ digits) & 1)
    numbers = np.arange(points)
    gray = numbers ^ (numbers >> 1)
    values = np.broadcast_to(shift, (points, dimensions)).copy()
    for bit in range(BITS):
        values[(gray >> bit) & 1 == 1] ^= directions[:, bit]
    return values / float(1 << BITS)


@cache
def direction_numbers(dimension: int) -> NDArray[np.int64]:
    """Return the direction numbers of a dimension, by the recurrence of its polynomial."""
    polynomial, *numbers = _table()[dimension]
    degree = len(numbers)
    for place in range(degree, BITS):
        number = numbers[place - degree] if degree else 1
        for step in range(1, degree + 1):
            if (polynomial >> (degree - step)) & 1:
                number ^= numbers[place - step] << step
        numbers.append(number)
    return np.array(numbers, np.int64) << np.arange(BITS - 1, -1, -1)


@cache
def _table() -> list[list[int]]:
    text = (resources.files("offleash.lab.statistics") / "joe_kuo.txt").read_text(encoding="ascii")
    return [[int(word) for word in line.split()] for line in text.splitlines()]
