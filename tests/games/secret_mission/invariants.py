"""What must hold after every action of Secret Mission, as a template bound to the game."""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import CHOICES, below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.secret_mission.rules.actions import ACTIONS, MAX_ACTIONS, PLACE
from offleash.games.secret_mission.rules.record import SEATS
from offleash.games.tiles.rules.dogs import BREED, BREEDS, NO_TILE, TILES
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, OFF_TABLE, REACH, SIDE, STEP

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any

MOST_STEPS = 80  # a lot, four missions, and at most 34 tiles that are drawn and laid

FINE = 0
NAMES = (
    "fine",
    "a tile is in two places or nowhere",
    "a count of tiles is wrong",
    "a mission is a double, or of nobody",
    "a tile is not where it was laid",
    "a tile lies on another or off the grid",
    "a tile touches none that lay there",
    "the list of actions is empty, unsorted or out of range",
    "listing actions changed the position",
    "the end is not that of all tiles but the missions",
    "the final tiles are not in order of play",
    "a score is out of bounds",
    "not exactly one has won, with the lowest score",
    "the game does not end",
)
(
    TWO_PLACES,
    WRONG_COUNT,
    BAD_MISSION,
    MOVED,
    OVERLAP,
    ALONE,
    BAD_LIST,
    STATE_TOUCHED,
    BAD_END,
    BAD_ORDER,
    BAD_SCORE,
    BAD_WINNER,
    ENDLESS,
) = range(1, len(NAMES))


@kernel
def check_tiles(state):
    """Each tile is on the table, held by one, or in the supply, and all counts are right."""
    mask, count = 0, 0
    for tile in range(TILES):
        lies = state.cell[tile] != OFF_TABLE
        mask |= lies << tile
        count += lies
    for seat in range(SEATS):
        mission, playing = int(state.mission[seat]), int(state.playing[seat])
        if mission >= 0:
            if BREED[mission, 0] == BREED[mission, 1] or seat >= state.players:
                return BAD_MISSION
            if (mask >> mission) & 1:
                return TWO_PLACES
            mask |= 1 << mission
        if playing >= 0:
            if mission == NO_TILE or (mask >> playing) & 1:
                return TWO_PLACES
            mask |= 1 << playing
    if mask >> int(state.tiles):
        return TWO_PLACES
    return FINE if count == state.laid else WRONG_COUNT


@kernel
def half_cell(state, tile, half):
    """Where a half of a tile on the table lies."""
    return int(state.cell[tile]) + half * STEP[int(state.way[tile])]


@kernel
def are_near(cell, other):
    """Whether two cells touch."""
    apart = abs(cell - other)
    return (apart == STEP[0]) | (apart == STEP[1]) | (apart == -STEP[2])


@kernel
def check_table(states, tile):
    """The tile just laid: on free cells of the grid, touching another; all others stayed.

    By induction, then, nothing ever overlaps and all that lies hangs together.
    """
    state, before = states[0], states[1]
    if state.cell[tile] == OFF_TABLE:
        return MOVED
    if BREED[tile, 0] == BREED[tile, 1] and state.way[tile] >= HALF_WAYS:
        return OVERLAP
    touches = state.laid == 1 and state.cell[tile] == CENTRE and state.way[tile] == 0
    for half in range(2):
        cell = half_cell(state, tile, half)
        column, row = cell // SIDE - REACH, cell % SIDE - REACH
        if max(abs(column), abs(row)) >= 2 * int(state.laid):
            return OVERLAP
        for other in range(int(state.tiles)):
            if other != tile and state.cell[other] != OFF_TABLE:
                one, two = half_cell(state, other, 0), half_cell(state, other, 1)
                if cell == one or cell == two:
                    return OVERLAP
                touches |= are_near(one, cell) | are_near(two, cell)
    for other in range(TILES):
        is_moved = state.cell[other] != before.cell[other] or state.way[other] != before.way[other]
        if other != tile and is_moved:
            return MOVED
    return FINE if touches else ALONE


@kernel
def check_list(out, n, low, high):
    """Not empty, ascending, each once, within its range and the proved bound."""
    if n <= 0 or n > MAX_ACTIONS:
        return BAD_LIST
    for i in range(n):
        if out[i] < low or out[i] >= high or (i > 0 and out[i] <= out[i - 1]):
            return BAD_LIST
    return FINE


@kernel
def check_end(state, options, counted, shares):
    """All but the missions lie; scores are within bounds, and the lowest one has won."""
    players, tiles = int(state.players), int(state.laid)
    halves, most = 0, 7 if state.tiles == 28 else 8
    for tile in range(TILES):
        halves += 2 * (state.cell[tile] != OFF_TABLE)
    if halves != 2 * (int(state.tiles) - players) or tiles * 2 != halves:
        return BAD_END
    for breed in range(BREEDS if state.tiles == 36 else BREEDS - 1):
        if counted.largest[breed] < 2 or counted.groups[breed] < 1:
            return BAD_SCORE
    returns(state, options, shares)
    lowest, winner, winners = most * most, -1, 0
    for seat in range(players):
        score, turn = counted.score[seat], (int(state.starter) - seat) % players
        if state.playing[seat] != NO_TILE:
            return BAD_END
        if score < 4 or score > most * most:
            return BAD_SCORE
        # The last placement of who plays at this point of the round.
        if state.last[seat] != tiles - (tiles - 1 - turn) % players:
            return BAD_ORDER
        lowest = min(lowest, score)
        if shares[seat] > 0.5:
            winner, winners = seat, winners + 1
    if winners != 1 or counted.score[winner] != lowest:
        return BAD_WINNER
    for seat in range(players):
        if counted.score[seat] == lowest and state.last[seat] < state.last[winner]:
            return BAD_WINNER
    return FINE


@kernel
def play_checked(states, words, options, work, counted, rng, out, chances, shares, counts):
    """Plays one random game and checks after every action; returns the first fault.

    counts[0] adds up the actions, counts[1] the games that came to their end.
    """
    state = states[0]
    for _ in range(MOST_STEPS):
        seat = actor(state)
        if seat == OVER:
            counts[1] += 1
            return check_end(state, options, counted, shares)
        for i in range(words.shape[1]):
            words[1, i] = words[0, i]
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            fault = check_list(out, n, 0, PLACE)
            action = int(out[pick(rng, stream(state), chances, n)])
            tile = NO_TILE
        else:
            n = legal_actions(state, options, work, out)
            fault = check_list(out, n, PLACE, ACTIONS)
            action = int(out[below(rng, CHOICES + seat, n)])
            tile = int(state.playing[seat])
        for i in range(words.shape[1]):
            if words[1, i] != words[0, i]:
                fault = STATE_TOUCHED
        apply(state, options, work, action, counted)
        counts[0] += 1
        fault = max(fault, check_tiles(state))
        if tile != NO_TILE:
            fault = max(fault, check_table(states, tile))
        if fault != FINE:
            return fault
    return ENDLESS


@kernel
def play_many(
    states, words, variants, rows, works, tallies, rng, out, chances, shares, counts, seed, steps
):
    """Game after game, until so many steps are checked or there is a fault, which it returns.

    counts[2] is the number of the last game.
    """
    fault, game = FINE, -1
    while fault == FINE and counts[0] < steps:
        game += 1
        options = variants[rows[game % rows.shape[0]]]
        seed_streams(rng, seed, game)
        setup(states[0], options)
        fault = play_checked(
            states, words, options, works[0], tallies[0], rng, out, chances, shares, counts
        )
    counts[2] = game
    return fault
