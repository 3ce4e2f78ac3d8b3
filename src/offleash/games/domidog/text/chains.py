"""The chain as text: `red-red,red-yellow>red-red.2`, with its ends and the houses on it."""

import numpy as np

from offleash.core.errors import BadNotation, quote
from offleash.core.game import Records
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.text.halves import format_half, parse_half, parse_house
from offleash.games.tiles.rules.dogs import BREED, HALVES, TILES
from offleash.games.tiles.text.fields import NOBODY_HAS, by_seat
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile


def chain_order(states: Records) -> list[int]:
    """The tiles of the chain: the first, then those laid to it, then those laid to them …"""
    state = states[0]
    laid = [tile for tile in range(TILES) if state["where"][tile] == R.CHAIN]
    order = [tile for tile in laid if state["parent"][tile] == R.NO_HALF]
    for tile in order:  # grows while it is gone through
        order += [t for t in laid if state["parent"][t] // HALVES == tile and t not in order]
    return order


def format_chain(states: Records) -> str:
    """Each tile with the half that it was laid to."""
    parents = [(tile, int(states["parent"][0][tile])) for tile in chain_order(states)]
    links = [
        TILE_NAMES[tile] + ("" if half == R.NO_HALF else f">{format_half(half)}")
        for tile, half in parents
    ]
    return ",".join(links) or NOBODY_HAS


def read_chain(text: str, states: Records) -> None:
    """Lays the tiles of a chain; they match, and each was laid to one that lay there."""
    if text == NOBODY_HAS:
        return
    first, *others = text.split(",")
    _lay(parse_tile(first), states)
    for link in others:
        name, arrow, half = link.partition(">")
        if not arrow:
            raise BadNotation(
                f"{quote(link)} is not laid to anything: write a half, like >{half_of(first)}"
            )
        tile, parent = parse_tile(name), parse_half(half)
        if states["where"][0][parent // HALVES] != R.CHAIN:
            raise BadNotation(f"{quote(link)} is laid to a tile that does not lie there yet")
        breed = int(dog_at(parent))
        if breed not in BREED[tile]:
            raise BadNotation(f"{quote(link)} does not match: there is no such dog on the tile")
        _lay(tile, states)
        states["parent"][0][tile] = parent
        states["joint"][0][tile] = 0 if BREED[tile, 0] == breed else 1


def half_of(first: str) -> str:
    """A half of the first tile, for a sentence."""
    return format_half(parse_tile(first) * HALVES)


def _lay(tile: int, states: Records) -> None:
    if states["where"][0][tile] != R.BOXED:
        raise BadNotation(f"{TILE_NAMES[tile]} is in two places: there is one of each tile")
    states["where"][0][tile] = R.CHAIN


def free_halves(states: Records) -> list[int]:
    """Halves of the chain that nothing touches: the ends, and those that houses shut."""
    state = states[0]
    touched = {int(half) for half in state["parent"] if half != R.NO_HALF}
    for tile in chain_order(states):
        if state["parent"][tile] != R.NO_HALF:
            touched.add(tile * HALVES + int(state["joint"][tile]))
    halves = [tile * HALVES + k for tile in chain_order(states) for k in range(HALVES)]
    return [half for half in halves if half not in touched]


def read_houses(text: str | None, states: Records) -> None:
    """The half that each house shuts; left out, all are at hand."""
    if text is None:
        return
    for seat, part in enumerate(by_seat("houses", text, int(states["players"][0]))):
        half = parse_house(part)
        if half != R.AT_HAND and half not in free_halves(states):
            raise BadNotation(f"no house can be on {format_half(half)}: it is no free half")
        if half != R.AT_HAND and half in states["house"][0]:
            raise BadNotation(f"two houses are on {format_half(half)}")
        states["house"][0][seat] = half


def read_ends(text: str | None, states: Records) -> None:
    """Left and right; where there was no fork they can be worked out."""
    houses = {int(half) for half in states["house"][0] if half != R.AT_HAND}
    open_halves = [half for half in free_halves(states) if half not in houses]
    if not open_halves:
        if text not in (None, NOBODY_HAS):
            raise BadNotation(f"ends={quote(text)[1:-1]} needs a chain")
        return
    if len(open_halves) != R.ENDS:
        raise BadNotation(
            f"a chain has two open ends, this one {len(open_halves)}: each fork has shut one "
            "with a house, written in houses="
        )
    states["end"][0] = plain_ends(states) if text is None else _written_ends(text, open_halves)
    if text is None and houses:
        raise BadNotation(
            "after a fork the ends have to be written, like ends=red-red.1|blue-red.blue"
        )


def _written_ends(text: str, open_halves: list[int]) -> list[int]:
    ends = [parse_half(part) for part in text.split("|")]
    if sorted(ends) != sorted(open_halves):
        names = " and ".join(map(format_half, open_halves))
        raise BadNotation(f"ends={text} is wrong: the open ends are {names}")
    return ends


def plain_ends(states: Records) -> list[int]:
    """Where one comes to from the two halves of the first tile, if there was no fork."""
    state = states[0]
    laid_to = {int(state["parent"][tile]): tile for tile in chain_order(states)}
    first = chain_order(states)[0]
    ends = []
    for half in (first * HALVES, first * HALVES + 1):
        while half in laid_to:
            tile = laid_to[half]
            half = tile * HALVES + 1 - int(state["joint"][tile])
        ends.append(half)
    return ends


assert np.int8(TILES * HALVES) == TILES * HALVES  # a half fits into the record
