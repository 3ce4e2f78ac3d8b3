"""Forecasts of an evening: sealed, scored, and calibrated over evenings."""

import json
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from offleash.bots.kinds import register_bot
from offleash.bots.people import format_person
from offleash.bots.players import watch_game
from offleash.games import registry
from offleash.lab.people.decisions import RecordedGame, decisions_of
from offleash.lab.people.fit import FEWEST_GAMES, fit
from offleash.lab.people.forecast import (
    FigureScore,
    Scorecard,
    interval_of,
    make_forecast,
    read_forecast,
    score,
    widening,
    write_forecast,
)
from offleash.play.transcript import format_transcript
from offleash.tools.errors import BadFile, OffleashError
from tests.lab.hidden_players import PLAYERS, play_evening
from tests.processes import run_program

GAME = registry.load("domidog")
OPTIONS = GAME.options(players=3)
NAMES = ["greedy"] * 3
EVENING = 2  # games


def forecast(**changes):
    return make_forecast(GAME, OPTIONS, NAMES, "2026-11-19", games=400, **changes)


def games(count, seed=9):
    sessions = [watch_game(GAME, OPTIONS, NAMES, seed, n) for n in range(count)]
    return [RecordedGame(session, {}, "game", str(n)) for n, session in enumerate(sessions)]


def test_a_forecast_is_the_same_on_any_number_of_threads():
    assert forecast(threads=1) == forecast(threads=2)


def test_a_changed_forecast_is_noticed(tmp_path):
    file = tmp_path / "friday.json"
    file.write_text(write_forecast(forecast()))
    assert read_forecast(file) == forecast()
    data = json.loads(file.read_text())
    data["figures"]["forks"]["1"][0] += 1
    file.write_text(json.dumps(data))
    with pytest.raises(BadFile, match="was changed"):
        read_forecast(file)


def test_an_evening_of_more_games_varies_less():
    sealed = forecast()
    (low, _, high), (later, _, upper) = (interval_of(sealed, "tiles laid", n) for n in (1, 4))
    assert upper - later < 0.75 * (high - low)


def test_other_rules_and_too_many_games_are_refused():
    sealed = forecast()
    with pytest.raises(OffleashError, match="5 games were played; the forecast is for 1 to 4"):
        score(sealed, games(5))
    with pytest.raises(OffleashError, match="not played by the rules of the forecast"):
        score(replace(sealed, options={"players": "2"}), games(1))


def test_the_score_of_a_figure_is_worse_the_farther_off_it_is():
    card = score(forecast(), games(2))
    tiles = next(figure for figure in card.figures if figure.name == "tiles laid")
    assert tiles.low <= tiles.median <= tiles.high and 0 <= tiles.below <= tiles.at_most <= 1
    moved = replace(forecast(), figures={"tiles laid": {"2": [200.0 + i for i in range(39)]}})
    (far,) = score(moved, games(2)).figures
    assert not far.is_hit and far.at_most == 0 and far.score > 20 * tiles.score


def test_a_forecast_is_widened_by_past_misses_only():
    hit = FigureScore("a", 1.0, 0.0, 1.0, 2.0, 0.5, 0.5, 0.1)
    missed = replace(hit, value=3.0)
    assert widening([Scorecard("", 1, [missed] * 5)]) == 1.0  # too few to tell
    assert widening([Scorecard("", 1, [hit] * 40)]) == 1.0
    assert widening([Scorecard("", 1, [missed] * 20 + [hit] * 20)]) == 2.0


def test_bots_who_play_as_forecast_are_within_it():
    sealed = forecast()
    cards = [score(sealed, games(EVENING, seed)) for seed in range(30, 50)]
    hits = [figure.hit_share for card in cards for figure in card.figures]
    assert 0.85 < np.mean(hits) < 0.95


def play_loop(evenings: int, tmp_path) -> list[Scorecard]:
    """Forecast, play and refit, evening after evening."""
    players, played, cards = PLAYERS[0::4], [], []
    names = list(NAMES)
    for evening in range(evenings):
        sealed = make_forecast(
            GAME, OPTIONS, names, "", EVENING, 400, evening, cards[-8:], threads=1
        )
        fresh = play_evening(GAME, OPTIONS, players, EVENING, 500 + evening)
        cards.append(score(sealed, fresh))
        played += fresh
        if len(played) >= FEWEST_GAMES:
            for seat, player in enumerate(players):
                file = tmp_path / f"{seat}-{evening}.toml"
                model = fit(decisions_of(played, [player.name]), player.name, folds=0).model
                file.write_text(format_person(model))
                names[seat] = register_bot(f"person:{file}")
    return cards


def test_the_loop_of_forecasts_and_evenings(tmp_path):
    cards = play_loop(4, tmp_path)
    assert len(cards) == 4
    hits = [figure.is_hit for card in cards for figure in card.figures]
    assert np.mean(hits) > 0.75


@pytest.mark.soak
def test_forecasts_of_hidden_people_are_calibrated_within_eight_evenings(tmp_path):
    cards = play_loop(20, tmp_path)
    shares = [figure.hit_share for card in cards[8:] for figure in card.figures]
    print(f"{100 * np.mean(shares):.1f} % of {len(shares)} figures")
    assert 0.85 <= np.mean(shares) <= 0.95


def test_forecast_and_scorecard_on_the_command_line(tmp_path):
    file, card = tmp_path / "friday.json", tmp_path / "card.json"
    command = ("forecast", "domidog", "--people", "greedy", "--set", "players=3", "--games", 400)
    first = run_program("offleash", *command, "-o", file)
    assert f"digest {read_forecast(file).digest}" in first.stdout
    again = run_program("offleash", *command, "-o", file)
    assert again.returncode == 2 and "a forecast is not replaced" in again.stderr
    session = games(1)[0].session
    session.seats = ("Anna", "Ben", "Cleo")
    (tmp_path / "game.txt").write_text(format_transcript(session, date(2026, 11, 20)))
    scored = run_program("offleash", "scorecard", file, tmp_path / "game.txt", "-o", card)
    assert "most surprising:" in scored.stdout
    assert len(json.loads(card.read_text())["figures"]) > 5
    file.write_text(file.read_text().replace("greedy", "random", 1))
    changed = run_program("offleash", "scorecard", file, tmp_path / "game.txt")
    assert changed.returncode == 2 and "was changed" in changed.stderr
