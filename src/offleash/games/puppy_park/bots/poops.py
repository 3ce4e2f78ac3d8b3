"""How the greedy uses its tree-poop tile: to take chances of another turn from the others."""

from offleash.games.puppy_park.bots.chances import count_support, show_breeds
from offleash.games.puppy_park.bots.quiet import note_live, threat
from offleash.games.puppy_park.bots.weight_order import POOP_PRICE
from offleash.games.puppy_park.rules.actions import PICK, PICK_POOP, PICK_TREE, PLACE
from offleash.games.puppy_park.rules.lawn import (
    LIES,
    NEAR_POOP,
    NEAR_TREE,
    paint,
    pieces_laid,
    show_tree_poop,
)
from offleash.games.puppy_park.rules.placing import fits_on_ground
from offleash.games.puppy_park.rules.record import (
    HALVES_SHAPE,
    ONE_HEX,
    POOP_RULES,
    TREE_POOP,
    TREE_RULES,
    UNDECLARED,
    rule,
)
from offleash.games.tiles.rules.grid import TOUCHES
from offleash.games.tiles.rules.hexes import HALF_WAYS, SIDE, STEP, WAYS, opposite

SAMPLES = 12  # places that are tried, about


@rule
def plan_piece(plan, pick, place):
    """Plan what is to be laid, and where."""
    plan.pick = 1 + pick
    plan.place = 1 + PLACE + place


@rule
def sample_places(state, options, work):
    """List some places for a tree-poop tile into `moves`; return how many."""
    hull = work.hull
    stride = pieces_laid(state) + 2
    n, seen = 0, 0
    for column in range(hull[0] - 1, hull[1] + 2):
        for cell in range(column * SIDE + hull[2] - 1, column * SIDE + hull[3] + 2):
            for way in range(HALF_WAYS):
                other = cell + STEP[way] if options.tp_shape != ONE_HEX else cell
                if fits_on_ground(work, cell, other, TOUCHES | LIES, TOUCHES):
                    seen += 1
                    if seen % stride == 0 and n < SAMPLES:
                        turned = options.tp_shape == HALVES_SHAPE and n % 2 == 1
                        place = cell * WAYS + (way if options.tp_shape != ONE_HEX else 0)
                        work.moves[n] = other * WAYS + opposite(way) if turned else place
                        n += 1
    return n


@rule
def threat_with(state, options, work, place, rules):
    """Return what the chances of the others come to with a tree-poop tile there (P16, P17)."""
    paint(state, options, work)
    show_tree_poop(options, work, place // WAYS, place % WAYS)
    show_breeds(work)
    mask, want = TOUCHES | LIES | NEAR_POOP, TOUCHES
    if rules == TREE_RULES:
        mask, want = TOUCHES | LIES | NEAR_TREE, TOUCHES | NEAR_TREE
    count_support(options, work, mask, want)
    note_live(work)
    return threat(work)


@rule
def plan_tree_poop(state, options, work, plan, rules, pick, now):
    """Try some places for the tree-poop tile; return how much the best takes from the others."""
    best = -1
    paint(state, options, work)
    for i in range(sample_places(state, options, work)):
        place = int(work.moves[i])
        gain = now - threat_with(state, options, work, place, rules)
        if gain > best:
            best = gain
            plan_piece(plan, pick, place)
    return best


@rule
def consider_tree_poop(state, options, work, plan, now, weights):
    """Plan the tree-poop tile where it takes much more from the others than a dog tile would."""
    price = int(weights[POOP_PRICE])
    pick, place = int(plan.pick), int(plan.place)
    quiet = int(work.best)
    rules = int(state.declared)
    if rules == UNDECLARED:
        gain = plan_tree_poop(state, options, work, plan, POOP_RULES, PICK_POOP, now)
        if gain - price > quiet:
            quiet, pick, place = gain - price, int(plan.pick), int(plan.place)
        rules = TREE_RULES
    own = PICK_TREE if state.declared == UNDECLARED else PICK + TREE_POOP
    gain = plan_tree_poop(state, options, work, plan, rules, own, now)
    if gain - price <= quiet:
        plan.pick = pick
        plan.place = place
