"""A position as one seat looks at it, in words, and where things are in its picture."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.rules.groups import largest_group
from offleash.games.secret_mission.text.notation import laid_tiles
from offleash.games.tiles.draw.geometry import beside
from offleash.games.tiles.draw.hands import PAD, SIGN, Panel, panels
from offleash.games.tiles.draw.lawn import FIRST_CELLS, Frame, frame_of
from offleash.games.tiles.rules.dogs import BREED, NO_TILE
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.laid import Laid
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES
from offleash.games.tiles.text.places import format_cell

TO_PLAY, OF_MISSION, OF_SCORE = range(3)  # places on a player's bench
FOOT = 22.0  # room for words below them


@dataclass(frozen=True)
class View:
    """One position as one seat looks at it: what others hide is never read, hidden or not."""

    states: Records
    settings: Records
    seat: int

    @cached_property
    def state(self) -> Any:
        return self.states[0]

    @cached_property
    def players(self) -> int:
        return int(self.state.players)

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def mover(self) -> int:
        """Who lays a tile, or NOBODY."""
        return int(self.state.seat) if self.phase == R.PLACING else NOBODY

    @cached_property
    def table(self) -> list[Laid]:
        """The tiles on the table."""
        return laid_tiles(self.states)

    @cached_property
    def dogs(self) -> dict[int, int]:
        """The breed on each cell."""
        return {
            cell: breed
            for laid in self.table
            for cell, breed in zip(laid.cells, laid.breeds, strict=True)
        }

    def mission(self, seat: int) -> int:
        """A player's mission; the others' are shown at the end."""
        return self._known(int(self.state.mission[seat]), seat, False)

    def playing(self, seat: int) -> int:
        """The tile that a player lays next; it may lie open."""
        is_open = bool(self.settings[0].open_playing_tile)
        return self._known(int(self.state.playing[seat]), seat, is_open)

    def _known(self, tile: int, seat: int, is_open: bool) -> int:
        seen = is_open or self.phase == R.FINISHED or self.seat in (seat, EVERYBODY)
        return tile if seen or tile == NO_TILE else R.UNKNOWN

    def factors(self, mission: int) -> tuple[int, int]:
        """The largest groups of the two breeds of a mission, as they lie now."""
        first, second = (int(largest_group(self.state, int(breed))) for breed in BREED[mission])
        return first, second

    def groups(self, breed: int) -> list[set[int]]:
        """The cells of each group of a breed."""
        left = {cell for cell, found in self.dogs.items() if found == breed}
        groups = []
        while left:
            fresh = {min(left)}
            group = set(fresh)
            while fresh:
                near = {beside(cell, way) for cell in fresh for way in range(WAYS)}
                fresh = (near & left) - group
                group |= fresh
            left -= group
            groups.append(group)
        return groups

    # Where things are

    @cached_property
    def _panels(self) -> tuple[list[Panel], Panel]:
        return panels(self.seat, [1] * self.players, OF_SCORE + 1, FOOT)

    @property
    def others(self) -> list[Panel]:
        """The panels over the lawn."""
        return self._panels[0]

    @property
    def own(self) -> Panel:
        """The panel under it."""
        return self._panels[1]

    def frame(self, further: tuple[int, ...] = ()) -> Frame:
        """The lawn with room for the panels, and for cells where something will lie."""
        over = SIGN + self.others[0].height + PAD
        cells = {*self.dogs, *FIRST_CELLS, *further}
        return frame_of(cells, over, self.own.height + 2 * PAD)

    def transform(self, panel: Panel) -> str:
        """Into the units of a panel."""
        frame = self.frame()
        if panel is self.own:
            return frame.under_lawn()
        return f"{frame.over_lawn()} translate(0,{SIGN:g})"


def headline(view: View) -> str:
    """What is going on, in a few words."""
    name = SEAT_NAMES[int(view.state.seat)]
    return {
        R.STARTING: "Who starts?",
        R.MISSIONS: f"{name} draws a mission",
        R.DRAWING: f"{name} draws a tile",
        R.PLACING: f"{name} lays a tile",
    }.get(view.phase) or f"{SEAT_NAMES[int(winner(view.state))]} wins"


def supply_words(view: View) -> str:
    """How many tiles are left to draw."""
    left = int(supply(view.state))
    return {0: "no tiles left to draw", 1: "1 tile left to draw"}.get(left, f"{left} tiles to draw")


def tile_words(tile: int) -> str:
    """A tile that somebody has, in words."""
    return {NO_TILE: "none", R.UNKNOWN: "face down"}.get(tile) or TILE_NAMES[tile]


def score_words(view: View, mission: int) -> str:
    """What a mission scores as the tiles lie now."""
    first, second = view.factors(mission)
    return f"{first} × {second} = {first * second}"


def description(view: View) -> str:
    """The table and the hands in words, for whoever can't see them."""
    dogs = "; ".join(
        f"{COLOURS[breed]} on {format_cell(cell)}" for cell, breed in sorted(view.dogs.items())
    )
    hands = [
        f"{SEAT_NAMES[seat]}: mission {tile_words(view.mission(seat))}, "
        f"to lay {tile_words(view.playing(seat))}"
        for seat in range(view.players)
    ]
    said = ["A table of Secret Mission", f"On the lawn: {dogs or 'no dogs yet'}", *hands]
    return ". ".join([*said, supply_words(view)]) + "."
