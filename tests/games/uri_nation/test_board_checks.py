"""A board broken on purpose for every constraint, and the figures that boards give."""

import pytest

from offleash.contract.studio.workbench import ERROR, IGNORED, OK, UNTESTED, WARNING
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.reach import reach
from offleash.games.uri_nation.board.tables import groups
from offleash.games.uri_nation.board.text import format_board_file, parse_board
from offleash.games.uri_nation.editor.constraints import (
    ADVICE,
    CONSTRAINTS,
    NEEDED,
    PUBLISHED,
    blocks,
    check_board,
    refuse_bad_board,
)
from offleash.tools.errors import BadNotation

ELM, SIX = BOARDS["elm-street"].read_text(), BOARDS["six-blocks"].read_text()


def replace_cells(text, cells=None, lines=(), version=None):
    """A board with other glyphs at some cells, further header lines, or another version."""
    head, grid = text.rstrip("\n").split("grid:\n")
    if version:
        head = head.replace("version: 1.2", f"version: {version}")
        head = head.replace("version: 1.4", f"version: {version}")
    rows = [list(row) for row in grid.split("\n")]
    for (row, column), glyph in (cells or {}).items():
        assert rows[row][column] != glyph
        rows[row][column] = glyph
    head += "".join(f"{line}\n" for line in lines)
    return f"{head}grid:\n" + "\n".join("".join(row) for row in rows) + "\n"


def wiped(*cells, by="."):
    return dict.fromkeys(cells, by)


def with_rows(text, *rows):
    return text.split("grid:\n")[0] + "grid:\n" + "\n".join(rows) + "\n"


def rows_of(text):
    return text.rstrip("\n").split("grid:\n")[1].split("\n")


def with_island():
    """One more cell in the east that only a zebra leads to."""
    return with_rows(SIX, *(row + ("xs" if i == 3 else "..") for i, row in enumerate(rows_of(SIX))))


def without_junctions():
    plain = str.maketrans("x+", "==")
    return with_rows(SIX, *(row.translate(plain) for row in rows_of(SIX)))


def with_wide_road():
    rows = rows_of(SIX)
    text = SIX.replace("path: 5,12 > 8,12", "path: 6,12 > 9,12")
    return with_rows(text, *rows[:5], *rows[4:])


SMALL_SIX = wiped((2, 1), (2, 2), (2, 17), (2, 18), (6, 1), (6, 2), (6, 17), (6, 18), (6, 4))

