"""Whether pieces fit their spaces: by numbers, and in one sentence."""

from dataclasses import replace

import pytest

from offleash.core.kit import Pile
from offleash.games import registry
from offleash.games.uri_nation.board import BOARDS
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
        assert misfits(kit) == []


def test_a_small_cell_is_found_out():
    game = registry.load("uri-nation")
    said = misfits(game.kit(game.options("1.2"), 22.0))
    assert "disk + 3 fortify tokens need 24 mm; a space of kind territory has 22" in said
    assert "4 dogs need 28 mm; a space of kind sidewalk has 22" in said


@pytest.mark.parametrize("name", ["dog", "puppy-park", "secret-mission"])
def test_a_piece_that_outgrew_its_space_is_found_out(name):
    game = registry.load(name)
    kit = game.kit(game.options(), None)
    (pile,) = kit.piles
    assert misfits(replace(kit, piles=[replace(pile, room=9)]))


def test_a_board_says_how_large_its_cells_are(tmp_path):
    text = (BOARDS["six-blocks"]).read_text(encoding="utf-8")
    board = tmp_path / "mine.txt"
    board.write_text(text.replace("\ngrid:", "\ncell_mm: 24.5\ngrid:"), encoding="utf-8")
    game = registry.load("uri-nation")
    kit = game.kit(game.options(board=str(board)), None)
    assert kit.cell == 24.5
    assert kit.components[-1].width == pytest.approx(24.5 * (23 + 2 * 40 / 48))
    assert "4 dogs need 28 mm; a space of kind sidewalk has 24.5" in misfits(kit)
