"""Reasons of Puppy Park: none for what the twin holds legal, the right one for all else."""

import random

import pytest

from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import ACTIONS, HOUSE, PICK_TREE, PLACE
from offleash.games.puppy_park.rules.record import TREE_POOP
from offleash.games.tiles.rules.hexes import SIDE, WAYS
from offleash.play.session import Session
from tests.games.puppy_park import naive
from tests.games.puppy_park.twins import engine_options, numbered, random_options

TABLE = "table=blue-brown@0,0E,yellow-red@0,1E"
HANDS = "hands=blue-white,brown-red|yellow-white,grey-grey"
FULL = {"extra_tiles": True, "tree_poop": True, "houses34": True}
FENCED = "tree-poop=0,2E|gone rules={} " + HANDS  # tree on 0,2 and poop on 1,2

SENTENCES = [
    # picking
    (f"{TABLE} {HANDS}", {}, "red-red", "red-red is not in the hand"),
    (f"{TABLE} {HANDS}", {}, "at 2,0 E", "pick a tile first"),
    (f"{TABLE} {HANDS}", {}, "house 0,0", "no tile has just been laid"),
    (f"{TABLE} {HANDS}", {}, "no house", "no tile has just been laid"),
    (f"{TABLE} {HANDS}", {}, "pass", "a player who can lay a tile may not pass"),
    (f"{TABLE} {HANDS}", {}, "deal red-red", "all tiles have been dealt"),
    (f"{TABLE} {HANDS}", {}, "first 0", "it is known already who starts"),
    (f"{TABLE} {HANDS}", {}, "tree-poop poop rules", "no tree-poop tile is in the hand"),
    (f"{HANDS} tree-poop=hand|hand", FULL, "tree-poop tree rules", "never the first tile"),
    (f"{TABLE} {HANDS} tree-poop=hand|hand", FULL, "tree-poop", "comes with a declaration"),
    (
        f"{TABLE} {HANDS} tree-poop=0,2E|hand rules=poop seat=1",
        FULL,
        "tree-poop poop rules",
        "it has been declared already",
    ),
    # placing on the ground
    (f"{TABLE} {HANDS} picked=blue-white", {}, "pass", "blue-white has been picked"),
    (f"{TABLE} {HANDS} picked=blue-white", {}, "brown-red", "blue-white has been picked"),
    (f"{TABLE} {HANDS} picked=blue-white", {}, "at 5,5 E", "5,5 E touches no tile in play"),
    (f"{TABLE} {HANDS} picked=blue-white", {}, "at 79,79 SE", "touches no tile in play"),
    (f"{TABLE} {HANDS} seat=1 picked=grey-grey", {}, "at 3,0 W", "a double is laid E, SE or SW"),
    # atop
    (f"{TABLE} {HANDS} picked=blue-white", {}, "at 0,0 E", "the dog on 1,0 is brown"),
    (f"{TABLE} {HANDS} picked=blue-white", {}, "at 0,0 W", "half of it would cover 0,0"),
    (f"{TABLE} {HANDS} picked=brown-red houses=1,1|gone", {}, "at 1,0 SE", "house stands on 1,1"),
    (
        f"{TABLE},blue-yellow@0,0SE^1 hands=brown-yellow|grey-grey picked=brown-yellow",
        {},
        "at 1,0 SW",
        "the dogs below are of different height",
    ),
    # poops and trees
    (
        f"{TABLE} {FENCED.format('poop')} picked=blue-white",
        FULL,
        "at 2,1 E",
        "poop lies next to 2,1",
    ),
    (f"{TABLE} {FENCED.format('poop')} picked=blue-white", FULL, "at 0,2 E", "is never covered"),
    (
        f"{TABLE} {FENCED.format('tree')} picked=blue-white",
        FULL,
        "at 2,0 E",
        "tree rules: 2,0 E has",
    ),
    # houses
    (f"{TABLE} {HANDS} houses=hand|0,0 phase=house", {}, "house 0,0", "on 0,0 naps already"),
    (f"{TABLE} {HANDS} houses=hand|0,0 phase=house", {}, "house 4,4", "no dog lies on 4,4"),
    (f"{TABLE} {HANDS} houses=hand|0,0 phase=house", {}, "blue-white", "where the house goes"),
    (
        f"{TABLE} {FENCED.format('poop')} houses=hand|gone phase=house",
        FULL,
        "house 1,2",
        "a tree-poop tile lies on 1,2",
    ),
    # the end
    (f"{TABLE} hands=-|red-red", {}, "red-red", "the game is over"),
]


