"""What a position of Secret Mission holds."""

import numpy as np

from offleash.core.compile import Rules
from offleash.core.record import ANY_SIZE, record
from offleash.games.secret_mission.options import OPTIONS, WORDS
from offleash.games.tiles.rules import dogs
from offleash.games.tiles.rules.dogs import BREEDS, TILES
from offleash.games.tiles.rules.hexes import CELLS

SEATS = 4

UNKNOWN = -2  # stands for a tile that a seat may not know; NO_TILE is −1

# What is being decided.
STARTING, MISSIONS, DRAWING, PLACING, FINISHED = range(5)

RECORD = record(
    cell=(np.int16, TILES),  # of the first dog of each tile on the table, or OFF_TABLE
    way=(np.int8, TILES),  # where the second dog lies; 0 off the table
    mission=(np.int8, SEATS),  # a tile, NO_TILE or UNKNOWN
    playing=(np.int8, SEATS),  # the same: the tile to be laid next
    last=(np.int8, SEATS),  # the number of the placement each seat made last, from 1; 0 before
    tiles=np.int8,  # in the set
    laid=np.int8,  # on the table
    players=np.int8,
    starter=np.int8,
    seat=np.int8,  # who draws or places; at the end, who laid the last tile
    phase=np.int8,
)

TALLY = record(
    score=(np.int64, SEATS),  # at the end
    largest=(np.int64, BREEDS),  # the largest group of each breed at the end
    groups=(np.int64, BREEDS),  # how many groups it is in
    tied=np.int64,  # 1: the best score was shared, and the earlier final tile decided
)

WORK = record(
    ANY_SIZE,
    hull=(np.int64, 4),
    ground=(np.int8, CELLS),  # 1 + the number of the dog that lies there, 0 for none
    near=(np.int8, CELLS),  # 1 where something lies next to the cell
)

rule = Rules(
    "offleash.games.secret_mission",
    words=WORDS,
    uses=(dogs.rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
)
