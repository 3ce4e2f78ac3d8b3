"""What a position of Uri-Nation holds, and the words its rules use."""

import numpy as np

from offleash.compiler.record import ANY_SIZE, record
from offleash.compiler.rule import Rules
from offleash.contract.rules.actors import MOST_GOALS
from offleash.games.uri_nation.options import OPTIONS, WORDS
from offleash.games.uri_nation.rules.card_words import DECKS, UNGRADED
from offleash.games.uri_nation.rules.places import (
    HOMES,
    MOST_CELLS,
    MOST_ROUNDS,
    MOST_SITES,
    MOST_TERRITORIES,
)

SEATS = 4  # at most
MOST_HELD = 4  # three, and the one that forces a discard (D3)
MOST_WATER = 12
MOST_TOKENS = 9_999  # of one kind in a bowl, far above what play comes to
MOST_EXTRA = 900  # steps that cards add to a roll or take off it
MOST_ATTACK = 100  # that cards add to an attack or take off it

BRUISER, SCRAPPER, DIPLOMAT, YAPPER = range(4)

# What a bowl holds: the four kinds of tokens, then the water pegs on its rim.
WATER = 4
STOCKS = 5

# What is being decided; those of chance are HOMES_DRAWN, ORDER, ROLL, DRAW, REVEAL, DICE and TIE.
(
    HOMES_DRAWN,
    ORDER,
    SETUP_CLAIM,
    PRE_ROLL,
    ROLL,
    POST_ROLL,
    MOVE,
    DRINK,
    DRAW,
    CARD_TARGET,
    CARD_DISCARD,
    ACTION,
    BID_ATT,
    BID_DEF,
    REVEAL,
    DICE,
    RECLAIM,
    PATROL,
    TIE,
    FINISHED,
) = range(20)

# Walk tricks, as bits (W1-W6).
LEASH, ZOOMIES, DISTRACTED, SNIFF, PATROLS, LEG_DAY = (1 << trick for trick in range(6))

# When a card is carried out, which says how the turn goes on after it.
IN_WALK, BEFORE_ROLL, BEFORE_ACTION = range(3)

# What a challenge is about.
NO_QUARRY, TERRITORY, HOME, SITE = range(4)

# How a game ends.
UNDECIDED, BY_THRESHOLD, LAST_DOG, OUT_OF_TIME = range(4)

NOBODY_THERE = -1  # where a seat could stand
NO_CARD = -1
NO_BID = -1
UNKNOWN = -2  # a bid that a seat may not see
NONE = -1  # an option that is off

TRAIL_BITS = 62  # of each word of the trail
TRAIL_WORDS = 5
assert TRAIL_BITS * TRAIL_WORDS >= MOST_CELLS

# The words of the options that rules ask for.
ANYWHERE, FULL_ROLL, MIN_ONE = (WORDS["stop_rule"][w] for w in ("anywhere", "full_roll", "min_one"))
DEAD_END, FREE_TURN, NEVER_TURN = (WORDS["uturn"][w] for w in ("dead_end", "free", "never"))
INITIATE_ONLY, ANY_STOP = (WORDS["park_early_stop"][w] for w in ("initiate_only", "any"))
OPTIONAL_STOP, MANDATORY_STOP = (WORDS["home_stop"][w] for w in ("optional", "mandatory"))
LARGEST_ONLY, FLOOR_TOTAL, BAND = (
    WORDS["swagger_mode"][w] for w in ("largest_only", "floor_total", "band")
)
PASS_OR_LAND = WORDS["resupply_on"]["pass_or_land"]
IMMEDIATE = WORDS["resupply_timing"]["immediate"]
FILL = WORDS["drink_mode"]["fill"]
BEFORE_RECLAIM = WORDS["yapper_grit_timing"]["before_reclaim"]
TIES_TO_DEFENDER = WORDS["tie_rule"]["defender"]
JOIN_FREE = WORDS["join_if_unable"]["free"]
BY_INFLUENCE, BY_EITHER_HOME = (WORDS["ally_zone"][w] for w in ("influence", "either_home"))
LEAST_FIRST, LEAST_THEN_SEAT, FIXED_CCW = (
    WORDS["turn_order"][w] for w in ("least_first", "least_then_seat", "fixed_ccw")
)
ALL_HAVE_HELD = WORDS["last_dog_guard"]["all_have_held"]
RANDOM_WINNER = WORDS["final_tie"]["random"]

