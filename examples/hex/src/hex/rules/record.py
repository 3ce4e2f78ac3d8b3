"""What a position of Hex holds, and how actions are numbered: cells row by row, then the swap."""

import numpy as np

from hex.options import LARGEST, OPTIONS, WORDS
from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules

SEATS = 2
ROW = LARGEST  # numbers from a cell to the one below it, on a board of any size
CELLS = LARGEST * LARGEST
SWAP = CELLS
ACTIONS = CELLS + 1

RECORD = record(
    stone=(np.int8, CELLS),  # 1 + the seat whose stone lies on the cell, 0 for none
    stones=np.int8,  # how many lie there
    seat=np.int8,  # whose turn it is
    winner=np.int8,  # 1 + the seat that has connected its sides, 0 before
)
WORK = record(
    group=(np.int16, CELLS),  # stones that hang together
    is_in=(np.int8, CELLS),  # 1: the cell is in the group
)
rule = Rules("hex", words=WORDS, state=RECORD, options=OPTIONS, work=WORK, tally=EMPTY)
