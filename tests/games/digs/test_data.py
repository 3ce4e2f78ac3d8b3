"""Boards and decks as data: files read, refused with where, named in positions, settled once."""

from pathlib import Path

import numpy as np
import pytest

from offleash.contract.option_texts import stored_text
from offleash.contract.options import make_options
from offleash.games import registry
from offleash.play.session import Session
from offleash.projects.project import options_from
from offleash.tools.errors import BadFile, BadNotation
from tests.battery import rebind
from tests.processes import run_program
from tests.toys.digs.options import BOARDS, OPTION_LIST, OPTIONS
from tests.toys.yard.board import MOST_CELLS, parse_board
from tests.toys.yard.rules.walks import NOWHERE, measure

GAME = registry.load("digs")
LANE = "1.B.2\n.#.#.\n3.B.4\n"


def path_of(folder, text, name="own.txt"):
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1.B.2\n.#x#.\n3.B.4\n", "row 2, column 3: 'x' is none of . # B 1 2 3 4"),
        ("1.B.2\n.#.#\n3.B.4\n", "row 2 has 4 columns, not 5"),
        ("1.B.2\n3.B.2\n", "start 2 is there 2 times, not once"),
        ("1...2\n3...4\n", "there is no bone on the board"),
        ("1.B#2\n3.B#4\n", "row 1, column 5: there is no way to it from the first cell"),
        (f"1B{'.' * 9}2\n3{'.' * 10}4\n" + f"{'.' * 12}\n" * 4, "at most 62 cells"),
        ("." * 27 + "\n", "at most 26 rows of 26 columns"),
    ],
)
def test_a_bad_board_is_named_with_row_and_column(tmp_path, text, sentence):
    file = path_of(tmp_path, text)
    with pytest.raises(BadNotation) as error:
        registry.load("digs").options(board=file)
    assert str(error.value).startswith(f"{file}: ")
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("trot 4 3\ndash\n", "line 2: 'dash' is no card"),
        ("trot 4 3\ntrot 1 1\n", "line 2: there is a card trot already"),
        ("trot 4 13\n", "line 1: trot needs 1 to 12 steps"),
        ("trot 101 3\n", "at most 6 kinds and 100 cards"),
        ("", "line 1: '' is no card"),
    ],
)
def test_a_bad_deck_is_named_with_its_line(tmp_path, text, sentence):
    with pytest.raises(BadNotation, match=sentence):
        registry.load("digs").options(deck=path_of(tmp_path, text))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("lane.txt", 'rules quick with board="lane"'),
        ("board.txt", "rules quick with own board"),
        ("[red]lane.txt", "rules quick with own board"),
    ],
)
def test_people_see_the_name_of_an_own_board(tmp_path, file, text):
    game = registry.load("digs")
    assert game.describe_options(game.options(board=path_of(tmp_path, LANE, file))) == text


def test_an_own_board_is_named_by_its_digest(tmp_path):
    game = registry.load("digs")
    options = game.options(board=path_of(tmp_path, LANE), seats=2, crumbs=0)
    name = game.changes(options)["board"]
    assert name.startswith("@")
    assert stored_text(int(name[1:], 16)) == LANE
    session = Session(game, options).play("draw dash", "walk c3", "bid 1", "bid 0", "draw stroll")
    assert f"board={name}" in session.position
    copy = Session(game, game.options(board=name, seats=2, crumbs=0), position=session.position)
    assert copy.state.tobytes() == session.state.tobytes()
    assert copy.legal == session.legal == ["walk c1", "walk d1", "walk e2", "walk e3"]
    with pytest.raises(BadNotation, match="this position has board=@"):
        game.notation.parse_position(session.position, game.options())


RULES = """
base = "long"
board = "lane.txt"
crumbs = 2
biscuits = { red = 1 }
"""


def program(*arguments):
    """The program with the toys, in a process that has read no board before."""
    process = run_program("tests.program", *arguments, COLUMNS="200")
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_an_own_board_travels_with_the_rules_file_and_the_transcript(tmp_path):
    path_of(tmp_path, LANE, "lane.txt")
    rules = path_of(tmp_path, RULES, "own.toml")
    file = tmp_path / "game.txt"
    bots = "greedy,persona:miser,persona:loner,random"
    common = ("--games", "3", "--seats", bots, "--rules", str(rules), "--transcript", str(file))
    output = program("simulate", "digs", *common)
    assert "rules long with board=lane, " in output
    assert "crumbs=2, biscuits=1,5,5,7" in output
    rules.unlink()
    (tmp_path / "lane.txt").unlink()
    replayed = program("replay", str(file))
    assert "rules long with own board" in replayed
    assert "the dogs have been called in" in replayed


def test_an_unknown_digest_is_refused():
    game = registry.load("digs")
    with pytest.raises(BadNotation, match="whose text is not known"):
        game.options(board="@0123456789abcdef")


