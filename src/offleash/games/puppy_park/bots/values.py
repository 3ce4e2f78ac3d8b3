"""What the greedy means to do, and how good a position of Puppy Park is, in whole numbers.

`prepare` makes a plan before each decision and `score` prefers what was planned. Everything lies
open, so a plan rests on what everybody sees.
"""

from offleash.games.puppy_park.bots.chains import (
    cell_of_move,
    find_chain,
    other_of_move,
    tile_of_move,
)
from offleash.games.puppy_park.bots.chances import PLACES, count_support, list_chances, show_breeds
from offleash.games.puppy_park.bots.poops import consider_tree_poop, plan_piece, plan_tree_poop
from offleash.games.puppy_park.bots.quiet import (
    count_of,
    glance,
    hand_of,
    list_naps,
    look_closely,
    note_live,
    threat,
    value_tiles,
)
from offleash.games.puppy_park.bots.replies import best_foreseen, best_nap
from offleash.games.puppy_park.bots.weight_order import (
    HELD,
    HOUSE_PRICE,
    LOOK,
    POOP_PRICE,
    TILE,
    TRIES,
    TURN,
    WHIM,
)
from offleash.games.puppy_park.rules.actions import HOUSE, NO_HOUSE, PICK
from offleash.games.puppy_park.rules.course import dogs_left
from offleash.games.puppy_park.rules.lawn import LIES, is_bare, paint, pieces_laid
from offleash.games.puppy_park.rules.placing import (
    ATOP_BY_TREE,
    BY_TREE,
    fits_atop,
    fits_on_ground,
    mask_for,
    next_scope,
    scope_of,
    want_for,
)
from offleash.games.puppy_park.rules.record import (
    AT_HAND,
    DEEPEST,
    HOUSING,
    PICKING,
    PLACING,
    TREE_POOP,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED, TILES

LATE = 3  # dog tiles with which the end is near


@rule
def evaluate(state, options, seat, weights):
    """Return how a seat stands: tiles left, against the fewest of another, and whose turn it is."""
    fewest = TILES
    for other in range(int(state.players)):
        if other != seat:
            fewest = min(fewest, dogs_left(state, other))
    ahead = int(weights[TILE]) * (fewest - dogs_left(state, seat))
    if state.house[seat] == AT_HAND:
        ahead += int(weights[HELD])
    if options.tp_must_be_played and state.tp_cell[seat] == AT_HAND:
        ahead -= int(weights[TILE])
    return ahead + (int(weights[TURN]) if state.seat == seat else 0)


# Preparing


@rule
def paint_chances(state, options, work):
    """Paint the lawn, and show which breeds are awake where."""
    paint(state, options, work)
    show_breeds(work)


@rule
def goes_on(state, options, work, plan, scope):
    """Return whether the chain seen before can go on as planned; if so, go on with it."""
    i = pieces_laid(state) - int(plan.since)
    if i <= 0 or i >= plan.length:
        return False
    move = int(plan.chain[i])
    tile, cell, other = tile_of_move(move), cell_of_move(move), other_of_move(move)
    if ((hand_of(state, int(state.seat)) >> tile) & 1) == 0:
        return False
    mask, want = mask_for(state, scope), want_for(scope)
    a, b = BREED[tile, 0], BREED[tile, 1]
    if (int(work.near[cell]) & LIES) != 0:
        is_legal = fits_atop(options, work, cell, other, a, b, mask, want)
    else:
        is_legal = fits_on_ground(work, cell, other, mask, want)
    if is_legal:
        plan_piece(plan, PICK + tile, move % PLACES)
    return is_legal


# The decisions


@rule
def plan_opening(state, plan):
    """Plan a first tile whose breeds the others have few of."""
    hand = hand_of(state, int(state.seat))
    best, found = 0, -1
    for tile in range(TILES):
        if (hand >> tile) & 1:
            value = 0
            for held in range(TILES):
                for half in range(2):
                    breed = BREED[held, half]
                    is_match = breed == BREED[tile, 0] or breed == BREED[tile, 1]
                    value += is_match and ((hand >> held) & 1) != 0
            if found < 0 or value > best:
                best, found = value, tile
    plan.pick = 1 + PICK + found


@rule
def plan_turn(state, options, work, plan, weights):
    """Plan the next of a chain of extra turns, or else a quiet placement."""
    if is_bare(state):
        plan_opening(state, plan)
        return
    hand = hand_of(state, int(state.seat))
    paint_chances(state, options, work)
    scope = scope_of(state, options, work)
    if goes_on(state, options, work, plan, scope):
        return
    plan.since = pieces_laid(state)
    deepest = min(count_of(hand) - 1, DEEPEST)
    plan.length = find_chain(state, options, work, hand, scope, deepest, int(weights[TRIES]))
    for i in range(int(plan.length)):
        plan.chain[i] = work.chain[i]
    if plan.length > 0:
        move = int(plan.chain[0])
        plan_piece(plan, PICK + tile_of_move(move), move % PLACES)
        return
    plan_without_chances(state, options, work, plan, hand, scope, weights)


@rule
def value_chances(state, options, work, scope, weights):
    """Work out which tiles have a chance of another turn, and what that means to the actor."""
    value_tiles(state, work, weights)
    count_support(options, work, mask_for(state, scope), want_for(scope))
    note_live(work)


@rule
def may_lay_tree_poop(state, options, hand, scope):
    """Return whether the tree-poop tile can be laid, and no dog tile wins instead (P11, P18)."""
    if state.tp_cell[int(state.seat)] != AT_HAND:
        return False
    if options.tree_blocks_e and (scope == BY_TREE or scope == ATOP_BY_TREE):
        return False
    return options.tp_must_be_played != 0 or count_of(hand) > 1


@rule
def plan_without_chances(state, options, work, plan, hand, scope, weights):
    """Plan a quiet turn: a plain placement, or the tree-poop tile."""
    value_chances(state, options, work, scope, weights)
    now = threat(work)
    mask, want = mask_for(state, scope), want_for(scope)
    glance(options, work, hand, mask, want, weights)
    look_closely(options, work, int(weights[LOOK]), mask, want, weights)
    move = best_foreseen(state, options, work, weights)
    if move >= 0:
        plan_piece(plan, PICK + tile_of_move(move), move % PLACES)
    if state.phase == PICKING and may_lay_tree_poop(state, options, hand, scope):
        if now > int(weights[POOP_PRICE]) + int(work.best):
            consider_tree_poop(state, options, work, plan, now, weights)


@rule
def plan_place(state, options, work, plan, weights):
    """Plan a place for a piece that was picked without a plan."""
    paint_chances(state, options, work)
    tile = int(state.picked)
    scope = scope_of(state, options, work)
    if tile == TREE_POOP:
        value_chances(state, options, work, scope, weights)
        now, rules = threat(work), int(state.declared)
        plan_tree_poop(state, options, work, plan, rules, PICK + TREE_POOP, now)
        return
    hand = 1 << tile
    end = list_chances(options, work, hand, mask_for(state, scope), want_for(scope), 0)
    if end > 0:
        plan_piece(plan, PICK + tile, int(work.moves[0]) % PLACES)
    else:
        plan_without_chances(state, options, work, plan, hand, scope, weights)


@rule
def plan_house(state, options, work, plan, weights):
    """Plan the house, where it takes enough from the others, or the end is near (P7)."""
    paint_chances(state, options, work)
    scope = next_scope(state, work)
    value_chances(state, options, work, scope, weights)
    list_naps(options, work, mask_for(state, scope), want_for(scope))
    cell = best_nap(state, options, work, weights)
    price = int(weights[HOUSE_PRICE])
    for seat in range(int(state.players)):
        if dogs_left(state, seat) <= LATE:
            price = 1
    is_worth_it = cell >= 0 and work.best >= price
    plan.house = 1 + (HOUSE + cell if is_worth_it else NO_HOUSE)


@rule
def prepare(state, options, work, plan, weights):
    """Plan the decision at hand, and what follows it."""
    work.whim = plan.whim
    work.stray = weights[WHIM]
    laid = pieces_laid(state)
    if state.phase == HOUSING:
        plan_house(state, options, work, plan, weights)
    elif state.phase == PICKING:
        plan.pick = 0
        plan.place = 0
        plan_turn(state, options, work, plan, weights)
        plan.laid = laid
    elif state.phase == PLACING:
        piece = int(plan.pick) - 1 - PICK
        is_piece = piece == state.picked or (piece > TREE_POOP and state.picked == TREE_POOP)
        is_planned = plan.laid == laid and plan.place > 0 and is_piece
        if not is_planned:
            plan.place = 0
            plan_place(state, options, work, plan, weights)
            plan.laid = laid


@rule
def score(state, options, work, plan, action, weights):
    """Return 1 for what is planned, 0 for all else."""
    if state.phase == PICKING:
        return int(plan.pick == 1 + action)
    if state.phase == PLACING:
        return int(plan.place == 1 + action)
    return int(plan.house == 1 + action)
