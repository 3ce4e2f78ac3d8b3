"""Chances of the story: shares that simulated games calibrated."""

import math

import pytest
from bench.chances import Sight, fit, reliability

from offleash.games import registry
from offleash.play.session import Session
from offleash.tables.replays.chances import AS_IT_IS, calibrate, calibrations, side_chances


def test_shares_are_sharpened_and_the_side_to_move_is_favoured():
    shares = {0: 0.6, 1: 0.4}
    assert calibrate(shares, 0, *AS_IT_IS) == pytest.approx(shares)
    assert calibrate(shares, 0, 2.0, 0.0) == pytest.approx({0: 36 / 52, 1: 16 / 52})
    favoured = calibrate({0: 0.5, 1: 0.5}, 1, 1.0, math.log(3))
    assert favoured == pytest.approx({0: 0.25, 1: 0.75})
    assert calibrate({0: 1.0, 1: 0.0}, 0, 1.0, 0.0)[1] > 0  # nobody has lost before the end


def test_the_fit_finds_what_was_planted():
    sights = []
    for number in range(4000):
        share = 0.2 + 0.6 * (number % 41) / 40
        mover = number % 2
        truth = calibrate({0: share, 1: 1 - share}, mover, 1.5, 0.4)
        won = float((number * 0.6180339887) % 1 < truth[0])  # spread evenly over the unit interval
        sights.append(Sight(number, {0: share, 1: 1 - share}, mover, {0: won, 1: 1 - won}))
    sharpness, to_move = fit(sights)
    assert sharpness == pytest.approx(1.5, abs=0.15) and to_move == pytest.approx(0.4, abs=0.1)
    result = reliability(sights, (sharpness, to_move))
    assert result.won[7] == pytest.approx(0.7, abs=0.05)


@pytest.mark.parametrize("name", ["dog", "domidog", "puppy-park", "secret-mission", "uri-nation"])
def test_every_game_is_calibrated_and_knows_who_is_to_move(name):
    game = registry.load(name)
    options = game.options()
    session = Session(game, options, seed=3)
    sharpness, to_move = calibrations()[name]
    assert sharpness > 0 and to_move != 0
    chances = [side_chances(game, session.state, options, seat) for seat in (0, 1)]
    assert [sum(chance.values()) for chance in chances] == pytest.approx([1, 1])
    assert chances[0] != chances[1]
