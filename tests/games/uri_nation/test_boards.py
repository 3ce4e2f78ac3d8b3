"""Boards as text, and the tables that rules read of them."""

import numpy as np
import pytest

from offleash.contract.options import options_record
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.tables import (
    BOARD_TABLES,
    READINGS,
    adjacency_masks,
    board_tables,
    influence_masks,
)
from offleash.games.uri_nation.board.text import cell_text, format_board_file, parse_board
from offleash.games.uri_nation.rules.places import (
    BOND,
    CHANCE,
    EAST,
    EVENTS,
    FAR,
    MOST_SITES,
    MOST_SPOTS,
    MOST_TERRITORIES,
    NORTH,
    NOTHING,
    NOWHERE,
    PARK,
    SOUTH,
    WATER,
    WEST,
)
from offleash.tools.errors import BadNotation, OffleashError

ELM = parse_board(BOARDS["elm-street"].read_text())
SIX = parse_board(BOARDS["six-blocks"].read_text())
HEAD = "urination-board 1\nname: Test\nversion: 1.4 house\n"


def text_of(*rows, head=HEAD):
    return head + "grid:\n" + "\n".join(rows) + "\n"


# Text


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_survives_its_file(name):
    text = BOARDS[name].read_text()
    assert format_board_file(parse_board(text)) == text


def test_every_kind_of_line_survives():
    board = parse_board(
        text_of(
            "TsB", "sss", "T.B", head=HEAD + "bond: 0,2 : 2,0 0,0\nbond: 2,2 :\npath: 1,0 > 1,2\n"
        )
    )
    assert board.bonds == (((0, 2), ((0, 0), (2, 0))), ((2, 2), ()))
    assert board.paths == (((1, 0), (1, 2)),)
    assert parse_board(format_board_file(board)) == board


def test_what_a_board_says_of_itself():
    assert (ELM.name, ELM.version, ELM.is_house) == ("Elm Street, both sides", "1.2", False)
    assert (ELM.influence_radius, SIX.influence_radius) == (2, None)
    assert ELM.homes == ((2, 3), (6, 3), (6, 21), (2, 21))
    assert SIX.paths == (((3, 10), (0, 10)), ((5, 12), (8, 12)))
    assert (len(ELM.cells), len(ELM.territories), len(ELM.sites), len(ELM.spots)) == (58, 36, 9, 9)
    assert ELM.sites[:3] == ((2, 5), (2, 9), (2, 12))
    assert parse_board(text_of("s1s")).is_house


def test_lines_may_end_in_any_way():
    text = BOARDS["elm-street"].read_text()
    assert parse_board(text.replace("\n", "\r\n") + "\n\n") == ELM


