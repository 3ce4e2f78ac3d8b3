"""What a seat knows of a position, as numbers: seats count clockwise from where it sits."""

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from offleash.games.domidog.rules.actions import DRAW, FORK, PASS, PLAY, end_of, spot_of, tile_of
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.rules.record import (
    AT_HAND,
    CHAIN,
    DRAWS,
    ENDS,
    FINISHED,
    HAND,
    MISSING,
    NO_DOUBLE,
    NO_HALF,
    NO_SEAT,
    SEATS,
    SUPPLY,
    TAKING,
    UNKNOWN,
    rule,
)
from offleash.games.tiles.rules.dogs import BREEDS, HALVES, TILES
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES

LAST_HALF = TILES * HALVES - 1
DENIALS = BREEDS + 1  # kinds of tiles that a player can't have: a breed, and doubles
FROM_OWN = SEATS_FROM_OWN
ENDS_OF_CHAIN = ("left", "right")
DENIED = (*COLOURS, "any double")
assert NO_DOUBLE == 1 << BREEDS

ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("place", UNKNOWN, HAND + SEATS - 1),
            f"where each tile is: {UNKNOWN} not known, 0 box, {SUPPLY} supply, {CHAIN} chain, "
            f"{HAND} own hand, {HAND + 1} … hands of the next seats",
            TILE_NAMES,
        ),
        Span("laid_by", NO_SEAT, SEATS - 1, "who laid it; -1 nobody", TILE_NAMES),
        Span(
            *("parent", NO_HALF, LAST_HALF),
            f"the half that it was laid to, tile x {HALVES} + half; {NO_HALF} none",
            TILE_NAMES,
        ),
        Span("joint", 0, HALVES - 1, "which of its own halves touches that", TILE_NAMES),
        Span("taken", UNKNOWN, DRAWS, "its draw, 0 the deal; -1 not known", TILE_NAMES),
        Span("oldest", 0, DRAWS, "the first draw that may have brought it", TILE_NAMES),
        Span("newest", 0, DRAWS, "how many draws there had been when it was laid", TILE_NAMES),
        Span("end", NO_HALF, LAST_HALF, "the open halves; -1 before the opening", ENDS_OF_CHAIN),
        Span("dog", NO_HALF, BREEDS - 1, "the breeds on these halves", ENDS_OF_CHAIN),
        Span("held", 0, TILES, "how many tiles each seat has", FROM_OWN),
        Span("house", AT_HAND, LAST_HALF, "the half that each house shuts; -1 none yet", FROM_OWN),
        Span("passed", 0, 1, "1: can't have it, since the supply was empty", FROM_OWN, DENIED),
        Span("drawer", NO_SEAT, SEATS - 1, "who made each draw; -1 not made", DRAWS),
        Span(
            *("void", 0, (1 << DENIALS) - 1),
            "what she can't have held just before it, as bits: the breeds, then any double",
            DRAWS,
        ),
        Span("first", 0, SEATS - 1, "who opened, counted from the observer"),
        Span("actor", 0, SEATS - 1, "who decides, counted from the observer"),
        Span("players", 0, SEATS, "how many play"),
        Span("supply_left", 0, TILES, "tiles in the supply"),
        Span("passes", 0, SEATS, "passes in succession"),
        Span("drew", 0, 1, "1: the seat has drawn in this turn"),
        Span("forked", 0, 1, "1: the tile being drawn belongs to a fork"),
        Span("phase", 0, FINISHED, "0 deal, 1 start, 2 opening, 3 play, 4 taking a tile, 5 over"),
        Span("blue_blue", 0, MISSING, "0 nobody was asked for it, 1 it was dealt, 2 it was not"),
        Span("drawn", 0, DRAWS, "draws so far"),
    ),
)

NO_TILE = NO_END = -1
IS_OPENING, IS_PLAY, IS_DRAW, IS_PASS, IS_FORK = range(5)

ACTION_ENCODING = Encoding(
    version=1,
    spans=(
        Span("kind", IS_OPENING, IS_FORK, "0 open, 1 play, 2 draw, 3 pass, 4 fork"),
        Span("card", NO_TILE, TILES - 1, "the tile that is laid; -1 none"),
        Span("end", NO_END, ENDS - 1, "the end that it is laid to, or that a fork shuts; -1 none"),
        Span("from", NO_HALF, LAST_HALF, "the half that it is laid to; -1 none"),
        Span("dog", NO_HALF, BREEDS - 1, "the breed of that half; -1 none"),
    ),
)


