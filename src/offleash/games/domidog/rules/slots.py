"""The slots of a view that have to be filled, and what fits into them (N6).

A tile comes into a hand by the deal or by a draw. A player has a *slot* for each, which is held by
the tile that came so. A view leaves slots to be filled, with two kinds of tiles: *mysteries*, tiles
of the chain of which only who laid them is known, and *unseen* tiles. A mystery fits into those
slots of its player that lie between its `oldest` and its `newest` draw. An unseen tile fits into a
slot if its player has denied nothing of it since; the rest of them is the supply.
"""

from offleash.compiler.rules.bits import popcount
from offleash.games.domidog.rules.chain import BITS
from offleash.games.domidog.rules.record import HAND, MISSING, UNKNOWN, rule
from offleash.games.domidog.rules.voids import denied
from offleash.games.tiles.rules.dogs import BLUE_BLUE, TILES

WEIGHT = 1 << 20  # what a slot weighs that only one tile fits into


@rule
def unseen_tiles(state):
    """Return the tiles that may be anywhere, as bits."""
    bits = 0
    for tile in range(TILES):
        if state.where[tile] == UNKNOWN:
            bits |= 1 << tile
    return bits


@rule
def fitting(state, tiles, seat, draw):
    """Return those of `tiles` that a seat may still hold since a draw, as bits (M1, N6)."""
    bits = denied(state, seat, draw)
    found = 0
    for tile in range(TILES):
        if ((tiles >> tile) & 1) != 0 and (BITS[tile] & bits) == 0:
            found |= 1 << tile
    if draw == 0 and state.asked == MISSING:
        found &= ~(1 << BLUE_BLUE)
    return found


@rule
def owner_of(state, tile):
    """Return who has had a tile, by hand or chain, or NO_SEAT."""
    if state.where[tile] >= HAND:
        return int(state.where[tile]) - HAND
    return int(state.laid_by[tile])


@rule
def open_slots(state, seat, draw):
    """Return how many slots of a draw, or of the deal, hold no tile known to be there (N6)."""
    if draw > 0:
        count = 1 if state.drawer[draw - 1] == seat else 0
    else:
        count = int(state.held[seat])
        for tile in range(TILES):
            count += state.laid_by[tile] == seat
        for i in range(state.drawn):
            count -= state.drawer[i] == seat
    for tile in range(TILES):
        count -= owner_of(state, tile) == seat and state.taken[tile] == draw
    return max(count, 0)


@rule
def add_slot(work, n, tiles, seat, draw):
    """Add a slot at its place among n others, those with few fitting tiles first."""
    size = popcount(tiles)
    i = n
    while i > 0 and popcount(work.fits[i - 1]) > size:
        work.fits[i] = work.fits[i - 1]
        work.slot_seat[i] = work.slot_seat[i - 1]
        work.slot_draw[i] = work.slot_draw[i - 1]
        i -= 1
    work.fits[i] = tiles
    work.slot_seat[i] = seat
    work.slot_draw[i] = draw


@rule
def list_slots(state, work):
    """List all slots to be filled, in order."""
    unseen = unseen_tiles(state)
    n = 0
    for seat in range(state.players):
        for draw in range(int(state.drawn) + 1):
            count = open_slots(state, seat, draw)
            if count > 0:
                tiles = fitting(state, unseen, seat, draw)
                for _ in range(count):
                    if n < TILES:  # whatever was written
                        add_slot(work, n, tiles, seat, draw)
                        n += 1
    work.slots = n


@rule
def list_mysteries(state, work):
    """List laid tiles of which it is unknown when they were taken, first laid first."""
    n = 0
    for draws in range(int(state.drawn) + 1):
        for tile in range(TILES):
            if state.laid_by[tile] >= 0 and state.taken[tile] == UNKNOWN:
                if state.newest[tile] == draws:
                    work.mystery[n] = tile
                    n += 1
    work.mysteries = n


@rule
def fits_slot(state, work, tile, slot):
    """Return whether a mystery can have come this way (N6)."""
    draw = int(work.slot_draw[slot])
    return (
        work.slot_seat[slot] == state.laid_by[tile]
        and draw >= state.oldest[tile]
        and draw <= state.newest[tile]
    )


# Bounds


@rule
def count_mystic(state, work):
    """Count as `mystic` of a slot the mysteries that may fill its player's slots up to it."""
    for slot in range(work.slots):
        work.mystic[slot] = 0
        for m in range(work.mysteries):
            tile = int(work.mystery[m])
            work.mystic[slot] += (
                state.laid_by[tile] == work.slot_seat[slot]
                and state.oldest[tile] <= work.slot_draw[slot]
            )


@rule
def certain_before(work, slot, seat):
    """Return how many tiles that fit a slot certainly go to slots of a seat that come before it.

    Some of those slots may go to mysteries, and some of the others to tiles that do not fit.
    """
    certain = 0
    count = 0
    for i in range(slot):
        if work.slot_seat[i] == seat:
            count += 1
            spare = count - int(work.mystic[i])
            if spare > certain:
                unfit = popcount(int(work.fits[i]) & ~int(work.fits[slot]))
                certain = max(certain, spare - unfit)
    return certain


@rule
def bound_choices(state, work):
    """Set `most` of every slot, how many unseen tiles it can be offered at most, and its weight."""
    count_mystic(state, work)
    for slot in range(work.slots):
        most = popcount(int(work.fits[slot]))
        for seat in range(state.players):
            most -= certain_before(work, slot, seat)
        work.most[slot] = max(most, 1)
        work.weight[slot] = WEIGHT // int(work.most[slot])


@rule
def bound_weights(state, work):
    """Set `heaviest` of every mystery: what the slots that are free for it weigh at most.

    Those before it that fit only where it fits too have taken a slot each: the lightest at least.
    """
    for m in range(work.mysteries):
        tile = int(work.mystery[m])
        gone = 0
        for k in range(m):
            gone += is_within(state, int(work.mystery[k]), tile)
        work.heaviest[m] = 0
        for slot in range(work.slots):
            if fits_slot(state, work, tile, slot):
                if gone == 0 or lighter(state, work, tile, slot) >= gone:
                    work.heaviest[m] += work.weight[slot]


@rule
def is_within(state, tile, other):
    """Return whether a mystery fits only where another one fits too."""
    return (
        state.laid_by[tile] == state.laid_by[other]
        and state.oldest[tile] >= state.oldest[other]
        and state.newest[tile] <= state.newest[other]
    )


@rule
def lighter(state, work, tile, slot):
    """Return how many slots that a mystery fits into come before this one by their weight."""
    count = 0
    for other in range(work.slots):
        if fits_slot(state, work, tile, other):
            less = int(work.weight[other]) - int(work.weight[slot])
            count += less < 0 or (less == 0 and other < slot)
    return count


@rule
def prepare_slots(state, work):
    """List what has to be filled, with all bounds."""
    list_slots(state, work)
    list_mysteries(state, work)
    bound_choices(state, work)
    bound_weights(state, work)
