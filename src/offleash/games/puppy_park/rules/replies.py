"""How the greedy foresees what the next player could do in one turn."""

from offleash.games.puppy_park.rules.chains import find_chain, lay_down, refresh_around, take_up
from offleash.games.puppy_park.rules.chances import PLACES
from offleash.games.puppy_park.rules.placing import ANY_TILE, BY_TREE, has_spot, mask_for, want_for
from offleash.games.puppy_park.rules.quiet import cost_of, count_of, hand_of
from offleash.games.puppy_park.rules.record import DEEPEST, SHORT, TREE_RULES, rule
from offleash.games.puppy_park.rules.weights import FORESEE, REPLY, TRIES
from offleash.games.tiles.rules.dogs import BREEDS

OWN = DEEPEST - 1  # where the actor's own move stands in the line
LOST = 100_000  # what it costs that the next player could win at once


@rule
def next_scope(state, work):
    """What tree rules leave to the next player, about (P17)."""
    if state.declared == TREE_RULES and has_spot(work, mask_for(state, BY_TREE), want_for(BY_TREE)):
        return BY_TREE
    return ANY_TILE


@rule
def reply(state, options, work, weights):
    """What the longest chain that the next player has is worth to her."""
    hand = hand_of(state, (int(state.seat) + 1) % int(state.players))
    left = count_of(hand)
    deepest = min(left - 1, OWN)
    scope = next_scope(state, work)
    length = find_chain(state, options, work, hand, scope, deepest, int(weights[TRIES]) // 4)
    return LOST if length >= left - 1 else int(weights[REPLY]) * length


@rule
def best_foreseen(state, options, work, weights):
    """The best of the plain placements that were looked at, with what comes after it, or -1.

    `best` has what its place is worth by itself, unless the next player could win then.
    """
    best, found = 0, -1
    work.best = 0
    for i in range(min(max(int(weights[FORESEE]), 1), SHORT)):
        move, value = int(work.list_move[i]), int(work.list_value[i])
        if move < 0 or (found >= 0 and value <= best):
            break
        cost = 0
        if weights[FORESEE] > 0:
            lay_down(work, move, OWN)
            cost = reply(state, options, work, weights)
            take_up(work, OWN)
        if found < 0 or value - cost > best:
            best, found = value - cost, move
            work.best = value + cost_of(work, move // PLACES, weights) if cost < LOST else -LOST
    return found


@rule
def best_nap(state, options, work, weights):
    """The dog whose nap takes most from the next player, or -1; `best` has what it is worth."""
    now = reply(state, options, work, weights)
    best, found = 0, -1
    for i in range(min(max(int(weights[FORESEE]), 1), SHORT)):
        cell, value = int(work.list_move[i]), int(work.list_value[i])
        if cell < 0:
            break
        if weights[FORESEE] > 0:
            work.ground[cell] += BREEDS
            refresh_around(work, cell, cell)
            value += now - reply(state, options, work, weights)
            work.ground[cell] -= BREEDS
            refresh_around(work, cell, cell)
        if found < 0 or value > best:
            best, found = value, cell
    work.best = best
    return found
