"""Whether pieces fit their spaces: by numbers, and in one sentence."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from offleash.contract.studio.kit import KitChoice, Pile
from offleash.games import registry
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.draw.geometry import CELL
from offleash.games.uri_nation.editor.fit import room
from offleash.games.uri_nation.options import board_of
from offleash.play.session import Session
from offleash.tools.packing import square_side


@pytest.mark.parametrize(
    ("sizes", "side"),
    [([], 0), ([16], 16), ([14] * 4, 28), ([16, 8, 8, 8], 24), ([20, 8, 8, 8, 11], 31)],
)
def test_the_room_that_is_needed(sizes, side):
    assert square_side(sizes) == side


def test_the_message():
    pieces = ((1, "disk", 20.0), (3, "fortify token", 8.0), (1, "pawn", 11.0))
    sentence = Pile("the space", 28, 28, pieces).words
    assert sentence == "disk + 3 fortify tokens + pawn need 31 mm; the space has 28"


@pytest.mark.parametrize("name", ["dog", "puppy-park", "domidog", "secret-mission", "uri-nation"])
def test_everything_fits_at_its_usual_size(name):
    game = registry.load(name)
    for preset in game.rules.presets or (None,):
        kit = game.studio.kit(game.options(preset), KitChoice())
        assert kit.misfits == []


def test_a_small_cell_is_reported():
    game = registry.load("uri-nation")
    misfits = game.studio.kit(game.options("1.2"), KitChoice(22.0)).misfits
    assert "disk + 3 fortify tokens need 24 mm; a space of kind territory has 22" in misfits
    assert "4 dogs need 28 mm; a space of kind sidewalk has 22" in misfits


@pytest.mark.parametrize("name", ["dog", "puppy-park", "secret-mission"])
def test_a_piece_larger_than_its_space_is_reported(name):
    game = registry.load(name)
    kit = game.studio.kit(game.options(), KitChoice())
    (pile,) = kit.piles
    assert replace(kit, piles=[replace(pile, width=9, height=9)]).misfits


def test_a_board_says_how_large_its_cells_are(tmp_path):
    text = (BOARDS["six-blocks"]).read_text(encoding="utf-8")
    board = tmp_path / "mine.txt"
    board.write_text(text.replace("\ngrid:", "\ncell_mm: 24.5\ngrid:"), encoding="utf-8")
    game = registry.load("uri-nation")
    kit = game.studio.kit(game.options(board=str(board)), KitChoice())
    assert kit.cell == 24.5
    assert kit.components[-1].width == pytest.approx(24.5 * (23 + 2 * 40 / 48))
    assert "4 dogs need 28 mm; a space of kind sidewalk has 24.5" in kit.misfits


def kit_with_sizes(tmp_path, *lines):
    """The components of a board with sizes of its own, and what does not fit."""
    text = BOARDS["six-blocks"].read_text(encoding="utf-8")
    board = tmp_path / "sized.txt"
    board.write_text(text.replace("\ngrid:", "\n" + "\n".join(lines) + "\ngrid:"), encoding="utf-8")
    game = registry.load("uri-nation")
    options = game.options(board=str(board))
    return game.studio.kit(options, KitChoice()), room(board.read_text(encoding="utf-8")), options


def test_the_editor_and_paper_say_the_same(tmp_path):
    lines = ("cell_mm: 30", "sub_grid: 4 x 4", "footprint: territory : 2 x 3 at 1,0")
    kit, editor_fit, _ = kit_with_sizes(tmp_path, *lines)
    assert kit.misfits == [misfit.words for misfit in editor_fit.misfits] != []
    assert kit.misfits == [
        "disk + fortify token need 24 mm; a space of kind territory has 22.5 x 15"
    ]


def test_spaces_are_printed_at_their_footprints(tmp_path):
    lines = ("cell_mm: 24", "sub_grid: 4 x 6", "footprint: territory : 2 x 3 at 1,0",
             "footprint: 1,1 : 4 x 2 at 0,4")  # fmt: skip
    kit, _, options = kit_with_sizes(tmp_path, *lines)
    board, unit = kit.components[-1], 24 / CELL
    assert board.width == pytest.approx(24 * 23 + 2 * 40 * unit)
    corner = 40 * unit, (58 + 40) * unit  # of the first cell
    sizes = Counter((round(x2 - x1, 3), round(y2 - y1, 3)) for x1, y1, x2, y2 in board.spaces)
    territories = len(board_of(options).territories)
    assert (sizes[12, 12], sizes[8, 24]) == (territories - 1, 1)
    footprint = (corner[0] + 24 + 16, corner[1] + 24, corner[0] + 48, corner[1] + 48)
    assert any(space == pytest.approx(footprint) for space in board.spaces)
    # and that is where it is drawn: the cut's own coordinates in the picture
    x, y = (footprint[0] + footprint[2]) / 2 / unit, (footprint[1] + footprint[3]) / 2 / unit
    assert f"translate({x:g},{y:g}) rotate(0) scale({8 / 24:.4f})".replace(" rotate(0)", "") in (
        board.front.replace(" rotate(180)", "")
    )
    outlines = re.search(r'<g id="footprints".*?</g>|<g [^>]*id="footprints"', board.front)
    assert outlines and board.front.count(f"M{footprint[0] / unit:g},{footprint[1] / unit:g}H") == 2


def test_pictures_of_games_fill_their_cells(tmp_path):
    kit, _, options = kit_with_sizes(tmp_path, "footprint: territory : 2 x 2 at 0,0")
    assert 'id="footprints"' in kit.components[-1].front
    game = registry.load("uri-nation")
    assert "footprints" not in Session(game, options).svg(-1)
