"""A position as numbers, for a learned judge: what one seat sees, itself first, then by turn order.

No number names a place: boards enter only by what lies within reach. All are whole, from 0 to 255.
"""

import numpy as np

from offleash.compiler.rules.bits import popcount
from offleash.contract.rules.features import put
from offleash.games.uri_nation.bots.plans import turn_mark
from offleash.games.uri_nation.rules.actions import DICE_FELL
from offleash.games.uri_nation.rules.alliances import is_protected
from offleash.games.uri_nation.rules.bits import has, lowest
from offleash.games.uri_nation.rules.card_words import BOND, DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.challenges import attack_bonus, grit_penalty, handicap
from offleash.games.uri_nation.rules.economy import (
    ally_price,
    archetype_of,
    can_pay,
    claim_price,
    drink_price,
    fortify_price,
    is_housebound,
    most_of,
    swagger_income,
)
from offleash.games.uri_nation.rules.odds import win_chance
from offleash.games.uri_nation.rules.places import (
    FAR,
    MOST_FEATURES,
    MOST_SITES,
    REACH_STEPS,
    WATER as WATER_SPOT,
)
from offleash.games.uri_nation.rules.record import (
    ANYWHERE,
    DICE,
    DRAW,
    FULL_ROLL,
    IN_WALK,
    MOST_HELD,
    MOST_ROUTE,
    MOVE,
    NO_BID,
    NO_CARD,
    SEATS,
    WATER,
    rule,
)
from offleash.games.uri_nation.rules.territory import all_owned, group_around, held_count, seat_bits
from offleash.games.uri_nation.rules.turn import go_on_walking

ROLL_WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.int64)  # of 36, by two dice
AT_LEAST = np.array([36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1], np.int64)
CERTAIN_FIGHT = 1000  # what `win_chance` is of

DOG = (
    *("plays", "territories", "within 6 of winning", "within 2 of winning", "within 1 of winning"),
    *("fortified territories", "fortify tokens", "bare territories", "bare ones that win ties"),
    *("income", "groups one short of income", "largest group"),
    *("water", "water missing", "water for a claim", "water for two claims"),
    *("Swagger", "any Swagger", "two Swagger", "Drive", "any Drive", "two Drive"),
    *("Grit", "any Grit", "Grit that weighs", "Bond", "any Bond"),
    *("claims it can pay", "pays for a challenge and keeps it", "pays for a fortify token"),
    *("pays for an alliance", "attack bonus", "steps home", "rolls that reach home"),
    *("steps to water", "rolls that reach water", "turns without territory", "housebound"),
    *("rolls to empty territory", "the same with claims to pay", "the same with Drive"),
    *("rolls to a bare foe", "rolls to any foe", "rolls to an own bare territory"),
    *("empty territories near", "Bruiser", "Scrapper", "Diplomat", "Yapper"),
    *("alliances", "alliances it founded", "own territories under alliances"),
    *("own home lost", "cards in hand", "turns left", "last three turns"),
)
PAIR = (
    *("its rolls to my bare territories", "its rolls to my unfortified ones", "its rolls to mine"),
    *("my rolls to its unfortified territories", "my rolls to its territories"),
    *("my lead", "I lead", "we are level", "allied", "my territories safe from it"),
    *("its territories safe from me",),
)
TABLE = (
    *("rounds left", "last ten rounds", "last four rounds", "last round"),
    *("I am next", "one before me", "two before me", "three before me"),
    *("empty territories", "most of another", "my lead over the best", "active alliances"),
    *("territories to win", "constant"),
)
AHEAD = ("a water card ahead", "a chance card ahead", "an event card ahead")
FEATURES = tuple(
    [f"dog {i + 1}: {name}" for i in range(SEATS) for name in DOG]
    + [f"dog {i + 2}: {name}" for i in range(SEATS - 1) for name in PAIR]
    + [f"table: {name}" for name in TABLE]
    + list(AHEAD)
)
DOG_SIZE, PAIR_SIZE = len(DOG), len(PAIR)


# What is within reach


@rule
def rolls_to(options, drive, cell, mask):
    """Return in how many of 36 rolls a walk can end next to one of these territories."""
    ways = 0
    if options.stop_rule == ANYWHERE:
        reached = int(options.reach[drive, cell, 0]) | int(options.reach[drive, cell, 1])
        for roll in range(2, REACH_STEPS):
            reached |= int(options.reach[drive, cell, roll])
            ways += ROLL_WAYS[roll] if reached & mask != 0 else 0
    else:
        for roll in range(2, REACH_STEPS):
            ways += ROLL_WAYS[roll] if int(options.reach[drive, cell, roll]) & mask != 0 else 0
    return ways


