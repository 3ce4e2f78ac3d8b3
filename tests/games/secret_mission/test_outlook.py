"""What a search of Secret Mission thinks of a position: against the naive twin, and by hand."""

import math
import random

import numpy as np
import pytest

import offleash
from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import play_batch
from offleash.games.secret_mission.bots.herds import find_herds, paint_dogs
from offleash.games.secret_mission.bots.outlook import (
    dogs_in_all,
    last_placement,
    survey_breeds,
    survey_ring,
    waiting,
)
from offleash.games.secret_mission.rules.groups import survey
from tests.games.secret_mission import naive
from tests.games.secret_mission.table import encode
from tests.games.secret_mission.walks import random_position

game = offleash.load_game("secret-mission")
BREEDS = range(8)
TUNED = np.array(game.weights_in_set("tuned", "judgement"))


def engine_options(players=2, extra_tiles=False):
    return game.options("expansion" if extra_tiles else "base", players=players)


def random_positions(count, seed=1):
    rng = random.Random(seed)
    for _ in range(count):
        settings = {"players": rng.choice((2, 3, 4)), "extra_tiles": rng.random() < 0.5}
        yield random_position(rng, rng.randrange(1, 24), **settings), engine_options(**settings)


def chances(states, options, weights):
    """The chance of every seat, as it is worked out for each alone."""
    work = game.new_work()
    return [
        int(game.bots.outlook(states[0], options[0], work[0], seat, weights)) / CERTAIN
        for seat in range(int(states["players"][0]))
    ]


# Features


def surveyed(states):
    """The features of every breed, as rules find them in a used workspace."""
    work = game.new_work()
    work.view(np.uint8)[:] = 77
    paint_dogs(states[0], work[0])
    find_herds(states[0], work[0])
    survey_breeds(work[0])
    survey_ring(work[0])
    names = ("largest", "second", "groups", "laid", "reach", "open")
    return [{name: int(work[name][0][breed]) for name in names} for breed in BREEDS]


def expected(position, breed):
    """The same from sets of cells."""
    dogs = naive.lawn(position)
    herds = [group for of, group in naive.groups(dogs) if of == breed]
    sizes = sorted(map(len, herds), reverse=True)
    ring = set().union(*map(naive.around, dogs)) - {*dogs}
    near = {cell: [herd for herd in herds if naive.around(cell) & herd] for cell in ring}
    return {
        "largest": sizes[0] if sizes else 0,
        "second": sizes[1] if len(sizes) > 1 else 0,
        "groups": len(sizes),
        "laid": sum(sizes),
        "reach": max(1 + sum(map(len, heaps)) for heaps in near.values()),
        "open": sum(any(len(h) == sizes[0] for h in heaps) for heaps in near.values()),
    }


def test_features_are_those_of_the_twin():
    for position, _ in random_positions(60):
        features = surveyed(encode(position))
        assert features == [expected(position, breed) for breed in BREEDS], naive.to_text(position)


def test_painted_groups_are_those_of_the_score():
    """Bots and rules count groups in two ways."""
    for position, _ in random_positions(40, seed=2):
        states = encode(position)
        surveys = [survey(states[0], breed) for breed in BREEDS]
        features = surveyed(states)
        assert [(row["largest"], row["groups"]) for row in features] == surveys


def test_dogs_to_come_are_all_but_those_on_missions():
    for position, _ in random_positions(40, seed=3):
        dogs = [dog for tile in naive.all_tiles(position.tiles) for dog in tile]
        missions = [dog for tile in position.missions for dog in tile]
        for breed in range(7 if position.tiles == 28 else 8):
            count = dogs.count(breed) - missions.count(breed)
            assert dogs_in_all(encode(position)[0], breed) == count


@pytest.mark.parametrize("extra_tiles", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_final_tiles_are_laid_when_the_game_says(players, extra_tiles):
    rng = random.Random(players)
    placements = (36 if extra_tiles else 28) - players
    for _ in range(3):
        end = random_position(rng, placements, players=players, extra_tiles=extra_tiles)
        states = encode(end)
        assert [last_placement(states[0], seat) for seat in range(players)] == list(end.last)


def test_who_waits_for_whom():
    """Play goes anticlockwise: while Azure draws, Rust is next; Teal comes behind her."""
    text = "table=red-red@0,0E missions=red-blue|red-grey|blue-grey|red-white seat=1 first=1"
    states = game.notation.read_board(f"{text} phase=draw", engine_options(4))
    assert [waiting(states[0], seat) for seat in range(4)] == [0, 3, 2, 1]
    states = game.notation.read_board(text, engine_options(4))
    assert [waiting(states[0], seat) for seat in range(4)] == [1, 0, 3, 2]


# Chances


def test_hand_set_chances_are_logistic_in_scores_and_ties():
    """exp(−burden) of each seat in that of all; 2000/1024 of a logarithm, 300/1024 for a tie."""
    for position, options in random_positions(40, seed=4):
        states = encode(position)
        sizes = [max(1, size) for size in naive.largest(naive.lawn(position))]
        last = [last_placement(states[0], seat) for seat in range(position.players)]
        scores = [sizes[one] * sizes[two] for one, two in position.missions]
        likes = [
            math.exp(-(2000 * math.log(score) + 300 * late) / 1024)
            for score, late in zip(scores, last, strict=True)
        ]
        actual = chances(states, options, game.weights)
        assert actual == pytest.approx([like / sum(likes) for like in likes], abs=0.006)


def test_chances_of_all_seats_make_one():
    for position, options in random_positions(30, seed=5):
        assert sum(chances(encode(position), options, TUNED)) == pytest.approx(1, abs=0.01)


def chance_of_anna(table):
    """With a mission red-grey, against brown-yellow of which nothing lies yet."""
    text = f"table={table} missions=red-grey|brown-yellow phase=draw seat=1 first=1 last=0|0"
    return chances(game.notation.read_board(text, engine_options()), engine_options(), TUNED)[0]


def test_a_large_group_of_your_own_breeds_is_a_burden():
    """A third red dog next to two others, or one cell further."""
    together, alone = "red-red@0,0E,blue-red@3,0W", "red-red@0,0E,blue-red@2,0E"
    assert chance_of_anna(together) < chance_of_anna(alone)


def test_room_around_the_largest_group_is_a_burden():
    """Of the eight cells around two reds three are taken, or one."""
    closed = "red-red@0,0E,white-black@-1,1E,blue-blue@1,1E"
    open_ = "red-red@0,0E,white-black@-1,1W,blue-blue@-3,1SE"
    assert chance_of_anna(open_) < chance_of_anna(closed)


# Strength


def test_a_small_search_beats_the_greedy():
    """A fixed-seed form of what the ladder shows with many games."""
    seatings = [["search:300", "greedy"], ["greedy", "search:300"]]
    numbers = np.arange(60)
    players = policy(game, *seatings, also_compiled=SHARED_BOTS)
    batch = play_batch(game, players, 60, 11, seated=numbers % 2, numbers=numbers // 2, threads=1)
    share = batch.results[numbers, numbers % 2].mean()
    assert share > 0.55
