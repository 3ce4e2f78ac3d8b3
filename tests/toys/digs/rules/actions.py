"""How actions are numbered."""

from tests.toys.digs.rules.record import CELLS, KINDS, MOST_BISCUITS

WALK = 0  # + the cell where the walk ends
BID = WALK + CELLS  # + how many biscuits
DRAW = BID + MOST_BISCUITS + 1  # + the kind of card: chance
ACTIONS = DRAW + KINDS
MAX_ACTIONS = CELLS  # a walk ends on a cell; there are fewer bids and kinds of cards
