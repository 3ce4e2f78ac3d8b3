"""Places on a board as numbers: how many there may be, what they are, which way is which.

Cells, territories, sites (bond spaces and parks) and spots (chance, events, water) are each
numbered in reading order. A feature is a site or a spot: site i is feature i, spot j is feature
`MOST_SITES + j`.
"""

MOST_CELLS = 256  # walkable ones (N23)
MOST_TERRITORIES = 62  # a set of them is a mask of bits in a signed 64-bit number (N23)
MOST_SITES = 20
MOST_SPOTS = 40
MOST_FEATURES = MOST_SITES + MOST_SPOTS
MOST_ROUNDS = 99
HOMES = 4
BESIDE = 4  # a cell has four sides, so it fronts four things at most

NORTH, EAST, SOUTH, WEST = range(4)
NOWHERE = -1  # no cell, no territory, no feature, no home
REACH_DRIVE = 2  # for bots, what is in reach without Drive and with one
REACH_STEPS = 13  # of a walk, from none to twelve
NEARBY = 7  # steps of an average roll
FAR = 120  # steps to what can't be walked to

# A lane is a step or a crossing in one number: the cell it leads to, its way, then its kind.
LANE_WAY, WAY_BITS = 8, 2
LANE_KIND = LANE_WAY + WAY_BITS
FLAT, DEEPER, BACK = range(3)  # kinds of steps: whether they lead into a side street or out (M14)
MIDBLOCK, ZEBRA = range(2)  # kinds of crossings
assert MOST_CELLS <= 1 << LANE_WAY and BESIDE <= 1 << WAY_BITS

NOTHING, BOND, PARK, CHANCE, EVENTS, WATER = range(6)  # the kinds of features
