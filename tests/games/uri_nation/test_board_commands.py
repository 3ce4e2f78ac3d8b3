"""`offleash board`: checking and drawing boards."""

import re
import sys
from xml.etree import ElementTree

import pytest

from offleash.cli import main
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.properties import properties
from offleash.games.uri_nation.board.text import cell_text, parse_board
from offleash.games.uri_nation.draw.geometry import centre, size
from offleash.games.uri_nation.draw.street import draw_street, street
from offleash.games.uri_nation.editor.constraints import CONSTRAINTS

SHIPPED = {name: parse_board(path.read_text()) for name, path in BOARDS.items()}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def run(monkeypatch, capsys):
    def start(*arguments):
        monkeypatch.setattr(sys, "argv", ["offleash", "board", *map(str, arguments)])
        with pytest.raises(SystemExit) as error:
            main()
        output = capsys.readouterr()
        return error.value.code or 0, output.out, output.err

    return start


def lines_of(text, severity):
    return [line.split()[1] for line in text.splitlines() if line.startswith(severity)]


def test_a_good_board_is_ok_throughout(run):
    status, text, _ = run("check", "six-blocks")
    assert status == 0
    assert text.startswith("Six Blocks of Good Smells, for version 1.4\n")
    assert lines_of(text, "ok") == [name for name in CONSTRAINTS if name[:2] in ("KA", "KC")]
    assert "0 errors, 0 warnings" in text


def test_a_bad_board_shows_what_and_where_and_ends_with_status_2(run, tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text(BOARDS["elm-street"].read_text().replace("x===========x", "============x"))
    status, text, _ = run("check", file)
    assert status == 2
    assert lines_of(text, "error") == ["KB10"]
    assert "a free crossing at every side-street mouth: (3,6) (5,6)" in text
    assert "1 error, 0 warnings" in text


def test_warnings_are_not_errors(run):
    status, text, _ = run("check", "cul-de-sac")
    assert status == 0
    assert lines_of(text, "warning") == ["KA8", "KB2", "KB3", "KB4"]


def test_a_board_without_homes_is_checked_as_far_as_it_goes(run, tmp_path):
    file = tmp_path / "homeless.txt"
    file.write_text("urination-board 1\nname: Bare\nversion: 1.4\ngrid:\nss\nss\n")
    status, text, _ = run("check", file)
    assert status == 2
    assert "KA1 one home for each label 1 to 4: there is no home 1 2 3 4" in text
    assert lines_of(text, "untested") == ["KA7", "KA10", "KC3", "KC4"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "elm-stret"], "there is no board 'elm-stret', did you mean elm-street"),
        (["check", "nowhere.txt"], "nowhere.txt: it can't be read (No such file or directory)"),
        (["show", "elm-street", "--svg", "/"], "/ can't be written (it is a folder)"),
        (["dog"], "dog has no board command; only uri-nation does"),
    ],
)
def test_mistakes_are_one_sentence(run, arguments, message):
    status, out, errors = run(*arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("offleash: ") and errors.count("\n") == 1
    assert message in errors


def test_an_unreadable_board_names_its_file_and_cell(run, tmp_path):
    file = tmp_path / "typo.txt"
    file.write_text(BOARDS["six-blocks"].read_text().replace("sTT1TTs", "sTT1Tts"))
    status, _, errors = run("show", file)
    assert status == 2
    assert f"{file}: line 8, cell (1,5): 't' is not a glyph" in errors


def test_the_properties_of_the_sample_boards():
    elm, six = properties(SHIPPED["elm-street"]), properties(SHIPPED["six-blocks"])
    counts = ("n_territory", "n_bond_space", "n_park", "n_water", "n_chance", "n_events")
    assert [elm[name] for name in counts] == ["36", "8", "1", "4", "4", "1"]
    assert [six[name] for name in counts] == ["46", "0", "2", "4", "0", "0"]
    assert (elm["n_intersection"], six["n_intersection"]) == ("2", "2")
    assert (elm["side_street_depth"], six["side_street_depth"]) == ("2", "0")
    assert (elm["home_sides"], six["home_sides"]) == ("2+2", "1+1+1+1")
    assert six["cells in reach, uturn=free"] == "22.5 / 32.0 / 35.1 with 0 / 1 / 2 Drive"


# Pictures


def test_the_terminal_shows_every_cell(run):
    status, text, _ = run("show", "six-blocks")
    assert status == 0
    lines = [line[3:] for line in text.splitlines() if re.match(r" \d  ", line)]
    board = SHIPPED["six-blocks"].rows
    rows = ["".join(line[1::2]).replace("·", "s") for line in lines]
    assert rows == [f"{row}{number}" for number, row in enumerate(board)]  # both edges numbered
    assert "path (3,10) > (0,10)" in text


def test_a_picture_is_written(run, tmp_path):
    file = tmp_path / "deep" / "elm.svg"
    status, text, _ = run("show", "elm-street", "--svg", file)
    assert status == 0
    assert "picture:" in text
    assert file.read_text() == street(SHIPPED["elm-street"])


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_holds_everything_once(name):
    board = SHIPPED[name]
    root = ElementTree.fromstring(street(board))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    counts = {"cell": board.cells, "territory": board.territories, "site": board.sites}
    counts |= {"spot": board.spots, "home": board.homes}
    for kind, cells in counts.items():
        assert {element_id for element_id in ids if element_id.startswith(f"{kind}-")} == {
            f"{kind}-{number}" for number in range(len(cells))
        }


def test_things_are_drawn_where_they_lie():
    board = SHIPPED["elm-street"]
    root = ElementTree.fromstring(street(board))
    by_id = {element.get("id"): element for element in root.iter()}
    for number, cell in enumerate(board.territories):
        x, y = centre(cell)
        shape = by_id[f"territory-{number}"]
        assert shape.get("transform").startswith(f"translate({x:g},{y:g})")
        assert shape.find(f"{SVG}title").text == f"territory {cell_text(cell)}"
    assert root.get("viewBox") == "0 0 {:g} {:g}".format(*size(board))


def test_roofs_have_the_colour_of_their_owner():
    board = SHIPPED["four-corners"]
    assert draw_street(board) != draw_street(board, (1, 0, 2, 3))
    empty = draw_street(board, (0, None, 1, None))
    for seat_colour, is_drawn in (("#d5431c", True), ("#f4c51f", True), ("#1c72b4", False)):
        assert (f'fill="{seat_colour}"' in empty) == is_drawn


def test_lines_of_influence_go_where_influence_goes():
    elm, six = SHIPPED["elm-street"], SHIPPED["six-blocks"]
    by_id = {element.get("id"): element for element in ElementTree.fromstring(street(elm)).iter()}
    lines = by_id["influence"].find(f"{SVG}path").get("d")
    assert lines.count("M") == 4 * 5 + 4 * 3
    assert 'id="influence"' not in street(six)
    assert draw_street(elm) != draw_street(elm, radius=1)


def test_a_name_is_only_a_name():
    text = BOARDS["four-corners"].read_text().replace("Four Corners", "<b>&\"'")
    ElementTree.fromstring(street(parse_board(text)))
