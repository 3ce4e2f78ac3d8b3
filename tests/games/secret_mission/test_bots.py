"""What Secret Mission's bots are worth."""

from typing import Any

import numpy as np
import pytest

from offleash.bots.lineup import shared_policy
from offleash.engine.batch import play_batch
from offleash.games.secret_mission import GAME


def win_share(bot: str, games: int, seed: int) -> float:
    """What a bot wins against a random player, half of the games in either seat."""
    shares = [
        play_batch(GAME, shared_policy(GAME, names), games // 2, seed).results[:, seat].mean()
        for seat, names in enumerate([[bot, "random"], ["random", bot]])
    ]
    return float(np.mean(shares))


def test_the_greedy_beats_random_players():
    assert win_share("greedy", 2000, 4) >= 0.9


@pytest.mark.parametrize("name", list(GAME.bots.personas))
def test_personas_play_sensibly(name):
    assert win_share(f"persona:{name}", 400, 5) >= 0.8


def planned(position: str) -> tuple[Any, ...]:
    """The position, and what the greedy has in mind there."""
    options = GAME.options()
    states = GAME.notation.parse_position(position, options)
    plan, work = np.zeros(1, GAME.rules.plan), GAME.new_work()
    GAME.bots.prepare(states[0], options[0], work[0], plan[0], GAME.weights)
    return states, options, work, plan


def score_of(position: str, action: str) -> int:
    """What the greedy thinks of a legal action."""
    states, options, work, plan = planned(position)
    number, out = GAME.notation.parse_action(action, options), GAME.new_out()
    assert number in out[: GAME.rules.legal_actions(states[0], options[0], work[0], out)]
    return int(GAME.bots.score(states[0], options[0], work[0], plan[0], number, GAME.weights))


TWO_REDS = "table=red-red@0,0E,white-black@-2,0E missions={}|? playing={}|? seat=0"


def test_own_breeds_are_kept_apart():
    """A red dog goes next to other reds, unless the own mission is to keep them apart."""
    position = TWO_REDS.format("yellow-red", "blue-red")
    foreign = TWO_REDS.format("brown-yellow", "blue-red")
    joining, away = "at 3,0 W", "at -3,0 W"
    assert score_of(position, joining) < score_of(position, away)
    assert score_of(foreign, joining) > score_of(foreign, away)


def test_a_breed_is_wanted_the_more_missions_it_may_be_in():
    """Red is in 5 of 19 mixed tiles that are nowhere to be seen, then in 1 of 15."""
    fields = "missions=brown-yellow|? playing=red-grey|? seat=0"
    five_reds = "red-red@0,0E,blue-red@0,1E,brown-red@2,0E,yellow-red@0,2E,red-white@0,3E"
    many, few = (
        int(planned(f"table={table} {fields}")[-1]["want"][0][0])
        for table in ("red-red@0,0E", five_reds)
    )
    assert 0 < few < many


def test_a_double_joins_a_group_once():
    """From one red dog to three, whether one dog of the double touches it or both."""
    position = "table=red-white@0,0E missions=brown-yellow|? playing=red-red|? seat=0"
    assert score_of(position, "at -1,0 SE") == score_of(position, "at -2,0 E") > 0