@pytest.mark.parametrize(("position", "changes", "action", "reason"), SENTENCES)
def test_an_illegal_action_has_a_reason(position, changes, action, reason):
    options = GAME.options(**changes)
    states = GAME.notation.parse_position(position, options)
    assert reason in GAME.notation.why_illegal(
        states, options, GAME.notation.parse_action(action, options)
    )


@pytest.mark.parametrize("shape", ["two_hex", "one_hex"])
def test_tree_poop_tiles_of_other_shapes(shape):
    options = GAME.options(tp_shape=shape, **FULL)
    position = f"{TABLE} {HANDS} tree-poop=hand|hand rules=poop picked=tree-poop"
    states = GAME.notation.parse_position(position, options)

    def reason(text):
        return GAME.notation.why_illegal(states, options, GAME.notation.parse_action(text, options))

    assert reason("at 2,0 E") == ""
    assert reason("at 1,0 E") == "1,0 is taken, and tree-poop tiles go on the ground"
    assert (
        reason("at 2,0 W")
        == {
            "two_hex": "a tree-poop tile that is alike both ways is laid E, SE or SW",
            "one_hex": "a tree-poop tile of one hexagon is always laid E",
        }[shape]
    )
    far = {"two_hex": "9,9 E touches no tile in play", "one_hex": "9,9 touches no tile in play"}
    assert reason("at 9,9 E") == far[shape]


def test_a_tree_may_bar_tree_poop_tiles():
    """With tree_blocks_e, while grey-grey can be laid next to the tree (N3); else never (P18)."""
    position = f"{TABLE} tree-poop=0,2E|hand rules=tree hands=blue-yellow|grey-grey seat=1"
    for is_barred in (True, False):
        options = GAME.options(tree_blocks_e=is_barred, **FULL)
        states = GAME.notation.parse_position(position, options)
        reason = GAME.notation.why_illegal(
            states, options, GAME.notation.parse_action("tree-poop", options)
        )
        assert ("no tree-poop tile may be laid" in reason) == is_barred
        assert bool(reason) == is_barred


def sample_actions(rng, legal):
    """All that is legal, what is near it in number, and some of everything."""
    steps = (1, WAYS, SIDE, WAYS * SIDE)
    near = {action + way * step for action in legal for step in steps for way in (-1, 1)}
    sample = {rng.randrange(ACTIONS) for _ in range(150)}
    edges = {0, PLACE - 1, PLACE, HOUSE - 1, HOUSE, ACTIONS - 1}
    return {action for action in {*legal, *near, *sample, *edges, *range(PLACE)} if action >= 0}


def test_reasons_are_given_exactly_where_the_twin_forbids():
    rng = random.Random(5)
    count = 0
    for _ in range(8):
        plain = random_options(rng, tree_poop=rng.random() < 0.8)
        session = Session(GAME, engine_options(GAME, plain))
        while not session.over:
            choices = session.legal_numbers
            if rng.random() < 0.08:
                position = naive.from_text(session.position)
                actions = naive.chances(position, plain) or naive.legal(position, plain)
                legal = set(numbered(actions, position))
                for action in sample_actions(rng, legal):
                    reason = GAME.notation.why_illegal(session.state, session.options, action)
                    assert (reason == "") == (action in legal), (action, reason, session.position)
                    assert len(reason) <= 100
                count += 1
            early = [action for action in choices if TREE_POOP <= action <= PICK_TREE]
            session.play(rng.choice(early if early and rng.random() < 0.3 else choices))
    assert count > 20
