"""What a position of Dömidög holds."""

import numpy as np

from offleash.compiler.record import record
from offleash.compiler.rule import Rules
from offleash.games.domidog.options import OPTIONS, WORDS
from offleash.games.tiles.rules import dogs
from offleash.games.tiles.rules.dogs import BREEDS, HALVES, TILES

SEATS = 4
ENDS = 2  # open ends of the chain, left and right
DEALT = 8  # tiles a player

# Where a tile is.
UNKNOWN = -1  # in a view: in the supply or in somebody else's hand
BOXED, SUPPLY, CHAIN, HAND = 0, 1, 2, 3  # HAND + seat

NO_HALF = -1  # of an end before the opening, and what a tile was laid to that was laid to none
AT_HAND = -1  # a house that is not on the chain yet
NO_SEAT = -1  # who laid a tile that is not in the chain, or of which that was not written

# What is being decided.
DEALING, STARTING, OPENING, PLAYING, TAKING, FINISHED = range(6)

# Whether blue-blue was dealt to somebody: everybody hears it before the opening (M1).
UNASKED, FOUND, MISSING = range(3)

# What a player can't have held: a bit for each breed that would have fitted, and one more (N6).
NO_DOUBLE = 1 << BREEDS

# A draw has a number, from 1; 0 is the deal. No game has more draws than tiles.
DRAWS = TILES

RECORD = record(
    where=(np.int8, TILES),
    parent=(np.int8, TILES),  # half (tile * 2 + half) that a tile was laid to, or NO_HALF
    joint=(np.int8, TILES),  # which of its own halves touches it, 0 or 1
    end=(np.int8, ENDS),  # the open halves, tile * 2 + half, left and right, or NO_HALF
    house=(np.int8, SEATS),  # the half each player's house shuts, or AT_HAND
    held=(np.int8, SEATS),  # how many tiles each player has: everybody sees that
    supply_left=np.int8,
    players=np.int8,
    starter=np.int8,  # who opened
    seat=np.int8,
    passes=np.int8,  # in succession
    drew=np.int8,  # 1: the seat has drawn in this turn
    forked=np.int8,  # 1: the tile being drawn belongs to a fork
    phase=np.int8,
    # What is known about hidden tiles (N6). All but `taken` is open to everybody.
    asked=np.int8,  # UNASKED, FOUND or MISSING: blue-blue among the tiles dealt
    taken=(np.int8, TILES),  # of tiles in a hand or the chain: the draw that brought it, 0: dealt
    laid_by=(np.int8, TILES),  # who laid a tile of the chain, or NO_SEAT
    oldest=(np.int8, TILES),  # of those: the first draw that may have brought it
    newest=(np.int8, TILES),  # and how many draws there had been when it was laid
    drawn=np.int8,  # draws so far
    drawer=(np.int8, DRAWS),  # who made each, from draw 1 on
    void=(np.int16, DRAWS),  # what she can't have held just before it: breeds, NO_DOUBLE
    passed=(np.int16, SEATS),  # what each player can't have held since the supply was empty
)

TALLY = record(
    plays=(np.int64, SEATS),  # tiles laid, forks included
    forks=(np.int64, SEATS),
    draws=(np.int64, SEATS),  # tiles drawn, those of forks included
    passes=(np.int64, SEATS),
    left=(np.int64, SEATS),  # tiles in hand at the end
    blocked=np.int64,
)

WORK = record(
    spot=(np.int16, TILES * HALVES),  # the halves that a fork may start at
    slots=np.int64,
    mysteries=np.int64,
    # Filling the blanks of a view, see rules/slots.py. For each slot that has to be filled:
    fits=(np.int64, TILES),  # the unseen tiles that may be there, as bits
    most=(np.int64, TILES),  # a bound of how many there can be to choose from
    weight=(np.int64, TILES),  # how gladly a mystery takes it
    mystic=(np.int8, TILES),  # mysteries that may take this slot or an older one of its player
    slot_seat=(np.int8, TILES),
    slot_draw=(np.int8, TILES),
    slot_tile=(np.int8, TILES),  # what was put there, or NO_TILE
    mystery=(np.int8, TILES),  # tiles of the chain of which it is not known when they were taken
    heaviest=(np.int64, TILES),  # a bound of what each of those has to choose from weighs
    # Settling them, see rules/settling.py:
    room=(np.int64, TILES),  # the slots that each tile fits into, as bits, supply included
    queue=(np.int8, TILES + 1),  # slots whose tile might move on
    via=(np.int8, TILES),  # the slot that a tile would come from, or NO_SLOT
)

# What a bot has looked up before a decision: sets of tiles are bits.
PLAN = record(
    mine=np.int64,  # its own tiles
    breeds=np.int64,  # the dogs on them, bits of breeds, and those that only one tile has
    lone=np.int64,
    hidden=np.int64,  # those that it can't see
    possible=(np.int64, SEATS),  # what each of the others may hold since it last denied something
    fresh=(np.int64, SEATS),  # how many tiles it has taken since then: they may be anything
    asked=np.int64,  # for which pairs of ends the next one is worked out, as bits of such tiles
    stops=(np.int64, TILES),  # what it is worth that others may have no tile for them
)

rule = Rules(
    "offleash.games.domidog",
    words=WORDS,
    uses=(dogs.rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
)
