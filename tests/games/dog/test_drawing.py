"""The pictures of Dog: whole, stable, marked, and silent about what a seat may not see."""

import re
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

from offleash.core.options import make_options
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog import GAME
from offleash.games.dog.draw.geometry import home_point, loop_point
from offleash.games.dog.draw.picture import draw
from offleash.games.dog.draw.terminal import draw_text, home_cell, kennel_cell, loop_cell
from offleash.games.dog.options import OPTIONS, SWITCHES
from offleash.games.dog.rules import course as rules
from offleash.games.dog.rules import knowledge as hidden
from offleash.games.dog.rules.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    BOARD_TOKENS,
    END_SEVEN,
    GIVE,
    MOVE,
    START,
    STEP,
    STEP_KINDS,
    STEPS,
    SWAP,
    THROW,
)
from offleash.games.dog.rules.record import (
    ACE,
    FINISHED,
    FOUR,
    GIVING,
    HOME,
    JACK,
    JOKER,
    KENNEL,
    KING,
    PLAYING,
    RECORD,
    SEATS,
    SEVEN,
    SPLITTING,
    TOKENS,
    WORK,
)
from offleash.games.shared.svg import number
from offleash.play.session import Session

LOOP_LENGTHS = range(16, 97, 4)
SVG = "{http://www.w3.org/2000/svg}"
VIEWERS = (NOBODY, 0, 1, 2, 3)
TOKEN_IDS = {f"token-{seat}-{token}" for seat in range(SEATS) for token in range(TOKENS)}


def opening(**chosen):
    options = make_options(SWITCHES, OPTIONS, chosen)
    states = np.zeros(1, RECORD)
    rules.setup(states[0], options[0])
    return states, options


def deal(states, *hands):
    for seat, ranks in enumerate(hands):
        states[0].hand[seat] = np.bincount(ranks, minlength=states[0].hand.shape[1])
        states[0].held[seat] = len(ranks)


def busy(phase=PLAYING, **chosen):
    """Tokens everywhere: Red a and Blue b are protected, Red b is on its way home."""
    states, options = opening(**chosen)
    state = states[0]
    loop_len = int(options[0].loop_len)
    quarter = loop_len // 4
    state.token[:] = [
        [0, quarter - 3, KENNEL, HOME + 2],
        [quarter, quarter + 1, KENNEL, HOME + 3],
        [loop_len - 5, 2 * quarter, quarter + 2, KENNEL],
        [HOME, HOME + 1, KENNEL, 2 * quarter + 1],
    ]
    state.fresh[:] = [1, 0, 1, 0]
    deal(states, [ACE, FOUR, SEVEN, JACK, KING, JOKER], [1, 2, 3], [6, 6, 13], [1] * 4)
    state.gave[:] = [4, 1, 12, 3]
    state.shown[1, 9] = 1
    state.phase = phase
    state.dealer = 3
    return states, options


def legal_of(states, options):
    out = np.zeros(400, np.int32)
    n = rules.legal_actions(states[0], options[0], np.zeros(1, WORK)[0], out)
    return [int(action) for action in out[:n]]


def parse(states, options, seat=0, legal=()):
    return ET.fromstring(draw(states, options, seat, legal))


def ids_of(tree):
    return [element.get("id") for element in tree.iter() if element.get("id")]


def by_id(tree, wanted):
    return next(element for element in tree.iter() if element.get("id") == wanted)


def place_of(tree, wanted):
    return tuple(re.findall(r"-?[\d.]+", by_id(tree, wanted).get("transform"))[:2])


def circles(element):
    return {(c.get("cx"), c.get("cy")) for c in element.iter(f"{SVG}circle")}


def written(point):
    return tuple(number(value) for value in point)


