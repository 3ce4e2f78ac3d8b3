"""Scratch buffers of a policy, which it may use while it chooses an action.

A policy allocates nothing. Its caller creates a `Study` for each thread (`Game.new_study`) and
passes it to every choice: for compiled code, a named tuple is one parameter.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

POSITIONS = 3  # a seat's view, one of its possible positions, and a playout from that


class Study(NamedTuple):
    """Buffers of one thread, in addition to those of the game; their names are their types."""

    notes: NDArray[Any]  # of the record type that the policy declares
    states: NDArray[Any]  # positions, and the same as words
    words: NDArray[np.uint64]
    plans: NDArray[Any]  # one for each seat, then those to compare; and the same as words
    plan_words: NDArray[np.uint64]
    out: NDArray[np.int32]
    chances: NDArray[np.int64]
    rng: NDArray[np.uint64]
    shares: NDArray[np.float64]