RECORD = record(
    owned=(np.int64, SEATS),  # the territories of each seat, as bits
    used=np.int64,  # features that have triggered this turn, as bits (M4)
    trail=(np.int64, TRAIL_WORDS),  # cells visited since the last step, as bits (M11)
    pile=(np.int64, DECKS),  # cards still to be drawn, in no order: a draw is a chance node
    cell=(np.int16, SEATS),  # where each dog stands
    bowl=(np.int16, (SEATS, STOCKS)),  # swagger, drive, grit, bond, water
    walk_extra=(np.int16, SEATS),  # what cards add to the next roll
    steps=np.int16,  # left of the walk
    came=np.int16,  # the cell that the last step left, or NOWHERE (M6)
    left=np.int16,  # the cell that the dog came from, while its arrival is carried out
    rounds=np.int16,  # the round under way, from 1
    fort=(np.int8, MOST_TERRITORIES),  # fortify tokens
    home=(np.int8, SEATS),  # the home of each seat, 0-3
    home_disk=(np.int8, HOMES),  # whose disk lies on a home, or NOBODY_THERE
    home_fort=(np.int8, HOMES),
    home_away=(np.int8, HOMES),  # maintenances until a lost home reverts, 0: not lost (C16)
    marks=(np.int8, MOST_SITES),  # who has a marker there, as bits
    founder=(np.int8, MOST_SITES),  # who initiated, or NOBODY_THERE
    barred=(np.int8, (MOST_SITES, SEATS)),  # own turns until a seat may break (B10)
    held=(np.int8, (SEATS, MOST_HELD)),  # cards in hand, deck × MOST_CARDS + card, or NO_CARD
    attack=(np.int8, SEATS),  # what cards add to challenges this turn
    skip=(np.int8, SEATS),  # 1: the next action phase is barred (E15)
    empty_turns=(np.int8, SEATS),  # maintenances in a row without a territory (E7)
    tricks=(np.int8, SEATS),  # walk tricks that a seat has used up, as bits (W0)
    order=(np.int8, SEATS),  # seats in the order of this round, NOBODY_THERE behind the last
    bids=(np.int8, 2),  # attacker's and defender's, or NO_BID (W7)
    has_held=np.int8,  # seats that have ever held a territory, as bits (T7)
    no_water=np.int8,  # whose card keeps the water closed, as bits (D5)
    no_chance=np.int8,  # whose card keeps the chance spots closed
    open_road=np.int8,  # whose card makes mid-block crossings free
    placed=np.int8,  # how many places of the order are settled
    turn=np.int8,  # which place of the order is on
    seat=np.int8,  # whose turn it is
    decider=np.int8,  # who decides
    phase=np.int8,
    dice=np.int8,  # the sum that was rolled for the walk
    doubles=np.int8,  # 1: at least two dice were equal (N16)
    tricked=np.int8,  # roll tricks of this turn, as bits
    moved=np.int8,  # 1: the dog has entered a cell this turn
    entered_home=np.int8,  # 1: the dog has entered its own home's frontage this turn
    walk_over=np.int8,  # 1: a card has ended this turn's walk
    cursor=np.int8,  # features of the cell that have been dealt with (M5)
    deck=np.int8,  # which deck is drawn from
    card=np.int8,  # the card that is being carried out, or NO_CARD
    effect=np.int8,  # which of its effects
    whom=np.int8,  # how many players that effect has reached
    most=np.int8,  # who had most territories when it was drawn, as bits (N14)
    window=np.int8,  # when it is carried out
    actions_left=np.int8,
    acted=np.int8,  # 1: an action has been taken this turn
    patrolled=np.int64,  # what a patrol has fortified, as bits; the home is bit 62 (W5)
    quarry=np.int8,  # what is being challenged
    target=np.int8,  # which one
    clustered=np.int8,  # 1: ties go to the defender (C7)
    provoked=np.int8,  # 1: the defender who lost is a Yapper (C4)
    winners=np.int8,  # as bits, or those who tie for a random draw
    ending=np.int8,
)
HOME_BIT = 62

