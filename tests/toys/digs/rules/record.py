"""What a position of Digs holds, and the words its rules use."""

import numpy as np

from offleash.compiler.record import record
from offleash.compiler.rule import Rules
from tests.toys.digs.options import OPTIONS, WORDS
from tests.toys.yard.rules.walks import rule as yard_rule

SEATS = 4  # at most
CELLS = 62
KINDS = 6
MOST_BISCUITS = 15

DRAWING, WALKING, BIDDING, FINISHED = range(4)

DIGGER, POOREST, NOBODY_WINS = (WORDS["tie"][word] for word in ("digger", "poorest", "nobody"))

NO_ROUNDS = -1  # `rounds=none`
NO_BID = -1
NO_CARD = -1
UNKNOWN = -2  # stands wherever a seat may not look
LULL = 20  # rounds without a bone after which the dogs lose interest

RECORD = record(
    dug=np.int64,  # cells that have been dug, as bits: a bone there is gone
    place=(np.int8, SEATS),  # the cell each dog is on, NOWHERE for a seat that does not play
    biscuits=(np.int8, SEATS),
    won=(np.int8, SEATS),  # bones
    bid=(np.int8, SEATS),  # the bids of the last bone, hidden until all are in, or NO_BID
    drawn=(np.int8, KINDS),  # cards drawn since the last shuffle
    card=np.int8,  # the kind of card that lets the dog walk, or NO_CARD
    turn=np.int8,  # whose dog walks
    seat=np.int8,  # who decides: that one, or who bids
    phase=np.int8,
    played=np.int16,  # rounds played
    lull=np.int16,  # rounds since the last bone
)

TALLY = record(
    found=(np.int64, SEATS),  # bones dug up, by whose dog
    paid=(np.int64, SEATS),  # biscuits bid
    holes=(np.int64, SEATS),  # cells dug
    ties=np.int64,  # bones that tied
    shuffles=np.int64,
)

WORK = record(
    far=(np.int64, CELLS),  # steps to each cell
    frontier=(np.int64, CELLS),  # the cells of that search, in order
)

PLAN = record(
    goal=np.int64,  # 1 + the cell of the bone that this dog heads for, or 0
    chosen=np.int64,  # how often it has chosen one
)

SUMS = record(
    visits=(np.int64, CELLS),  # walks that ended on each cell
    bids=(np.int64, MOST_BISCUITS + 1),  # bids of each height
)

rule = Rules(
    "tests.toys.digs",
    words=WORDS,
    uses=(yard_rule,),
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
    sums=SUMS,
)
