"""What must hold after every action of Puppy Park, as a template bound to the game and compiled.

The table is kept a second time, cell by cell, as the actions say: `dogs` has the breed of each
cell, `heights` how many dogs are on it, `tops` the uppermost tile.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.puppy_park.rules.actions import ACTIONS, FIRST, HOUSE, MAX_ACTIONS, PASS, PLACE
from offleash.games.puppy_park.rules.record import (
    AT_HAND,
    BOXED,
    GONE,
    HALVES_SHAPE,
    HAND,
    ONE_HEX,
    PICKING,
    POOP_RULES,
    SEATS,
    STOCK,
    TABLE,
    TREE_POOP,
)
from offleash.games.tiles.rules.dogs import BASE_TILES, BREED, TILES
from offleash.games.tiles.rules.hexes import (
    CENTRE,
    FURTHEST,
    OFF_TABLE,
    STEP,
    WAY_Q,
    WAY_R,
    WAYS,
    cell_at,
    q_of,
    r_of,
)

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any

ARRAYS = {"dogs": ("int8", 1), "heights": ("int8", 1), "tops": ("int8", 1)}
EMPTY, NO_DOG, POOP = -1, -2, -3  # what `dogs` has besides breeds

# What `counts` has, over all games; then how often each has put down a house in this one.
STEPS, GAMES, PLACED, HOUSES = range(4)
LONGEST = 1000  # actions of a game

FINE = 0
WRONG_COUNT, BAD_TILE, BAD_GROUND, BAD_STACK, TOO_HIGH, OFF_GRID, BY_A_POOP = range(1, 8)
BAD_HOUSE, BAD_PASS, BAD_TALLY, BAD_END, BAD_LIST, STATE_TOUCHED = range(8, 14)
NAMES = (
    "fine",
    "a count of tiles is wrong",
    "a tile is neither on the table nor off it",
    "a piece on the ground covers another or touches none",
    "a tile does not lie on two dogs of its breeds, of two tiles and equally high",
    "a cell is higher than its breed has tiles",
    "a tile lies further out than was proved",
    "a dog lies next to a poop under poop rules",
    "a house was not put on a dog that can be seen, or used twice",
    "a pass was not forced, or is counted wrong",
    "the tally does not add up",
    "the game is over too early, or the shares do not make one win",
    "the list of actions is empty, unsorted or out of range",
    "listing actions changed the position",
)


@kernel
def check_tiles(state, options):
    """Hands, table and stock are the whole set, and only tiles on the table have a place."""
    total = TILES if options.extra_tiles else BASE_TILES
    stock = 0
    for tile in range(TILES):
        location = int(state.where[tile])
        if (location == BOXED) != (tile >= total) or location >= HAND + state.players:
            return WRONG_COUNT
        stock += location == STOCK
        if (location == TABLE) != (state.cell[tile] != OFF_TABLE):
            return BAD_TILE
        if location != TABLE and (state.way[tile] != 0 or state.level[tile] != 0):
            return BAD_TILE
    return FINE if stock == state.stock_left else WRONG_COUNT


@kernel
def check_heights(state, heights):
    """The levels in the record add up to the heights: two dogs for each tile laid."""
    total, tiles = 0, 0
    for tile in range(TILES):
        if state.where[tile] == TABLE:
            tiles += 1
            for half in range(2):
                cell = int(state.cell[tile]) + half * STEP[int(state.way[tile])]
                total += 1
                if state.level[tile] >= heights[cell]:
                    return BAD_STACK
    return FINE if total == 2 * tiles else WRONG_COUNT


@kernel
def touches(cell, dogs):
    """Whether something lies next to a cell."""
    for way in range(WAYS):
        if dogs[cell + STEP[way]] != EMPTY:
            return True
    return False


@kernel
def is_by_poop(cell, dogs):
    """Whether a poop lies next to a cell."""
    for way in range(WAYS):
        if dogs[cell + STEP[way]] == POOP:
            return True
    return False


@kernel
def check_reach(state, cell):
    """Each piece reaches at most two cells further out than those before it."""
    pieces = 0
    for tile in range(TILES):
        pieces += state.where[tile] == TABLE
    for seat in range(SEATS):
        pieces += state.tp_cell[seat] >= 0
    q, r = q_of(cell), r_of(cell)
    away = max(abs(q), abs(r), abs(q + r))
    return FINE if away <= 2 * pieces - 1 and away <= FURTHEST else OFF_GRID


@kernel
def follow_tile(state, options, tile, dogs, heights, tops):
    """A tile that has just been laid fits on what lay there before; then it lies there."""
    cell, way, level = int(state.cell[tile]), int(state.way[tile]), int(state.level[tile])
    other = cell_at(q_of(cell) + WAY_Q[way], r_of(cell) + WAY_R[way])
    first, second = BREED[tile, 0], BREED[tile, 1]
    is_opening = dogs[CENTRE] == EMPTY
    if way >= 3 and first == second:
        return BAD_TILE
    if level == 0:
        if dogs[cell] != EMPTY or dogs[other] != EMPTY:
            return BAD_GROUND
        if not is_opening and not touches(cell, dogs) and not touches(other, dogs):
            return BAD_GROUND
    elif dogs[cell] != first or dogs[other] != second or tops[cell] == tops[other]:
        return BAD_STACK
    if heights[cell] != level or heights[other] != level:
        return BAD_STACK
    if state.declared == POOP_RULES and (is_by_poop(cell, dogs) or is_by_poop(other, dogs)):
        return BY_A_POOP
    dogs[cell], dogs[other] = first, second
    heights[cell] += 1
    heights[other] += 1
    tops[cell] = tops[other] = tile
    if level + 1 > (8 if options.extra_tiles else 7):
        return TOO_HIGH
    return max(check_reach(state, cell), check_reach(state, other))


@kernel
def follow_tree_poop(state, options, seat, dogs):
    """A tree-poop tile lies on empty cells, next to something."""
    cell, way = int(state.tp_cell[seat]), int(state.tp_way[seat])
    other = cell if options.tp_shape == ONE_HEX else cell + STEP[way]
    if dogs[cell] != EMPTY or dogs[other] != EMPTY:
        return BAD_GROUND
    if not touches(cell, dogs) and not touches(other, dogs):
        return BAD_GROUND
    dogs[cell] = NO_DOG if options.tp_shape == HALVES_SHAPE else POOP
    dogs[other] = POOP
    return max(check_reach(state, cell), check_reach(state, other))


@kernel
def check_houses(states, counts, dogs):
    """A house goes from its player onto a dog without one, or from a dog out of the game."""
    state, before = states[0], states[1]
    for seat in range(SEATS):
        old, new = int(before.house[seat]), int(state.house[seat])
        if counts[HOUSES + seat] > (new != AT_HAND):
            return BAD_HOUSE
        if old == new:
            continue
        if old == GONE or new == AT_HAND or (old == AT_HAND and (new < 0 or dogs[new] < 0)):
            return BAD_HOUSE
        for other in range(SEATS):
            if old == AT_HAND and before.house[other] == new:
                return BAD_HOUSE
    return FINE


@kernel
def pieces_laid(counted):
    """Pieces laid by options a, b, c and e, as the tally has it."""
    count = 0
    for seat in range(SEATS):
        count += counted.two_pairs[seat] + counted.stacks[seat] + counted.plain[seat]
        count += counted.tree_poops[seat]
    return count


@kernel
def check_turn(states, counted, action, n, expected):
    """Passes are forced and counted, and every piece placed is in the tally."""
    state, before = states[0], states[1]
    if action == PASS and (n != 1 or state.passes != before.passes + 1):
        return BAD_PASS
    if state.passes > state.players or (action >= PLACE and state.passes != 0):
        return BAD_PASS
    if pieces_laid(counted) != expected:
        return BAD_TALLY
    is_same_seat = state.seat == before.seat
    if before.phase >= PICKING and state.phase == PICKING and is_same_seat and action < PLACE:
        return BAD_PASS
    return FINE


@kernel
def check_end(state, options, shares):
    """Somebody has no dogs left or all are stuck, and one win is shared."""
    returns(state, options, shares)
    total, fewest = 0.0, TILES
    for seat in range(int(state.players)):
        total += shares[seat]
        dogs = 0
        for tile in range(TILES):
            dogs += state.where[tile] == HAND + seat
        fewest = min(fewest, dogs)
    is_over = fewest == 0 or state.passes == state.players
    return FINE if is_over and abs(total - 1.0) < 1e-9 else BAD_END


@kernel
def check_list(out, n, low, high):
    """Not empty, ascending, each once, within its range and the proved bound."""
    if n <= 0 or n > MAX_ACTIONS or out[0] < low or out[n - 1] >= high:
        return BAD_LIST
    falls = 0
    for i in range(1, n):
        falls += out[i] <= out[i - 1]
    return FINE if falls == 0 else BAD_LIST


@kernel
def follow(states, options, action, dogs, heights, tops):
    """Keeps the second table in step with what was laid."""
    state, before = states[0], states[1]
    fault = FINE
    for tile in range(TILES):
        if state.where[tile] == TABLE and before.where[tile] != TABLE:
            fault = max(fault, follow_tile(state, options, tile, dogs, heights, tops))
            fault = max(fault, check_heights(state, heights))
    if before.picked == TREE_POOP and action >= PLACE:
        fault = max(fault, follow_tree_poop(state, options, int(before.seat), dogs))
    return fault


@kernel
def clear_away(state, options, dogs, heights):
    """The second table is empty again."""
    for tile in range(TILES):
        if state.where[tile] == TABLE:
            cell = int(state.cell[tile])
            other = cell + STEP[int(state.way[tile])]
            dogs[cell] = dogs[other] = EMPTY
            heights[cell] = heights[other] = 0
    for seat in range(SEATS):
        cell = int(state.tp_cell[seat])
        if cell >= 0:
            dogs[cell] = EMPTY
            if options.tp_shape != ONE_HEX:
                dogs[cell + STEP[int(state.tp_way[seat])]] = EMPTY


@kernel
def begin(states, words, options, counts):
    """A new game: counts[HOUSES + seat] says how often each has put down a house in it."""
    for i in range(words.shape[1]):
        words[0, i] = 0
    for seat in range(SEATS):
        counts[HOUSES + seat] = 0
    setup(states[0], options)


@kernel
def step(states, words, options, work, counted, rng, out, chances, counts, dogs, heights, tops):
    """One action at random, and all that must hold after it."""
    state = states[0]
    seat = actor(state)
    for i in range(words.shape[1]):
        words[1, i] = words[0, i]
    if seat == CHANCE:
        n = chance_outcomes(state, options, out, chances)
        fault = check_list(out, n, FIRST, PLACE)
        action = out[pick(rng, stream(state), chances, n)]
    else:
        n = legal_actions(state, options, work, out)
        fault = check_list(out, n, 0, ACTIONS)
        action = out[below(rng, 8 + seat, n)]
    for i in range(words.shape[1]):
        if words[1, i] != words[0, i]:
            fault = STATE_TOUCHED
    apply(state, options, work, action, counted)
    if seat == CHANCE and state.stock_left > 0:
        return fault
    fault = max(fault, check_tiles(state, options))
    counts[PLACED] += action >= PLACE and action < HOUSE
    if action >= HOUSE:
        counts[HOUSES + seat] += 1
    fault = max(fault, follow(states, options, action, dogs, heights, tops))
    if seat != CHANCE:
        fault = max(fault, check_houses(states, counts, dogs))
        fault = max(fault, check_turn(states, counted, action, n, counts[PLACED]))
    return fault


@kernel
def play_checked(
    states,
    words,
    variants,
    rows,
    work,
    counted,
    rng,
    out,
    chances,
    shares,
    counts,
    dogs,
    heights,
    tops,
    seed,
    steps,
):
    """Plays random games and checks after every action, so many in all; returns the first fault."""
    while counts[STEPS] < steps:
        options = variants[rows[counts[GAMES] % rows.shape[0]]]
        seed_streams(rng, seed, counts[GAMES])
        begin(states, words, options, counts)
        before = counts[STEPS]
        while actor(states[0]) != OVER:
            fault = step(
                states,
                words,
                options,
                work,
                counted,
                rng,
                out,
                chances,
                counts,
                dogs,
                heights,
                tops,
            )
            counts[STEPS] += 1
            if fault != FINE:
                return fault
            if counts[STEPS] - before > LONGEST:
                return BAD_END
        fault = check_end(states[0], options, shares)
        if fault != FINE:
            return fault
        clear_away(states[0], options, dogs, heights)
        counts[GAMES] += 1
    return FINE
