"""A position of Secret Mission: what lies where, who has which tile, and where one may go."""

from collections.abc import Mapping
from functools import cached_property

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.secret_mission.rules import actions as A, course, record as R
from offleash.games.secret_mission.rules.groups import largest_group
from offleash.games.shared.position import BoundRules
from offleash.games.tiles.rules.dogs import BREED, NO_TILE, TILES
from offleash.games.tiles.rules.hexes import OFF_TABLE
from offleash.games.tiles.text.ghosts import GhostPlaces
from offleash.games.tiles.text.places import Laid, cells_at, connected
from offleash.games.tiles.text.position import LawnPosition

Dogs = Mapping[int, int]  # the breed of the dog on each cell where one lies


class MissionPosition(LawnPosition):
    """A position as one seat looks at it: what others hide is never read."""

    bound = BoundRules(course, R.rule, A.MAX_ACTIONS)

    @cached_property
    def table(self) -> list[Laid]:
        """The tiles on the table."""
        state = self.state
        laid = [tile for tile in range(TILES) if state.cell[tile] != OFF_TABLE]
        return [Laid(tile, int(state.cell[tile]), int(state.way[tile])) for tile in laid]

    @cached_property
    def supply(self) -> int:
        """How many tiles are left to draw."""
        return int(course.supply(self.state))

    def mission(self, seat: int) -> int:
        """Return a player's mission; the others' are shown at the end."""
        return self._known(int(self.state.mission[seat]), seat, False)

    def playing(self, seat: int) -> int:
        """Return the tile that a player lays next; it may lie face up."""
        is_open = bool(self.options.open_playing_tile)
        return self._known(int(self.state.playing[seat]), seat, is_open)

    def _known(self, tile: int, seat: int, is_open: bool) -> int:
        is_open = is_open or self.phase == R.FINISHED or self.viewer in (seat, EVERYBODY)
        return tile if is_open or tile == NO_TILE else R.UNKNOWN

    def factors(self, mission: int) -> tuple[int, int]:
        """Return the largest groups of the two breeds of a mission, as they lie now."""
        first, second = (int(largest_group(self.state, int(breed))) for breed in BREED[mission])
        return first, second

    # Choices

    @cached_property
    def tile(self) -> int:
        """The tile to be laid, or UNKNOWN."""
        return int(self.state.playing[self.seat])

    @cached_property
    def is_double(self) -> bool:
        """Whether the tile to be laid is known to be a double."""
        return self.tile >= 0 and bool(BREED[self.tile][0] == BREED[self.tile][1])

    @cached_property
    def ghosts(self) -> GhostPlaces:
        """Where the tile may go."""
        if self.mover == NOBODY or self.tile < 0:
            return GhostPlaces([])
        return GhostPlaces([placement(action) for action in self.legal], self.is_double)


def placement(action: int) -> tuple[int, int]:
    """Return the cell of the first dog, and the way to the second."""
    return int(A.cell_of(action)), int(A.way_of(action))


def placed_cells(action: int) -> tuple[int, int]:
    """Return where a placement puts the first dog and the second."""
    return cells_at(*placement(action))


def groups(dogs: Dogs, breed: int) -> list[set[int]]:
    """Return the cells of each group of a breed (S7)."""
    left = {cell for cell, dog in dogs.items() if dog == breed}
    all_groups = []
    while left:
        all_groups.append(connected(min(left), left))
        left -= all_groups[-1]
    return all_groups
