"""What bots go by: a dog heads for one bone and keeps to it while it lies there."""

from offleash.contract.rules.win_chance import CERTAIN, odds
from tests.toys.digs.rules.actions import BID, WALK
from tests.toys.digs.rules.course import is_bone, standing
from tests.toys.digs.rules.record import DRAWING, MOST_BISCUITS, WALKING, rule
from tests.toys.yard.rules.walks import is_in

# What the weights mean, in this order.
NEAR, RIVALS, BONE, CRUMB, BOLD = range(5)

FAR = 1000  # more steps than there are
BONE_AHEAD = MOST_BISCUITS + 1  # by so much a dog stands better that has a bone more


@rule
def nearest_rival(state, options, seat, cell):
    """How many steps the nearest other dog has to a cell."""
    least = FAR
    for other in range(options.seats):
        if other != seat:
            least = min(least, int(options.apart[int(state.place[other]), cell]))
    return least


@rule
def bone_worth(state, options, seat, cell, weights):
    """How gladly a dog heads for a bone: near, and far from others."""
    steps = int(options.apart[int(state.place[seat]), cell])
    return weights[RIVALS] * nearest_rival(state, options, seat, cell) - weights[NEAR] * steps


@rule
def prepare(state, options, work, plan, weights):
    """Chooses a bone to head for, once; another only when that one is gone."""
    if plan.goal > 0 and is_bone(state, options, plan.goal - 1):
        return
    seat = int(state.seat)
    plan.goal = 0
    best = 0
    for cell in range(options.cells):
        if is_bone(state, options, cell):
            worth = bone_worth(state, options, seat, cell, weights)
            if plan.goal == 0 or worth > best:
                plan.goal = 1 + cell
                best = worth
    plan.chosen += 1


@rule
def score(state, options, work, plan, action, weights):
    """A walk by how near it ends to the goal and what lies there, a bid by how bold the dog is."""
    if state.phase != WALKING:
        wanted = int(state.biscuits[state.seat]) * weights[BOLD] // 100
        return -abs(action - BID - wanted)
    cell = action - WALK
    worth = 0
    if plan.goal > 0:
        worth -= weights[NEAR] * int(options.apart[cell, plan.goal - 1])
    if is_bone(state, options, cell):
        return worth + weights[BONE]
    if not is_in(state.dug, cell):
        worth += weights[CRUMB] * options.crumbs
    return worth


@rule
def evaluate(state, options, seat, weights):
    """Bones, then biscuits."""
    return standing(state, seat)


@rule
def outlook(state, options, work, seat, weights):
    """The chance to win, in 65536ths: a bone more makes it e times as likely as another's."""
    everybody = 0
    for other in range(options.seats):
        everybody += odds(standing(state, other) - standing(state, seat), BONE_AHEAD)
    return CERTAIN * CERTAIN // everybody


@rule
def is_boundary(state, options):
    """A search may stop looking where all dogs have had the same number of turns."""
    return state.phase == DRAWING and state.turn == 0
