"""The course of a game of Puppy Park: dealing, turns of tile, place and house, the end.

With `lawn` and `placing` this is the whole rulebook; the contract's functions stand here.
"""

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.puppy_park.rules.actions import (
    DEAL,
    FIRST,
    HOUSE,
    NO_HOUSE,
    PASS,
    PICK,
    PICK_POOP,
    PICK_TREE,
    PLACE,
)
from offleash.games.puppy_park.rules.lawn import height_at, is_bare, paint_around
from offleash.games.puppy_park.rules.placing import (
    list_houses,
    list_picks,
    list_places,
    makes_two_pairs,
)
from offleash.games.puppy_park.rules.record import (
    AT_HAND,
    BY_PAIRS,
    BY_STACK,
    BY_TREE_POOP,
    DEALING,
    FEWEST,
    FINISHED,
    GONE,
    HAND,
    HOUSING,
    NOTHING_PICKED,
    PICKING,
    PLACING,
    PLAINLY,
    POOP_RULES,
    SEATS,
    STARTING,
    STOCK,
    TABLE,
    TREE_POOP,
    TREE_RULES,
    UNDECLARED,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED, TILES, tiles_in
from offleash.games.tiles.rules.hexes import CENTRE, OFF_TABLE, STEP, WAYS

DECK, LOT = 0, 1  # random streams


@rule
def seats(options):
    """Return how many play: two to four."""
    return int(options.players)


@rule
def setup(state, options):
    """Lay out all tiles to be dealt, and what the modules give to each player (N4)."""
    players = int(options.players)
    total = tiles_in(int(options.extra_tiles))
    for tile in range(TILES):
        state.cell[tile] = OFF_TABLE
        if tile < total:
            state.where[tile] = STOCK
    for seat in range(SEATS):
        has_house = seat < players and (players == 2 or options.houses34 != 0)
        has_tree_poop = seat < players and options.tree_poop != 0
        state.house[seat] = AT_HAND if has_house else GONE
        state.tp_cell[seat] = AT_HAND if has_tree_poop else GONE
    state.players = players
    state.stock_left = total
    state.picked = NOTHING_PICKED
    state.phase = DEALING


@rule
def actor(state):
    """Return who acts: the deal and the lot, then whose turn it is, until the game is over."""
    if state.phase == FINISHED:
        return OVER
    if state.phase <= STARTING:
        return CHANCE
    return int(state.seat)


@rule
def stream(state):
    """Return the random stream: the tiles and the lot have one each."""
    return DECK if state.phase == DEALING else LOT


@rule
def chance_outcomes(state, options, out, chances):
    """List any tile that is left, or any seat, each as likely (P21)."""
    n = 0
    if state.phase == STARTING:
        for seat in range(int(state.players)):
            out[n] = FIRST + seat
            chances[n] = 1
            n += 1
        return n
    for tile in range(TILES):
        out[n] = DEAL + tile
        chances[n] = 1
        n += state.where[tile] == STOCK
    return n


@rule
def legal_actions(state, options, work, out):
    """List tiles, their places, perhaps houses; a pass where there is nothing else (P9, P12)."""
    if state.phase == PLACING:
        return list_places(state, options, work, out)
    if state.phase == HOUSING:
        return list_houses(state, options, work, out)
    n = list_picks(state, options, work, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@rule
def dogs_left(state, seat):
    """Return how many dog tiles a player still has."""
    count = 0
    for tile in range(TILES):
        count += state.where[tile] == HAND + seat
    return count


@rule
def is_out(state, options, seat):
    """Return whether a player has laid all that counts (P10, P11)."""
    if options.tp_must_be_played and state.tp_cell[seat] == AT_HAND:
        return False
    return dogs_left(state, seat) == 0


@rule
def lay_tile(state, tile, cell, way, level):
    """Put a tile on the table."""
    state.where[tile] = TABLE
    state.cell[tile] = cell
    state.way[tile] = way
    state.level[tile] = level
    state.passes = 0


@rule
def open_play(state, seat):
    """Begin the first turn (P21)."""
    state.starter = seat
    state.seat = seat
    state.phase = PICKING


@rule
def deal_tile(state, options, tile):
    """Deal a tile to each in turn; one left over at the end lies in the centre (P20, P21)."""
    players = int(state.players)
    total = tiles_in(int(options.extra_tiles))
    state.where[tile] = HAND + (total - int(state.stock_left)) % players
    state.stock_left -= 1
    if state.stock_left == 1 and (total - 1) % players == 0:
        for left in range(TILES):
            if state.where[left] == STOCK:
                lay_tile(state, left, CENTRE, 0, 0)
        state.stock_left = 0
    if state.stock_left > 0:
        return
    if options.starter >= 0 and options.starter < players:
        open_play(state, int(options.starter))
    else:
        state.phase = STARTING


@rule
def end_turn(state, tally):
    """Go on to the next player's turn."""
    if tally is not None:
        tally.turns[int(state.seat)] += 1
        tally.running = 0
    state.picked = NOTHING_PICKED
    state.phase = PICKING
    state.seat = (int(state.seat) + 1) % int(state.players)


@rule
def finish(state, tally):
    """End the game at once (P10)."""
    if tally is not None:
        tally.turns[int(state.seat)] += 1
    state.picked = NOTHING_PICKED
    state.phase = FINISHED


@rule
def pick_piece(state, options, action, tally):
    """Pick a piece to be placed; the first tile lies in the centre at once (P19, P20)."""
    if action < PICK + TREE_POOP:
        if is_bare(state):
            open_table(state, options, action - PICK, tally)
            return
        state.picked = action - PICK
    else:
        state.picked = TREE_POOP
        if action == PICK_POOP or action == PICK_TREE:
            declare(state, POOP_RULES if action == PICK_POOP else TREE_RULES, tally)
    state.phase = PLACING


@rule
def declare(state, rules, tally):
    """Declare what holds for all tree-poop tiles from now on (P19)."""
    state.declared = rules
    if tally is not None:
        tally.poop_rules[int(state.seat)] += rules == POOP_RULES
        tally.tree_rules[int(state.seat)] += rules == TREE_RULES


@rule
def open_table(state, options, tile, tally):
    """Open with the first tile: no pairs, no house, and the turn passes (P7, P20)."""
    lay_tile(state, tile, CENTRE, 0, 0)
    if tally is not None:
        tally.highest = max(int(tally.highest), 1)
    if is_out(state, options, int(state.seat)):
        finish(state, tally)
    else:
        end_turn(state, tally)


@rule
def place_tree_poop(state, options, cell, way, tally):
    """Place a tree-poop tile by option e: the turn passes (P15, P11)."""
    seat = int(state.seat)
    state.tp_cell[seat] = cell
    state.tp_way[seat] = way
    state.passes = 0
    if tally is not None:
        tally.tree_poops[seat] += 1
        tally.last = BY_TREE_POOP
    if is_out(state, options, seat):
        finish(state, tally)
    else:
        end_turn(state, tally)


@rule
def clear_houses(state, cell, tally):
    """Remove a house that is covered from the game (P6, N1)."""
    for seat in range(SEATS):
        if state.house[seat] == cell:
            state.house[seat] = GONE
            if tally is not None:
                tally.covered += 1


@rule
def place_tile(state, options, work, cell, way, tally):
    """Place a tile by option a, b or c: the table decides which it is (P1, P4, P5, P10)."""
    seat, tile = int(state.seat), int(state.picked)
    other = cell + STEP[way]
    level = height_at(state, cell)
    option = BY_STACK
    if level == 0:
        paint_around(state, work, cell, other)
        pairs = makes_two_pairs(options, work, cell, other, BREED[tile, 0], BREED[tile, 1])
        option = BY_PAIRS if pairs else PLAINLY
    else:
        clear_houses(state, cell, tally)
        clear_houses(state, other, tally)
    lay_tile(state, tile, cell, way, level)
    count_placement(tally, seat, option, level + 1)
    if is_out(state, options, seat):
        finish(state, tally)
    elif option != PLAINLY:
        take_another_turn(state, tally)
    elif state.house[seat] == AT_HAND:
        state.picked = NOTHING_PICKED
        state.phase = HOUSING
    else:
        end_turn(state, tally)


@rule
def take_another_turn(state, tally):
    """Take an extra turn, with every option (P10)."""
    seat = int(state.seat)
    state.picked = NOTHING_PICKED
    state.phase = PICKING
    if tally is not None:
        tally.running += 1
        tally.chain[seat] = max(int(tally.chain[seat]), int(tally.running))


@rule
def count_placement(tally, seat, manner, height):
    """Count for the lab what was laid by which option, and how high."""
    if tally is not None:
        tally.two_pairs[seat] += manner == BY_PAIRS
        tally.stacks[seat] += manner == BY_STACK
        tally.plain[seat] += manner == PLAINLY
        tally.highest = max(int(tally.highest), height)
        tally.last = manner


@rule
def place_house(state, cell, tally):
    """Let a dog nap from now on (P7, P8)."""
    seat = int(state.seat)
    state.house[seat] = cell
    if tally is not None:
        tally.houses[seat] += 1
    end_turn(state, tally)


@rule
def pass_by(state, tally):
    """Pass for who can do nothing; when all have passed, the game is over (P9)."""
    state.passes += 1
    if tally is not None:
        tally.passes[int(state.seat)] += 1
    if state.passes == state.players:
        finish(state, tally)
    else:
        end_turn(state, tally)


@rule
def apply(state, options, work, action, tally):
    """Carry out a legal action or a chance outcome."""
    if action >= HOUSE:
        place_house(state, action - HOUSE, tally)
    elif action >= PLACE:
        cell, way = (action - PLACE) // WAYS, (action - PLACE) % WAYS
        if state.picked == TREE_POOP:
            place_tree_poop(state, options, cell, way, tally)
        else:
            place_tile(state, options, work, cell, way, tally)
    elif action >= DEAL:
        deal_tile(state, options, action - DEAL)
    elif action >= FIRST:
        open_play(state, action - FIRST)
    elif action == NO_HOUSE:
        end_turn(state, tally)
    elif action == PASS:
        pass_by(state, tally)
    else:
        pick_piece(state, options, action, tally)


@rule
def fewest_dogs(state):
    """Return the fewest dog tiles that anybody has left (P9)."""
    fewest = TILES
    for seat in range(int(state.players)):
        fewest = min(fewest, dogs_left(state, seat))
    return fewest


@rule
def has_won(state, options, seat):
    """Return whether a player has won or shares the win of a game that is over (P9, P10, P11)."""
    for other in range(int(state.players)):
        if is_out(state, options, other):
            return other == seat
    return options.stuck != FEWEST or dogs_left(state, seat) == fewest_dogs(state)


@rule
def returns(state, options, shares):
    """Give the winner 1, or an equal part to each who shares the win (P9)."""
    winners = 0
    for seat in range(int(state.players)):
        winners += has_won(state, options, seat)
    for seat in range(int(state.players)):
        shares[seat] = 1.0 / winners if has_won(state, options, seat) else 0.0


@rule
def rank(state, options, places):
    """Rank winners first, then by the dog tiles that are left (P9, P10)."""
    for seat in range(int(state.players)):
        places[seat] = 0
        if has_won(state, options, seat):
            continue
        for other in range(int(state.players)):
            ahead = has_won(state, options, other)
            places[seat] += ahead or dogs_left(state, other) < dogs_left(state, seat)


assert UNDECLARED == 0  # where a record of zeros begins
