"""What a search tries in Puppy Park: whole turns, tile and place, few of very many.

Best come first: those that earn the longest run of extra turns, then plain placements that leave
the next player little.
"""

from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import NO_ACTION
from offleash.games.puppy_park.bots.chains import (
    find_chain,
    find_chain_after,
    lay_down,
    list_first,
    spot_of_move,
    switch_tile,
    take_up,
    tile_of_move,
)
from offleash.games.puppy_park.bots.chances import PLACES, list_chances
from offleash.games.puppy_park.bots.poops import SAMPLES, sample_places, threat_with
from offleash.games.puppy_park.bots.quiet import (
    count_of,
    glance,
    hand_of,
    list_naps,
    look_closely,
    shortlist,
    threat,
)
from offleash.games.puppy_park.bots.replies import AFTERWARDS, expect_reply, reply_to
from offleash.games.puppy_park.bots.values import may_lay_tree_poop, paint_chances, value_chances
from offleash.games.puppy_park.bots.weight_order import GLIMPSE
from offleash.games.puppy_park.rules.actions import (
    HOUSE,
    NO_HOUSE,
    PICK,
    PICK_POOP,
    PICK_TREE,
    PLACE,
)
from offleash.games.puppy_park.rules.lawn import is_bare, pieces_laid
from offleash.games.puppy_park.rules.placing import (
    list_picks,
    makes_two_pairs,
    mask_for,
    next_scope,
    scope_of,
    want_for,
)
from offleash.games.puppy_park.rules.record import (
    DEEPEST,
    HOUSING,
    MOST_STARTS,
    PICKING,
    POOP_RULES,
    SHORT,
    TREE_POOP,
    TREE_RULES,
    UNDECLARED,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import STEP, WAYS

PIECES, NO_PIECE = 64, 63
EVERY = 4  # how often a plain placement comes, where others earn another turn
MOST_TILES = 24
CLOSE_LOOK = 100  # moves that are looked at for advice
WHIMS = 1 << 20
POOPS = 3  # places of a tree-poop tile that are tried, for each declaration


@rule
def wander(plan, rng, stream):
    """Let a playout go another way than the last: give its players a whim."""
    plan.whim = 1 + below(rng, stream, WHIMS)


# A goal is a number: the piece that is picked, and 1 + the action after it, 0 where there is none.


@rule
def goal_of_move(state, move):
    """Return the tile of a move with its place, or its place alone where it was picked before."""
    piece = PICK + tile_of_move(move) if state.phase == PICKING else NO_PIECE
    return (1 + PLACE + move % PLACES) * PIECES + piece


@rule
def aim(state, options, work, plan, goal):
    """Make a plan that does what the goal says, and has nothing else in mind."""
    piece = goal % PIECES
    plan.pick = 0
    plan.place = 0
    plan.house = 0
    plan.laid = 0
    plan.length = 0
    plan.since = 0
    plan.whim = 0
    plan.aimed = 1 + pieces_laid(state)
    plan.first = 1 + piece if piece != NO_PIECE else 0
    plan.second = goal // PIECES


@rule
def planned(state, options, plan):
    """Return what is due of the goal, while nothing has been laid since it was set."""
    if plan.aimed != 1 + pieces_laid(state):
        return NO_ACTION
    due = int(plan.first) if state.phase == PICKING else int(plan.second)
    return due - 1 if due > 0 else NO_ACTION


@rule
def list_starts(state, options, work, hand, own, scope, tries):
    """List the moves that earn another turn, those first that the longest run begins with."""
    end = list_chances(options, work, hand, mask_for(state, scope), want_for(scope), 0)
    count = min(end, MOST_STARTS)
    for i in range(count):
        work.start[i] = work.moves[i]
    own |= hand
    list_first(state, options, work, own, scope)
    deepest = min(count_of(own) - 2, AFTERWARDS)
    for i in range(count):
        move = int(work.start[i])
        length = 0
        if deepest > 0:
            lay_down(work, move, 0)
            switch_tile(work, tile_of_move(move))
            left, spot = own & ~(1 << tile_of_move(move)), spot_of_move(move)
            length = find_chain_after(state, options, work, left, spot, deepest, tries)
            switch_tile(work, tile_of_move(move))
            take_up(work, 0)
        k = i
        while k > 0 and work.run[k - 1] < length:
            work.run[k] = work.run[k - 1]
            work.start[k] = work.start[k - 1]
            k -= 1
        work.run[k] = length
        work.start[k] = move
    return count


@rule
def run_from(state, options, work, tile):
    """Return how many extra turns in a row the actor could take if a tile comes first, or 0."""
    paint_chances(state, options, work)
    scope = scope_of(state, options, work)
    own = hand_of(state, int(state.seat))
    starts = list_starts(state, options, work, 1 << tile, own, scope, CLOSE_LOOK)
    return 1 + int(work.run[0]) if starts > 0 else 0


@rule
def run_of(state, options, work, seat):
    """Return how many extra turns in a row a player could take if it were her turn."""
    paint_chances(state, options, work)
    hand = hand_of(state, seat)
    deepest = min(count_of(hand) - 1, DEEPEST)
    if deepest <= 0:
        return 0
    scope = next_scope(state, work)
    return find_chain(state, options, work, hand, scope, deepest, CLOSE_LOOK)


@rule
def able_of(state, options, work, seat):
    """Return a player's tiles that could earn another turn if it were hers, as bits."""
    paint_chances(state, options, work)
    scope = next_scope(state, work)
    hand = hand_of(state, seat)
    able = 0
    for i in range(list_chances(options, work, hand, mask_for(state, scope), want_for(scope), 0)):
        able |= 1 << tile_of_move(int(work.moves[i]))
    return able


@rule
def is_plain(options, work, move):
    """Return whether a placement on the ground makes no two pairs (P1, P4)."""
    tile, cell = tile_of_move(move), move % PLACES // WAYS
    other = cell + STEP[move % WAYS]
    return not makes_two_pairs(options, work, cell, other, BREED[tile, 0], BREED[tile, 1])


@rule
def list_plain(state, options, work, hand, scope, weights):
    """List plain placements, best first by what they open, block and leave to the next player."""
    value_chances(state, options, work, scope, weights)
    mask, want = mask_for(state, scope), want_for(scope)
    glance(options, work, hand, mask, want, weights)
    look_closely(options, work, SHORT, mask, want, weights)
    expect_reply(state, options, work)
    for i in range(SHORT):
        move = int(work.list_move[i])
        if move < 0:
            break
        work.list_value[i] -= reply_to(state, options, work, move, weights)
    sort_list(work)


@rule
def sort_list(work):
    """Sort the list again, best first."""
    for i in range(1, SHORT):
        move, value = int(work.list_move[i]), int(work.list_value[i])
        k = i
        while k > 0 and work.list_value[k - 1] < value:
            work.list_value[k] = work.list_value[k - 1]
            work.list_move[k] = work.list_move[k - 1]
            k -= 1
        work.list_value[k] = value
        work.list_move[k] = move


@rule
def add_tiles(state, options, work, hand, weights, out):
    """List moves of these tiles: those that earn another turn, and every fourth a plain one."""
    paint_chances(state, options, work)
    scope = scope_of(state, options, work)
    own = hand_of(state, int(state.seat))
    starts = list_starts(state, options, work, hand, own, scope, int(weights[GLIMPSE]))
    list_plain(state, options, work, hand, scope, weights)
    n, i, k = 0, 0, 0
    while n < MOST_TILES and (i < starts or k < SHORT):
        if i < starts and (n % EVERY != EVERY - 1 or k == SHORT):
            out[n] = goal_of_move(state, int(work.start[i]))
            n += 1
            i += 1
            continue
        move = int(work.list_move[k])
        k = k + 1 if move >= 0 else SHORT
        if move >= 0 and is_plain(options, work, move):
            out[n] = goal_of_move(state, move)
            n += 1
    return n


@rule
def list_poop_places(state, options, work, rules):
    """List places for the tree-poop tile, best first by what they take from the others."""
    now = threat(work)
    paint_chances(state, options, work)
    count = min(sample_places(state, options, work), SHORT)
    for i in range(SHORT):
        work.again[i] = work.moves[i]
        work.list_move[i] = -1
        work.list_value[i] = -(1 << 40)
    for i in range(count):
        place = int(work.again[i])
        shortlist(work, now - threat_with(state, options, work, place, rules), place)


@rule
def add_tree_poop(state, options, work, pick, rules, weights, out, n):
    """Add a few places for the tree-poop tile, with its declaration where it is the first."""
    paint_chances(state, options, work)
    value_chances(state, options, work, scope_of(state, options, work), weights)
    list_poop_places(state, options, work, rules)
    piece, most = (pick, POOPS) if state.phase == PICKING else (NO_PIECE, SAMPLES)
    for i in range(most):
        place = int(work.list_move[i])
        if place >= 0:
            out[n] = (1 + PLACE + place) * PIECES + piece
            n += 1
    return n


@rule
def list_houses_first(state, options, work, weights, out):
    """List no house, and the dogs whose nap hurts the others most."""
    paint_chances(state, options, work)
    scope = next_scope(state, work)
    value_chances(state, options, work, scope, weights)
    list_naps(options, work, mask_for(state, scope), want_for(scope))
    out[0] = (1 + NO_HOUSE) * PIECES + NO_PIECE
    n = 1
    for i in range(SHORT):
        cell = int(work.list_move[i])
        if cell >= 0:
            out[n] = (1 + HOUSE + cell) * PIECES + NO_PIECE
            n += 1
    return n


@rule
def list_openings(state, options, work, out):
    """List every tile that may lie first, with nothing after it (P20)."""
    return list_picks(state, options, work, out)


@rule
def list_turns(state, options, work, weights, out):
    """List whole turns, those with the tree-poop tile last."""
    if is_bare(state):
        return list_openings(state, options, work, out)
    hand = hand_of(state, int(state.seat))
    n = add_tiles(state, options, work, hand, weights, out)
    paint_chances(state, options, work)
    if not may_lay_tree_poop(state, options, hand, scope_of(state, options, work)):
        return n
    if state.declared != UNDECLARED:
        rules = int(state.declared)
        return add_tree_poop(state, options, work, PICK + TREE_POOP, rules, weights, out, n)
    n = add_tree_poop(state, options, work, PICK_POOP, POOP_RULES, weights, out, n)
    return add_tree_poop(state, options, work, PICK_TREE, TREE_RULES, weights, out, n)


@rule
def list_goals(state, options, work, weights, out):
    """List what is worth a try at the decision at hand, best first; return how many."""
    work.whim = 0
    if state.phase == HOUSING:
        return list_houses_first(state, options, work, weights, out)
    if state.phase == PICKING:
        return list_turns(state, options, work, weights, out)
    if state.picked == TREE_POOP:
        return add_tree_poop(state, options, work, 0, int(state.declared), weights, out, 0)
    return add_tiles(state, options, work, 1 << int(state.picked), weights, out)


assert PICK == 0 and NO_HOUSE < NO_PIECE  # so a pick alone is its own goal
