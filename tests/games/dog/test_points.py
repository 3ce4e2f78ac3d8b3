"""What Dog says for and against an action: hand-made positions, and all that random games meet."""

import numpy as np
import pytest

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.dog import GAME

DEFAULT = GAME.options()


def points_of(text, action, seat=0, **settings):
    """The points of an action in a written position, by key: (size, words)."""
    options = GAME.options(**settings)
    view = GAME.notation.parse_position(text, options)
    GAME.rules.hide(view[0], options[0], seat)
    points = GAME.bots.points(view, options, seat, GAME.notation.parse_action(action, options))
    keys = [point.key for point in points]
    assert len(set(keys)) == len(keys), f"a key stands twice: {keys}"
    return {point.key: (point.size, point.words) for point in points}


def test_a_capture_point_names_the_distance_lost():
    # Blue (seat 2) starts on 32; its token c has come to 63 on a loop of 64: 31 spaces.
    points = points_of("P58|P50|--P63|  hands=5,Joker|?1|?1|?1", "5 a")
    assert "capture" not in points  # Blue is Red's partner
    assert points["loss"] == (-32, "sends Blue's c of its own team back to the kennel")
    # Yellow (seat 1) starts on 16: its c on 63 has come 47 spaces.
    points = points_of("P58|P50-P63||  hands=5,Joker|?1|?1|?1", "5 a")
    assert points["capture"] == (48, "captures Yellow's c, 47 spaces from its start")
    assert points["way"] == (5, "brings token a 5 spaces on")
    # 63 lies 13 before Yellow's a on 50: just in reach. Home is two steps on: the start, then in.
    assert points["danger"] == (-1, "leaves token a 13 spaces before Yellow's a")
    assert points["near home"] == (11, "leaves token a 2 steps from home")
    assert points["joker"] == (1, "keeps the joker")


def test_home_points_name_what_they_shut_off():
    points = points_of("P62F3|||  hands=5,3|?1|?1|?1", "5 a home")
    assert points["home"] == (3, "brings token a home, on space 2")
    assert "gap" not in points and "danger" not in points
    points = points_of("P62F3|||  hands=5,3|?1|?1|?1", "3 a home")
    assert points["home"] == (1, "brings token a home, on space 0")
    assert points["gap"] == (-2, "shuts off 2 home spaces behind it")
    points = points_of("F0F3|||  hands=2|?1|?1|?1", "2 a home")
    assert points == {"deeper": (2, "moves token a up in home, which makes room")}
    points = points_of("P63F1F2F3|||  hands=2|?1|?1|?1", "2 a home")
    assert points["all home"] == (1, "has all tokens of Red home")


def test_a_start_blocks_and_shuts():
    points = points_of("P60|P62P59P40||  hands=K,A|?1|?1|?1", "K start")
    assert points["start"] == (1, "starts token b")
    assert points["block"] == (2, "blocks 2 of the opponents' tokens")
    assert points["shut"] == (-1, "shuts the way home for its own tokens")
    assert points["starter"] == (1, "keeps a card to start with")
    points = points_of("P0*|||  hands=K,4|?1|?1|?1", "4 a back")
    assert points["way"] == (60, "brings token a 60 spaces on")
    assert points["unblock"] == (-1, "gives up the block on Red's start")


def test_a_jack_tells_both_tokens():
    points = points_of("P10|P20||  hands=J|?1|?1|?1", "J a 1a")
    assert points["way"] == (10, "brings token a 10 spaces on")
    assert points["other way"] == (-54, "brings Yellow's a 54 spaces on")  # from 4 to 58
    points = points_of("P10||P20|  hands=J|?1|?1|?1", "J a 2a")
    assert points["way"][0] == 10 and points["other way"] == (
        -10,
        "brings Blue's a back to 42 spaces from its start",
    )


def test_a_seven_tells_what_its_steps_can_do():
    points = points_of("P10P61|P15||  hands=7,Joker|?1|?1|?1", "7")
    assert points["reach Yellow's a"] == (64, "can capture Yellow's a within its seven steps")
    assert points["reach home 1"] == (1, "can bring token b home within its seven steps")
    assert "reach home 0" not in points
    points = points_of("P10P61|P15||  hands=7,Joker|?1|?1|?1", "Joker 7")
    assert points["joker"] == (0, "spends the joker")
    points = points_of("P10|P11|| phase=seven left=3 hands=2|?1|?1|?1", "step a")
    assert points["capture"] == (60, "captures Yellow's a, 59 spaces from its start")
    points = points_of("P10|P11|| phase=seven left=3 hands=2|?1|?1|?1", "end", seven_partial=True)
    assert points == {"steps left": (3, "gives up 3 steps")}


def test_a_gift_minds_the_partners_need():
    text = "P3||| phase=give hands=A,K,9|?3|?3|?3"
    points = points_of(text, "give K")
    assert points["help"] == (2, "gives Blue, who has no token out, a card to start with")
    assert points["starter"] == (1, "keeps a card to start with")
    assert points_of(text, "give 9")["gift"] == (8, "gives Blue a 9")
    points = points_of("P3||P40| phase=give hands=A,9|?2|?2|?2", "give A")
    assert points["help"] == (1, "gives Blue a card to start with")
    assert points["starter"] == (0, "spends the last card to start with")


def test_a_throw_counts_its_cards():
    assert points_of("||| hands=2,3|?1|?1|?1", "throw") == {"throw": (2, "throws 2 cards")}


SWITCHED = {
    "loop_len": 16,
    "canadian": True,
    "seven_partial": True,
    "seven_jumps_protected": True,
    "four_back_home": True,
    "restart_over_fresh": True,
    "jack_own_own": True,
    "full_lap": True,
    "throw_hidden": True,
}


@pytest.mark.parametrize("settings", [{}, SWITCHED], ids=["default", "switched"])
def test_every_action_of_random_games_has_points(settings):
    """Words for each, no key twice, and the view is left as it was."""
    options, rng = GAME.options(**settings), np.random.default_rng(3)
    states, work, out, chances = (
        GAME.new_state(options),
        GAME.new_work(),
        GAME.new_out(),
        GAME.new_chances(),
    )
    keys = set()
    for _ in range(700):
        actor = GAME.rules.actor(states[0])
        if actor == OVER:
            states = GAME.new_state(options)
        elif actor == CHANCE:
            n = GAME.rules.chance_outcomes(states[0], options[0], out, chances)
            share = chances[:n] / chances[:n].sum()
            GAME.rules.apply(
                states[0], options[0], work[0], int(rng.choice(out[:n], p=share)), None
            )
        else:
            n = GAME.rules.legal_actions(states[0], options[0], work[0], out)
            view = states.copy()
            GAME.rules.hide(view[0], options[0], actor)
            before = view.tobytes()
            legal = [int(action) for action in out[:n]]
            for action in rng.permutation(legal)[:12]:
                points = GAME.bots.points(view, options, actor, int(action))
                assert all(point.words for point in points)
                action_keys = [point.key for point in points]
                assert points and len(set(action_keys)) == len(action_keys)
                keys.update(action_keys)
            assert view.tobytes() == before
            GAME.rules.apply(states[0], options[0], work[0], int(rng.choice(legal)), None)
    assert {"way", "start", "danger", "starter", "gift", "throw", "capture"} <= keys
