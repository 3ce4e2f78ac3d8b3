"""Measures of Dog that are worked out from the end of a game, told again along the way."""

import pytest

from offleash.bots.lineup import policy
from offleash.bots.players import Bots
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games.dog import GAME
from offleash.games.dog.rules.record import HOME, PLAYING
from offleash.play.session import Session
from tests.figures import figures_of

GAMES, NAMES = 6, ["greedy"] * 4


@pytest.mark.parametrize("changes", [{}, {"starter_rotates_each_round": True}])
def test_who_began_and_how_far_the_losers_came(changes):
    options = GAME.options(**changes)
    batch = play_batch(GAME, policy(GAME, NAMES), GAMES, 3, options)
    first_wins = tokens = 0
    for number in range(GAMES):
        session, bots = Session(GAME, options, seed=3, number=number), Bots(GAME, NAMES)
        while session.state["phase"][0] != PLAYING:
            bots.play(session)
        first = session.actor
        while not session.over:
            bots.play(session)
        winner = int(session.state["winner"][0])
        first_wins += first % 2 == winner
        tokens += int((session.state["token"][0, [1 - winner, 3 - winner]] >= HOME).sum())
    values = {figure.label.name: figure.value for figure in figures_of(measures_of(GAME, batch))}
    assert values["wins of the first to play"] == pytest.approx(first_wins / GAMES)
    assert values["losers' tokens home"] == pytest.approx(tokens / GAMES)
    assert 0 < first_wins < GAMES
    assert {*(batch.tallies["turns"] % 2)} == {0, 1}  # the deal has gone on, to either team
