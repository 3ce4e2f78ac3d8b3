"""What a position of Puppy Park holds, and the words its rules use."""

import numpy as np

from offleash.compiler.record import ANY_SIZE, record
from offleash.compiler.rule import Rules
from offleash.games.puppy_park.options import OPTIONS, WORDS
from offleash.games.tiles.rules import dogs
from offleash.games.tiles.rules.dogs import BREEDS, TILES
from offleash.games.tiles.rules.hexes import CELLS, SIDE, WAYS

SEATS = 4

# Where a tile is.
BOXED, STOCK, TABLE, HAND = 0, 1, 2, 3  # HAND + seat: that player's, face up

# Where a house or a tree-poop tile is, unless it is on a cell.
GONE, AT_HAND = -1, -2  # never there or out of the game; still with its player

# What has been declared for tree-poop tiles.
UNDECLARED, POOP_RULES, TREE_RULES = range(3)

# What is being decided.
DEALING, STARTING, PICKING, PLACING, HOUSING, FINISHED = range(6)

# By which option a piece was laid.
BY_PAIRS, BY_STACK, PLAINLY, BY_TREE_POOP = range(1, 5)  # a, b, c and e; 0: the opening

TREE_POOP = TILES  # as the piece picked, beside the dog tiles 0–35
NOTHING_PICKED = -1

DISJOINT, EACH, EDGES = (WORDS["pairs"][word] for word in ("disjoint", "each", "edges"))
FEWEST = WORDS["stuck"]["fewest"]
HALVES_SHAPE, TWO_HEX, ONE_HEX = (
    WORDS["tp_shape"][word] for word in ("halves", "two_hex", "one_hex")
)

RECORD = record(
    cell=(np.int16, TILES),  # of the first dog of each tile on the table, or OFF_TABLE
    house=(np.int16, SEATS),  # the cell of each player's house, AT_HAND or GONE
    tp_cell=(np.int16, SEATS),  # the tree half of each tree-poop tile, AT_HAND or GONE
    way=(np.int8, TILES),  # where the second dog lies; 0 off the table
    level=(np.int8, TILES),  # 0 on the ground; 0 off the table
    where=(np.int8, TILES),
    tp_way=(np.int8, SEATS),  # where the poop half lies
    declared=np.int8,
    players=np.int8,
    stock_left=np.int8,  # tiles still to be dealt
    starter=np.int8,  # who takes the first turn, once that is known
    seat=np.int8,  # whose turn it is
    picked=np.int8,  # the piece to be placed: a tile, TREE_POOP or NOTHING_PICKED
    passes=np.int8,  # in succession, since a piece was laid
    phase=np.int8,
)

TALLY = record(
    turns=(np.int64, SEATS),  # extra turns not counted
    two_pairs=(np.int64, SEATS),  # placements by option a
    stacks=(np.int64, SEATS),  # by option b
    plain=(np.int64, SEATS),  # by option c
    houses=(np.int64, SEATS),  # placed
    tree_poops=(np.int64, SEATS),  # laid
    poop_rules=(np.int64, SEATS),  # declared by this player
    tree_rules=(np.int64, SEATS),
    passes=(np.int64, SEATS),  # of players who were stuck
    chain=(np.int64, SEATS),  # extra turns in a row, at most
    running=np.int64,  # extra turns of the turn under way; at the end, of the last one
    highest=np.int64,  # dogs on top of each other, at most
    covered=np.int64,  # houses that left the game under a tile
    last=np.int64,  # by which option the last piece was laid
)

DEEPEST = 20  # extra turns in a row that the greedy plans
SHORT = 24  # plain placements that it looks at more closely, at most
MOST_MOVES = 4096  # that its search keeps in mind at a time
MOST_STARTS = 48  # of these, those that are weighed as the first of a run of extra turns

PLAN = record(
    pick=np.int64,  # 1 + the action that the greedy means to take, for each decision of a turn
    place=np.int64,
    house=np.int64,
    laid=np.int64,  # how many pieces lay on the table when that was decided
    chain=(np.int64, DEEPEST),  # extra turns that it has seen: see rules/chances.py
    length=np.int64,  # how many
    since=np.int64,  # how many pieces lay on the table before the first of them
    whim=np.int64,  # in a playout: how its judgement strays, 0 for not at all
    first=np.int64,  # of a goal: 1 + the pick, and 1 + what comes after it
    second=np.int64,
    aimed=np.int64,  # 1 + how many pieces lay on the table when that was decided
)

WORK = record(
    ANY_SIZE,
    hull=(np.int64, 4),
    lowest=(np.int64, SIDE),  # row in use, of each column
    highest=(np.int64, SIDE),
    ground=(np.int8, CELLS),  # what each cell shows: see rules/lawn.py
    near=(np.int8, CELLS),  # bits: touches something, a poop, a tree
    height=(np.int8, CELLS),  # dogs on each cell
    # What the greedy works with.
    breeds=(np.uint8, CELLS),  # bits: which breeds are awake next to each cell
    partners=(np.int64, BREEDS),  # bits: breeds that share a tile of a hand with each breed
    support=(np.int64, TILES),  # chances of another turn that each tile has
    counted=(np.int64, TILES),  # the same when they were last counted
    worth=(np.int64, TILES),  # what it means to the actor that a tile has one
    live=(np.int64, TILES + 1),  # the tiles that matter and have one
    live_count=np.int64,
    exposure=(np.int64, BREEDS),  # empty cells next to a dog of each breed
    reach=(np.uint8, CELLS),  # bits: breeds that a dog on this cell would share a chance with
    gain=(np.int64, (BREEDS, 2, 16)),  # what that is worth to it, by four of these bits
    held=(np.int64, TILES + 1),  # the tiles of a hand
    cost=(np.int64, TILES + 1),  # what it costs to lay each of them plainly
    list_value=(np.int64, SHORT),  # what some placements look worth, best first
    list_move=(np.int64, SHORT),  # and which these are
    again=(np.int64, SHORT),  # the same, while they are looked at more closely
    best=np.int64,  # what the best of what was tried is worth
    whim=np.int64,  # how judgement strays: see PLAN
    stray=np.int64,  # and how far, at most
    moves=(np.int32, MOST_MOVES),  # of its search, those of each depth behind one another
    spots=(np.int32, MOST_MOVES),  # where each of them lies: see rules/chances.py
    is_new=(np.int8, MOST_MOVES),  # whether it lies next to the move before
    tried=(np.int64, DEEPEST + 1),  # where the next move of each depth stands
    until=(np.int64, DEEPEST + 1),  # where they end
    want=(np.int64, DEEPEST + 1),  # what they need next to them: see rules/placing.py
    line=(np.int64, DEEPEST),  # the moves that led here
    chain=(np.int64, DEEPEST),  # the longest line that was found
    start=(np.int64, MOST_STARTS),  # moves that earn another turn
    run=(np.int64, MOST_STARTS),  # how many more follow, at most
    covered=(np.int8, (DEEPEST, 2)),  # what the cells of the line showed before
    near_before=(np.int8, (DEEPEST, 2, WAYS)),  # and what was known of the cells next to them
    breeds_before=(np.uint8, (DEEPEST, 2, WAYS)),
)

rule = Rules(
    "offleash.games.puppy_park",
    words=WORDS,
    uses=(dogs.rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
)
