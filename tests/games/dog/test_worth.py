"""What Dog's judgement counts, by hand; and what a position is worth to either team."""

import numpy as np
import pytest

from offleash.contract.rules.win_chance import CERTAIN
from offleash.games.dog import GAME
from offleash.games.dog.bots.personas import PERSONAS
from offleash.games.dog.rules.record import HOME, KENNEL, SEATS, TOKENS

DEFAULT = GAME.options()
NAMES = list(GAME.bots.weights_by_name)

# Only Red's and Blue's tokens count for Red; Yellow's and Green's count against it.
WEIGHT_CASES = [
    # weight, board, how much of it Red's team has beyond the other
    ("two home", "F3F2|||", 1),
    ("two home", "F3F2||F3F2|", 2),
    ("two home", "F3F2|F3F2||", 0),
    ("three home", "F3F2F0|||", 1),
    ("all home", "F3F2F1F0|||F0F1F2F3", 0),
    ("all home", "F3F2F1F0||F3|", 1),
    ("gap", "F3|||", 0),  # all of the rest can still be filled past nobody
    ("gap", "F0|||", 3),
    ("gap", "F1F3|||", 1),
    ("gap", "F0F2|F2||", 1),  # two of Red's, the third of Yellow's against
    ("stranded", "F3|P20|P40|P50", 1),
    ("stranded", "F3F2F1F0|P20|P40|P50", 0),  # who is done needs nobody out
    ("stranded", "P5|P20|P40|", -1),
    ("gate", "P0|||", 1),
    ("gate", "P0*|||", 0),  # fresh: it has not come round
    ("gate", "P16||P32|", 1),  # Red's is on Yellow's start
    ("entry", "P0|||", 4),  # 1 to 4 steps
    ("entry", "P62|||", 4),  # 3 to 6 steps
    ("entry", "P60|||", 3),  # 5 to 8 steps, but a 7 is split
    ("entry", "P52|||", 1),  # 13 steps alone
    ("entry", "P51|||", 0),
    ("entry", "P62F1|||", 1),  # one free space before the token in home
    ("entry", "P62P0*|||", 0),  # its own fresh token bars the way
    ("last", "P20F3F2F1|||", 1),
    ("last", "P20F3F2|||", 0),
    ("last", "F3F2F1|||", 0),  # its last is in the kennel
    ("last entry", "P62F3F2F1|||", 1),
    ("last entry", "P62F3F2F0|||", 0),  # no way in
    ("last entry", "P62F3F2|||", 0),
    ("space home", "P20F3F2|||", 40),
    ("ally home", "F3F2||F3F2F1F0|", 2),
    ("ally home", "F3F2||F3F2F1|", 0),
    ("ally space", "P20||F3F2F1F0|", 20),
    ("danger", "P20|P10||", 20),  # 10 steps behind
    ("danger", "P20|P7||", 20),  # 13
    ("danger", "P20|P6||", 0),  # 14
    ("danger", "P20|P21||", -5),  # Red stands 1 step behind Yellow's, which has come 5
    ("danger", "P20|P10P11||P19", 60),
    ("danger", "P20||P10|", 0),  # a partner hunts nobody
    ("danger", "P0*|P60||", 0),
    ("danger", "P3|P62||", 3),  # across the end of the loop
    ("doorstep", "P16|||", 1),
    ("doorstep", "P16|F3F2F1F0||", 0),  # nobody left to start
    ("doorstep", "P32|||", 0),  # the partner's start
    ("barred", "P10|P16*||", 1),
    ("barred", "P3|P16*||", 1),
    ("barred", "P2|P16*||", 0),  # 14 steps
    ("barred", "P10|P16||", 0),
    ("barred", "P60P0*|||", 1),
]


def weights_of(**values):
    """Weights that value nothing but what is named."""
    by_name = {**dict.fromkeys(NAMES, 0), "opponents": 100, "scale": 215}
    by_name.update({name.replace("_", " "): value for name, value in values.items()})
    return np.array(list(by_name.values()), np.int64)


def value(text, weights, seat=0, options=DEFAULT):
    return GAME.bots.evaluate(
        GAME.notation.parse_position(text, options)[0], options[0], seat, weights
    )


@pytest.mark.parametrize(("name", "board", "count"), WEIGHT_CASES)
def test_a_feature_counted_by_hand(name, board, count):
    weights = weights_of(**{name: 7})
    assert value(board, weights) == 700 * count
    assert value(board, weights, seat=2) == 700 * count
    assert value(board, weights, seat=1) == -700 * count


def test_every_new_weight_is_counted_somewhere():
    """A weight that nothing above tries would be one that nobody checks."""
    tested = {name for name, _, count in WEIGHT_CASES if count}
    new_names = NAMES[NAMES.index("keep Joker") + 1 :]
    assert tested == set(new_names) - {"scale", "chase"}


