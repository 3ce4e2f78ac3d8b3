"""A board as arrays: what the rules read of it. Computed once for each board."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.games.uri_nation.board import streets
from offleash.games.uri_nation.board.text import Board, Cell
from offleash.games.uri_nation.rules import places as P
from offleash.tools.errors import OffleashError

Table = NDArray[Any]
Tables = dict[str, Table]

KINDS = (P.BOND, P.PARK, P.CHANCE, P.EVENTS, P.WATER)
KIND = dict(zip("BPCEW", KINDS, strict=True))
TRIGGERS = ("BP", "C", "E", "W")  # in this order, each in reading order (M5)
READINGS = ("step", "segment", "cell", "touch")  # of which territories are adjacent (A2)
USUAL_RADIUS = 2  # of influence, where neither the board nor an option says one (N3)

# Fields of the options record. All cells, territories and features are numbers.
BOARD_TABLES: dict[str, Any] = {
    "cells": np.int64,  # how many there are
    "territories": np.int64,
    "sites": np.int64,
    "spots": np.int64,
    "step": (np.int16, (P.MOST_CELLS, P.BESIDE)),  # the neighbour in each direction
    # the steps on from a cell as lanes, by the way one came
    "onward": (np.int16, (P.MOST_CELLS, P.BESIDE + 1, P.BESIDE)),
    "cross": (np.int16, (P.MOST_CELLS, P.BESIDE)),  # where a crossing in each direction ends (M12)
    "zebra": (np.int8, (P.MOST_CELLS, P.BESIDE)),  # 1 where that crossing is free
    "across": (np.int16, (P.MOST_CELLS, P.BESIDE)),  # the crossings that begin here, as lanes
    "path": (np.int16, P.MOST_CELLS),  # the exit of the path that begins here
    "depth": (np.int8, P.MOST_CELLS),  # steps from the main sidewalk, 0 on it (M14)
    "front": (np.int8, (P.MOST_CELLS, P.BESIDE)),  # territories next to a cell, in reading order
    "touch": (np.int8, (P.MOST_CELLS, P.BESIDE)),  # features next to a cell, as they trigger (M5)
    "kind": (np.int8, P.MOST_FEATURES),  # of each feature
    "homes_at": (np.int8, P.MOST_CELLS),  # homes next to a cell, as bits
    "is_busy": (np.int8, P.MOST_CELLS),  # 1 where a walk meets something: a feature or a home
    "home_cell": (np.int16, P.HOMES),  # where a dog starts (S3)
    "hood": (np.int64, P.HOMES),  # territories that touch the home, as bits (A7, 1.4)
    "near": (np.int64, P.HOMES),  # those fronting its cell or one step from it (A7, 1.2)
    "stroll": (np.int8, (P.MOST_CELLS, P.MOST_TERRITORIES)),  # steps to a territory, no crossing
    "stroll_home": (np.int8, (P.MOST_CELLS, P.HOMES)),
    "far": (np.int8, (P.MOST_CELLS, P.MOST_TERRITORIES)),  # the same with free crossings
    "nearby": (np.int64, P.MOST_CELLS),  # territories an average roll away by that, as bits
    "far_home": (np.int8, (P.MOST_CELLS, P.HOMES)),
    "far_feature": (np.int8, (P.MOST_CELLS, P.MOST_FEATURES)),
    # territories next to where a walk may end, as bits, by Drive and the steps of the roll
    "reach": (np.int64, (P.REACH_DRIVE, P.MOST_CELLS, P.REACH_STEPS)),
    "cell_row": (np.int8, P.MOST_CELLS),
    "cell_col": (np.int8, P.MOST_CELLS),
}
COUNTS = ("cells", "territories", "sites", "spots")
# What tables hold where there is nothing; all others 0
TO_PLACES = ("step", "onward", "cross", "across", "path", "front", "touch", "home_cell")
DISTANCES = ("stroll", "stroll_home", "far", "far_home", "far_feature")
EMPTY = dict.fromkeys(TO_PLACES, P.NOWHERE) | dict.fromkeys(DISTANCES, P.FAR)


@lru_cache(256)
def board_tables(board: Board) -> Tables:
    """Return every table of `BOARD_TABLES`, read-only."""
    tables = {name: np.array(len(getattr(board, name))) for name in COUNTS}
    for name, form in BOARD_TABLES.items():
        if name not in COUNTS:
            kind, shape = form
            tables[name] = np.full(shape, EMPTY.get(name, 0), kind)
    fillers = (_fill_ways, _fill_lanes, _fill_neighbours, _fill_homes, _fill_distances)
    for fill in (*fillers, _fill_reach):
        fill(board, tables)
    for table in tables.values():
        table.flags.writeable = False
    return tables


@lru_cache(256)
def cell_numbers(board: Board) -> dict[Cell, int]:
    """Return the number of each walkable cell."""
    return _numbers(board.cells)


@lru_cache(256)
def feature_numbers(board: Board) -> dict[Cell, int]:
    """Return the number of each site and spot."""
    return _numbers(board.sites) | _numbers(board.spots, P.MOST_SITES)


def _numbers(cells: Iterable[Cell], first: int = 0) -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(cells, first)}


def mask_of(board: Board, cells: Iterable[Cell]) -> int:
    """Return territories as bits."""
    return sum(1 << board.territories.index(cell) for cell in set(cells))


# The tables


def _fill_ways(board: Board, tables: Tables) -> None:
    """Fill in steps, crossings, paths and the depth of side streets."""
    number = cell_numbers(board)
    for cell in board.cells:
        beside = [number.get(other, P.NOWHERE) for other in streets.neighbours(cell)]
        tables["step"][number[cell]] = beside
        depth = streets.depths(board).get(cell, P.FAR)
        tables["depth"][number[cell]] = min(depth, P.FAR)
    for crossing in streets.crossings(board):
        start = number[crossing.start]
        tables["cross"][start, crossing.way] = number[crossing.end]
        tables["zebra"][start, crossing.way] = crossing.is_free
    for entry, leave in board.paths:
        if entry in number:
            tables["path"][number[entry]] = number.get(leave, P.NOWHERE)


def _fill_lanes(board: Board, tables: Tables) -> None:
    """Fill in what a search asks of every cell: the steps on from it, and its crossings."""
    step, cross, depth = tables["step"], tables["cross"], tables["depth"]
    for cell in range(len(board.cells)):
        open_ways = np.flatnonzero(step[cell] != P.NOWHERE)
        for entry in range(P.BESIDE + 1):
            back = (entry + 2) % P.BESIDE if entry < P.BESIDE else P.NOWHERE
            lanes = [
                _lane(step[cell, way], way, _slope(depth[cell], depth[step[cell, way]]))
                for way in open_ways.tolist()
                if way != back
            ]
            tables["onward"][cell, entry, : len(lanes)] = lanes
        crossings = np.flatnonzero(cross[cell] != P.NOWHERE)
        kinds = np.where(tables["zebra"][cell] != 0, P.ZEBRA, P.MIDBLOCK)
        lanes = [_lane(cross[cell, way], way, kinds[way]) for way in crossings.tolist()]
        tables["across"][cell, : len(lanes)] = lanes


def _lane(end: int, way: int, kind: int) -> int:
    """Return a step or a crossing in one number, as `rules/lanes.py` reads it."""
    return int(end) | int(way) << P.LANE_WAY | int(kind) << P.LANE_KIND


def _slope(depth: int, next_depth: int) -> int:
    """Return the kind of a step between two depths of side streets."""
    return P.FLAT if depth == next_depth else P.DEEPER if next_depth > depth else P.BACK


def _fill_neighbours(board: Board, tables: Tables) -> None:
    """Fill in what lies next to each cell, what each feature is, and where cells lie."""
    territories, features = _numbers(board.territories), feature_numbers(board)
    for cell, number in cell_numbers(board).items():
        tables["cell_row"][number], tables["cell_col"][number] = cell
        for slot, territory in enumerate(streets.touching(board, cell, "T")):
            tables["front"][number, slot] = territories[territory]
        nearby = (streets.touching(board, cell, glyphs) for glyphs in TRIGGERS)
        for slot, feature in enumerate(chain.from_iterable(nearby)):
            tables["touch"][number, slot] = features[feature]
            tables["is_busy"][number] = 1
    for feature, number in features.items():
        tables["kind"][number] = KIND[board.at(feature)]


def _fill_homes(board: Board, tables: Tables) -> None:
    """Fill in homes: their cells, and the territories that belong to them (A7, S3)."""
    for home, place in enumerate(board.homes):
        cells = [cell_numbers(board)[cell] for cell in streets.frontage(board, place)]
        if cells:
            tables["homes_at"][cells] |= 1 << home
            tables["home_cell"][home] = cells[0]
            tables["is_busy"][cells] = 1
        tables["hood"][home] = mask_of(board, home_neighbourhood(board, place))
        tables["near"][home] = mask_of(board, claimable_at_start(board, place))


def home_neighbourhood(board: Board, home: Cell) -> list[Cell]:
    """Return territories that touch a home (A7, 1.4)."""
    return streets.touching(board, home, "T")


def claimable_at_start(board: Board, home: Cell) -> set[Cell]:
    """Return territories whose frontage is the home's or one step from it (A7, 1.2)."""
    cells = streets.frontage(board, home)
    cells += [other for cell in cells for other in streets.steps(board, cell)]
    return {territory for cell in cells for territory in streets.touching(board, cell, "T")}


