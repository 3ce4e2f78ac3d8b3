"""Names, cells, places and tables as text, both ways; one sentence for everything else."""

import random
from collections import Counter

import pytest

from offleash.games.shared.fields import by_seat, number_in, word_in
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.rules.hexes import CELLS, CENTRE, REACH, cell_at
from offleash.games.tiles.text.names import COLOURS, DOGS, TILE_NAMES, parse_tile
from offleash.games.tiles.text.places import (
    WAY_NAMES,
    Laid,
    check_flat,
    check_ground,
    format_cell,
    format_place,
    format_table,
    parse_cell,
    parse_place,
    parse_table,
    parse_way,
)
from offleash.tools.errors import BadNotation
from offleash.tools.record_text import split_fields
from tests.games.tiles.lawns import grow_lawn, number


def sentence(call, *arguments):
    """What is said about bad input: one sentence of readable length."""
    with pytest.raises(BadNotation) as error:
        call(*arguments)
    message = str(error.value)
    assert "\n" not in message
    assert 10 < len(message) < 160
    return message


# Dogs and tiles


def test_names_that_the_source_gives():
    assert COLOURS[:3] == ("blue", "brown", "yellow")
    assert DOGS[7].breed == "Shiba Inu"
    for names in zip(*DOGS, strict=True):
        assert len({word.lower() for word in names}) == 8


def test_a_tile_may_be_named_either_way_round():
    for tile, (a, b) in enumerate(BREED):
        for name in (f"{COLOURS[a]}-{COLOURS[b]}", f"{COLOURS[b]}-{COLOURS[a]}"):
            assert parse_tile(name) == tile
            assert parse_tile(name.upper()) == tile
        assert TILE_NAMES[tile] == f"{COLOURS[a]}-{COLOURS[b]}"
    assert len(set(TILE_NAMES)) == TILES


@pytest.mark.parametrize(
    "text",
    ["", "blue", "blue-", "blue-pink", "blue brown", "blue-brown-red", "x" * 500, "-1", "\n"],
)
def test_an_invalid_tile_is_refused(text):
    assert "is not a tile" in sentence(parse_tile, text)


# Cells and ways


def test_cells_are_written_and_read():
    for cell in range(0, CELLS, 7):
        assert parse_cell(format_cell(cell)) == cell
    assert format_cell(CENTRE) == "0,0"
    assert parse_cell("3,-2") == cell_at(3, -2)


@pytest.mark.parametrize(
    "text", ["", "3", "3,", "3,-2,1", "3, -2", "a,b", "3.0,1", "--1,0", "٣,1", "+1,0"]
)
def test_an_invalid_cell_is_refused(text):
    assert "is not a cell" in sentence(parse_cell, text)


@pytest.mark.parametrize("text", [f"{REACH},0", f"0,{REACH}", f"{-REACH - 1},0", "99,-99"])
def test_what_is_off_the_table(text):
    assert f"{text} is off the table" in sentence(parse_cell, text)


def test_ways_are_written_and_read():
    assert WAY_NAMES == ("E", "SE", "SW", "W", "NW", "NE")
    for way, name in enumerate(WAY_NAMES):
        assert parse_way(name) == parse_way(name.lower()) == way
    for text in ("", "N", "S", "EE", "north", "0"):
        assert "is not a way" in sentence(parse_way, text)


def test_places_are_written_and_read():
    for cell in (CENTRE, cell_at(-12, 40), cell_at(70, -71)):
        for way in range(6):
            assert parse_place(format_place(cell, way)) == (cell, way)
    assert format_place(cell_at(3, -2), 2) == "3,-2SW"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a place"),
        ("E", "is not a place"),
        ("3,-2", "is not a way"),
        ("3,-2N", "is not a way"),
        ("3E", "is not a place"),
        ("73,0E", "is off the table"),
        ("0,-74SE", "is off the table"),
        ("0,73SE", "is off the table"),
    ],
)
def test_an_invalid_place_is_refused(text, message):
    assert message in sentence(parse_place, text)


# Tables


def random_table(rng, tiles=8):
    """Different tiles, laid as doubles have to be."""
    sample = rng.sample(range(TILES), tiles)
    table = []
    for tile, (cell, way) in zip(sample, grow_lawn(rng, tiles), strict=True):
        is_double = BREED[tile][0] == BREED[tile][1]
        place = number(cell), way
        if is_double and way >= 3:
            q, r = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][way]
            place = number((cell[0] + q, cell[1] + r)), way - 3
        table.append(Laid(tile, *place))
    return sorted(table)


