"""What a seat may know (first draft)."""

import numpy as np

from offleash.core.game import Observation, Records


def observe(states: Records, options: Records, seat: int) -> Observation:
    return Observation("", np.zeros(1, np.int16))