TOO_MANY_TERRITORIES = text_of(*["T" * 21] * 3)
TOO_MANY_CELLS = text_of(*["s" * 43] * 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a board begins with 'urination-board 1', not ''"),
        ("urination-board 2\n", "line 1: a board begins with 'urination-board 1'"),
        (HEAD, "there is no line 'grid:' with the rows"),
        (HEAD + "grid:\n", "the grid has no rows"),
        (text_of("sTs", "sqs"), r"line 6, cell \(1,1\): 'q' is not a glyph of a board"),
        (text_of("sTs", "sT"), "line 6, row 1: 2 columns, where row 0 has 3"),
        (text_of("sTs", "", "sTs"), "line 6, row 1: 0 columns, where row 0 has 3"),
        (text_of(*["s"] * 65), "at most 64 rows of 64, not 65 rows of 1 columns"),
        (text_of("." * 65), "at most 64 rows of 64, not 1 rows of 65 columns"),
        (TOO_MANY_TERRITORIES, "at most 62 territories, not 63"),
        (TOO_MANY_CELLS, "at most 256 walkable cells, not 258"),
        (text_of("BP" * 10 + "B"), "at most 20 bond spaces and parks, not 21"),
        (text_of("CEW" * 14), "at most 40 chance, events and water spots, not 42"),
        (text_of("s", head=HEAD + "nome: x\n"), "line 4: 'nome: x' begins with none .* mean name"),
        (text_of("s", head=HEAD + "hello\n"), "line 4: 'hello' begins with none of name, version"),
        (text_of("s", head=HEAD + "name: x\n"), "line 4: there is a line 'name:' already"),
        (text_of("s", head=HEAD.replace("Test", "")), "line 2: a name has 1 to 60 letters"),
        (text_of("s", head=HEAD.replace("1.4", "1.3")), "line 3: version is 1.2, 1.4, 1.2 house"),
        (text_of("s", head="urination-board 1\nname: x\n"), "there is no line 'version:'"),
        (text_of("s", head=HEAD + "influence_radius: -1\n"), "line 4: influence_radius is 0 to 20"),
        (text_of("s", head=HEAD + "path: 0,0\n"), "line 4: a path is written"),
        (text_of("s", head=HEAD + "path: a > 0,0\n"), "line 4: 'a' is not a cell"),
        (text_of("s", head=HEAD + "path: 0,0 > 0,1\n"), r"line 4: \(0,1\) is outside the grid"),
        (
            text_of("ss", head=HEAD + "path: 0,0 > 0,1\npath: 0,0 > 0,0\n"),
            r"line 5: there is a path from \(0,0\) already",
        ),
        (text_of("Bs", head=HEAD + "bond: 0,0\n"), "line 4: a bond is written"),
        (text_of("Bs", head=HEAD + "bond: 0,1 :\n"), r"\(0,1\) must be a bond space, not sidewalk"),
        (text_of("Bs", head=HEAD + "bond: 0,0 : 0,1\n"), r"\(0,1\) must be a territory, not"),
        (text_of("Bs", head=HEAD + "bond: 0,0 :\nbond: 0,0 :\n"), "line 5: the bond .* already"),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_place(text, message):
    with pytest.raises(BadNotation, match=message) as refused:
        parse_board(text)
    assert "\n" not in str(refused.value)


def test_limits_are_reached_and_not_passed():
    assert len(parse_board(text_of("T" * 62)).territories) == MOST_TERRITORIES
    assert len(parse_board(text_of(*["s" * 64] * 4)).cells) == 256
    assert len(parse_board(text_of("B" * 20)).sites) == MOST_SITES
    assert len(parse_board(text_of("W" * 40)).spots) == MOST_SPOTS


def test_a_board_without_a_home_has_no_tables():
    with pytest.raises(BadNotation, match="there is no home 2"):
        board_tables(parse_board(text_of("s1s")))


# Tables


def cell(board, row, column):
    return board.cells.index((row, column))


def territory(board, row, column):
    return board.territories.index((row, column))


def territories_in(board, mask):
    return {place for number, place in enumerate(board.territories) if int(mask) >> number & 1}


@pytest.mark.parametrize("name", BOARDS)
def test_tables_fit_into_an_options_record(name):
    tables = board_tables(parse_board(BOARDS[name].read_text()))
    options = np.zeros(1, options_record((), (), **BOARD_TABLES))
    assert tables.keys() == BOARD_TABLES.keys()
    for field, table in tables.items():
        options[field][0] = table
        assert (options[field][0] == table).all()


def test_steps_and_crossings_of_the_street():
    tables = board_tables(ELM)
    corner, mouth, street = cell(ELM, 3, 0), cell(ELM, 3, 6), cell(ELM, 2, 6)
    assert tables["step"][corner].tolist() == [NOWHERE, cell(ELM, 3, 1), NOWHERE, NOWHERE]
    assert tables["step"][mouth, NORTH] == street
    assert tables["cross"][corner].tolist() == [NOWHERE, NOWHERE, cell(ELM, 5, 0), NOWHERE]
    assert tables["zebra"][corner, SOUTH] == 0
    assert tables["cross"][mouth, SOUTH] == cell(ELM, 5, 6)
    assert tables["zebra"][mouth, SOUTH] == 1
    assert (tables["cross"][street] == NOWHERE).all()  # side streets have none (M12)
    assert [tables["depth"][cell(ELM, row, 6)] for row in (3, 2, 1)] == [0, 1, 2]


def test_crossings_of_a_junction():
    tables = board_tables(SIX)
    corner = cell(SIX, 3, 6)
    assert tables["cross"][corner, EAST] == cell(SIX, 3, 8)
    assert tables["cross"][corner, SOUTH] == cell(SIX, 5, 6)
    assert tables["zebra"][corner].tolist() == [0, 1, 1, 0]
    assert tables["cross"][cell(SIX, 0, 8), WEST] == cell(SIX, 0, 6)
    assert tables["path"][cell(SIX, 3, 10)] == cell(SIX, 0, 10)
    assert (tables["path"] >= 0).sum() == 2


def test_lines_through_junctions_or_to_side_streets_are_not_crossings():
    rows = ("1s3s.", "sx+xs", "2s4s.", "s====", "s=x=s", "s=x=:", "s=xT.")
    board = parse_board(text_of(*rows))
    tables = board_tables(board)
    assert tables["cross"][cell(board, 1, 0), EAST] == NOWHERE  # through a junction
    assert tables["cross"][cell(board, 4, 0), EAST] == cell(board, 4, 4)
    assert tables["zebra"][cell(board, 4, 0), EAST] == 0  # one road cell costs Drive
    assert tables["cross"][cell(board, 5, 0), EAST] == NOWHERE  # a side street beyond
    assert tables["cross"][cell(board, 6, 0), EAST] == NOWHERE  # a territory beyond


def test_what_a_cell_fronts():
    tables = board_tables(ELM)
    head = cell(ELM, 1, 6)
    fronts = [territory(ELM, *place) for place in ((0, 6), (1, 5), (1, 7))]
    assert tables["front"][head].tolist() == [*fronts, NOWHERE]
    assert tables["touch"][cell(ELM, 2, 6)].tolist() == [0, NOWHERE, NOWHERE, NOWHERE]
    assert tables["touch"][cell(ELM, 3, 0), 0] == MOST_SITES  # the water in the north-west
    assert tables["kind"][[0, 2, MOST_SITES, MOST_SITES + 1]].tolist() == [
        BOND,
        PARK,
        WATER,
        CHANCE,
    ]
    assert tables["kind"][9] == tables["kind"][MOST_SITES + 9] == NOTHING
    assert tables["homes_at"][cell(ELM, 3, 3)] == 0b0001
    assert tables["homes_at"][cell(ELM, 5, 21)] == 0b0100
    assert tables["homes_at"][cell(ELM, 3, 4)] == 0
    assert tables["home_cell"].tolist() == [
        cell(ELM, *place) for place in ((3, 3), (5, 3), (5, 21), (3, 21))
    ]


def test_features_come_in_the_order_of_their_triggers():
    board = parse_board(text_of(".W.1", "EsCs", ".Bs2", "..3s", ".4s."))
    tables = board_tables(board)
    kinds = [int(tables["kind"][feature]) for feature in tables["touch"][cell(board, 1, 1)]]
    assert kinds == [BOND, CHANCE, EVENTS, WATER]


def test_home_neighbourhoods_in_both_senses():
    elm, six = board_tables(ELM), board_tables(SIX)
    assert territories_in(ELM, elm["near"][0]) == {(2, 2), (2, 4)}
    assert territories_in(SIX, six["hood"][0]) == {(1, 2), (1, 4)}
    assert territories_in(SIX, six["hood"][2]) == {(7, 18), (7, 20)}
    board = parse_board(text_of("1T.3", "sT..", "s4.2", "T..."))
    tables = board_tables(board)
    assert territories_in(board, tables["hood"][0]) == {
        (0, 1)
    }  # touches the home, not its sidewalk
    assert territories_in(board, tables["near"][0]) == {
        (1, 1),
        (3, 0),
    }  # the sidewalk, one step away


def naive_distances(board, with_free):
    """All pairs by relaxing until nothing changes, from the step and crossing tables."""
    tables, count = board_tables(board), len(board.cells)
    away = np.full((count, count), FAR)
    np.fill_diagonal(away, 0)
    for start in range(count):
        for way in range(4):
            if tables["step"][start, way] != NOWHERE:
                away[start, tables["step"][start, way]] = 1
            if with_free and tables["zebra"][start, way]:
                away[start, tables["cross"][start, way]] = 0
    for middle in range(count):
        away = np.minimum(away, away[:, middle, None] + away[None, middle, :])
    return np.minimum(away, FAR)


@pytest.mark.parametrize("name", BOARDS)
def test_distances_agree_with_a_naive_search(name):
    board = parse_board(BOARDS[name].read_text())
    tables, count = board_tables(board), len(board.cells)
    walks, free = naive_distances(board, False), naive_distances(board, True)
    for number in range(len(board.territories)):
        fronts = (tables["front"][:count] == number).any(1)
        assert (tables["stroll"][:count, number] == walks[:, fronts].min(1)).all()
        assert (tables["far"][:count, number] == free[:, fronts].min(1)).all()
    for home in range(4):
        fronts = tables["homes_at"][:count] >> home & 1 == 1
        assert (tables["far_home"][:count, home] == free[:, fronts].min(1)).all()
    for feature in np.flatnonzero(tables["kind"]):
        fronts = (tables["touch"][:count] == feature).any(1)
        assert (tables["far_feature"][:count, feature] == free[:, fronts].min(1)).all()


def test_distances_by_hand():
    tables = board_tables(ELM)
    across = territory(ELM, 6, 7)
    assert tables["stroll"][cell(ELM, 3, 0), across] == FAR
    assert tables["far"][cell(ELM, 3, 0), across] == 7  # six to the zebra, one behind it
    assert tables["far"][cell(ELM, 3, 0), territory(ELM, 0, 6)] == 8
    assert (tables["far"][len(ELM.cells) :] == FAR).all()


# What depends on an option


def neighbours(board, reading, row, column):
    return territories_in(board, adjacency_masks(board, reading)[territory(board, row, column)])


def test_territories_one_step_apart_are_adjacent():
    assert neighbours(ELM, "step", 2, 1) == {(2, 2)}
    assert neighbours(ELM, "step", 2, 7) == {(0, 6), (1, 5), (1, 7)}
    assert neighbours(SIX, "step", 1, 1) == {(1, 2), (2, 1)}  # round a corner too


def test_territories_on_one_cell_are_adjacent():
    assert neighbours(ELM, "cell", 0, 6) == {(1, 5), (1, 7)}
    assert neighbours(ELM, "cell", 2, 1) == set()


def test_territories_that_touch_are_adjacent():
    assert neighbours(ELM, "touch", 2, 7) == {(1, 7)}
    assert neighbours(SIX, "touch", 1, 1) == {(1, 2), (2, 1)}


def test_territories_on_one_stretch_are_adjacent():
    """Corners and the mouths of side streets end a stretch, zebras do not (A2, N4)."""
    assert neighbours(ELM, "segment", 2, 1) == {(2, 2), (2, 4)}
    middle = {(2, 7), (2, 10), (2, 11), (2, 13), (2, 14), (2, 17)}
    assert neighbours(ELM, "segment", 2, 10) == middle - {(2, 10)}
    assert neighbours(ELM, "segment", 0, 6) == {(1, 5), (1, 7), (2, 7)}
    assert neighbours(SIX, "segment", 1, 1) == {(1, 2), (1, 4), (1, 5), (2, 1)}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("reading", READINGS)
def test_adjacency_goes_both_ways_and_never_to_itself(name, reading):
    board = parse_board(BOARDS[name].read_text())
    masks = adjacency_masks(board, reading)
    for one in range(MOST_TERRITORIES):
        for other in range(MOST_TERRITORIES):
            linked = int(masks[one]) >> other & 1
            assert linked == int(masks[other]) >> one & 1
            assert not (linked and one == other)


def test_an_unknown_reading_is_refused():
    with pytest.raises(OffleashError, match="no adjacency 'near', only step, segment, cell, touch"):
        adjacency_masks(ELM, "near")


def test_influence_by_the_board_by_an_option_and_by_lines():
    by_board, near = influence_masks(ELM, 0), influence_masks(ELM, 1)
    first = ELM.sites.index((2, 9))
    assert territories_in(ELM, by_board[first]) == {(2, 7), (2, 10), (2, 11)}
    assert territories_in(ELM, near[first]) == {(2, 10)}
    assert by_board[ELM.sites.index((2, 12))] == 0  # a park has none
    assert territories_in(ELM, by_board[ELM.sites.index((2, 5))]) == {
        (2, 4),
        (1, 5),
        (0, 6),
        (1, 7),
        (2, 7),
    }
    lined = parse_board(BOARDS["elm-street"].read_text().replace("grid:", "bond: 2,9 : 6,1\ngrid:"))
    assert territories_in(lined, influence_masks(lined, 3)[first]) == {
        (6, 1)
    }  # across the road (B20)


def test_influence_reaches_two_steps_where_nobody_says_how_far():
    silent = parse_board(BOARDS["elm-street"].read_text().replace("influence_radius: 2\n", ""))
    assert silent.influence_radius is None
    assert (influence_masks(silent, 0) == influence_masks(ELM, 2)).all()


def test_cells_are_written_as_row_and_column():
    assert cell_text((2, 7)) == "(2,7)"