# A board for each constraint, and everything that is wrong with it.
BROKEN_BOARDS = {
    "KA1": (replace_cells(ELM, {(2, 3): "T"}), {"KA1"}),
    "KA2": (replace_cells(ELM, {(0, 0): "T"}), {"KA2"}),
    "KA3": (with_island(), {"KA3"}),
    "KA4": (without_junctions(), {"KA4"}),
    "KA5": (
        replace_cells(ELM, {(2, 3): "T", (2, 21): "T", (2, 5): "1", (2, 7): "4"}),
        {"KA5", "KA10"},
    ),
    "KA6": (replace_cells(ELM, {(2, 3): "T", (2, 7): "1"}), {"KA6"}),
    "KA7": (replace_cells(ELM, {(6, 3): "3", (6, 21): "2"}), {"KA7"}),
    "KA8": (replace_cells(SIX, SMALL_SIX), {"KA8"}),
    "KA9": (replace_cells(ELM, lines=["bond: 2,5 : 0,6 0,18 8,6 8,18"]), {"KA9"}),
    "KA10": (replace_cells(ELM, {(2, 21): "T", (2, 5): "4"}), {"KA10"}),
    "KB1": (replace_cells(ELM, wiped((2, 2), (2, 4))), {"KB1"}),
    "KB2": (replace_cells(ELM, wiped((2, 5), (2, 9), (2, 15))), {"KB2"}),
    "KB3": (replace_cells(ELM, wiped((2, 0))), {"KB3"}),
    "KB4": (replace_cells(ELM, wiped((2, 8))), {"KB4"}),
    "KB5": (replace_cells(ELM, {(2, 13): "P"}), {"KB5"}),
    "KB6": (replace_cells(ELM, wiped((6, 12))), {"KB6"}),
    "KB7": (replace_cells(ELM, {(4, 0): "s"}), {"KB7", "KB9"}),
    "KB8": (replace_cells(ELM, wiped((2, 8), (2, 16)) | wiped((6, 11), (6, 13), by="C")), {"KB8"}),
    "KB9": (replace_cells(ELM, {(2, 21): "T", (6, 21): "4", (6, 14): "3"}), {"KB9"}),
    "KB10": (replace_cells(ELM, {(4, 6): "="}), {"KB10"}),
    "KB11": (replace_cells(ELM, lines=["bond: 2,9 : 2,10"]), {"KB11"}),
    "KB12": (replace_cells(ELM, {(6, 12): ".", (8, 6): "E"}), {"KB12"}),
    "KB13": (replace_cells(ELM, lines=["path: 3,0 > 5,24"]), {"KB13"}),
    "KB14": (replace_cells(ELM, wiped((0, 6), (1, 5))), {"KB14"}),
    "KC1": (replace_cells(SIX, {(2, 3): "B"}), {"KC1"}),
    "KC2": (replace_cells(SIX, wiped((2, 11), (6, 11))), {"KC2"}),
    "KC3": (replace_cells(SIX, wiped((1, 2))), {"KC3"}),
    "KC4": (replace_cells(SIX, {(1, 3): "T", (1, 1): "1"}), {"KC4"}),
    "KC5": (replace_cells(SIX, lines=["path: 0,10 > 3,12"]), {"KC5"}),
    "KC6": (replace_cells(SIX, lines=["path: 0,3 > 3,12"]), {"KC6"}),
    "KC6b": (replace_cells(SIX, lines=["path: 3,11 > 0,12"]), {"KC6b"}),
    "KC7": (replace_cells(SIX, wiped((0, 0))), {"KC7"}),
    "KC8": (replace_cells(SIX, {(3, 7): "="}), {"KC8"}),
    "KC9": (replace_cells(SIX, wiped((1, 7), (1, 15), (7, 7), by="s")), {"KC9"}),
    "KC10": (replace_cells(SIX, {(1, 10): "s", (2, 10): "s", (2, 9): "P"}), {"KC10"}),
    "KC11": (with_wide_road(), {"KC11"}),
}

# The three levels of checks, as ruling N25 lists them.
LEVELS = {
    NEEDED: ["KA1", "KA2", "KA3", "KA4", "KC5", "KC6", "KC6b"],
    PUBLISHED: [
        *(["KA5", "KA6", "KA7"]),
        *(f"KB{n}" for n in range(1, 15)),
        *(["KC1", "KC2", "KC3", "KC4", "KC7", "KC8", "KC9", "KC10"]),
    ],
    ADVICE: ["KA8", "KA9", "KA10", "KC11"],
}


def of_the_house(text):
    """The same board, as one of the designer's own."""
    for version in ("1.2", "1.4"):
        text = text.replace(f"version: {version}\n", f"version: {version} house\n")
    return text


# Further ways to break some of them.
MORE_BROKEN_BOARDS = [
    ("KA1", replace_cells(ELM, {(2, 1): "1"})),
    ("KA4", replace_cells(ELM, {(4, 18): "=", (4, 6): "="})),
    ("KA8", replace_cells(ELM, {(r, c): "." for r in (2, 6) for c in (1, 2, 10, 11, 13, 14)})),
    ("KB2", replace_cells(ELM, {(2, 4): "B"})),
    ("KB3", replace_cells(ELM, {(2, 1): "W", (2, 23): "W"})),
    ("KB5", replace_cells(ELM, wiped((2, 12)))),
    ("KC1", replace_cells(SIX, {(2, 3): "C"})),
    ("KC1", replace_cells(SIX, {(2, 3): "E"})),
    ("KC1", replace_cells(SIX, {(1, 1): ":"})),
    ("KC2", replace_cells(SIX, wiped((2, 3), (2, 19), (6, 3), (6, 19)))),
    ("KC5", replace_cells(SIX, lines=["path: 3,12 > 2,12"])),
]