@rule
def write_action(state, options, seat, action, out):
    """Write what a legal action of the seat to move is, as `ACTION_ENCODING` lists it."""
    kind, tile, end, half = IS_OPENING, int(tile_of(action)), NO_END, NO_HALF
    if action >= FORK:
        kind, end, half = IS_FORK, int(end_of(action)), int(spot_of(action))
    elif action == DRAW or action == PASS:
        kind, tile = IS_DRAW if action == DRAW else IS_PASS, NO_TILE
    elif action >= PLAY:
        kind, end = IS_PLAY, int(end_of(action))
        half = int(state.end[end])
    out[0], out[1], out[2], out[3] = kind, tile, end, half
    out[4] = dog_at(half) if half != NO_HALF else NO_HALF


@rule.inline
def turns_to(state, viewer, seat):
    """Return how many turns after the viewer a seat plays."""
    players = max(int(state.players), 1)
    return (seat - viewer + players) % players


@rule
def write_tile(state, options, seat, viewer, tile, out):
    """Write what is known of one tile (N6)."""
    place, taken, layer = int(state.where[tile]), int(state.taken[tile]), int(state.laid_by[tile])
    is_away = place == SUPPLY or (place >= HAND and place != HAND + seat)
    if is_away and not options.face_up:
        place, taken = UNKNOWN, UNKNOWN
    elif place >= HAND:
        place = HAND + turns_to(state, viewer, place - HAND)
    elif place == CHAIN and layer != seat and layer != NO_SEAT and not options.face_up:
        taken = UNKNOWN
    out[tile] = place
    out[TILES + tile] = turns_to(state, viewer, layer) if layer != NO_SEAT else NO_SEAT
    out[2 * TILES + tile] = state.parent[tile]
    out[3 * TILES + tile] = state.joint[tile]
    out[4 * TILES + tile] = taken
    out[5 * TILES + tile] = state.oldest[tile]
    out[6 * TILES + tile] = state.newest[tile]


@rule
def write_ends(state, out, first):
    """Write the open halves and their dogs; return where the next number goes."""
    for end in range(ENDS):
        half = int(state.end[end])
        out[first + end] = half
        out[first + ENDS + end] = dog_at(half) if half != NO_HALF else NO_HALF
    return first + 2 * ENDS


@rule
def write_players(state, viewer, out, first):
    """Write what is open of each seat, from the viewer on; return where the next number goes."""
    players = max(int(state.players), 1)
    denials = first + 2 * SEATS
    for turn in range(SEATS):
        seat = (viewer + turn) % players if turn < players else turn
        out[first + turn] = state.held[seat]
        out[first + SEATS + turn] = state.house[seat]
        for kind in range(DENIALS):
            out[denials + turn * DENIALS + kind] = (int(state.passed[seat]) >> kind) & 1
    return denials + SEATS * DENIALS


@rule
def write_draws(state, viewer, out, first):
    """Write who drew when, and what that showed (N6); return where the next number goes."""
    known = int(state.drawn) + (state.phase == TAKING)
    for draw in range(DRAWS):
        drawer = turns_to(state, viewer, int(state.drawer[draw]))
        out[first + draw] = drawer if draw < known else NO_SEAT
        out[first + DRAWS + draw] = state.void[draw]
    return first + 2 * DRAWS


@rule
def encode(state, options, seat, out):
    """Write into `out` all that a seat (or NOBODY) may know, as `ENCODING` lists it (N6)."""
    viewer = max(seat, 0)
    for tile in range(TILES):
        write_tile(state, options, seat, viewer, tile, out)
    k = write_ends(state, out, 7 * TILES)
    k = write_players(state, viewer, out, k)
    k = write_draws(state, viewer, out, k)
    out[k] = turns_to(state, viewer, int(state.starter))
    out[k + 1] = turns_to(state, viewer, int(state.seat))
    out[k + 2] = state.players
    out[k + 3] = state.supply_left
    out[k + 4] = state.passes
    out[k + 5] = state.drew
    out[k + 6] = state.forked
    out[k + 7] = state.phase
    out[k + 8] = state.asked
    out[k + 9] = state.drawn


def longest(options):
    """Return the most actions a game can have.

    Tiles are laid and drawn once. Passes follow a draw, or all pass at most once between two tiles
    laid, since the game ends when all have passed (M12).
    """
    return 3 * TILES + (TILES + 1) * int(options["players"][0])
