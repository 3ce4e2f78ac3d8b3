"""A position of a tile game: how many play, which tiles are where, and which dogs they show."""

from functools import cached_property

import numpy as np

from offleash.games.shared.position import Position
from offleash.games.tiles.text.landmarks import Landmarks
from offleash.games.tiles.text.places import Laid, neighbours


class TilePosition(Position):
    """What the positions of all tile games have in common."""

    @cached_property
    def players(self) -> int:
        return int(self.state.players)

    @cached_property
    def seats(self) -> range:
        return range(self.players)

    def tiles_at(self, place: int) -> list[int]:
        """Return the tiles in one place, ascending."""
        tiles: list[int] = np.flatnonzero(self.state.where == place).tolist()
        return tiles


class LawnPosition(TilePosition):
    """A position of a game whose tiles lie on the cells of a lawn."""

    @cached_property
    def table(self) -> list[Laid]:
        """The tiles on the table."""
        raise NotImplementedError

    @cached_property
    def dogs(self) -> dict[int, int]:
        """The breed that shows on each cell: all dogs of a stack are of one breed."""
        return {cell: breed for laid in self.table for cell, breed in laid.dogs.items()}

    @property
    def covered(self) -> set[int]:
        """Every cell where something lies."""
        return {*self.dogs}

    @cached_property
    def rim(self) -> set[int]:
        """Cells that touch something, taken or not."""
        return neighbours(self.covered)

    @property
    def other_landmarks(self) -> dict[int, str]:
        """Words for what lies on the lawn besides tiles with dogs, by its cell."""
        return {}

    @cached_property
    def landmarks(self) -> Landmarks:
        """What places are named by."""
        return Landmarks(self.table, self.other_landmarks)
