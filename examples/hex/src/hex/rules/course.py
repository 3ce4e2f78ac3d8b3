"""The course of a game of Hex: Red connects top and bottom, Blue left and right."""

from hex.rules.record import ROW, SEATS, SWAP, rule
from offleash.contract.rules.actors import OVER

ACROSS = (1, -1, 0, 0, 1, -1)  # from a cell to its six neighbours
DOWN = (0, 0, 1, -1, -1, 1)


@rule
def actor(state):
    """Let the seats take turns until one has connected its sides; a full board connects one."""
    return OVER if state.winner > 0 else int(state.seat)


@rule
def legal_actions(state, options, work, out):
    """List every empty cell; after the first stone also the swap, if it is played."""
    n = 0
    for row in range(options.rows):
        for column in range(options.rows):
            out[n] = row * ROW + column
            n += state.stone[row * ROW + column] == 0
    if options.swap and state.stones == 1 and state.seat == 1:
        out[n] = SWAP
        n += 1
    return n


@rule
def connects(state, options, work, cell):
    """Return whether the group of the stone on a cell reaches both sides of its seat."""
    work.is_in[:] = 0
    work.is_in[cell] = 1
    work.group[0] = cell
    seat, last = int(state.stone[cell]) - 1, int(options.rows) - 1
    at, count, sides = 0, 1, 0
    while at < count:
        row, column = int(work.group[at]) // ROW, int(work.group[at]) % ROW
        along = row if seat == 0 else column
        sides |= (along == 0) | ((along == last) << 1)
        for way in range(6):
            x, y = column + ACROSS[way], row + DOWN[way]
            if 0 <= x <= last and 0 <= y <= last:
                other = y * ROW + x
                if state.stone[other] == seat + 1 and work.is_in[other] == 0:
                    work.is_in[other] = 1
                    work.group[count] = other
                    count += 1
        at += 1
    return sides == 3


@rule
def take_over(state):
    """Give the first stone to the second seat: it lies on the mirrored cell, of its colour."""
    cell = 0
    while state.stone[cell] == 0:
        cell += 1
    state.stone[cell] = 0
    state.stone[cell % ROW * ROW + cell // ROW] = 2


@rule
def apply(state, options, work, action, tally):
    """Lay a stone or swap, and pass the turn unless the game is won."""
    seat = int(state.seat)
    if action == SWAP:
        take_over(state)
    else:
        state.stone[action] = seat + 1
        state.stones += 1
        if connects(state, options, work, action):
            state.winner = seat + 1
    state.seat = 1 - seat


@rule
def returns(state, options, shares):
    """Give 1 to the winner."""
    for seat in range(SEATS):
        shares[seat] = 1.0 if state.winner == seat + 1 else 0.0


@rule
def rank(state, options, places):
    """Place the winner first."""
    for seat in range(SEATS):
        places[seat] = 0 if state.winner == seat + 1 else 1
