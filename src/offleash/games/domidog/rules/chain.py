"""The chain: its ends, what may be laid where, and forks."""

import numpy as np

from offleash.games.domidog.rules.actions import PLAY, SPOTS, fork_of
from offleash.games.domidog.rules.record import (
    AT_HAND,
    CHAIN,
    ENDS,
    HAND,
    NO_DOUBLE,
    NO_HALF,
    SEATS,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED, BREEDS, HALVES, TILES

# Whether a breed is on a tile, and what is on it as bits: its breeds, and NO_DOUBLE for a double.
BEARS = np.array([[breed in BREED[tile] for tile in range(TILES)] for breed in range(BREEDS)])
BITS = np.array([1 << a | 1 << b | (NO_DOUBLE if a == b else 0) for a, b in BREED.tolist()])
DOUBLES = np.array([tile for tile in range(TILES) if BREED[tile, 0] == BREED[tile, 1]])


@rule.inline
def dog_at(half):
    """Return the breed on a half, which is tile * 2 + 0 or 1."""
    return BREED[half // HALVES, half % HALVES]


@rule.inline
def end_bits(state):
    """Return the breeds at the two ends, as bits (M4)."""
    return (1 << dog_at(int(state.end[0]))) | (1 << dog_at(int(state.end[1])))


@rule
def are_ends_equal(state):
    """Return whether both ends have the same dog."""
    return dog_at(int(state.end[0])) == dog_at(int(state.end[1]))


@rule
def can_lay(state, seat):
    """Return whether a seat has a tile for an end (M4, M5)."""
    wanted = end_bits(state)
    found = 0
    for tile in range(TILES):
        found |= (state.where[tile] == HAND + seat) & ((BITS[tile] & wanted) != 0)
    return found != 0


@rule
def list_plays(state, seat, out):
    """List every way to lay a tile to an end, dog to equal dog (M4)."""
    n = 0
    for end in range(ENDS):
        breed = dog_at(int(state.end[end]))
        for tile in range(TILES):
            out[n] = PLAY + end * TILES + tile
            n += (state.where[tile] == HAND + seat) & BEARS[breed, tile]
    return n


@rule.inline
def is_shut(state, half):
    """Return whether a house lies on this half (M11)."""
    shut = False
    for seat in range(SEATS):
        shut |= state.house[seat] == half
    return shut


@rule.inline
def is_inner(state, half):
    """Return whether a half is neither an open end nor under a house: it has a neighbour (M9)."""
    if state.where[half // HALVES] != CHAIN or half == state.end[0] or half == state.end[1]:
        return False
    return not is_shut(state, half)


@rule
def list_spots(state, work):
    """List into `work.spot` every half that a fork may start at; return how many (M9)."""
    n = 0
    for half in range(SPOTS):
        if is_inner(state, half):
            work.spot[n] = half
            n += 1
    return n


@rule
def list_forks(state, work, seat, out, n):
    """List forks: a house on either end, a tile to any inner half of another tile (M7, M8, M9)."""
    spots = list_spots(state, work)
    for end in range(ENDS if spots > 0 else 0):
        housed = int(state.end[end]) // HALVES
        for tile in range(TILES):
            if state.where[tile] != HAND + seat:
                continue
            for i in range(spots):
                spot = int(work.spot[i])
                out[n] = fork_of(end, tile, spot)
                n += BEARS[dog_at(spot), tile] & (spot // HALVES != housed)
    return n


@rule
def list_distinct_forks(state, work, seat, out, n):
    """List forks, one of all that lay a tile to equal dogs: where a dog is says nothing."""
    spots = list_spots(state, work)
    for end in range(1 if are_ends_equal(state) else ENDS):
        housed = int(state.end[end]) // HALVES
        met = 0
        for i in range(spots):
            spot = int(work.spot[i])
            breed = dog_at(spot)
            if spot // HALVES == housed or ((met >> breed) & 1) != 0:
                continue
            met |= 1 << breed
            for tile in range(TILES):
                out[n] = fork_of(end, tile, spot)
                n += BEARS[breed, tile] & (state.where[tile] == HAND + seat)
    return n


@rule
def has_house(state, seat):
    """Return whether a player still has her house: each may fork once a game (M7)."""
    return state.house[seat] == AT_HAND


@rule
def lay_first(state, tile):
    """Lay the first tile; its first dog is the left end (M4)."""
    state.where[tile] = CHAIN
    for end in range(ENDS):
        state.end[end] = tile * HALVES + end


@rule
def lay_to(state, end, tile, half):
    """Lay a tile to a half of the chain; its free half takes the name of that end (M4)."""
    joint = 0 if BREED[tile, 0] == dog_at(half) else 1
    state.where[tile] = CHAIN
    state.parent[tile] = half
    state.joint[tile] = joint
    state.end[end] = tile * HALVES + 1 - joint


@rule
def clear_chain(state):
    """Clear the chain: nothing is laid, and all houses are at hand."""
    for tile in range(TILES):
        state.parent[tile] = NO_HALF
    for end in range(ENDS):
        state.end[end] = NO_HALF
    for seat in range(SEATS):
        state.house[seat] = AT_HAND
