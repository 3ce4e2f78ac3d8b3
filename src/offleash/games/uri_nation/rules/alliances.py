"""Alliances: initiating, joining, breaking, and whom they protect."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import BOND, SWAGGER
from offleash.games.uri_nation.rules.economy import ally_price, archetype_of, can_pay, gain, spend
from offleash.games.uri_nation.rules.places import PARK
from offleash.games.uri_nation.rules.record import (
    BY_EITHER_HOME,
    BY_INFLUENCE,
    DIPLOMAT,
    FOR_ALLY,
    FOR_BREAK,
    FOR_JOIN,
    FROM_PARK,
    JOIN_FREE,
    NOBODY_THERE,
    SEATS,
    WATER,
    rule,
)
from offleash.games.uri_nation.rules.territory import empty_territory, has_small_disk


@rule.inline
def is_active(state, site):
    """Return whether a site has at least one marker (B1, B2)."""
    return state.marks[site] != 0


@rule.inline
def is_free(state, options, site):
    """Return whether a site is inactive, so that an alliance can be initiated there (B5, M20)."""
    return options.is_site[site] != 0 and not is_active(state, site)


@rule
def can_ally(state, options, seat, site):
    """Return whether a seat can initiate: at an inactive site, with water and Bond (B5, M20)."""
    if not is_free(state, options, site):
        return False
    if not can_pay(state, seat, options.ally_water, BOND, ally_price(options, seat)):
        return False
    return has_small_disk(state, options, seat)


@rule
def ally(state, options, seat, site, tally):
    """Put the first marker, which sets the trap (B1, B2)."""
    spend(state, seat, WATER, options.ally_water, FOR_ALLY, tally)
    spend(state, seat, BOND, ally_price(options, seat), FOR_ALLY, tally)
    state.marks[site] = 1 << seat
    state.founder[site] = seat
    if tally is not None:
        tally.initiated[seat] += 1


@rule
def clear_site(state, site):
    """Give all markers back to the supply (B9, B11)."""
    state.marks[site] = 0
    state.founder[site] = NOBODY_THERE
    for seat in range(SEATS):
        state.barred[site, seat] = 0


@rule
def clear_homes(state, options, seat, site, tally):
    """Clear the home neighbourhoods of who joins and each earlier member of each other (B15)."""
    for member in range(options.seats):
        if member == seat or not has(int(state.marks[site]), member):
            continue
        hers = int(options.hood[int(state.home[member])]) & int(state.owned[seat])
        his = int(options.hood[int(state.home[seat])]) & int(state.owned[member])
        for territory in range(options.territories):
            if has(hers | his, territory):
                empty_territory(state, options, territory)
        if tally is not None:
            tally.cleared[seat, 0] += popcount(hers)
            tally.cleared[member, 1] += popcount(his)


@rule
def join(state, options, seat, site, tally):
    """Put a compulsory marker; a dry bladder is an escape (B3, B7, B10, N19)."""
    is_able = state.bowl[seat, WATER] >= options.join_water
    if not has_small_disk(state, options, seat):
        return
    if not is_able and options.join_if_unable != JOIN_FREE:
        return
    if is_able:
        spend(state, seat, WATER, options.join_water, FOR_JOIN, tally)
    if options.join_clears_home != 0:
        clear_homes(state, options, seat, site, tally)
    state.marks[site] |= 1 << seat
    if archetype_of(options, int(state.founder[site])) == DIPLOMAT:
        state.barred[site, seat] = options.ceasefire_turns
    if tally is not None:
        tally.joined[seat] += 1


@rule
def pass_site(state, options, seat, site, tally):
    """Pass a bond space or a park: join, or get a Bond token, or nothing (B4, B14, N12)."""
    is_site = options.is_site[site] != 0
    if is_site and has(int(state.marks[site]), seat):
        return
    was_active = is_site and is_active(state, site)
    if was_active:
        join(state, options, seat, site, tally)
    if options.kind[site] == PARK and (not was_active or options.park_bond_if_active != 0):
        gain(state, options, seat, BOND, options.park_bond, FROM_PARK, tally)


@rule.inline
def is_breaker(state, seat, site):
    """Return whether a seat is a member, the lone initiator too, without a ceasefire (B9, B10)."""
    return has(int(state.marks[site]), seat) and state.barred[site, seat] <= 0


@rule
def can_break(state, options, seat, site):
    """Return whether a member has no ceasefire but water, Swagger, in 1.2 a disk (B9, B10, N27)."""
    if not is_breaker(state, seat, site):
        return False
    if options.break_disk != 0 and not has_small_disk(state, options, seat):
        return False
    return can_pay(state, seat, options.break_water, SWAGGER, options.break_swagger)


@rule
def break_alliance(state, options, seat, site, tally):
    """Remove all markers of the site (B9)."""
    spend(state, seat, WATER, options.break_water, FOR_BREAK, tally)
    spend(state, seat, SWAGGER, options.break_swagger, FOR_BREAK, tally)
    clear_site(state, site)
    if tally is not None:
        tally.broken[seat] += 1


@rule
def is_protected(state, options, seat, owner, territory):
    """Return whether an alliance of attacker and owner covers a territory (B8, B16, B18, C19)."""
    both = 1 << seat | 1 << owner
    for site in range(options.sites):
        if int(state.marks[site]) & both == both:
            if options.ally_zone != BY_INFLUENCE:
                hood = int(options.hood[int(state.home[owner])])
                if options.ally_zone == BY_EITHER_HOME:
                    hood |= int(options.hood[int(state.home[seat])])
                return has(hood, territory) != 0
            if has(int(options.influence[site]), territory):
                return True
    return False


@rule.inline
def markers(state, site):
    """Return how many dogs are bonded at a site (B11)."""
    return popcount(int(state.marks[site]))
