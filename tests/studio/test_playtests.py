"""The page of playtests: games typed in, transcripts, and people next to bots."""

import json

import numpy as np
import pytest

from offleash.bots.players import watch_game
from offleash.contract import Label
from offleash.lab.figures.accounts import MeasureAccount
from offleash.play.transcript import format_transcript
from offleash.projects.playtests import list_playtests
from offleash.projects.project import read_project
from offleash.studio.playtests import page as playtests
from offleash.studio.playtests.page import add_typed, compare_games, with_typed

AT = "/studio/mine/playtests"
GAME = {"action": "typed", "player-0": "Ada", "won-0": "yes", "rounds": "12", "minutes": "45"}


def test_a_game_from_a_real_table_is_typed_in(workspace):
    browser, folder = workspace
    assert browser.post(AT, data={**GAME, "notes": "<i>loud</i>"}).status_code == 303
    (game,) = list_playtests(folder)
    assert (game.seats[0], game.winners, game.rounds, game.minutes) == ("Ada", ["Ada"], 12, 45)
    assert sum(game.results) == 1
    page = browser.get(AT).text
    assert "<b>Ada</b> won against" in page and "&lt;i&gt;loud&lt;/i&gt;" in page
    assert browser.post(AT, data={"action": "delete", "name": game.name}).status_code == 303
    assert list_playtests(folder) == []
    assert browser.post(AT, data={"action": "delete", "name": "../project"}).status_code == 422


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"won-0": ""}, "Mark who won"),
        ({"rounds": "many"}, "Rounds must be a number"),
        ({"minutes": "-3"}, "Minutes must be a number"),
        ({"minutes": "nan"}, "Minutes must be a number"),
    ],
)
def test_what_can_not_be_stored_stays_in_the_form(workspace, fields, message):
    browser, folder = workspace
    answer = browser.post(AT, data={**GAME, **fields})
    assert answer.status_code == 422 and message in answer.text and 'value="Ada"' in answer.text
    assert list_playtests(folder) == []


def test_a_transcript_is_stored_and_downloaded(workspace):
    browser, folder = workspace
    project = read_project(folder)
    session = watch_game(project.game, project.options, ["greedy"] * 4, 3)
    text = format_transcript(session)
    answer = browser.post(AT, data={"action": "transcript"}, files={"upload": ("a.txt", text)})
    assert answer.status_code == 303
    (game,) = list_playtests(folder)
    assert browser.get(f"{AT}/{game.name}.txt").text == text
    assert browser.get(f"{AT}/other.txt").status_code == 404
    for wrong in ("", "no game", text[: len(text) // 2]):
        answer = browser.post(AT, data={"action": "transcript"}, files={"upload": ("a", wrong)})
        assert answer.status_code == 422
    bots = MeasureAccount((Label("x"),), np.ones((4, 1)), np.ones((4, 1)))
    assert compare_games(folder, [game], bots, 4).people == 1
    (folder / "rules.toml").write_text("win_territories = 11\n")
    comparison = compare_games(folder, [game], bots, 4)  # the rules have changed since
    assert (comparison.people, comparison.others) == (0, 1)


def test_typed_games_count_for_winners_and_rounds(workspace):
    _, folder = workspace
    add_typed(folder, GAME)
    labels = (
        Label("by seat", is_share=True, group="seat", column="Red"),
        Label("by archetype", is_share=True, group="archetype", column="Scrapper"),
        Label("rounds", column="mean"),
        Label("fights"),
    )
    account = MeasureAccount(labels, np.zeros((0, 4)), np.zeros((0, 4)))
    joined = with_typed(account, list_playtests(folder), read_project(folder))
    assert joined.totals.tolist() == [[1, 0, 12, 0]] and joined.of.tolist() == [[1, 1, 1, 0]]


def test_a_damaged_file_is_left_out(workspace):
    browser, folder = workspace
    add_typed(folder, GAME)
    (path,) = (folder / "playtests").iterdir()
    data = json.loads(path.read_text())
    for number, changes in enumerate(
        (
            {"results": [2.0]},
            {"minutes": "x"},
            {"at": float("inf")},
            {"seats": None},
            {"answers": 3},
        )
    ):
        text = json.dumps({**data, **changes})
        (folder / "playtests" / f"bad-{number}.json").write_text(text)
    (folder / "playtests" / "broken.json").write_text("{")
    assert [game.name for game in list_playtests(folder)] == [path.stem]
    assert browser.get(AT).status_code == 200


def test_people_stand_next_to_bots(workspace, monkeypatch):
    monkeypatch.setattr(playtests, "BOT_GAMES", 100)
    browser, folder = workspace
    (folder / "rules.toml").write_text("max_rounds = 3\n")  # short games
    assert "Play or type in at least 3 games" in browser.get(f"{AT}?bots").text
    project = read_project(folder)
    for number in range(3):
        session = watch_game(project.game, project.options, ["greedy"] * 4, 3, number)
        text = format_transcript(session)
        browser.post(AT, data={"action": "transcript"}, files={"upload": ("a.txt", text)})
    browser.post(AT, data=GAME)
    page = browser.get(f"{AT}?bots").text
    assert "4 games by people, 192 by bots" in page
    for words in ("Wins by home", "Wins by seat", "Length of a game", "rounds"):
        assert words in page
