"""The pictures of Uri-Nation: whole, stable, marked, and silent about bids."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.shared.svg import with_marks
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.draw.colours import FILL
from offleash.games.uri_nation.draw.layout import BUTTONS, DESK, WIDTH, layout_of
from offleash.games.uri_nation.draw.shapes import outline
from offleash.games.uri_nation.position import Position, percent
from offleash.games.uri_nation.rules.record import (
    ACTION,
    BID_ATT,
    BID_DEF,
    MOVE,
    POST_ROLL,
    REVEAL,
    SEATS,
    SETUP_CLAIM,
)
from offleash.games.uri_nation.text.names import SEAT_NAMES
from offleash.play.session import Session
from tests.games.uri_nation.pictures import PICTURE, picture
from tests.variety import choices

TABLES = (
    ("1.4", {}),
    ("1.2", {"walk_tricks": True, "secret_bidding": True}),
    ("1.4", {"board": "four-corners", "seats": 2}),
    ("1.2", {"board": "cul-de-sac", "seats": 2, "homes": "4,2,1,3"}),
    ("1.4", {"board": "nine-blocks", "seats": 3, "archetypes": "yapper,diplomat"}),
    ("1.2", {"board": "hammerhead-lane", "seats": 3, "homes": "random"}),
)
SETTLED = "order bruiser scrapper diplomat yapper"


def ids_of(elements):
    return [element.get("id") for element in ET.fromstring(elements).iter() if element.get("id")]


def words_of(elements):
    return [
        element.text for element in ET.fromstring(elements).iter() if element.tag.endswith("text")
    ]


def decisions(preset, settings, every=23, most=400):
    """Positions of a random game in which a seat decides, with its legal actions."""
    options, rng = GAME.options(preset, **settings), random.Random(5)
    states, work, tally = GAME.new_state(options), GAME.new_work(), GAME.new_tally()
    for n in range(most):
        legal = choices(GAME, states, options)
        if not legal:
            return
        actor = int(GAME.rules.actor(states[0]))
        if actor >= 0 and (n % every == 0 or states["phase"][0] not in (MOVE, ACTION)):
            yield options, states.copy(), actor, legal
        GAME.rules.apply(states[0], options[0], work[0], rng.choice(legal), tally[0])


def at(position, preset="1.2", **settings):
    """A table in a written position."""
    return Session(GAME, GAME.options(preset, **settings), position=position)


def labels_of(session):
    targets = GAME.pictures.targets(
        session.state, session.options, session.actor, session.legal_numbers
    )
    return {target.text: target.label for target in targets}


# Whole pictures


@pytest.mark.parametrize(("preset", "settings"), TABLES)
def test_targets_cover_the_legal_actions_and_point_into_one_document(preset, settings):
    count = 0
    for options, states, seat, legal in decisions(preset, settings, every=60):
        svg = GAME.pictures.draw(states, options, seat)
        marks = GAME.pictures.draw_targets(states, options, seat, legal)
        last = GAME.pictures.draw_last(states, options, seat, legal[-1:])
        ids, picture_ids = ids_of(with_marks(svg, last, marks)), set(ids_of(svg))
        assert len(ids) == len(set(ids))
        targets = GAME.pictures.targets(states, options, seat, legal)
        assert [target.action for target in targets] == legal
        assert [target.text for target in targets] == [
            GAME.notation.format_action(a, options) for a in legal
        ]
        buttons = {f"target-{action}" for action in legal}
        assert buttons <= set(ids)
        for target in targets:
            assert target.label.strip()
            assert target.group
            assert set(target.clicks[:-1]) <= picture_ids
            assert target.clicks[-1] in picture_ids | {f"target-{target.action}"}
        clicks = sorted(target.clicks for target in targets)
        assert all(two[: len(one)] != one for one, two in pairwise(clicks))
        count += 1
    assert count > 3


@pytest.mark.parametrize(("preset", "settings"), TABLES)
def test_every_mark_carries_its_action(preset, settings):
    for options, states, seat, legal in decisions(preset, settings, every=60):
        marks = ET.fromstring(GAME.pictures.draw_targets(states, options, seat, legal))
        carried = {element.get("id"): element.get("data-action") for element in marks.iter()}
        for action in legal:
            assert carried[f"target-{action}"] == str(action)


def test_only_the_seat_to_decide_has_targets():
    options, states, seat, legal = next(decisions("1.4", {}))
    for other in (NOBODY, *(number for number in range(SEATS) if number != seat)):
        assert GAME.pictures.targets(states, options, other, legal) == []
        assert GAME.pictures.draw_targets(states, options, other, legal) == ""


def test_what_lies_on_the_street_has_an_id():
    session = at(
        "yapper at (3,4) water 3 owns (2,4)+2 (2,7) holds EV15; (2,9) diplomat* yapper; "
        f"home 1 fort 1; round 3; turn yapper; {SETTLED}; phase action"
    )
    ids = set(ids_of(session.svg()))
    names = [
        f"territory ({row},{col})"
        for row, col in Position(session.state, session.options, 0).board.territories
    ]
    four, seven = names.index("territory (2,4)"), names.index("territory (2,7)")
    assert {f"disk-{four}", f"disk-{seven}", f"fort-{four}", "card-EV15", "home-fort-0"} <= ids
    assert f"fort-{seven}" not in ids
    assert len([name for name in ids if re.fullmatch(r"disk-\d+", name)]) == 2
    assert {f"dog-{seat}" for seat in range(4)} | {f"bowl-{seat}" for seat in range(4)} <= ids
    assert {f"home-disk-{home}" for home in range(4)} <= ids
    site = Position(session.state, session.options, 0).board.sites.index((2, 9))
    assert {f"bond-{site}", f"marker-{site}-2", f"marker-{site}-3"} <= ids
    assert f"marker-{site}-0" not in ids


def test_fewer_dogs_fewer_bowls():
    options = GAME.options("1.2", seats=2)
    ids = set(ids_of(GAME.pictures.draw(GAME.new_state(options), options, NOBODY)))
    assert {"bowl-0", "bowl-1", "dog-0", "dog-1"} <= ids
    assert not {"bowl-2", "dog-2"} & ids


def test_pegs_and_holes_are_the_bowl():
    session = at(f"scrapper water 2; round 2; turn scrapper; {SETTLED}; phase roll")
    rim = next(
        element for element in ET.fromstring(session.svg()).iter() if element.get("id") == "water-1"
    )
    pegs = [element for element in rim if element.tag.endswith("}g")]
    holes = [element for element in rim if element.tag.endswith("}ellipse")]
    assert (len(pegs), len(holes)) == (2, 3)
    assert rim[0].text == "2 of 3 water"


def test_equal_positions_give_equal_bytes():
    for options, states, seat, legal in decisions("1.2", {}, every=80):
        options_copy, states_copy = options.copy(), states.copy()
        assert GAME.pictures.draw(states, options, seat) == GAME.pictures.draw(
            states_copy, options_copy, seat
        )
        assert GAME.pictures.draw_targets(
            states, options, seat, legal
        ) == GAME.pictures.draw_targets(states_copy, options_copy, seat, legal)
        assert states.tobytes() == states_copy.tobytes()  # drawing changes nothing


def test_dogs_on_one_cell_stand_side_by_side():
    session = at(
        "bruiser at (3,9); scrapper at (3,9); diplomat at (3,9); yapper at (3,9); round 2; "
        f"turn yapper; {SETTLED}; phase roll"
    )
    spots = [
        element.get("transform").split(" scale")[0]
        for element in ET.fromstring(session.svg()).iter()
        if re.fullmatch(r"dog-\d", element.get("id") or "")
    ]
    assert len(spots) == len(set(spots)) == 4


def test_colours_are_those_the_seats_are_named_after():
    def hue(colour):
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        if min(red, green) > 150 > blue:
            return "Yellow"
        return ("Red", "Green", "Blue")[(red, green, blue).index(max(red, green, blue))]

    assert tuple(map(hue, FILL)) == SEAT_NAMES
    assert len({outline(seat, 10) for seat in range(SEATS)}) == SEATS  # and by shape


def test_closed_water_and_free_roads_show():
    position = f"round 2; turn yapper; {SETTLED}; phase roll"
    session = at(position)
    before = session.svg()
    assert not [name for name in ids_of(before) if name.startswith("closed-")]
    session.state["no_water"], session.state["open_road"] = 1, 2
    after = session.svg()
    closed_ids = {name for name in ids_of(after) if name.startswith("closed-")}
    assert len(closed_ids) == 4  # Elm Street has four waters
    words = " ".join(filter(None, words_of(after)))
    assert "the water is closed until the next turn of Red Bruiser" in words
    assert "crossings are free until the next turn of Yellow Scrapper" in words


# Bids


def bidding(phase, bids):
    """A challenge with secret bids: the Bruiser attacks the Yapper's (2,4)."""
    session = at(
        "bruiser at (3,4) water 6 drive 2; yapper water 4 owns (2,4); round 2; "
        f"turn bruiser; {SETTLED}; phase action",
        secret_bidding=True,
    )
    session.play("challenge (2,4)", *(f"bid {bid}" for bid in bids))
    assert session.state["phase"][0] == phase
    return session