def _fill_distances(board: Board, tables: Tables) -> None:
    """Fill in the steps from every cell to the nearest frontage of everything."""
    territories, homes = _numbers(board.territories), _numbers(board.homes)
    columns = {
        "stroll": territories,
        "stroll_home": homes,
        "far": territories,
        "far_home": homes,
        "far_feature": feature_numbers(board),
    }
    for name, numbers in columns.items():
        for place, column in numbers.items():
            starts = streets.frontage(board, place)
            away = streets.distances(board, starts, with_free=name.startswith("far"))
            for cell, steps_away in away.items():
                tables[name][cell_numbers(board)[cell], column] = min(steps_away, P.FAR)
    bits = np.int64(1) << np.arange(P.MOST_TERRITORIES)
    tables["nearby"][:] = ((tables["far"] <= P.NEARBY) * bits).sum(axis=1)


def _fill_reach(board: Board, tables: Tables) -> None:
    """Fill in where walks may end, backwards: with n steps left from what n - 1 steps lead to.

    An estimate for bots: all steps are taken, and what a crossing leads past does not count.
    """
    cells = len(board.cells)
    bits = np.int64(1) << np.arange(P.MOST_TERRITORIES, dtype=np.int64)
    front = tables["front"][:cells]
    fronts = np.bitwise_or.reduce(np.where(front >= 0, bits[front], 0), axis=1)
    entries = np.arange(P.BESIDE + 1)
    onward = tables["onward"][:cells]  # cells × entries × ways on
    there = np.where(onward != P.NOWHERE, onward & (1 << P.LANE_WAY) - 1, cells)
    ways = onward >> P.LANE_WAY & (1 << P.WAY_BITS) - 1
    deeper = onward >> P.LANE_KIND == P.DEEPER
    shifts = [_shifts(tables, cells, drive) for drive in range(P.REACH_DRIVE)]
    # cells, and a last row for nowhere; entries; Drive
    ends = np.zeros((cells + 1, len(entries), P.REACH_DRIVE), np.int64)
    ends[:cells] = fronts[:, None, None]
    for steps in range(P.REACH_STEPS):
        after = np.zeros_like(ends)
        for drive in range(P.REACH_DRIVE):
            if steps == 0:
                after[:cells, :, drive] = fronts[:, None]
                continue
            free = np.where(deeper, 0, ends[there, ways, drive])
            paid = np.where(deeper, ends[there, ways, drive - 1], 0) if drive else 0
            after[:cells, :, drive] = np.bitwise_or.reduce(free | paid, axis=2)
        shifted = after.copy()
        for drive, pairs in enumerate(shifts):
            for here, other, left in pairs:
                shifted[here, :, drive] |= after[other, P.BESIDE, left]
        ends = shifted
        tables["reach"][:, :cells, steps] = ends[:cells, P.BESIDE].T


