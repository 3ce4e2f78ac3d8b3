"""What Dömidög's bots are worth, and why they do what they do."""

from typing import Any

import numpy as np
import pytest

from offleash.bots.lineup import shared_policy
from offleash.compiler.rule import MODE
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME

SHARE = 1 if MODE == "compiled" else 20  # of the games, interpreted


def win_share(bot: str, games: int, seed: int, **settings: Any) -> float:
    """What a bot wins against a random player, half of the games in either seat."""
    options, half = GAME.options(**settings), games // 2 // SHARE
    shares = [
        play_batch(GAME, shared_policy(GAME, names), half, seed, options).results[:, seat]
        for seat, names in enumerate([[bot, "random"], ["random", bot]])
    ]
    return float(np.mean(shares))


def test_the_greedy_beats_random_players():
    assert win_share("greedy", 4000, 4) >= 0.78
    assert win_share("greedy", 4000, 4, extra_tiles=True) >= 0.75


def test_the_greedy_wins_more_than_its_share_of_larger_tables():
    for players, least in ((3, 0.5), (4, 0.38)):
        names = ["greedy", *["random"] * (players - 1)]
        options = GAME.options(players=players)
        batch = play_batch(GAME, shared_policy(GAME, names), 2000 // SHARE, 6, options)
        assert batch.results[:, 0].mean() >= least, players


@pytest.mark.parametrize("name", list(GAME.bots.personas))
def test_personas_play_sensibly(name):
    assert win_share(f"persona:{name}", 2000, 5) >= 0.65


def scores_of(position: str, *actions: str, **settings: Any) -> list[int]:
    """What the greedy thinks of some legal actions."""
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(position, options)
    plan, work, out = np.zeros(1, GAME.rules.plan), GAME.new_work(), GAME.new_out()
    GAME.bots.prepare(states[0], options[0], work[0], plan[0], GAME.weights)
    legal = out[: GAME.rules.legal_actions(states[0], options[0], work[0], out)]
    numbers = [GAME.notation.parse_action(action, options) for action in actions]
    assert {*numbers} <= {*legal.tolist()}
    arguments = (states[0], options[0], work[0], plan[0])
    return [int(GAME.bots.score(*arguments, number, GAME.weights)) for number in numbers]


def test_a_fork_with_the_last_tile_is_a_win_once_the_supply_is_empty():
    chain = "chain=red-red,red-yellow>red-red.2 hands=red-white|blue-blue,blue-grey"
    fork = "fork right red-white at red-red.2"
    wins, lays = scores_of(chain, fork, "red-white left")
    assert wins == lays == GAME.weights[0]
    waits, lays = scores_of(f"{chain} supply=black-black", fork, "red-white left")
    assert waits < lays == GAME.weights[0]
    wins, _ = scores_of(
        f"{chain} supply=black-black", fork, "red-white left", fork_wins_before_draw=True
    )
    assert wins == GAME.weights[0]


def test_an_end_that_the_other_has_denied_is_better():
    """Azure has drawn on red and white: his older tiles can't follow on them."""
    position = (
        "chain=red-red,red-yellow>red-red.2 hands=red-white,red-black,brown-brown|"
        "blue-blue,yellow-grey,blue-grey,white-black supply=white-grey,white-white,black-grey "
        "draws=1:{} took=white-black:1"
    )
    white, black = scores_of(position.format("red+white"), "red-white left", "red-black left")
    plain, other = scores_of(position.format("-"), "red-white left", "red-black left")
    assert white - black > plain - other


def test_the_house_is_kept_while_a_tile_can_be_laid():
    position = (
        "chain=red-red,red-yellow>red-red.2 hands=red-white,white-grey,grey-grey|"
        "blue-blue,blue-grey,black-black supply=brown-brown,brown-grey"
    )
    lays, forks = scores_of(position, "red-white left", "fork right red-white at red-red.2")
    assert lays > forks
