"""A position as numbers, which everybody sees whole: seats count clockwise from the observer."""

from offleash.contract.encoding import SEATS_FROM_OWN, Encoding, Span
from offleash.games.puppy_park.rules.actions import (
    HOUSE,
    NO_HOUSE,
    PASS,
    PICK,
    PICK_POOP,
    PICK_TREE,
    PLACE,
)
from offleash.games.puppy_park.rules.record import (
    AT_HAND,
    FINISHED,
    HAND,
    NOTHING_PICKED,
    SEATS,
    STOCK,
    TABLE,
    TREE_POOP,
    TREE_RULES,
    rule,
)
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.rules.hexes import FURTHEST, WAYS, q_of, r_of
from offleash.games.tiles.text.names import TILE_NAMES

NOWHERE = 100  # as a coordinate: nothing lies there
FROM_OWN = SEATS_FROM_OWN
LAID = "-2 still with its player, -1 gone or never there, 0 laid"

ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("place", 0, HAND + SEATS - 1),
            f"where each tile is: 0 box, {STOCK} stock, {TABLE} table, {HAND} own hand, "
            f"{HAND + 1} … hands of the next seats",
            TILE_NAMES,
        ),
        Span("q", -FURTHEST, NOWHERE, f"the column of its first dog; {NOWHERE} none", TILE_NAMES),
        Span("r", -FURTHEST, NOWHERE, f"the row of its first dog; {NOWHERE} none", TILE_NAMES),
        Span("way", 0, WAYS - 1, "in which of six directions its second dog lies", TILE_NAMES),
        Span("level", 0, TILES, "0 on the ground, 1 … atop others", TILE_NAMES),
        Span("house", AT_HAND, 0, f"the house of each seat: {LAID}", FROM_OWN),
        Span("house_q", -FURTHEST - 2, NOWHERE, f"its column; {NOWHERE} none", FROM_OWN),
        Span("house_r", -FURTHEST - 2, NOWHERE, f"its row; {NOWHERE} none", FROM_OWN),
        Span("tree", AT_HAND, 0, f"the tree-poop tile of each seat: {LAID}", FROM_OWN),
        Span("tree_q", -FURTHEST, NOWHERE, f"its column; {NOWHERE} none", FROM_OWN),
        Span("tree_r", -FURTHEST, NOWHERE, f"its row; {NOWHERE} none", FROM_OWN),
        Span("tree_way", 0, WAYS - 1, "in which direction its poop half lies", FROM_OWN),
        Span("declared", 0, TREE_RULES, "0 nothing, 1 poop rules, 2 tree rules"),
        Span("players", 0, SEATS, "how many play"),
        Span("stock_left", 0, TILES, "tiles still to be dealt"),
        Span("first", 0, SEATS - 1, "who takes the first turn, counted from the observer"),
        Span("actor", 0, SEATS - 1, "whose turn it is, counted from the observer"),
        Span("picked", NOTHING_PICKED, TREE_POOP, "the piece to place; -1 none, 36 tree-poop"),
        Span("passes", 0, SEATS, "passes in succession"),
        Span("phase", 0, FINISHED, "0 deal, 1 start, 2 pick, 3 place, 4 house, 5 over"),
    ),
)

NO_WAY = -1
IS_PICK, IS_POOP, IS_TREE, IS_PASS, IS_NO_HOUSE, IS_PLACE, IS_HOUSE = range(7)

ACTION_ENCODING = Encoding(
    version=1,
    spans=(
        Span(
            *("kind", IS_PICK, IS_HOUSE),
            "0 pick, 1 pick and declare poop rules, 2 tree rules, 3 pass, 4 no house, 5 place, "
            "6 house",
        ),
        Span("card", NOTHING_PICKED, TREE_POOP, "the piece; -1 none, 36 tree-poop"),
        Span("to_q", -FURTHEST, NOWHERE, f"the column where its first half goes; {NOWHERE} none"),
        Span("to_r", -FURTHEST, NOWHERE, f"the row; {NOWHERE} none"),
        Span("way", NO_WAY, WAYS - 1, "in which direction its second half lies; -1 none"),
    ),
)


@rule
def write_action(state, options, seat, action, out):
    """Write what a legal action of the seat to move is, as `ACTION_ENCODING` lists it."""
    kind, piece, cell, way = IS_PICK, NOTHING_PICKED, -1, NO_WAY
    if action >= HOUSE:
        kind, cell = IS_HOUSE, action - HOUSE
    elif action >= PLACE:
        kind, piece = IS_PLACE, int(state.picked)
        cell, way = (action - PLACE) // WAYS, (action - PLACE) % WAYS
    elif action == PASS or action == NO_HOUSE:
        kind = IS_PASS if action == PASS else IS_NO_HOUSE
    elif action == PICK_POOP or action == PICK_TREE:
        kind, piece = IS_POOP if action == PICK_POOP else IS_TREE, TREE_POOP
    else:
        piece = action - PICK
    out[0], out[1], out[4] = kind, piece, way
    write_cell(cell, out, 2, 3)


@rule.inline
def turns_to(state, viewer, seat):
    """Return how many turns after the viewer a seat plays."""
    players = max(int(state.players), 1)
    return (seat - viewer + players) % players


@rule
def write_cell(cell, out, column, row):
    """Write both coordinates of a cell, or NOWHERE."""
    out[column] = q_of(cell) if cell >= 0 else NOWHERE
    out[row] = r_of(cell) if cell >= 0 else NOWHERE


@rule
def write_tiles(state, viewer, out):
    """Write all tiles; return where the next number goes."""
    for tile in range(TILES):
        place = int(state.where[tile])
        out[tile] = HAND + turns_to(state, viewer, place - HAND) if place >= HAND else place
        write_cell(int(state.cell[tile]), out, TILES + tile, 2 * TILES + tile)
        out[3 * TILES + tile] = state.way[tile]
        out[4 * TILES + tile] = state.level[tile]
    return 5 * TILES


@rule
def write_players(state, viewer, out, first):
    """Write houses and tree-poop tiles, from the viewer on; return where the next number goes."""
    players = max(int(state.players), 1)
    trees = first + 3 * SEATS
    for turn in range(SEATS):
        seat = (viewer + turn) % players if turn < players else turn
        house, tree = int(state.house[seat]), int(state.tp_cell[seat])
        out[first + turn] = min(house, 0)
        write_cell(house, out, first + SEATS + turn, first + 2 * SEATS + turn)
        out[trees + turn] = min(tree, 0)
        write_cell(tree, out, trees + SEATS + turn, trees + 2 * SEATS + turn)
        out[trees + 3 * SEATS + turn] = state.tp_way[seat]
    return trees + 4 * SEATS


@rule
def encode(state, options, seat, out):
    """Write into `out` the position as a seat (or NOBODY) sees it, as `ENCODING` lists it."""
    viewer = max(seat, 0)
    k = write_tiles(state, viewer, out)
    k = write_players(state, viewer, out, k)
    out[k] = state.declared
    out[k + 1] = state.players
    out[k + 2] = state.stock_left
    out[k + 3] = turns_to(state, viewer, int(state.starter))
    out[k + 4] = turns_to(state, viewer, int(state.seat))
    out[k + 5] = state.picked
    out[k + 6] = state.passes
    out[k + 7] = state.phase


def longest(options):
    """Return the most actions a game can have.

    Each piece takes three decisions: pick, place, house. In between everybody passes at most once,
    since the game ends when all are stuck (P9).
    """
    players = int(options["players"][0])
    return (3 + players) * (TILES + SEATS) + players