@pytest.mark.parametrize(
    ("phase", "one", "other", "knows"),
    [(BID_DEF, (0,), (4,), 0), (REVEAL, (0, 2), (3, 2), 0), (REVEAL, (2, 1), (2, 4), 3)],
)
def test_a_bid_is_shown_to_its_bidder_only(phase, one, other, knows):
    """Of a whole record, as a picture is asked for by mistake."""
    tables = [bidding(phase, bids) for bids in (one, other)]
    for seat in (NOBODY, 0, 1, 2, 3, EVERYBODY):
        pair = [GAME.pictures.draw(table.state, table.options, seat) for table in tables]
        assert (pair[0] == pair[1]) == (seat not in (knows, EVERYBODY)), seat


def test_bids_are_buttons_that_fit_on_the_desk():
    session = at(
        "bruiser at (3,4) water 12 drive 2; yapper owns (2,4); round 2; "
        f"turn bruiser; {SETTLED}; phase action",
        secret_bidding=True,
        water_cap="12,3,4,4",
        challenge_water=0,
    )
    session.play("challenge (2,4)")
    assert session.state["phase"][0] == BID_ATT
    view = Position(session.state, session.options, 0)
    marks = GAME.pictures.draw_targets(session.state, session.options, 0, session.legal_numbers)
    boxes = []
    for rect in ET.fromstring(marks).iter("rect"):
        x, y, wide, tall = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
        boxes.append((x, y, x + wide, y + tall))
        assert x >= BUTTONS - 1
        assert x + wide <= WIDTH
        top = layout_of(view).desk
        assert top <= y
        assert y + tall <= top + DESK
    assert len(boxes) == len(session.legal_numbers) == 12 + 1  # from nothing to all the water
    for n, (left, top, right, bottom) in enumerate(boxes):
        for x, y, to_x, to_y in boxes[:n]:
            assert right <= x or to_x <= left or bottom <= y or to_y <= top