@rule
def rolls_of(steps):
    """Return how many of 36 rolls have at least so many steps."""
    return AT_LEAST[steps] if steps < REACH_STEPS else 0


@rule
def steps_to_water(options, cell):
    """Return the steps to the nearest water."""
    steps = FAR
    for spot in range(MOST_SITES, MOST_FEATURES):
        if options.kind[spot] == WATER_SPOT:
            steps = min(steps, int(options.far_feature[cell, spot]))
    return steps


@rule
def fortified(state, options):
    """Return all territories with a fortify token, as bits."""
    mask = 0
    for territory in range(options.territories):
        if state.fort[territory] > 0:
            mask |= 1 << territory
    return mask


@rule
def tight(state, options, seat):
    """Return the territories of a seat that win ties, as bits (C6)."""
    own = int(state.owned[seat])
    left, mask = own, 0
    while left != 0:
        group = group_around(options, own, lowest(left))
        left &= ~group
        if popcount(group) >= options.cluster_min:
            mask |= group
    return mask


@rule
def safe_from(state, options, owner, seat):
    """Return how many territories of an owner an alliance keeps from a seat (B8)."""
    left, count = int(state.owned[owner]), 0
    while left != 0:
        count += 1 if is_protected(state, options, seat, owner, lowest(left)) else 0
        left &= left - 1
    return count


# One dog


@rule
def put_holdings(state, options, inputs, at, seat, forts, ties):
    """Put in territories: how many, how safe, what they earn."""
    own = int(state.owned[seat])
    missing = max(0, options.territories_to_win - popcount(own))
    tokens, short, largest, left = 0, 0, 0, own
    while left != 0:
        group = group_around(options, own, lowest(left))
        left &= ~group
        largest = max(largest, popcount(group))
        short += 1 if (popcount(group) + 1) % options.swagger_per == 0 else 0
    left = own & forts
    while left != 0:
        tokens += int(state.fort[lowest(left)])
        left &= left - 1
    at = put(inputs, at, popcount(own))
    at = put(inputs, at, max(0, 6 - missing))
    at = put(inputs, at, missing <= 2)
    at = put(inputs, at, missing <= 1)
    at = put(inputs, at, popcount(own & forts))
    at = put(inputs, at, tokens)
    at = put(inputs, at, popcount(own & ~forts & ~ties))
    at = put(inputs, at, popcount(own & ~forts & ties))
    at = put(inputs, at, swagger_income(state, options, seat))
    at = put(inputs, at, short)
    return put(inputs, at, largest)


