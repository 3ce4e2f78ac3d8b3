"""How likely a win is thought to be, what a search tries, and chances that the greedy looks up."""

from fractions import Fraction

import numpy as np
import pytest

from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.compiler.rule import MODE
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME
from offleash.games.domidog.bots.prospects import prospects
from offleash.games.domidog.bots.values import SURE, chance_to_miss
from offleash.games.domidog.rules.actions import DRAW, FORK, end_of
from offleash.games.domidog.rules.chain import are_ends_equal
from offleash.games.domidog.rules.record import CHAIN
from offleash.games.tiles.rules.dogs import BREED

GAMES = 120 if MODE == "compiled" else 12
ROUGH = 0.005  # the table of chances has steps
WEIGHTS = np.array(GAME.weights_in_set("tuned", "judgement"), np.int64)


def outlooks(states, options):
    """Each seat's chance, in 65536ths."""
    arguments = (states[0], options[0], GAME.new_work()[0])
    return [int(GAME.bots.outlook(*arguments, s, WEIGHTS)) for s in range(GAME.seat_count(options))]


def of(position, **settings):
    options = GAME.options(**settings)
    return outlooks(GAME.notation.parse_position(position, options), options)


def random_positions(players):
    """Positions of random and greedy games at all lengths, where a seat decides."""
    options = GAME.options(players=players)
    names = [["random"] * players, ["greedy"] * players]
    limits, seated = np.arange(GAMES) + 8 * players, np.arange(GAMES) % 2
    bots = policy(GAME, *names, also_compiled=SHARED_BOTS)
    batch = play_batch(GAME, bots, GAMES, 17, options, limit=limits, seated=seated)
    for i in range(GAMES):
        if GAME.rules.actor(batch.states[i]) >= 0:
            yield batch.states[i : i + 1], options


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_of_all_players_add_up(players):
    totals = [sum(outlooks(states, options)) for states, options in random_positions(players)]
    assert len(totals) > GAMES / 4
    assert max(abs(total - CERTAIN) for total in totals) < CERTAIN * ROUGH


def test_who_can_lay_her_last_tile_has_won():
    line = "chain=red-red,red-yellow>red-red.2 hands={}|blue-blue,blue-grey"
    assert of(line.format("red-white")) == [CERTAIN, 0]
    assert CERTAIN > of(line.format("grey-white"))[0] > 0  # it does not fit
    assert CERTAIN > of(f"{line.format('red-white')} seat=1")[0] > 0  # it is Azure's turn
    assert CERTAIN > of(line.format("red-white,grey-grey"))[0] > 0


def test_equals_have_equal_chances_but_for_the_turn():
    """Both hands are alike: blue and brown have the places of each other."""
    line = "chain=red-white hands=red-blue,blue-grey|red-brown,brown-grey supply=black-black"
    first, second = of(line)
    assert first > second and sum(of(line)) == pytest.approx(CERTAIN, rel=ROUGH)
    assert of(f"{line} seat=1") == [second, first]


def test_prospects_by_hand():
    """Rust holds red-blue and blue-blue at ends red and white, three tiles in the supply.

    Tiles: 2. Late: 2 · 12 / (3 + 4). Near an empty hand: 12 / 2; one tile fits, and it is her turn.
    Two kinds of dogs, one double; blue is on both, so 2 · 1 links by 2 tiles. Her house is at hand.
    """
    options = GAME.options()
    states = GAME.notation.parse_position(
        "chain=red-white hands=red-blue,blue-blue|grey-grey supply=red-red,black-black,brown-brown",
        options,
    )
    w = dict(zip(GAME.bots.weights_by_name, WEIGHTS.tolist(), strict=True))
    hand = (
        2 * w["variety"] - w["double"] + w["links"] * 2 // 2 - 2 * w["tile"] - w["late"] * 24 // 7
    )
    expected = hand + w["near"] * 6 + w["move"] + w["choice"] + (w["near move"] + w["turn"]) * 6
    assert prospects(states[0], 0, WEIGHTS) == expected + w["house"]
    # Azure has nothing that fits: on his turn he would draw 4 / 2 tiles, since one of three does
    states["seat"] = 1
    tile = w["variety"] - w["double"] - w["tile"] - w["late"] * 12 // 7 + w["near"] * 12
    ben = tile + w["house"] + w["stuck house"] - w["drawn"] * 2
    assert prospects(states[0], 1, WEIGHTS) == ben


def test_fewer_tiles_and_a_house_are_better():
    line = "chain=red-white hands=red-blue,brown-grey|{} supply=black-black seat=1"
    assert (
        of(line.format("red-grey,grey-black"))[0]
        < of(line.format("red-grey,grey-black,blue-black"))[0]
    )
    forked = (
        "chain=white-white,white-blue>white-white.1,white-grey>white-white.2,"
        "white-black>white-white.1 ends=white-black.black|white-grey.grey "
        "hands=red-grey,brown-grey|red-black,brown-black houses="
    )
    assert of(f"{forked}hand|white-blue.blue")[0] > of(f"{forked}white-blue.blue|hand")[0]


# What a search tries


def outcomes_of(states, options, action):
    """What an action leads to, but for which of equal dogs lies where."""
    after = states.copy()
    GAME.rules.apply(after[0], options[0], GAME.new_work()[0], action, None)
    state = after[0]
    ends = sorted(int(BREED[half // 2, half % 2]) for half in state["end"])
    chain, houses = (state["where"] == CHAIN).tobytes(), (state["house"] >= 0).tobytes()
    return (
        ends,
        chain,
        houses,
        int(state["phase"]),
        int(state["supply_left"]),
        int(state["held"][0]),
    )


@pytest.mark.parametrize("players", [2, 4])
def test_distinct_actions_represent_all(players):
    shorter = equal = 0
    for states, options in random_positions(players):
        work, out = GAME.new_work(), GAME.new_out()
        legal = [
            int(a) for a in out[: GAME.rules.legal_actions(states[0], options[0], work[0], out)]
        ]
        n = GAME.bots.distinct_actions(states[0], options[0], work[0], out)
        distinct = [int(a) for a in out[:n]]
        assert {*distinct} <= {*legal} and len({*distinct}) == n
        comes = [outcomes_of(states, options, action) for action in distinct]
        for end in (0, 1):  # shutting the one or the other may come to the same
            forks = [
                c for a, c in zip(distinct, comes, strict=True) if a >= FORK and end_of(a) == end
            ]
            assert all(forks.count(fork) == 1 for fork in forks)
        assert all(outcomes_of(states, options, action) in comes for action in legal)
        shorter += n < len(legal)
        equal += states["end"][0][0] >= 0 and are_ends_equal(states[0]) and legal[0] < DRAW
    assert shorter > GAMES / 10 and equal > 0


# The greedy's chances


@pytest.mark.parametrize("seed", range(3))
def test_chances_are_those_of_drawing_one_by_one(seed):
    """Each tile of a hand misses, one after another; every step is rounded down."""
    rng = np.random.default_rng(seed)
    for _ in range(200):
        tiles, fitting = (int(rng.integers(0, 1 << 36)) for _ in range(2))
        tiles &= int(rng.integers(0, 1 << 36)) | int(rng.integers(0, 1 << 36))
        hand_size, left = int(rng.integers(0, 20)), tiles.bit_count()
        unfit, chance = (tiles & ~fitting).bit_count(), SURE
        for _ in range(min(hand_size, left)):
            chance = int(chance * Fraction(max(unfit, 0), left))
            unfit, left = unfit - 1, left - 1
        assert chance_to_miss(tiles, hand_size, fitting) == chance
