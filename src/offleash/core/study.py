"""Room to think in: what a policy may use while it chooses, and nobody relies on afterwards.

A policy allocates nothing. Its caller makes a `Study` once for each thread (`Game.new_study`) and
hands it to every choice: a tuple with names is one parameter for compiled code, whatever is in it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

POSITIONS = 3  # what a seat sees, one way that it could be, and how that is played on


class Study(NamedTuple):
    """Buffers of one thread, beside those of the game that is played: named as their types are."""

    notes: NDArray[Any]  # of the record that the policy declares
    states: NDArray[Any]  # positions, and the same as words
    words: NDArray[np.uint64]
    plans: NDArray[Any]  # one for each seat, then those to compare; and the same as words
    plan_words: NDArray[np.uint64]
    out: NDArray[np.int32]
    chances: NDArray[np.int64]
    rng: NDArray[np.uint64]
    shares: NDArray[np.float64]
