"""How a game stands: every dog's chance to win, for a search that looks no further.

A dog's strength is a sum of what a good player would count, in hundredths, and chances follow from
the differences of all strengths. What a thing is worth was found from outcomes: positions of games
between the archetypes' personas were changed at random (bowls, places, disks, fortify tokens) and
played to their end; a logistic regression told the worth of each difference. Rules that let a walk
end anywhere make another game, a race, so there are two columns.
"""

import numpy as np

from offleash.compiler.rules.bits import popcount
from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.uri_nation.rules.bits import has, lowest
from offleash.games.uri_nation.rules.card_words import DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.challenges import grit_penalty
from offleash.games.uri_nation.rules.economy import archetype_of, can_pay, claim_price
from offleash.games.uri_nation.rules.record import FULL_ROLL, ROLL, WATER, rule
from offleash.games.uri_nation.rules.territory import all_owned, group_around, held_count

# What a thing is worth where walks are exact (1.4), and where they end anywhere (1.2).
WORTH = np.array(
    [
        (182, 264),  # a territory
        (350, 359),  # so near to winning: divided by the territories still missing, and one
        (90, 0),  # a territory with a fortify token
        (0, 15),  # each further token
        (28, 9),  # one without, in a group that wins ties
        (45, 85),  # water and Swagger for a claim
        (26, 0),  # and for another
        (9, 31),  # a peg of water
        (30, 42),  # Drive, up to three
        (1, -16),  # Grit, up to five
        (0, -38),  # each that weighs an attacker down
        (29, 52),  # an empty territory near by, up to three
        (13, 29),  # and up to eight
        (-2, -7),  # a step away from home
        (-3, -8),  # the same for who can't claim
        (-27, -57),  # each turn of others before the next own
        (31, 15),  # an alliance
    ],
    np.int64,
)
(
    TERRITORY_WORTH,
    NEARNESS,
    FORTIFIED,
    FURTHER,
    TIGHT,
    CLAIM_READY,
    SECOND_CLAIM,
    PEG,
    DRIVE_WORTH,
    GRIT_WORTH,
    BURDEN,
    FEW_NEAR,
    MANY_NEAR,
    AWAY,
    STRANDED,
    WAITING,
    BONDED,
) = range(17)

# What an archetype makes of each turn that is left, and of the game as such.
PROMISE = np.array([(33, 49), (-24, -77), (-21, -10), (0, 0)], np.int64)
NATURE = np.array([(-95, -55), (-21, -51), (-110, -297), (0, 0)], np.int64)

# The longer a game lasts yet, the less a lead says.
FINE = 1024
LONGEST = 99
SURENESS = np.array([round(FINE / (left + 8) ** 0.5) for left in range(LONGEST + 1)], np.int64)
SCALE = 100 * FINE
SOON = 4  # own turns in which a bowl is emptied


@rule
def is_boundary(state, options):
    """Return whether the dice of a walk are about to fall: the turn before is over."""
    return state.phase == ROLL


@rule
def model_of(options, seat):
    """Return the archetype as which a dog is thought to play."""
    return archetype_of(options, seat)


@rule
def held_worth(state, options, seat, kind):
    """Return what territories are worth: how many, how safe, how tight."""
    own = int(state.owned[seat])
    worth = popcount(own) * WORTH[TERRITORY_WORTH, kind]
    left = own
    while left != 0:
        group = group_around(options, own, lowest(left))
        left &= ~group
        tight = WORTH[TIGHT, kind] if popcount(group) >= options.cluster_min else 0
        while group != 0:
            tokens = int(state.fort[lowest(group)])
            group &= group - 1
            if tokens == 0:
                worth += tight
            else:
                worth += WORTH[FORTIFIED, kind] + (tokens - 1) * WORTH[FURTHER, kind]
    return worth


@rule
def bowl_worth(state, options, seat, kind):
    """Return what the bowl is worth by what it can pay for."""
    pegs, grit = int(state.bowl[seat, WATER]), int(state.bowl[seat, GRIT])
    price = claim_price(options, seat)
    worth = WORTH[PEG, kind] * pegs
    worth += WORTH[DRIVE_WORTH, kind] * min(3, int(state.bowl[seat, DRIVE]))
    worth += WORTH[GRIT_WORTH, kind] * min(5, grit)
    worth += WORTH[BURDEN, kind] * grit_penalty(state, options, seat)
    if can_pay(state, seat, 2 * options.claim_water, SWAGGER, 2 * price):
        worth += WORTH[SECOND_CLAIM, kind]
    return worth


@rule
def place_worth(state, options, seat, kind):
    """Return what the place is worth: near to open ground, near to home, and able to claim."""
    cell = int(state.cell[seat])
    near = popcount(int(options.nearby[cell]) & ~all_owned(state))
    far = int(options.far_home[cell, int(state.home[seat])])
    worth = WORTH[FEW_NEAR, kind] * min(3, near) + WORTH[MANY_NEAR, kind] * min(8, near)
    worth += WORTH[AWAY, kind] * far
    if can_pay(state, seat, options.claim_water, SWAGGER, claim_price(options, seat)):
        return worth + WORTH[CLAIM_READY, kind]
    return worth + WORTH[STRANDED, kind] * far


@rule
def bonds_of(state, options, seat):
    """Return how many alliances a seat is in."""
    count = 0
    for site in range(options.sites):
        count += has(int(state.marks[site]), seat)
    return count


@rule
def strength(state, options, place, most, kind):
    """Return how well the seat at a place of the order stands, in hundredths times `FINE`."""
    seat = int(state.order[place])
    is_due = place >= state.turn
    waits = place - int(state.turn) + (0 if is_due else options.seats)
    turns = max(0, options.last_round - int(state.rounds) + is_due)
    missing = max(0, options.territories_to_win - held_count(state, seat))
    last = min(LONGEST, turns, max(0, options.territories_to_win - most))
    dog = archetype_of(options, seat)
    worth = PROMISE[dog, kind] * last + NATURE[dog, kind]
    worth += held_worth(state, options, seat, kind)
    worth += WORTH[WAITING, kind] * waits
    worth += WORTH[BONDED, kind] * bonds_of(state, options, seat)
    ready = bowl_worth(state, options, seat, kind) + place_worth(state, options, seat, kind)
    worth += ready * min(SOON, turns) // SOON
    return worth * SURENESS[last] + WORTH[NEARNESS, kind] * FINE // (1 + missing)


@rule
def outlook(state, options, work, seat, weights):
    """Return the chance to win, in 65536ths: the seat's odds among those of all."""
    kind = 0 if options.stop_rule == FULL_ROLL else 1
    most, own, total = 0, 0, 0
    for other in range(options.seats):
        most = max(most, held_count(state, other))
    for place in range(options.seats):
        if state.order[place] == seat:
            own = strength(state, options, place, most, kind)
    for place in range(options.seats):
        if state.order[place] != seat:
            total += odds(strength(state, options, place, most, kind) - own, SCALE)
    return CERTAIN * CERTAIN // (CERTAIN + total)
