"""The course of a game of Dömidög: the deal, the opening, laying, forking, drawing, the end."""

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.domidog.rules.actions import (
    DEAL,
    DRAW,
    FIRST,
    FORK,
    OPEN,
    PASS,
    PLAY,
    end_of,
    spot_of,
    tile_of,
)
from offleash.games.domidog.rules.chain import (
    DOUBLES,
    are_ends_equal,
    clear_chain,
    end_bits,
    has_house,
    lay_first,
    lay_to,
    list_distinct_forks,
    list_forks,
    list_plays,
)
from offleash.games.domidog.rules.record import (
    BOXED,
    DEALING,
    DEALT,
    FINISHED,
    FOUND,
    HAND,
    MISSING,
    NO_DOUBLE,
    NO_HALF,
    NO_SEAT,
    OPENING,
    PLAYING,
    SEATS,
    STARTING,
    SUPPLY,
    TAKING,
    rule,
)
from offleash.games.domidog.rules.voids import oldest_draw, show_void
from offleash.games.tiles.rules.dogs import BLUE_BLUE, TILES, tiles_in

DECK, LOT = 0, 1  # random streams


@rule
def seats(options):
    """Return how many play: two to four."""
    return options.players


@rule
def set_tiles(options):
    """Return how many tiles are in the game: three and four players always use all."""
    return tiles_in(options.extra_tiles != 0 or options.players > 2)


@rule
def setup(state, options):
    """Put all tiles into the supply, with nothing dealt."""
    tiles = set_tiles(options)
    for tile in range(TILES):
        state.where[tile] = SUPPLY if tile < tiles else BOXED
        state.laid_by[tile] = NO_SEAT
    clear_chain(state)
    state.supply_left = tiles
    state.players = options.players
    state.phase = DEALING


@rule
def actor(state):
    """Return who acts: chance deals, draws lots, reveals draws; a seat decides; or it is over."""
    if state.phase == FINISHED:
        return OVER
    if state.phase == DEALING or state.phase == STARTING or state.phase == TAKING:
        return CHANCE
    return int(state.seat)


@rule
def stream(state):
    """Return the random stream: the tiles and the lot have one each."""
    return LOT if state.phase == STARTING else DECK


@rule
def chance_outcomes(state, options, out, chances):
    """List any player for the lot (M1), else any tile of the supply."""
    if state.phase == STARTING:
        for seat in range(state.players):
            out[seat] = FIRST + seat
            chances[seat] = 1
        return int(state.players)
    n = 0
    for tile in range(TILES):
        out[n] = DEAL + tile
        chances[n] = 1
        n += state.where[tile] == SUPPLY
    return n


# What a player may do


@rule
def legal_actions(state, options, work, out):
    """List every legal action of the seat to decide, ascending (M2, M5, M6, M7)."""
    seat = int(state.seat)
    n = list_unforked(state, seat, out)
    if may_fork(state, options, seat, int(out[0]) >= DRAW):
        n = list_forks(state, work, seat, out, n)
    return n


@rule
def distinct_actions(state, options, work, out):
    """List the same, one of each kind that comes to the same: equal ends, forks at equal dogs."""
    seat = int(state.seat)
    n = list_unforked(state, seat, out)
    if state.phase == PLAYING and out[0] < DRAW and are_ends_equal(state):
        n //= 2  # those at the left end come first
    if may_fork(state, options, seat, int(out[0]) >= DRAW):
        n = list_distinct_forks(state, work, seat, out, n)
    return n


@rule
def list_unforked(state, seat, out):
    """List tiles to lay, the one to open with included; else draw or pass (M2, M5, M6)."""
    if state.phase == OPENING:
        n = list_openings(state, seat, out)
    else:
        n = list_plays(state, seat, out)
    stuck = n == 0
    if stuck:
        out[0] = DRAW if state.supply_left > 0 else PASS
        n = 1
    return n


@rule
def list_openings(state, seat, out):
    """List the first tiles: blue-blue if it is held, else any double (M1, M2)."""
    out[0] = OPEN + BLUE_BLUE
    if state.where[BLUE_BLUE] == HAND + seat:
        return 1
    n = 0
    for i in range(DOUBLES.shape[0]):
        out[n] = OPEN + DOUBLES[i]
        n += state.where[DOUBLES[i]] == HAND + seat
    return n


@rule
def may_fork(state, options, seat, stuck):
    """Return whether a house is at hand and she has not drawn, or can't lay a tile (M5, M7)."""
    if state.phase != PLAYING or not has_house(state, seat):
        return False
    return state.drew == 0 or (stuck and options.fork_before_draw_only == 0)


# The deal and the start


@rule
def receiver(state):
    """Return who gets the next tile: they are dealt one by one, seats in turn from seat 0."""
    dealt = 0
    for seat in range(SEATS):
        dealt += int(state.held[seat])
    return dealt % int(state.players)


@rule
def deal_tile(state, options, tile):
    """Deal one tile to the next seat; after the last one, ask who has blue-blue (M1)."""
    seat = receiver(state)
    take_from_supply(state, seat, tile)
    if seat == state.players - 1 and state.held[seat] == DEALT:
        begin(state, options)


@rule
def take_from_supply(state, seat, tile):
    """Take a tile from the supply into a hand (M5)."""
    state.where[tile] = HAND + seat
    state.held[seat] += 1
    state.supply_left -= 1


@rule
def begin(state, options):
    """Let the holder of blue-blue start, else the named seat, else the lot says who (M1)."""
    state.asked = MISSING
    state.phase = OPENING
    if state.where[BLUE_BLUE] >= HAND:
        state.asked = FOUND
        state.seat = int(state.where[BLUE_BLUE]) - HAND
    elif options.starter >= 0 and options.starter < options.players:
        state.seat = options.starter
    else:
        state.phase = STARTING


