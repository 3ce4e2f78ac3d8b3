"""Whether pieces fit their spaces: by numbers, and in one sentence."""

import pytest

from offleash.core.kit import Pile
from offleash.games import registry
from offleash.studio.printing.fit import misfits, needed, pile_words


@pytest.mark.parametrize(
    ("sizes", "side"),
    [([], 0), ([16], 16), ([14] * 4, 28), ([16, 8, 8, 8], 24), ([20, 8, 8, 8, 11], 31)],
)
def test_the_room_that_is_needed(sizes, side):
    assert needed(sizes) == side


def test_the_sentence():
    pieces = ((1, "disk", 20.0), (3, "fortify tokens", 8.0), (1, "pawn", 11.0))
    said = pile_words(Pile("the space", 28, pieces))
    assert said == "disk + 3 fortify tokens + pawn need 31 mm; the space has 28"


@pytest.mark.parametrize("name", ["dog", "puppy-park", "domidog", "secret-mission", "uri-nation"])
def test_everything_fits_at_its_usual_size(name):
    game = registry.load(name)
    for preset in game.presets or (None,):
        kit = game.kit(game.options(preset), None)
        assert kit.piles and misfits(kit) == []


def test_a_small_cell_is_found_out():
    game = registry.load("uri-nation")
    said = misfits(game.kit(game.options("1.2"), 22.0))
    assert "a disk + 3 fortify tokens need 24 mm; a territory has 22" in said
    assert "4 dogs need 28 mm; a sidewalk cell has 22" in said
