"""Hex: lay stones in turn; who connects the two sides of their colour wins."""

from dataclasses import replace

import numpy as np

from hex.options import OPTION_LIST, PRESETS
from hex.rules import course
from hex.rules.record import ACTIONS, CELLS, ROW, SEATS, rule
from offleash.contract import Game, GameRules, Records, StudioParts
from offleash.contract.text.plain import plain_notation
from offleash.games.shared.board import PLAIN, Board, Piece, Placed, Places, hexes

NAMES = [f"{'abcdefghijk'[cell % ROW]}{cell // ROW + 1}" for cell in range(CELLS)]
PIECES = (Piece(0, "R"), Piece(1, "B"))


def check(states: Records, options: Records) -> str:
    """Return why a position is impossible; nothing if it is possible."""
    state, size = states[0], int(options["rows"][0])
    if state.seat not in range(SEATS) or state.winner not in range(SEATS + 1):
        return "there are two seats"
    outside = state.stone.reshape(ROW, ROW).copy()
    outside[:size, :size] = 0
    if outside.any() or not 0 <= state.stone.min() <= state.stone.max() <= SEATS:
        return f"stones are 1 or 2, and lie on a board of {size} rows"
    if state.stones != np.count_nonzero(state.stone):
        return "stones is how many stones there are"
    work = np.zeros(1, RULES.work)
    stones = np.flatnonzero(state.stone)
    won = {int(state.stone[c]) for c in stones if course.connects(state, options[0], work[0], c)}
    if won != ({int(state.winner)} if state.winner else set()):
        return "the winner is the seat that has connected its sides"
    return ""


def places(options: Records) -> Places:
    """Return the board: Red's sides are at the top and the bottom, Blue's left and right."""
    size = int(options["rows"][0])
    cells = hexes(size, size, slanted=True)
    ends = (0, size - 1)

    def colour(cell: int) -> int:
        row, column = divmod(cell, size)
        return 0 if row in ends else 1 if column in ends else PLAIN

    return tuple(replace(place, colour=colour(cell)) for cell, place in enumerate(cells))


def pieces(view: Records, options: Records, seat: int) -> Placed:
    """Yield the stones."""
    for cell, stone in enumerate(view["stone"][0]):
        if stone:
            yield NAMES[cell], PIECES[stone - 1]


def box(options: Records) -> dict[Piece, int]:
    """Return as many stones of each colour as a full board can hold."""
    return dict.fromkeys(PIECES, (int(options["rows"][0]) ** 2 + 1) // 2)


RULES = GameRules.of(
    course,
    rule=rule,
    options=OPTION_LIST,
    presets=PRESETS,
    max_actions=ACTIONS,
    action_count=ACTIONS,
    seat_names=("Red", "Blue"),
)
NOTATION = plain_notation(RULES, [*NAMES, "swap"], check=check)
BOARD = Board(rules=RULES, notation=NOTATION, places=places, pieces=pieces, box=box)
GAME = Game(
    name="hex",
    title="Hex",
    rules_version="1",
    rules=RULES,
    notation=NOTATION,
    pictures=BOARD.pictures(),
    studio=StudioParts(kit=BOARD.kit),
)
