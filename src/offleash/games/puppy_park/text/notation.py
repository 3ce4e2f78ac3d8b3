"""Actions and positions of Puppy Park as text, both ways: exact inverses.

A position is one line of fields: `table=blue-brown@0,0E hands=blue-blue|yellow-white seat=1`. What
is not written takes a default, so a table with hands is a position too.
"""

import numpy as np

from offleash.contract import Records
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.checks import check_position, somebody_is_done
from offleash.games.puppy_park.text.position import TREE_POOP_NAME, ParkPosition, piece_name
from offleash.games.shared import fields as F
from offleash.games.shared.fields import NOBODY_HAS
from offleash.games.tiles.rules.hexes import HALF_WAYS, OFF_TABLE, WAYS
from offleash.games.tiles.text import places
from offleash.games.tiles.text.names import TILE_NAMES, format_tiles, parse_tile, parse_tiles
from offleash.tools.errors import BadNotation, quote
from offleash.tools.record_text import split_fields

PHASES = ("deal", "start", "pick", "place", "house", "over")
RULES = ("none", "poop", "tree")
FIELDS = (
    *("table", "hands", "houses", "tree-poop", "rules", "seat", "first", "picked", "passes"),
    *("stock", "phase"),
)
BOARD_FIELDS = ("table", "houses", "tree-poop")
BY_SEAT = ("hands", "houses", "tree-poop")
# What fields hold that are not written, besides those that depend on the position.
BLANK_FIELDS = {"table": "", "rules": RULES[0], **dict.fromkeys(("first", "passes"), "0")}
BLANK_FIELDS |= dict.fromkeys(("picked", "stock"), NOBODY_HAS)
OFF_LAWN = {R.AT_HAND: "hand", R.GONE: "gone"}  # houses and tree-poop tiles


# Actions

_SHORT = {
    A.PICK + R.TREE_POOP: TREE_POOP_NAME,
    A.PICK_POOP: "tree-poop poop rules",
    A.PICK_TREE: "tree-poop tree rules",
    A.PASS: "pass",
    A.NO_HOUSE: "no house",
    **{A.PICK + tile: name for tile, name in enumerate(TILE_NAMES)},
    **{A.FIRST + seat: f"first {seat}" for seat in range(R.SEATS)},
    **{A.DEAL + tile: f"deal {name}" for tile, name in enumerate(TILE_NAMES)},
}
_SHORT_NUMBERS = {text: action for action, text in _SHORT.items()}


