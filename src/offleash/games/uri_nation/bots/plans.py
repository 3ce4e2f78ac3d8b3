"""Where to stop: a bot looks through its walk once a turn, and then follows its plan."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.bots.lanes import (
    crossing_lane_price,
    crossing_lane_steps,
    lane_end,
    lane_way,
    step_lane_price,
)
from offleash.games.uri_nation.bots.values import (
    CARD,
    HOMEWARD,
    JOIN,
    OPEN,
    SPEND,
    SUPPLY,
    TOKEN,
    ally_worth,
    drink_worth,
    score_action,
    score_choice,
    supply_need,
    value_territory,
)
from offleash.games.uri_nation.rules.actions import (
    ALLY,
    CROSS,
    IS_DRINK,
    IS_PASS,
    KIND_OF,
    PATH,
    STEP,
    STOP,
    WAYS,
    WHICH,
)
from offleash.games.uri_nation.rules.alliances import can_ally, is_active
from offleash.games.uri_nation.rules.bits import has, is_on_trail
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.economy import drink_price
from offleash.games.uri_nation.rules.movement import (
    crossing_steps,
    fronts_home,
    is_barred,
    step_price,
)
from offleash.games.uri_nation.rules.places import (
    BESIDE,
    CHANCE,
    EVENTS,
    MOST_FEATURES,
    MOST_SITES,
    NOWHERE,
    PARK,
    WATER,
)
from offleash.games.uri_nation.rules.record import (
    ANY_STOP,
    ANYWHERE,
    DISTRACTED,
    ENTRIES,
    FREE_TURN,
    INITIATE_ONLY,
    MANDATORY_STOP,
    MIN_ONE,
    MOST_NODES,
    MOST_ROUTE,
    MOVE,
    NEVER_TURN,
    OPTIONAL_STOP,
    PASS_OR_LAND,
    rule,
)
from offleash.games.uri_nation.rules.territory import all_owned

BY_CROSSING = WAYS  # the last way to have come to a cell; steps are the ways themselves
HOME_MET = MOST_FEATURES  # the bit of the own home among what was met
UNREACHED = -(1 << 60)
NODE_BITS = 10  # of `met`, which has the layer above them
assert 1 << NODE_BITS == MOST_NODES


# What a walk meets on its way


@rule
def meeting_worth(state, options, seat, feature, drive, weights):
    """Return what a feature is worth to a dog that walks into it."""
    kind = int(options.kind[feature])
    if feature < MOST_SITES:
        if options.is_site[feature] != 0 and is_active(state, feature):
            return 0 if has(int(state.marks[feature]), seat) else weights[JOIN]
        return weights[TOKEN] if kind == PARK else 0
    if kind == CHANCE:
        return weights[CARD] if options.chance_deck != 0 and state.no_chance == 0 else 0
    if kind == EVENTS:
        return weights[CARD] // 2 if options.events_deck != 0 else 0
    if state.no_water != 0 or drive < drink_price(options, seat):
        return 0
    return max(0, drink_worth(state, options, seat, weights))


@rule.inline
def arrive(state, options, work, node, need, weights):
    """Add to a node what its cell brings; most cells bring nothing."""
    if options.is_busy[int(work.node_cell[node])] != 0:
        meet(state, options, work, node, need, weights)


@rule
def meet(state, options, work, node, need, weights):
    """Meet features that were not met before, and the dog's own home."""
    seat = int(state.seat)
    cell = int(work.node_cell[node])
    for i in range(BESIDE):
        feature = int(options.touch[cell, i])
        if feature < 0:
            break
        if not has(int(work.node_met[node]), feature):
            work.node_met[node] |= 1 << feature
            drive = int(work.node_drive[node])
            worth = meeting_worth(state, options, seat, feature, drive, weights)
            work.node_worth[node] += worth
            if feature >= MOST_SITES and worth > 0 and options.kind[feature] == WATER:
                work.node_drive[node] -= drink_price(options, seat)
    if comes_home(state, options, work, node) and not has(int(work.node_met[node]), HOME_MET):
        work.node_met[node] |= 1 << HOME_MET
        if options.resupply_on == PASS_OR_LAND:
            work.node_worth[node] += weights[SUPPLY] * need


