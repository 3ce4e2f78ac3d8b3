"""What Puppy Park's bots do, and what they are worth."""

from typing import Any

import numpy as np
import pytest

from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.contract import Records
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import play_batch
from offleash.games.puppy_park import GAME

GAMES = 300


def win_share(bot: str, other: str, games: int, options: Records) -> float:
    """What a bot wins against another, half of the games in either seat."""
    seats = policy(GAME, [bot, other], [other, bot], also_compiled=SHARED_BOTS)
    numbers, seated = np.arange(games) // 2, np.arange(games) % 2
    batch = play_batch(GAME, seats, games, 4, options, numbers=numbers, seated=seated)
    return float(batch.results[np.arange(games), seated].mean())


@pytest.mark.parametrize(
    ("preset", "settings"),
    [("base", {}), ("base", {"pairs": "each"}), ("base", {"pairs": "edges"}), ("expansion", {})],
)
def test_the_greedy_beats_random_players(preset, settings):
    assert win_share("greedy", "random", GAMES, GAME.options(preset, **settings)) >= 0.99


@pytest.mark.soak
def test_the_greedy_beats_random_players_in_long():
    for preset, settings in (("base", {}), ("base", {"pairs": "each"}), ("expansion", {})):
        assert win_share("greedy", "random", 4000, GAME.options(preset, **settings)) >= 0.99


@pytest.mark.parametrize("name", list(GAME.bots.personas))
def test_personas_play_sensibly(name):
    assert win_share(f"persona:{name}", "random", 100, GAME.options()) >= 0.95


def test_the_greedy_beats_a_bot_that_ignores_the_others():
    assert win_share("greedy", "persona:hothead", GAMES, GAME.options()) >= 0.6


def play_turn(position: str, **settings: Any) -> list[str]:
    """What the greedy does in a position until somebody else decides or the game is over."""
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(position, options)
    work, out, plan = GAME.new_work(), GAME.new_out(), np.zeros(1, GAME.rules.plan)
    seat, actions = GAME.rules.actor(states[0]), []
    while GAME.rules.actor(states[0]) == seat != OVER:
        n = GAME.rules.legal_actions(states[0], options[0], work[0], out)
        fixed = (states[0], options[0], work[0], plan[0])
        GAME.bots.prepare(*fixed, GAME.weights)
        values = [GAME.bots.score(*fixed, int(action), GAME.weights) for action in out[:n]]
        action = int(out[int(np.argmax(values))])
        assert n == 1 or max(values) > 0, "nothing is planned"
        actions.append(GAME.notation.format_action(action, options))
        GAME.rules.apply(states[0], options[0], work[0], action, GAME.new_tally()[0])
    return actions


# Blue lies next to yellow, and brown next to yellow and red.
SIDE_BY_SIDE = "table=blue-brown@0,0E,yellow-red@0,1E"
AWAY = "white-white,white-grey"  # tiles without a chance


def test_an_extra_turn_is_taken():
    """Blue-yellow earns another turn; of the others only one is laid then."""
    actions = play_turn(f"{SIDE_BY_SIDE} hands=blue-yellow,{AWAY},grey-grey|black-black")
    assert actions[0] == "blue-yellow"
    assert len(actions) == 4 and actions[2] in ("white-white", "white-grey", "grey-grey")


def test_a_chain_that_wins_is_found():
    """All tiles but one earn another turn, in one order or another, and the last one wins."""
    hand = "blue-yellow,brown-red,brown-yellow"
    actions = play_turn(f"{SIDE_BY_SIDE} hands={hand},white-grey|black-black,grey-grey")
    assert len(actions) == 8 and actions[-2] == "white-grey"


def test_a_house_spoils_the_only_chance():
    """The next player could win with blue-yellow first; without one of these dogs she can't."""
    hands = "hands=white-white,white-grey,grey-grey|blue-yellow,black-black"
    actions = play_turn(f"{SIDE_BY_SIDE} {hands} houses=hand|gone phase=house")
    assert actions in (["house 0,0"], ["house 0,1"])


def test_a_house_is_kept_where_nothing_is_to_be_spoilt():
    hands = "hands=white-white,white-grey,grey-grey|black-black,black-grey"
    assert play_turn(f"{SIDE_BY_SIDE} {hands} houses=hand|gone phase=house") == ["no house"]


def test_a_piece_that_was_not_planned_is_still_placed_well():
    """Blue-yellow, picked without a plan, is laid where it earns another turn."""
    hands = f"hands=blue-yellow,{AWAY}|black-black"
    actions = play_turn(f"{SIDE_BY_SIDE} {hands} picked=blue-yellow")
    assert len(actions) == 3 and actions[1] in ("white-white", "white-grey")
