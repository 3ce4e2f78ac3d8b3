"""Actions and positions of Puppy Park as text: what can stand is read, all else gets a sentence."""

import random

import pytest

from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.actions import (
    ACTIONS,
    DEAL,
    FIRST,
    HOUSE,
    NO_HOUSE,
    PASS,
    PICK,
    PICK_POOP,
    PICK_TREE,
    PLACE,
)
from offleash.games.puppy_park.rules.record import FINISHED, PICKING, PLACING, TREE_POOP
from offleash.games.tiles.rules.hexes import CENTRE, REACH, SIDE
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.play.session import Session
from offleash.tools.errors import BadNotation

BASE = GAME.options()
FULL = GAME.options("expansion")
THREE = GAME.options(players=3)
TABLE = "table=blue-brown@0,0E,red-red@0,1E "
HANDS = "hands=blue-blue,brown-red|yellow-white "


def read(text, options=BASE):
    """A position that is read, and written and read again to the same bytes."""
    states = GAME.notation.parse_position(text, options)
    copy = GAME.notation.format_position(states, options)
    assert GAME.notation.parse_position(copy, options).tobytes() == states.tobytes()
    return states


# Actions


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("brown-yellow", PICK + 8),
        ("Yellow-Brown", PICK + 8),
        ("tree-poop", PICK + TREE_POOP),
        ("tree-poop  POOP rules", PICK_POOP),
        ("tree-poop tree rules", PICK_TREE),
        ("pass", PASS),
        ("no house", NO_HOUSE),
        ("first 3", FIRST + 3),
        ("deal shiba-shiba", DEAL + 35),
        ("at 0,0 E", PLACE + 6 * CENTRE),
        ("at 3,-2 sw", PLACE + 6 * ((3 + REACH) * SIDE - 2 + REACH) + 2),
        ("house -80,79", HOUSE + SIDE - 1),
        ("house 79,79", ACTIONS - 1),
    ],
)
def test_actions_are_read(text, action):
    assert GAME.notation.parse_action(text, BASE) == action
    assert GAME.notation.parse_action(GAME.notation.format_action(action, BASE), BASE) == action


@pytest.mark.parametrize(
    "text",
    [
        "blue",
        "blue-green",
        "blue-blue-blue",
        "at",
        "at 1,1",
        "at 1,1 X",
        "at 1 1 E",
        "at 80,0 E",
        "house",
        "house 100,0",
        "first 4",
        "deal",
        "tree-poop rules",
        "no",
    ],
)
def test_an_invalid_action_is_refused(text):
    with pytest.raises(BadNotation):
        GAME.notation.parse_action(text, BASE)


# Positions that stand


def test_unwritten_fields_have_their_default():
    states = read(TABLE + HANDS)
    assert states["phase"][0] == PICKING
    assert (states["house"][0] == -1).all()
    assert states["stock_left"][0] == 0
    assert read(TABLE + HANDS + "picked=brown-red")["phase"][0] == PLACING


def test_a_position_in_which_somebody_has_laid_the_last_dog_is_over():
    assert read(TABLE + "hands=blue-blue|-")["phase"][0] == FINISHED
    left = "hands=blue-blue|- tree-poop=hand|hand"
    assert read(TABLE + left, FULL)["phase"][0] == FINISHED
    all_count = GAME.options("expansion", tp_must_be_played=True)
    assert read(TABLE + left, all_count)["phase"][0] == PICKING
    finished = left.replace("|hand", "|-1,0W") + " rules=tree"
    assert read(TABLE + finished, all_count)["phase"][0] == FINISHED


STANDING = [
    ("hands=blue-blue|blue-brown", BASE),  # the opening
    (TABLE + HANDS + "passes=1", BASE),
    (TABLE + HANDS + "passes=2 phase=over", BASE),
    (TABLE + HANDS + "houses=hand|0,0 phase=house", BASE),
    (TABLE + HANDS + "houses=0,0|1,0", BASE),
    (TABLE + HANDS + "tree-poop=hand|gone picked=tree-poop rules=tree", FULL),
    (TABLE + HANDS + "tree-poop=2,0E|0,-1NW rules=poop", FULL),
    (
        TABLE + HANDS + "tree-poop=2,0SE|gone rules=poop",
        GAME.options("expansion", tp_shape="two_hex"),
    ),
    (
        TABLE + HANDS + "tree-poop=2,0E|3,0E rules=poop",
        GAME.options("expansion", tp_shape="one_hex"),
    ),
    ("table=blue-brown@0,0E hands=blue-blue|red-red|grey-grey phase=start", THREE),
    ("table=blue-brown@0,0E,blue-white@0,1W,red-red@1,1E,blue-red@0,1E^1 " + HANDS, BASE),
]