@rule
def comes_home(state, options, work, node):
    """Return whether a walk enters its own home's frontage with a node, from outside (M3)."""
    home = int(state.home[state.seat])
    before = int(work.node_before[node])
    if before == NOWHERE or not fronts_home(options, int(work.node_cell[node]), home):
        return False
    return not fronts_home(options, int(work.node_cell[before]), home)


# The search: a layer of nodes for each step


@rule.inline
def write_node(work, node, layer, before, cell, move, drive, met, worth):
    """Write a place that a walk comes to."""
    work.node_cell[node] = cell
    work.node_before[node] = before
    work.node_move[node] = move
    work.node_layer[node] = layer
    work.node_drive[node] = drive
    work.node_met[node] = met
    work.node_worth[node] = worth


@rule.inline
def grow(work, count, layer, before, cell, entry, move, drive, met, worth):
    """Add a node for a step from another, unless a better one is there; return how many."""
    known = int(work.met[cell, entry])
    if known >> NODE_BITS == layer + 1:
        node = known & MOST_NODES - 1
        if work.node_worth[node] < worth:
            write_node(work, node, layer, before, cell, move, drive, met, worth)
        return count
    if count == MOST_NODES:
        return count
    work.met[cell, entry] = layer + 1 << NODE_BITS | count
    write_node(work, count, layer, before, cell, move, drive, met, worth)
    return count + 1


@rule
def was_here(state, work, node, cell):
    """Return whether a chain of crossings began at or went through a cell (M11)."""
    while work.node_cell[node] != cell:
        if work.node_move[node] < CROSS:
            return False
        if work.node_before[node] == NOWHERE:
            return is_on_trail(state, cell) != 0
        node = int(work.node_before[node])
    return True


@rule.inline
def grow_road(state, work, node, count, layer, there, move, price, weights):
    """Add a node for a crossing or a path that can be paid and leads to a new cell (M11)."""
    is_known = work.met[there, BY_CROSSING] >> NODE_BITS == layer + 1
    drive = int(work.node_drive[node]) - price
    if is_known or drive < 0 or count == MOST_NODES or was_here(state, work, node, there):
        return count
    work.met[there, BY_CROSSING] = layer + 1 << NODE_BITS | count
    met, worth = int(work.node_met[node]), int(work.node_worth[node]) - weights[SPEND] * price
    write_node(work, count, layer, node, there, move, drive, met, worth)
    return count + 1


@rule.inline
def grow_crossings(state, options, work, node, count, layer, steps, weights):
    """Add nodes for the crossings that take so many steps: none, or one (M9-M12, N6)."""
    cell = int(work.node_cell[node])
    for i in range(WAYS):
        lane = int(options.across[cell, i])
        if lane == NOWHERE:
            break
        if crossing_lane_steps(options, lane) == steps:
            there, move = lane_end(lane), CROSS + lane_way(lane)
            price = crossing_lane_price(state, options, lane)
            count = grow_road(state, work, node, count, layer, there, move, price, weights)
    return count


@rule.inline
def grow_shortcuts(state, options, work, node, count, layer, weights):
    """Add nodes in a node's own layer for crossings without a step and the path (M9, M21)."""
    count = grow_crossings(state, options, work, node, count, layer, 0, weights)
    there = int(options.path[int(work.node_cell[node])])
    if there != NOWHERE and options.paths != 0 and options.path_forced == 0:
        price = options.path_drive
        count = grow_road(state, work, node, count, layer, there, PATH, price, weights)
    return count


@rule.inline
def grow_steps(state, options, work, node, count, layer, is_free, weights):
    """Add nodes of the next layer for steps from a node; back only in a dead end (M6, M14)."""
    cell, drive = int(work.node_cell[node]), int(work.node_drive[node])
    met, worth = int(work.node_met[node]), int(work.node_worth[node])
    entry = WAYS if is_free else min(int(work.node_move[node]), BY_CROSSING)
    is_last = layer == state.steps  # then it does not matter how the dog came
    is_stuck = True
    for i in range(WAYS):
        lane = int(options.onward[cell, entry, i])
        if lane == NOWHERE:
            break
        there, way, price = lane_end(lane), lane_way(lane), step_lane_price(options, lane)
        if price <= drive:
            is_stuck = False
            left, rest = drive - price, worth - weights[SPEND] * price
            to = 0 if is_last else way
            count = grow(work, count, layer, node, there, to, STEP + way, left, met, rest)
    if is_stuck:
        count = turn_back(state, options, work, node, count, layer, weights)
    return count


