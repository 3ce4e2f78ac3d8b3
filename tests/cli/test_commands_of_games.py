"""Commands that a game brings: listed without its rules, imported when they are called."""

import sys

import pytest

from offleash.cli import main
from offleash.cli.app import app
from offleash.games import registry
from offleash.games.registry import Command, Row

MODULE = "tests.cli.planted_game"


@pytest.fixture(autouse=True)
def planted_games(monkeypatch):
    monkeypatch.setattr(registry, "ROWS", {"dog": registry.ROWS["dog"]})
    commands = (
        Command("board", "Draw a board"),
        Command("odds", "Count dice"),
        Command("sniff", "Follow a scent"),
    )
    registry.add(Row("planted", "Planted", "2", "a test", (), commands, MODULE))
    registry.add(Row("other", "Other", "2", "a test", (), commands[:1], "nowhere"))
    for name in (MODULE, f"{MODULE}.commands"):
        sys.modules.pop(name, None)


def run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["offleash", *arguments])
    with pytest.raises(SystemExit) as error:
        main()
    captured = capsys.readouterr()
    return error.value.code or 0, captured.out, captured.err


def test_commands_are_listed_without_importing_the_game(monkeypatch, capsys):
    status, text, _ = run(monkeypatch, capsys, "--help")
    assert status == 0
    assert "Draw a board (planted). Draw a board (other)." in " ".join(text.split()).replace(
        "│ ", ""
    )
    assert "Count dice (planted)" in text
    status, text, _ = run(monkeypatch, capsys, "board", "--help")
    assert status == 0
    assert "planted" in text and "other" in text
    assert MODULE not in sys.modules
    assert f"{MODULE}.commands" not in sys.modules


def test_commands_run_with_arguments_and_options(monkeypatch, capsys):
    assert run(monkeypatch, capsys, "board", "planted", "--x--|", "--twice")[:2] == (
        0,
        "board --x--| --x--|\n",
    )
    assert f"{MODULE}.commands" in sys.modules
    status, text, _ = run(monkeypatch, capsys, "odds", "planted", "--help")
    assert status == 0
    assert "how many dice" in text


def test_the_only_game_with_a_command_need_not_be_named(monkeypatch, capsys):
    assert run(monkeypatch, capsys, "odds", "--dice", "3")[:2] == (0, "216\n")
    assert run(monkeypatch, capsys, "odds", "planted", "--dice", "3")[:2] == (0, "216\n")
    status, text, _ = run(monkeypatch, capsys, "odds", "--help")
    assert status == 0
    assert "offleash odds [OPTIONS]" in text and "how many dice" in text


def test_a_command_may_have_subcommands(monkeypatch, capsys):
    for arguments in ([], ["planted"]):
        result = run(
            monkeypatch, capsys, "sniff", *arguments, "far", "--loud", "a fox", "--steps", "2"
        )
        assert result[:2] == (0, "FAR A FOX 2\n")
    assert run(monkeypatch, capsys, "sniff", "near", "--x--|")[:2] == (0, "near --x--|\n")
    status, text, _ = run(monkeypatch, capsys, "sniff", "--help")
    assert status == 0
    assert "Follow a scent" in text and "Sniff beside you." in text
    status, text, _ = run(monkeypatch, capsys, "sniff", "far", "--help")
    assert status == 0
    assert "offleash sniff far" in text and "how many steps" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sniff"], "sniff needs near or far; see `offleash sniff --help`"),
        (["sniff", "fat"], "there is no sniff command 'fat', did you mean far"),
        (["sniff", "far"], "SCENT is missing; see `offleash sniff far --help`"),
        (["sniff", "dog"], "dog has no sniff command; only planted does"),
        (["board"], "board needs a game: planted or other"),
        (["board", "dog"], "dog has no board command; only planted and other do"),
        (["board", "cat"], "there is no game 'cat'"),
        (["boarb"], "there is no command 'boarb', did you mean board"),
        (["board", "planted"], "TEXT is missing; see `offleash board planted --help`"),
        (["odds", "planted", "--dice", "x"], "--dice must be a whole number"),
        (["odds", "planted", "--dyce", "1"], "there is no option '--dyce', did you mean --dice"),
        (["odds", "planted", "--dice", "7"], "too many dice"),
    ],
)
def test_errors_of_commands_give_one_error_message(monkeypatch, capsys, arguments, message):
    status, out, errors = run(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("offleash: ") and errors.count("\n") == 1
    assert message in errors


def test_no_game_hides_a_command_of_the_program():
    names = {command.callback.__name__ for command in app.registered_commands}
    for row in registry.ROWS.values():
        assert not names & {command.name for command in row.commands}