# Labels


def test_walks_in_words():
    """Scenarios 01, 02 and 04: mid-block and side street cost Drive, the zebra does not."""
    session = at(f"yapper at (3,6) drive 1; round 2; turn yapper; {SETTLED}; phase roll")
    labels = labels_of(session.play("roll 3-3"))
    assert labels["step E"] == "walk east to (3,7)"
    assert labels["step N"] == "walk north to (2,6) for 1 Drive"
    assert labels["cross S"] == "cross south to (5,6) for free"
    assert labels["stop"] == "stop at (3,6)"
    labels = labels_of(session.play("step E"))
    assert labels["cross S"] == "cross south to (5,7) for 1 Drive"


def test_a_path_is_clicked_where_it_ends():
    session = at(f"yapper at (3,9) drive 1; round 2; turn yapper; {SETTLED}; phase roll", "1.4")
    session.play("roll 3-3", "step E")
    targets = GAME.pictures.targets(session.state, session.options, 3, session.legal_numbers)
    path = next(target for target in targets if target.text == "path")
    cells = Position(session.state, session.options, 3).board.cells
    assert path.clicks == (f"cell-{cells.index((0, 10))}",)
    assert path.label == "take the path to (0,10) for 1 Drive"


def test_challenges_tell_their_odds():
    """Part 3: one fortify token and no cluster, 10 of 31; the Bruiser claims for water alone."""
    session = at(
        "bruiser at (3,4) water 6 drive 2 grit 0; yapper owns (2,4)+1; round 2; "
        f"turn bruiser; {SETTLED}; phase action"
    )
    labels = labels_of(session)
    assert labels["challenge (2,4)"] == "challenge the Yapper's (2,4): 32 % to win"
    targets = GAME.pictures.targets(session.state, session.options, 0, session.legal_numbers)
    captures = {target.text: target.captures for target in targets}
    assert captures["challenge (2,4)"] == ("the Yapper's (2,4)",)
    assert captures["pass"] == ()
    session = at(f"bruiser at (3,4) water 6; round 2; turn bruiser; {SETTLED}; phase action")
    assert labels_of(session)["claim (2,4)"] == "claim (2,4) for 2 water"


@pytest.mark.parametrize(
    ("thousandths", "text"), [(0, "0 %"), (3, "1 %"), (322, "32 %"), (997, "99 %"), (1000, "100 %")]
)
def test_odds_are_whole_percent(thousandths, text):
    assert percent(thousandths) == text


def test_what_shares_a_place_ends_on_its_button():
    """Leg Day reaches what lies beside the dog as well (W6)."""
    session = at(
        f"bruiser at (3,4) water 6; round 2; turn bruiser; {SETTLED}; phase action",
        walk_tricks=True,
    )
    targets = GAME.pictures.targets(session.state, session.options, 0, session.legal_numbers)
    places = Position(session.state, session.options, 0).board.territories
    place = f"territory-{places.index((2, 4))}"
    sharing = [target for target in targets if target.clicks[0] == place]
    assert sorted(target.group for target in sharing) == ["Leg Day", "claim"]
    assert all(target.clicks == (place, f"target-{target.action}") for target in sharing)
    alone = [target for target in targets if len(target.clicks) == 1 and target.group == "Leg Day"]
    assert alone  # farther away there is but one way to claim