def ids(text, severity):
    return {
        finding.id for finding in check_board(parse_board(text)) if finding.severity == severity
    }


def test_there_is_a_broken_board_for_every_constraint():
    assert list(BROKEN_BOARDS) == list(CONSTRAINTS)


def test_every_constraint_has_the_level_that_the_ruling_gives_it():
    assert {name: c.level for name, c in CONSTRAINTS.items()} == {
        name: level for level, names in LEVELS.items() for name in names
    }


@pytest.mark.parametrize("name", BROKEN_BOARDS)
def test_a_published_board_may_only_break_advice(name):
    text, expected = BROKEN_BOARDS[name]
    assert name in expected
    advice = expected & set(LEVELS[ADVICE])
    assert (ids(text, ERROR), ids(text, WARNING)) == (expected - advice, advice)
    if expected == advice:
        refuse_bad_board(text)
        return
    with pytest.raises(BadNotation, match=rf"the board breaks ({'|'.join(expected - advice)}) "):
        refuse_bad_board(text)


@pytest.mark.parametrize("name", BROKEN_BOARDS)
def test_a_house_board_may_break_what_no_game_needs(name):
    text, expected = of_the_house(BROKEN_BOARDS[name][0]), BROKEN_BOARDS[name][1]
    needed = expected & set(LEVELS[NEEDED])
    assert (ids(text, ERROR), ids(text, WARNING)) == (needed, expected - needed)
    if not needed:
        refuse_bad_board(text)


@pytest.mark.parametrize("name", BROKEN_BOARDS)
def test_a_board_may_ignore_what_no_game_needs(name):
    text, expected = BROKEN_BOARDS[name]
    ignoring = replace_cells(text, lines=[f"ignore: {' '.join(sorted(expected))}"])
    if expected <= set(LEVELS[NEEDED]):
        with pytest.raises(BadNotation, match=f"{name} can't be ignored: "):
            refuse_bad_board(ignoring)
        return
    refuse_bad_board(ignoring)
    assert ids(ignoring, IGNORED) == expected
    assert ids(ignoring, ERROR) == ids(ignoring, WARNING) == set()
    assert parse_board(format_board_file(parse_board(ignoring))) == parse_board(ignoring)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("ignore: KB99", "there is no check 'KB99' to ignore"),
        ("ignore: homes", "ignore takes names of checks, KA8 KB9, not 'homes'"),
        ("ignore: KA8\nignore: KB9", "there is a line 'ignore:' already"),
    ],
)
def test_only_checks_can_be_ignored(line, problem):
    with pytest.raises(BadNotation, match=problem):
        refuse_bad_board(replace_cells(ELM, lines=[line]))


def test_a_check_that_holds_is_not_listed_as_ignored():
    assert ids(replace_cells(ELM, lines=["ignore: KA8"]), IGNORED) == set()


@pytest.mark.parametrize("win", range(1, 31))
def test_territories_are_counted_against_the_rules_in_force(win):
    board = parse_board(ELM)
    (result,) = (result for result in check_board(board, win) if result.id == "KA8")
    is_enough = 5 * win <= 2 * ELM.split("grid:")[1].count("T") <= 8 * win
    assert result.severity == (OK if is_enough else WARNING)


@pytest.mark.parametrize(("name", "text"), MORE_BROKEN_BOARDS)
def test_there_are_more_ways_to_break_one(name, text):
    assert name in ids(text, WARNING if name in LEVELS[ADVICE] else ERROR)


