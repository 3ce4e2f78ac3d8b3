"""Puppy Park on a terminal: what lies where, who sees numbers, and how wide it gets."""

import random
import re

import pytest

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.draw.terminal import draw_wide
from offleash.games.puppy_park.rules.actions import PLACE
from offleash.games.puppy_park.rules.record import PLACING
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.draw.terminal import BREED_STYLES
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import DOGS
from offleash.games.tiles.text.places import parse_cell
from offleash.play.session import Session

BASE = GAME.options()
FULL = GAME.options("expansion")
TABLE = "table=blue-brown@0,0E,blue-yellow@0,0SE^1,yellow-red@0,1E"
REST = " houses=hand|1,1 tree-poop=-1,0W|hand rules=tree hands=blue-red,red-red|white-white"


def at(text, options=FULL):
    return GAME.notation.parse_position(text, options)


def lawn_lines(text):
    """The rows of the lawn."""
    return text.plain.split("\n\n")[0].split("\n")


def parse_board(text):
    """What stands at each cell of a lawn in one band, by counting columns (`-2,1` is a cell)."""
    rows = [re.match(r"(-?\d+),(-?\d+) +", line) for line in lawn_lines(text)]
    label = min(len(row[0]) for row in rows)
    west = min(2 * int(row[1]) + int(row[2]) for row in rows)
    marks = {}
    for row, line in zip(rows, lawn_lines(text), strict=True):
        r = int(row[2])
        for word in re.finditer(r"\S+", line[label:]):
            across, rest = divmod(word.start(), 2)
            assert not rest
            assert (west + across - r) % 2 == 0, line
            marks[(west + across - r) // 2, r] = word[0]
    return marks


def test_dogs_lie_where_they_are_with_height_house_tree_and_poop():
    cells = parse_board(draw_wide(at(TABLE + REST), FULL, NOBODY))
    marks = {cell: mark for cell, mark in cells.items() if mark != "·"}
    assert marks == {
        (0, 0): "Bu2",
        (1, 0): "Bn",
        (0, 1): "Ye2",
        (1, 1): "Rez",
        (-1, 0): "Tr",
        (-2, 0): "Po",
    }
    around = {
        (q + dq, r + dr) for q, r in marks for dq in (-1, 0, 1) for dr in (-1, 0, 1) if dq != dr
    }
    assert set(cells) - set(marks) == around - set(marks)


@pytest.mark.parametrize(("shape", "count"), [("one_hex", 1), ("two_hex", 2)])
def test_hexagons_that_are_tree_and_poop_at_once(shape, count):
    options = GAME.options("expansion", tp_shape=shape)
    text = draw_wide(at(TABLE + REST.replace("-1,0W", "2,0E"), options), options, NOBODY)
    assert [cell for cell, mark in parse_board(text).items() if mark == "TP"] == [(2, 0), (3, 0)][
        :count
    ]
    assert not {"Tr", "Po"} & set(parse_board(text).values())


def test_every_breed_has_a_mark_and_a_colour_of_its_own():
    assert len({dog.mark for dog in DOGS}) == len(set(BREED_STYLES)) == len(DOGS)
    text = draw_wide(at(TABLE + REST), FULL, NOBODY)
    styles = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
    for mark, breed in (("Bu2", 0), ("Bn", 1), ("Ye2", 2)):
        assert styles[mark] == BREED_STYLES[breed]


def test_hands_houses_and_tree_poop_tiles_are_listed():
    plain = draw_wide(at(TABLE + REST), FULL, NOBODY).plain
    assert "> Rust  2 tiles, house\n    Bu-Re Re-Re\n" in plain
    assert "  Azure  1 tile, tree-poop tile\n    Wh-Wh\n" in plain
    assert "tree rules: who can place a dog next to a tree must\n" in plain
    for sign in ("2 high", "z naps", "Tr tree", "Po poop", "Sh shiba"):
        assert sign in plain
    assert "Sh shiba" not in draw_wide(at("hands=red-red|red-white", BASE), BASE, 0).plain


@pytest.mark.parametrize("seat", [1, NOBODY, EVERYBODY])
def test_only_the_mover_sees_numbers(seat):
    states = at(TABLE + REST + " picked=red-red")
    drawing, other = draw_wide(states, FULL, 0), draw_wide(states, FULL, seat)
    numbers = {mark for mark in parse_board(drawing).values() if mark[0].isdigit()}
    assert numbers
    assert not any(mark[0].isdigit() for mark in parse_board(other).values())
    assert "Rust places red-red" in other.plain


def test_every_place_has_its_number_and_extra_turns_their_mark():
    """Brown-red after blue-brown and red-red: two pairs where each touches its own (P1)."""
    states = at(
        "table=blue-brown@0,0E,red-red@0,1E hands=brown-red,blue-blue|grey-grey picked=brown-red",
        BASE,
    )
    marks = parse_board(draw_wide(states, BASE, 0))
    ghosts = ParkPosition.of(states, BASE).ghosts
    by_number = {int(mark.rstrip("!")): cell for cell, mark in marks.items() if mark[0].isdigit()}
    assert list(by_number) == list(range(1, len(by_number) + 1))
    assert {parse_cell(f"{q},{r}") for q, r in by_number.values()} == set(ghosts.cells)
    marked = {cell for cell, mark in marks.items() if mark.endswith("!")}
    # Brown on 2,0 and red on 2,1; brown on 2,-1 and red on 2,0; brown atop 1,0 and red atop 0,1
    # or 1,1. No other cell beside the brown on 1,0 has a cell beside a red dog for its neighbour.
    assert marked == {(2, 0), (2, -1), (1, 0)}
    rows = sorted(by_number.items())
    assert rows == sorted(rows, key=lambda row: (row[1][1], row[1][0]))


def test_the_house_goes_on_numbered_dogs():
    states = at(
        "table=blue-brown@0,0E,red-red@0,1E houses=hand|1,0 phase=house hands=blue-blue|grey-grey",
        BASE,
    )
    marks = parse_board(draw_wide(states, BASE, 0))
    assert {cell: mark for cell, mark in marks.items() if mark != "·"} == {
        (0, 0): "Bu1",
        (1, 0): "Bnz",
        (0, 1): "Re2",
        (1, 1): "Re3",
    }


# Width


def in_a_line(way, picked=""):
    dq, dr = {"E": (2, 0), "SE": (0, 2), "SW": (-2, 2)}[way]
    names = [f"{DOGS[a].colour}-{DOGS[b].colour}" for a in range(7) for b in range(a, 7)]
    names += [f"{DOGS[a].colour}-shiba" for a in range(7)]
    table = ",".join(f"{name}@{k * dq},{k * dr}{way}" for k, name in enumerate(names[:34]))
    hands = f"hands={names[34]}|shiba-shiba"
    return at(f"table={table} {hands}{picked and f' picked={names[34]}'}")


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("way", ["E", "SE", "SW"])
def test_a_long_line_is_shown_in_bands_and_nothing_is_lost(way, columns):
    states = in_a_line(way, "picked")
    text = draw_wide(states, FULL, 0, columns)
    assert max(map(len, text.plain.split("\n"))) <= columns
    lawn = text.plain.split("\n\n")[0]
    words = re.findall(r"(?<=\s)(\d+)!?(?=\s|$)", lawn)
    count = len(ParkPosition.of(states, FULL).ghosts.cells)
    assert sorted(map(int, words)) == list(range(1, count + 1))
    dogs = re.findall(r"(?<=\s)(?:Bu|Bn|Ye|Re|Wh|Bk|Gy|Sh)(?=\s|$)", lawn)
    choices = ParkPosition.of(states, FULL)
    covered = sum(cell in choices.dogs for cell in choices.ghosts.cells)
    assert len(dogs) + covered == 68
    assert ("further east" in lawn) == (columns < 200 or way == "E")


def eager(choices, rng):
    """An action that leads to another turn, where there is one."""
    if choices.earning:
        cell, way = rng.choice(sorted(choices.earning))
        return PLACE + cell * WAYS + way
    return rng.choice(sorted(choices.earning_picks) or choices.legal)


def test_usual_games_fit_eighty_columns_in_one_band():
    rng = random.Random(2)
    for number in range(3):
        session = Session(GAME, GAME.options("expansion", players=2 + number), seed=number)
        widest = 0
        while not session.over:
            session.play(eager(ParkPosition.of(session.state, session.options), rng))
            if session.state["phase"][0] == PLACING:
                text = draw_wide(session.state, session.options, session.actor, 80)
                assert "further east" not in text.plain
                widest = max(widest, *map(len, text.plain.split("\n")))
        assert 40 < widest <= 80


def test_a_number_on_a_dog_is_not_called_a_height():
    """While a house may be placed the dogs of who is to move have numbers, `Bu2` is the second."""
    housing = at(TABLE + REST + " phase=house")
    assert "2 high" not in draw_wide(housing, FULL, 0).plain
    assert "2 high" in draw_wide(housing, FULL, 1).plain


@pytest.mark.parametrize("shape", ["two_hex", "one_hex"])
def test_tree_and_poop_hexagons_are_named_as_they_are_marked(shape):
    options = GAME.options("expansion", tp_shape=shape)
    plain = draw_wide(at((TABLE + REST).replace("-1,0W", "0,-1E"), options), options, 0).plain
    assert "TP tree and poop" in " ".join(plain.split())
    assert "Tr tree" not in plain and "Po poop" not in plain
