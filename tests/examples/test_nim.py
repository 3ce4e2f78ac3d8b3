"""The example Nim: what every game promises, and Bouton's theorem of 1901."""

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from offleash.checks.every import run_checks
from offleash.checks.sampling import applied, choices
from offleash.games import registry

FOLDER = Path(__file__).parent.parent.parent / "examples" / "nim"
LARGEST = 4  # sticks of a heap; each of three heaps of at most 4


@pytest.fixture(scope="module")
def nim():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "ROWS", dict(registry.ROWS))
        patch.syspath_prepend(str(FOLDER / "src"))
        yield registry.load(registry.add_folder(FOLDER))


def test_it_keeps_what_every_game_promises(nim):
    outcomes = [*run_checks(nim, planted=True)]
    assert [(o.check.promise, o.breaches, o.missed) for o in outcomes if not o.has_passed] == []


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


def test_an_example_is_short():
    files = [*FOLDER.rglob("*.py")]
    assert files and sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) <= 250