@rule
def turn_back(state, options, work, node, count, layer, weights):
    """Add a node for the step back out of a dead end (M6)."""
    cell, came_by = int(work.node_cell[node]), int(work.node_move[node])
    if came_by < WAYS and options.uturn != NEVER_TURN:
        back = (came_by + 2) % WAYS
        there = int(options.step[cell, back])
        price = step_price(options, cell, there)
        left = int(work.node_drive[node]) - price
        if left >= 0:
            met, worth = int(work.node_met[node]), int(work.node_worth[node])
            rest = worth - weights[SPEND] * price
            to = 0 if layer == state.steps else back
            return grow(work, count, layer, node, there, to, STEP + back, left, met, rest)
    work.stuck = node
    return count


# What stopping is worth


@rule.inline
def outlook(state, options, work, seat, cell, need, weights):
    """Return what a cell is worth for the next turn: near to home, near to open ground."""
    far = int(options.far_home[cell, int(state.home[seat])])
    near = popcount(int(options.nearby[cell]) & int(work.open_ground))
    return weights[OPEN] * near - weights[HOMEWARD] * need * far // 8


@rule
def best_action(state, options, work, seat, cell, drive, weights):
    """Return the best action that a cell offers to a dog with so much Drive."""
    best = 0
    for i in range(BESIDE):
        territory = int(options.front[cell, i])
        if territory < 0:
            break
        if not has(int(work.valued), territory):
            value_territory(state, options, work, seat, territory, weights)
        best = max(best, int(work.calm_worth[territory]))
        if drive >= options.challenge_drive:
            best = max(best, int(work.fight_worth[territory]))
    for i in range(BESIDE):
        site = int(options.touch[cell, i])
        if site < 0 or site >= MOST_SITES:
            break
        if can_ally(state, options, seat, site):
            best = max(best, ally_worth(state, options, seat, site, weights))
    return best


@rule
def stop_worth(state, options, work, node, need, is_barred_now, weights):
    """Return all that walking to a node and stopping there brings."""
    seat = int(state.seat)
    cell = int(work.node_cell[node])
    worth = int(work.node_worth[node])
    if has(int(work.node_met[node]), HOME_MET):
        is_home = fronts_home(options, cell, int(state.home[seat]))
        worth += weights[SUPPLY] * need if is_home and options.resupply_on != PASS_OR_LAND else 0
        need = need // 4
    worth += outlook(state, options, work, seat, cell, need, weights)
    if is_barred_now:
        return worth
    return worth + best_action(
        state, options, work, seat, cell, int(work.node_drive[node]), weights
    )


@rule.inline
def may_end(state, options, work, node):
    """Return whether a walk may stop at a node with steps left (M16-M20)."""
    if options.stop_rule == MIN_ONE and (node > 0 or state.moved != 0):
        return True
    cell = int(work.node_cell[node])
    if fronts_home(options, cell, int(state.home[state.seat])):
        if options.home_stop == OPTIONAL_STOP and has(int(work.node_met[node]), HOME_MET):
            return True
        if options.home_stop == MANDATORY_STOP and comes_home(state, options, work, node):
            return True
    return options.park_early_stop == ANY_STOP and touches_park(options, cell)


@rule
def touches_park(options, cell):
    """Return whether a cell is on a park's frontage."""
    for i in range(BESIDE):
        feature = int(options.touch[cell, i])
        if feature < 0:
            break
        if options.kind[feature] == PARK:
            return True
    return False


