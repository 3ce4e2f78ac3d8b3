"""What lies on the lawn, cell by cell: for reasons, news and the terminal, never for rules."""

from dataclasses import dataclass, field
from functools import cached_property

from offleash.core.game import Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.notation import table_of
from offleash.games.tiles.rules.dogs import BREEDS
from offleash.games.tiles.rules.hexes import STEP

STEPS = tuple(int(step) for step in STEP)


@dataclass
class Lawn:
    """Dogs, houses, trees and poops by their cells."""

    breed: dict[int, int] = field(default_factory=dict)  # of the dog that is seen there
    height: dict[int, int] = field(default_factory=dict)
    tile: dict[int, int] = field(default_factory=dict)  # on top
    house: dict[int, int] = field(default_factory=dict)  # whose
    trees: set[int] = field(default_factory=set)
    poops: set[int] = field(default_factory=set)
    declared: int = 0

    @cached_property
    def taken(self) -> set[int]:
        """Every cell where something lies."""
        return {*self.breed, *self.trees, *self.poops}

    @cached_property
    def shunned(self) -> set[int]:
        """Cells where no dog may be placed, next to a poop under poop rules (P16)."""
        return around(self.poops) if self.declared == R.POOP_RULES else set()

    @cached_property
    def wanted(self) -> set[int]:
        """Cells where dogs go first, next to a tree under tree rules (P17)."""
        return around(self.trees) if self.declared == R.TREE_RULES else set()

    @cached_property
    def beside(self) -> list[set[int]]:
        """Of each breed the cells next to its dogs that are awake."""
        awake: list[set[int]] = [set() for _ in range(BREEDS)]
        for cell, breed in self.breed.items():
            if cell not in self.house:
                awake[breed].add(cell)
        return [around(cells) for cells in awake]

    @cached_property
    def rim(self) -> set[int]:
        """Cells that touch something."""
        return around(self.taken)


def around(cells: set[int]) -> set[int]:
    """All cells next to some cells."""
    return {cell + step for cell in cells for step in STEPS}


def lawn_of(states: Records, options: Records) -> Lawn:
    """The lawn of a position."""
    state, lawn = states[0], Lawn()
    lawn.declared = int(state["declared"])
    for laid in sorted(table_of(states), key=lambda laid: laid.level):
        for cell, breed in zip(laid.cells, laid.breeds, strict=True):
            lawn.breed[cell] = breed
            lawn.height[cell] = laid.level + 1
            lawn.tile[cell] = laid.tile
    shape = int(options["tp_shape"][0])
    for seat in range(int(state["players"])):
        if (house := int(state["house"][seat])) >= 0:
            lawn.house[house] = seat
        if (tree := int(state["tp_cell"][seat])) >= 0:
            poop = tree if shape == R.ONE_HEX else tree + STEPS[int(state["tp_way"][seat])]
            lawn.trees.add(tree)
            lawn.poops.add(poop)
            if shape != R.HALVES_SHAPE:
                lawn.trees.add(poop)
                lawn.poops.add(tree)
    return lawn
