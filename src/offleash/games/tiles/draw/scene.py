"""A position as a picture: the lawn, and each player's place around it."""

from collections.abc import Iterable
from functools import cached_property
from xml.sax.saxutils import escape

from offleash.games.shared.svg import box, tag
from offleash.games.tiles.draw import colours as C
from offleash.games.tiles.draw.hands import PAD, SIGN, Panel
from offleash.games.tiles.draw.lawn import FIRST_CELLS, Frame, draw_lawn, frame_of
from offleash.games.tiles.draw.pieces import symbols
from offleash.games.tiles.text.position import TilePosition


class Scene(TilePosition):
    """The measures of a picture; the class of a game says what has to fit into it."""

    @property
    def covered(self) -> Iterable[int]:
        """The cells on which something lies."""
        raise NotImplementedError

    @cached_property
    def panels(self) -> tuple[list[Panel], Panel]:
        """The places of the other players and the viewer's own, see `hands.panels`."""
        raise NotImplementedError

    @property
    def others(self) -> list[Panel]:
        """The panels over the lawn."""
        return self.panels[0]

    @property
    def own(self) -> Panel:
        """The panel under the lawn."""
        return self.panels[1]

    @cached_property
    def frame(self) -> Frame:
        """The lawn with room for the panels."""
        return self.frame_with(())

    def frame_with(self, cells: Iterable[int]) -> Frame:
        """The same, with room for cells where something will lie."""
        over = SIGN + max(panel.height for panel in self.others) + PAD
        return frame_of({*self.covered, *FIRST_CELLS, *cells}, over, self.own.height + 2 * PAD)

    def transform(self, panel: Panel) -> str:
        """Into the units of a panel."""
        if panel is self.own:
            return self.frame.under_lawn()
        return f"{self.frame.over_lawn()} translate(0,{SIGN:g})"


def document(frame: Frame, title: str, description: str, *layers: str) -> str:
    """A whole picture: words for people who can't see it, symbols, grass all over, then layers."""
    left, top, width, height = (float(value) for value in frame.view_box.split())
    ground = box(left + width / 2, top + height / 2, width, height, fill=C.DARK_GRASS)
    return tag(
        "svg",
        tag("title", escape(title), id="board-title"),
        tag("desc", escape(description), id="board-desc"),
        symbols(),
        ground,
        draw_lawn(frame),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=frame.view_box,
        role="img",
        aria_labelledby="board-title board-desc",
        font_family=C.SERIF,
        fill=C.INK,
        text_anchor="middle",
    )