def format_action(action: int, options: Records | None = None) -> str:
    """Return the short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Puppy Park")
    if action >= A.HOUSE:
        return f"house {places.format_cell(action - A.HOUSE)}"
    if action >= A.PLACE:
        cell, way = divmod(action - A.PLACE, WAYS)
        return f"at {places.format_cell(cell)} {places.WAY_NAMES[way]}"
    return _SHORT[action]


def parse_action(text: str, options: Records | None = None) -> int:
    """Return the number of an action; case, spaces and which dog is named first do not matter."""
    words = text.lower().split()
    if (action := _SHORT_NUMBERS.get(" ".join(words))) is not None:
        return action
    match words:
        case ["at", cell, way]:
            return A.PLACE + places.parse_cell(cell) * WAYS + places.parse_way(way)
        case ["house", cell]:
            return A.HOUSE + places.parse_cell(cell)
        case ["deal", tile]:
            return A.DEAL + parse_tile(tile)
        case [tile] if "-" in tile and tile.replace("-", "").isalpha():
            return A.PICK + parse_tile(tile)
    raise BadNotation(
        f"{quote(text)} is not an action of Puppy Park: write one like 'brown-yellow', "
        "'at 3,-2 SW', 'house 3,-2', 'no house', 'tree-poop', 'tree-poop poop rules' or 'pass'"
    )


# Positions, formatted


def position_fields(position: ParkPosition) -> dict[str, str]:
    """Return every field as text."""
    state, seats = position.state, position.seats
    houses, ways = state.house[: position.players].tolist(), state.tp_way.tolist()
    trees = enumerate(state.tp_cell[: position.players].tolist())
    return {
        "table": places.format_table(position.table),
        "hands": "|".join(format_tiles(position.hand(seat)) for seat in seats),
        "houses": "|".join(OFF_LAWN.get(cell, places.format_cell(cell)) for cell in houses),
        "tree-poop": "|".join(
            OFF_LAWN.get(cell, places.format_place(cell, ways[seat])) for seat, cell in trees
        ),
        "rules": RULES[position.declared],
        "seat": str(state.seat),
        "first": str(state.starter),
        "picked": NOBODY_HAS if position.picked < 0 else piece_name(position.picked),
        "passes": str(state.passes),
        "stock": format_tiles(position.tiles_at(R.STOCK)),
        "phase": PHASES[position.phase],
    }


def _blank_fields(position: ParkPosition) -> dict[str, str]:
    """Return what need not be written, since it is read like this."""
    gone = dict.fromkeys(("houses", "tree-poop"), "|".join(["gone"] * position.players))
    return {**BLANK_FIELDS, **gone, "phase": PHASES[_usual_phase(position)]}


def _usual_phase(position: ParkPosition) -> int:
    """Return the phase where none is written."""
    if somebody_is_done(position):
        return R.FINISHED
    return R.PICKING if position.picked == R.NOTHING_PICKED else R.PLACING


def format_position(states: Records, options: Records) -> str:
    """Return the whole position on one line."""
    position = ParkPosition(states, options)
    return F.format_fields(position_fields(position), _blank_fields(position))


def format_board(states: Records, options: Records) -> str:
    """Return what lies on the table: tiles, houses and tree-poop tiles."""
    position = ParkPosition(states, options)
    fields = position_fields(position)
    return F.format_fields({name: fields[name] for name in BOARD_FIELDS}, _blank_fields(position))


# Positions, parsed


def parse_position(text: str, options: Records) -> Records:
    """Return a playable position from text; whatever is not written takes its default."""
    states = read_board(text, options)
    check_position(ParkPosition(states, options))
    return states


def read_board(text: str, options: Records) -> Records:
    """Return the same, also where it is a part to be compared that could not be played."""
    fields = BLANK_FIELDS | {"seat": "0"} | split_fields(text, FIELDS)
    players = int(options["players"][0])
    states = np.zeros(1, R.RECORD)
    states["players"], states["cell"] = players, OFF_TABLE
    states["house"], states["tp_cell"] = R.GONE, R.GONE
    for laid in places.parse_table(fields["table"]):
        states["cell"][0][laid.tile] = laid.cell
        states["way"][0][laid.tile] = laid.way
        states["level"][0][laid.tile] = laid.level
        states["where"][0][laid.tile] = R.TABLE
    parts = {name: F.by_seat(name, fields[name], players) for name in BY_SEAT if name in fields}
    for seat, part in enumerate(parts.get("hands", ())):
        _take(part, R.HAND + seat, states)
    for seat, part in enumerate(parts.get("houses", ())):
        states["house"][0][seat] = _parse_house(part)
    for seat, part in enumerate(parts.get("tree-poop", ())):
        cell, way = _parse_tree_poop(part, int(options["tp_shape"][0]))
        states["tp_cell"][0][seat], states["tp_way"][0][seat] = cell, way
    _take(fields["stock"], R.STOCK, states)
    states["stock_left"] = int((states["where"][0] == R.STOCK).sum())
    states["picked"] = _parse_piece(fields["picked"])
    states["declared"] = F.word_in("rules", fields["rules"], RULES)
    states["seat"] = F.number_in("seat", fields["seat"], 0, players - 1)
    states["starter"] = F.number_in("first", fields["first"], 0, players - 1)
    states["passes"] = F.number_in("passes", fields["passes"], 0, players)
    usual = PHASES[_usual_phase(ParkPosition(states, options))]
    states["phase"] = F.word_in("phase", fields.get("phase", usual), PHASES)
    return states


def _take(text: str, where: int, states: Records) -> None:
    """Put the named tiles in one place, such as a hand."""
    for tile in parse_tiles(text):
        if states["where"][0][tile]:
            raise BadNotation(f"{TILE_NAMES[tile]} is there twice")
        states["where"][0][tile] = where


def _parse_house(text: str) -> int:
    cell = _off_table(text)
    if cell is None:
        places.check_on_table(cell := places.parse_cell(text), text)
    return cell


def _parse_tree_poop(text: str, shape: int) -> tuple[int, int]:
    """Return its cell, or where else it is, and its way."""
    cell = _off_table(text)
    if cell is not None:
        return cell, 0
    cell, way = places.parse_place(text)
    if way >= tree_poop_ways(shape):
        ways = ", ".join(places.WAY_NAMES[: tree_poop_ways(shape)])
        raise BadNotation(f"tree-poop={quote(text)[1:-1]} is alike both ways: write {ways}")
    return cell, way


def tree_poop_ways(shape: int) -> int:
    """Return how many ways a tree-poop tile of this shape can lie (N2)."""
    if shape == R.ONE_HEX:
        return 1
    return WAYS if shape == R.HALVES_SHAPE else HALF_WAYS


def _off_table(text: str) -> int | None:
    return next((place for place, word in OFF_LAWN.items() if word == text.lower()), None)


def _parse_piece(text: str) -> int:
    if text == NOBODY_HAS:
        return R.NOTHING_PICKED
    return R.TREE_POOP if text.lower() == TREE_POOP_NAME else parse_tile(text)


def is_whole(states: Records) -> bool:
    """Return True: nothing is ever unknown."""
    return True


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """Return how a partly written position differs from the actual one."""
    expected = position_fields(ParkPosition(read_board(text, options), options))
    written = {name: expected[name] for name in split_fields(text, FIELDS)}
    return F.differences(position_fields(ParkPosition(states, options)), written)
