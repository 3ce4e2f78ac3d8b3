"""Filling the slots of a view where all tries at it have failed (N6).

Each tile of the supply gets a slot too. First some lawful filling is found: tile by tile, and where
all slots that one fits into are full, others move on. Then the filling wanders:

- From a filling, any slot is emptied, and its tile is at large.
- While a tile is at large any slot is named. If the tile fits there, it goes in, and the one that
  was there is at large; in the slot that was emptied there was none, and it is a filling again.

Every step is as likely as the one back, so all fillings, and all states between them, are equally
likely in the long run; and each filling can be reached from each, since they differ by rings of
tiles that move on. It stops after so many *fillings*, not steps: those that are met are as even as
the whole walk, while the first one after a fixed time would not be.
"""

from offleash.compiler.rules.random import below
from offleash.games.domidog.rules.record import UNKNOWN, rule
from offleash.games.domidog.rules.slots import fits_slot
from offleash.games.tiles.rules.dogs import NO_TILE, TILES

NO_SLOT = -1
FILLINGS = 300  # enough to forget where the walk began: there are at most 36 tiles
STEPS = 1_000_000  # whatever was written, it ends


@rule
def room_of(state, work, tile, slots):
    """Return the slots that a tile fits into, as bits; the supply's come last (N6)."""
    bits = 0
    for slot in range(slots):
        if state.where[tile] != UNKNOWN:
            fits = slot < work.slots and fits_slot(state, work, tile, slot)
        else:
            fits = slot >= work.slots or ((int(work.fits[slot]) >> tile) & 1) != 0
        if fits:
            bits |= 1 << slot
    return bits


@rule
def shift_along(work, tile, slot):
    """Move each tile on along the way that was found; put the new one in the first place."""
    while work.via[slot] != NO_SLOT:
        work.slot_tile[slot] = work.slot_tile[work.via[slot]]
        slot = int(work.via[slot])
    work.slot_tile[slot] = tile


@rule
def seat_tile(work, tile, slots):
    """Seat one more tile in the slots, moving others on if need be; return whether it fits."""
    work.queue[0] = NO_SLOT
    queued = 1
    reached = 0
    i = 0
    while i < queued:
        here = int(work.queue[i])
        mover = tile if here == NO_SLOT else int(work.slot_tile[here])
        ahead = int(work.room[mover]) & ~reached
        reached |= ahead
        for slot in range(slots):
            if ((ahead >> slot) & 1) != 0:
                work.via[slot] = here
                if work.slot_tile[slot] == NO_TILE:
                    shift_along(work, tile, slot)
                    return True
                work.queue[queued] = slot
                queued += 1
        i += 1
    return False


@rule
def needs_slot(state, tile):
    """Return whether a tile is unseen, or a mystery."""
    if state.where[tile] == UNKNOWN:
        return True
    return state.laid_by[tile] >= 0 and state.taken[tile] == UNKNOWN


@rule
def seat_all(state, work):
    """Find some lawful filling; return how many slots it has, or 0 if there is none."""
    slots = 0
    for tile in range(TILES):
        slots += needs_slot(state, tile)
    for slot in range(TILES):
        work.slot_tile[slot] = NO_TILE
    if slots < work.slots:
        return 0
    for tile in range(TILES):
        if needs_slot(state, tile):
            work.room[tile] = room_of(state, work, tile, slots)
            if not seat_tile(work, tile, slots):
                return 0
    return slots


@rule
def settle(state, work, rng, stream):
    """Find some filling, then walk over all of them; return whether there is one."""
    slots = seat_all(state, work)
    if slots == 0:
        return False
    hole = NO_SLOT
    tile = NO_TILE
    fillings = 0
    for _ in range(STEPS):
        slot = below(rng, stream, slots)
        if hole == NO_SLOT:
            hole = slot
            tile = int(work.slot_tile[slot])
            work.slot_tile[slot] = NO_TILE
        elif ((int(work.room[tile]) >> slot) & 1) != 0:
            other = int(work.slot_tile[slot])
            work.slot_tile[slot] = tile
            tile = other
            if slot == hole:
                hole = NO_SLOT
                fillings += 1
                if fillings == FILLINGS:
                    return True
    if hole != NO_SLOT:
        seat_tile(work, tile, slots)
    return True