# Where stock comes from and where it goes, for the tallies.
(
    FROM_INCOME,
    FROM_DESPERATION,
    FROM_HOME,
    FROM_PARK,
    FROM_DRINK,
    FROM_WATER,
    FROM_CHANCE,
    FROM_EVENTS,
    FROM_DEFEAT,
    FROM_YAPPER,
) = range(10)
SOURCES = 10
(
    FOR_CROSSING,
    FOR_SIDE_STREET,
    FOR_PATH,
    FOR_DRINK,
    FOR_CLAIM,
    FOR_CHALLENGE,
    FOR_RECLAIM,
    FOR_FORTIFY,
    FOR_ALLY,
    FOR_JOIN,
    FOR_BREAK,
    FOR_BID,
    FOR_TRICK,
    BY_CARD,
) = range(14)
SINKS = 14
GRADES = UNGRADED + 1
DEFENCES = 10  # fortify tokens on what is challenged, the last row for all more
HELD = 16  # of a stock in a bowl, from none; the last for all more
PENALTIES = 7  # what Grit takes off an attack, from nothing; the last for all more
GAPS = 2 * SEATS - 1  # turns of others between two turns: first in a round, last in the next
BOWL_STEP = 2  # bowls are counted after every second round
BOWL_ROUNDS = 15  # so often

# Why a turn ends without an action: the first reason that applies.
IDLE_BARRED = 0  # by a card or by Zoomies
IDLE_BY_CHOICE = 1  # something could have been marked
IDLE_FOR_STOCK = 2  # and so on for each stock: it alone was missing
IDLE_FOR_STOCKS = IDLE_FOR_STOCK + STOCKS  # several were missing, or any of several
IDLE_FOR_DISK = IDLE_FOR_STOCKS + 1  # the supply was empty
IDLE_BY_ALLIANCE = IDLE_FOR_DISK + 1  # nothing to mark but what an alliance protected
IDLE_NOWHERE = IDLE_BY_ALLIANCE + 1  # nothing to mark
IDLES = IDLE_NOWHERE + 1
HANDICAPS = 13  # of an attacker, from −6 to +6; the first and the last for all beyond
KINDS = 33  # of decisions, the kinds of action that come before those of chance
TURNS_PER_SAMPLE = 4  # how often choices are counted
# What makes a challenge harder or easier, for the tallies; first the challenge as it was fought.
AS_FOUGHT, BY_TOKENS, BY_PLACE, BY_TIES, BY_GRIT, BY_DOG, BY_CARDS, BY_BIDS = range(8)
CAUSES = 8

TALLY = record(
    ANY_SIZE,
    decisions=np.int32,  # of all seats together
    gained=(np.int16, (SEATS, STOCKS, SOURCES)),
    spent=(np.int16, (SEATS, STOCKS, SINKS)),
    wasted=(np.int16, SEATS),  # water that found the bowl full
    turns=(np.int16, SEATS),
    last_turn=(np.int16, SEATS),  # of a seat so far: its number among all turns, from 1
    gaps=(np.int16, (SEATS, GAPS)),  # between two turns of a seat, by how many turns others had
    rolls=(np.int16, SEATS),  # of the walking dice
    rolled=(np.int16, SEATS),  # what they came to
    steps=(np.int16, SEATS),
    free_crossings=(np.int16, SEATS),
    paid_crossings=(np.int16, SEATS),
    side_streets=(np.int16, SEATS),  # spaces entered
    paths=(np.int16, SEATS),
    home_visits=(np.int16, SEATS),  # turns in which the own home was entered
    resupplies=(np.int16, SEATS),
    drinks=(np.int16, SEATS),
    grades=(np.int16, (SEATS, GRADES)),  # what the cards of those drinks were like
    drawn=(np.int16, (SEATS, DECKS)),  # cards
    played=(np.int16, SEATS),  # held cards
    claims=(np.int16, SEATS),
    tried=(np.int16, (SEATS, DEFENCES)),  # challenges of territories, by fortify tokens
    won=(np.int16, (SEATS, DEFENCES)),
    tried_in_cluster=(np.int16, (SEATS, DEFENCES)),  # of those, in a group of `cluster_min`
    won_in_cluster=(np.int16, (SEATS, DEFENCES)),
    homes_tried=(np.int16, SEATS),
    homes_won=(np.int16, SEATS),
    bonds_tried=(np.int16, SEATS),
    bonds_won=(np.int16, SEATS),
    ties=(np.int16, (SEATS, 2)),  # in challenges: rolled again, won by the defender
    weakened=(np.int16, (SEATS, PENALTIES)),  # challenges of any kind, by what Grit took off
    weakened_won=(np.int16, (SEATS, PENALTIES)),
    shielded=(np.int16, SEATS),  # turns in which an alliance alone barred a challenge here
    reclaims=(np.int16, (SEATS, 2)),  # by swagger, by grit
    declined=(np.int16, SEATS),
    fortifies=(np.int16, SEATS),
    initiated=(np.int16, SEATS),
    joined=(np.int16, SEATS),
    broken=(np.int16, SEATS),
    cleared=(np.int16, (SEATS, 2)),  # territories lost by joining, and as another dog joined (B15)
    passes=(np.int16, SEATS),
    no_action=(np.int16, SEATS),  # passes because nothing here could be done or paid for
    drive_blocked=(np.int16, SEATS),  # of those, where a challenge lacked Drive alone
    idle=(np.int16, (SEATS, IDLES)),  # turns without an action, by the reason
    housebound=(np.int16, SEATS),  # turns that began so
    blocked=(np.int16, (SEATS, STOCKS)),  # turns in which something here lacked that stock alone
    held=(np.int16, (SEATS, STOCKS, HELD)),  # turns that began with so much of it in the bowl
    began_with=(np.int32, (SEATS, STOCKS)),  # all that was in the bowl as turns began, added up
    tricks=(np.int16, SEATS),
    by_round=(np.int8, (MOST_ROUNDS, SEATS)),  # territories at the end of each round
    bowls=(np.int16, (BOWL_ROUNDS, SEATS, STOCKS)),  # at the end of every second round
    leader=np.int8,  # 1 + who held most territories alone last, 0: nobody yet
    lead_changes=np.int16,
    fights=(np.int16, (SEATS, 2, HANDICAPS)),  # challenges, by who wins ties and by handicap
    victories=(np.int16, (SEATS, 2, HANDICAPS)),
    chances=(np.int32, (SEATS, CAUSES)),  # of those, in thousandths: as fought, without each cause
    offers=(np.int16, KINDS),  # choices of all seats in which that kind of action was legal
    picks=(np.int16, KINDS),  # and was the one taken
)

