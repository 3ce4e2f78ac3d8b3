"""A position of Puppy Park: what lies where, who has what, and what may be done."""

from functools import cached_property
from typing import Any

from offleash.games.puppy_park.rules import actions as A, course, record as R
from offleash.games.puppy_park.rules.lawn import paint
from offleash.games.puppy_park.rules.placing import makes_two_pairs
from offleash.games.shared.position import BoundRules
from offleash.games.tiles.rules.dogs import BREED, BREEDS
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.ghosts import GhostPlaces
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import Laid, cells_at, neighbours
from offleash.games.tiles.text.position import LawnPosition

PLAIN, TWO_PAIRS, ATOP = range(3)  # what a placement is: the last two earn another turn
TREE_POOP_NAME = "tree-poop"


class ParkPosition(LawnPosition):
    """A position of Puppy Park, of which nothing is hidden."""

    bound = BoundRules(course, R.rule, A.MAX_ACTIONS)

    # The lawn

    @cached_property
    def table(self) -> list[Laid]:
        """The dog tiles that lie on the table."""
        state = self.state
        return [
            Laid(tile, int(state.cell[tile]), int(state.way[tile]), int(state.level[tile]))
            for tile in self.tiles_at(R.TABLE)
        ]

    @cached_property
    def heights(self) -> dict[int, int]:
        """How many dogs lie on each cell."""
        heights: dict[int, int] = {}
        for laid in sorted(self.table, key=lambda laid: laid.level):
            heights |= dict.fromkeys(laid.cells, laid.level + 1)
        return heights

    @cached_property
    def houses(self) -> dict[int, int]:
        """Whose house is on a cell."""
        return {int(self.state.house[s]): s for s in self.seats if self.state.house[s] >= 0}

    @cached_property
    def tree_poops(self) -> list[tuple[int, int, int]]:
        """Seat, cell and way of each tree-poop tile on the table."""
        cells, ways = self.state.tp_cell.tolist(), self.state.tp_way.tolist()
        return [(seat, cells[seat], ways[seat]) for seat in self.seats if cells[seat] >= 0]

    def tree_poop_cells(self, cell: int, way: int) -> tuple[int, ...]:
        """Return the cells of a tree-poop tile, the tree's first."""
        return (cell,) if self.shape == R.ONE_HEX else cells_at(cell, way)

    @cached_property
    def shape(self) -> int:
        """The shape of tree-poop tiles."""
        return int(self.options.tp_shape)

    @cached_property
    def trees(self) -> set[int]:
        """The cells with a tree."""
        return self._halves(0)

    @cached_property
    def poops(self) -> set[int]:
        """The cells with a poop."""
        return self._halves(1)

    def _halves(self, half: int) -> set[int]:
        tiles = [self.tree_poop_cells(cell, way) for _, cell, way in self.tree_poops]
        if self.shape == R.HALVES_SHAPE:
            return {cells[half] for cells in tiles}
        return {cell for cells in tiles for cell in cells}

    @property
    def other_landmarks(self) -> dict[int, str]:
        if self.shape == R.HALVES_SHAPE:
            return dict.fromkeys(self.trees, "a tree") | dict.fromkeys(self.poops, "a poop")
        return dict.fromkeys(self.trees, "a tree-poop tile")

    def half_names(self, piece: int) -> tuple[str, str]:
        """Return what lies on the two halves of a piece."""
        if piece == R.TREE_POOP:
            return ("tree", "poop") if self.shape == R.HALVES_SHAPE else ("one half", "one half")
        first, second = BREED[piece].tolist()
        return COLOURS[first], COLOURS[second]

    @cached_property
    def declared(self) -> int:
        """Which rules hold for tree-poop tiles."""
        return int(self.state.declared)

    @cached_property
    def covered(self) -> set[int]:
        """Every cell where something lies."""
        return {*self.dogs, *self.trees, *self.poops}

    @cached_property
    def near_awake(self) -> list[set[int]]:
        """Of each breed the cells next to its dogs that are awake."""
        awake = [(cell, dog) for cell, dog in self.dogs.items() if cell not in self.houses]
        return [neighbours(cell for cell, dog in awake if dog == b) for b in range(BREEDS)]

    # The hands

    def hand(self, seat: int) -> list[int]:
        """Return the dog tiles of a player, the one picked included."""
        return self.tiles_at(R.HAND + seat)

    def has_house(self, seat: int) -> bool:
        """Return whether a house is still with its player."""
        return bool(self.state.house[seat] == R.AT_HAND)

    def has_tree_poop(self, seat: int) -> bool:
        """Return whether a tree-poop tile is still with its player."""
        return bool(self.state.tp_cell[seat] == R.AT_HAND)

    def owes_tree_poop(self, seat: int) -> bool:
        """Return whether a player has not won without the tree-poop tile (P11)."""
        return bool(self.options.tp_must_be_played) and self.has_tree_poop(seat)

    def pieces_left(self, seat: int) -> int:
        """Return how many pieces a player still has to lay before she has won (P11)."""
        return len(self.hand(seat)) + self.owes_tree_poop(seat)

    @cached_property
    def picked(self) -> int:
        """The piece to be placed, or NOTHING_PICKED."""
        return int(self.state.picked)

    # Choices

    @cached_property
    def picks(self) -> tuple[int, ...]:
        """The pieces to pick, as actions: number 1 is the first; a pass is none."""
        return tuple(a for a in self.legal if a < A.PASS) if self.phase == R.PICKING else ()

    @cached_property
    def ghosts(self) -> GhostPlaces:
        """The places for the piece picked, or the dogs that a house may go on."""
        if self.phase == R.PLACING:
            return GhostPlaces(
                [divmod(action - A.PLACE, WAYS) for action in self.legal], self.is_alike
            )
        houses = [action - A.HOUSE for action in self.legal if action >= A.HOUSE]
        return GhostPlaces([(cell, 0) for cell in houses] if self.phase == R.HOUSING else [])

    @cached_property
    def is_alike(self) -> bool:
        """Whether the halves of the piece picked are alike (N2)."""
        if self.picked == R.TREE_POOP:
            return self.shape == R.TWO_HEX
        return bool(BREED[self.picked][0] == BREED[self.picked][1])

    @cached_property
    def is_last(self) -> bool:
        """Whether the next piece laid wins, wherever it lies (P10)."""
        return self.pieces_left(self.seat) == 1

    @cached_property
    def wins_anywhere(self) -> bool:
        """Whether the dogs that were picked win wherever they lie, so that nothing is earned."""
        return self.is_last and self.picked not in (R.TREE_POOP, R.NOTHING_PICKED)

    def placed_cells(self, action: int) -> tuple[int, ...]:
        """Return where a placement puts the piece that was picked."""
        cell, way = divmod(action - A.PLACE, WAYS)
        is_tree = self.picked == R.TREE_POOP
        return self.tree_poop_cells(cell, way) if is_tree else cells_at(cell, way)

    def gain(self, cell: int, way: int) -> int:
        """Return what the piece picked earns in a place: PLAIN, TWO_PAIRS or ATOP (P1, P5)."""
        if self.wins_anywhere or self.picked in (R.TREE_POOP, R.NOTHING_PICKED):
            return PLAIN
        cells, breeds = cells_at(cell, way), BREED[self.picked].tolist()
        if cell in self.dogs:
            return ATOP
        near = self.near_awake
        if cells[0] not in near[breeds[0]] and cells[1] not in near[breeds[1]]:
            return PLAIN  # no pair at all, as nearly everywhere
        is_pair = makes_two_pairs(self.options, self._painted, *cells, *breeds)
        return TWO_PAIRS if is_pair else PLAIN

    @cached_property
    def _painted(self) -> Any:
        """The lawn as the rules see it."""
        work = self.new_work()
        paint(self.state, self.options, work)
        return work

    @cached_property
    def earning(self) -> frozenset[tuple[int, int]]:
        """The places where the tile picked earns another turn."""
        if self.phase != R.PLACING:
            return frozenset()
        return frozenset(place for place in self.ghosts.places if self.gain(*place) != PLAIN)

    @cached_property
    def earning_picks(self) -> frozenset[int]:
        """The picks, as actions, of tiles that can earn another turn."""
        if not self.covered:
            return frozenset()
        dogs = [action for action in self.picks if action < A.PICK + R.TREE_POOP]
        return frozenset(action for action in dogs if self.after_pick(action - A.PICK).earning)

    def after_pick(self, tile: int) -> "ParkPosition":
        """Return the position once a tile is picked."""
        states = self.states.copy()
        states["picked"], states["phase"] = tile, R.PLACING
        return ParkPosition(states, self.settings)


def piece_name(piece: int) -> str:
    """Return `blue-brown` or `tree-poop`."""
    return TREE_POOP_NAME if piece == R.TREE_POOP else TILE_NAMES[piece]
