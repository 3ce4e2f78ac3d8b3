"""Reasons of Dömidög: none for what the twin holds legal, the right one for all else."""

import random

import pytest

from offleash.games.domidog import GAME
from offleash.games.domidog.rules.actions import ACTIONS, FORK
from tests.games.domidog import naive
from tests.games.domidog.test_twin import random_options
from tests.games.domidog.twins import applied, engine_options

# white-red red-red red-yellow yellow-blue: its ends are white and blue
LINE = "chain=red-red,red-yellow>red-red.2,blue-yellow>red-yellow.yellow,red-white>red-red.1"
HANDS = "hands=red-black,yellow-grey,white-black,brown-grey|grey-grey supply=black-black"
STUCK = "hands=red-black,yellow-grey,brown-grey|grey-grey supply=black-black"
OPENING = "phase=open hands=red-red,brown-brown,red-grey|blue-blue,grey-grey supply=black-black"
FORKED = (
    f"{LINE},red-black>red-red.2 ends=red-black.black|blue-yellow.blue "
    "houses=red-white.white|hand hands=black-grey,red-brown|red-grey,white-grey"
)

SENTENCES = [
    # chance
    ("phase=deal hands=red-red|- supply=all", {}, "draw", "tiles are being dealt"),
    ("phase=deal hands=red-red|- supply=all", {}, "deal red-red", "red-red is not in the supply"),
    ("phase=deal hands=red-red|- supply=all", {}, "deal red-shiba", "not among the 28 tiles"),
    ("phase=start hands=red-grey|red-red", {}, "open red-red", "the starter is drawn by lot first"),
    ("phase=start hands=red-grey|red-red", {}, "first 2", "only 2 play"),
    (f"{LINE} {STUCK} phase=draw drew=1 draws=0:white+blue", {}, "pass", "a tile is being drawn"),
    (f"{LINE} {HANDS}", {}, "first 0", "it is known who starts"),
    (f"{LINE} {HANDS}", {}, "deal black-black", "no tile is being drawn"),
    # the opening
    (OPENING, {}, "open red-grey", "red-grey is not a double, and the first tile has to be one"),
    (OPENING, {}, "open grey-grey", "grey-grey is not in the hand"),
    (OPENING, {}, "draw", "a player who can open may not draw: brown-brown can open"),
    (OPENING, {}, "pass", "a player who can open may not pass: brown-brown can open"),
    (OPENING, {}, "red-red left", "no tile lies there yet: open with a double"),
    (f"{OPENING} seat=1", {}, "open grey-grey", "the player who has blue-blue starts with it"),
    (OPENING.replace("red-red,brown-brown,", ""), {}, "pass", "there are tiles to draw"),
    ("phase=open hands=red-grey|blue-blue", {}, "draw", "the supply is empty"),
    # laying
    (f"{LINE} {HANDS}", {}, "open red-black", "the first tile has been laid"),
    (f"{LINE} {HANDS}", {}, "red-red left", "red-red lies in the chain already"),
    (f"{LINE} {HANDS}", {}, "grey-grey left", "grey-grey is not in the hand"),
    (f"{LINE} {HANDS}", {}, "blue-shiba right", "blue-shiba is not among the 28 tiles"),
    (f"{LINE} {HANDS}", {}, "red-black left", "red-black does not fit: the left end is white"),
    (f"{LINE} {HANDS}", {}, "white-black right", "does not fit: the right end is blue"),
    (
        f"{LINE} {HANDS}",
        {},
        "draw",
        "a player who can lay a tile may not draw: white-black fits an end",
    ),
    (
        f"{LINE} {HANDS}",
        {},
        "pass",
        "a player who can lay a tile may not pass: white-black fits an end",
    ),
    (f"{LINE} {STUCK}", {}, "pass", "there are tiles to draw"),
    (f"{LINE} hands=red-black|grey-grey", {}, "draw", "the supply is empty"),
    # forks
    (f"{LINE} {HANDS}", {}, "fork left red-black at red-white.white", "is the left end"),
    (f"{LINE} {HANDS}", {}, "fork left red-black at blue-yellow.blue", "is the right end"),
    (f"{LINE} {HANDS}", {}, "fork left red-black at red-white.red", "red-white carries the house"),
    (f"{LINE} {HANDS}", {}, "fork right red-black at red-grey.red", "red-grey is not in the chain"),
    (f"{LINE} {HANDS}", {}, "fork left red-black at red-black.red", "is not in the chain"),
    (f"{LINE} {HANDS}", {}, "fork left grey-grey at red-red.1", "grey-grey is not in the hand"),
    (
        f"{LINE} {HANDS}",
        {},
        "fork left yellow-grey at red-red.1",
        "yellow-grey does not match: red-red.1 is red",
    ),
    (FORKED, {}, "fork right red-brown at red-red.1", "the house is used up: everybody forks once"),
    (
        f"{FORKED} seat=1",
        {},
        "fork right white-grey at red-white.white",
        "red-white.white is under the house of Rust",
    ),
    (
        "chain=red-red hands=red-grey|blue-blue",
        {},
        "fork left red-grey at red-red.1",
        "chain of one",
    ),
    (
        f"{LINE} {HANDS} drew=1",
        {},
        "fork left red-black at red-red.1",
        "a player who draws until a tile fits must lay it: white-black fits",
    ),
    (
        f"{LINE} {STUCK} drew=1",
        {"fork_before_draw_only": True},
        "fork left red-black at red-red.1",
        "nobody may fork after drawing in the same turn",
    ),
    # the end
    (f"{LINE} hands=-|grey-grey phase=over", {}, "pass", "the game is over"),
]


