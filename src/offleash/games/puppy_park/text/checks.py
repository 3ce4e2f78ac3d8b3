"""Whether a game of Puppy Park could come to a position: BadNotation says why not."""

import numpy as np

from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.position import ParkPosition, piece_name
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES, tiles_in
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import check_ground, format_cell
from offleash.tools.errors import BadNotation


def somebody_is_done(position: ParkPosition) -> bool:
    """Return whether somebody has nothing left to lay, once tiles have been dealt."""
    if position.state.stock_left:
        return False
    return not all(position.pieces_left(seat) for seat in position.seats)


def check_position(position: ParkPosition) -> None:
    """Raise BadNotation for what no game could come to, or the rules could not go on from."""
    _check_modules(position)
    dogs = _check_stacks(position)
    tree_poops = _check_tree_poops(position)
    if both := sorted(dogs.keys() & tree_poops):
        raise BadNotation(f"a tree-poop tile and a dog both lie on {format_cell(both[0])} (P15)")
    if tree_poops and not dogs:
        raise BadNotation("a tree-poop tile is never the first tile (P15)")
    check_ground({*dogs, *tree_poops})
    _check_houses(position, dogs)
    _check_declaration(position, bool(tree_poops))
    _check_picked(position, bool(dogs))
    _check_phase(position)


def _check_modules(position: ParkPosition) -> None:
    """Check that what is there belongs to the modules that are played with."""
    state, options = position.state, position.options
    shibas = np.flatnonzero(state.where[BASE_TILES:TILES]).tolist()
    if shibas and not options.extra_tiles:
        raise BadNotation(f"{TILE_NAMES[BASE_TILES + shibas[0]]} needs the option extra_tiles")
    if not options.tree_poop and (state.tp_cell != R.GONE).any():
        raise BadNotation("a tree-poop tile needs the option tree_poop")
    if position.players > 2 and not options.houses34 and (state.house != R.GONE).any():
        raise BadNotation("a house for three or four players needs the option houses34")


def _check_stacks(position: ParkPosition) -> dict[int, int]:
    """Check that tiles lie on the ground or two dogs like their own; return all heights (P5)."""
    heights: dict[int, int] = {}
    breeds: dict[int, int] = {}
    for laid in sorted(position.table, key=lambda laid: laid.level):
        for cell, breed in laid.dogs.items():
            if heights.get(cell, 0) != laid.level:
                _refuse_level(laid.tile, cell, laid.level, heights.get(cell, 0))
            if breeds.setdefault(cell, breed) != breed:
                name, where = TILE_NAMES[laid.tile], format_cell(cell)
                raise BadNotation(f"{name} lies on a dog of another breed at {where} (P5)")
            heights[cell] = laid.level + 1
    return heights


def _refuse_level(tile: int, cell: int, level: int, height: int) -> None:
    name, where = TILE_NAMES[tile], format_cell(cell)
    if height > level:
        raise BadNotation(f"{name} lies where another tile is: {where} is {height} high already")
    below = f"{where} is {height} high" if height else f"nothing lies on {where}"
    raise BadNotation(f"{name} floats: it is written {level} above the ground, but {below}")


def _check_tree_poops(position: ParkPosition) -> set[int]:
    """Return the cells of all tree-poop tiles on the table; no two may share one."""
    cells: set[int] = set()
    for _, first, way in position.tree_poops:
        for cell in position.tree_poop_cells(first, way):
            if cell in cells:
                raise BadNotation(f"two tree-poop tiles lie on {format_cell(cell)} (P15)")
            cells.add(cell)
    return cells


def _check_houses(position: ParkPosition, dogs: dict[int, int]) -> None:
    houses = [int(cell) for cell in position.state.house if cell >= 0]
    for at, cell in enumerate(houses):
        if cell not in dogs:
            raise BadNotation(f"there is no dog under the house on {format_cell(cell)} (P7)")
        if cell in houses[:at]:
            raise BadNotation(f"two houses are on {format_cell(cell)} (P7)")


def _check_declaration(position: ParkPosition, laid: bool) -> None:
    """Check that a rule is declared with the first tree-poop tile, when it is picked (P19)."""
    in_play = laid or position.picked == R.TREE_POOP
    is_declared = position.declared != R.UNDECLARED
    if in_play and not is_declared:
        raise BadNotation("with a tree-poop tile in play, rules=poop or rules=tree holds (P19)")
    if is_declared and not in_play:
        raise BadNotation("rules are declared with the first tree-poop tile, and none is there")


