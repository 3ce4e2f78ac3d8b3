"""Bots named as `module:Class`: from the command line they are loaded, from no file ever."""

import json
import sys

import pytest

from offleash.bots import kinds
from offleash.bots.python import time_limit
from offleash.cli import app
from offleash.play.session import Session
from offleash.play.transcript import format_transcript
from offleash.tools.errors import OffleashError
from tests.processes import run_program

BOTS = '''
"""Says that it was here."""
from pathlib import Path

Path("imported").touch()
print("loaded")


class Last:
    """The last of all actions."""

    def choose(self, view, legal):
        return legal[-1]


class Loud(Last):
    def __init__(self):
        print("here I am")


class Lost:
    def choose(self, view, legal):
        raise LookupError("where am I")
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current folder with bots that nobody has loaded yet."""
    (tmp_path / "planted_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(time_limit, "time_limit", time_limit.time_limit)
    monkeypatch.delitem(sys.modules, "planted_bots", raising=False)
    yield tmp_path
    sys.modules.pop("planted_bots", None)


def run(*arguments):
    assert not app.run([str(argument) for argument in arguments])


def error_of(*arguments):
    with pytest.raises(OffleashError) as error:
        app.run([str(argument) for argument in arguments])
    return str(error.value)


def test_a_class_in_the_current_folder_takes_part_in_an_experiment(folder, capsys):
    run("simulate", "digs", "--seats", "planted_bots:Last,greedy,random", "-n", 6, "--json")
    summary = json.loads(capsys.readouterr().out)
    assert (folder / "imported").exists()
    assert summary["seats"] == ["planted_bots:Last", "greedy", "random"]
    assert "wins of planted_bots:Last" in summary["figures"] and "forfeits" not in summary


def test_output_of_a_bot_stays_out_of_the_json(folder, capsys):
    seats = ("--seats", "planted_bots:Loud,greedy,random")
    run("simulate", "digs", *seats, "-n", 6, "--json", "--transcript", "first.txt")
    output = capsys.readouterr()
    assert json.loads(output.out)["seats"][0] == "planted_bots:Loud"
    assert "loaded" in output.err and "here I am" in output.err


def test_forfeits_are_reported_and_the_run_goes_on(folder, capsys):
    seats = ("--seats", "planted_bots:Lost,greedy,random")
    run("simulate", "digs", *seats, "-n", 6, "--transcript", "first.txt")
    output = capsys.readouterr()
    assert "6 games were forfeited: planted_bots:Lost 2 on seat 0, 2 on seat 1" in output.out
    line = next(line for line in output.err.splitlines() if "forfeits game 0" in line)
    assert "it raised LookupError: where am I (planted_bots.py, line 23); it saw " in line
    assert "… and 1 more" in output.err
    assert "unfinished" in (folder / "first.txt").read_text()


def test_a_ladder_rates_a_python_bot(folder, capsys):
    bots = ("--bots", "planted_bots:Last,greedy", "--anchor", "planted_bots:Last")
    run("ladder", "digs", *bots, "-n", 6, "--json", "--move-limit", 0)
    summary = json.loads(capsys.readouterr().out)
    assert summary["anchor"] == "planted_bots:Last"
    assert {row["bot"] for row in summary["ratings"]} == {"planted_bots:Last", "greedy"}
    assert time_limit.time_limit.seconds == 0


def test_two_arms_may_differ_in_their_bot(folder, capsys):
    arms = ("--a", "bots=greedy", "--b", "bots=planted_bots:Last", "--measure", "choices")
    run("compare", "digs", *arms, "-n", 96, "--json")
    assert json.loads(capsys.readouterr().out)["arms"][1]["seats"] == ["planted_bots:Last"] * 3


PLANS = (
    'seats = "planted_bots:Last"',
    'seats = ["greedy", "planted_bots:Last", "greedy"]',
    'kind = "compare"\n[b]\nbots = "planted_bots:Last"',
    'kind = "ladder"\n[ladder]\nbots = ["greedy", "planted_bots:Last"]',
    '[[arms]]\nname = "a"\nseats = [["planted_bots:Last"]]',
)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_that_names_code_is_refused_and_nothing_is_loaded(folder, plan):
    (folder / "plan.toml").write_text(f'game = "digs"\n{plan}\n')
    message = error_of("run", "plan.toml")
    assert message.startswith("plan.toml, line ")
    assert "there is no bot 'planted_bots:Last'" in message
    assert message.endswith("module:Class works only on the command line")
    assert not (folder / "imported").exists() and "planted_bots" not in sys.modules


def test_a_plan_written_by_a_run_is_refused_too(folder, capsys, monkeypatch):
    command = ("simulate", "digs", "--seats", "planted_bots:Last", "-n", 3, "--out", "kept")
    run(*command)
    run(*command)  # the command may name it again
    (folder / "imported").unlink()
    del sys.modules["planted_bots"]
    monkeypatch.setattr(kinds, "registered_kinds", {})
    assert "only on the command line" in error_of("run", "kept/plan.toml", "--out", "kept")
    run("report", "kept")
    assert (folder / "kept" / "report.html").exists()
    assert not (folder / "imported").exists() and "planted_bots" not in sys.modules


def test_a_transcript_that_names_code_is_refused_and_nothing_is_loaded(folder, capsys):
    game = kinds_game()
    seats = ["person", "planted_bots:Last", "greedy", "greedy"]
    (folder / "save.txt").write_text(format_transcript(Session(game, seed=3, seats=seats)))
    assert "only on the command line" in error_of("play", "--resume", "save.txt")
    run("replay", "save.txt")  # who played is told, not loaded
    assert not (folder / "imported").exists() and "planted_bots" not in sys.modules


def kinds_game():
    import offleash

    return offleash.load_game("dog")


def test_a_typo_is_reported_before_anything_is_loaded(folder):
    message = error_of("simulate", "dog", "--seats", "perona:hunter")
    assert message.startswith("there is no bot 'perona:hunter', and no module 'perona' in the")
    assert message.endswith(", did you mean persona:hunter")


def test_a_time_is_refused_before_a_folder_is_made(folder):
    message = error_of("simulate", "dog", "--seats", "search:50ms", "--out", "kept")
    assert "give it a number of playouts, as in search:300" in message
    assert not (folder / "kept").exists()


@pytest.mark.parametrize("limit", ["-1", "nan", "1e9"])
def test_an_invalid_limit_is_refused(folder, limit):
    message = error_of("simulate", "digs", "--move-limit", limit)
    assert message.endswith("it must be from 0 (no limit) to 86400")


def test_games_lists_the_bots_with_a_line_for_each(capsys):
    run("games", "dog")
    output = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "persona:hunter captures whenever it can" in lines
    assert "random any legal action, each equally likely" in lines


# At the table


def table(folder, *arguments, stdin):
    """`folder` is the current one."""
    command = ("play", "dog", "--seed", "4", *arguments)
    process = run_program("offleash.cli", *command, stdin=stdin, NO_COLOR="1", COLUMNS="400")
    assert (process.returncode, "Traceback" in process.stderr) == (0, False), process.stderr
    return process.stdout


def test_a_misbehaving_bot_loses_the_game(folder):
    bots = "greedy,greedy,greedy,planted_bots:Lost"
    output = table(folder, "--bots", bots, stdin="#1\n#1\n?\nboard\nundo\nquit\n")
    assert (
        "Green forfeits the game: Lost bot raised LookupError: where am I "
        "(planted_bots.py, line 23)." in output
    )
    assert "Red and Blue win.\nYou win." in output
    before, _, after = output.partition("game over (again, save, svg, board, undo, quit): ")
    assert "the game is over; type again, save" in after, "an action after the end is refused"
    assert "the game is over, so there is no advice" in after
    assert "your action: " in before and "your action: " in after, "undo goes back to a decision"


def test_a_timed_search_plays_at_the_table(folder):
    output = table(folder, "--bots", "Search:1ms", stdin="#1\n#1\nquit\n")
    assert output.count("your action: ") == 3
