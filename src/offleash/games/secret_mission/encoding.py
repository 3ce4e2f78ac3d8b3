"""What a seat knows of a position, as numbers: seats count in order of play from where it sits."""

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from offleash.games.secret_mission.rules.actions import cell_of, way_of
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.record import FINISHED, SEATS, UNKNOWN, rule
from offleash.games.tiles.rules.dogs import NO_TILE, TILES
from offleash.games.tiles.rules.hexes import FURTHEST, WAYS, q_of, r_of
from offleash.games.tiles.text.names import TILE_NAMES

NOWHERE = 100  # as a coordinate: nothing lies there
FROM_OWN = SEATS_FROM_OWN
HIDDEN = f"{NO_TILE} none, {UNKNOWN} not known"

ENCODING = Encoding(
    version=1,
    spans=(
        Span("q", -FURTHEST, NOWHERE, f"the column of its first dog; {NOWHERE} none", TILE_NAMES),
        Span("r", -FURTHEST, NOWHERE, f"the row of its first dog; {NOWHERE} none", TILE_NAMES),
        Span("way", 0, WAYS - 1, "in which of six directions its second dog lies", TILE_NAMES),
        Span("mission", UNKNOWN, TILES - 1, f"the tile of each mission; {HIDDEN}", FROM_OWN),
        Span("playing", UNKNOWN, TILES - 1, f"the tile to be laid next; {HIDDEN}", FROM_OWN),
        Span("last", 0, TILES, "the number of the placement each seat made last; 0 none", FROM_OWN),
        Span("tiles", 0, TILES, "tiles in the set"),
        Span("laid", 0, TILES, "tiles on the table"),
        Span("supply", 0, TILES, "tiles left to draw"),
        Span("players", 0, SEATS, "how many play"),
        Span("first", 0, SEATS - 1, "who began, counted from the observer"),
        Span("actor", 0, SEATS - 1, "whose turn it is, counted from the observer"),
        Span("phase", 0, FINISHED, "0 start, 1 missions, 2 draw, 3 place, 4 over"),
    ),
)

ACTION_ENCODING = Encoding(
    version=1,
    spans=(
        Span("kind", 0, 0, "0 place: there is no other kind"),
        Span("card", 0, TILES - 1, "the tile that is laid"),
        Span("to_q", -FURTHEST, FURTHEST, "the column where its first dog goes"),
        Span("to_r", -FURTHEST, FURTHEST, "the row"),
        Span("way", 0, WAYS - 1, "in which direction its second dog lies"),
    ),
)


@rule
def write_action(state, options, seat, action, out):
    """Write what a legal action of the seat to move is, as `ACTION_ENCODING` lists it."""
    out[0], out[1] = 0, state.playing[seat]
    out[2], out[3] = q_of(cell_of(action)), r_of(cell_of(action))
    out[4] = way_of(action)


@rule.inline
def turns_to(state, viewer, seat):
    """Return how many turns after the viewer a seat plays: the order is anticlockwise."""
    players = max(int(state.players), 1)
    return (viewer - seat + players) % players


@rule
def write_tiles(state, out):
    """Write where the tiles lie; return where the next number goes."""
    for tile in range(TILES):
        cell = int(state.cell[tile])
        out[tile] = q_of(cell) if cell >= 0 else NOWHERE
        out[TILES + tile] = r_of(cell) if cell >= 0 else NOWHERE
        out[2 * TILES + tile] = state.way[tile]
    return 3 * TILES


@rule
def write_players(state, options, seat, viewer, out, first):
    """Write missions and playing tiles, where known (S4); return where the next number goes."""
    players = max(int(state.players), 1)
    for turn in range(SEATS):
        other = (viewer - turn + players) % players if turn < players else turn
        mission, playing = int(state.mission[other]), int(state.playing[other])
        if other != seat and state.phase != FINISHED:
            mission = UNKNOWN if mission != NO_TILE else NO_TILE
            if playing != NO_TILE and not options.open_playing_tile:
                playing = UNKNOWN
        out[first + turn] = mission
        out[first + SEATS + turn] = playing
        out[first + 2 * SEATS + turn] = state.last[other]
    return first + 3 * SEATS


@rule
def encode(state, options, seat, out):
    """Write into `out` all that a seat (or NOBODY) may know, as `ENCODING` lists it (S4)."""
    viewer = max(seat, 0)
    k = write_tiles(state, out)
    k = write_players(state, options, seat, viewer, out, k)
    out[k] = state.tiles
    out[k + 1] = state.laid
    out[k + 2] = supply(state)
    out[k + 3] = state.players
    out[k + 4] = turns_to(state, viewer, int(state.starter))
    out[k + 5] = turns_to(state, viewer, int(state.seat))
    out[k + 6] = state.phase


def longest(options):
    """Return the most decisions of a game: each lays a tile."""
    return TILES