def _check_picked(position: ParkPosition, dogs_lie: bool) -> None:
    """Check that what is picked is in the hand of whose turn it is, and goes with phase=place."""
    picked, seat = position.picked, position.seat
    if (position.phase == R.PLACING) != (picked != R.NOTHING_PICKED):
        raise BadNotation("phase=place and picked= go together")
    if picked == R.NOTHING_PICKED:
        return
    if picked == R.TREE_POOP and not position.has_tree_poop(seat):
        raise BadNotation(f"seat {seat} has no tree-poop tile in hand to pick")
    if picked != R.TREE_POOP and picked not in position.hand(seat):
        raise BadNotation(f"{TILE_NAMES[picked]} was picked, but seat {seat} does not have it")
    if not dogs_lie:
        raise BadNotation("the first tile is laid as it is picked: nothing is left to place (P20)")
    if not position.legal:
        raise BadNotation(f"{piece_name(picked)} was picked, but there is no place for it")


def _check_phase(position: ParkPosition) -> None:
    """Check that the phase fits what lies there and what everybody has left."""
    phase = position.phase
    if phase in (R.DEALING, R.STARTING):
        _check_before_play(position)
        return
    if position.tiles_at(R.STOCK):
        raise BadNotation("stock= goes with phase=deal: later all tiles have been dealt")
    done = [seat for seat in position.seats if not position.pieces_left(seat)]
    stuck = position.state.passes == position.players
    if len(done) > 1:
        raise BadNotation(f"seats {done[0]} and {done[1]} have nothing left: the first ends it")
    if done and stuck:
        raise BadNotation(f"seat {done[0]} has nothing left, so nobody can have passed")
    if phase == R.FINISHED and not (done or stuck):
        raise BadNotation("phase=over needs a player with nothing left, or passes of all (P9, P10)")
    if phase != R.FINISHED and (done or stuck):
        why = f"seat {done[0]} has nothing left" if done else "all have passed"
        raise BadNotation(f"{why}, so it is phase=over")
    if phase == R.HOUSING:
        _check_house_phase(position)
    if not position.table:
        _check_bare_table(position)


def _check_bare_table(position: ParkPosition) -> None:
    """Check that before the opening nobody has laid a dog or passed (P15, P20)."""
    if position.state.passes:
        raise BadNotation("nobody passes before the first tile lies")
    for seat in position.seats:
        if not position.hand(seat):
            raise BadNotation(
                f"nothing lies on the table, and seat {seat} has no dogs to begin with (P20)"
            )


def _check_house_phase(position: ParkPosition) -> None:
    """Check that option c was used last, by a player whose house is at hand (P7)."""
    if not position.has_house(position.seat):
        raise BadNotation(f"phase=house needs a house in the hand of seat {position.seat}")
    if len(position.table) < 2:
        raise BadNotation("phase=house comes after a second tile was laid (P7)")
    if position.state.passes:
        raise BadNotation("phase=house comes after a tile was laid, so passes=0")


def _check_before_play(position: ParkPosition) -> None:
    """Check what holds while tiles are dealt, and while the starter is drawn by lot."""
    laid, left = len(position.table), int(position.state.stock_left)
    if position.houses or position.tree_poops or position.state.passes:
        raise BadNotation("nothing has been laid and nobody has passed before the first turn")
    if position.phase == R.STARTING:
        if left or laid > 1:
            raise BadNotation("phase=start comes when all is dealt and nobody has laid a tile")
        if somebody_is_done(position):
            raise BadNotation("phase=start needs tiles for everybody")
        if not laid:
            _check_bare_table(position)
        return
    if laid:
        raise BadNotation("phase=deal comes before any tile lies on the table")
    tiles, players = int(tiles_in(position.options.extra_tiles)), position.players
    hands = [len(position.hand(seat)) for seat in position.seats]
    if sum(hands) + left != tiles or left <= tiles % players:
        raise BadNotation(f"phase=deal needs all {tiles} tiles in hands and stock, some to deal")
    if hands != [(sum(hands) + players - 1 - seat) // players for seat in position.seats]:
        raise BadNotation("phase=deal needs tiles dealt to each in turn, from seat 0 on")
