"""What a position of Ludo holds, and how actions are numbered: tokens, then faces of the die."""

import numpy as np

from ludo.options import OPTIONS, SEATS, TOKENS, WORDS
from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules

LOOP = 52  # spaces around the board
COLUMN = 5  # further spaces that only one player's tokens enter, before their home
ON_LOOP = LOOP - 1  # the last step on the loop: from there a token turns into its column
HOME = ON_LOOP + COLUMN + 1
SIDES = ENTERS = 6  # of the die; the highest lets a token enter, and its player roll again
ROLL = TOKENS  # + what the die shows, less 1
ACTIONS = ROLL + SIDES

RECORD = record(
    step=(np.int8, (SEATS, TOKENS)),  # of each token: 0 in the yard, 1 where it enters, … HOME
    rolled=np.int8,  # what the die shows, 0 before the roll
    seat=np.int8,  # whose turn it is
    winner=np.int8,  # 1 + the seat whose tokens are all at home, 0 before
)
rule = Rules("ludo", words=WORDS, state=RECORD, options=OPTIONS, work=EMPTY, tally=EMPTY)