def _shifts(tables: Tables, cells: int, drive: int) -> list[tuple[int, int, int]]:
    """Return chains of crossings and paths: from a cell, to a cell, and how much Drive is left."""
    pairs: list[tuple[int, int, int]] = []
    for start in range(cells):
        waiting, seen = [(start, drive)], set()
        while waiting:
            here, left = waiting.pop()
            others = [
                (int(other), int(tables["zebra"][here, way] == 0))
                for way, other in enumerate(tables["cross"][here])
            ]
            for other, price in (*others, (int(tables["path"][here]), 1)):
                shift = other, left - price
                if other not in (P.NOWHERE, start) and left >= price and shift not in seen:
                    seen.add(shift)
                    waiting.append(shift)
        pairs += [(start, other, left) for other, left in sorted(seen)]
    return pairs


# What depends on an option as well


@lru_cache(256)
def adjacency_masks(board: Board, reading: str) -> Table:
    """Return, for each territory, those adjacent to it, as bits, without bond links (A2, N4)."""
    if reading not in READINGS:
        raise OffleashError(f"there is no adjacency {reading!r}, only {', '.join(READINGS)}")
    masks = np.zeros(P.MOST_TERRITORIES, np.int64)
    for group in _adjacent_groups(board, reading):
        mask = mask_of(board, group)
        for territory in group:
            masks[board.territories.index(territory)] |= mask
    for number in range(len(board.territories)):
        masks[number] &= ~np.int64(1 << number)
    masks.flags.writeable = False
    return masks


