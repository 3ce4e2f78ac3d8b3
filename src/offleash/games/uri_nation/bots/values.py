"""What bots go by: what a territory, a stop, an action or a position is worth.

Every worth is a sum of a few named features times whole-number weights, which are data
(`personas.py`). The weights stand in the order named here.
"""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.actions import (
    IS_ALLY,
    IS_BID,
    IS_BREAK,
    IS_CHALLENGE,
    IS_CHALLENGE_HOME,
    IS_CHALLENGE_SITE,
    IS_CLAIM,
    IS_DISTRACTED,
    IS_FORTIFY,
    IS_FORTIFY_HOME,
    IS_LEASH,
    IS_LEG_CHALLENGE,
    IS_LEG_CLAIM,
    IS_LEG_HOME,
    IS_PATROL,
    IS_PLAY,
    IS_RECLAIM_GRIT,
    IS_RECLAIM_SWAGGER,
    IS_TARGET,
    IS_TARGET_SITE,
    IS_ZOOMIES,
)
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import GRIT, OP_FORT, SWAGGER
from offleash.games.uri_nation.rules.cards import operation, part_of_effect
from offleash.games.uri_nation.rules.challenges import grit_penalty, handicap, is_foe, ties_defend
from offleash.games.uri_nation.rules.economy import (
    can_pay,
    claim_price,
    drink_price,
    fortify_price,
    most_of,
)
from offleash.games.uri_nation.rules.marking import has_room
from offleash.games.uri_nation.rules.odds import win_chance
from offleash.games.uri_nation.rules.record import CARD_TARGET, STOCKS, TERRITORY, WATER, rule
from offleash.games.uri_nation.rules.territory import all_owned, held_count, owner_of

# What the weights mean, in this order.
(
    CLAIM_W,  # a territory claimed
    CLUSTER,  # each own territory it is adjacent to
    TAKE,  # a territory won and kept
    DENY,  # a territory won and left empty
    RIVAL,  # how far ahead the defender is: its territories squared
    LOSS,  # what a lost challenge costs
    DIG,  # a fortify token
    SHIELD,  # each own territory adjacent to the fortified one
    SHED,  # each Grit above what weighs an attacker down, when some is spent
    TRAP,  # an alliance initiated
    SHELTER,  # each own territory under it
    JOIN,  # an alliance joined on the way
    SEVER,  # an alliance broken, or challenged and won
    SUPPLY,  # each peg and token missing, when the dog comes home
    DRY,  # so many more, when no claim can be paid
    HOMEWARD,  # each step nearer to home, for each of them
    DRINK_W,  # each peg missing, at a drink
    CARD,  # a card drawn
    TOKEN,  # a Bond token from a park
    SPEND,  # each Drive token spent on the way
    OPEN,  # each empty territory near the stop
    KEEP_GRIT,  # Grit rather than Swagger for a re-claim
    BOLD,  # per cent of the water that is bid
    STEPS,  # each step of a longer walk
) = range(24)

VICTORY = 100_000


# Territories


@rule
def claim_worth(state, options, seat, territory, weights):
    """Return what a claim is worth: itself, its neighbours, and the game if it is the last."""
    own = int(state.owned[seat])
    worth = weights[CLAIM_W] + weights[CLUSTER] * popcount(int(options.adjacent[territory]) & own)
    return worth + (VICTORY if popcount(own) + 1 >= options.territories_to_win else 0)


@rule
def fortify_worth(state, options, seat, territory, weights):
    """Return what one more token on an own territory is worth: less for each that lies there."""
    around = popcount(int(options.adjacent[territory]) & int(state.owned[seat]))
    worth = (weights[DIG] + weights[SHIELD] * around) // (1 + int(state.fort[territory]))
    if fortify_price(options, seat) > 0:
        worth += weights[SHED] * grit_penalty(state, options, seat)
    return worth


@rule
def prize(state, options, seat, territory, weights):
    """Return what a won challenge brings: the territory, if a re-claim can be paid for."""
    foe = owner_of(state, options, territory)
    worth = weights[RIVAL] * held_count(state, foe) * held_count(state, foe) // 8
    if held_count(state, foe) + 1 >= options.territories_to_win:
        worth += VICTORY // 10
    if can_keep(state, options, seat):
        own = int(state.owned[seat])
        worth += weights[TAKE] + weights[CLUSTER] * popcount(int(options.adjacent[territory]) & own)
        return worth + (VICTORY if popcount(own) + 1 >= options.territories_to_win else 0)
    return worth + weights[DENY]


@rule
def can_keep(state, options, seat):
    """Return whether a re-claim can be paid for."""
    cost = options.reclaim_cost
    return state.bowl[seat, SWAGGER] >= cost or state.bowl[seat, GRIT] >= cost


@rule
def challenge_worth(state, options, seat, territory, weights):
    """Return the prize by its exact odds, less the loss (part 3)."""
    k = handicap(state, options, seat, TERRITORY, territory)
    chance = win_chance(k, ties_defend(state, options, TERRITORY, territory))
    gains = chance * prize(state, options, seat, territory, weights)
    return (gains - (1000 - chance) * weights[LOSS]) // 1000


