"""The example Nim: Bouton's theorem of 1901."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from offleash.checks.sampling import applied, choices
from tests.examples.loading import example

LARGEST = 4  # sticks of a heap; each of three heaps of at most 4


@pytest.fixture(scope="module")
def nim():
    with example("nim") as loaded:
        yield loaded


@pytest.mark.parametrize("misere", [0, 1])
def test_positions_are_lost_as_bouton_proved(nim, misere):
    """The player to move loses if the heaps add up to 0 without carrying.

    In misère play it is the other way round where no heap has more than one stick.
    """
    options = nim.options(misere=misere)

    @cache
    def is_lost(heaps):
        states = nim.new_state(options)
        states["heap"], states["seat"] = (*heaps, 0), 0
        if not any(heaps):
            shares = np.zeros(2)
            nim.rules.returns(states[0], options[0], shares)
            return shares[0] == 0
        actions = choices(nim, states, options)
        after = [applied(nim, states, options, action)["heap"][0, :3] for action in actions]
        return not any(is_lost(tuple(heap.tolist())) for heap in after)

    for heaps in product(range(LARGEST + 1), repeat=3):
        is_zero = heaps[0] ^ heaps[1] ^ heaps[2] == 0
        assert is_lost(heaps) == (is_zero != (misere == 1 and max(heaps) <= 1)), heaps
