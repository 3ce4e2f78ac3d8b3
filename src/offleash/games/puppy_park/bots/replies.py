"""How the greedy foresees what the next player could do in one turn."""

from offleash.games.puppy_park.bots.chains import (
    find_chain_after,
    lay_down,
    list_first,
    refresh_around,
    spot_of_move,
    take_up,
)
from offleash.games.puppy_park.bots.chances import PLACES
from offleash.games.puppy_park.bots.quiet import cost_of, count_of, hand_of
from offleash.games.puppy_park.bots.weight_order import FORESEE, REPLY, TRIES
from offleash.games.puppy_park.rules.placing import next_scope
from offleash.games.puppy_park.rules.record import DEEPEST, SHORT, rule
from offleash.games.tiles.rules.dogs import BREEDS
from offleash.games.tiles.rules.hexes import HALF_WAYS

AFTERWARDS = DEEPEST - 1  # extra turns in a row after another move, at most
LOST = 100_000  # what it costs that the next player could win at once


@rule
def next_hand(state):
    """Return the dog tiles of the next player as bits."""
    return hand_of(state, (int(state.seat) + 1) % int(state.players))


@rule
def expect_reply(state, options, work):
    """List what the next player could do on the lawn as it is, before replies are compared."""
    list_first(state, options, work, next_hand(state), next_scope(state, work))


@rule
def reply(state, options, work, spot, weights):
    """Return what the next player's longest chain is worth to her after a change on a spot."""
    hand = next_hand(state)
    left = count_of(hand)
    deepest, tries = min(left - 1, AFTERWARDS), int(weights[TRIES]) // 4
    length = find_chain_after(state, options, work, hand, spot, deepest, tries)
    return LOST if length >= left - 1 else int(weights[REPLY]) * length


@rule
def reply_to(state, options, work, move, weights):
    """Return what it is worth to her after a move."""
    lay_down(work, move, 0)
    worth = reply(state, options, work, spot_of_move(move), weights)
    take_up(work, 0)
    return worth


@rule
def best_foreseen(state, options, work, weights):
    """Return the best of the plain placements that were looked at, with what comes after it, or -1.

    `best` has what its place is worth by itself, unless the next player could win then.
    """
    best, found = 0, -1
    work.best = 0
    if weights[FORESEE] > 0:
        expect_reply(state, options, work)
    for i in range(min(max(int(weights[FORESEE]), 1), SHORT)):
        move, value = int(work.list_move[i]), int(work.list_value[i])
        if move < 0 or (found >= 0 and value <= best):
            break
        cost = reply_to(state, options, work, move, weights) if weights[FORESEE] > 0 else 0
        if found < 0 or value - cost > best:
            best, found = value - cost, move
            work.best = value + cost_of(work, move // PLACES, weights) if cost < LOST else -LOST
    return found


@rule
def reply_to_nap(state, options, work, cell, weights):
    """Return what it is worth to her after a dog fell asleep."""
    work.ground[cell] += BREEDS
    refresh_around(work, cell, cell)
    worth = reply(state, options, work, cell * HALF_WAYS, weights)
    work.ground[cell] -= BREEDS
    refresh_around(work, cell, cell)
    return worth


@rule
def best_nap(state, options, work, weights):
    """Return the dog whose nap takes most from the next player, or -1; note its worth in `best`."""
    best, found, now = 0, -1, 0
    expect_reply(state, options, work)
    for i in range(min(max(int(weights[FORESEE]), 1), SHORT)):
        cell, value = int(work.list_move[i]), int(work.list_value[i])
        if cell < 0:
            break
        if weights[FORESEE] > 0:
            if i == 0:  # when nothing has changed there yet
                now = reply(state, options, work, cell * HALF_WAYS, weights)
            value += now - reply_to_nap(state, options, work, cell, weights)
        if found < 0 or value > best:
            best, found = value, cell
    work.best = best
    return found