# SVG


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
def test_every_loop_is_drawn_whole(loop_len):
    states, options = busy(loop_len=loop_len)
    ids = Counter(ids_of(parse(states, options, 0, legal_of(states, options))))
    assert set(ids.values()) == {1}
    assert ids.keys() >= TOKEN_IDS
    assert sum(name.startswith("token-") for name in ids) == len(TOKEN_IDS)
    for space in range(loop_len):
        assert f"space-{space}" in ids
    assert f"space-{loop_len}" not in ids
    for seat in range(SEATS):
        for index in range(TOKENS):
            assert f"home-{seat}-{index}" in ids
            assert f"kennel-{seat}-{index}" in ids
    assert {"dealer", "mover", "hand-0", "hand-5", "back-3-3"} <= ids.keys()
    assert "hand-6" not in ids
    assert "back-0-0" not in ids


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
def test_spaces_keep_apart_and_run_anticlockwise(loop_len):
    points = np.array([loop_point(space, loop_len) for space in range(loop_len)])
    gaps = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    assert gaps.min() > 0.85 * gaps.max()
    x, y = (points - 500).T
    turns = x * np.roll(y, -1) - y * np.roll(x, -1)
    assert (turns < 0).all()  # y points down
    starts = points[:: loop_len // 4]
    assert np.allclose(starts, [(500, 850), (850, 500), (500, 150), (150, 500)])


@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("phase", range(FINISHED + 1))
def test_every_phase_and_viewer(phase, seat):
    states, options = busy(phase)
    tree = parse(states, options, seat)
    assert tree.get("role") == "img"
    assert tree.find(f"{SVG}title").text
    assert "Red a on space 0, protected" in tree.find(f"{SVG}desc").text
    assert set(ids_of(tree)) >= TOKEN_IDS


def test_tokens_stand_where_the_record_says():
    states, options = busy()
    tree = parse(states, options)
    assert place_of(tree, "token-0-0") == written(loop_point(0, 64))
    assert place_of(tree, "token-3-3") == written(loop_point(33, 64))
    assert place_of(tree, "token-0-3") == written(home_point(0, 2))
    kennel = by_id(tree, "kennel-2-3")
    assert place_of(tree, "token-2-3") == (kennel.get("cx"), kennel.get("cy"))


def test_protection_and_laps_change_their_token_only():
    states, options = busy(full_lap="yes")
    before = parse(states, options)
    states[0].fresh[2] = 0
    states[0].lap[0, 1] = 1
    after = parse(states, options)
    changed = {
        name
        for name in TOKEN_IDS
        if ET.tostring(by_id(before, name)) != ET.tostring(by_id(after, name))
    }
    assert changed == {"token-2-1", "token-0-1"}
    one_lap = ET.tostring(by_id(after, "token-0-1"))
    states[0].lap[0, 1] = -1
    assert ET.tostring(by_id(parse(states, options), "token-0-1")) != one_lap


def test_same_position_same_bytes_and_nothing_written():
    states, options = busy()
    legal = legal_of(states, options)
    kept = states.tobytes(), options.tobytes()
    first = draw(states, options, 0, legal)
    assert first == draw(states.copy(), options.copy(), 0, np.array(legal))
    assert kept == (states.tobytes(), options.tobytes())
    assert not re.search(r"\d\.\d{3}|<script|href|@import|url\(", first)


# What a seat may see


@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("phase", [GIVING, PLAYING])
def test_a_hidden_record_draws_the_same(seat, phase):
    states, options = busy(phase)
    blanked = states.copy()
    hidden.hide(blanked[0], options[0], seat)
    assert draw(blanked, options, seat, ()) == draw(states, options, seat, ())
    shown, plain = (draw_text(record, options, seat) for record in (blanked, states))
    assert shown == plain


@pytest.mark.parametrize("seat", VIEWERS)
def test_other_hands_gifts_and_buried_cards_do_not_show(seat):
    states, options = busy(throw_hidden="yes")
    other = states.copy()
    for owner in range(SEATS):
        if owner != seat:
            other[0].hand[owner] = np.roll(states[0].hand[owner], 3)
            other[0].buried[0, owner, 5] = 2
    for giver in range(SEATS):
        if seat == NOBODY or (giver - seat) % 2:
            other[0].gave[giver] = 7
    other[0].stock[:] = other[0].stock[::-1].copy()
    assert draw(other, options, seat, ()) == draw(states, options, seat, ())
    assert draw_text(other, options, seat) == draw_text(states, options, seat)


def test_own_hand_shows():
    states, options = busy()
    before = draw(states, options, 0, ()), draw_text(states, options, 0).plain
    deal(states, [1, 1, 2, 2, 3, 3])
    assert draw(states, options, 0, ()) != before[0]
    assert draw_text(states, options, 0).plain != before[1]


def hands_in(text):
    lines = re.findall(r"^[> ] (?:Red|Yellow|Blue|Green) +(.+?)  +laid", text.plain, re.MULTILINE)
    assert len(lines) == SEATS
    return lines


OPEN_HANDS = ["A 4 7 J K Joker", "2 3 4", "7 7 Joker", "2 2 2 2"]
CLOSED_HANDS = ["? ? ? ? ? ?", "? ? ?", "? ? ?", "? ? ? ?"]


@pytest.mark.parametrize("seat", VIEWERS)
def test_a_terminal_viewer_sees_its_own_hand_only(seat):
    hands = hands_in(draw_text(*busy(), seat))
    assert hands == [(OPEN_HANDS if each == seat else CLOSED_HANDS)[each] for each in range(SEATS)]


@pytest.mark.parametrize("phase", range(FINISHED + 1))
def test_everybody_sees_every_hand(phase):
    assert hands_in(draw_text(*busy(phase), EVERYBODY)) == OPEN_HANDS


def test_everybody_sees_an_empty_hand_as_empty():
    states, options = busy()
    deal(states, [], [], [], [])
    assert hands_in(draw_text(states, options, EVERYBODY)) == ["-"] * SEATS


@pytest.mark.parametrize("seat", VIEWERS)
def test_everybody_sees_no_more_than_is_known(seat):
    states, options = busy()
    hidden.hide(states[0], options[0], seat)
    assert draw_text(states, options, EVERYBODY) == draw_text(states, options, seat)


def test_a_session_without_a_seat_has_all_hands_open():
    states, options = busy()
    session = Session(GAME, options)
    session.state = states
    assert hands_in(session.text()) == OPEN_HANDS
    assert session.text() == draw_text(states, options, EVERYBODY)
    assert session.text(2) == draw_text(states, options, 2)


# Legal actions


def test_every_legal_play_is_marked():
    states, options = busy()
    legal = legal_of(states, options)
    marked = {
        int(element.get("data-action"))
        for element in parse(states, options, 0, legal).iter()
        if element.get("data-action")
    }
    assert marked == set(legal)
    assert len(legal) > 30
    assert not [name for name in ids_of(parse(states, options)) if name.startswith("target-")]


def test_a_move_is_marked_where_it_ends():
    states, options = busy()
    legal = legal_of(states, options)
    four = MOVE + 2 * (1 * STEP_KINDS + list(STEPS).index(4))
    into_home = MOVE + 2 * (3 * STEP_KINDS + list(STEPS).index(1)) + 1
    assert {four, into_home, AS_JOKER + four} <= set(legal)
    tree = parse(states, options, 0, legal)
    for action in (four, AS_JOKER + four):
        assert circles(by_id(tree, f"target-{action}")) == {written(loop_point(17, 64))}
    assert circles(by_id(tree, f"target-{into_home}")) == {written(home_point(0, 3))}


def test_a_swap_is_marked_at_both_tokens():
    states, options = busy()
    swap = SWAP + 1 * BOARD_TOKENS + 3 * TOKENS + 3  # Red b with Green d
    assert swap in legal_of(states, options)
    mark = by_id(parse(states, options, 0, [swap]), f"target-{swap}")
    assert circles(mark) == {written(loop_point(13, 64)), written(loop_point(33, 64))}


def test_a_start_is_marked_on_the_start_of_whose_tokens_are_played():
    states, options = busy()
    states[0].fresh[:] = 0
    assert START in legal_of(states, options)
    mark = by_id(parse(states, options, 0, [START]), f"target-{START}")
    assert circles(mark) == {written(loop_point(0, 64))}
    states[0].token[0] = [HOME, HOME + 1, HOME + 2, HOME + 3]
    mark = by_id(parse(states, options, 0, [START]), f"target-{START}")
    assert circles(mark) == {written(loop_point(32, 64))}


def test_steps_of_a_seven_hop_over_a_protected_token():
    states, options = busy(SPLITTING, seven_jumps_protected="yes", seven_partial="yes")
    states[0].seven_left = 5
    states[0].token[0, 1] = 31  # just before the protected Blue b
    legal = legal_of(states, options)
    hop = STEP + 2
    assert {hop, END_SEVEN} <= set(legal)
    tree = parse(states, options, 0, legal)
    assert circles(by_id(tree, f"target-{hop}")) == {written(loop_point(33, 64))}
    assert "end the 7" in "".join(by_id(tree, f"target-{END_SEVEN}").itertext())
    assert "5 steps left" in "".join(tree.itertext())


def test_cards_without_a_place_on_the_board_are_marked_in_the_hand():
    states, options = busy(GIVING)
    deal(states, [SEVEN, SEVEN, JOKER])
    tree = parse(states, options, 0, legal_of(states, options))
    for rank, copies in ((SEVEN, 2), (JOKER, 1)):
        action = str(GIVE + rank)
        marks = [element for element in tree.iter() if element.get("data-action") == action]
        assert len(marks) == copies
    states[0].phase = PLAYING
    for action in (BEGIN_SEVEN, BEGIN_SEVEN + AS_JOKER, THROW):
        assert by_id(parse(states, options, 0, [action]), f"target-{action}") is not None
        # Somebody else looks on: the mark stays on the backs of the cards.
        assert by_id(parse(states, options, 1, [action]), f"target-{action}") is not None


# Terminal


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
def test_cells_of_the_terminal_board_are_apart(loop_len):
    cells = [loop_cell(space, loop_len) for space in range(loop_len)]
    for seat in range(SEATS):
        cells += [home_cell(seat, index, loop_len) for index in range(TOKENS)]
        cells += [kennel_cell(seat, index, loop_len) for index in range(TOKENS)]
        start = np.array(loop_cell(seat * loop_len // 4, loop_len))
        assert np.abs(start - home_cell(seat, 0, loop_len)).sum() == 1
    assert len(set(cells)) == loop_len + 2 * SEATS * TOKENS


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
@pytest.mark.parametrize("make", [opening, busy])
def test_terminal_board_names_every_token_once(make, loop_len):
    states, options = make(loop_len=loop_len)
    board = draw_text(states, options, 0).plain.split("\n\n")[:-1]
    tokens = Counter(re.findall(r"[RYBG][a-d]", "\n".join(board)))
    assert tokens == Counter(initial + letter for initial in "RYBG" for letter in "abcd")


@pytest.mark.parametrize("seat", [*VIEWERS, EVERYBODY])
def test_terminal_fits_eighty_columns(seat):
    states, options = busy(full_lap="yes")
    states[0].lap[0, 1] = 1
    plain = draw_text(states, options, seat).plain
    assert max(map(len, plain.split("\n"))) <= 80
    assert "Ra*" in plain
    assert "Rb+" in plain
    assert "Red to play" in plain
    assert "dealer Green" in plain
    assert "110 in stock" in plain
    hand = re.search(r"> Red +(.+?)  +laid", plain).group(1)
    assert hand == ("A 4 7 J K Joker" if seat in (0, EVERYBODY) else "? ? ? ? ? ?")
    assert re.search(r"Yellow .+ laid: 10", plain)
