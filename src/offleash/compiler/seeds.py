"""Seeds and buffers of random streams, for callers of compiled rules."""

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import scratch
from offleash.compiler.rules.random import STREAMS
from offleash.tools.errors import OffleashError, quote

MOST_SEED = (1 << 63) - 1


def check_seed(seed: object, name: str = "the seed") -> int:
    """Return a seed or another number for compiled code. Raises OffleashError if it is invalid."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise OffleashError(f"{name} is {quote(seed)}; it must be a whole number")
    if not 0 <= seed <= MOST_SEED:
        raise OffleashError(f"{name} is {quote(seed)}; it must be from 0 to {MOST_SEED}")
    return int(seed)


def streams() -> NDArray[np.uint64]:
    """Return a buffer for the random streams of one game."""
    return scratch(STREAMS, np.uint64)
