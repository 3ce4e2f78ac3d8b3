"""The chain as text: `red-red,red-yellow>red-red.2`, with its ends and the houses on it."""

from typing import Any

import numpy as np

from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.position import ChainPosition, format_half, parse_half, parse_house
from offleash.games.shared.fields import NOBODY_HAS, by_seat
from offleash.games.tiles.rules.dogs import BREED, HALVES, TILES
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile
from offleash.tools.errors import BadNotation, quote


def format_chain(position: ChainPosition) -> str:
    """Return each tile with the half that it was laid to."""
    parents = [(tile, int(position.state.parent[tile])) for tile in position.chain_order]
    links = [
        TILE_NAMES[tile] + ("" if half == R.NO_HALF else f">{format_half(half)}")
        for tile, half in parents
    ]
    return ",".join(links) or NOBODY_HAS


def read_chain(text: str, state: Any) -> None:
    """Lay the tiles of a chain, or raise BadNotation if one does not match what it is laid to."""
    if text == NOBODY_HAS:
        return
    first, *others = text.split(",")
    put_tile(parse_tile(first), R.CHAIN, state)
    for link in others:
        name, arrow, half = link.partition(">")
        if not arrow:
            example = format_half(parse_tile(first) * HALVES)
            raise BadNotation(
                f"{quote(link)} is not laid to anything: write a half, like >{example}"
            )
        tile, parent = parse_tile(name), parse_half(half)
        if state.where[parent // HALVES] != R.CHAIN:
            raise BadNotation(f"{quote(link)} is laid to a tile that does not lie there yet")
        breed = int(dog_at(parent))
        if breed not in BREED[tile]:
            raise BadNotation(f"{quote(link)} does not match: there is no such dog on the tile")
        put_tile(tile, R.CHAIN, state)
        state.parent[tile] = parent
        state.joint[tile] = 0 if BREED[tile, 0] == breed else 1


def put_tile(tile: int, place: int, state: Any) -> None:
    """Put a tile somewhere, or raise BadNotation if it is in another place already."""
    if state.where[tile] != R.BOXED:
        raise BadNotation(f"{TILE_NAMES[tile]} is in two places: there is one of each tile")
    state.where[tile] = place


def free_halves(position: ChainPosition) -> list[int]:
    """Return the halves of the chain that nothing touches: the ends, and those that houses shut."""
    state, order = position.state, position.chain_order
    touched = {int(half) for half in state.parent if half != R.NO_HALF}
    joined = [tile for tile in order if state.parent[tile] != R.NO_HALF]
    touched |= {tile * HALVES + int(state.joint[tile]) for tile in joined}
    halves = [tile * HALVES + k for tile in order for k in range(HALVES)]
    return [half for half in halves if half not in touched]


def read_houses(text: str | None, position: ChainPosition) -> None:
    """Read the half that each house shuts; left out, all are at hand."""
    if text is None:
        return
    for seat, part in enumerate(by_seat("houses", text, position.players)):
        half = parse_house(part)
        if half != R.AT_HAND and half not in free_halves(position):
            raise BadNotation(f"no house can be on {format_half(half)}: it is not a free half")
        if half != R.AT_HAND and half in position.state.house:
            raise BadNotation(f"two houses are on {format_half(half)}")
        position.state.house[seat] = half


def read_ends(text: str | None, position: ChainPosition) -> None:
    """Read the left and right ends; where there was no fork they can be worked out."""
    houses = {int(half) for half in position.state.house if half != R.AT_HAND}
    open_halves = [half for half in free_halves(position) if half not in houses]
    if not open_halves:
        if text not in (None, NOBODY_HAS):
            raise BadNotation(f"ends={quote(text)[1:-1]} needs a chain")
        return
    if len(open_halves) != R.ENDS:
        raise BadNotation(
            f"a chain has two open ends, this one {len(open_halves)}: each fork has shut one "
            "with a house, written in houses="
        )
    ends = plain_ends(position) if text is None else _parse_ends(text, open_halves)
    position.state.end[:] = ends
    if text is None and houses:
        raise BadNotation(
            "after a fork the ends have to be written, like ends=red-red.1|blue-red.blue"
        )


def _parse_ends(text: str, open_halves: list[int]) -> list[int]:
    ends = [parse_half(part) for part in text.split("|")]
    if sorted(ends) != sorted(open_halves):
        names = " and ".join(map(format_half, open_halves))
        raise BadNotation(f"ends={text} is wrong: the open ends are {names}")
    return ends


def plain_ends(position: ChainPosition) -> list[int]:
    """Return where the rows from the two halves of the first tile end, if there was no fork."""
    state = position.state
    laid_to = {int(state.parent[tile]): tile for tile in position.chain_order}
    first = position.chain_order[0]
    ends = []
    for half in (first * HALVES, first * HALVES + 1):
        while half in laid_to:
            tile = laid_to[half]
            half = tile * HALVES + 1 - int(state.joint[tile])
        ends.append(half)
    return ends


assert np.int8(TILES * HALVES) == TILES * HALVES  # a half fits into the record
