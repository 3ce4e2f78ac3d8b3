"""What advice says of an action in Puppy Park."""

from collections import Counter

import numpy as np

from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import PICK, PLACE
from offleash.games.puppy_park.rules.record import PLACING, TREE_POOP
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.rules.hexes import WAYS
from tests.variety import positions

SIDE_BY_SIDE = "table=blue-brown@0,0E,yellow-red@0,1E"


def points_of(position, action, **settings):
    """The words by key."""
    options = GAME.options(**settings)
    states = GAME.notation.parse_position(position, options)
    seat, number = int(GAME.rules.actor(states[0])), GAME.notation.parse_action(action, options)
    assert GAME.notation.why_illegal(states, options, number) == ""
    points = GAME.bots.points(states, options, seat, number)
    return {point.key: point.words for point in points}


HANDS = "hands=blue-yellow,white-grey,grey-grey|brown-red,white-white,black-black"


def test_a_tile_that_earns_a_turn():
    words = points_of(f"{SIDE_BY_SIDE} {HANDS}", "blue-yellow")
    assert words["turns"] == "earns an extra turn"
    assert words["kept"] == "keeps no tile that can earn an extra turn"


def test_a_tile_that_begins_a_run():
    hands = "hands=blue-yellow,brown-red,white-grey,grey-grey|black-black"
    words = points_of(f"{SIDE_BY_SIDE} {hands}", "brown-red")
    assert words["turns"] == "earns a run of 2 extra turns"
    assert words["kept"] == "keeps a tile that can earn an extra turn"


def test_a_tile_that_earns_nothing_yet():
    words = points_of(f"{SIDE_BY_SIDE} {HANDS}", "grey-grey")
    assert words["turns"] == "earns no extra turn"
    assert words["double"] == "gets rid of a double, which seldom earns one"
    assert words["promise"] == "gives up a tile that finds no friends for both dogs yet"


def test_two_pairs_and_a_tile_atop():
    """West of the two tiles, blue next to blue and yellow next to yellow; or right on them."""
    position = f"{SIDE_BY_SIDE} {HANDS} picked=blue-yellow"
    assert points_of(position, "at -1,0 SE")["turns"] == (
        "earns an extra turn by two pairs, blue and yellow"
    )
    assert points_of(position, "at 0,0 SE")["turns"] == "earns an extra turn atop blue and yellow"


def test_what_is_left_to_the_next_player():
    """Brown-red earns Azure a turn, unless his hand is so small that it wins."""
    position = f"{SIDE_BY_SIDE} {HANDS} picked=grey-grey"
    assert points_of(position, "at -2,1 E")["reply"] == "leaves Azure an extra turn"
    small_hand = position.replace("brown-red,white-white,black-black", "brown-red,black-black")
    assert points_of(small_hand, "at -2,1 E")["reply"] == "lets Azure win at once"
    no_pair = position.replace("brown-red,", "")
    assert points_of(no_pair, "at -2,1 E")["reply"] == "leaves Azure no extra turn"


def test_the_house_takes_what_the_next_player_has():
    hands = "hands=white-white,white-grey,grey-grey|blue-yellow,black-black,white-black"
    housing = f"{SIDE_BY_SIDE} {hands} houses=hand|gone phase=house"
    assert points_of(housing, "no house") == {
        "house": "keeps the house",
        "reply": "leaves Azure an extra turn",
        "kept": "keeps no tile that can earn an extra turn",
    }
    words = points_of(housing, "house 0,0")
    assert words["house"] == "puts the blue of blue-brown to sleep"
    assert words["reply"] == "leaves Azure no extra turn"


def test_the_last_tile_wins():
    lone = f"{SIDE_BY_SIDE} hands=white-grey|black-black"
    assert points_of(lone, "white-grey") == {"turns": "is the last tile and wins"}
    words = points_of(f"{lone} picked=white-grey", "at -2,1 E")
    assert words == {"turns": "lays the last piece and wins"}


def test_the_opening_counts_friends_of_the_next_player():
    """Blue is on two of Azure's tiles and red on one more."""
    hands = "hands=blue-red,grey-grey|blue-brown,blue-white,red-black,white-white"
    words = points_of(hands, "blue-red")
    assert words == {"friends": "shows breeds that Azure has on 3 of her tiles"}


def test_a_declaration():
    position = f"{SIDE_BY_SIDE} {HANDS} tree-poop=hand|hand"
    words = points_of(position, "tree-poop tree rules", tree_poop=True)
    assert words == {"rules": "lays no dog, and declares tree rules"}


def sizes(states, options, action):
    points = GAME.bots.points(states, options, int(GAME.rules.actor(states[0])), action)
    return {point.key: point.size for point in points}


def test_extra_turns_are_points_where_they_are_earned():
    """As the numbers on the terminal's board have it, which are worked out in another way."""
    luck, counts = np.random.default_rng(5), Counter()
    for options, states in positions("puppy-park", "extra turns"):
        choices = ParkPosition.of(states, options)
        if choices.mover < 0 or choices.is_last or not choices.covered:
            continue
        for action in choices.picks:
            if action < PICK + TREE_POOP:
                is_earning = action in choices.earning_picks
                assert (sizes(states, options, action)["turns"] > 0) == is_earning
                counts[f"pick {is_earning}"] += 1
        if choices.phase != PLACING or choices.picked == TREE_POOP:
            continue
        earning = [PLACE + cell * WAYS + way for cell, way in choices.earning]
        plain = list(luck.choice(choices.legal, min(len(choices.legal), 10), replace=False))
        for action in {*earning[:5], *map(int, plain)}:
            size_by_key = sizes(states, options, action)
            assert (size_by_key["turns"] > 0) == (action in earning)
            assert ("place" in size_by_key) == (earning == [action])
            counts[f"place {action in earning}"] += 1
    assert len(counts) == 4


def test_every_legal_action_has_points_that_differ_in_their_keys():
    luck = np.random.default_rng(3)
    phases = set()
    for options, states in positions("puppy-park", "points"):
        seat = int(GAME.rules.actor(states[0]))
        if seat < 0:
            continue
        out = GAME.new_out()
        n = GAME.rules.legal_actions(states[0], options[0], GAME.new_work()[0], out)
        before = states.tobytes()
        for action in luck.choice(out[:n], min(n, 12), replace=False):
            points = GAME.bots.points(states, options, seat, int(action))
            assert points and all(point.words for point in points)
            assert len({point.key for point in points}) == len(points)
        assert states.tobytes() == before
        phases.add(int(states["phase"][0]))
    assert {
        GAME.notation.field_words["phase"].index(word) for word in ("pick", "place", "house")
    } <= phases