def test_tricks_and_setup_have_words():
    groups = set()
    for preset, settings in (("1.2", {"walk_tricks": True}),):
        for options, states, seat, legal in decisions(preset, settings):
            targets = GAME.pictures.targets(states, options, seat, legal)
            groups |= {(int(states["phase"][0]), target.group) for target in targets}
    assert {(SETUP_CLAIM, "claim"), (POST_ROLL, "go on"), (POST_ROLL, "tricks")} <= groups


def at_the_notice_board(*more):
    """The Yapper has come to the Events space of Elm Street."""
    session = at(
        "bruiser owns (2,1) (2,2)+1 (2,4); yapper at (5,11) owns (6,13) holds EV15 EV16; "
        f"round 2; turn yapper; {SETTLED}; phase roll"
    )
    return session.play("roll 3-4", "step E", *more)


def test_a_card_shows_while_it_is_carried_out_and_its_targets_are_territories():
    """EV20 takes a bare disk from who has most."""
    session = at_the_notice_board("draw EV20")
    assert session.actor == 0
    labels = labels_of(session)
    assert sorted(labels.values()) == ["give up (2,1)", "give up (2,4)"]
    words = words_of(session.svg())
    assert {"EV20", "Council power-wash", "most: unclaim"} <= set(words)
    assert "Red Bruiser chooses for “Council power-wash”" in words


def test_held_cards_are_clicked_themselves():
    session = at_the_notice_board("draw EV17")
    targets = GAME.pictures.targets(session.state, session.options, 3, session.legal_numbers)
    assert {target.clicks for target in targets} == {("card-EV15",), ("card-EV16",), ("card-EV17",)}
    assert {target.piece for target in targets} == {"EV15", "EV16", "EV17"}
    assert {"card-EV15", "card-EV16", "card-EV17"} <= set(ids_of(session.svg()))


def test_a_drink_is_a_button():
    session = at(f"yapper at (3,1) drive 1; round 2; turn yapper; {SETTLED}; phase roll")
    labels = labels_of(session.play("roll 1-1", "step W"))
    assert labels == {"drink": "drink for 1 Drive", "leave": "walk on without a drink"}


# The last turn


def test_the_last_turn_leaves_footprints_and_says_what_was_done():
    session = at(
        f"bruiser at (3,1) water 6; scrapper at (5,1); round 2; turn bruiser; {SETTLED}; phase roll"
    )
    session.play("roll 1-3", "step E", "step E", "step E", "stop", "claim (2,4)")
    assert "Red Bruiser walked 3 steps and claimed (2,4)" in words_of(session.svg())
    assert "last" in ids_of(session.svg())
    session.play("roll 1-2", "cross N")
    words = words_of(session.svg())
    assert "Yellow Scrapper crossed the road" in words
    assert "Red Bruiser walked 3 steps and claimed (2,4)" not in words


def test_two_turns_in_a_row_are_not_one():
    """A dog may act last in one round and first in the next (T1)."""
    session = at(
        "bruiser at (3,9) owns (6,1) (6,2); scrapper owns (2,1); round 2; turn bruiser; "
        "order scrapper bruiser; phase action",
        seats=2,
    )
    before, walk = session.state.copy(), ["pass", "step E", "step E", "stop"]
    numbers = [GAME.notation.parse_action(text, session.options) for text in walk]
    marks = GAME.pictures.draw_last(before, session.options, NOBODY, numbers)
    assert words_of(marks) == ["Red Bruiser walked 2 steps"]


def test_a_turn_without_traces_is_still_described():
    session = at(f"yapper at (3,4); round 2; turn yapper; {SETTLED}; phase action")
    pass_number = GAME.notation.parse_action("pass", session.options)
    marks = GAME.pictures.draw_last(session.state, session.options, NOBODY, [pass_number])
    assert words_of(marks) == ["Green Yapper passed"]


# The documents


def test_the_picture_of_the_documents_is_what_is_drawn():
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run `make pictures`"


def test_every_layout_is_wide_enough():
    """Bowls never overlap, and stay in the picture."""
    for preset, settings in TABLES:
        options = GAME.options(preset, **settings)
        layout = layout_of(Position(GAME.new_state(options), options, NOBODY))
        spots = np.array([layout.bowl(seat) for seat in range(layout.seats)])
        size = layout.bowl_scale * np.array((340, layout.place_height))
        assert (spots >= 0).all()
        assert (spots + size <= (WIDTH, layout.height)).all()
        for one, two in pairwise(spots):
            assert (two - one >= size).any()
