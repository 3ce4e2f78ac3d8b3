"""What a position of Nim holds, and how actions are numbered: heap * 9 + sticks - 1."""

import numpy as np

from nim.options import OPTIONS, WORDS
from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules

SEATS, HEAPS, MOST = 2, 4, 9
RECORD = record(
    heap=(np.int8, HEAPS),  # sticks that are left
    seat=np.int8,  # whose turn it is; at the end, who would be next
    misere=np.int8,  # whether who takes the last stick loses
)
rule = Rules("nim", words=WORDS, state=RECORD, options=OPTIONS, work=EMPTY, tally=EMPTY)