ENTRIES = 8  # at least the ways to come to a cell, four steps or a crossing; rows of 8 are quick
MOST_NODES = 1024  # of the search for a place to stop
MOST_ROUTE = 96  # moves of a planned walk

WORK = record(
    ANY_SIZE,
    listed=(np.int32, 256),  # a list of actions within a rule
    choices=(np.int32, 256),  # another, that a list may be made beside
    # The search for a place to stop: its nodes, and where each cell was met in the layer.
    node_cell=(np.int16, MOST_NODES),
    node_before=(np.int16, MOST_NODES),  # the node it came from
    node_move=(np.int16, MOST_NODES),  # by which action
    node_drive=(np.int16, MOST_NODES),  # Drive left
    node_met=(np.int64, MOST_NODES),  # features met on the way, and the own home, as bits
    node_worth=(np.int64, MOST_NODES),  # of what it met on the way
    met=(np.int32, (MOST_CELLS, ENTRIES)),
    node_layer=(np.int16, MOST_NODES),  # steps taken
    nodes=np.int64,  # how many there are
    goal_worth=(np.int64, MOST_GOALS),  # of the best places to stop, best first
    stuck=np.int64,  # the last node from which no step leads on, or NOWHERE
    open_ground=np.int64,  # territories without a disk, as bits
    # What stopping is worth, found once for each territory.
    valued=np.int64,  # territories whose worth is known, as bits
    calm_worth=(np.int64, MOST_TERRITORIES),  # claiming or fortifying
    fight_worth=(np.int64, MOST_TERRITORIES),  # challenging
)

PLAN = record(
    ANY_SIZE,
    mark=np.int64,  # the turn it was made for, counted from 1; 0: none
    due=np.int64,  # the move that is due
    length=np.int64,
    move=(np.int16, MOST_ROUTE),  # the actions of the walk
    cell=(np.int16, MOST_ROUTE),  # where each is taken
    steps=(np.int16, MOST_ROUTE),  # with how many steps left
    drive=(np.int16, MOST_ROUTE),  # and with how much Drive in the bowl
)

SUMS = record(
    ANY_SIZE,
    visits=(np.int64, MOST_CELLS),  # how often a dog walked onto each cell
    crossings=(np.int64, (MOST_CELLS, 4)),  # by where they began and which way they went
    claims=(np.int64, MOST_TERRITORIES),
    challenges=(np.int64, MOST_TERRITORIES),
    owned=(np.int64, MOST_TERRITORIES),  # walks, of any dog, that began with a disk on it
    walks=np.int64,  # all that began
)

rule = Rules(
    "offleash.games.uri_nation",
    words=WORDS,
    state=RECORD,
    options=OPTIONS,
    work=WORK,
    tally=TALLY,
    plan=PLAN,
    sums=SUMS,
)
