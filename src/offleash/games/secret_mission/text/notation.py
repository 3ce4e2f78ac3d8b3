"""Actions and positions of Secret Mission as text, both ways: exact inverses.

A position is one line of fields: `table=blue-brown@0,0E missions=brown-red|? playing=…`. What is
not written takes its default.
"""

import numpy as np

from offleash.contract import Records
from offleash.games.secret_mission.rules import actions as A, record as R
from offleash.games.secret_mission.text.checks import check_position
from offleash.games.secret_mission.text.position import MissionPosition, placement
from offleash.games.shared import fields as F
from offleash.games.shared.fields import NOBODY_HAS
from offleash.games.tiles.rules.dogs import BASE_TILES, NO_TILE, TILES, tiles_in
from offleash.games.tiles.rules.hexes import OFF_TABLE, WAYS
from offleash.games.tiles.text import places
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile
from offleash.tools.errors import BadNotation, quote
from offleash.tools.record_text import split_fields

PHASES = ("start", "mission", "draw", "place", "over")
FIELDS = ("table", "missions", "playing", "tiles", "seat", "first", "last", "phase")
HIDDEN = "?"  # a tile that is not known
SETS = (BASE_TILES, TILES)  # how many tiles there can be


# Actions


def format_action(action: int, options: Records | None = None) -> str:
    """Return the short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Secret Mission")
    if action < A.MISSION:
        return f"first {action - A.FIRST}"
    if action < A.DRAW:
        return f"mission {TILE_NAMES[action - A.MISSION]}"
    if action < A.PLACE:
        return f"draw {TILE_NAMES[action - A.DRAW]}"
    cell, way = placement(action)
    return f"at {places.format_cell(cell)} {places.WAY_NAMES[way]}"


def parse_action(text: str, options: Records | None = None) -> int:
    """Return the number of an action; case and spaces do not matter."""
    match text.lower().split():
        case ["at", cell, way]:
            return A.PLACE + places.parse_cell(cell) * WAYS + places.parse_way(way)
        case ["mission", tile]:
            return A.MISSION + parse_tile(tile)
        case ["draw", tile]:
            return A.DRAW + parse_tile(tile)
        case ["first", seat] if seat in map(str, range(R.SEATS)):
            return A.FIRST + int(seat)
    raise BadNotation(
        f"{quote(text)} is not an action of Secret Mission: write one like 'at 3,-2 SW', "
        "'first 1', 'mission brown-yellow' or 'draw brown-yellow'"
    )


# Positions, formatted


def format_tile(tile: int) -> str:
    """Return a tile of a player, `-` for none, or `?` for one that is not known."""
    return {NO_TILE: NOBODY_HAS, R.UNKNOWN: HIDDEN}.get(tile) or TILE_NAMES[tile]


def position_fields(states: Records, options: Records) -> dict[str, str]:
    """Return every field, as text."""
    position = MissionPosition(states, options)
    state, players = position.state, position.players
    return {
        "table": places.format_table(position.table),
        "missions": "|".join(map(format_tile, state.mission[:players].tolist())),
        "playing": "|".join(map(format_tile, state.playing[:players].tolist())),
        "tiles": str(state.tiles),
        "seat": str(state.seat),
        "first": str(state.starter),
        "last": "|".join(map(str, state.last[:players].tolist())),
        "phase": PHASES[position.phase],
    }


def default_fields(options: Records) -> dict[str, str]:
    """Return what each field is where it is not written."""
    players = int(options["players"][0])
    nothing = "|".join([NOBODY_HAS] * players)
    return {
        "table": "",
        "missions": nothing,
        "playing": nothing,
        "tiles": str(tiles_in(int(options["extra_tiles"][0]))),
        "seat": "0",
        "first": "0",
        "last": "|".join(["0"] * players),
        "phase": PHASES[R.PLACING],
    }


def format_position(states: Records, options: Records) -> str:
    """Return the whole position on one line; the seat to act is always written."""
    return F.format_fields(position_fields(states, options), default_fields(options) | {"seat": ""})


def format_board(states: Records, options: Records) -> str:
    """Return the tiles on the table alone, as a position of one field."""
    return f"table={places.format_table(MissionPosition(states, options).table)}"


# Positions, parsed


def parse_position(text: str, options: Records) -> Records:
    """Return a position from text; whatever is not written takes its default."""
    states = read_board(text, options)
    check_position(MissionPosition(states, options))
    return states


def read_board(text: str, options: Records) -> Records:
    """Return a position from text, even a part to be compared that could not be played."""
    fields = {**default_fields(options), **split_fields(text, FIELDS)}
    players = int(options["players"][0])
    states = np.zeros(1, R.RECORD)
    states["players"] = players
    states["tiles"] = SETS[F.word_in("tiles", fields["tiles"], tuple(map(str, SETS)))]
    _lay(states, fields["table"])
    for name, field in (("missions", "mission"), ("playing", "playing")):
        states[field] = NO_TILE
        for seat, tile in enumerate(F.by_seat(name, fields[name], players)):
            states[field][0][seat] = _parse_hidden(tile)
    for seat, number in enumerate(F.by_seat("last", fields["last"], players)):
        states["last"][0][seat] = F.number_in("last", number, 0, TILES)
    states["seat"] = F.number_in("seat", fields["seat"], 0, players - 1)
    states["starter"] = F.number_in("first", fields["first"], 0, players - 1)
    states["phase"] = F.word_in("phase", fields["phase"], PHASES)
    return states


def _parse_hidden(text: str) -> int:
    blanks = {NOBODY_HAS: NO_TILE, HIDDEN: R.UNKNOWN}
    return blanks[text] if text in blanks else parse_tile(text)


def _lay(states: Records, text: str) -> None:
    """Put the tiles on the table. Raise BadNotation for two on one cell."""
    table = places.parse_table(text)
    if high := [laid for laid in table if laid.level]:
        raise BadNotation(f"{TILE_NAMES[high[0].tile]} lies atop others, but nothing is stacked")
    places.check_flat(table)
    states["cell"] = OFF_TABLE
    for laid in table:
        states["cell"][0][laid.tile] = laid.cell
        states["way"][0][laid.tile] = laid.way
    states["laid"] = len(table)


# Comparing


def is_whole(states: Records) -> bool:
    """Return whether a position shows everything, as that of a table does and a view does not."""
    return not any((states[field] == R.UNKNOWN).any() for field in ("mission", "playing"))


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """Return what a partly written position says otherwise than the actual one."""
    expected = position_fields(read_board(text, options), options)
    written = {name: expected[name] for name in split_fields(text, FIELDS)}
    return F.differences(position_fields(states, options), written)


assert len(PHASES) == R.FINISHED + 1
