"""What a dog may hope for from its next turn: the best stop for every roll, by its chance."""

import numpy as np

from offleash.games.uri_nation.rules.movement import is_barred
from offleash.games.uri_nation.rules.planning import (
    UNREACHED,
    arrive,
    clear_board,
    comes_home,
    grow_crossings,
    grow_slow_crossings,
    grow_steps,
    may_end,
    park_stop_worth,
    plant,
    stop_worth,
)
from offleash.games.uri_nation.rules.record import ANYWHERE, MANDATORY_STOP, rule
from offleash.games.uri_nation.rules.worth import CLAIM_W, supply_need

DICE_SIDES = 6
MOST_DICE = 3
MOST_HOPED = 3  # claims that a win is worth, so that it does not drown all else
FARTHEST = DICE_SIDES * MOST_DICE


def _ways():
    """In how many ways so many dice come to a sum."""
    ways = np.zeros((MOST_DICE + 1, FARTHEST + 1), np.int64)
    ways[0, 0] = 1
    for dice in range(1, MOST_DICE + 1):
        for side in range(1, DICE_SIDES + 1):
            ways[dice, side:] += ways[dice - 1, : FARTHEST + 1 - side]
    return ways


WAYS_TO_ROLL = _ways()


@rule
def best_stop(state, options, work, node, need, barred, layer, weights):
    """What stopping early at a node is worth, or UNREACHED where that is not allowed."""
    if options.stop_rule == ANYWHERE or may_end(state, options, work, node):
        return stop_worth(state, options, work, node, need, barred, weights)
    if not barred and options.touch[int(work.node_cell[node]), 0] >= 0:
        return park_stop_worth(state, options, work, node, need, weights)
    return UNREACHED


@rule
def prospect(state, options, work, weights):
    """The worth of the best stop of the seat whose turn it is, on average over all rolls."""
    need = supply_need(state, options, int(state.seat), weights)
    barred, most = is_barred(state), MOST_HOPED * weights[CLAIM_W]
    halts = options.home_stop == MANDATORY_STOP
    slow = options.midblock_steps == 1 or options.intersection_steps == 1
    clear_board(options, work)
    plant(state, options, work)
    first, count, early, total, ways = 0, 1, UNREACHED, 0, 0
    for layer in range(DICE_SIDES * options.walk_dice + 1):
        best = early
        node = first
        while node < count:
            if not (halts and comes_home(state, options, work, node)):
                count = grow_crossings(state, options, work, node, count, layer, need, weights)
            worth = best_stop(state, options, work, node, need, barred, layer, weights)
            early = max(early, worth)
            if worth == UNREACHED and WAYS_TO_ROLL[options.walk_dice, layer] > 0:
                worth = stop_worth(state, options, work, node, need, barred, weights)
            best = max(best, worth)
            node += 1
        if best > UNREACHED:
            total += WAYS_TO_ROLL[options.walk_dice, layer] * min(best, most)
            ways += WAYS_TO_ROLL[options.walk_dice, layer]
        last = count
        for node in range(first, last):
            if not (halts and comes_home(state, options, work, node)):
                count = grow_steps(state, options, work, node, count, layer + 1, weights)
                if slow:
                    count = grow_slow_crossings(
                        state, options, work, node, count, layer + 1, weights
                    )
        for node in range(last, count):
            arrive(state, options, work, node, need, weights)
        if last == count:
            break
        first = last
    return total // max(1, ways)
