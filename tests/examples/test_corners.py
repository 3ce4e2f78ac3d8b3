"""The example Corners: lines of play, held against a plain count with polyominoes as sets."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from offleash.checks.sampling import applied
from offleash.contract.rules.actors import OVER
from offleash.engine.perft import count_lines
from tests.examples.loading import example

FIXED = {1: 1, 2: 2, 3: 6, 4: 19}  # polyominoes that can't be turned, by squares: OEIS A001168
FREE = {1: 1, 2: 1, 3: 2, 4: 5}  # and those that can be turned and turned over: OEIS A000105


@pytest.fixture(scope="module")
def game():
    with example("corners") as loaded:
        yield loaded


# A plain Corners: a position is what each seat has laid, sets of cells, and whose turn it is


def sides(cell):
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def corners(cell):
    x, y = cell
    return {(x + a, y + b) for a in (-1, 1) for b in (-1, 1)}


def at_origin(cells):
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


@cache
def free_form(cells):
    """One of the eight ways to lay a shape, the same for all of them."""
    forms = []
    for _ in range(4):
        cells = [(y, -x) for x, y in cells]
        forms += [at_origin(cells), at_origin([(-x, y) for x, y in cells])]
    return min(tuple(sorted(form)) for form in forms)


def grown(shapes):
    """Every shape with one square more."""
    return {
        at_origin({*shape, further})
        for shape in shapes
        for cell in shape
        for further in sides(cell) - shape
    }


@cache
def spots(rows):
    """Every place of every shape on a board, with its free form."""
    level, result = {frozenset({(0, 0)})}, []
    for _ in range(4):
        for shape in level:
            form = free_form(shape)
            for dx in range(rows):
                for dy in range(rows):
                    cells = frozenset((x + dx, y + dy) for x, y in shape)
                    if all(x < rows and y < rows for x, y in cells):
                        result.append((cells, form))
        level = grown(level)
    return result


def layings(laid, seat, rows):
    """Every piece that a seat can lay, as cells."""
    own = {cell for piece in laid[seat] for cell in piece}
    taken = own | {cell for piece in laid[1 - seat] for cell in piece}
    taken |= {side for cell in own for side in sides(cell)}
    touching = {corner for cell in own for corner in corners(cell)}
    touching |= set() if own else {(seat * (rows - 1),) * 2}
    used = {free_form(piece) for piece in laid[seat]}
    return [
        cells
        for cells, form in spots(rows)
        if form not in used and not cells & taken and cells & touching
    ]


@cache
def followers(position, rows):
    laid, seat = position
    after = []
    for cells in layings(laid, seat, rows) if seat is not None else []:
        row = list(laid)
        row[seat] = laid[seat] | {cells}
        able = [s for s in (1 - seat, seat) if layings(row, s, rows)]
        after.append((tuple(row), able[0] if able else None))
    return after


def naive_lines(position, rows, depth):
    level, counts = Counter({position: 1}), []
    for _ in range(depth):
        following = Counter()
        for here, lines in level.items():
            for after in followers(here, rows):
                following[after] += lines
        level = following
        counts.append(level.total())
    return counts


START = ((frozenset(), frozenset()), 0)


def record_of(game, position, options):
    """The same position as a record; first layings say which piece is which."""
    laid, seat = position
    states = game.new_state(options)
    forms = shapes_by_form(game)
    for owner in range(2):
        for piece in laid[owner]:
            states["used"][0, owner, forms[free_form(piece)]] = 1
            for x, y in piece:
                states["cell"][0, y * 8 + x] = owner + 1
    states["seat"], states["over"] = seat or 0, seat is None
    return states


def shapes_by_form(game):
    """The number of each piece, by laying it first on an empty board."""
    options, out, forms = game.options(), game.new_out(), {}
    start, work = game.new_state(options), game.new_work()
    n = game.rules.legal_actions(start[0], options[0], work[0], out)
    for action in out[: int(n)].tolist():
        states = applied(game, start, options, action)
        cells = frozenset((int(c) % 8, int(c) // 8) for c in np.flatnonzero(states["cell"][0]))
        forms[free_form(cells)] = int(np.flatnonzero(states["used"][0, 0])[0])
    return forms


def test_there_are_as_many_polyominoes_as_known(game):
    from corners.rules.pieces import SHAPES, TURNS

    assert Counter(len(squares) for _, squares in TURNS) == FIXED
    assert Counter(shape.count("#") for shape in SHAPES.values()) == FREE


@pytest.mark.parametrize(("rows", "depth"), [(4, 3), (5, 2), (8, 2)])
def test_lines_from_the_start(game, rows, depth):
    options = game.options(rows=rows)
    states = game.new_state(options)
    lines = [count_lines(game, states, options, n + 1) for n in range(depth)]
    assert lines == naive_lines(START, rows, depth)


@pytest.mark.parametrize("seed", [0, 1, 2, pytest.param(3, marks=pytest.mark.more)])
def test_lines_from_positions_of_whole_games(game, seed):
    """To the end: a seat that can lay nothing is passed over."""
    rng, rows = random.Random(seed), 4 + seed
    options, line = game.options(rows=rows), [START]
    while after := followers(line[-1], rows):
        line.append(rng.choice(after))
    assert game.rules.actor(record_of(game, line[-1], options)[0]) == OVER
    for position in (*line[2::3], *line[-3:-1]):
        states = record_of(game, position, options)
        lines = [count_lines(game, states, options, depth) for depth in (1, 2)]
        assert lines == naive_lines(position, rows, 2)
