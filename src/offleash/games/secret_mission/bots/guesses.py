"""What a table tells of hidden missions, for a search: their dogs are seldom found together.

Everybody keeps the breeds of their own mission apart, so the fewer of a breed's dogs have met, the
likelier it is in somebody's mission. How likely was fitted to what players had, in the same way as
the judgement in `outlook`, with weights of its own. A tile that may be a mission (S2) is never
ruled out.
"""

from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import NO_FORECAST
from offleash.contract.rules.win_chance import CERTAIN, odds
from offleash.games.secret_mission.bots.outlook import (
    LARGEST,
    ONE,
    SOON,
    breed_burden,
    burden,
    survey_table,
    turn_burden,
    weigh_features,
)
from offleash.games.secret_mission.rules.course import apply, drawable
from offleash.games.secret_mission.rules.knowledge import resample
from offleash.games.secret_mission.rules.record import SEATS, UNKNOWN, rule
from offleash.games.tiles.rules.dogs import BREED, BREEDS, TILES

# Where the weights for missions begin, in the order of those for burdens; and the one behind them.
MISSION = LARGEST + 2 * SOON
FORECAST = MISSION + 2 * SOON
PRECISION = 1024  # of a forecast: that many for a 65536th
NEGLIGIBLE = CERTAIN // 1024  # a likelihood that a forecast leaves out; the greatest is CERTAIN


@rule
def suspect(state, options, work, seat, weights):
    """Note how likely each tile is a mission of somebody else, from a seat's view."""
    survey_table(state, work)
    weigh_features(state, work, weights[MISSION - LARGEST :])
    for breed in range(BREEDS):
        work.weight[breed] = breed_burden(state, work, breed, 1)
    free = drawable(state, 1)
    lightest = 0
    is_first = 1
    for tile in range(TILES):
        weight = (work.weight[BREED[tile, 0]] + work.weight[BREED[tile, 1]]) // ONE
        work.like[tile] = weight
        if (free >> tile) & 1:
            lightest = weight if is_first else min(lightest, weight)
            is_first = 0
    for tile in range(TILES):
        is_free = (free >> tile) & 1
        work.like[tile] = is_free * max(1, odds(lightest - work.like[tile], ONE))


@rule
def draw_mission_of(state, work, rng, stream):
    """Draw a mission that is nowhere to be seen, as likely as `suspect` has noted."""
    free = drawable(state, 1)
    total = 0
    for tile in range(TILES):
        total += ((free >> tile) & 1) * work.like[tile]
    ticket = below(rng, stream, total)
    index = 0
    passed = 0
    for tile in range(TILES):
        passed += ((free >> tile) & 1) * work.like[tile]
        index += passed <= ticket
    return index


@rule
def nth_unknown(state, n):
    """Return a seat whose mission is not known, counted from 0."""
    seat = 0
    for other in range(SEATS):
        is_unknown = state.mission[other] == UNKNOWN
        if is_unknown and n == 0:
            seat = other
        n -= is_unknown
    return seat


@rule
def imagine(state, options, work, seat, rng, stream):
    """Fill the blanks of a view: missions as they are likely, then tiles at random (S2, S4).

    The likeliest tile is mostly drawn first, and the table does not tell whose it is.
    """
    unknown = 0
    for other in range(SEATS):
        unknown += state.mission[other] == UNKNOWN
    for left in range(unknown, 0, -1):
        n = below(rng, stream, left) if left > 1 else 0
        state.mission[nth_unknown(state, n)] = draw_mission_of(state, work, rng, stream)
    resample(state, options, work, seat, rng, stream)


@rule
def weigh_others(state, work, seat, own):
    """Note for each tile how much likelier to win than the seat all others are if it is theirs."""
    for breed in range(BREEDS):
        work.weight[breed] = breed_burden(state, work, breed, 1)
    for tile in range(TILES):
        work.against[tile] = 0
    for other in range(int(state.players)):
        if other != seat:
            lead = own - turn_burden(state, work, other)
            for tile in range(TILES):
                if work.like[tile] > NEGLIGIBLE:
                    mission = work.weight[BREED[tile, 0]] + work.weight[BREED[tile, 1]]
                    work.against[tile] += odds(lead - mission // ONE, ONE)


@rule
def forecast(state, options, work, action, weights):
    """Work out in place the chance to win after an action, over all missions others may have."""
    if weights[FORECAST] == 0:
        return NO_FORECAST
    seat = int(state.seat)
    apply(state, options, work, action, None)
    survey_table(state, work)
    weigh_features(state, work, weights)
    weigh_others(state, work, seat, burden(state, work, seat))
    total, parts = 0, 0
    for tile in range(TILES):
        if work.like[tile] > NEGLIGIBLE:
            chance = CERTAIN * CERTAIN // (CERTAIN + work.against[tile])
            total += work.like[tile] * chance
            parts += work.like[tile]
    return total * PRECISION // max(parts, 1)