def position_in(text, options):
    """`all` is every tile that is named nowhere else."""
    names = {*text.replace("|", ",").replace("=", ",").replace(" ", ",").split(",")}
    rest = [tile for tile in naive.BASE if tile not in names]
    return GAME.notation.parse_position(
        text.replace("supply=all", f"supply={','.join(rest)}"), options
    )


@pytest.mark.parametrize(("position", "changes", "action", "reason"), SENTENCES)
def test_an_illegal_action_has_a_reason(position, changes, action, reason):
    options = GAME.options(**changes)
    states = position_in(position, options)
    actual = GAME.notation.why_illegal(states, options, GAME.notation.parse_action(action, options))
    assert reason in actual
    assert len(actual) <= 100


def test_drawing_bars_a_fork_only_where_something_fits():
    """M7: after drawing one may fork while nothing fits."""
    options = GAME.options()
    states = position_in(f"{LINE} {STUCK} drew=1", options)
    fork = GAME.notation.parse_action("fork left red-black at red-red.1", options)
    assert GAME.notation.why_illegal(states, options, fork) == ""


def test_there_is_a_reason_for_numbers_of_no_action():
    options = GAME.options()
    states = GAME.new_state(options)
    for number in (-1, ACTIONS, 10**9):
        assert (
            GAME.notation.why_illegal(states, options, number)
            == f"there is no action number {number}"
        )


def test_reasons_are_given_exactly_where_the_twin_forbids():
    """Over random games: all actions but forks, forks that are legal or nearly, and some others."""
    rng, phases = random.Random(7), set()
    for _ in range(10):
        options = random_options(rng)
        opts, p = engine_options(options), naive.set_up(options)
        states = GAME.new_state(opts)
        while naive.actor(p) != "over":
            legal = naive.chances(p, options) if naive.actor(p) == "chance" else None
            legal = naive.legal(p, options) if legal is None else legal
            if rng.random() < (0.03 if naive.actor(p) == "chance" else 0.3):
                numbers = {GAME.notation.parse_action(text, opts) for text in legal}
                candidates = numbers | {n + step for n in numbers for step in (-72, -1, 1, 72)}
                candidates |= {*range(FORK), *(rng.randrange(FORK, ACTIONS) for _ in range(40))}
                for action in (n for n in candidates if 0 <= n < ACTIONS):
                    reason = GAME.notation.why_illegal(states, opts, action)
                    assert (reason == "") == (action in numbers), (action, naive.to_text(p))
                    assert len(reason) <= 100
                phases |= {p.phase, *("fork" for n in numbers if n >= FORK)}
            action = rng.choice(sorted(legal))
            states, p = applied(states, opts, action), naive.apply(p, options, action)
    assert phases >= {"deal", "open", "play", "draw", "fork"}
