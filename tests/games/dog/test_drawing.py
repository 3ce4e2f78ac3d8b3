"""The pictures of Dog: whole, stable, marked, and silent about what a seat may not see."""

import re
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

from offleash.contract.options import make_options
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog import GAME
from offleash.games.dog.draw import labels, marks
from offleash.games.dog.draw.geometry import home_point, loop_point, point_of, spacing
from offleash.games.dog.draw.last import draw_last
from offleash.games.dog.draw.marks import draw_targets
from offleash.games.dog.draw.picture import draw
from offleash.games.dog.draw.targets import targets
from offleash.games.dog.draw.terminal import draw_text, home_cell, kennel_cell, loop_cell
from offleash.games.dog.options import OPTION_LIST, OPTIONS
from offleash.games.dog.position import Board, Position
from offleash.games.dog.rules import course as rules, knowledge as hidden
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
from offleash.games.shared.svg import number, with_marks
from offleash.play.session import Session
from tests.games.dog.pictures import PICTURE, picture
from tests.variety import choices, positions

LOOP_LENGTHS = range(16, 97, 4)
SVG = "{http://www.w3.org/2000/svg}"
VIEWERS = (NOBODY, 0, 1, 2, 3)
TOKEN_IDS = {f"token-{seat}-{token}" for seat in range(SEATS) for token in range(TOKENS)}


def opening(**settings):
    options = make_options(OPTION_LIST, OPTIONS, settings)
    states = np.zeros(1, RECORD)
    rules.setup(states[0], options[0])
    return states, options


def deal(states, *hands):
    for seat, ranks in enumerate(hands):
        states[0].hand[seat] = np.bincount(ranks, minlength=states[0].hand.shape[1])
        states[0].held[seat] = len(ranks)


def busy(phase=PLAYING, **settings):
    """Tokens everywhere: Red a and Blue b are protected, Red b is on its way home."""
    states, options = opening(**settings)
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


def draw_marked(states, options, seat=0, legal=()):
    return with_marks(draw(states, options, seat), draw_targets(states, options, seat, legal))


def parse(states, options, seat=0, legal=()):
    return ET.fromstring(draw_marked(states, options, seat, legal))


def position_of(states, options, seat=0):
    return Position(states, options, seat)


def board_of(loop_len=64, seat=0):
    return Board(loop_len, seat)


def ids_of(tree):
    return [element.get("id") for element in tree.iter() if element.get("id")]


def by_id(tree, element_id):
    return next(element for element in tree.iter() if element.get("id") == element_id)


def place_of(tree, element_id):
    return tuple(re.findall(r"-?[\d.]+", by_id(tree, element_id).get("transform"))[:2])


def circles(element):
    return {(c.get("cx"), c.get("cy")) for c in element.iter(f"{SVG}circle")}


def format_point(point):
    return tuple(number(value) for value in point)


def at_space(space, loop_len=64):
    return format_point(loop_point(board_of(loop_len), space))


