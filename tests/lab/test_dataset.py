"""Games as open data: rows replay, people are asked, and nobody is named."""

import json

import pytest

from offleash.bots.players import watch_game
from offleash.cli import app
from offleash.games import registry
from offleash.lab.runs.dataset import DATASHEET, GAMES
from offleash.play.session import Session
from offleash.play.transcript import format_transcript
from offleash.tools.errors import BadFile, OffleashError

pl = pytest.importorskip("polars")


def write(*arguments):
    return app.run(["dataset", "domidog", *map(str, arguments)]) or 0


def test_rows_can_be_played_again(tmp_path, capsys):
    out = tmp_path / "data"
    assert write("--out", out, "--games", 6, "--seats", "greedy,random", "--set", "players=2") == 0
    first = capsys.readouterr().out
    table = pl.read_parquet(out / GAMES)
    assert len(table) == 6 and "6 games" in (out / DATASHEET).read_text()
    for row in table.iter_rows(named=True):
        game = registry.load(row["game"])
        options = game.options(row["preset"], json.loads(row["options"]))
        session = Session(game, options)
        for actor, action, text in zip(row["actors"], row["actions"], row["texts"], strict=True):
            assert session.actor == actor
            assert game.notation.format_action(action, options) == text
            session.play(action)
        assert session.position == row["position"] and session.returns == row["returns"]
    write("--out", tmp_path / "again", "--games", 6, "--seats", "greedy,random")
    assert capsys.readouterr().out.rpartition(" ")[2] == first.rpartition(" ")[2]


def test_games_of_people_need_their_consent_and_lose_their_names(tmp_path):
    game = registry.load("domidog")
    session = watch_game(game, game.options(), ["greedy", "random"], 5)
    session.seats = ("Ada", "Grace")
    file, out = tmp_path / "table.txt", tmp_path / "data"
    file.write_text(format_transcript(session))
    with pytest.raises(OffleashError, match="ask everybody who played"):
        write("--out", out, "--games", 0, "--transcript", file)
    assert not out.exists()
    write("--out", out, "--games", 0, "--transcript", file, "--agreed")
    (row,) = pl.read_parquet(out / GAMES).iter_rows(named=True)
    assert row["seats"] == ["somebody", "somebody"] and row["source"] == "table"
    assert b"Ada" not in (out / GAMES).read_bytes() and row["position"] == session.position


def test_a_game_that_is_not_over_stays_hidden(tmp_path):
    file = tmp_path / "table.txt"
    file.write_text(format_transcript(Session(registry.load("domidog"), seed=3)))
    with pytest.raises(BadFile, match="not over"):
        write("--out", tmp_path / "data", "--transcript", file, "--agreed")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "search:50ms"), "plays differently on a faster machine"),
        (("--games", 0), "there are no games"),
        (("--seats", "gredy"), "gredy"),
    ],
)
def test_a_wrong_command_writes_nothing(tmp_path, arguments, message):
    with pytest.raises(OffleashError, match=message):
        write("--out", tmp_path / "data", *arguments)
    assert not (tmp_path / "data").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(OffleashError, match="not an empty folder"):
        write("--out", tmp_path / "full", "--games", 1)
