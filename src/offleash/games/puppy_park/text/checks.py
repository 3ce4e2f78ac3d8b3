"""Whether a position of Puppy Park could stand on a table: one sentence for what could not."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.placing import list_places
from offleash.games.tiles.rules.dogs import BASE_TILES, BREED, TILES
from offleash.games.tiles.rules.hexes import STEP
from offleash.games.tiles.text.laid import check_ground
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import format_cell


def pieces_left(states: Records, options: Records, seat: int) -> int:
    """What a player still has to lay before she has won (P11)."""
    dogs = int((states["where"][0] == R.HAND + seat).sum())
    counts = bool(options["tp_must_be_played"][0])
    return dogs + (counts and int(states["tp_cell"][0][seat]) == R.AT_HAND)


def somebody_is_done(states: Records, options: Records) -> bool:
    """Whether somebody has nothing left to lay, once tiles have been dealt."""
    if states["stock_left"][0]:
        return False
    return not all(pieces_left(states, options, seat) for seat in _players(states))


def check_position(states: Records, options: Records) -> None:
    """Refuses what no game could come to, or what the rules could not go on from."""
    _check_modules(states, options)
    dogs = _check_stacks(states)
    tree_poops = dict(_tree_poop_cells(states, options))
    if both := sorted(set(dogs) & set(tree_poops)):
        raise BadNotation(f"a tree-poop tile and a dog both lie on {format_cell(both[0])} (P15)")
    if tree_poops and not dogs:
        raise BadNotation("a tree-poop tile is never the first tile (P15)")
    check_ground({*dogs, *tree_poops})
    _check_houses(states, dogs)
    _check_declaration(states, bool(tree_poops))
    _check_picked(states, options, bool(dogs))
    _check_phase(states, options)


def _players(states: Records) -> range:
    return range(int(states["players"][0]))


def _check_modules(states: Records, options: Records) -> None:
    """What is there belongs to the modules that are played with."""
    shibas = np.flatnonzero(states["where"][0][BASE_TILES:TILES]).tolist()
    if shibas and not options["extra_tiles"][0]:
        raise BadNotation(f"{TILE_NAMES[BASE_TILES + shibas[0]]} needs the option extra_tiles")
    if not options["tree_poop"][0] and (states["tp_cell"][0] != R.GONE).any():
        raise BadNotation("a tree-poop tile needs the option tree_poop")
    if len(_players(states)) > 2 and not options["houses34"][0]:
        if (states["house"][0] != R.GONE).any():
            raise BadNotation("a house for three or four players needs the option houses34")


def _check_stacks(states: Records) -> dict[int, int]:
    """Every tile lies on the ground or on two dogs like its own; the height of every cell (P5)."""
    state = states[0]
    heights: dict[int, int] = {}
    breeds: dict[int, int] = {}
    table = np.flatnonzero(state["where"] == R.TABLE).tolist()
    for tile in sorted(table, key=lambda tile: int(state["level"][tile])):
        first, level = int(state["cell"][tile]), int(state["level"][tile])
        cells = (first, first + int(STEP[state["way"][tile]]))
        for cell, breed in zip(cells, BREED[tile].tolist(), strict=True):
            if heights.get(cell, 0) != level:
                _refuse_level(tile, cell, level, heights.get(cell, 0))
            if breeds.setdefault(cell, breed) != breed:
                raise BadNotation(
                    f"{TILE_NAMES[tile]} lies on a dog of another breed at {format_cell(cell)} (P5)"
                )
            heights[cell] = level + 1
    return heights


def _refuse_level(tile: int, cell: int, level: int, height: int) -> None:
    name, where = TILE_NAMES[tile], format_cell(cell)
    if height > level:
        raise BadNotation(f"{name} lies where another tile is: {where} is {height} high already")
    below = f"{where} is {height} high" if height else f"nothing lies on {where}"
    raise BadNotation(f"{name} floats: it is said to be {level} above the ground, but {below}")


def _tree_poop_cells(states: Records, options: Records) -> Iterator[tuple[int, int]]:
    """Each cell of a tree-poop tile on the table, with its player."""
    taken: set[int] = set()
    for seat in _players(states):
        cell = int(states["tp_cell"][0][seat])
        if cell < 0:
            continue
        cells = [cell, cell + int(STEP[states["tp_way"][0][seat]])]
        for one in cells[: 1 if int(options["tp_shape"][0]) == R.ONE_HEX else 2]:
            if one in taken:
                raise BadNotation(f"two tree-poop tiles lie on {format_cell(one)} (P15)")
            taken.add(one)
            yield one, seat


def _check_houses(states: Records, dogs: dict[int, int]) -> None:
    houses = [int(cell) for cell in states["house"][0] if cell >= 0]
    for at, cell in enumerate(houses):
        if cell not in dogs:
            raise BadNotation(f"the house on {format_cell(cell)} stands on no dog (P7)")
        if cell in houses[:at]:
            raise BadNotation(f"two houses stand on {format_cell(cell)} (P7)")


def _check_declaration(states: Records, laid: bool) -> None:
    """A rule is declared with the first tree-poop tile, when it is picked (P19)."""
    state = states[0]
    picked = int(state["picked"]) == R.TREE_POOP
    declared = int(state["declared"]) != R.UNDECLARED
    if (laid or picked) and not declared:
        raise BadNotation("with a tree-poop tile in play, rules=poop or rules=tree holds (P19)")
    if declared and not (laid or picked):
        raise BadNotation("rules are declared with the first tree-poop tile, and none is there")


def _check_picked(states: Records, options: Records, dogs_lie: bool) -> None:
    """What is picked is in the hand of whose turn it is, and goes with phase=place."""
    state: Any = states[0]
    picked, seat = int(state["picked"]), int(state["seat"])
    if (int(state["phase"]) == R.PLACING) != (picked != R.NOTHING_PICKED):
        raise BadNotation("phase=place and picked= go together")
    if picked == R.NOTHING_PICKED:
        return
    if picked == R.TREE_POOP and int(state["tp_cell"][seat]) != R.AT_HAND:
        raise BadNotation(f"seat {seat} has no tree-poop tile in hand to pick")
    if picked != R.TREE_POOP and int(state["where"][picked]) != R.HAND + seat:
        raise BadNotation(f"{TILE_NAMES[picked]} was picked, but seat {seat} does not have it")
    if not dogs_lie:
        raise BadNotation("the first tile is laid as it is picked: nothing is left to place (P20)")
    if not list_places(
        state, options[0], np.zeros(1, R.WORK)[0], np.zeros(A.MAX_ACTIONS + 1, np.int32)
    ):
        name = "tree-poop" if picked == R.TREE_POOP else TILE_NAMES[picked]
        raise BadNotation(f"{name} was picked, but there is no place for it")


def _check_phase(states: Records, options: Records) -> None:
    """The phase fits what lies there and what everybody has left."""
    phase = int(states["phase"][0])
    if phase in (R.DEALING, R.STARTING):
        _check_before_play(states, options)
        return
    if (states["where"][0] == R.STOCK).any():
        raise BadNotation("stock= goes with phase=deal: later all tiles have been dealt")
    done = [seat for seat in _players(states) if not pieces_left(states, options, seat)]
    stuck = int(states["passes"][0]) == len(_players(states))
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
        _check_house_phase(states)
    if not (states["where"][0] == R.TABLE).any():
        _check_bare_table(states)


def _check_bare_table(states: Records) -> None:
    """Before the opening nobody has laid a dog or passed (P15, P20)."""
    if states["passes"][0]:
        raise BadNotation("nobody passes before the first tile lies")
    for seat in _players(states):
        if not (states["where"][0] == R.HAND + seat).any():
            raise BadNotation(
                f"nothing lies on the table, and seat {seat} has no dogs to begin with (P20)"
            )


def _check_house_phase(states: Records) -> None:
    """After a tile was laid by option c, by a player whose house is at hand (P7)."""
    state = states[0]
    if int(state["house"][state["seat"]]) != R.AT_HAND:
        raise BadNotation(f"phase=house needs a house in the hand of seat {int(state['seat'])}")
    if int((state["where"] == R.TABLE).sum()) < 2:
        raise BadNotation("phase=house comes after a second tile was laid (P7)")
    if state["passes"]:
        raise BadNotation("phase=house comes after a tile was laid, so passes=0")


def _check_before_play(states: Records, options: Records) -> None:
    """While tiles are dealt, and while the lot says who starts."""
    state: Any = states[0]
    laid = int((state["where"] == R.TABLE).sum())
    if (state["house"] >= 0).any() or (state["tp_cell"] >= 0).any() or state["passes"]:
        raise BadNotation("nothing has been laid and nobody has passed before the first turn")
    if int(state["phase"]) == R.STARTING:
        if state["stock_left"] or laid > 1:
            raise BadNotation("phase=start comes when all is dealt and nobody has laid a tile")
        if somebody_is_done(states, options):
            raise BadNotation("phase=start needs tiles for everybody")
        if not laid:
            _check_bare_table(states)
        return
    if laid:
        raise BadNotation("phase=deal comes before any tile lies on the table")
    tiles = TILES if options["extra_tiles"][0] else BASE_TILES
    players = len(_players(states))
    left = int(state["stock_left"])
    hands = [int((state["where"] == R.HAND + seat).sum()) for seat in _players(states)]
    if sum(hands) + left != tiles or left <= tiles % players:
        raise BadNotation(f"phase=deal needs all {tiles} tiles in hands and stock, some to deal")
    if hands != [(sum(hands) + players - 1 - seat) // players for seat in _players(states)]:
        raise BadNotation("phase=deal needs tiles dealt to each in turn, from seat 0 on")
