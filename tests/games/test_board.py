"""The board of a game without an artist: places, picture, clicks, terminal and print."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations, pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules
from offleash.contract import GameRules
from offleash.contract.rules.actors import EVERYBODY, OVER
from offleash.contract.studio.kit import KitChoice
from offleash.contract.text.plain import plain_notation
from offleash.games.shared.board import (
    BACK,
    CARD,
    TILE,
    Board,
    Piece,
    below,
    beside,
    grid,
    hand,
    hexes,
    loop,
    stack,
    track,
)
from offleash.games.shared.board.layout import edges_of
from offleash.games.shared.svg import with_marks
from offleash.tools.errors import BadNotation

RECORD = record(at=np.int8, seat=np.int8, card=(np.int8, 2))
rule = Rules("offleash.contract", state=RECORD, options=EMPTY, work=EMPTY, tally=EMPTY)
OPTIONS = np.zeros(1, EMPTY)
TEXTS = ("a1 b1", "a1 b1 slowly", "a1", "pass")


def apply(state, options, work, action, tally):
    """Walk to b1, which gives the turn to the other."""
    state.at, state.seat = 1, 1 - state.seat


def hide(state, options, seat):
    """Each holds a card that the other does not see."""
    for other in range(2):
        if other != seat:
            state.card[other] = -1


def rules(**more):
    unused = SimpleNamespace  # no test calls them
    own = {
        "actor": lambda state: OVER if state.at == 9 else int(state.seat),
        "legal_actions": unused,
        "apply": apply,
        "returns": unused,
        "rank": unused,
        "setup": lambda state, options: None,
    }
    return GameRules(
        rule=rule, options=(), max_actions=4, action_count=4, seat_names=("Rex", "Luna"),
        **{**own, **more},
    )  # fmt: skip


def places(options):
    return below(grid(2, 3), beside(stack("deck"), hand("cards")))


def pieces(view, options, seat):
    yield "abc"[int(view["at"][0])] + "1", Piece(0, "R", name="Rex")
    yield from [("deck", Piece(BACK, shape=CARD))] * 12
    for card in view["card"][0]:
        yield "cards", Piece(BACK, shape=CARD) if card < 0 else Piece(text=str(card), shape=CARD)


def make_board(**more):
    game_rules = more.pop("rules", rules())
    notation = plain_notation(game_rules, TEXTS)
    return Board(**{"rules": game_rules, "notation": notation, "places": places,
                    "pieces": pieces, **more})  # fmt: skip


STATES = np.zeros(1, RECORD)
BOARD = make_board()

# Layouts


@pytest.mark.parametrize(
    "group",
    [
        grid(3, 4),
        hexes(3, 4),
        hexes(3, 4, slanted=True),
        track([str(n) for n in range(23)]),
        loop([str(n) for n in range(14)], 4),
        below(grid(2, 2), hand("hand"), beside(stack("one"), stack("two"), stack("three"))),
    ],
)
def test_places_stand_apart_and_begin_at_the_corner(group):
    left, top, right, low = edges_of(group)
    assert (left, top) == (pytest.approx(0), pytest.approx(0))
    assert right > 0 and low > 0
    for one, other in combinations(group, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 0.85


def test_neighbours_on_tracks_and_loops_touch():
    way = track([str(n) for n in range(23)])
    around = loop([str(n) for n in range(14)], 4)
    steps = [*pairwise(way), *zip(around, [*around[1:], around[0]], strict=True)]
    assert all(abs(a.x - b.x) + abs(a.y - b.y) == pytest.approx(1) for a, b in steps)


def test_rows_have_numbers_and_columns_letters():
    assert [place.name for place in grid(2, 3)] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [place.name for place in hexes(1, 2, ["x", "y"])] == ["x", "y"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: grid(2, 2, ["one"]), "4 places need 4 names, not 1"),
        (lambda: grid(1, 27), "27 columns have no letters"),
        (lambda: loop(["a", "b", "c"], 2), "3 spaces do not close up around 2 columns"),
        (lambda: loop(["a", "b", "c", "d"], 4), "4 spaces do not close up around 4 columns"),
        (lambda: draw(places=lambda o: [*places(o), *grid(1, 1)]), "one name: a1"),
        (lambda: draw(pieces=lambda *view: [("z9", Piece())]), "no place 'z9' for a piece"),
        (lambda: draw(pieces=lambda *view: [("a1", Piece(name="a1"))]), "one name: a1"),
        (lambda: targets(clicks=lambda *view: ["z9"]), "'a1 b1' clicks on 'z9', which is not"),
    ],
)
def test_what_does_not_fit_is_an_error(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# Pictures


def draw(seat=EVERYBODY, **more):
    return make_board(**more).draw(STATES, OPTIONS, seat)


def targets(legal=(0, 1, 2, 3), **more):
    return make_board(**more).targets(STATES, OPTIONS, 0, legal)


def ids_in(svg):
    return [element.get("id") for element in ET.fromstring(svg).iter() if element.get("id")]


def test_the_picture_has_every_place_and_every_name_piece():
    ids = ids_in(draw())
    assert {"place-a1", "place-c2", "place-deck", "place-cards", "piece-Rex"} <= {*ids}
    assert len(ids) == len({*ids})
    assert ">12</text>" in draw()  # so many cards are in the deck
    assert "<title>deck: 12 × brown</title>" in draw()


def test_clicks_are_the_words_of_an_action_and_buttons_where_they_do_not_differ():
    clicks = {target.text: target.clicks for target in targets()}
    assert clicks == {
        "a1 b1": ("place-a1", "place-b1", "target-0"),
        "a1 b1 slowly": ("place-a1", "place-b1", "target-1"),
        "a1": ("place-a1", "target-2"),
        "pass": ("target-3",),
    }
    assert targets(legal=[0])[0].clicks == ("place-a1", "place-b1")
    own = targets(clicks=lambda view, options, action: ["Rex", f"{'abc'[action % 3]}2"], legal=[1])
    assert own[0].clicks == ("piece-Rex", "place-b2")


def test_marks_are_one_document_with_the_picture():
    marks = BOARD.draw_targets(STATES, OPTIONS, 0, [0, 3])
    last = BOARD.draw_last(STATES, OPTIONS, 0, [0])
    ids = ids_in(with_marks(draw(), last, marks))
    assert len(ids) == len({*ids}) and {"target-0", "target-3", "last"} <= {*ids}
    assert BOARD.draw_last(STATES, OPTIONS, 0, []) == BOARD.draw_last(STATES, OPTIONS, 0, [3]) == ""


def test_the_last_turn_is_marked_action_by_action():
    def clicks(view, options, action):
        return ["abc"[int(view["at"][0])] + "2"]

    def rings(**more):
        board = make_board(clicks=clicks, **more)
        return board.draw_last(STATES, OPTIONS, 0, [0, 1]).count("dasharray")

    assert rings() == 2
    notation = replace(BOARD.notation, is_whole=lambda states: False)
    assert rings(notation=notation) == 1  # of a view, the next position does not follow


def test_a_view_shows_no_more_than_a_seat_may_see():
    board = make_board(rules=rules(hide=hide))
    one, other = STATES.copy(), STATES.copy()
    one["card"], other["card"] = (3, 7), (3, 8)
    seen = [board.draw(states, OPTIONS, 0) for states in (one, other)]
    assert seen[0] == seen[1] and ">3</text>" in seen[0]
    assert ">7</text>" in board.draw(one, OPTIONS, EVERYBODY)
    assert board.draw_text(one, OPTIONS, 0) == board.draw_text(other, OPTIONS, 0)


def test_places_are_found_in_the_picture():
    left, top, right, low = BOARD.locate(STATES, OPTIONS, 0, "b2")
    assert right - left == low - top == 60
    with pytest.raises(BadNotation, match="'z9' is not a place on the board, such as a1, b1, c1"):
        BOARD.locate(STATES, OPTIONS, 0, "z9")


# In a terminal, and on paper


def test_the_terminal_shows_a_map_and_lines_below_it():
    assert BOARD.draw_text(STATES, OPTIONS, EVERYBODY).plain.splitlines() == [
        "R · ·",
        "· · ·",
        "deck: ▯ (12)",
        "cards: 0 0",
        "Rex to move",
    ]


def test_a_board_that_is_too_wide_for_a_terminal_is_a_list():
    text = make_board(
        places=lambda options: [*grid(1, 40, [f"p{n}" for n in range(40)]), *hand("cards")],
        pieces=lambda *view: [("p5", Piece(1)), *[("cards", Piece(text="10", shape=CARD))] * 40],
    ).draw_text(STATES, OPTIONS, EVERYBODY)
    lines = text.plain.splitlines()
    assert lines[5:7] == ["p5: ●", "p6: –"] and max(map(len, lines)) <= 60
    assert lines[40].startswith("cards: 10 10") and lines[40].endswith("… 26 more")


def test_everything_is_printed_at_true_size():
    kit = BOARD.kit(OPTIONS, KitChoice(cell=20.0))
    parts = {component.kind: component for component in kit.components}
    assert (parts["tokens"].label, parts["tokens"].count) == ("red R", 1)
    assert parts["board"].width == 3 * 20 + 2 * 5 and len(parts["board"].spaces) == 7
    assert sum(part.count for part in kit.components if part.kind == "cards") == 14
    own = make_board(box=lambda options: {Piece(1, shape=TILE): 5}).kit(OPTIONS, KitChoice())
    assert [(part.kind, part.label, part.count) for part in own.components[:1]] == [
        ("tiles", "blue", 5)
    ]
