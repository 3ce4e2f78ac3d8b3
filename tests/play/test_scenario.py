"""Every scenario file holds; and a scenario that is wrong says what differs."""

from pathlib import Path

import pytest

from offleash.play.scenario import run_file
from offleash.tools.errors import BadFile

FILES = sorted((Path(__file__).parent.parent / "games").glob("*/scenarios/*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_scenarios_hold(file):
    outcomes = run_file(file)
    assert outcomes
    assert [(o.name, o.differences) for o in outcomes if not o.has_passed] == []
    assert all(outcome.checks for outcome in outcomes)


HEAD = 'game = "dog"\n\n[[scenario]]\nname = "x"\nposition = "P0*||| hands=A,4|||"\n'


@pytest.mark.parametrize(
    ("step", "difference"),
    [
        ('{ legal = ["4 a"] }', "'A a 1' should not be legal"),
        ('{ legal = ["A start"] }', "'A start' should be legal"),
        ('{ includes = ["4 a", "5 a"] }', "'5 a' should be legal"),
        ('{ excludes = ["4 a"] }', "'4 a' should not be legal"),
        ('{ play = "A start" }', "illegal action 'A start' for seat 0: its own protected token"),
        ('{ position = "P1|||" }', "board is P0*|||, not P1|||"),
        ('{ position = "P0*||| seat=2" }', "seat is 0, not 2"),
        ('{ fields = { "token[0][0]" = 5 } }', "token[0][0] is 0, not 5"),
        ('{ fields = { phase = "give" } }', "phase is 'play', not 'give'"),
        ("{ fields = { actor = 1 } }", "actor is 0, not 1"),
        ('{ illegal = "4 a" }', "'4 a' is legal"),
        ('{ illegal = "A start", because = "moon" }', "not 'moon'"),
        ('{ outcomes = { card = "4", count = 3 } }', "4 leads to 2 boards, not 3"),
        ('{ outcomes = { card = "4", boards = ["P4|||"] } }', "4 should not lead to P60|||"),
        ('{ outcomes = { card = "4", boards = ["P9|||"] } }', "4 should lead to P9|||"),
    ],
)
def test_a_difference_is_shown(tmp_path, step, difference):
    file = tmp_path / "x.toml"
    file.write_text(f"{HEAD}steps = [{step}]\n")
    (outcome,) = run_file(file)
    assert not outcome.has_passed
    assert any(difference in text for text in outcome.differences), outcome.differences


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("game = \n", 1, "not valid TOML"),
        ('game = "dog"\n', None, "there is no [[scenario]]"),
        ('[[scenario]]\nname = "x"\nsteps = []\n', None, "the file has no 'game'"),
        ('game = "cat"\n[[scenario]]\nname = "x"\nsteps = []\n', None, "there is no game 'cat'"),
        ('game = "dog"\n[[scenario]]\nsteps = []\n', 2, "the scenario has no 'name'"),
        (HEAD, 3, "scenario 'x' has no 'steps'"),
        (HEAD + "steps = 5\n", 3, "'steps' of scenario 'x' must be a list, not 5"),
        (HEAD + "steps = [5]\n", 3, "step 1 of scenario 'x' must be a table"),
        (HEAD + "steps = [{ jump = 1 }]\n", 3, "must have exactly one of play, legal"),
        (HEAD + "steps = [{ play = 'hop' }]\n", 3, "'hop' is not an action of Dog"),
        (HEAD + "steps = [{ fields = { tail = 1 } }]\n", 3, "'tail', which is not a field of Dog"),
        (HEAD + "steps = [{ fields = { 'token[9]' = 1 } }]\n", 3, "there is no such index"),
        (HEAD + "steps = [{ outcomes = { card = '1' } }]\n", 3, "'1' is not a card"),
        (HEAD + "steps = [{ outcomes = { card = '2' } }]\n", 3, "must expect a count or boards"),
        (HEAD + "steps = [{ illegal = ['throw', '7'] }]\n", 3, "'illegal' of step 1"),
        (HEAD + "steps = [{ outcomes = { card = '2', boards = [1] } }]\n", 3, "boards in text"),
        (HEAD + "steps = [{ outcomes = { card = '2', boards = 5 } }]\n", 3, "'boards' of step 1"),
        (HEAD + "steps = [{ outcomes = { card = '2', seat = true } }]\n", 3, "'seat' of step 1"),
        (HEAD + "steps = [{ outcomes = { card = '2', count = '8' } }]\n", 3, "'count' of step 1"),
        (HEAD + "steps = [{ outcomes = { card = '2', cuont = 8 } }]\n", 3, "unknown key 'cuont'"),
        (HEAD.replace("]]", "]] # one") + "steps = 5\n", 3, "'steps' of scenario 'x'"),
        (HEAD + "steps = " + "[" * 5000, None, "it is nested too deep"),
        (HEAD + "colour = 1\nsteps = []\n", 3, "scenario 'x' has an unknown key 'colour'"),
        (HEAD + "options = { cat = true }\nsteps = []\n", 3, "there is no option 'cat'"),
        (HEAD.replace("P0*", "P99") + "steps = []\n", 3, "'P99' is off the board"),
        (HEAD + "steps = []\n", 3, "scenario 'x' has no steps, so it tests nothing"),
        (HEAD + "steps = [{ includes = [] }]\n", 3, "'includes' of step 1 of scenario 'x' names"),
        (HEAD + "steps = [{ excludes = [] }]\n", 3, "'excludes' of step 1 of scenario 'x' names"),
        (HEAD + "steps = [{ play = [] }]\n", 3, "'play' of step 1 of scenario 'x' names no action"),
        (HEAD + "steps = [{ fields = {} }]\n", 3, "'fields' of step 1 of scenario 'x' names no"),
        (HEAD + f"steps = [{{ fields = {{ phase = {'9' * 5000} }} }}]\n", None, "is too long"),
        (HEAD + f"steps = [{{ fields = {{ phase = 0x{'f' * 5000} }} }}]\n", None, "is too long"),
        (HEAD + f"steps = [{{ fields = {{ 'token[{'9' * 5000}]' = 1 }} }}]\n", 3, "is not a field"),
        (HEAD + "steps = [{ fields = { 'token[١]' = 1 } }]\n", 3, "is not a field of Dog"),
        (HEAD + "options = { jokers = 0xffffffffffffffff }\nsteps = []\n", 3, "option jokers"),
        (HEAD + "steps = [{ fields = { phase = 1979-99-99 } }]\n", 6, "not valid TOML"),
        (HEAD + "steps = [{ outcomes = { joker = '2' } }]\n", 3, "has no 'card'"),
        (HEAD.replace('"x"', '"\\u001b[31mred"'), 3, "is not a scenario's name"),
        (HEAD.replace('"x"', '""'), 3, "'' is not a scenario's name"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path, text, line, problem):
    file = tmp_path / "x.toml"
    file.write_text(text)
    with pytest.raises(BadFile) as error:
        run_file(file)
    assert problem in str(error.value)
    assert error.value.line == line
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadFile, match=r"gone\.toml: it can't be read"):
        run_file(tmp_path / "gone.toml")


def test_a_file_with_a_mark_in_front_is_read(tmp_path):
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xef\xbb\xbf" + f'{HEAD}steps = [{{ includes = ["4 a"] }}]'.encode())
    assert [outcome.has_passed for outcome in run_file(file)] == [True]


def test_a_board_file_is_found_next_to_the_scenario(tmp_path):
    """Wherever the program is started."""
    (tmp_path / "own.txt").write_text("1.B.2\n3.B.4", encoding="utf-8")
    file = tmp_path / "x.toml"
    file.write_text(
        'game = "digs"\n[[scenario]]\nname = "x"\noptions = { board = "own.txt" }\n'
        'steps = [{ fields = { actor = "chance" } }]\n'
    )
    assert [outcome.has_passed for outcome in run_file(file)] == [True]
    (tmp_path / "own.txt").unlink()
    with pytest.raises(BadFile, match=r"own\.txt"):
        run_file(file)
