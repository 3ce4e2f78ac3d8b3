"""What a seat knows of a position of Digs, as numbers: seats count from where it sits."""

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from tests.toys.digs.rules.record import (
    BIDDING,
    CELLS,
    FINISHED,
    KINDS,
    MOST_BISCUITS,
    NO_BID,
    NO_CARD,
    SEATS,
    UNKNOWN,
    rule,
)

BYTE = 127
FROM_OWN = SEATS_FROM_OWN

ENCODING = Encoding(
    version=1,
    spans=(
        Span("dug", 0, 1, "1: the cell has been dug", CELLS),
        Span("bone", 0, 1, "1: a bone is still there", CELLS),
        Span("place", -1, CELLS - 1, "the cell of each dog; -1 does not play", FROM_OWN),
        Span("biscuits", 0, BYTE, "biscuits of each seat", FROM_OWN),
        Span("won", 0, CELLS, "bones of each seat", FROM_OWN),
        Span("bid", UNKNOWN, MOST_BISCUITS, "bids; -1 none, -2 not known", FROM_OWN),
        Span("drawn", 0, BYTE, "cards drawn since the last shuffle, by kind", KINDS),
        Span("card", NO_CARD, KINDS - 1, "the card that lets the dog walk; -1 none"),
        Span("turn", 0, SEATS - 1, "whose dog walks, counted from the observer"),
        Span("actor", 0, SEATS - 1, "who decides, counted from the observer"),
        Span("phase", 0, FINISHED, "0 drawing, 1 walking, 2 bidding, 3 over"),
        Span("played", 0, 32767, "rounds played"),
        Span("lull", 0, 32767, "rounds since the last bone"),
    ),
)


@rule
def turns_to(options, viewer, seat):
    """How many turns after the viewer a seat plays."""
    return (seat - viewer + int(options.seats)) % int(options.seats)


@rule
def encode(state, options, seat, out):
    """Into `out`: all that a seat (or NOBODY) may know, as `ENCODING` lists it (G6)."""
    viewer = max(seat, 0)
    dug = int(state.dug)
    for cell in range(CELLS):
        out[cell] = (dug >> cell) & 1
        out[CELLS + cell] = (int(options.bones) & ~dug) >> cell & 1
    k = 2 * CELLS
    for turn in range(SEATS):
        other = (viewer + turn) % int(options.seats) if turn < options.seats else turn
        bid = int(state.bid[other])
        if state.phase == BIDDING and other != seat and bid != NO_BID and turn < options.seats:
            bid = UNKNOWN
        out[k + turn] = state.place[other]
        out[k + SEATS + turn] = state.biscuits[other]
        out[k + 2 * SEATS + turn] = state.won[other]
        out[k + 3 * SEATS + turn] = bid
    k += 4 * SEATS
    for kind in range(KINDS):
        out[k + kind] = state.drawn[kind]
    k += KINDS
    out[k] = state.card
    out[k + 1] = turns_to(options, viewer, int(state.turn))
    out[k + 2] = turns_to(options, viewer, int(state.seat))
    out[k + 3] = state.phase
    out[k + 4] = state.played
    out[k + 5] = state.lull
