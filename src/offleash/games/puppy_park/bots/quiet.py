"""What the greedy does when nothing earns another turn: it gives the others few chances.

`worth` says for each tile what it means to the actor that the tile has a chance of another turn:
bad where an opponent holds it, good where it is her own. A placement or a house is valued by the
tiles that get their first chance by it, and by those that lose their last.
"""

from offleash.games.puppy_park.bots.chances import (
    LOWEST,
    PLACES,
    TILE_OF,
    count_pairs,
    dog_on,
    list_chances,
    restore_support,
    stack_on,
)
from offleash.games.puppy_park.bots.weight_order import DENY, KEEP, LATER, PROMISE, URGENT
from offleash.games.puppy_park.rules.lawn import AWAKE, LIES, NAPPING
from offleash.games.puppy_park.rules.placing import fits_on_ground, friends
from offleash.games.puppy_park.rules.record import HAND, SHORT, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, NO_TILE, TILES, is_double
from offleash.games.tiles.rules.grid import TOUCHES
from offleash.games.tiles.rules.hexes import HALF_WAYS, SIDE, STEP, WAYS

LEAST = -(1 << 40)  # below every value
HOT = 16  # a bit of `near`: two cells with this one are a chance of somebody else


@rule
def hand_of(state, seat):
    """Return a player's dog tiles as bits."""
    hand = 0
    for tile in range(TILES):
        if state.where[tile] == HAND + seat:
            hand |= 1 << tile
    return hand


@rule
def count_of(hand):
    """Return how many tiles these are."""
    count = 0
    while hand != 0:
        hand &= hand - 1
        count += 1
    return count