def test_action_texts_depend_on_the_board_and_the_deck():
    game = registry.load("digs")
    garden, park = game.options(), game.options(board="park", deck="lively")
    assert game.notation.format_action(12, garden) != game.notation.format_action(12, park)
    draw = game.notation.parse_action("draw dash", park)
    assert game.notation.format_action(draw, garden) == "draw stroll"
    with pytest.raises(BadNotation, match="no action of Digs here"):
        game.notation.parse_action("walk j1", garden)
    assert game.notation.parse_action("walk j1", park) == 8


# Presets and tables


def test_changes_are_relative_to_the_preset():
    game = registry.load("digs")
    assert game.describe_options(game.options()) == "rules quick"
    long = game.options("long", rounds=9, biscuits="red=1")
    assert game.describe_options(long) == "rules long with rounds=9, biscuits=1,5,5,7"
    assert game.changes(game.options("long")) == {}
    with pytest.raises(BadNotation, match="no preset 'lnog', did you mean long; the presets"):
        game.options("lnog")


@pytest.mark.parametrize("board", BOARDS)
def test_the_tables_are_those_of_the_board(board):
    game = registry.load("digs")
    options = game.options(board=board)
    yard = parse_board(BOARDS[board].read_text(encoding="utf-8"))
    cells = len(yard.spots)
    assert 32 < int(options["cells"][0]) == cells <= MOST_CELLS
    apart, steps = options["apart"][0], options["steps"][0]
    assert (apart[:cells, :cells] == apart[:cells, :cells].T).all()
    assert ((apart == 1).sum(axis=1) == (steps != NOWHERE).sum(axis=1)).all()
    assert max(yard.bones) > 32  # so that a mask needs more than 32 bits
    assert OPTIONS.itemsize > 4096


def test_a_nested_array_of_a_record_is_an_array_to_shared_rules():
    """From Python as from compiled rules, the table of a board and the scratch of a search."""
    options = registry.load("digs").options()
    work = registry.load("digs").new_work()
    measure(options[0].steps, work[0].far, work[0].frontier, 0, 100, 0)
    cells = int(options["cells"][0])
    assert work["far"][0][:cells].tolist() == options["apart"][0][0][:cells].tolist()


def test_options_are_settled_however_they_are_made():
    game = registry.load("digs")
    options = make_options(OPTION_LIST, OPTIONS, {"board": "park"})
    assert not options["cells"][0]
    game.settle_options(options)
    assert options["cells"][0] == game.options(board="park")["cells"][0]
    assert np.array_equal(options["apart"], game.options(board="park")["apart"])


def test_every_option_has_a_source_and_a_sweep():
    for option in OPTION_LIST:
        assert option.source
        assert len(option.sweep) > 1
        for value in option.sweep:
            assert option.format(option.parse(option.format(value))) == option.format(value)


def describe_rules(folder, text, settings=None):
    """What a rules file comes to, told in one line."""
    file = path_of(folder, text, "rules.toml")
    return GAME.describe_options(options_from(GAME, None, file, settings or {}))


def test_a_number_set_for_one_seat_leaves_those_of_the_rules_file(tmp_path):
    description = describe_rules(tmp_path, "biscuits = {red = 1}", {"biscuits": "green=2"})
    assert description == "rules quick with biscuits=1,5,5,2"


def test_a_shipped_board_wins_over_a_file_next_to_the_rules_file(tmp_path):
    path_of(tmp_path, LANE, "park")
    assert describe_rules(tmp_path, 'board = "park"') == "rules quick with board=park"


def test_a_board_next_to_a_rules_file_in_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    path_of(tmp_path, LANE, "own.txt")
    path_of(tmp_path, 'board = "own.txt"', "rules.toml")
    options = options_from(GAME, None, Path("~/rules.toml"), {})
    assert stored_text(options["board"][0]) == LANE


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (f'board = "{"x" * 300}.txt"', 1, "File name too long"),
        ("biscuits = []", 1, "option biscuits can't be []"),
        ('biscuits = "red=1,red=2"', 1, "option biscuits can't be"),
        ('seats = 2\nbase = "none"', 2, "Digs has no preset 'none'"),
        ('base = "long"\nseats = 2\ntie = "x"', 3, "option tie can't be 'x'"),
    ],
)
def test_a_rules_file_is_refused_with_the_line(tmp_path, text, line, problem):
    with pytest.raises(BadFile) as error:
        describe_rules(tmp_path, text)
    assert error.value.line == line
    assert problem in error.value.problem


def test_options_of_a_rules_file_may_be_possible_only_together(tmp_path):
    def only_together(options):
        if (options["seats"][0] == 4) != (options["crumbs"][0] == 2):
            raise BadNotation("four dogs need two crumbs")

    game = rebind(GAME, settle=only_together)
    file = path_of(tmp_path, "seats = 4\ncrumbs = 2", "rules.toml")
    assert game.changes(options_from(game, None, file, {})) == {"seats": "4", "crumbs": "2"}
    file = path_of(tmp_path, "rounds = 4\nseats = 4", "rules.toml")
    with pytest.raises(BadFile, match="line 2: four dogs need two crumbs"):
        options_from(game, None, file, {})
