"""Who knows what: hiding a position from a seat, and filling the blanks again (N6).

A seat sees its own tiles, the chain, who laid what when, how many tiles everybody holds, and what
drawing and passing have shown. It does not know where the other tiles are, nor when the others
took theirs, those included that they have laid since.
"""

from offleash.contract.rules.actors import UNSEEN
from offleash.games.domidog.rules.actions import DEAL, FORK
from offleash.games.domidog.rules.course import receiver
from offleash.games.domidog.rules.filling import try_filling, write_filling
from offleash.games.domidog.rules.record import (
    CHAIN,
    DEALING,
    FOUND,
    HAND,
    NO_SEAT,
    OPENING,
    SUPPLY,
    UNKNOWN,
    rule,
)
from offleash.games.domidog.rules.settling import settle
from offleash.games.domidog.rules.slots import prepare_slots
from offleash.games.tiles.rules.dogs import BLUE_BLUE, TILES

TRIES = 1000  # before the slots are settled by a long walk instead


@rule
def hide(state, options, seat):
    """Blank where the unseen tiles are, and when others took theirs (N6)."""
    if options.face_up:
        return
    for tile in range(TILES):
        place = int(state.where[tile])
        if place == SUPPLY or (place >= HAND and place != HAND + seat):
            state.where[tile] = UNKNOWN
            state.taken[tile] = UNKNOWN
        elif place == CHAIN and state.laid_by[tile] != seat and state.laid_by[tile] != NO_SEAT:
            state.taken[tile] = UNKNOWN


@rule
def seen(state, options, action, seat):
    """Return an action as seen: others' dealt or drawn tiles from behind, unless face up (N6)."""
    if action < DEAL or action >= FORK or options.face_up:
        return action
    taker = receiver(state) if state.phase == DEALING else int(state.seat)
    return action if taker == seat else UNSEEN


@rule
def place_opener(state):
    """Give blue-blue from the deal to who was asked for it and is about to open (M1)."""
    if state.asked == FOUND and state.phase == OPENING and state.where[BLUE_BLUE] == UNKNOWN:
        state.where[BLUE_BLUE] = HAND + int(state.seat)
        state.taken[BLUE_BLUE] = 0


@rule
def resample(state, options, work, seat, rng, stream):
    """Fill the blanks of a view: every filling that agrees with it is equally likely (N6)."""
    place_opener(state)
    prepare_slots(state, work)
    for _ in range(TRIES):
        if try_filling(state, work, rng, stream):
            write_filling(state, work)
            return
    settle(state, work, rng, stream)
    write_filling(state, work)
