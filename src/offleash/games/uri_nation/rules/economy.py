"""The economy: what bowls gain and spend, income, and the resupply at home."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.bits import lowest
from offleash.games.uri_nation.rules.card_words import GRIT, SWAGGER
from offleash.games.uri_nation.rules.record import (
    BAND,
    BRUISER,
    DIPLOMAT,
    FLOOR_TOTAL,
    FROM_DESPERATION,
    FROM_HOME,
    FROM_INCOME,
    LARGEST_ONLY,
    MOST_TOKENS,
    NOBODY_THERE,
    NONE,
    SCRAPPER,
    STOCKS,
    WATER,
    YAPPER,
    rule,
)
from offleash.games.uri_nation.rules.territory import group_around, held_count


@rule.inline
def archetype_of(options, seat):
    """Return which archetype sits at a seat (S3)."""
    return options.archetypes[seat]


@rule
def most_of(options, seat, stock):
    """Return what a resupply fills up to: the archetype's maximum, or its peg holes (E10)."""
    archetype = archetype_of(options, seat)
    if stock == WATER:
        return options.water_cap[archetype]
    if archetype == BRUISER:
        return options.mod_max_bruiser[stock]
    if archetype == SCRAPPER:
        return options.mod_max_scrapper[stock]
    if archetype == DIPLOMAT:
        return options.mod_max_diplomat[stock]
    return options.mod_max_yapper[stock]


@rule
def gain(state, options, seat, stock, amount, source, tally):
    """Add to a bowl: water up to its cap, tokens freely unless the cap is hard (E4, E11)."""
    most = MOST_TOKENS
    if stock == WATER or options.mod_cap_hard != 0:
        most = most_of(options, seat, stock)
    room = max(0, min(amount, most - int(state.bowl[seat, stock])))
    state.bowl[seat, stock] += room
    if tally is not None:
        tally.gained[seat, stock, source] += room
        if stock == WATER:
            tally.wasted[seat] += amount - room


@rule
def spend(state, seat, stock, amount, sink, tally):
    """Take from a bowl what is there; nobody goes into debt (E13)."""
    paid = min(amount, int(state.bowl[seat, stock]))
    state.bowl[seat, stock] -= paid
    if tally is not None:
        tally.spent[seat, stock, sink] += paid


@rule.inline
def can_pay(state, seat, water, stock, tokens):
    """Return whether a bowl holds the pegs and the tokens that an action costs."""
    return state.bowl[seat, WATER] >= water and state.bowl[seat, stock] >= tokens


@rule
def fill_bowl(state, options, seat):
    """Fill the bowl at setup: water and modifiers to the archetype's maximum (S1, S2)."""
    for stock in range(STOCKS):
        state.bowl[seat, stock] = most_of(options, seat, stock)


@rule
def is_housebound(state, options, seat):
    """Return whether a seat has been too many turns without a territory (E7)."""
    turns = options.housebound_turns
    return turns != NONE and state.empty_turns[seat] >= turns


@rule
def group_income(options, group):
    """Return the Swagger for one group of connected territories (E1, E2)."""
    if options.swagger_mode == BAND:
        return 0 if group < 2 else (group + 2) // 3
    return group // options.swagger_per


@rule
def home_joins(state, options, seat, group):
    """Return 1 if the own home counts with a group of territories, else 0 (A6, N13)."""
    if options.home_counts_connected == 0:
        return 0
    home = int(state.home[seat])
    lost = options.home_challenge != 0 and state.home_disk[home] != seat
    return 0 if lost or int(options.near[home]) & group == 0 else 1


@rule
def next_group(state, options, seat, left):
    """Return the first group of the territories left; the own home may join several (N13)."""
    own = int(state.owned[seat])
    group = group_around(options, own, lowest(left))
    if home_joins(state, options, seat, group):
        apart = int(options.near[int(state.home[seat])]) & own & ~group
        while apart != 0:
            group |= group_around(options, own, lowest(apart))
            apart &= ~group
    return group


@rule
def swagger_income(state, options, seat):
    """Return Swagger for connected territories: by group, the largest, or all together (E1, E2)."""
    left = int(state.owned[seat])
    total = 0
    largest = 0
    for_groups = 0
    while left != 0:
        group = next_group(state, options, seat, left)
        size = popcount(group) + home_joins(state, options, seat, group)
        left &= ~group
        total += size
        largest = max(largest, size)
        for_groups += group_income(options, size)
    if options.swagger_mode == LARGEST_ONLY:
        return group_income(options, largest)
    if options.swagger_mode == FLOOR_TOTAL:
        return group_income(options, total)
    return for_groups


@rule
def collect_income(state, options, seat, tally):
    """Collect income, the first step of a turn; a housebound dog skips all of it (E5, E8)."""
    if is_housebound(state, options, seat):
        return
    gain(state, options, seat, SWAGGER, swagger_income(state, options, seat), FROM_INCOME, tally)
    is_grace = state.rounds <= options.desperation_grace_rounds
    if held_count(state, seat) < options.desperation_below and not is_grace:
        gain(state, options, seat, GRIT, options.desperation_grit, FROM_DESPERATION, tally)


@rule
def resupply(state, options, seat, tally):
    """Fill water to the cap, each token to its maximum; keep what is above (E9, E10, C17)."""
    holder = int(state.home_disk[int(state.home[seat])])
    is_taken = holder != seat and holder != NOBODY_THERE
    if options.home_taken_blocks_resupply != 0 and is_taken:
        return
    for stock in range(STOCKS):
        missing = most_of(options, seat, stock) - int(state.bowl[seat, stock])
        if missing > 0:
            gain(state, options, seat, stock, missing, FROM_HOME, tally)
    if tally is not None:
        tally.resupplies[seat] += 1


@rule
def claim_price(options, seat):
    """Return the Swagger for a claim; none for a Bruiser that claims free, re-claims aside (C8)."""
    free = options.bruiser_free_claim != 0 and archetype_of(options, seat) == BRUISER
    return 0 if free else options.claim_swagger


@rule
def fortify_price(options, seat):
    """Return the Grit for a fortify token; none for a Yapper that digs in free (C8, C14)."""
    free = options.yapper_free_fortify != 0 and archetype_of(options, seat) == YAPPER
    return 0 if free else options.fortify_grit


@rule
def ally_price(options, seat):
    """Return the Bond for an alliance; none for a Diplomat that allies free (E20)."""
    free = options.diplomat_free_ally != 0 and archetype_of(options, seat) == DIPLOMAT
    return 0 if free else options.ally_bond


@rule
def drink_price(options, seat):
    """Return the Drive for a drink; none for the Scrapper where it drinks free (E17)."""
    free = options.scrapper_free_drink != 0 and archetype_of(options, seat) == SCRAPPER
    return 0 if free else options.drink_drive
