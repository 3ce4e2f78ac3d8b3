"""Actions and positions of Uri-Nation as text: exact inverses, usual values, refusals."""

import random

import numpy as np
import pytest

from offleash.contract.rules.actors import NOBODY
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.actions import ACTIONS
from offleash.games.uri_nation.rules.record import BID_DEF, REVEAL, UNKNOWN
from offleash.tools.errors import BadNotation
from tests.variety import applied, choices, random_options

PRESETS = ("1.4", "1.2")


def options_of(preset="1.2", **settings):
    return GAME.options(preset, **settings)


def read(text, preset="1.2", **settings):
    return GAME.notation.parse_position(text, options_of(preset, **settings))


# Actions


@pytest.mark.parametrize("board", ["six-blocks", "elm-street", "four-corners", "hammerhead-lane"])
def test_actions_and_texts_are_inverse_on_every_board(board):
    options = GAME.options(board=board)
    texts = [GAME.notation.format_action(action, options) for action in range(ACTIONS)]
    assert [GAME.notation.parse_action(text, options) for text in texts] == list(range(ACTIONS))
    assert len({text.lower() for text in texts}) == ACTIONS


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("STEP e", "step E"),
        ("claim ( 2, 4 )", "claim (2,4)"),
        ("roll 4-3", "roll 3-4"),
        ("draw ch04", "draw CH04"),
        ("  reclaim   grit ", "reclaim grit"),
    ],
)
def test_an_action_may_be_written_loosely(typed, text):
    options = options_of()
    assert GAME.notation.format_action(GAME.notation.parse_action(typed, options), options) == text


def test_dice_of_a_challenge_keep_their_order():
    options = options_of()
    assert GAME.notation.parse_action("dice 6-5", options) != GAME.notation.parse_action(
        "dice 5-6", options
    )


def test_one_verb_has_three_kinds_of_places():
    """A territory, a home and a bond space of Elm Street; numbers that it does not have."""
    options = options_of()
    numbers = {
        GAME.notation.parse_action(f"challenge {cell}", options)
        for cell in ("(2,4)", "(2,3)", "(2,5)")
    }
    assert len(numbers) == 3
    assert GAME.notation.parse_action("claim territory 60", options) >= 0
    for wrong in (
        "claim (2,3)",
        "claim territory 5",
        "ally (2,4)",
        "draw card 2-3",
        "roll 7",
        "bid 13",
    ):
        with pytest.raises(BadNotation, match="is not an action of Uri-Nation on this board"):
            GAME.notation.parse_action(wrong, options)


# Positions: both ways


def views_of(states, options, seat):
    view = states.copy()
    GAME.rules.hide(view[0], options[0], seat)
    return view


def assert_round_trip(states, options):
    text = GAME.notation.format_position(states, options)
    copy = GAME.notation.parse_position(text, options)
    differing = [name for name in GAME.rules.record.names if (copy[name] != states[name]).any()]
    assert copy.tobytes() == states.tobytes(), f"{differing} of {text}, {GAME.changes(options)}"
    assert GAME.notation.format_position(copy, options) == text
    assert GAME.notation.position_differs(text, states, options) == []


def random_walk(options, seed, most=400, every=3):
    """Positions of a random game, some of them."""
    rng = random.Random(seed)
    states = GAME.new_state(options)
    for number in range(most):
        actions = choices(GAME, states, options)
        if number % every == 0 or not actions:
            yield states
        if not actions:
            return
        states = applied(GAME, states, options, rng.choice(actions))


@pytest.mark.parametrize(("preset", "seats"), [("1.2", 2), ("1.4", 3), ("1.2", 4)])
def test_positions_of_random_games_round_trip(preset, seats):
    extras = {"secret_bidding": True, "walk_tricks": True, "homes": "random"} if seats == 3 else {}
    options = options_of(preset, seats=seats, **extras)
    for states in random_walk(options, f"{preset} {seats}"):
        assert_round_trip(states, options)


@pytest.mark.parametrize("seed", range(6))
def test_positions_round_trip_with_any_options(seed):
    options = random_options(GAME, random.Random(f"notation {seed}"))
    for states in random_walk(options, seed, 250, 5):
        assert_round_trip(states, options)


