"""Where things are in the picture: the lawn, and each player's place around it."""

from dataclasses import dataclass
from functools import cached_property

from offleash.games.puppy_park.draw.view import View
from offleash.games.tiles.draw.geometry import ACROSS, Point
from offleash.games.tiles.draw.hands import HEAD, PAD, SIGN, Panel, panels
from offleash.games.tiles.draw.lawn import FIRST_CELLS, Frame, frame_of
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES

SMALL = 0.44  # scale of a tree-poop tile beside a name


@dataclass(frozen=True)
class Layout:
    """A picture's measures, all worked out from the position."""

    view: View

    @cached_property
    def _panels(self) -> tuple[list[Panel], Panel]:
        view = self.view
        dealt = (TILES if view.options.extra_tiles else BASE_TILES) // view.players
        held = [len(view.hand(seat)) for seat in range(view.players)]
        return panels(view.seat, held, dealt)

    @property
    def others(self) -> list[Panel]:
        """The panels over the lawn."""
        return self._panels[0]

    @property
    def own(self) -> Panel:
        """The panel under it."""
        return self._panels[1]

    @cached_property
    def frame(self) -> Frame:
        """The lawn with room for the panels."""
        over = SIGN + max(panel.height for panel in self.others) + PAD
        cells = self.view.taken.union(FIRST_CELLS)
        return frame_of(cells, over, self.own.height + 2 * PAD)

    def transform(self, panel: Panel) -> str:
        """Into the units of a panel."""
        if panel is self.own:
            return self.frame.under_lawn()
        return f"{self.frame.over_lawn()} translate(0,{SIGN:g})"

    def house(self, panel: Panel) -> Point:
        """A house that is still at hand."""
        return panel.x + panel.width - 24, panel.y + HEAD / 2 + 2

    def tree_poop(self, panel: Panel) -> Point:
        """The left half of a tree-poop tile that is still at hand."""
        return panel.x + panel.width - 55 - ACROSS * SMALL, panel.y + HEAD / 2 - 1

    def declare(self, panel: Panel, number: int) -> Point:
        """A button beside it, the first or the second."""
        return self.tree_poop(panel)[0] - 76 - 118 * (1 - number), panel.y + HEAD / 2