@rule
def value_territory(state, options, work, seat, territory, weights):
    """Find out once for a decision what can be made of a territory."""
    work.valued |= 1 << territory
    work.calm_worth[territory] = 0
    work.fight_worth[territory] = 0
    if not has(all_owned(state), territory):
        if can_pay(state, seat, options.claim_water, SWAGGER, claim_price(options, seat)):
            work.calm_worth[territory] = claim_worth(state, options, seat, territory, weights)
    elif has(int(state.owned[seat]), territory):
        digs = can_pay(state, seat, options.fortify_water, GRIT, fortify_price(options, seat))
        if digs and has_room(state, options, seat, territory):
            work.calm_worth[territory] = fortify_worth(state, options, seat, territory, weights)
    elif state.bowl[seat, WATER] >= options.challenge_water:
        if is_foe(state, options, seat, territory):
            work.fight_worth[territory] = challenge_worth(state, options, seat, territory, weights)


# Alliances, home, drinks


@rule
def ally_worth(state, options, seat, site, weights):
    """Return what a trap is worth, and the own territories that it would shelter."""
    zone = int(options.influence[site]) | int(options.hood[int(state.home[seat])])
    return weights[TRAP] + weights[SHELTER] * popcount(zone & int(state.owned[seat]))


@rule
def supply_need(state, options, seat, weights):
    """Return the pegs and tokens that home would fill; what claims need counts double."""
    pays = can_pay(state, seat, options.claim_water, SWAGGER, claim_price(options, seat))
    need = 0 if pays else weights[DRY]
    for stock in range(STOCKS):
        missing = max(0, most_of(options, seat, stock) - int(state.bowl[seat, stock]))
        need += 2 * missing if stock == WATER or stock == SWAGGER else missing
    return need


@rule
def drink_worth(state, options, seat, weights):
    """Return what a drink is worth, by how dry the dog is."""
    missing = most_of(options, seat, WATER) - int(state.bowl[seat, WATER])
    return weights[DRINK_W] * missing - weights[SPEND] * drink_price(options, seat)


# Actions


@rule
def score_choice(state, options, seat, kind, which, weights):
    """Return what decisions beside walk and action are worth: cards, tricks, re-claims, bids."""
    if kind == IS_RECLAIM_SWAGGER:
        return 10
    if kind == IS_RECLAIM_GRIT:
        return 10 + weights[KEEP_GRIT] * (-1 if grit_is_scarce(state, seat) else 1)
    if kind == IS_BID:
        wanted = int(state.bowl[seat, WATER]) * weights[BOLD] // 100
        return -abs(which - wanted)
    if kind == IS_PLAY:
        return 5
    if kind == IS_LEASH or kind == IS_DISTRACTED:
        return weights[STEPS] - (2 * weights[SPEND] if kind == IS_LEASH else 0)
    if kind == IS_ZOOMIES:
        return -1
    if kind == IS_TARGET and state.phase == CARD_TARGET:
        around = popcount(int(options.adjacent[which]) & int(state.owned[seat]))
        puts = operation(state, options) == OP_FORT and part_of_effect(state, options, 3) > 0
        return around if puts else -around
    if kind == IS_TARGET_SITE:
        return -1 if has(int(state.marks[which]), seat) else 1
    return 0


@rule
def grit_is_scarce(state, seat):
    """Return whether there is less Grit than Swagger."""
    return state.bowl[seat, GRIT] < state.bowl[seat, SWAGGER]


@rule
def score_action(state, options, work, seat, kind, which, weights):
    """Return what an action at the stopping place is worth; passing is worth nothing."""
    if kind == IS_CLAIM or kind == IS_LEG_CLAIM:
        return claim_worth(state, options, seat, which, weights)
    if kind == IS_CHALLENGE or kind == IS_LEG_CHALLENGE:
        return challenge_worth(state, options, seat, which, weights)
    if kind == IS_FORTIFY:
        return fortify_worth(state, options, seat, which, weights)
    if kind == IS_FORTIFY_HOME or kind == IS_CHALLENGE_HOME or kind == IS_LEG_HOME:
        return -1
    if kind == IS_ALLY:
        return ally_worth(state, options, seat, which, weights)
    if kind == IS_CHALLENGE_SITE or kind == IS_BREAK:
        return weights[SEVER]
    if kind == IS_PATROL:
        return 2 * weights[DIG]
    return 0


@rule
def evaluate(state, options, seat, weights):
    """Return how well a seat stands: territories first, then how safe they are, and the bowl."""
    worth = held_count(state, seat) * 1000
    for territory in range(options.territories):
        if has(int(state.owned[seat]), territory):
            worth += 100 * int(state.fort[territory])
            worth += 20 * popcount(int(options.adjacent[territory]) & int(state.owned[seat]))
    best = 0
    for other in range(options.seats):
        if other != seat:
            best = max(best, held_count(state, other))
    for stock in range(STOCKS):
        worth += 10 * int(state.bowl[seat, stock])
    return worth - 700 * best
