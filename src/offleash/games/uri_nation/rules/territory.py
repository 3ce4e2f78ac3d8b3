"""Territories: who holds them, which hang together, how many disks are left."""

from offleash.compiler.rules.bits import popcount
from offleash.games.uri_nation.rules.bits import has, lowest
from offleash.games.uri_nation.rules.places import HOMES, MOST_SITES
from offleash.games.uri_nation.rules.record import NO_QUARRY, NOBODY_THERE, NONE, SEATS, rule


@rule.inline
def owner_of(state, options, territory):
    """Return whose disk lies on a territory, or NOBODY_THERE."""
    for seat in range(options.seats):
        if has(int(state.owned[seat]), territory):
            return seat
    return NOBODY_THERE


@rule.inline
def held_count(state, seat):
    """Return how many territories a seat has; homes are none (E23, T13)."""
    return popcount(int(state.owned[seat]))


@rule.inline
def all_owned(state):
    """Return every territory with a disk."""
    return int(state.owned[0] | state.owned[1] | state.owned[2] | state.owned[3])


@rule
def group_around(options, own, territory):
    """Return the territories of one owner connected with one of them, as bits (A4, A5)."""
    group = 1 << territory
    fresh = group
    while fresh != 0:
        reached = int(options.adjacent[lowest(fresh)]) & own & ~group
        group |= reached
        fresh = fresh & (fresh - 1) | reached
    return group


@rule
def is_clustered(state, options, territory):
    """Return whether the defender's group with the target is large enough for ties (C6, C7)."""
    seat = owner_of(state, options, territory)
    return popcount(group_around(options, int(state.owned[seat]), territory)) >= options.cluster_min


@rule
def take_territory(state, options, seat, territory):
    """Lay a disk; whoever holds a territory is housebound no more (E7, T7)."""
    state.owned[seat] |= 1 << territory
    state.fort[territory] = 0
    state.has_held |= 1 << seat
    state.empty_turns[seat] = 0


@rule
def empty_territory(state, options, territory):
    """Give disk and fortify tokens back to the supply (C9, C15)."""
    for seat in range(options.seats):
        state.owned[seat] &= ~(1 << territory)
    state.fort[territory] = 0


@rule
def has_large_disk(state, options, seat):
    """Return whether the supply has a large disk of this colour left (E22)."""
    if options.supply_large == NONE:
        return True
    laid = held_count(state, seat)
    for home in range(HOMES):
        laid += state.home_disk[home] == seat
    return laid < options.supply_large


@rule
def own_fort(state, options, seat):
    """Return how many fortify tokens of a seat are on the board, its home's included (T9)."""
    tokens = 0
    for territory in range(options.territories):
        if has(int(state.owned[seat]), territory):
            tokens += int(state.fort[territory])
    home = int(state.home[seat])
    if state.home_disk[home] == seat:
        tokens += int(state.home_fort[home])
    return tokens


@rule
def has_small_disk(state, options, seat):
    """Return whether the supply has a small disk of this colour left (E22)."""
    if options.supply_small == NONE:
        return True
    laid = own_fort(state, options, seat)
    for site in range(MOST_SITES):
        laid += has(int(state.marks[site]), seat)
    return laid < options.supply_small


@rule
def forget_challenge(state):
    """Forget the challenge: none is under way."""
    state.quarry = NO_QUARRY
    state.target = 0
    state.clustered = 0
    state.bids[0] = NONE
    state.bids[1] = NONE


@rule.inline
def seat_bits(options):
    """Return all seats that play, as bits."""
    return (1 << options.seats) - 1


@rule
def leaders(state, options):
    """Return every seat tied for most territories, as bits (N14)."""
    most = 0
    for seat in range(options.seats):
        most = max(most, held_count(state, seat))
    mask = 0
    for seat in range(SEATS):
        if seat < options.seats and held_count(state, seat) == most:
            mask |= 1 << seat
    return mask
