"""What a position of Dömidög holds."""

import numpy as np

from offleash.core.compile import Rules
from offleash.core.record import record
from offleash.games.domidog.options import OPTIONS, WORDS
from offleash.games.tiles.rules import dogs
from offleash.games.tiles.rules.dogs import TILES

SEATS = 4
ENDS = 2  # open ends of the chain, left and right
DEALT = 8  # tiles a player

# Where a tile is.
UNKNOWN = -1  # in a view: in the supply or in somebody else's hand
BOXED, SUPPLY, CHAIN, HAND = 0, 1, 2, 3  # HAND + seat

# What is being decided.
DEALING, STARTING, OPENING, PLAYING, TAKING, FINISHED = range(6)

# The fields of what is known about hidden tiles (N6) are for rules/knowledge.py to settle.
RECORD = record(
    where=(np.int8, TILES),
    parent=(np.int8, TILES),  # half (tile * 2 + half) that a tile of the chain was laid to, or −1
    joint=(np.int8, TILES),  # which of its own halves touches it, 0 or 1
    end=(np.int8, ENDS),  # the open halves, tile * 2 + half, left and right; −1 before the opening
    house=(np.int8, SEATS),  # the half each player's house blocks, AT_HAND
    held=(np.int8, SEATS),  # how many tiles each player has: everybody sees that
    supply_left=np.int8,
    players=np.int8,
    starter=np.int8,
    seat=np.int8,
    passes=np.int8,  # in succession
    drew=np.int8,  # 1: the seat has drawn in this turn
    phase=np.int8,
)

TALLY = record(
    plays=(np.int64, SEATS),
    forks=(np.int64, SEATS),
    draws=(np.int64, SEATS),
    passes=(np.int64, SEATS),
    left=(np.int64, SEATS),  # tiles in hand at the end
    blocked=np.int64,
)

WORK = record(unused=np.int64)

rule = Rules(
    "offleash.games.domidog",
    words=WORDS,
    uses=(dogs.rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
)
