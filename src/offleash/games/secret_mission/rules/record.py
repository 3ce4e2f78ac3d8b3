"""What a position of Secret Mission holds."""

import numpy as np

from offleash.compiler.record import ANY_SIZE, record
from offleash.compiler.rule import Rules
from offleash.games.secret_mission.options import OPTIONS, WORDS
from offleash.games.tiles.rules import dogs
from offleash.games.tiles.rules.dogs import BREEDS, HALVES, TILES
from offleash.games.tiles.rules.hexes import CELLS

SEATS = 4
SEATS_AT_LEAST = 2
DOGS = BREEDS + 1  # of one breed: one beside every breed, and two on the double

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
    near=(np.int8, CELLS),  # bits: something lies next to the cell, or on it
    largest=(np.int64, BREEDS),
    want=(np.int64, BREEDS),
    leader=(np.int8, BREEDS * DOGS),  # of each dog: the first dog of its group
    herd=(np.int8, BREEDS * DOGS),  # and how many are in it; 0 for a dog that lies nowhere
    heed=(np.int64, 12),  # how much each feature of a breed counts
    like=(np.int64, TILES),  # for `suspect`, of each tile: how likely it is somebody's mission
    against=(np.int64, TILES),  # and how much likelier others win with it
    weight=(np.int64, BREEDS),  # what a breed adds to the weight of a mission
    met=(np.int64, BREEDS * DOGS),  # of each group, by its first dog: the cell that last met it
    # For the outlook, of each breed:
    laid=(np.int64, BREEDS),  # dogs on the table
    groups=(np.int64, BREEDS),  # how many groups they form
    second=(np.int64, BREEDS),  # the second largest of these, as large as the largest or smaller
    reach=(np.int64, BREEDS),  # the largest that one more dog can make
    open=(np.int64, BREEDS),  # empty cells next to a largest group
    joined=(np.int64, BREEDS),  # what a dog would make on the cell that is looked at
    joined_at=(np.int64, BREEDS),  # the cells that last counted for these two
    open_at=(np.int64, BREEDS),
)

# What a bot has in mind of a position: the empty cells that touch a tile, and what each is worth.
RING = 4 * (TILES - SEATS_AT_LEAST) + 4  # see tiles/rules/hexes.py
SLOTS = 512  # the ring by cells: no two of a table of 16 columns and 32 rows share a slot
PLAN = record(
    ring=np.int64,  # how many cells
    cell=(np.int16, RING),  # ascending
    slot=(np.uint8, SLOTS),  # 1 + where the ring has a cell, from slot `cell % SLOTS` on
    worth=(np.int64, (RING, HALVES)),  # of laying each dog of the playing tile there
    herds=(np.int16, (RING, HALVES)),  # bits: the groups of that dog's breed that the cell touches
    herd=(np.int8, (HALVES, DOGS)),  # how many dogs are in each of these groups, by its first dog
    largest=(np.int64, HALVES),  # the largest group of that breed
    want=(np.int64, HALVES),  # how much the growth of that breed is wanted
)

rule = Rules(
    "offleash.games.secret_mission",
    words=WORDS,
    uses=(dogs.rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
)
