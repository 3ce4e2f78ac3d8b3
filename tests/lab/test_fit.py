"""Models of people: fitted to games, told in words, and played by name."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from offleash.bots import people
from offleash.bots.kinds import find, register_bot
from offleash.bots.lineup import policy
from offleash.bots.people import Choices, Person, format_person, parse_person
from offleash.bots.players import watch_game
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.people.decisions import Decisions, RecordedGame, decisions_of
from offleash.lab.people.fit import archetypes, fit
from offleash.lab.people.words import describe_person
from offleash.play.transcript import format_transcript
from offleash.tools.errors import BadFile, OffleashError
from tests.processes import run_program

GAME = registry.load("domidog")
OPTIONS = GAME.options(players=2)
ANNA = Person(
    "Anna",
    "domidog",
    Choices(lapses=0.03, noise=6.5, crowd=0.2, stakes=0.3),
    {"stop": 3000, "variety": 200},
    {"fork": -6.0},
)
GAMES = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Games of Anna against the greedy bot, who is called Ben, as transcripts."""
    home = tmp_path_factory.mktemp("games")
    (home / "hidden.toml").write_text(format_person(ANNA))
    name = register_bot(f"person:{home / 'hidden.toml'}")
    for number in range(GAMES):
        session = watch_game(GAME, OPTIONS, [name, "greedy"], 5, number)
        session.seats = ("Anna", "Ben")
        (home / f"{number:02}.txt").write_text(format_transcript(session, date(2026, 11, 1)))
    return home


@pytest.fixture(scope="module")
def decisions(folder) -> Decisions:
    name = f"person:{folder / 'hidden.toml'}"
    sessions = [watch_game(GAME, OPTIONS, [name, "greedy"], 5, n) for n in range(GAMES)]
    games = [RecordedGame(session, {0: "Anna"}, "", str(n)) for n, session in enumerate(sessions)]
    return decisions_of(games, ["Anna"])


def test_a_model_is_the_same_after_it_was_written_and_read():
    model = replace(ANNA, intervals={"noise": [6.0, 7.0]}, origin={"games": 5})
    assert parse_person(format_person(model)) == model


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[person]\nname = 'A'\ngame = 'dog'\n[noise]\n", "line 4: there is no table 'noise'"),
        ("[person]\nname = 'A'\n", "line 1: [person] needs game, a text"),
        ("[person]\nname='A'\ngame='dog'\n[choices]\nlapses = 2\n", "line 5: lapses is 2; it must"),
        ("[person]\nname='A'\ngame='dog'\n[weights]\nhome = 1.5\n", "line 5: the weight 'home'"),
        ("[person]\nname='A'\ngame='dog'\n[attention]\nJ = 'x'\n", "line 5: J is 'x'"),
    ],
)
def test_a_wrong_file_names_the_line(text, problem):
    with pytest.raises(BadFile, match=r"anna\.toml, ") as error:
        parse_person(text, "anna.toml")
    assert problem in str(error.value)


def test_a_model_of_another_game_and_an_unknown_weight_are_refused(folder, tmp_path):
    name = f"person:{folder / 'hidden.toml'}"
    with pytest.raises(OffleashError, match="is a model for domidog, not for dog"):
        find(registry.load("dog"), name)
    (tmp_path / "odd.toml").write_text(format_person(replace(ANNA, weights={"stopp": 1})))
    with pytest.raises(OffleashError, match="has no weight 'stopp'"):
        find(GAME, register_bot(f"person:{tmp_path / 'odd.toml'}"))


def test_a_file_is_read_only_when_it_was_registered(tmp_path):
    (tmp_path / "eve.toml").write_text(format_person(ANNA))
    with pytest.raises(OffleashError, match="only for the command line"):
        find(GAME, f"person:{tmp_path / 'eve.toml'}")


def test_chances_of_all_actions_agree_with_what_is_played(folder, decisions):
    """The likelihood is that of the bot: actions come as often as it says."""
    logs, hits = decisions.read(ANNA)
    chance = np.exp(logs)
    # a decision's own chance has, over many games, the mean of the sum of squares; by the bot
    # itself the likeliest action must come as often as it is likely
    assert hits.mean() == pytest.approx(0.7, abs=0.15)
    assert chance.mean() > 1.5 * np.mean(1 / decisions.counts)
    for other in (replace(ANNA, weights={}), replace(ANNA, attention={})):
        assert decisions.read(other)[0].sum() < logs.sum()


def test_who_never_slips_and_sees_clearly_plays_like_the_greedy(decisions):
    """Without noise and lapses a model's likeliest action is the best score."""
    greedy = next(archetypes(GAME))
    logs, hits = decisions.read(greedy)
    assert set(np.unique(hits)) <= {0.0, *(1 / n for n in range(1, 60))}
    known = np.exp(logs[hits == 1.0])
    assert (known > 0.99).all()


def test_a_fit_finds_what_was_hidden(decisions):
    result = fit(decisions, "Anna", folds=0)
    assert result.log_likelihood >= decisions.read(ANNA)[0].mean() - 0.01
    low, high = result.model.intervals["lapses"]
    assert low < 0.05 and high > 0.02


def test_words_say_what_is_known_only():
    model = replace(ANNA, intervals={"weight stop": [2000, 4000], "attention fork": [-8, -4]})
    lines = describe_person(GAME, model)
    assert "values 'stop' more than the plain bot" in lines
    assert "never does 'fork'" in lines
    assert not any("variety" in line for line in lines)  # it has no interval


def test_the_same_games_give_the_same_model(decisions):
    few = decisions.of_games(range(8))
    assert fit(few, "Anna", folds=0, threads=1).model == fit(few, "Anna", folds=0, threads=2).model


def test_a_fitted_bot_wins_and_plays_as_long_as_the_original(folder, decisions):
    """The short form of the recovery in `test_recovery.py`."""
    people._registered["fitted"] = fit(decisions, "Anna", folds=0).model
    shares, lengths = [], []
    for name in (f"person:{folder / 'hidden.toml'}", "person:fitted"):
        batch = play_batch(GAME, policy(GAME, [name, "greedy"]), 6000, 11, OPTIONS)
        shares.append(batch.results[:, 0].mean())
        lengths.append(batch.lengths.mean())
    assert abs(shares[0] - shares[1]) < 0.05
    assert abs(lengths[1] / lengths[0] - 1) < 0.03


def test_fit_on_the_command_line(folder, tmp_path):
    out = tmp_path / "anna.toml"
    refused = run_program("offleash", "fit", folder, "--player", "Anna")
    assert refused.returncode == 2 and "did not agree" in refused.stderr
    few = [folder / f"{n:02}.txt" for n in range(4)]
    refused = run_program("offleash", "fit", *few, "--player", "Anna", "--agreed")
    assert refused.returncode == 2 and "Anna played 4 games" in refused.stderr
    many = [folder / f"{n:02}.txt" for n in range(6)]
    text = run_program("offleash", "fit", *many, "--player", "Anna", "--agreed", "-o", out).stdout
    assert "6 games" in text and "greedy:" in text
    model = parse_person(out.read_text())
    assert model.origin["games"] == 6 and len(model.origin["sources"]) == 6
    seats = f"person:{out},greedy"
    played = run_program(
        "offleash", "simulate", "domidog", "--seats", seats, "--games", 40, "--brief"
    )
    assert f"wins of person:{out}" in played.stdout
