"""What must hold after every action of Dömidög, as a template bound to the game and compiled."""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.domidog.rules.actions import ACTIONS, FIRST, FORK, MAX_ACTIONS
from offleash.games.domidog.rules.record import CHAIN, ENDS, HAND, NO_HALF, SEATS, SUPPLY
from offleash.games.tiles.rules.dogs import BASE_TILES, HALVES, TILES

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any

LONGEST = 400  # actions of a game: 36 tiles dealt or drawn, as many laid, and passes between

FINE = 0
LOST_TILE, WRONG_COUNT, WRONG_ENDS, WRONG_CHAIN, BAD_LIST, STATE_TOUCHED, NO_END = range(1, 8)
NAMES = (
    "fine",
    "hands, supply and chain do not add up",
    "a count of tiles is wrong",
    "there are not two open ends",
    "the chain is not as long as the plays made",
    "the list of actions is empty, unsorted or out of range",
    "listing actions changed the position",
    "the game does not end",
)


@kernel
def check_tiles(state, options):
    """Hands + supply + chain = 28 or 36, and the open counts tell the truth."""
    whole = TILES if options.extra_tiles or options.players > 2 else BASE_TILES
    supply = count = hands = 0  # a byte of `hands` for each seat
    for tile in range(TILES):
        place = int(state.where[tile])
        supply += place == SUPPLY
        count += place >= SUPPLY
        if place >= HAND:
            hands += 1 << (8 * (place - HAND))
    if supply != state.supply_left:
        return WRONG_COUNT
    for seat in range(SEATS):
        if (hands >> (8 * seat)) & 255 != state.held[seat]:
            return WRONG_COUNT
    return FINE if count == whole else LOST_TILE


@kernel
def closed_halves(state, half_index):
    """Of the first or of the second half of each tile: a bit if it has a neighbour or a house."""
    mask = 0
    for tile in range(TILES):
        parent = int(state.parent[tile])
        if state.where[tile] == CHAIN and parent != NO_HALF:
            mask |= int(parent % HALVES == half_index) << (parent // HALVES)
            mask |= int(state.joint[tile] == half_index) << tile
    for seat in range(SEATS):
        half = int(state.house[seat])
        if half >= 0 and half % HALVES == half_index:
            mask |= 1 << (half // HALVES)
    return mask


@kernel
def check_ends(state):
    """Two halves of the chain have neither a neighbour nor a house, and they are the ends (M4)."""
    if state.end[0] == NO_HALF:
        return FINE
    loose = 0
    for half_index in range(HALVES):
        mask = closed_halves(state, half_index)
        for tile in range(TILES):
            if state.where[tile] == CHAIN and not (mask >> tile) & 1:
                loose += 1
                half = tile * HALVES + half_index
                if half != state.end[0] and half != state.end[1]:
                    return WRONG_ENDS
    return FINE if loose == ENDS else WRONG_ENDS


@kernel
def count_plays(counted):
    """Tiles laid so far, in this game and those before it."""
    plays = 0
    for seat in range(SEATS):
        plays += counted.plays[seat]
    return plays


@kernel
def check_chain(state, laid):
    """As many tiles in the chain as laid."""
    length = 0
    for tile in range(TILES):
        length += state.where[tile] == CHAIN
    return FINE if laid == length else WRONG_CHAIN


@kernel
def check_list(out, n, by_chance):
    """Not empty, ascending, each once, of the right kind and within the proved bound."""
    if n <= 0 or n > MAX_ACTIONS:
        return BAD_LIST
    for i in range(n):
        chance = out[i] >= FIRST and out[i] < FORK
        if out[i] < 0 or out[i] >= ACTIONS or chance != by_chance:
            return BAD_LIST
        if i > 0 and out[i] <= out[i - 1]:
            return BAD_LIST
    return FINE


@kernel
def play_checked(states, words, options, work, counted, rng, out, chances, counts, seed, game):
    """Plays one random game and checks after every action; returns the first fault."""
    seed_streams(rng, seed, game)
    state = states[0]
    for i in range(words.shape[1]):
        words[0, i] = 0
    setup(state, options)
    earlier = count_plays(counted)
    for _ in range(LONGEST):
        seat = actor(state)
        if seat == OVER:
            return FINE
        for i in range(words.shape[1]):
            words[1, i] = words[0, i]
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(rng, stream(state), chances, n)])
        else:
            n = legal_actions(state, options, work, out)
            action = int(out[below(rng, 8 + seat, n)])
        fault = check_list(out, n, seat == CHANCE)
        for i in range(words.shape[1]):
            if words[1, i] != words[0, i]:
                fault = STATE_TOUCHED
        apply(state, options, work, action, counted)
        counts[0] += 1
        counts[1] += action >= FORK
        fault = max(fault, check_tiles(state, options))
        fault = max(fault, check_ends(state))
        fault = max(fault, check_chain(state, count_plays(counted) - earlier))
        if fault != FINE:
            return fault
    return NO_END


@kernel
def play_series(
    states, words, options, work, counted, rng, out, chances, counts, seed, first, games
):
    """Plays games one after the other; counts[2] is the one in which a fault was found."""
    for game in range(first, first + games):
        counts[2] = game
        fault = play_checked(
            states, words, options, work, counted, rng, out, chances, counts, seed, game
        )
        if fault != FINE:
            return fault
    return FINE
