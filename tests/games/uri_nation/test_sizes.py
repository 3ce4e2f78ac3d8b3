"""Sizes in a board file: cells in millimetres, the sub-grid, footprints, and what has no room."""

import pytest

from offleash.contract.studio.kit import KitChoice
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.sizes import Footprint
from offleash.games.uri_nation.board.tables import BOARD_TABLES, board_tables
from offleash.games.uri_nation.board.text import format_board_file, parse_board
from offleash.games.uri_nation.editor.constraints import check_board
from offleash.games.uri_nation.editor.fit import footprint_of, room
from offleash.games.uri_nation.editor.workbench import WORKBENCH
from offleash.tools.errors import BadNotation
from offleash.tools.packing import fits, square_side

SIX, ELM = BOARDS["six-blocks"].read_text(), BOARDS["elm-street"].read_text()
LINES = (
    "cell_mm: 30.5",
    "sub_grid: 6 x 4",
    "footprint: territory : 4 x 3 at 1,0",
    "footprint: side street : 6 x 2 at 0,1",
    "footprint: home 1 : 6 x 4 at 0,0",
    "footprint: 1,2 : 1 x 1 at 5,3",
)


def with_size(text, *lines):
    return text.replace("grid:\n", "".join(f"{line}\n" for line in lines) + "grid:\n")


def test_sizes_are_read_and_written_back():
    text = with_size(SIX, *LINES)
    board = parse_board(text)
    assert (board.cell_mm, board.sub_grid) == (30.5, (6, 4))
    assert dict(board.footprints)["T"] == Footprint(1, 0, 4, 3)
    assert dict(board.own_footprints) == {(1, 2): Footprint(5, 3, 1, 1)}
    assert format_board_file(board) == text
    assert WORKBENCH.write(WORKBENCH.read(text)) == text
    assert parse_board(with_size(SIX, *reversed(LINES))).footprints == board.footprints[::-1]


def test_a_board_that_says_nothing_has_the_usual_sizes():
    sizes = room(SIX)
    assert (sizes.cell_mm, sizes.sub_grid, sizes.footprints, sizes.misfits) == (28, (4, 4), {}, [])
    assert footprint_of(parse_board(SIX), (1, 1)) == Footprint(0, 0, 4, 4)


def test_a_board_is_printed_as_large_as_its_file_says(tmp_path):
    file = tmp_path / "large.txt"
    file.write_text(with_size(SIX, "cell_mm: 30.5"))
    options = GAME.options(board=str(file))
    assert (
        GAME.studio.kit(options, KitChoice()).cell == 30.5
        and GAME.studio.kit(options, KitChoice(20.0)).cell == 20
    )
    assert GAME.studio.kit(GAME.options(), KitChoice()).cell == 28


@pytest.mark.parametrize("text", [SIX, ELM], ids=["six-blocks", "elm-street"])
def test_rules_look_at_no_size(text):
    plain, other = parse_board(text), parse_board(with_size(text, *LINES))
    assert plain != other
    for name in BOARD_TABLES:
        assert (board_tables(plain)[name] == board_tables(other)[name]).all()
    assert check_board(plain) == check_board(other)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("cell_mm: 4", "cell_mm is 5 to 200 millimetres"),
        ("cell_mm: 201", "cell_mm is 5 to 200 millimetres"),
        ("cell_mm: 28.55", "such as 28 or 28.5"),
        ("cell_mm: 1e2", "not '1e2'"),
        ("cell_mm: ٢٨", "cell_mm is"),
        ("cell_mm:", "not ''"),
        ("sub_grid: 4", "a sub-grid is written '4 x 4'"),
        ("sub_grid: 0 x 4", "from 1 to 16"),
        ("sub_grid: 4 x 17", "from 1 to 16"),
        ("footprint: territory", "a footprint is written 'footprint: territory : 3 x 2 at 0,1'"),
        ("footprint: territory : 3 x 2", "a footprint is written '3 x 2 at 0,1'"),
        ("footprint: territory : 5 x 2 at 0,0", "leaves its cell, which has 4 x 4 sub-cells"),
        ("footprint: territory : 2 x 2 at 0,3", "leaves its cell, which has 4 x 4 sub-cells"),
        ("footprint: territory : 0 x 2 at 0,0", "takes no sub-cell"),
        ("footprint: teritory : 1 x 1 at 0,0", "neither a kind of space nor a cell, did you mean"),
        ("footprint: 9,0 : 1 x 1 at 0,0", "(9,0) is outside the grid"),
        ("footprints: T", "did you mean footprint"),
    ],
)
def test_a_wrong_size_is_named_with_its_line(line, sentence):
    with pytest.raises(BadNotation, match=r"^line 6: ") as error:
        parse_board(with_size(SIX, line))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    "line", ["cell_mm: 20", "sub_grid: 4 x 4", "footprint: water : 1 x 1 at 0,0"]
)
def test_a_size_may_be_set_only_once(line):
    with pytest.raises(BadNotation, match=r"^line 7: .* already"):
        parse_board(with_size(SIX, line, line))


# What has no room


def test_pieces_find_room_in_rows():
    assert fits([], 1, 1) and fits([10, 10, 10, 10], 20, 20)
    assert not fits([10, 10, 10, 10], 20, 19.9)
    assert fits([10, 10, 10], 30, 10) and fits([10, 10, 10], 10, 30)
    assert fits([16, 8, 8], 24, 16) and fits([16, 8, 8], 16, 24)
    assert not fits([16], 15.9, 100)
    assert square_side([16, 8, 8, 8]) == 24
    assert square_side([14] * 4) == 28


def test_misfits_name_their_cells():
    sizes = room(with_size(ELM, "cell_mm: 22"))
    words = {misfit.words: set(misfit.cells) for misfit in sizes.misfits}
    board = parse_board(ELM)
    claim = "disk + 3 fortify tokens need 24 mm; a space of kind territory has 22"
    assert words[claim] == set(board.territories)
    dogs = "4 dogs need 28 mm; a space of kind sidewalk has 22"
    assert words[dogs] == set(board.with_glyphs("s"))
    assert room(with_size(ELM, "cell_mm: 28")).misfits == []


def test_a_footprint_takes_room_away_for_all_or_for_one():
    one = room(with_size(SIX, "footprint: 1,2 : 2 x 4 at 0,0"))
    assert [(item.words, item.cells) for item in one.misfits] == [
        ("disk + fortify token need 24 mm; a space of kind territory has 28 x 14", [(1, 2)])
    ]
    every = room(
        with_size(SIX, "footprint: territory : 2 x 4 at 0,0", "footprint: 1,2 : 4 x 4 at 0,0")
    )
    cells = {cell for misfit in every.misfits for cell in misfit.cells}
    assert cells == set(parse_board(SIX).territories) - {(1, 2)}