def test_views_with_unknown_bids_round_trip():
    options = options_of(secret_bidding=True)
    start = "yapper owns (2,4); bruiser at (3,4); phase action"
    states = GAME.notation.parse_position(start, options)
    bids = set()
    for action in ("challenge (2,4)", "bid 2", "bid 1"):
        states = applied(GAME, states, options, GAME.notation.parse_action(action, options))
        for seat in (NOBODY, *range(4)):
            view = views_of(states, options, seat)
            assert_round_trip(view, options)
            assert GAME.notation.is_whole(view) == (UNKNOWN not in view["bids"])
            bids.add((int(view["phase"][0]), *(int(bid) for bid in view["bids"][0])))
    assert (BID_DEF, 2, -1) in bids
    assert (BID_DEF, UNKNOWN, -1) in bids
    assert {(REVEAL, UNKNOWN, UNKNOWN), (REVEAL, 2, UNKNOWN), (REVEAL, UNKNOWN, 1)} <= bids


# Positions: what is not written


def test_the_usual_position():
    states = read("turn yapper")
    bowls = states["bowl"][0].tolist()
    assert bowls == [[3, 2, 2, 1, 6], [2, 3, 1, 2, 3], [2, 1, 2, 3, 4], [1, 2, 3, 2, 4]]
    assert states["order"][0].tolist() == [3, 0, 1, 2]
    assert states["home_disk"][0].tolist() == [0, 1, 2, 3]
    assert states["pile"][0].tolist() == [(1 << 24) - 1] * 3
    assert (states["rounds"][0], states["has_held"][0], states["owned"][0].any()) == (1, 0, False)
    text = GAME.notation.format_position(states, options_of())
    assert "bruiser at (3,3)" in text and "phase roll" in text


def test_a_position_as_one_would_say_it():
    options = GAME.options("1.2")
    wordy = "Yapper at (3,10), Drive 0, owns (2,4) with 1 fortify, (2,7) with 2 fortify tokens"
    plain = GAME.notation.parse_position("yapper at (3,10) drive 0 owns (2,4)+1 (2,7)+2", options)
    assert GAME.notation.parse_position(wordy, options).tobytes() == plain.tobytes()


def test_steps_make_a_walk():
    options = options_of()
    states = read("Yapper at (3, 0), drive 1; turn yapper; steps 6")
    texts = {GAME.notation.format_action(a, options) for a in choices(GAME, states, options)}
    assert texts == {"step E", "cross S", "stop"}
    assert states["bowl"][0][3].tolist() == [1, 1, 3, 2, 4]


def test_homes_hold_no_disk_unless_they_are_targets():
    assert read("turn yapper", "1.4")["home_disk"][0].tolist() == [-1] * 4


def test_who_has_held_a_territory():
    assert read("yapper owns (2,4)")["has_held"][0] == 0b1000
    assert read("yapper owns (2,4); once held bruiser")["has_held"][0] == 0b1001
    assert read("once held all")["has_held"][0] == 0b1111


def test_held_cards_are_out_of_the_pile():
    states = read("yapper holds EV15+EV24; out EV01 WA02")
    assert states["held"][0][3].tolist() == [94, 103, -1, -1]
    masks = [(1 << 1), 0, (1 << 0) | (1 << 14) | (1 << 23)]
    assert states["pile"][0].tolist() == [(1 << 24) - 1 - mask for mask in masks]


def test_a_cluster_is_worked_out():
    for owned, clustered in (("(2,4) (1,5) (1,7)", 1), ("(2,4) (1,5)", 0)):
        states = read(f"yapper owns {owned}; bruiser at (3,4); phase dice; challenge (2,4)")
        assert states["clustered"][0] == clustered


def test_only_what_is_written_is_compared():
    options = options_of()
    states = read(
        "yapper at (3,0) drive 1 owns (2,4)+1; (2,9) bruiser* yapper; turn yapper; steps 6"
    )
    for text in (
        "yapper drive 1",
        "yapper at (3,0); steps 6",
        "(2,4) yapper+1; (2,1) -",
        "(2,9) bruiser* yapper; (2,5) -",
        "bruiser owns -",
        "phase move",
    ):
        assert GAME.notation.position_differs(text, states, options) == []
    assert GAME.notation.position_differs("yapper drive 0; steps 5; round 1", states, options) == [
        "yapper drive is 1, not 0",
        "steps is 6, not 5",
    ]
    assert GAME.notation.position_differs(
        "(2,9) yapper* bruiser; (2,1) yapper", states, options
    ) == ["(2,9) is bruiser* yapper, not yapper* bruiser", "(2,1) is -, not yapper"]