@rule
def park_ally(state, options, work, node):
    """Return the park where a walk may stop early for an alliance, or NOWHERE (M20, N8)."""
    if options.park_early_stop != INITIATE_ONLY:
        return NOWHERE
    cell = int(work.node_cell[node])
    for i in range(BESIDE):
        site = int(options.touch[cell, i])
        if site < 0 or site >= MOST_SITES:
            break  # sites come first (M5)
        if options.kind[site] == PARK:
            if can_ally(state, options, int(state.seat), site):
                return site
    return NOWHERE


@rule
def ally_at(state, options, work, node):
    """Return the alliance for which a walk stops early at a node, or NOWHERE."""
    site = park_ally(state, options, work, node)
    return NOWHERE if site == NOWHERE else ALLY + site


# Planning


@rule
def clear_board(state, options, work):
    """Forget everything: nothing is known yet."""
    work.open_ground = ~all_owned(state)
    work.valued = 0
    work.stuck = NOWHERE
    for cell in range(options.cells):
        for entry in range(ENTRIES):
            work.met[cell, entry] = 0


@rule
def plant(state, options, work):
    """Plant the first node: where the dog stands."""
    seat = int(state.seat)
    cell = int(state.cell[seat])
    entry = BY_CROSSING
    for way in range(WAYS):
        if state.came != NOWHERE and options.step[int(state.came), way] == cell:
            entry = way
    work.node_cell[0] = cell
    work.node_before[0] = NOWHERE
    work.node_move[0] = STEP + entry
    work.node_drive[0] = state.bowl[seat, DRIVE]
    work.node_met[0] = int(state.used) | int(state.entered_home) << HOME_MET
    for i in range(BESIDE):
        if options.touch[cell, i] >= 0:
            work.node_met[0] |= 1 << int(options.touch[cell, i])
    work.node_worth[0] = 0
    work.node_layer[0] = 0
    work.met[cell, entry] = 1 << NODE_BITS


@rule
def park_stop_worth(state, options, work, node, need, weights):
    """Return what stopping early for an alliance at a park is worth, or UNREACHED."""
    seat = int(state.seat)
    site = park_ally(state, options, work, node)
    if site == NOWHERE:
        return UNREACHED
    worth = int(work.node_worth[node]) + ally_worth(state, options, seat, site, weights)
    return worth + outlook(state, options, work, seat, int(work.node_cell[node]), need, weights)


@rule
def search(state, options, work, weights):
    """Return the best node to go to, times two, plus one if the walk does not just stop there."""
    need = supply_need(state, options, int(state.seat), weights)
    barred, steps = is_barred(state), int(state.steps)
    halts, anywhere = options.home_stop == MANDATORY_STOP, options.stop_rule == ANYWHERE
    slow = options.midblock_steps == 1 or options.intersection_steps == 1
    is_free = options.uturn == FREE_TURN or int(state.tricked) & DISTRACTED != 0
    is_short = options.stop_rule == MIN_ONE
    clear_board(state, options, work)
    plant(state, options, work)
    first, count, best, found = 0, 1, UNREACHED, 0
    for layer in range(steps + 1):
        is_end = layer == steps or anywhere
        node = first
        while node < count:
            cell = int(work.node_cell[node])
            if not (halts and comes_home(state, options, work, node)):
                last = count
                count = grow_shortcuts(state, options, work, node, count, layer, weights)
                for crossed in range(last, count):
                    arrive(state, options, work, crossed, need, weights)
            if is_end:
                worth = stop_worth(state, options, work, node, need, barred, weights)
                if worth > best:
                    best, found = worth, 2 * node
            elif is_short or options.is_busy[cell] != 0:  # elsewhere no walk ends early
                if may_end(state, options, work, node):
                    worth = stop_worth(state, options, work, node, need, barred, weights)
                    if worth > best:
                        best, found = worth, 2 * node
                elif not barred and options.touch[cell, 0] >= 0:
                    worth = park_stop_worth(state, options, work, node, need, weights)
                    if worth > best:
                        best, found = worth, 2 * node + 1
            node += 1
        if layer == steps:
            break
        last = count
        for node in range(first, last):
            if not (halts and comes_home(state, options, work, node)):
                count = grow_steps(state, options, work, node, count, layer + 1, is_free, weights)
                if slow:
                    count = grow_crossings(state, options, work, node, count, layer + 1, 1, weights)
            if work.stuck == node:
                worth = stop_worth(state, options, work, node, need, barred, weights)
                if worth > best or found == 2 * node + 1:  # a plain stop, no early one at a park
                    best, found = worth, 2 * node
        for node in range(last, count):
            arrive(state, options, work, node, need, weights)
        if last == count:
            break
        first = last
    work.nodes = count
    return found if best != UNREACHED else 2 * best_so_far(work, first, count) + 1


