"""The course of a game of Corners."""

from corners.rules.pieces import PIECE, SIZE, SQUARE
from corners.rules.record import ACTIONS, CELLS, ROW, SEATS, rule
from offleash.contract.rules.actors import OVER


@rule
def actor(state):
    """Let the seats take turns until neither can lay a piece."""
    return OVER if state.over else int(state.seat)


@rule
def is_own(state, options, seat, row, column):
    """Return whether a piece of the seat lies on a cell; nothing lies beside the board."""
    is_inside = 0 <= row < options.rows and 0 <= column < options.rows
    return is_inside and state.cell[row * ROW + column] == seat + 1


@rule
def mark(state, options, work, seat):
    """Mark the cells that a seat may cover, and those of which a piece must cover one."""
    begins, first = not state.used[seat].any(), seat * (int(options.rows) - 1)
    for row in range(options.rows):
        for column in range(options.rows):
            sides, corners = False, begins and row == first and column == first
            for step in (-1, 1):
                sides |= is_own(state, options, seat, row + step, column)
                sides |= is_own(state, options, seat, row, column + step)
                corners |= is_own(state, options, seat, row + step, column - 1)
                corners |= is_own(state, options, seat, row + step, column + 1)
            work.is_free[row * ROW + column] = state.cell[row * ROW + column] == 0 and not sides
            work.is_corner[row * ROW + column] = corners


@rule
def fits(state, options, work, seat, action):
    """Return whether a seat may lay a piece there: on free cells, and touching at a corner."""
    way, cell, touches = action // CELLS, action % CELLS, False
    if state.used[seat, PIECE[way]]:
        return False
    for number in range(SIZE[way]):
        row, column = cell // ROW + SQUARE[way, number, 0], cell % ROW + SQUARE[way, number, 1]
        if row >= options.rows or column >= options.rows or not work.is_free[row * ROW + column]:
            return False
        touches |= work.is_corner[row * ROW + column] != 0
    return touches


@rule
def legal_actions(state, options, work, out):
    """List every way to lay a piece; who can lay none does not get the turn."""
    n = 0
    mark(state, options, work, int(state.seat))
    for action in range(ACTIONS):
        out[n] = action
        n += fits(state, options, work, int(state.seat), action)
    return n


@rule
def can_lay(state, options, work, seat):
    """Return whether a seat can lay a piece."""
    mark(state, options, work, seat)
    for action in range(ACTIONS):
        if fits(state, options, work, seat, action):
            return True
    return False


@rule
def apply(state, options, work, action, tally):
    """Lay a piece; the next turn is the other seat's if it can lay one."""
    seat, way, first = int(state.seat), action // CELLS, action % CELLS
    for number in range(SIZE[way]):
        state.cell[first + SQUARE[way, number, 0] * ROW + SQUARE[way, number, 1]] = seat + 1
    state.used[seat, PIECE[way]] = 1
    if can_lay(state, options, work, 1 - seat):
        state.seat = 1 - seat
    elif not can_lay(state, options, work, seat):
        state.over = 1


@rule
def lead(state, seat):
    """Return how many more cells a seat covers than the other."""
    total = 0
    for cell in range(CELLS):
        total += (state.cell[cell] == seat + 1) - (state.cell[cell] == 2 - seat)
    return total


@rule
def returns(state, options, shares):
    """Give 1 to the seat that covers more cells, and half to each if both cover as many."""
    for seat in range(SEATS):
        shares[seat] = 0.5 if lead(state, seat) == 0 else 1.0 if lead(state, seat) > 0 else 0.0


@rule
def rank(state, options, places):
    """Place the seat first that covers more cells, or both."""
    for seat in range(SEATS):
        places[seat] = 1 if lead(state, seat) < 0 else 0
