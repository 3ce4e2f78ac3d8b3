"""Boards changed in words: what changes, what stays, and what is refused."""

from collections import Counter

import pytest

from offleash.contract.option_texts import stored_text, text_name
from offleash.contract.options import FileOption
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.board.text import Board, parse_board
from offleash.lab.plans.ranges import parse_range
from offleash.play.rules_files import read_rules
from offleash.tools.errors import BadNotation

(BOARD,) = (option for option in GAME.rules.options if option.name == "board")
assert isinstance(BOARD, FileOption)


def board_of(value: str) -> Board:
    text = stored_text(BOARD.parse(value))
    assert text is not None
    return parse_board(text)


PLAIN = board_of("elm-street")


def changed_cells(board: Board) -> dict[tuple[int, int], str]:
    cells = ((r, c) for r in range(len(PLAIN.rows)) for c in range(len(PLAIN.rows[0])))
    return {cell: board.at(cell) for cell in cells if board.at(cell) != PLAIN.at(cell)}


def test_four_bonds_are_those_at_the_side_streets():
    """As evenly spread around the homes as the eight were: the variant that people draw."""
    cells = dict.fromkeys([(2, 9), (2, 15), (6, 9), (6, 15)], ".")
    assert changed_cells(board_of("elm-street: 4 bonds")) == cells


def test_a_move_swaps_two_spaces():
    board = board_of("elm-street: move park to (2,17)")
    assert changed_cells(board) == {(2, 17): "P", (2, 12): "T"}
    assert Counter("".join(board.rows)) == Counter("".join(PLAIN.rows))
    moved = board_of("elm-street: move bond (2,9) to (2,10)")
    assert changed_cells(moved) == {(2, 9): "T", (2, 10): "B"}


def test_spaces_are_added_and_removed_one_by_one():
    board = board_of("elm-street: add chance spot (2,9); remove territory 2,1; add zebra (4,9)")
    assert changed_cells(board) == {(2, 9): "C", (2, 1): ".", (4, 9): "x"}


@pytest.mark.parametrize("count", [2, 6, 8])
def test_counts_are_met_without_breaking_a_constraint(count):
    board = board_of(f"elm-street: {count} chance spots")
    assert len(board.with_glyphs("C")) == count
    assert len(board_of("elm-street: 28 territories").territories) == 28


def test_boards_are_named_after_their_changes():
    digest = BOARD.parse("elm-street: 4 bonds;  move park to (2,17)")
    assert text_name(digest) == "elm-street: 4 bonds; move park to (2,17)"
    assert BOARD.parse("elm-street: 4 bonds; move park to (2,17)") == digest
    assert board_of("elm-street: 4 bonds").is_house


def test_a_board_of_ones_own_is_changed_where_its_file_is(tmp_path):
    text = stored_text(BOARD.parse("elm-street"))
    assert text is not None
    (tmp_path / "mine.txt").write_text(text.replace("Elm Street, both sides", "Mine"))
    (tmp_path / "rules.toml").write_text('base = "1.2"\nboard = "mine.txt: 4 bonds"\n')
    _, options = read_rules(tmp_path / "rules.toml", GAME)
    digest = int(GAME.options("1.2", options)["board"][0])
    assert text_name(digest) == "Mine: 4 bonds"


def test_ranges_list_boards_with_cells_and_counts():
    def names(text: str) -> list[str]:
        values = parse_range(GAME, text).values
        return [text_name(int(v[1:], 16)) if v.startswith("@") else v for v in values]

    boards = ["elm-street", "elm-street: move park to (2,17)", "elm-street: 4 bonds"]
    assert names(f"board={','.join(boards)}") == boards
    assert names("board=elm-street: 2..4 bonds") == [f"elm-street: {n} bonds" for n in (2, 3, 4)]


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ("4 bonks", "did you mean bonds"),
        ("dance", "'dance' does not change a board: write `4 bonds`"),
        ("add chance (99,1)", "outside the grid, which has 9 rows of 25 columns"),
        ("remove bond (2,10)", "(2,10) is territory, not bond space"),
        ("move bond to (2,10)", "say which bond moves"),
        ("99 parks", "at most"),
        ("add water (2,3)", "there is no home 1"),
        ("0 zebras", "the board breaks KA4"),
    ],
)
def test_impossible_changes_are_refused(edits, sentence):
    with pytest.raises(BadNotation, match=r"^elm-street: ") as error:
        BOARD.parse(f"elm-street: {edits}")
    assert sentence in str(error.value)
