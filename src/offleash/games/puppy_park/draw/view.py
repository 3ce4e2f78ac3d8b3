"""A position as one seat looks at it, and in words: what pictures and terminal share."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.core.rules.actors import NOBODY
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.course import has_won
from offleash.games.puppy_park.text.notation import TREE_POOP_NAME, hand_of, table_of
from offleash.games.tiles.draw.geometry import beside
from offleash.games.tiles.text.laid import Laid
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES
from offleash.games.tiles.text.places import format_cell

DECLARED = {
    R.POOP_RULES: "poop rules: no dog next to a poop",
    R.TREE_RULES: "tree rules: next to a tree, if you can",
}


@dataclass(frozen=True)
class View:
    """One position as one seat looks at it; nothing of it is hidden."""

    states: Records
    settings: Records
    seat: int

    @cached_property
    def state(self) -> Any:
        return self.states[0]

    @cached_property
    def options(self) -> Any:
        return self.settings[0]

    @cached_property
    def players(self) -> int:
        return int(self.state.players)

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def mover(self) -> int:
        """Whose turn it is, or NOBODY."""
        return int(self.state.seat) if self.phase in (R.PICKING, R.PLACING, R.HOUSING) else NOBODY

    @cached_property
    def table(self) -> list[Laid]:
        """The dog tiles on the table."""
        return table_of(self.states)

    def hand(self, seat: int) -> list[int]:
        """A player's dog tiles."""
        return hand_of(self.states, seat)

    @cached_property
    def dogs(self) -> dict[int, int]:
        """The breed that shows on each cell: that of the highest tile, which is that of all."""
        return {cell: breed for laid in self.table for cell, breed in self._halves(laid)}

    def _halves(self, laid: Laid) -> list[tuple[int, int]]:
        return list(zip(laid.cells, laid.breeds, strict=True))

    @cached_property
    def heights(self) -> dict[int, int]:
        """How many dogs lie on each cell."""
        found: dict[int, int] = {}
        for laid in self.table:
            for cell in laid.cells:
                found[cell] = max(found.get(cell, 0), laid.level + 1)
        return found

    @cached_property
    def houses(self) -> dict[int, int]:
        """Whose house is on a cell."""
        at = ((int(self.state.house[seat]), seat) for seat in range(self.players))
        return {cell: seat for cell, seat in at if cell >= 0}

    @cached_property
    def tree_poops(self) -> list[tuple[int, int, int]]:
        """Seat, cell and way of each tree-poop tile on the table."""
        state = self.state
        laid = [s for s in range(self.players) if state.tp_cell[s] >= 0]
        return [(s, int(state.tp_cell[s]), int(state.tp_way[s])) for s in laid]

    def tree_poop_cells(self, cell: int, way: int) -> tuple[int, ...]:
        """The cells of a tree-poop tile, the tree's first."""
        return (cell,) if self.options.tp_shape == R.ONE_HEX else (cell, beside(cell, way))

    @cached_property
    def taken(self) -> set[int]:
        """The cells on which something lies."""
        covered = (self.tree_poop_cells(cell, way) for _, cell, way in self.tree_poops)
        return set(self.heights).union(*covered)

    def has_house(self, seat: int) -> bool:
        """Whether a house is still with its player."""
        return bool(self.state.house[seat] == R.AT_HAND)

    def has_tree_poop(self, seat: int) -> bool:
        """Whether a tree-poop tile is still with its player."""
        return bool(self.state.tp_cell[seat] == R.AT_HAND)

    @cached_property
    def picked(self) -> int | None:
        """The piece that is to be laid."""
        piece = int(self.state.picked)
        return None if piece == R.NOTHING_PICKED else piece


def winners(view: View) -> list[int]:
    """Who has won, once it is over."""
    seats = range(view.players)
    return [seat for seat in seats if has_won(view.state, view.options, seat)]


def headline(view: View) -> str:
    """What is going on, in a few words."""
    if view.phase == R.FINISHED:
        names = [SEAT_NAMES[seat] for seat in winners(view)]
        if len(names) == 1:
            return f"{names[0]} wins"
        return f"{join_and(names)} share the win"
    if view.phase == R.DEALING:
        return "Tiles are dealt"
    if view.phase == R.STARTING:
        return "Who starts?"
    name = SEAT_NAMES[view.mover]
    if view.phase == R.HOUSING:
        return f"{name} may place the dog house"
    if view.phase == R.PICKING:
        return f"{name} picks a tile"
    return f"{name} lays {piece_name(view.picked)}"


def piece_name(piece: int | None) -> str:
    """A tile or the tree-poop tile, in words."""
    if piece is None:
        return "nothing"
    return f"the {TREE_POOP_NAME} tile" if piece == R.TREE_POOP else TILE_NAMES[piece]


def dog_words(view: View, cell: int) -> str:
    """A dog on the table: its breed, its cell, and what is special about it."""
    height = view.heights[cell]
    high = f", {height} high" if height > 1 else ""
    nap = f", asleep in {SEAT_NAMES[view.houses[cell]]}'s house" if cell in view.houses else ""
    return f"{COLOURS[view.dogs[cell]]} on {format_cell(cell)}{high}{nap}"


def description(view: View) -> str:
    """The table and the hands in words, for whoever can't see them."""
    dogs = "; ".join(dog_words(view, cell) for cell in sorted(view.dogs)) or "no dogs yet"
    trees = [
        f"{SEAT_NAMES[seat]}'s tree-poop tile on "
        + " and ".join(format_cell(each) for each in view.tree_poop_cells(cell, way))
        for seat, cell, way in view.tree_poops
    ]
    hands = (
        f"{SEAT_NAMES[s]} has {count_of(len(view.hand(s)), 'tile')}" for s in range(view.players)
    )
    declared = DECLARED.get(int(view.state.declared), "")
    said = ["A table of Puppy Park", f"On the lawn: {dogs}", *trees, *hands, declared]
    return ". ".join(filter(None, said)) + "."
