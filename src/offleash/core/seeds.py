"""Seeds and the words that random streams live in, for callers of compiled rules."""

import numpy as np
from numpy.typing import NDArray

from offleash.core.errors import OffleashError, shown
from offleash.core.rules.random import STREAMS

MOST_SEED = (1 << 63) - 1


def check_seed(seed: object, what: str = "the seed") -> int:
    """A seed, or another number that compiled code gets: one sentence where it does not fit."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise OffleashError(f"{what} is {shown(seed)}; it must be a whole number")
    if not 0 <= seed <= MOST_SEED:
        raise OffleashError(f"{what} is {shown(seed)}; it must be from 0 to {MOST_SEED}")
    return int(seed)


def streams() -> NDArray[np.uint64]:
    """Room for one game's streams."""
    return np.zeros(STREAMS, np.uint64)
