"""Positions of the naive twin as records of the game, and back; actions as numbers."""

import numpy as np

from offleash.contract import Records
from offleash.games.secret_mission.rules.actions import DRAW, FIRST, MISSION, PLACE
from offleash.games.secret_mission.rules.record import RECORD
from offleash.games.tiles.rules.hexes import REACH, SIDE
from tests.games.secret_mission import naive

PHASES = ("start", "mission", "draw", "place", "over")
WAYS = tuple(naive.WAYS)
NONE = -1  # no tile, or not on the table
TILES = [*naive.all_tiles(28), *((breed, 7) for breed in range(8))]  # by their numbers


def number(tile: naive.Tile | None) -> int:
    return NONE if tile is None else TILES.index(tile)


def tile_of(value: int) -> naive.Tile | None:
    return None if value == NONE else TILES[value]


def encode(position: naive.Position) -> Records:
    """The record of a position."""
    states = np.zeros(1, RECORD)
    state = states[0]
    state["cell"] = NONE
    for tile, ((q, r), way) in position.table.items():
        state["cell"][number(tile)] = (q + REACH) * SIDE + r + REACH
        state["way"][number(tile)] = WAYS.index(way)
    for name, tiles in (("mission", position.missions), ("playing", position.playing)):
        state[name] = NONE
        state[name][: position.players] = [number(tile) for tile in tiles]
    state["last"][: position.players] = position.last
    state["tiles"], state["laid"] = position.tiles, len(position.table)
    state["players"], state["starter"] = position.players, position.first
    state["seat"], state["phase"] = position.seat, PHASES.index(position.phase)
    return states


def cell_of(value: int) -> naive.Cell:
    return value // SIDE - REACH, value % SIDE - REACH


def action_number(action: naive.Action) -> int:
    word, argument, *more = action
    if word == "at":
        cell = (argument[0] + REACH) * SIDE + argument[1] + REACH
        return PLACE + cell * len(WAYS) + WAYS.index(more[0])
    if word == "first":
        return FIRST + int(argument)
    return {"mission": MISSION, "draw": DRAW}[word] + number(argument)