def test_tables_are_written_and_read():
    rng = random.Random(1)
    for _ in range(40):
        table = random_table(rng)
        assert parse_table(format_table(table)) == table
        assert parse_table(",".join(format_table([piece]) for piece in table[::-1])) == table
        check_flat(table)
        check_ground({cell for piece in table for cell in piece.cells})
    levels = [Laid(0, CENTRE, 0), Laid(5, CENTRE, 0, 2)]
    assert format_table(levels) == "blue-blue@0,0E,blue-black@0,0E^2"
    assert parse_table("black-blue@0,0E^2,blue-blue@0,0E") == levels
    assert parse_table("") == []


def test_a_tile_knows_its_cells_and_dogs():
    piece = parse_table("brown-yellow@3,-2SW")[0]
    assert piece.cells == (cell_at(3, -2), cell_at(2, -1))
    assert piece.breeds == (1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blue-brown", "is not a tile on the table"),
        ("blue-brown@", "is not a tile on the table"),
        ("blue-brown@0,0", "is not a way"),
        ("blue-pink@0,0E", "is not a tile"),
        ("blue-brown@0,0E,", "ends with a comma"),
        ("blue-brown@0,0E,,red-red@0,1E", "is not a tile on the table"),
        ("blue-brown@0,0E,brown-blue@0,1E", "blue-brown is there twice"),
        ("red-red@0,0W", "red-red is a double"),
        ("blue-brown@0,0E^x", "is not a level"),
        ("blue-brown@0,0E^12", "is not a level"),
        ("blue-brown@99,0E", "is off the table"),
    ],
)
def test_an_invalid_table_is_refused(text, message):
    assert message in sentence(parse_table, text)


def test_a_table_begins_in_the_middle_and_is_connected():
    def checked(text):
        table = parse_table(text)
        check_flat(table)
        check_ground({cell for piece in table for cell in piece.cells})

    checked("")
    checked("blue-brown@0,0E,red-red@2,0E")
    checked("blue-brown@1,0W,red-red@-1,1E")
    assert "nothing lies on 0,0" in sentence(checked, "blue-brown@1,0E")
    assert "3,0 is apart" in sentence(checked, "blue-brown@0,0E,red-red@3,0E")
    message = sentence(checked, "blue-brown@0,0E,red-red@1,0E")
    assert "blue-brown and red-red both lie on 1,0" in message


# Fields of a position


def test_fields_are_taken_apart():
    names = ("table", "seat")
    assert split_fields(" table=a,b  seat=1 ", names) == {"table": "a,b", "seat": "1"}
    assert split_fields("seat=", names) == {"seat": ""}
    assert split_fields("", names) == {}
    assert "is not a field" in sentence(split_fields, "seats=1", names)
    assert "is not a field" in sentence(split_fields, "seat", names)
    assert "twice" in sentence(split_fields, "seat=1 seat=1", names)


def test_numbers_words_and_seats_of_a_field():
    assert [number_in("seat", text, 0, 3) for text in "0123"] == [0, 1, 2, 3]
    for text in ("", "4", "-1", "x", "1.0", "٣", "9" * 50):
        assert "write a number from 0 to 3" in sentence(number_in, "seat", text, 0, 3)
    assert word_in("rules", "Tree", ("poop", "tree")) == 1
    assert "write poop or tree" in sentence(word_in, "rules", "none", ("poop", "tree"))
    assert by_seat("hands", "a|-|", 3) == ["a", "-", ""]
    assert "write 3" in sentence(by_seat, "hands", "a|b", 3)


def mangled(text, rng):
    letters = list(text)
    at = rng.randrange(len(letters))
    letters[at : at + 1] = rng.choice(([], [letters[at]] * 2, [rng.choice("09-,@^EWNS|=? xé")]))
    return "".join(letters)


def read_or_refused(text):
    """A table, or the sentence; any other error is one."""
    try:
        return parse_table(text)
    except BadNotation as error:
        return str(error)


def test_mangled_tables_are_read_or_refused_in_a_sentence():
    rng, counts = random.Random(2), Counter()
    for _ in range(1500):
        read = read_or_refused(mangled(format_table(random_table(rng, 3)), rng))
        counts[type(read)] += 1
        if isinstance(read, str):
            assert "\n" not in read
        else:
            assert parse_table(format_table(read)) == read
    assert min(counts[str], counts[list]) > 100