@rule
def best_so_far(work, first, count):
    """Return the best node of the last layer, where nodes ran out before the end of the walk."""
    found = first
    for node in range(first, count):
        if work.node_worth[node] > work.node_worth[found]:
            found = node
    return found


@rule
def write_plan(state, options, work, plan, found):
    """Write the way to the node found, in order; then a stop, an alliance, or another plan."""
    node = found // 2
    length = 0
    each = node
    while work.node_before[each] != NOWHERE:
        each = int(work.node_before[each])
        length += 1
    last = STOP if found % 2 == 0 else ally_at(state, options, work, node)
    plan.length = min(length + (last != NOWHERE), MOST_ROUTE)
    if length < plan.length:
        plan.move[length] = last
        plan.cell[length] = work.node_cell[node]
        plan.drive[length] = 0
    at = length
    while at > 0:
        before = int(work.node_before[node])
        at -= 1
        if at < MOST_ROUTE:
            plan.move[at] = work.node_move[node]
            plan.cell[at] = work.node_cell[before]
            plan.drive[at] = work.node_drive[before]
        node = before
    note_steps(state, options, plan)


@rule
def note_steps(state, options, plan):
    """Note how many steps are left at each move of the plan."""
    left = int(state.steps)
    for at in range(plan.length):
        plan.steps[at] = left
        move = int(plan.move[at])
        if move < CROSS:
            left -= 1
        elif move < PATH:
            left -= crossing_steps(options, int(plan.cell[at]), move - CROSS)


@rule
def follow(state, options, plan):
    """Find the plan's move that is due here; return whether the dog is still on its way."""
    seat = int(state.seat)
    for at in range(plan.length):
        if plan.cell[at] == state.cell[seat] and plan.steps[at] == state.steps:
            plan.due = plan.move[at]
            return state.bowl[seat, DRIVE] >= plan.drive[at] and is_still_open(
                state, options, plan, at
            )
    return False


@rule
def is_still_open(state, options, plan, at):
    """Return whether nothing on the way closed a move: a card, a join that was paid, new Drive."""
    seat, move = int(state.seat), int(plan.move[at])
    if move >= ALLY:
        return not is_barred(state) and can_ally(state, options, seat, move - ALLY)
    if move < CROSS and options.step[int(state.cell[seat]), move - STEP] == state.came:
        # a turn that was planned as one, where no other step could be paid
        is_planned = at == 0 or plan.cell[at - 1] == state.came
        return is_planned and state.bowl[seat, DRIVE] == plan.drive[at]
    return True


@rule
def turn_mark(state):
    """Return a number for each turn of a game."""
    return int(state.rounds) * 8 + int(state.turn) + 1


@rule
def prepare(state, options, work, plan, weights):
    """Look for a place to stop when a walk begins, or when something has come between."""
    if state.phase != MOVE:
        return
    if plan.mark == turn_mark(state) and follow(state, options, plan):
        return
    plan.mark = turn_mark(state)
    write_plan(state, options, work, plan, search(state, options, work, weights))
    plan.due = plan.move[0]


@rule
def score(state, options, work, plan, action, weights):
    """Return a score: 1 for the plan's move, a drink's by thirst, an action's by its worth."""
    kind, which = KIND_OF[action], WHICH[action]
    if state.phase == MOVE:
        return 1 if plan.due == action else 0
    seat = int(state.decider)
    if kind == IS_DRINK:
        return drink_worth(state, options, seat, weights)
    if kind <= IS_PASS:
        return score_action(state, options, work, seat, kind, which, weights) + score_choice(
            state, options, seat, kind, which, weights
        )
    return score_choice(state, options, seat, kind, which, weights)