@rule
def start(state, seat):
    """Start with the player on whom the lot has fallen (M1)."""
    state.seat = seat
    state.phase = OPENING


# A turn


@rule
def leave_hand(state, seat, tile):
    """Take a tile out of a hand; note what that tells everybody about when it was taken (N6)."""
    state.held[seat] -= 1
    state.laid_by[tile] = seat
    state.oldest[tile] = oldest_draw(state, seat, tile)
    state.newest[tile] = state.drawn
    state.passes = 0


@rule
def open_chain(state, tile, tally):
    """Lay the first tile (M1, M2)."""
    state.starter = state.seat
    leave_hand(state, int(state.seat), tile)
    lay_first(state, tile)
    state.phase = PLAYING
    end_turn(state, tally)


@rule
def play_tile(state, end, tile, tally):
    """Lay one tile to an end (M4)."""
    leave_hand(state, int(state.seat), tile)
    lay_to(state, end, tile, int(state.end[end]))
    end_turn(state, tally)


@rule
def fork(state, options, end, tile, spot, tally):
    """Put house, tile, draw; only then see whether the hand is empty (M7, M9, M10, M11).

    Who forks after drawing could lay nothing, and so shows it (N6).
    """
    seat = int(state.seat)
    wins = options.fork_wins_before_draw != 0 and state.held[seat] == 1
    draws = state.supply_left > 0 and not wins
    show_void(state, seat, end_bits(state) if state.drew else 0, draws)
    leave_hand(state, seat, tile)
    state.house[seat] = state.end[end]
    lay_to(state, end, tile, spot)
    if draws:
        state.forked = 1
        state.phase = TAKING
    else:
        end_turn(state, tally)


@rule
def unfitting(state):
    """Return what a seat that can only draw or pass does not hold, as bits (M2, M5, M6)."""
    return NO_DOUBLE if state.phase == OPENING else end_bits(state)


@rule
def draw(state):
    """Draw, which shows that no tile can be laid, or no double opens the chain (M2, M5, N6)."""
    show_void(state, int(state.seat), unfitting(state), True)
    state.drew = 1
    state.phase = TAKING


@rule
def take_drawn(state, tile, tally):
    """Take the tile drawn; the turn goes on, but a fork's draw ends it (M5, M10)."""
    seat = int(state.seat)
    take_from_supply(state, seat, tile)
    state.drawn += 1
    state.taken[tile] = state.drawn
    state.phase = OPENING if state.end[0] == NO_HALF else PLAYING
    if state.forked:
        state.forked = 0
        end_turn(state, tally)


@rule
def pass_turn(state, tally):
    """Pass with nothing to lay or draw; when all have passed the game is blocked (M6, M12)."""
    show_void(state, int(state.seat), unfitting(state), False)
    state.passes += 1
    if state.passes == state.players:
        finish(state, tally)
    else:
        next_seat(state)


@rule
def next_seat(state):
    """Go on clockwise."""
    state.seat = (int(state.seat) + 1) % int(state.players)
    state.drew = 0


@rule
def end_turn(state, tally):
    """Let an empty hand win; otherwise it is the next player's turn."""
    if state.held[state.seat] == 0:
        finish(state, tally)
    else:
        state.phase = PLAYING
        next_seat(state)


@rule
def finish(state, tally):
    """End the game (M12)."""
    state.phase = FINISHED
    state.drew = 0
    if tally is not None:
        tally.blocked += state.held[state.seat] > 0
        for seat in range(SEATS):
            tally.left[seat] = state.held[seat]


@rule
def count_action(state, action, tally):
    """Count for the lab who did what how often."""
    if tally is not None:
        seat = int(state.seat)
        tally.plays[seat] += action < DRAW or action >= FORK
        tally.forks[seat] += action >= FORK
        tally.draws[seat] += action >= DEAL and action < FORK and state.phase == TAKING
        tally.passes[seat] += action == PASS


@rule
def apply(state, options, work, action, tally):
    """Carry out a legal action or a chance outcome."""
    count_action(state, action, tally)
    if action >= FORK:
        fork(state, options, end_of(action), tile_of(action), spot_of(action), tally)
    elif action >= DEAL and state.phase == DEALING:
        deal_tile(state, options, tile_of(action))
    elif action >= DEAL:
        take_drawn(state, tile_of(action), tally)
    elif action >= FIRST:
        start(state, action - FIRST)
    elif action == PASS:
        pass_turn(state, tally)
    elif action == DRAW:
        draw(state)
    elif action >= PLAY:
        play_tile(state, end_of(action), tile_of(action), tally)
    else:
        open_chain(state, tile_of(action), tally)


# The end


@rule
def fewest(state):
    """Return the size of the smallest hand (M12)."""
    least = TILES
    for seat in range(state.players):
        least = min(least, int(state.held[seat]))
    return least


@rule
def returns(state, options, shares):
    """Let the smallest hand win, equals share it; nobody has fewer than none (M12)."""
    least = fewest(state)
    winners = 0
    for seat in range(state.players):
        winners += state.held[seat] == least
    for seat in range(state.players):
        shares[seat] = 1.0 / winners if state.held[seat] == least else 0.0


@rule
def rank(state, options, places):
    """Rank by the tiles left, fewest first; equals share a place (M12)."""
    for seat in range(state.players):
        before = 0
        for other in range(state.players):
            before += state.held[other] < state.held[seat]
        places[seat] = before