def _adjacent_groups(board: Board, reading: str) -> list[set[Cell]]:
    """Return sets of territories all adjacent to one another."""
    front = {cell: set(streets.touching(board, cell, "T")) for cell in board.cells}
    if reading == "touch":
        touching = {cell: streets.touching(board, cell, "T") for cell in board.territories}
        return [{cell, other} for cell, others in touching.items() for other in others]
    if reading == "cell":
        return list(front.values())
    if reading == "segment":
        return [set().union(*(front[cell] for cell in run)) for run in streets.straight_runs(board)]
    return [
        front[cell] | front[other] for cell in board.cells for other in streets.steps(board, cell)
    ]


@lru_cache(256)
def influence_masks(board: Board, radius: int) -> Table:
    """Return the territories that each bond space influences, as bits; none for parks (A8, N3).

    Lines of the board come first, then a radius above 0, then the board's own radius.
    """
    lines = dict(board.bonds)
    usual = USUAL_RADIUS if board.influence_radius is None else board.influence_radius
    masks = np.zeros(P.MOST_SITES, np.int64)
    for number, site in enumerate(board.sites):
        if board.at(site) == "B":
            reached = lines.get(site)
            if reached is None:
                reached = tuple(territories_within(board, site, radius if radius > 0 else usual))
            masks[number] = mask_of(board, reached)
    masks.flags.writeable = False
    return masks


def territories_within(board: Board, feature: Cell, radius: int) -> list[Cell]:
    """Return territories with a frontage at most so many steps from a feature's, not crossing."""
    away = streets.distances(board, streets.frontage(board, feature))
    near = {cell for cell, steps_away in away.items() if steps_away <= radius}
    return [cell for cell in board.territories if near & set(streets.frontage(board, cell))]


# Groups of territories


@lru_cache(256)
def groups(board: Board) -> tuple[tuple[Cell, ...], ...]:
    """Return the largest groups one owner could have (A2 to A4).

    Steps link territories; in 1.2 bond spaces do as well.
    """
    adjacent = _adjacent_groups(board, "step")
    for mask in influence_masks(board, 0) if board.version == "1.2" else ():
        adjacent.append({cell for n, cell in enumerate(board.territories) if mask >> n & 1})

    def near(cell: Cell) -> Iterator[Cell]:
        return (other for group in adjacent if cell in group for other in group)

    return tuple(map(tuple, streets.connected_parts(board.territories, near)))