@pytest.mark.parametrize(
    ("homes", "is_fulfilled"), [("1234", True), ("4321", False), ("1243", False)]
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_homes_on_one_side_run_from_left_to_right(homes, is_turned, is_fulfilled):
    """As seen from the road, so that a board may be turned round (N28)."""
    head, grid = BOARDS["one-side"].read_text().split("grid:\n")
    grid = grid.translate(str.maketrans("1234", homes))
    if is_turned:
        grid = grid.strip()[::-1] + "\n"
    assert ("KA7" not in ids(f"{head}grid:\n{grid}", WARNING)) == is_fulfilled


def test_checks_that_need_a_home_are_untested_without_one():
    text, _ = BROKEN_BOARDS["KA1"]
    assert ids(text, UNTESTED) == {"KA7", "KA10", "KB1", "KB9"}


def test_what_breaks_a_constraint_is_named():
    texts = {
        f.id: f.text
        for f in check_board(parse_board(BROKEN_BOARDS["KA6"][0]))
        if f.severity == ERROR
    }
    assert texts == {"KA6": "KA6 no cell fronts a home and a park or bond space: (2,6)"}


def test_a_refusal_names_the_ways_out_and_they_work():
    text = BOARDS["elm-street"].read_text().replace("C", "T")
    with pytest.raises(BadNotation) as error:
        refuse_bad_board(text)
    assert str(error.value).startswith("the board breaks KB4 4 to 6 chance spots: there are 0. To")
    assert "“Ignore” in the editor, a line 'ignore: KB4' in the file" in str(error.value)
    assert "house board ('version: 1.2 house')" in str(error.value)
    house = text.replace("version: 1.2\n", "version: 1.2 house\n")
    assert house != text
    refuse_bad_board(house)
    ignored = text.replace("version: 1.2\n", "version: 1.2\nignore: KB4 KB8\n")
    refuse_bad_board(ignored)
    with pytest.raises(BadNotation) as error:  # what games need has no way out
        refuse_bad_board(BROKEN_BOARDS["KA1"][0])
    assert "To play on it" not in str(error.value)


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_in_the_box_have_no_error(name):
    text = BOARDS[name].read_text()
    refuse_bad_board(text)
    board = parse_board(text)
    assert board.is_house == bool(ids(text, WARNING))
    assert {finding.severity for finding in check_board(board)} <= {OK, WARNING, IGNORED}


def test_each_version_has_a_small_and_a_large_board():
    for version in ("1.2", "1.4"):
        boards = [parse_board(path.read_text()) for path in BOARDS.values()]
        sizes = sorted(len(board.territories) for board in boards if board.version == version)
        assert len(sizes) >= 3
        assert sizes[0] < sizes[1] < sizes[2]


# The figures of part 5e


def means(text, uturn, field):
    return [round(mean, 1) for mean in reach(parse_board(text), uturn)[field]]


def test_how_far_dogs_get_on_the_sample_boards():
    assert means(ELM, "dead_end", "cells") == [21.6, 27.0, 28.6]
    assert means(ELM, "dead_end", "territories") == [10.1, 12.0, 17.0]
    assert means(SIX, "dead_end", "cells") == [8.8, 27.3, 34.5]
    assert means(SIX, "dead_end", "territories") == [4.7, 12.5, 15.3]
    assert means(SIX, "free", "cells") == [22.5, 32.0, 35.1]


def test_with_early_stops_a_uturn_wins_no_cell():
    assert means(ELM, "free", "cells") == [21.6, 27.0, 28.6]


def test_groups_and_blocks_of_the_sample_boards():
    elm, six = parse_board(ELM), parse_board(SIX)
    assert (len(elm.territories), len(six.territories)) == (36, 46)
    assert len(blocks(six)) == 6
    expected = {(0, 6), (1, 5), (1, 7), (2, 4), (2, 7), (2, 10), (2, 11)}
    assert expected in [set(group) for group in groups(elm)]
