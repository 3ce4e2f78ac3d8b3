"""What is said for and against a placement."""

import random

import pytest

import offleash
from tests.games.secret_mission import naive
from tests.games.secret_mission.table import action_number, encode
from tests.games.secret_mission.walks import on_turn, random_position
from tests.variety import filled, view_of

game = offleash.load_game("secret-mission")


def random_decisions(count, seed):
    """Positions in which somebody lays a tile, with options and a legal action."""
    rng = random.Random(seed)
    for _ in range(count):
        players, extra = rng.choice((2, 3, 4)), rng.random() < 0.5
        tiles = rng.randrange(0, 24)
        position = on_turn(random_position(rng, tiles, players=players, extra_tiles=extra), rng)
        options = game.options("expansion" if extra else "base", players=players)
        yield position, options, rng.choice(naive.legal(position))


def points_of(position, action, **settings):
    """The points of an action that is written, by key."""
    options = game.options(**settings)
    states = game.notation.parse_position(position, options)
    view = view_of(game, states, options, int(states["seat"][0]))
    points = game.bots.points(
        view, options, int(states["seat"][0]), game.notation.parse_action(action, options)
    )
    return {point.key: point for point in points}


def test_every_placement_has_points_and_each_key_once():
    for position, options, action in random_decisions(40, seed=1):
        states = encode(position)
        view = view_of(game, states, options, position.seat)
        points = game.bots.points(view, options, position.seat, action_number(action))
        keys = [point.key for point in points]
        assert keys[:2] == ["own score", "score of others"]
        assert len(keys) == len(set(keys))
        assert all(point.words and point.words[0].islower() for point in points)


def test_points_are_those_of_the_position_after_it():
    """The own score, and the group of each dog that is laid, from the naive twin."""
    for position, options, action in random_decisions(40, seed=2):
        view = view_of(game, encode(position), options, position.seat)
        points = game.bots.points(view, options, position.seat, action_number(action))
        size = {point.key: point.size for point in points}
        dogs = naive.lawn(naive.apply(position, action))
        sizes = naive.largest(dogs)
        one, two = position.missions[position.seat]
        assert size["own score"] == sizes[one] * sizes[two]
        cell = action[1]
        for spot in (cell, naive.step(cell, action[2])):
            herd = next(group for _, group in naive.groups(dogs) if spot in group)
            assert size[f"{naive.COLOURS[dogs[spot]]} group"] == len(herd)


def test_points_tell_nothing_that_the_seat_does_not_know():
    for position, options, action in random_decisions(20, seed=3):
        view = view_of(game, encode(position), options, position.seat)
        number = action_number(action)
        expected = game.bots.points(view, options, position.seat, number)
        for seed in range(3):
            other = filled(game, view, options, position.seat, seed)
            assert game.bots.points(other, options, position.seat, number) == expected


def test_chance_has_no_points():
    options = game.options()
    states = game.notation.parse_position("phase=draw missions=red-blue|? first=0 seat=0", options)
    assert (
        game.bots.points(states, options, 0, game.notation.parse_action("draw red-red", options))
        == []
    )


REDS = "table=red-red@0,0E,white-black@-2,0E missions={}|? playing=blue-red|? seat=0"


def test_joining_your_own_breed_raises_the_mission():
    points = points_of(REDS.format("white-red"), "at 3,0 W")
    assert points["own score"].words == "raises your mission from 2 to 3 (3 red × 1 white)"
    assert points["red group"].words == "joins your red into a group of 3"
    assert points["blue group"].words == "lays a blue dog alone"


def test_joining_another_breed_does_not():
    points = points_of(REDS.format("white-grey"), "at 3,0 W")
    assert points["own score"].words == "keeps your mission at 0 (1 white × 0 grey)"
    assert points["red group"].words == "joins red into a group of 3"


def test_room_is_counted_by_hand():
    """Two reds have eight neighbours; white lies on one of them, then a blue dog on another."""
    away = points_of(REDS.format("yellow-red"), "at -4,0 W")
    points = points_of(REDS.format("yellow-red").replace("blue-red", "blue-grey"), "at 0,1 SE")
    assert away["room of red"].size == 7
    assert points["room of red"].words == "leaves 6 places where its red can grow beyond 2"


def test_groups_are_kept_apart_by_a_dog_between_them():
    """Red on (0,0) and on (2,0): only (1,0) touches both."""
    table = "table=red-red@-1,0E,white-black@0,1E,red-grey@2,0SE"
    position = f"{table} missions=white-red|? playing=blue-grey|? seat=0"
    points = points_of(position, "at 1,0 NE")
    assert points["red apart"].words == "keeps your groups of red apart"
    assert "red apart" not in points_of(position, "at -1,1 SW")


@pytest.mark.parametrize("tile", ["brown-yellow", "yellow-grey"])
def test_others_missions_are_averaged_over_what_they_may_be(tile):
    """All mixed tiles but those seen: 21 less the own, the one in hand, and those on the table."""
    points = points_of(
        f"table=red-red@0,0E missions=white-black|? playing={tile}|? seat=0", "at 2,0 E"
    )
    # After it red has 2, the breeds of the tile 1, and all others nothing: only red with one of
    # these and these with each other score; the latter is on the table.
    colours = tile.split("-")
    possible = 21 - 1 - 1
    total = 2 * sum(colour != "red" for colour in colours)
    assert points["score of others"].size == round(10 * total / possible)
