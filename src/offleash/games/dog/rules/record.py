"""What a position of Dog holds, and the words its rules use."""

import numpy as np

from offleash.compiler.record import record
from offleash.compiler.rule import Rules
from offleash.games.dog.options import OPTIONS, WORDS

SEATS = 4
TOKENS = 4  # of each seat

# Where a token is: a loop space 0 … loop_len−1, HOME + 0 … HOME + 3, or the kennel.
KENNEL = -1
HOME = 100
HOME_SPACES = 4

# Ranks. A hand is a count of each.
ACE, FOUR, SEVEN, JACK, QUEEN, KING, JOKER = 0, 3, 6, 10, 11, 12, 13
RANKS = 14
COPIES = 8  # cards of each rank; how many jokers there are is an option

FIRST_DEAL, LAST_DEAL = 6, 2  # cards a player in the first and the last round of a turn

# What is being decided.
ROLL, DEALING, GIVING, PLAYING, SPLITTING, FINISHED = range(6)

CLOCKWISE = WORDS["play_dir"]["clockwise"]
EACH_TURN = WORDS["reshuffle"]["each_turn"]

NO_CARD = -1
UNKNOWN = -2  # stands wherever a seat may not look

SHUFFLES_APART = 8  # more rounds than can lie between two shuffles, under either reshuffle

RECORD = record(
    token=(np.int8, (SEATS, TOKENS)),  # where each token is; tokens keep their identity
    fresh=(np.int8, SEATS),  # 1: the seat's token on its own start has not moved since starting
    lap=(np.int8, (SEATS, TOKENS)),  # full_lap only: −1 behind its start, 0 on its way, 1 lapped
    hand=(np.int8, (SEATS, RANKS)),  # cards held, by rank
    held=(np.int8, SEATS),  # how many: everybody sees that
    stock=(np.int8, RANKS),  # cards still to be dealt, in no order: a deal is a chance node
    stock_left=np.int8,
    discard=(np.int8, RANKS),  # cards out of play, face up
    shown=(np.int8, (SEATS, RANKS)),  # what each seat has laid face up this round
    gave=(np.int8, SEATS),  # the card each seat gave its partner this round, or NO_CARD
    # throw_hidden only, for each round since the last shuffle:
    buried=(np.int8, (SHUFFLES_APART, SEATS, RANKS)),  # hands thrown face down
    buried_held=(np.int8, (SHUFFLES_APART, SEATS)),  # how many cards those are
    buried_gift=(np.int8, (SHUFFLES_APART, SEATS)),  # 1 + the partner's gift among them, or 0
    buried_void=(np.int16, (SHUFFLES_APART, SEATS)),  # ranks it can't hold: they were playable
    burial=np.int8,  # rounds since the last shuffle
    dealer=np.int8,
    deal=np.int8,  # cards a player in this round: 6 … 2
    seat=np.int8,  # who gives or plays
    phase=np.int8,
    seven_left=np.int8,  # steps of a 7 still to make
    seven_joker=np.int8,  # 1: that 7 is a joker
    winner=np.int8,  # winning team, once FINISHED
)

TALLY = record(
    plays=(np.int64, SEATS),  # cards played
    thrown=(np.int64, SEATS),  # cards thrown
    throws=(np.int64, SEATS),  # hands thrown
    captures=(np.int64, SEATS),  # opponents' tokens sent to the kennel, by who sent them
    own_captures=(np.int64, SEATS),  # tokens of the own team sent to the kennel
    starts=(np.int64, SEATS),  # tokens brought into play
    swaps=(np.int64, SEATS),  # jacks
    rounds=np.int64,
    turns=np.int64,
    finisher=np.int64,  # 1 + the seat that brought the eighth token home, 0 before
)

STEP_DEPTH = 10
LISTED = 400  # more than there are actions

WORK = record(
    listed=(np.int32, LISTED),  # a list of actions within a rule
    cursor=(np.int64, STEP_DEPTH),  # the search for seven steps: next candidate at each depth
    left=(np.int64, STEP_DEPTH),  # steps left there
    token=(np.int8, (STEP_DEPTH, SEATS, TOKENS)),  # boards put aside
    lap=(np.int8, (STEP_DEPTH, SEATS, TOKENS)),
    fresh=(np.int8, (STEP_DEPTH, SEATS)),
)

rule = Rules(
    "offleash.games.dog", words=WORDS, state=RECORD, options=OPTIONS, work=WORK, tally=TALLY
)
