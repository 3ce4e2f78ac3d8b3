"""Corners: pieces of one colour touch at corners, never at sides; who covers more cells wins."""

import numpy as np

from corners.options import OPTION_LIST, PRESETS
from corners.rules import course
from corners.rules.pieces import SHAPES, TURNS, turns
from corners.rules.record import ACTIONS, CELLS, ROW, SEATS, rule
from offleash.contract import Game, GameRules, Records, StudioParts
from offleash.contract.text.plain import plain_notation
from offleash.games.shared.board import TILE, Board, Piece, Placed, Places, below, grid, hand

NAMES = ("Red", "Blue")
SPOTS = [f"{'abcdefgh'[cell % ROW]}{cell // ROW + 1}" for cell in range(CELLS)]
SIZES = [shape.count("#") for shape in SHAPES.values()]
WAYS = [f"{name}{'abcdefgh'[n]}" for name in SHAPES for n in range(len(turns(SHAPES[name])))]


def check(states: Records, options: Records) -> str:
    """Return why a position is impossible; nothing if it is possible."""
    state, rows = states[0], int(options["rows"][0])
    if state.seat not in range(SEATS) or state.over not in (0, 1):
        return "there are two seats, and over is 0 or 1"
    beyond = [cell for cell in range(CELLS) if max(divmod(cell, ROW)) >= rows]
    if state.cell[beyond].any() or state.cell.min() < 0 or state.cell.max() > SEATS:
        return f"cells are 0 to 2, on a board of {rows} rows"
    covered = [np.count_nonzero(state.cell == seat + 1) for seat in range(SEATS)]
    if not np.isin(state.used, (0, 1)).all() or covered != list(state.used @ SIZES):
        return "the cells of a colour are those of the pieces that were used"
    work = np.zeros(1, RULES.work)[0]
    able = [course.can_lay(state, options[0], work, seat) for seat in range(SEATS)]
    if any(able) if state.over else not able[state.seat]:
        return "the turn is a seat's that can lay a piece; the game is over if neither can"
    return ""


def places(options: Records) -> Places:
    """Return the board, and the pieces that each seat has left."""
    rows = int(options["rows"][0])
    return below(grid(rows, rows), *(hand(f"{name} pieces", len(SHAPES)) for name in NAMES))


def pieces(view: Records, options: Records, seat: int) -> Placed:
    """Yield the covered cells, and the pieces that are left."""
    for cell in np.flatnonzero(view["cell"][0]):
        yield SPOTS[cell], Piece(int(view["cell"][0, cell]) - 1, shape=TILE)
    for owner, (number, name) in ((o, p) for o in range(SEATS) for p in enumerate(SHAPES)):
        if not view["used"][0, owner, number]:
            yield f"{NAMES[owner]} pieces", Piece(owner, name, name=f"{NAMES[owner]} {name}")


def clicks(view: Records, options: Records, action: int) -> list[str]:
    """Return the piece and then its cells, row by row."""
    piece, squares = TURNS[action // CELLS]
    cells = [SPOTS[action % CELLS + y * ROW + x] for y, x in squares]
    return [f"{NAMES[view['seat'][0]]} {[*SHAPES][piece]}", *cells]


RULES = GameRules.of(
    course,
    rule=rule,
    options=OPTION_LIST,
    presets=PRESETS,
    max_actions=ACTIONS,
    action_count=ACTIONS,
    seat_names=NAMES,
)
NOTATION = plain_notation(RULES, [f"{way} {cell}" for way in WAYS for cell in SPOTS], check=check)
BOARD = Board(rules=RULES, notation=NOTATION, places=places, pieces=pieces, clicks=clicks)
GAME = Game(
    name="corners",
    title="Corners",
    rules_version="1",
    rules=RULES,
    notation=NOTATION,
    pictures=BOARD.pictures(),
    studio=StudioParts(kit=BOARD.kit),
)