@rule
def value_tiles(state, work, weights):
    """Value what it means to the actor that a tile has a chance, by who holds it."""
    players, seat = int(state.players), int(state.seat)
    for tile in range(TILES):
        work.worth[tile] = 0
    for owner in range(players):
        hand = hand_of(state, owner)
        value = int(weights[KEEP])
        if owner != seat:
            value = -(int(weights[DENY]) + int(weights[URGENT]) // max(count_of(hand), 1))
            if owner != (seat + 1) % players:
                value = value * int(weights[LATER]) // 100
        for tile in range(TILES):
            if (hand >> tile) & 1:
                work.worth[tile] = value


@rule
def note_live(work):
    """Note the tiles that matter and have a chance of another turn."""
    n = 0
    for tile in range(TILES):
        work.live[n] = tile
        n += work.support[tile] > 0 and work.worth[tile] != 0
    work.live_count = n


@rule
def threat(work):
    """Return what the chances of the others amount to."""
    total = 0
    for i in range(int(work.live_count)):
        total += max(-int(work.worth[int(work.live[i])]), 0)
    return total


@rule
def lost_chances(work):
    """Return what it is worth that some tiles have lost their last chance."""
    total = 0
    for i in range(int(work.live_count)):
        tile = int(work.live[i])
        if work.support[tile] <= 0:
            total -= int(work.worth[tile])
    return total


@rule
def leave_out_cell(options, work, cell, other, mask, want):
    """Take off the chances of an empty cell with each neighbour but `other`."""
    if work.breeds[cell] == 0:
        return
    for way in range(WAYS):
        beside = cell + STEP[way]
        if beside != other and work.breeds[beside] != 0:
            if fits_on_ground(work, cell, beside, mask, want):
                count_pairs(options, work, cell, beside, -1)


@rule
def blocked(options, work, cell, other, mask, want):
    """Return what it is worth that two cells are empty no longer."""
    if work.breeds[cell] == 0 and work.breeds[other] == 0:
        return 0
    leave_out_cell(options, work, cell, -1, mask, want)
    leave_out_cell(options, work, other, cell, mask, want)
    total = lost_chances(work)
    restore_support(work)
    return total


@rule
def opened(work, tile, cell, other, breed, mask, want):
    """Return what it is worth that a dog of this breed is on a cell, its tile on another too."""
    bits = 0
    for way in range(WAYS):
        beside = cell + STEP[way]
        if beside == other:
            continue
        if (int(work.near[beside]) & LIES) != 0:
            bits |= dog_on(work, beside) if work.height[beside] == 1 else 0
            continue
        for onward in range(WAYS):
            beyond = beside + STEP[onward]
            is_free = beyond != cell and beyond != other
            here = int(work.near[beside]) | int(work.near[beyond]) | TOUCHES
            bits |= int(work.breeds[beyond]) if is_free and (here & mask) == want else 0
    total = 0
    while bits != 0:
        match = TILE_OF[breed, LOWEST[bits]]
        bits &= bits - 1
        if match != tile and work.support[match] == 0:
            total += int(work.worth[match])
    return total


# Many placements at a glance


@rule
def reach_from(work, cell, mask, want):
    """Return the breeds that a dog on a cell would share a chance with, seen a little too well."""
    bits = 0
    for way in range(WAYS):
        beside = cell + STEP[way]
        if (int(work.near[beside]) & LIES) != 0:
            bits |= dog_on(work, beside) if work.height[beside] == 1 else 0
            continue
        for onward in range(WAYS):
            beyond = beside + STEP[onward]
            here = int(work.near[beside]) | int(work.near[beyond]) | TOUCHES
            is_free = beyond != cell and (here & mask) == want
            bits |= int(work.breeds[beyond]) if is_free else 0
    return bits


@rule
def note_reach(work, mask, want):
    """Note the reach of every empty cell that a tile may come to lie on."""
    hull = work.hull
    for column in range(hull[0] - 2, hull[1] + 3):
        for cell in range(column * SIDE + hull[2] - 2, column * SIDE + hull[3] + 3):
            if (int(work.near[cell]) & LIES) == 0:
                work.reach[cell] = reach_from(work, cell, mask, want)


@rule
def note_gains(work):
    """Note what it is worth that a breed's dog gets within reach of others, four at a time."""
    for breed in range(BREEDS):
        for half in range(2):
            for bits in range(16):
                total = 0
                for i in range(4):
                    tile = TILE_OF[breed, 4 * half + i]
                    if (bits >> i) & 1 and work.support[tile] == 0:
                        total += int(work.worth[tile])
                work.gain[breed, half, bits] = total


@rule
def mark_hot(options, work, mask, want):
    """Mark the cells of the others' chances; return what blocking one is worth, about."""
    hand = 0
    for i in range(int(work.live_count)):
        if work.worth[int(work.live[i])] < 0:
            hand |= 1 << int(work.live[i])
    n = list_chances(options, work, hand, mask, want, 0)
    for i in range(n):
        cell = int(work.moves[i]) % PLACES // WAYS
        other = cell + STEP[int(work.moves[i]) % WAYS]
        work.near[cell] |= HOT
        work.near[other] |= HOT
    return threat(work) // max(n, 1)


@rule
def shortlist(work, value, move):
    """Keep a move among the most promising ones, best first."""
    if value <= work.list_value[SHORT - 1]:
        return
    i = SHORT - 1
    while i > 0 and work.list_value[i - 1] < value:
        work.list_value[i] = work.list_value[i - 1]
        work.list_move[i] = work.list_move[i - 1]
        i -= 1
    work.list_value[i] = value
    work.list_move[i] = move


@rule.inline
def gain_of(work, breed, bits):
    """Return what a dog of some breed is worth that has others in reach."""
    return int(work.gain[breed, 0, bits & 15]) + int(work.gain[breed, 1, bits >> 4])


@rule
def strayed(work, what):
    """Return how far a tile or a place is misjudged, which is not at all without a whim."""
    if work.whim == 0 or work.stray == 0:
        return 0
    mixed = (what * 40503 + int(work.whim)) % 65521
    return mixed * mixed % 65521 * int(work.stray) // 65521


@rule
def glance_at_spot(work, count, cell, way, value):
    """Put every tile of the hand on two cells, and keep what looks best."""
    other = cell + STEP[way]
    here, there = int(work.reach[cell]), int(work.reach[other])
    for i in range(count):
        tile = int(work.held[i])
        if way < HALF_WAYS or not is_double(tile):
            total = value - int(work.cost[i])
            total += gain_of(work, BREED[tile, 0], here) + gain_of(work, BREED[tile, 1], there)
            if total > work.list_value[SHORT - 1]:
                shortlist(work, total, tile * PLACES + cell * WAYS + way)


@rule
def glance(options, work, hand, mask, want, weights):
    """List the plain placements of a hand that look best."""
    note_reach(work, mask, want)
    note_gains(work)
    note_exposure(work)
    block = mark_hot(options, work, mask, want) if work.live_count > 0 else 0
    for i in range(SHORT):
        work.list_value[i] = LEAST
        work.list_move[i] = -1
    count = 0
    for tile in range(TILES):
        work.held[count] = tile
        work.cost[count] = cost_of(work, tile, weights) + strayed(work, tile)
        count += (hand >> tile) & 1
    hull = work.hull
    for column in range(hull[0] - 2, hull[1] + 3):
        for cell in range(column * SIDE + hull[2] - 2, column * SIDE + hull[3] + 3):
            for way in range(WAYS):
                if fits_on_ground(work, cell, cell + STEP[way], mask, want):
                    both = int(work.near[cell]) | int(work.near[cell + STEP[way]])
                    value = strayed(work, cell * WAYS + way) + (block if both & HOT else 0)
                    glance_at_spot(work, count, cell, way, value)


@rule
def look_closely(options, work, count, mask, want, weights):
    """Work out what the placements that look best are really worth, best first."""
    most_blocked = threat(work)
    for i in range(SHORT):
        work.again[i] = work.list_move[i]
        work.list_value[i] = LEAST
        work.list_move[i] = -1
    for i in range(min(count, SHORT)):
        move = int(work.again[i])
        if move < 0:
            break
        tile, cell = move // PLACES, move % PLACES // WAYS
        other = cell + STEP[move % WAYS]
        value = strayed(work, move % PLACES) - strayed(work, tile) - cost_of(work, tile, weights)
        value += opened(work, tile, cell, other, BREED[tile, 0], mask, want)
        value += opened(work, tile, other, cell, BREED[tile, 1], mask, want)
        if most_blocked > 0:
            value += blocked(options, work, cell, other, mask, want)
        shortlist(work, value, move)


# Tiles


@rule
def note_exposure(work):
    """Note how many empty cells are next to an awake dog of each breed."""
    hull = work.hull
    for breed in range(BREEDS):
        work.exposure[breed] = 0
    for column in range(hull[0] - 1, hull[1] + 2):
        for cell in range(column * SIDE + hull[2] - 1, column * SIDE + hull[3] + 2):
            bits = int(work.breeds[cell]) if (int(work.near[cell]) & LIES) == 0 else 0
            while bits != 0:
                work.exposure[LOWEST[bits]] += 1
                bits &= bits - 1


@rule
def cost_of(work, tile, weights):
    """Return what it costs to lay plainly a tile that may earn a turn later: doubles hardly do."""
    a, b = int(work.exposure[BREED[tile, 0]]), int(work.exposure[BREED[tile, 1]])
    return int(weights[PROMISE]) * (a // 4 if is_double(tile) else min(a, b)) // 10


# The house


@rule
def leave_out_dog(options, work, cell, mask, want):
    """Take off the chances that depend on one dog being awake."""
    breed = int(work.ground[cell]) - AWAKE
    for way in range(WAYS):
        beside = cell + STEP[way]
        if (int(work.near[beside]) & LIES) != 0:
            tile = stack_on(options, work, cell, beside, mask, want)
            if tile != NO_TILE and not options.cover_house:
                work.support[tile] -= 1
        elif friends(work, beside, breed) == 1:
            for back in range(WAYS):
                beyond = beside + STEP[back]
                if fits_on_ground(work, beside, beyond, mask, want):
                    leave_out_matches(work, breed, int(work.breeds[beyond]))


@rule
def leave_out_matches(work, breed, bits):
    """Take off a chance for each tile of one breed with another."""
    bits &= ~(1 << breed)
    while bits != 0:
        work.support[TILE_OF[breed, LOWEST[bits]]] -= 1
        bits &= bits - 1


@rule
def list_naps(options, work, mask, want):
    """List the dogs whose nap hurts the others most, best first (P7, P8)."""
    hull = work.hull
    for i in range(SHORT):
        work.list_value[i] = LEAST
        work.list_move[i] = -1
    for column in range(hull[0], hull[1] + 1):
        for cell in range(column * SIDE + hull[2], column * SIDE + hull[3] + 1):
            if work.ground[cell] >= AWAKE and work.ground[cell] < NAPPING:
                leave_out_dog(options, work, cell, mask, want)
                shortlist(work, lost_chances(work), cell)
                restore_support(work)
