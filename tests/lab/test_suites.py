"""Suites: what is refused, what a result says, and how somebody else checks it."""

import json

import pytest

from offleash.cli import app
from offleash.lab.experiments import suites
from offleash.tools.errors import BadFile, OffleashError
from tests.lab import benchmark

SUITE = """
[[task]]
name = "short"
game = "domidog"
against = "random"
blocks = 24
seed = 5

[[task]]
name = "teams"
game = "dog"
options = { loop_len = 16 }
against = "greedy"
blocks = 4
seed = 6
"""
BOT = """
class First:
    def choose(self, view, legal):
        return legal[0]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "small.toml").write_text(SUITE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def evaluate(*arguments):
    """The exit status of the command."""
    return app.run(["evaluate", *arguments]) or 0


def test_a_result_says_what_was_played_and_can_be_checked(folder, capsys):
    assert evaluate("greedy", "--suite", "small.toml", "--out", "out.json") == 0
    result = json.loads((folder / "out.json").read_text())
    short, teams = result["tasks"]
    assert short["share"] > 0.6 and short["low"] < short["share"] < short["high"]
    assert (short["blocks"], short["games"], short["forfeits"]) == (24, 48, 0)
    assert teams["share"] == 0.5 and teams["games"] == 0  # its own opponent
    assert result["score"]["share"] == pytest.approx((short["share"] + 0.5) / 2)
    assert evaluate("--check", "out.json", "--suite", "small.toml") == 0
    assert "the result is right" in capsys.readouterr().out


def test_a_result_that_nobody_gets_is_not_right(folder, capsys):
    evaluate("greedy", "--suite", "small.toml", "--task", "short", "--out", "out.json")
    result = json.loads((folder / "out.json").read_text())
    result["tasks"][0]["share"] = 0.99
    (folder / "out.json").write_text(json.dumps(result))
    with pytest.raises(BadFile, match="it was changed: its digest is another"):
        evaluate("--check", "out.json", "--suite", "small.toml")
    result["digest"] = suites.digest_of(result)  # as somebody who means it would
    (folder / "out.json").write_text(json.dumps(result))
    assert evaluate("--check", "out.json", "--suite", "small.toml") == 1
    assert "short: share 0.99, now" in capsys.readouterr().out
    (folder / "small.toml").write_text(SUITE.replace("blocks = 24", "blocks = 25"))
    with pytest.raises(BadFile, match="played with another suite"):
        evaluate("--check", "out.json", "--suite", "small.toml")


def test_a_bot_in_python_is_an_agent(folder, monkeypatch):
    (folder / "first_of_all.py").write_text(BOT)
    monkeypatch.syspath_prepend(folder)
    arguments = ("--suite", "small.toml", "--task", "short", "--out", "out.json")
    evaluate("first_of_all:First", *arguments)
    result = suites.read_result(folder / "out.json")
    assert not result["is_whole"] and result["tasks"][0]["games"] == 48
    again = {**result, "agent_code": "another"}
    assert "is not the agent it was" in suites.differences(result, again)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one"),
        ("[[task]]\nname = 'a'\n", r"task 1: \[\[task\]\] needs game"),
        (SUITE.replace("seed = 5", "seeds = 5"), "seeds"),
        (SUITE.replace("blocks = 24", "blocks = 1"), "blocks is 1; it must be from 2"),
        (SUITE.replace("teams", "short"), "two tasks have the same name"),
        (SUITE.replace('"short"', '"Short one"'), "may only have a-z"),
    ],
)
def test_a_wrong_suite_is_refused(folder, text, message):
    (folder / "small.toml").write_text(text)
    with pytest.raises(BadFile, match=message):
        suites.read_suite("small.toml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name the agent"),
        (("greedy", "--suite", "standard"), "there is no suite 'standard'; there is standard-1"),
        (("greedy", "--suite", "small.toml", "--task", "long"), "has no task 'long'"),
        (("gredy", "--suite", "small.toml"), "gredy"),
        (("search:50ms", "--suite", "small.toml"), "plays differently on a faster machine"),
        (("greedy", "--check", "out.json"), "--check plays what the file says"),
        (("--check", "small.toml"), "it is not the result"),
    ],
)
def test_a_wrong_command_is_refused_before_any_game(folder, arguments, message):
    with pytest.raises(OffleashError, match=message):
        evaluate(*arguments)


def test_the_baselines_are_results_of_the_suite_that_ships():
    suite = suites.read_suite(suites.STANDARD)
    known = benchmark.results()
    assert {*known} == {*benchmark.BASELINES}
    for result in known.values():
        assert result["suite_digest"] == suite.digest
        assert not any(row["forfeits"] for row in result["tasks"])
        games = {row["name"]: row["games"] for row in result["tasks"]}
        assert [task.name for task in suite.tasks if task.name in games] == [*games]
    page = benchmark.PAGE.read_text(encoding="utf-8")
    assert benchmark.with_table(page) == page, "run make benchmark"


def test_forfeits_are_said(folder, monkeypatch, capsys):
    (folder / "lazy_one.py").write_text(BOT.replace("return legal[0]", "return None"))
    monkeypatch.syspath_prepend(folder)
    evaluate("lazy_one:First", "--suite", "small.toml", "--task", "short")
    output = capsys.readouterr()
    assert "48 games, 48 forfeited" in output.out and "answered None" in output.err