@rule
def claims_paid(state, options, seat):
    """Return how many claims a bowl can pay for, up to three."""
    claims = 3
    if options.claim_water > 0:
        claims = min(claims, int(state.bowl[seat, WATER]) // options.claim_water)
    if claim_price(options, seat) > 0:
        claims = min(claims, int(state.bowl[seat, SWAGGER]) // claim_price(options, seat))
    return claims


@rule
def put_bowl(state, options, inputs, at, seat):
    """Put in the bowl, and what it can pay for."""
    water, swagger = int(state.bowl[seat, WATER]), int(state.bowl[seat, SWAGGER])
    drive, grit = int(state.bowl[seat, DRIVE]), int(state.bowl[seat, GRIT])
    bond = int(state.bowl[seat, BOND])
    cost = options.reclaim_cost
    fights = can_pay(state, seat, options.challenge_water, DRIVE, options.challenge_drive)
    at = put(inputs, at, water)
    at = put(inputs, at, max(0, most_of(options, seat, WATER) - water))
    at = put(inputs, at, water >= options.claim_water)
    at = put(inputs, at, water >= 2 * options.claim_water)
    at = put(inputs, at, min(swagger, 12))
    at = put(inputs, at, swagger >= 1)
    at = put(inputs, at, swagger >= 2)
    at = put(inputs, at, min(drive, 8))
    at = put(inputs, at, drive >= 1)
    at = put(inputs, at, drive >= 2)
    at = put(inputs, at, min(grit, 12))
    at = put(inputs, at, grit >= 1)
    at = put(inputs, at, min(grit_penalty(state, options, seat), 6))
    at = put(inputs, at, min(bond, 8))
    at = put(inputs, at, bond >= 1)
    at = put(inputs, at, claims_paid(state, options, seat))
    at = put(inputs, at, fights and (swagger >= cost or grit >= cost))
    digs = can_pay(state, seat, options.fortify_water, GRIT, fortify_price(options, seat))
    at = put(inputs, at, digs)
    at = put(inputs, at, can_pay(state, seat, options.ally_water, BOND, ally_price(options, seat)))
    return put(inputs, at, max(0, min(12, attack_bonus(state, options, seat) + 6)))


@rule
def put_place(state, options, inputs, at, seat, forts, ties):
    """Put in where the dog stands, and what a roll may bring it to."""
    cell, own = int(state.cell[seat]), int(state.owned[seat])
    home, water = int(options.far_home[cell, int(state.home[seat])]), steps_to_water(options, cell)
    drinks = state.bowl[seat, DRIVE] >= drink_price(options, seat)
    empty = ((1 << options.territories) - 1) & ~all_owned(state)
    foes = all_owned(state) & ~own
    pays = claims_paid(state, options, seat) > 0
    drive = 1 if state.bowl[seat, DRIVE] > 0 else 0
    fights = can_pay(state, seat, options.challenge_water, DRIVE, options.challenge_drive)
    digs = can_pay(state, seat, options.fortify_water, GRIT, fortify_price(options, seat))
    ground = rolls_to(options, 0, cell, empty)
    at = put(inputs, at, min(home, 24))
    at = put(inputs, at, rolls_of(home))
    at = put(inputs, at, min(water, 24))
    at = put(inputs, at, rolls_of(water) if drinks else 0)
    at = put(inputs, at, int(state.empty_turns[seat]))
    at = put(inputs, at, is_housebound(state, options, seat))
    at = put(inputs, at, ground)
    at = put(inputs, at, ground if pays else 0)
    at = put(inputs, at, rolls_to(options, drive, cell, empty) if pays else 0)
    at = put(inputs, at, rolls_to(options, 0, cell, foes & ~forts & ~ties) if fights else 0)
    at = put(inputs, at, rolls_to(options, 0, cell, foes) if fights else 0)
    at = put(inputs, at, rolls_to(options, 0, cell, own & ~forts) if digs else 0)
    return put(inputs, at, popcount(int(options.nearby[cell]) & empty))


@rule
def put_dog(state, options, inputs, at, seat, turns, forts, ties):
    """Put in all about one dog."""
    at = put(inputs, at, 1)
    at = put_holdings(state, options, inputs, at, seat, forts, ties)
    at = put_bowl(state, options, inputs, at, seat)
    at = put_place(state, options, inputs, at, seat, forts, ties)
    for archetype in range(4):
        at = put(inputs, at, archetype_of(options, seat) == archetype)
    alliances, founded, sheltered, cards = 0, 0, 0, 0
    for site in range(options.sites):
        alliances += has(int(state.marks[site]), seat)
        founded += state.founder[site] == seat
    for other in range(options.seats):
        if other != seat and alliances > 0:
            sheltered = max(sheltered, safe_from(state, options, seat, other))
    for i in range(MOST_HELD):
        cards += state.held[seat, i] != NO_CARD
    at = put(inputs, at, alliances)
    at = put(inputs, at, founded)
    at = put(inputs, at, sheltered)
    at = put(inputs, at, state.home_disk[int(state.home[seat])] != seat)
    at = put(inputs, at, cards)
    at = put(inputs, at, min(turns, 40))
    return put(inputs, at, min(turns, 3))


@rule
def put_pair(state, options, inputs, at, seat, other, forts, ties):
    """Put in what another dog threatens, and what can be taken from it."""
    own, its = int(state.owned[seat]), int(state.owned[other])
    here, there = int(state.cell[seat]), int(state.cell[other])
    attacks = can_pay(state, other, options.challenge_water, DRIVE, options.challenge_drive)
    fights = can_pay(state, seat, options.challenge_water, DRIVE, options.challenge_drive)
    lead = popcount(own) - popcount(its)
    both = 1 << seat | 1 << other
    allied = 0
    for site in range(options.sites):
        if int(state.marks[site]) & both == both:
            allied = 1
    at = put(inputs, at, rolls_to(options, 0, there, own & ~forts & ~ties) if attacks else 0)
    at = put(inputs, at, rolls_to(options, 0, there, own & ~forts) if attacks else 0)
    at = put(inputs, at, rolls_to(options, 0, there, own) if attacks else 0)
    at = put(inputs, at, rolls_to(options, 0, here, its & ~forts) if fights else 0)
    at = put(inputs, at, rolls_to(options, 0, here, its) if fights else 0)
    at = put(inputs, at, max(0, min(24, lead + 12)))
    at = put(inputs, at, lead > 0)
    at = put(inputs, at, lead == 0)
    at = put(inputs, at, allied)
    at = put(inputs, at, safe_from(state, options, seat, other) if allied else 0)
    return put(inputs, at, safe_from(state, options, other, seat) if allied else 0)


@rule
def put_table(state, options, inputs, at, seat, waits, most):
    """Put in how long the game still lasts, whose turn it is, and who leads."""
    left = max(0, options.last_round - int(state.rounds))
    at = put(inputs, at, min(left, 40))
    at = put(inputs, at, min(left, 10))
    at = put(inputs, at, min(left, 4))
    at = put(inputs, at, left == 0)
    for i in range(SEATS):
        at = put(inputs, at, waits == i)
    active = 0
    for site in range(options.sites):
        active += state.marks[site] != 0
    at = put(inputs, at, options.territories - popcount(all_owned(state)))
    at = put(inputs, at, most)
    at = put(inputs, at, max(0, min(24, held_count(state, seat) - most + 12)))
    at = put(inputs, at, active)
    at = put(inputs, at, options.territories_to_win)
    return put(inputs, at, 1)


@rule
def dog_at(state, options, place):
    """Return who has a place in the order; while it is being settled, the others by seat (T1)."""
    if place < state.placed:
        return int(state.order[place])
    left = seat_bits(options)
    for i in range(state.placed):
        left &= ~(1 << int(state.order[i]))
    for _ in range(int(state.placed), place):
        left &= left - 1
    return lowest(left)


@rule
def write_features(state, options, work, seat, inputs):
    """Write all of `FEATURES`, as the seat sees them."""
    place, most, at = 0, 0, 0
    for i in range(options.seats):
        place = i if dog_at(state, options, i) == seat else place
    forts, ties = fortified(state, options), 0
    for other in range(options.seats):
        ties |= tight(state, options, other)
    left = max(0, options.last_round - int(state.rounds))
    for i in range(options.seats):
        turn = (place + i) % options.seats
        other = dog_at(state, options, turn)
        turns = left + (1 if turn >= state.turn else 0)
        put_dog(state, options, inputs, i * DOG_SIZE, other, turns, forts, ties)
        if i > 0:
            most = max(most, held_count(state, other))
            at = SEATS * DOG_SIZE + (i - 1) * PAIR_SIZE
            put_pair(state, options, inputs, at, seat, other, forts, ties)
    at = SEATS * DOG_SIZE + (SEATS - 1) * PAIR_SIZE
    waits = (place - int(state.turn)) % options.seats
    put_table(state, options, inputs, at, seat, waits, most)


# A turn


@rule
def judge_of(options):
    """Return which judge a game has: one where walks may end at will has a judge of its own."""
    return 0 if options.stop_rule == FULL_ROLL else 1


@rule
def turn_outcomes(state, options, out, chances):
    """List how a challenge ends, by its exact odds; all other chance ends what can be foreseen."""
    if state.phase != DICE:
        return 0
    by = handicap(state, options, int(state.seat), int(state.quarry), int(state.target))
    if state.bids[0] != NO_BID:
        by -= int(state.bids[0]) - int(state.bids[1])
    chance = win_chance(by, int(state.clustered))
    n = 0
    out[n] = DICE_FELL + 5  # 1 against 6
    chances[n] = CERTAIN_FIGHT - chance
    n += chance < CERTAIN_FIGHT
    out[n] = DICE_FELL + 30  # 6 against 1
    chances[n] = chance
    return n + (chance > 0)


@rule
def skip_chance(state, options):
    """Walk on as if a card said nothing; return 1 + its `AHEAD` number, or 0 for other chance."""
    if state.phase != DRAW or state.window != IN_WALK:
        return 0
    deck = int(state.deck)  # the walk may come upon another
    go_on_walking(state, options, None)
    return 1 + deck


@rule
def note_move(state, options, plan, number, action):
    """Add an action of a line, from number 0 on, to the plan that `planned` follows."""
    if number == 0:
        plan.mark = turn_mark(state)
        plan.length = 0
    if state.phase == MOVE and plan.length < MOST_ROUTE:
        at = plan.length
        plan.move[at] = action
        plan.cell[at] = state.cell[state.seat]
        plan.steps[at] = state.steps
        plan.drive[at] = state.bowl[state.seat, DRIVE]
        plan.length = at + 1
