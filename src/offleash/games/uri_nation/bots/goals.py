"""Where a walk could end: the best places to stop, each with the plan that leads there."""

from offleash.contract.rules.actors import MOST_GOALS, NO_ACTION
from offleash.games.uri_nation.bots.plans import (
    HOME_MET,
    UNREACHED,
    follow,
    may_end,
    park_stop_worth,
    search,
    stop_worth,
    turn_mark,
    write_plan,
)
from offleash.games.uri_nation.bots.values import supply_need
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.movement import is_barred
from offleash.games.uri_nation.rules.record import ANYWHERE, MOVE, rule


@rule
def list_goals(state, options, work, weights, out):
    """List the best places to stop, best first, numbered as in `search`; none out of a walk."""
    if state.phase != MOVE:
        return 0
    search(state, options, work, weights)
    need = supply_need(state, options, int(state.seat), weights)
    barred = is_barred(state)
    n = 0
    for node in range(work.nodes):
        cell = int(work.node_cell[node])
        is_end = work.node_layer[node] == state.steps or options.stop_rule == ANYWHERE
        if is_end or may_end(state, options, work, node):
            worth = stop_worth(state, options, work, node, need, barred, weights)
            n = note_goal(work, out, n, 2 * node, worth)
        elif not barred and options.touch[cell, 0] >= 0:
            worth = park_stop_worth(state, options, work, node, need, weights)
            if worth > UNREACHED:
                n = note_goal(work, out, n, 2 * node + 1, worth)
    return n


@rule
def note_goal(work, out, n, goal, worth):
    """Put a goal in its place among the best; of two at the same place keep the better."""
    place = n
    for i in range(n):
        if is_same_stop(work, int(out[i]), goal):
            if work.goal_worth[i] >= worth:
                return n
            place = i
    if place == MOST_GOALS:
        if work.goal_worth[n - 1] >= worth:
            return n
        place = n - 1
    count = max(n, place + 1)
    while place > 0 and work.goal_worth[place - 1] < worth:
        work.goal_worth[place] = work.goal_worth[place - 1]
        out[place] = out[place - 1]
        place -= 1
    work.goal_worth[place] = worth
    out[place] = goal
    return count


@rule
def is_same_stop(work, goal, other):
    """Return whether two walks end alike at one place, both or neither by way of home."""
    node, another = goal // 2, other // 2
    if goal % 2 != other % 2 or work.node_cell[node] != work.node_cell[another]:
        return False
    home, too = has(int(work.node_met[node]), HOME_MET), has(int(work.node_met[another]), HOME_MET)
    return home == too


@rule
def aim(state, options, work, plan, goal):
    """Plan the walk to a place that was just listed."""
    plan.mark = turn_mark(state)
    write_plan(state, options, work, plan, goal)
    plan.due = plan.move[0]


@rule
def planned(state, options, plan):
    """Return the move that is due, while the dog is on its way."""
    if state.phase != MOVE or plan.mark != turn_mark(state) or not follow(state, options, plan):
        return NO_ACTION
    return int(plan.due)
