"""Commands that a game brings: listed without its rules, imported when they are called."""

import sys

import pytest

from offleash.cli import main
from offleash.cli.app import app
from offleash.games import registry
from offleash.games.registry import Command, Row

MODULE = "tests.cli.planted_game"


@pytest.fixture(autouse=True)
def planted(monkeypatch):
    monkeypatch.setattr(registry, "ROWS", dict(registry.ROWS))
    commands = (Command("board", "draw a board"), Command("odds", "count dice"))
    registry.add(Row("planted", MODULE, "Planted", "2", "a test", commands=commands))
    registry.add(Row("other", "nowhere", "Other", "2", "a test", commands=commands[:1]))
    for name in (MODULE, f"{MODULE}.commands"):
        sys.modules.pop(name, None)


def run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["offleash", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    said = capsys.readouterr()
    return stopped.value.code or 0, said.out, said.err


def test_they_are_listed_without_importing_the_game(monkeypatch, capsys):
    status, text, _ = run(monkeypatch, capsys, "--help")
    assert status == 0
    assert "draw a board (planted); draw a board (other)" in " ".join(text.split()).replace(
        "│ ", ""
    )
    assert "count dice (planted)" in text
    status, text, _ = run(monkeypatch, capsys, "board", "--help")
    assert status == 0
    assert "planted" in text and "other" in text
    assert MODULE not in sys.modules
    assert f"{MODULE}.commands" not in sys.modules


def test_they_run_with_arguments_and_options(monkeypatch, capsys):
    assert run(monkeypatch, capsys, "board", "planted", "--x--|", "--twice")[:2] == (
        0,
        "board --x--| --x--|\n",
    )
    assert f"{MODULE}.commands" in sys.modules
    status, text, _ = run(monkeypatch, capsys, "odds", "planted", "--help")
    assert status == 0
    assert "how many dice" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["board"], "board needs a game: planted or other"),
        (["board", "dog"], "dog has no board, only planted and other"),
        (["board", "cat"], "there is no game 'cat'"),
        (["boarb"], "there is no command 'boarb', did you mean board"),
        (["board", "planted"], "TEXT is missing; `offleash board planted --help`"),
        (["odds", "planted", "--dice", "x"], "--dice can't be 'x': it takes a whole number"),
        (["odds", "planted", "--dyce", "1"], "there is no option '--dyce', did you mean --dice"),
        (["odds", "planted", "--dice", "7"], "too many dice"),
    ],
)
def test_their_mistakes_are_one_sentence(monkeypatch, capsys, arguments, message):
    status, out, errors = run(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("offleash: ") and errors.count("\n") == 1
    assert message in errors


def test_no_game_hides_a_command_of_the_program():
    names = {command.callback.__name__ for command in app.registered_commands}
    for row in registry.ROWS.values():
        assert not names & {command.name for command in row.commands}