def test_the_board_alone():
    states = read("yapper at (3,0) owns (2,4)+1; (2,9) bruiser*; turn yapper; steps 6")
    assert GAME.notation.format_board(states, options_of()) == (
        "bruiser at (3,3); scrapper at (5,3); diplomat at (5,21); "
        "yapper at (3,0) owns (2,4)+1; (2,9) bruiser*"
    )


# Positions: refusals

REFUSED = [
    ("", "a position has no empty clauses"),
    ("fetch", "'fetch' is not a clause of a position"),
    ("yapper", "'yapper' says nothing about yapper"),
    ("yapper at", "'yapper at' says nothing after 'at'"),
    ("yapper fly 3", "'fly' is none of at, home, water"),
    ("yapper at (9,9)", "'(9,9)' is not a cell that a dog can stand on"),
    ("yapper at (2,4)", "'(2,4)' is not a cell that a dog can stand on"),
    ("yapper at -", "the yapper has no cell to stand on"),
    ("yapper at (3,0); yapper at (3,1)", "'yapper at' is written twice"),
    ("yapper owns (2,3)", "'(2,3)' is not a territory of this board"),
    ("yapper owns (2,4)+4", "a territory has at most 3 fortify tokens here"),
    ("yapper owns (2,4); bruiser owns (2,4)", "(2,4) is owned already"),
    ("yapper owns (2,4); (2,4) bruiser", "(2,4) is owned already"),
    ("yapper water 5", "'yapper water 5' is wrong: it goes from 0 to 4"),
    ("yapper grit -1", "'yapper grit -1' is wrong: it goes from 0 to"),
    ("yapper skip 1", "'yapper skip 1' is wrong: it is no or yes"),
    ("yapper holds EV99", "'ev99' is not a card of these decks"),
    ("yapper holds EV01", "EV01 is not a card to hold"),
    ("yapper holds EV15; bruiser holds EV15", "EV15 is there twice"),
    ("yapper holds EV15+EV16+EV17", "holds 3 cards, which does not fit held_cards_max=2"),
    ("yapper barred (2,9)", "there is no marker of the yapper"),
    ("yapper barred (2,4)", "'(2,4)' is not a bond space or park of this board"),
    ("yapper home 2", "'yapper home 2' is not what the options say"),
    ("(2,9) yapper", "bears the * of the initiator"),
    ("(2,9) yapper* bruiser*", "bears the * of the initiator"),
    ("(2,12) yapper*", "alliances are not made at (2,12)"),
    ("home 1 fort 4", "'home 1 fort 4' is wrong: it goes from 0 to 3"),
    ("home 1 disk yapper", "'home 1' holds its own disk unless it is away"),
    ("home 1 away 1 disk bruiser", "'home 1' can't be away and hold its own disk"),
    ("round 31", "'round 31' is wrong: it goes from 1 to 30"),
    ("turn cat", "'cat' is not a dog of this game"),
    ("order yapper", "'order yapper' is wrong: it names every dog once"),
    ("phase sleep", "'phase sleep' is wrong: it is homes or order"),
    ("steps 1000", "'steps 1000' is wrong: it goes from 0 to 999"),
    ("bruiser grit 10000", "it goes from 0 to 9999"),
    ("bruiser attack 101", "it goes from -100 to 100"),
    ("bruiser walk -901", "it goes from -900 to 900"),
    ("phase action; steps 3", "'steps' goes with a walk, not with 'phase action'"),
    ("phase roll; came (3,3)", "go with a walk, not with 'phase roll'"),
    ("phase action; visited (3,3)", "'visited' does not go with 'phase action'"),
    ("phase homes", "'phase homes' goes with homes=random"),
    ("phase order; order bruiser scrapper diplomat yapper", "at most 3 dogs in order already"),
    ("phase setup; round 2", "'phase setup' needs round 1"),
    ("phase setup; bruiser owns (2,2) (2,4)", "and a territory to claim by the home"),
    ("phase post-roll", "'phase post-roll' needs what was 'rolled'"),
    ("phase drink", "'phase drink' needs a dog next to water"),
    ("bruiser at (3,0) drive 0; phase drink", "needs a dog that can pay for it"),
    ("phase draw; out " + " ".join(f"WA{n:02d}" for n in range(1, 25)), "has no card to draw"),
    ("phase move; deck chance", "'deck' goes with 'phase draw' only"),
    ("phase discard", "the bruiser holds 0 cards"),
    ("phase target", "'phase target' needs the 'card' under way"),
    ("phase target; card EV20", "leaves that dog nothing to choose"),
    ("phase target; card EV01; bruiser owns (2,4)", "leaves that dog nothing to choose"),
    ("phase action; card EV20", "'card' goes with 'phase target' only"),
    ("phase dice", "'phase dice' needs the 'challenge'"),
    ("phase dice; challenge (2,4)", "nobody else defends what is in 'challenge'"),
    ("phase dice; challenge (2,4); bruiser owns (2,4)", "nobody else defends"),
    ("phase dice; challenge (2,3)", "nobody else defends"),
    ("phase dice; challenge (2,9); (2,9) yapper* bruiser", "nobody else defends"),
    ("challenge (2,4)", "'challenge' does not go with 'phase roll'"),
    ("phase dice; challenge (3,3)", "'(3,3)' is not a territory, home or site"),
    ("phase reclaim; challenge (2,4); yapper owns (2,4)", "needs a target that is empty"),
    ("phase bid; challenge (2,4); yapper owns (2,4)", "'phase bid' needs secret_bidding"),
    ("phase dice; challenge (2,4) bids 1 2; yapper owns (2,4)", "goes with 0 'bids'"),
    ("phase dice; challenge (2,4) bids 1 2 3; yapper owns (2,4)", "there are two of them"),
    ("phase dice; challenge (2,4) bids x; yapper owns (2,4)", "'x' is not a bid from 0 to 12"),
    ("phase patrol; patrolled (3,3)", "'(3,3)' is not a territory or own home"),
    ("patrolled (2,4)", "'patrolled' goes with a patrol only"),
    ("actions 0", "'actions' goes from 1 to 1 here"),
    ("winners yapper", "'winners' and 'ending' go with 'phase over' or 'phase tie'"),
    ("phase over", "'phase over' needs 'winners' and an 'ending'"),
    ("phase tie; winners yapper; ending time", "'phase tie' needs two 'winners'"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_bad_positions_are_refused_with_a_sentence(text, sentence):
    with pytest.raises(BadNotation) as error:
        read(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_bids_beyond_the_bowl_are_refused():
    start = "yapper owns (2,4); bruiser at (3,4) water 2; phase counterbid; challenge (2,4) bids "
    assert read(start + "2", secret_bidding=True)["decider"][0] == 3
    with pytest.raises(BadNotation, match="'bids': the bruiser does not have that much water"):
        read(start + "3", secret_bidding=True)
    with pytest.raises(BadNotation, match="'phase counterbid' goes with 1 'bids'"):
        read(start + "2 1", secret_bidding=True)


# What a seat sees


def test_observations_have_one_shape_and_begin_with_the_viewer():
    shapes = set()
    for preset in PRESETS:
        for seats in (2, 3, 4):
            options = options_of(preset, seats=seats)
            states = GAME.new_state(options)
            for seat in (NOBODY, *range(seats)):
                array = GAME.notation.observe(states, options, seat).array
                assert array.dtype == np.int32
                shapes.add(array.shape)
                assert array[0] == max(seat, 0)  # archetypes sit in order
    assert len(shapes) == 1


def test_a_hidden_bid_is_not_observed():
    options = options_of(secret_bidding=True)
    start = "yapper owns (2,4); bruiser at (3,4); phase counterbid; challenge (2,4) bids "
    views = {}
    for bid in (0, 3):
        states = GAME.notation.parse_position(start + str(bid), options)
        for seat in range(4):
            observation = GAME.notation.observe(states, options, seat)
            views.setdefault(seat, set()).add((observation.text, observation.array.tobytes()))
    assert {seat: len(kinds) for seat, kinds in views.items()} == {0: 2, 1: 1, 2: 1, 3: 1}