@pytest.mark.parametrize(("text", "options"), STANDING)
def test_positions_of_every_kind_are_read(text, options):
    read(text, options)


def in_a_line(pieces, way, tiles=35):
    """Tiles one behind the other, then both tree-poop tiles."""
    dq, dr = {"E": (2, 0), "SE": (0, 2), "SW": (-2, 2)}[way]
    places = [f"{k * dq},{k * dr}{way}" for k in range(pieces)]
    pairs = zip(TILE_NAMES[:tiles], places[:tiles], strict=True)
    return "table=" + ",".join(f"{name}@{place}" for name, place in pairs), places[tiles:]


@pytest.mark.parametrize("way", ["E", "SE", "SW"])
def test_thirty_seven_pieces_in_a_line_are_the_most(way):
    table, (one, two) = in_a_line(37, way)
    rest = f" hands=-|shiba-shiba tree-poop={one}|{two} rules=poop"
    states = read(table + rest, FULL)
    assert states["phase"][0] == FINISHED
    assert f"|{two} " in GAME.notation.format_position(states, FULL)
    running = rest.replace("hands=-|", "hands=grey-shiba|")
    shorter, (one, two) = in_a_line(36, way, 34)
    text = f"{shorter} hands=grey-shiba|shiba-shiba tree-poop={one}|{two} rules=poop"
    assert read(text, FULL)["phase"][0] == PICKING
    with pytest.raises(BadNotation, match="grey-shiba is there twice"):
        read(table + running, FULL)


def test_games_are_written_and_read_at_every_step():
    rng = random.Random(3)
    option_list = {"extra_tiles": True, "houses34": True, "tree_poop": True}
    readings = [
        {"players": 3},
        {"players": 2, "cover_house": True, "pairs": "edges", **option_list},
        {"players": 3, "tp_shape": "two_hex", "tp_must_be_played": True, **option_list},
        {"players": 4, "tp_shape": "one_hex", "tree_blocks_e": True, "starter": 2, **option_list},
    ]
    phases = set()
    for changes in readings:
        session = Session(GAME, GAME.options(**changes))
        while not session.over:
            assert read(session.position, session.options).tobytes() == session.state.tobytes()
            phases.add(int(session.state["phase"][0]))
            early = [action for action in session.legal_numbers if TREE_POOP <= action <= PICK_TREE]
            candidates = early if early and rng.random() < 0.3 else session.legal_numbers
            session.play(rng.choice(candidates))
        assert read(session.position, session.options).tobytes() == session.state.tobytes()
        assert session.position.endswith("phase=over") == bool(session.state["passes"][0])
    assert phases == set(range(FINISHED))


# Positions that can't stand

