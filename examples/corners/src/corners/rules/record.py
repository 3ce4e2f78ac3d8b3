"""What a position of Corners holds, and how actions are numbered: turns of pieces, then cells."""

import numpy as np

from corners.options import LARGEST, OPTIONS, WORDS
from corners.rules.pieces import SHAPES, TURNS
from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules

SEATS, ROW, CELLS = 2, LARGEST, LARGEST * LARGEST
ACTIONS = len(TURNS) * CELLS  # turn * CELLS + the cell of its upper left corner

RECORD = record(
    cell=(np.int8, CELLS),  # 1 + the seat whose piece lies there, 0 for none
    used=(np.int8, (SEATS, len(SHAPES))),  # 1: the seat has laid this piece
    seat=np.int8,  # whose turn it is
    over=np.int8,  # 1: nobody can lay a piece
)
WORK = record(
    is_free=(np.int8, CELLS),  # 1: empty, and no side of an own piece touches it
    is_corner=(np.int8, CELLS),  # 1: it touches the corner of an own piece, or is where one begins
)
rule = Rules("corners", words=WORDS, state=RECORD, options=OPTIONS, work=WORK, tally=EMPTY)