def at_home(seat, index):
    return format_point(home_point(board_of(), seat, index))


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
    assert {
        "dealer",
        "mover",
        "stock",
        "discards",
        "card-A-0",
        "card-Joker-0",
        "back-3-3",
    } <= ids.keys()
    assert "card-Joker-1" not in ids
    assert "back-0-0" not in ids


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
def test_spaces_keep_apart_and_run_anticlockwise(loop_len):
    board = board_of(loop_len)
    points = np.array([loop_point(board, space) for space in range(loop_len)])
    gaps = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    assert gaps.min() > 0.85 * gaps.max()
    x, y = (points - 500).T
    turns = x * np.roll(y, -1) - y * np.roll(x, -1)
    assert (turns < 0).all()  # y points down
    starts = points[:: loop_len // 4]
    assert np.allclose(starts, [(500, 882), (882, 500), (500, 118), (118, 500)])


@pytest.mark.parametrize("seat", VIEWERS)
def test_the_viewer_sits_below(seat):
    tree = parse(*busy(), seat)
    viewer = max(seat, 0)
    start = by_id(tree, f"space-{16 * viewer}")
    assert (start.get("cx"), start.get("cy")) == ("500", "882")
    right = by_id(tree, f"space-{16 * ((viewer + 1) % SEATS)}")
    assert (right.get("cx"), right.get("cy")) == ("882", "500")
    assert float(by_id(tree, f"kennel-{viewer}-0").get("cy")) > 900


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
    assert place_of(tree, "token-0-0") == at_space(0)
    assert place_of(tree, "token-3-3") == at_space(33)
    assert place_of(tree, "token-0-3") == at_home(0, 2)
    kennel = by_id(tree, "kennel-2-3")
    assert place_of(tree, "token-2-3") == (kennel.get("cx"), kennel.get("cy"))


def test_protection_and_laps_change_their_token_only():
    states, options = busy(full_lap="yes")
    before = parse(states, options)
    states[0].fresh[2] = 0
    states[0].lap[0, 1] = 1
    after = parse(states, options)
    changed_ids = {
        name
        for name in TOKEN_IDS
        if ET.tostring(by_id(before, name)) != ET.tostring(by_id(after, name))
    }
    assert changed_ids == {"token-2-1", "token-0-1"}
    one_lap = ET.tostring(by_id(after, "token-0-1"))
    states[0].lap[0, 1] = -1
    assert ET.tostring(by_id(parse(states, options), "token-0-1")) != one_lap


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
def test_halos_lie_under_all_tokens_and_keep_to_their_space(loop_len):
    states, options = busy(loop_len=loop_len)
    tree = parse(states, options)
    order = ids_of(tree)
    assert [name for name in order if name.startswith("halo-")] == ["halo-0-0", "halo-2-1"]
    first_token = min(order.index(name) for name in TOKEN_IDS)
    assert order.index("halo-2-1") < first_token
    for name in ("halo-0-0", "halo-2-1"):
        for circle in by_id(tree, name).iter(f"{SVG}circle"):
            line = float(circle.get("stroke-width", 0)) / 2
            assert float(circle.get("r")) + line <= spacing(board_of(loop_len)) / 2 + 0.01


def test_same_position_same_bytes_and_nothing_written():
    states, options = busy()
    legal = legal_of(states, options)
    records = states.tobytes(), options.tobytes()
    first = draw_marked(states, options, 0, legal)
    assert first == draw_marked(states.copy(), options.copy(), 0, np.array(legal))
    assert records == (states.tobytes(), options.tobytes())
    assert not re.search(r"\d\.\d{3}|<script|href|@import|url\(", first)


# What a seat may see


@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("phase", [GIVING, PLAYING])
def test_a_hidden_record_draws_the_same(seat, phase):
    states, options = busy(phase)
    blanked = states.copy()
    hidden.hide(blanked[0], options[0], seat)
    assert draw(blanked, options, seat) == draw(states, options, seat)
    redacted, plain = (draw_text(record, options, seat) for record in (blanked, states))
    assert redacted == plain


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
    assert draw(other, options, seat) == draw(states, options, seat)
    assert draw_text(other, options, seat) == draw_text(states, options, seat)


def test_own_hand_shows():
    states, options = busy()
    before = draw(states, options, 0), draw_text(states, options, 0).plain
    deal(states, [1, 1, 2, 2, 3, 3])
    assert draw(states, options, 0) != before[0]
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
    assert hands == [
        (OPEN_HANDS if owner == seat else CLOSED_HANDS)[owner] for owner in range(SEATS)
    ]


@pytest.mark.parametrize("phase", range(FINISHED + 1))
def test_everybody_sees_every_hand(phase):
    assert hands_in(draw_text(*busy(phase), EVERYBODY)) == OPEN_HANDS


def test_everybody_sees_every_hand_in_the_picture():
    states, options = busy()
    picture = draw(states, options, EVERYBODY)
    for seat, hand in enumerate(OPEN_HANDS):
        cards = re.findall(rf'id="held-{seat}-(\w+)-\d"', picture)
        assert cards == hand.split()
    assert "held-" not in draw(states, options, NOBODY)
    hidden.hide(states[0], options[0], NOBODY)
    assert "held-" not in draw(states, options, EVERYBODY)


def test_everybody_sees_an_empty_hand_as_empty():
    states, options = busy()
    deal(states, [], [], [], [])
    assert hands_in(draw_text(states, options, EVERYBODY)) == ["-"] * SEATS


@pytest.mark.parametrize("seat", VIEWERS)
def test_everybody_sees_only_what_is_known(seat):
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


def marks_of(tree, action):
    return [element for element in tree.iter() if element.get("data-action") == str(action)]


def test_every_legal_play_is_marked():
    states, options = busy()
    legal = legal_of(states, options)
    tree = parse(states, options, 0, legal)
    assert all(by_id(tree, f"target-{action}") in marks_of(tree, action) for action in legal)
    assert len(legal) > 30
    everything = {element.get("data-action") for element in tree.iter()} - {None}
    assert everything == set(map(str, legal))
    assert "target" not in draw(states, options, 0)


@pytest.mark.parametrize("seat", [NOBODY, 1, 2, 3])
def test_only_the_seat_to_move_is_shown_what_it_may_do(seat):
    states, options = busy()
    legal = legal_of(states, options)
    assert draw_targets(states, options, seat, legal) == ""
    assert targets(states, options, seat, legal) == []


def test_a_move_is_marked_where_it_ends():
    states, options = busy()
    legal = legal_of(states, options)
    four = MOVE + 2 * (1 * STEP_KINDS + list(STEPS).index(4))
    into_home = MOVE + 2 * (3 * STEP_KINDS + list(STEPS).index(1)) + 1
    assert {four, into_home, AS_JOKER + four} <= set(legal)
    tree = parse(states, options, 0, legal)
    for action in (four, AS_JOKER + four):
        assert by_id(tree, f"target-{action}").get("data-place") == "space-17"
    assert circles(by_id(tree, "aim-space-17")) == {at_space(17)}
    assert by_id(tree, f"target-{into_home}").get("data-place") == "home-0-3"
    assert circles(by_id(tree, "aim-home-0-3")) == {at_home(0, 3)}


def test_labels_tell_the_token_and_the_card():
    states, options = busy()
    four = MOVE + 2 * (1 * STEP_KINDS + list(STEPS).index(4))
    tree = parse(states, options, 0, [four])
    row = next(element for element in tree.iter() if by_id(tree, f"target-{four}") in list(element))
    texts = [element.text for element in row.iter(f"{SVG}text")]
    assert texts == ["b", "4"]


def test_captures_are_marked_apart_and_swap_partners_alone_dashed():
    states, options = busy()
    legal = legal_of(states, options)
    four = MOVE + 2 * (1 * STEP_KINDS + list(STEPS).index(4))  # Red b takes Yellow b
    plain = MOVE + 2 * (0 * STEP_KINDS + list(STEPS).index(1))  # Red a goes on
    swap = SWAP + 1 * BOARD_TOKENS + 3 * TOKENS + 3  # Red b with Green d
    assert {four, plain, swap} <= set(legal)
    tree = parse(states, options, 0, [plain, four, swap])
    hit, ring, dashed = (by_id(tree, f"aim-space-{n}") for n in (17, 1, 33))
    assert list(hit.iter(f"{SVG}path")) and not list(ring.iter(f"{SVG}path"))
    for aim in (hit, ring):
        assert "dasharray" not in ET.tostring(aim, "unicode")
    assert "dasharray" in ET.tostring(dashed, "unicode")
    assert circles(dashed) == {at_space(33)}


def test_a_start_is_marked_on_the_start_of_whose_tokens_are_played():
    states, options = busy()
    states[0].fresh[:] = 0
    assert START in legal_of(states, options)
    tree = parse(states, options, 0, [START])
    assert by_id(tree, f"target-{START}").get("data-place") == "space-0"
    states[0].token[0] = [HOME, HOME + 1, HOME + 2, HOME + 3]
    tree = parse(states, options, 0, [START])
    assert by_id(tree, f"target-{START}").get("data-place") == "space-32"


def test_steps_of_a_seven_hop_over_a_protected_token():
    states, options = busy(SPLITTING, seven_jumps_protected="yes", seven_partial="yes")
    states[0].seven_left = 5
    states[0].token[0, 1] = 31  # just before the protected Blue b
    legal = legal_of(states, options)
    hop = STEP + 2
    assert {hop, END_SEVEN} <= set(legal)
    tree = parse(states, options, 0, legal)
    assert by_id(tree, f"target-{hop}").get("data-place") == "space-33"
    assert "end the 7" in "".join(by_id(tree, f"target-{END_SEVEN}").itertext())
    assert "5 steps left" in "".join(tree.itertext())


def test_cards_without_a_place_on_the_board_are_marked_in_the_hand():
    states, options = busy(GIVING)
    deal(states, [SEVEN, SEVEN, JOKER])
    tree = parse(states, options, 0, legal_of(states, options))
    for rank, copies in ((SEVEN, 2), (JOKER, 1)):
        assert len(marks_of(tree, GIVE + rank)) == copies
    states[0].phase = PLAYING
    for action in (BEGIN_SEVEN, BEGIN_SEVEN + AS_JOKER, THROW):
        assert by_id(parse(states, options, 0, [action]), f"target-{action}") is not None


def test_playable_cards_are_framed_and_the_others_dimmed():
    states, options = busy()
    deal(states, [JACK, KING, 1, 4])
    legal = [action for action in legal_of(states, options) if action >= SWAP]
    boxes = by_id(parse(states, options, 0, legal), "marks").findall(f"{SVG}rect")
    cards = {}
    for box in boxes:
        middle = float(box.get("x")) + float(box.get("width")) / 2
        cards.setdefault(middle, []).append("frame" if box.get("stroke") else "veil")
    assert [cards[x] for x in sorted(cards)] == [["veil"], ["veil"], ["frame"] * 2, ["veil"]]


DENSE = (
    "P5P22P40P60|P24P47P16F3|P18P32*F2P9|F2P50P58P33 hands=A,4,7,J,K,Joker|?6|?6|?6 deal=6",
    "P1P5P7P15|P4P8P10F3|P11P12F2P9|F2P2P3P13 hands=A,4,7,J,Q,Joker|?6|?6|?6 deal=6",
    "P5P30P60P90|P24P47P16F3|P18P48*F2P9|F2P50P58P33 hands=A,4,7,J,K,Joker|?6|?6|?6 deal=6",
)


@pytest.mark.parametrize(("position", "loop_len"), [*zip(DENSE, (64, 16, 96), strict=True)])
def test_labels_keep_off_one_another(position, loop_len, monkeypatch):
    layouts = []
    monkeypatch.setattr(
        marks, "fit", lambda *arguments: layouts.append(labels.fit(*arguments)) or layouts[-1]
    )
    options = GAME.options(loop_len=loop_len)
    states = GAME.notation.parse_position(position, options)
    draw_targets(states, options, 0, legal_of(states, options))
    boxes = layouts[0].labels
    fixed = labels.obstacles(position_of(states, options).board)
    assert len(boxes) > 12
    for i, one in enumerate(boxes):
        assert labels.are_inside(np.array([(one.x, one.y)]), one.width, one.height).all()
        for other in boxes[:i] + fixed:
            apart_x = abs(one.x - other.x) - (one.width + other.width) / 2
            apart_y = abs(one.y - other.y) - (one.height + other.height) / 2
            assert max(apart_x, apart_y) > 0


# Targets


def all_targets():
    """Every decision of a varied sample: phases and options as they come."""
    for options, states in positions("dog", "targets"):
        seat = int(rules.actor(states[0]))
        if seat >= 0:
            legal = choices(GAME, states, options)
            yield states, options, seat, targets(states, options, seat, legal), legal


def test_every_click_is_in_the_picture_and_every_action_has_its_own():
    phases = set()
    for states, options, seat, marks_, legal in all_targets():
        phases.add(int(states[0].phase))
        assert [target.action for target in marks_] == legal
        assert [target.text for target in marks_] == [
            GAME.notation.format_action(a, options) for a in legal
        ]
        ids = set(ids_of(parse(states, options, seat)))
        clicks = [target.clicks for target in marks_]
        assert len(set(clicks)) == len(clicks)
        for target in marks_:
            assert target.label and target.group and target.clicks
            extra = {click for click in target.clicks if click.startswith("target-")}
            assert set(target.clicks) - extra <= ids
            assert extra <= {f"target-{target.action}"}
            assert not extra or target.clicks[-1] in extra
            assert not any(target.clicks[:n] in clicks for n in range(len(target.clicks)))
    assert phases == {GIVING, PLAYING, SPLITTING}


def describe_targets(states, options, *actions):
    legal = [GAME.notation.parse_action(action, options) for action in actions]
    return [
        (target.group, target.piece, target.label, target.clicks, target.captures)
        for target in targets(states, options, 0, legal)
    ]


def test_targets_in_words():
    states, options = busy()
    assert describe_targets(
        states, options, "4 b", "Joker 4 b back", "J b 3d", "A d 1 home", "K start"
    ) == [
        ("4", "b", "b to space 17", ("card-4-0", "token-0-1", "space-17"), ("Yellow b",)),
        ("Joker as 4", "b", "b back to space 9", ("card-Joker-0", "token-0-1", "space-9"), ()),
        ("J", "b", "b swaps with Green d", ("card-J-0", "token-0-1", "token-3-3"), ()),
        ("A", "d", "d into home 3", ("card-A-0", "token-0-3", "home-0-3"), ()),
        ("K", "c", "c starts on 0", ("card-K-0", "token-0-2", "space-0"), ("Red a",)),
    ]
    assert describe_targets(states, options, "7", "Joker 7", "throw") == [
        ("7", "", "seven steps", ("card-7-0", "middle"), ()),
        ("Joker as 7", "", "seven steps", ("card-Joker-0", "middle"), ()),
        ("throw", "", "throw the hand", ("discards",), ()),
    ]
    states[0].phase = GIVING
    assert describe_targets(states, options, "give Joker") == [
        ("Joker", "", "give Joker to Blue", ("card-Joker-0",), ())
    ]
    states[0].phase, states[0].seven_left = SPLITTING, 3
    assert describe_targets(states, options, "step b", "step partner a", "end") == [
        ("7", "b", "b to space 14", ("token-0-1", "space-14"), ()),
        ("7", "Blue a", "Blue a to space 60", ("token-2-0", "space-60"), ()),
        ("7", "", "end the 7", ("middle",), ()),
    ]


def test_an_ambiguous_joker_has_a_button_for_each_meaning():
    states, options = busy(loop_len=16)
    states[0].token[0] = [7, KENNEL, KENNEL, KENNEL]
    states[0].fresh[:] = 0
    actions = [
        GAME.notation.parse_action(text, options) for text in ("Joker 4 a back", "Joker Q a")
    ]
    assert set(actions) <= set(legal_of(states, options))
    result = targets(states, options, 0, actions)
    assert [target.clicks for target in result] == [
        ("card-Joker-0", "token-0-0", "space-3", f"target-{action}") for action in (actions)
    ]
    ids = ids_of(parse(states, options, 0, actions))
    assert {target.clicks[-1] for target in result} <= set(ids)


# The last turn


def last_of(session, seat=NOBODY):
    tree = ET.fromstring(session.svg(seat))
    return next((element for element in tree.iter() if element.get("id") == "last"), None)


def table(position, *actions, **settings):
    return Session(GAME, GAME.options(**settings), position=position).play(*actions)


def test_the_last_move_leaves_footprints():
    session = table("P10|P14||P13 hands=4,5|2,3|2,3|2,3")
    assert last_of(session) is None
    session.play("4 a")
    last = last_of(session)
    assert "Red played 4" in "".join(last.itertext())
    places = {
        tuple(re.findall(r"-?[\d.]+", element.get("transform", ""))[:2]) for element in last.iter()
    }
    assert {at_space(10), at_space(11), at_space(12)} <= places
    assert at_space(13) not in places  # Green stands there
    captured = point_of(board_of(), position_of(session.state, session.options).spot(1, 0))
    assert format_point((captured[0] + 14, captured[1] - 14)) in places


def test_whole_sevens_throws_and_swaps_are_described():
    session = table("P10P20|||P40 hands=7,5|2,3|2,3|J,3 seat=0", "7", *["step a"] * 3, "step b")
    text = last_of(session)
    assert "Red played 7" in "".join(text.itertext())
    assert len(text.findall(f"{SVG}g")) > 3  # two ghosts, prints, the ribbon and the card
    session.play(*["step b"] * 3)
    assert "Red played 7" in "".join(last_of(session).itertext())
    session.play("J a 0a")
    assert "Green played J" in "".join(last_of(session).itertext())
    session.play("throw")
    assert "threw 2 cards" in "".join(last_of(session).itertext())


@pytest.mark.parametrize("seat", VIEWERS)
def test_gifts_leave_no_trace(seat):
    session = table("P10||| phase=give hands=4,5|2,3|2,3|2,3", "give 4")
    assert last_of(session, seat) is None


@pytest.mark.parametrize("seat", VIEWERS)
def test_the_last_turn_tells_nothing_hidden(seat):
    """Whatever the others held and hold: the same picture."""
    pictures = set()
    for strange in ("9", "Q"):
        hands = ["4,2" if owner == seat else f"4,{strange}" for owner in range(SEATS)]
        session = table(f"P10|P30|P50|P40 hands={'|'.join(hands)} deal=2", "4 a")
        pictures.add(session.svg(seat))
    assert len(pictures) == 1
    assert "Red played 4" in pictures.pop()


def test_last_marks_take_what_was_seen_only():
    states, options = busy()
    assert draw_last(states, options, 0, []) == ""
    assert draw_last(states, options, 0, [GAME.notation.parse_action("give Q", options)]) == ""


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


@pytest.mark.parametrize("loop_len", LOOP_LENGTHS)
@pytest.mark.parametrize("make", [opening, busy])
def test_terminal_fits_sixty_columns_however_long_the_loop(make, loop_len):
    states, options = make(loop_len=loop_len, full_lap="yes")
    for seat in (*VIEWERS, EVERYBODY):
        plain = draw_text(states, options, seat).plain
        assert max(map(len, plain.split("\n"))) <= 60, plain


@pytest.mark.parametrize("seat", [*VIEWERS, EVERYBODY])
def test_terminal_shows_what_goes_on(seat):
    states, options = busy(full_lap="yes")
    states[0].lap[0, 1] = 1
    plain = draw_text(states, options, seat).plain
    assert "Ra*" in plain
    assert "Rb+" in plain
    assert "Red to play" in plain
    assert "dealer Green" in plain
    assert "110 in stock" in plain
    hand = re.search(r"> Red +(.+?)  +laid", plain).group(1)
    assert hand == ("A 4 7 J K Joker" if seat in (0, EVERYBODY) else "? ? ? ? ? ?")
    assert re.search(r"Yellow .+ laid: 10", plain)


# Documents


def test_the_picture_in_the_documents_is_current():
    assert PICTURE.read_bytes() == picture().encode()