REFUSED = [
    # fields
    ("woof", "'woof' is not a field of a position"),
    (TABLE + HANDS + "seat=0 seat=1", "field seat is written twice"),
    (TABLE + HANDS + "seat=2", "is wrong: write a number from 0 to 1"),
    (TABLE + HANDS + "seat=-1", "is wrong: write a number from 0 to 1"),
    (TABLE + HANDS + "first=2", "is wrong: write a number from 0 to 1"),
    (TABLE + HANDS + "passes=3", "is wrong: write a number from 0 to 2"),
    (TABLE + HANDS + "phase=nap", "phase=nap is wrong: write deal or start"),
    (TABLE + HANDS + "rules=cat", "rules=cat is wrong: write none or poop or tree"),
    (TABLE + "hands=blue-blue|red-white|grey-grey", "has 3 parts: write 2"),
    (TABLE + "hands=blue-blue", "has 1 part: write 2"),
    (TABLE + HANDS + "houses=hand", "has 1 part: write 2"),
    (TABLE + "hands=blue-dog|red-white", "'blue-dog' is not a tile"),
    (TABLE + "hands=,|red-white", "'' is not a tile"),
    # the table
    ("table=blue-brown " + HANDS, "is not a tile on the table"),
    ("table=blue-brown@0,0E, " + HANDS, "ends with a comma"),
    ("table=blue-brown@0,0 " + HANDS, "'' is not a way"),
    ("table=blue-brown@0,0E^x " + HANDS, "is not a level"),
    ("table=blue-brown@74,0W " + HANDS, "off the table"),
    ("table=blue-brown@73,0E " + HANDS, "off the table"),
    ("table=blue-brown@0,-74SE " + HANDS, "off the table"),
    ("table=red-red@0,0W " + HANDS, "red-red is a double"),
    ("table=blue-brown@1,0E " + HANDS, "nothing lies on 0,0"),
    ("table=blue-brown@0,0E,red-red@3,0E " + HANDS, "3,0 is apart"),
    ("table=blue-brown@0,0E,red-red@1,0E " + HANDS, "1,0 is 1 high already"),
    ("table=blue-brown@0,0E,blue-brown@0,1E " + HANDS, "blue-brown is there twice"),
    # tiles atop others
    ("table=blue-brown@0,0E^1 " + HANDS, "blue-brown floats"),
    (TABLE.strip() + ",blue-red@0,0SE^1 " + HANDS, None),
    (TABLE.strip() + ",blue-red@0,0SE^2 " + HANDS, "blue-red floats"),
    (TABLE.strip() + ",blue-white@0,0SE^1 " + HANDS, "dog of another breed at 0,1"),
    (TABLE.strip() + ",blue-red@0,0W^1 " + HANDS, "nothing lies on -1,0"),
    (TABLE.strip() + ",blue-red@0,0SE^1,red-brown@0,1NE^1 " + HANDS, "brown-red is there twice"),
    (TABLE.strip() + ",blue-red@0,0SE^1,red-white@0,1W " + HANDS, "0,1 is 1 high already"),
    # hands
    (TABLE + "hands=blue-brown|red-white", "blue-brown is there twice"),
    (TABLE + "hands=red-white|red-white", "red-white is there twice"),
    (TABLE + "hands=red-shiba|red-white", "red-shiba needs the option extra_tiles"),
    (TABLE + "hands=-|-", "seats 0 and 1 have nothing left"),
    (TABLE + "hands=-|red-white phase=pick", "seat 0 has nothing left, so it is phase=over"),
    (TABLE + "hands=-|red-white passes=2", "nobody can have passed"),
    (TABLE, "seats 0 and 1 have nothing left"),
    # houses
    (TABLE + HANDS + "houses=0,0|0,0", "two houses are on 0,0"),
    (TABLE + HANDS + "houses=0,2|gone", "no dog under the house on 0,2"),
    (TABLE + HANDS + "houses=74,0|gone", "off the table"),
    (TABLE + HANDS + "houses=home|gone", "'home' is not a cell"),
    # tree-poop tiles
    (TABLE + HANDS + "tree-poop=hand|hand", "needs the option tree_poop"),
    # phases
    (TABLE + HANDS + "phase=place", "phase=place and picked= go together"),
    (TABLE + HANDS + "phase=pick picked=blue-blue", "phase=place and picked= go together"),
    (TABLE + HANDS + "picked=yellow-white", "seat 0 does not have it"),
    (TABLE + HANDS + "picked=tree-poop rules=poop", "no tree-poop tile in hand"),
    ("hands=blue-blue|red-white picked=blue-blue", "the first tile is laid as it is picked"),
    ("hands=blue-blue|red-white passes=1", "nobody passes before the first tile"),
    ("hands=-|red-white", "seat 0 has no dogs to begin with (P20)"),
    (TABLE + HANDS + "phase=house", "needs a house in the hand of seat 0"),
    (TABLE + HANDS + "houses=hand|gone seat=1 phase=house", "in the hand of seat 1"),
    (TABLE + HANDS + "houses=hand|gone passes=1 phase=house", "so passes=0"),
    ("table=blue-brown@0,0E hands=blue-blue|red-red houses=hand|gone phase=house", "second tile"),
    (TABLE + HANDS + "phase=over", "phase=over needs"),
    (TABLE + HANDS + "passes=2", "all have passed, so it is phase=over"),
    (TABLE + HANDS + "stock=red-white", "stock= goes with phase=deal"),
    (TABLE + HANDS + "stock=red-white phase=deal", "before any tile lies"),
    ("hands=-|- stock=red-white phase=deal", "all 28 tiles"),
    (TABLE + HANDS + "phase=start", "nobody has laid a tile"),
    ("hands=-|red-red phase=start", "tiles for everybody"),
    ("hands=red-white|red-red passes=1 phase=start", "before the first turn"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_an_impossible_position_is_refused_in_a_sentence(text, sentence):
    if sentence is None:  # the neighbour of some that are refused
        read(text)
        return
    with pytest.raises(BadNotation) as error:
        GAME.notation.parse_position(text, BASE)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


REFUSED_IN_FULL = [
    ("tree-poop=2,0E|3,0E rules=poop", "two tree-poop tiles lie on 3,0"),
    ("tree-poop=1,0E|gone rules=poop", "a tree-poop tile and a dog both lie on 1,0"),
    ("tree-poop=5,0E|gone rules=poop", "5,0 is apart"),
    ("tree-poop=2,0E|gone", "rules=poop or rules=tree holds"),
    ("tree-poop=hand|hand rules=poop", "none is there"),
    ("tree-poop=hand|hand picked=tree-poop", "rules=poop or rules=tree holds"),
    ("tree-poop=2,0E|hand rules=tree picked=tree-poop", "no tree-poop tile in hand"),
    ("tree-poop=2,0|hand rules=tree", "'' is not a way"),
    ("tree-poop=2,0E|gone houses=2,0|gone rules=tree", "no dog under the house on 2,0"),
    ("tree-poop=73,0E|gone rules=tree", "off the table"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED_IN_FULL)
def test_tree_poop_tiles_that_could_not_lie_so(text, sentence):
    with pytest.raises(BadNotation, match=sentence):
        GAME.notation.parse_position(TABLE + HANDS + text, FULL)


@pytest.mark.parametrize(
    ("changes", "text", "sentence"),
    [
        ({"tp_shape": "two_hex"}, "tree-poop=3,0W|gone rules=poop", "write E, SE, SW"),
        ({"tp_shape": "one_hex"}, "tree-poop=2,0SE|gone rules=poop", "write E"),
        ({"houses34": False, "players": 3}, "houses=hand|hand|hand", "needs the option houses34"),
    ],
)
def test_what_other_options_do_not_have(changes, text, sentence):
    hands = HANDS if "players" not in changes else "hands=blue-blue|red-white|grey-grey "
    with pytest.raises(BadNotation, match=sentence):
        GAME.notation.parse_position(TABLE + hands + text, GAME.options("expansion", **changes))


@pytest.mark.parametrize("phase", ["pick", "start"])
def test_a_tree_poop_tile_is_nothing_to_begin_with(phase):
    """It is a piece left (P11) but never the first (P15), and nobody passes on a bare table."""
    options = GAME.options("expansion", tp_must_be_played=True)
    with pytest.raises(BadNotation, match="seat 0 has no dogs to begin with"):
        GAME.notation.parse_position(
            f"hands=-|blue-blue tree-poop=hand|hand phase={phase}", options
        )


def test_a_tile_that_has_no_place_was_not_picked():
    """Poop rules fence the only two dogs in: no dog tile can be laid (P16, N5)."""
    options = GAME.options("expansion", tp_shape="one_hex", players=4)
    fence = (
        "tree-poop=0,1E|1,-1E|gone|gone rules=poop hands=red-red|red-white|grey-grey|white-white"
    )
    read(f"table=blue-blue@0,0E {fence}", options)
    closed = fence.replace("gone|gone", "2,-1E|-1,0E")
    picked = f"table=blue-blue@0,0E {closed} picked=red-red"
    with pytest.raises(BadNotation, match="there is no place for it"):
        GAME.notation.parse_position(picked, options)


def test_only_a_fair_deal_goes_on():
    session = Session(GAME)
    session.play("deal blue-blue", "deal blue-brown", "deal blue-yellow")
    text = session.position
    assert read(text).tobytes() == session.state.tobytes()
    swapped = text.replace(
        "hands=blue-blue,blue-yellow|blue-brown", "hands=blue-blue|blue-yellow,blue-brown"
    )
    assert swapped != text
    with pytest.raises(BadNotation, match="dealt to each in turn"):
        GAME.notation.parse_position(swapped, BASE)


# Parts of positions


def test_only_what_is_written_is_compared():
    states = read(TABLE + HANDS + "houses=hand|0,0 seat=1")
    same = (
        "seat=1",
        "hands=red-brown,blue-blue|white-yellow",
        "table=red-red@0,1E,brown-blue@0,0E houses=hand|0,0",
        "phase=pick rules=none picked=-",
    )
    for text in same:
        assert GAME.notation.position_differs(text, states, BASE) == []
    assert GAME.notation.position_differs("seat=0 passes=0", states, BASE) == ["seat is 1, not 0"]
    assert GAME.notation.position_differs("houses=hand|1,0", states, BASE) == [
        "houses is hand|0,0, not hand|1,0"
    ]


def test_a_board_is_what_lies_on_the_table():
    text = TABLE + HANDS + "houses=hand|0,0 seat=1"
    board = GAME.notation.format_board(read(text), BASE)
    assert board == TABLE + "houses=hand|0,0"
    assert GAME.notation.format_board(GAME.notation.read_board(board, BASE), BASE) == board