def random_boards(count, seed):
    """Boards with tokens anywhere, some of them fresh, no two on one space."""
    rng = np.random.default_rng(seed)
    states = np.zeros(count, GAME.rules.record)
    for state in states:
        free = list(rng.permutation(int(DEFAULT["loop_len"][0])))
        for seat in range(SEATS):
            homes = list(rng.permutation(TOKENS) + HOME)
            for token in range(TOKENS):
                kind = rng.integers(3)
                state["token"][seat, token] = (KENNEL, free.pop(), homes.pop())[kind]
            state["fresh"][seat] = (16 * seat in state["token"][seat]) and rng.integers(2)
    return states


def test_outlook_is_a_chance_and_what_one_team_has_the_other_lacks():
    rng, work = np.random.default_rng(5), GAME.new_work()
    for state in random_boards(200, 4):
        weights = rng.integers(-3000, 3000, len(NAMES))
        weights[NAMES.index("opponents")] = 100
        weights[NAMES.index("scale")] = rng.integers(1, 5000)
        chances = [
            int(GAME.bots.outlook(state, DEFAULT[0], work[0], seat, weights))
            for seat in range(SEATS)
        ]
        assert all(0 <= chance <= CERTAIN for chance in chances)
        assert chances[0] == chances[2] and chances[1] == chances[3]
        # the table has steps of a 128th of the scale, so the two may miss each other by one
        assert abs(chances[0] + chances[1] - CERTAIN) <= CERTAIN // 4 // 128 + 2


def test_a_rotated_board_has_the_same_worth_for_the_rotated_seat():
    weights = np.random.default_rng(6).integers(1, 3000, len(NAMES))
    for state in random_boards(100, 7):
        rotated = state.copy()
        for seat in range(SEATS):
            places = state["token"][seat].astype(int)
            on_loop = (places >= 0) & (places < HOME)
            rotated["token"][(seat + 1) % SEATS] = np.where(on_loop, (places + 16) % 64, places)
            rotated["fresh"][(seat + 1) % SEATS] = state["fresh"][seat]
        for seat in range(SEATS):
            worth = GAME.bots.evaluate(state, DEFAULT[0], seat, weights)
            assert GAME.bots.evaluate(rotated, DEFAULT[0], (seat + 1) % SEATS, weights) == worth


def scores(text, weights):
    """What each legal action scores, by its text."""
    states, out, work, plan = (
        GAME.notation.parse_position(text, DEFAULT),
        GAME.new_out(),
        GAME.new_work(),
        GAME.new_plans(),
    )
    before = states.tobytes()
    n = GAME.rules.legal_actions(states[0], DEFAULT[0], work[0], out)
    by_action = {
        GAME.notation.format_action(int(action), DEFAULT): int(
            GAME.bots.score(states[0], DEFAULT[0], work[0], plan[0], int(action), weights)
        )
        for action in out[:n]
    }
    assert states.tobytes() == before
    return by_action


def test_a_chase_sees_what_a_seven_can_reach():
    """Yellow's token on 14 has come 62 spaces and is worth 62: four steps ahead of a."""
    weights = weights_of(space=1, chase=50)
    text = "P10P40|P14|| phase=seven left=7 hands=2|?1|?1|?1"
    assert scores(text, weights) == {"step a": 100 + 3100, "step b": 100}
    near = "P10P40|P14|| phase=seven left=3 hands=2|?1|?1|?1"
    assert scores(near, weights) == {"step a": 100, "step b": 100}
    # Before the 7 is begun it promises the same; a joker as 7 too.
    assert scores("P10P40|P14|| hands=7|?1|?1|?1", weights) == {"7": 3100}
    assert scores("P10P40|P14|| hands=7|?1|?1|?1", weights_of(space=1, seven=9)) == {"7": 900}


def test_a_chase_goes_home_but_not_past_it():
    """Home is worth 50 a token here; a on 62 gets there with three of the steps."""
    weights = weights_of(home=50, chase=100)
    assert scores("P62P20||| phase=seven left=7 hands=2|?1|?1|?1", weights) == {
        "step a": 5000,
        "step b": 0,
    }
    assert scores("P0P20||| phase=seven left=7 hands=2|?1|?1|?1", weights) == {
        "step a": 0,
        "step a home": 5000,
        "step b": 0,
    }
    # Its own team's tokens are no prey: stepping over them costs.
    weights = weights_of(out=10, chase=100)
    assert scores("P10P40||P12| phase=seven left=7 hands=2|?1|?1|?1", weights) == {
        "step a": 0,
        "step b": 0,
    }


def test_personas_differ_from_the_greedy_by_old_weights_alone():
    old = set(NAMES[: NAMES.index("keep Joker") + 1])
    assert all(set(persona.weights) <= old for persona in PERSONAS.values())
    new_names = NAMES[NAMES.index("keep Joker") + 1 :]
    assert {
        name: GAME.bots.weights_by_name[name] for name in new_names if name != "scale"
    } == dict.fromkeys([name for name in new_names if name != "scale"], 0)
