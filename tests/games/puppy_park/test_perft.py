"""Perft: the compiled rules and the naive twin count the same lines of play."""

from dataclasses import replace

import pytest

import offleash
from offleash.engine.perft import count_lines
from tests.games.puppy_park import naive
from tests.games.puppy_park.naive import GONE, IN_HAND, Piece
from tests.games.puppy_park.perft import CASES, FILE, HEAD, SET_UP, count_row, read_rows
from tests.games.puppy_park.twins import to_record

ROWS = read_rows()
AT_TABLE = [row for row in ROWS if "table=" in row.position]
FEW_LINES = 3_000  # lines


def start(game, row):
    options = game.options(**row.options)
    if row.position == SET_UP:
        return game.new_state(options), options
    return game.notation.parse_position(row.position, options), options


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    game = offleash.load_game("puppy-park")
    states, options = start(game, row)
    counts = {depth: count_lines(game, states, options, depth) for depth in row.counts}
    assert counts == row.counts
    assert max(row.counts.values()) > 0


# A table that is turned, mirrored or seen in other colours is the same game.


def turned(cell, way):
    """By sixty degrees around (0, 0)."""
    q, r = cell
    return (-r, q + r), (way + 1) % 6


def mirrored(cell, way):
    """Along the row of (0, 0)."""
    q, r = cell
    return (q + r, -r), (-way) % 6


def recoloured(tile):
    """Blue for grey, brown for black and so on, the shiba as it is."""
    return tile if tile == naive.TREE_POOP else tuple(sorted(b if b == 7 else 6 - b for b in tile))


def moved(place, move, halves_alike):
    """A placement after a move of the table, under the name that it then has."""
    cell, way = move(*place)
    return (naive.beside(cell, way), way - 3) if halves_alike and way > 2 else (cell, way)


def mapped(position, options, move):
    """The whole position moved."""
    alike = options.get("tp_shape") == "two_hex"
    single = options.get("tp_shape") == "one_hex"
    after = naive.copy_position(position)
    after.table = [
        Piece(
            piece.tile,
            *moved((piece.cell, piece.way), move, naive.is_double(piece.tile)),
            piece.level,
        )
        for piece in position.table
    ]
    off = (IN_HAND, GONE)
    after.houses = [h if h in off else move(h, 0)[0] for h in position.houses]
    after.tree_poops = [
        place if place in off else (move(*place)[0], 0) if single else moved(place, move, alike)
        for place in position.tree_poops
    ]
    return after


def in_other_colours(position):
    """The whole position with other breeds; a tile's first dog may change."""
    table = []
    for piece in position.table:
        a, b = piece.tile
        keeps_way = a == b or 7 in piece.tile  # mixed tiles of the base game turn round
        place = (piece.cell, piece.way)
        if not keeps_way:
            place = naive.beside(*place), (piece.way + 3) % 6
        table.append(Piece(recoloured(piece.tile), *place, piece.level))
    hands = [{recoloured(tile) for tile in hand} for hand in position.hands]
    return replace(position, table=table, hands=hands)


@pytest.mark.parametrize("row", AT_TABLE, ids=lambda row: row.name)
def test_a_transformed_table_has_as_many_lines(row):
    game = offleash.load_game("puppy-park")
    options = game.options(**row.options)
    position = naive.from_text(row.position)
    depth = max(d for d, n in row.counts.items() if n < FEW_LINES)
    for other in (
        mapped(position, row.options, turned),
        mapped(mapped(position, row.options, turned), row.options, mirrored),
        in_other_colours(position),
    ):
        states = to_record(other)
        assert states.tobytes() != to_record(position).tobytes()
        assert count_lines(game, states, options, depth) == row.counts[depth]


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"
