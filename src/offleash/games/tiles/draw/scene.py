"""A position as a picture: the lawn, and each player's place around it."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar
from xml.sax.saxutils import escape

from offleash.games.shared.svg import NAMESPACE, box, group, tag
from offleash.games.tiles.draw import colours as C
from offleash.games.tiles.draw.geometry import ACROSS, RADIUS, centre
from offleash.games.tiles.draw.hands import PAD, SIGN, SeatPanel, draw_sign
from offleash.games.tiles.draw.lawn import FIRST_CELLS, LawnFrame, draw_lawn, frame_of
from offleash.games.tiles.draw.pieces import symbols
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.games.tiles.text.places import parse_cell
from offleash.games.tiles.text.position import TilePosition


class TileScene(TilePosition):
    """The measures of a picture; the class of a game says what has to fit into it."""

    @property
    def covered(self) -> Iterable[int]:
        """The cells on which something lies."""
        raise NotImplementedError

    @cached_property
    def panels(self) -> tuple[list[SeatPanel], SeatPanel]:
        """The places of the other players and the viewer's own, see `hands.panels`."""
        raise NotImplementedError

    @property
    def headline(self) -> str:
        """What is going on, in a few words."""
        raise NotImplementedError

    @property
    def note(self) -> str:
        """What else the sign says."""
        raise NotImplementedError

    @property
    def description(self) -> str:
        """The table and the hands in words, for people who can't see them."""
        raise NotImplementedError

    @property
    def others(self) -> list[SeatPanel]:
        """The panels over the lawn."""
        return self.panels[0]

    @property
    def own(self) -> SeatPanel:
        """The panel under the lawn."""
        return self.panels[1]

    @cached_property
    def frame(self) -> LawnFrame:
        """The lawn with room for the panels."""
        return self.frame_with(())

    def frame_with(self, cells: Iterable[int]) -> LawnFrame:
        """Return the same scene, with room for cells where something will lie."""
        over = SIGN + max(panel.height for panel in self.others) + PAD
        return frame_of({*self.covered, *FIRST_CELLS, *cells}, over, self.own.height + 2 * PAD)

    def locate(self, place: str) -> tuple[float, float, float, float]:
        """Return the edges of a cell `0,-1`, of the lawn, or of a player's place `gold`."""
        if place == "lawn":
            frame = self.frame
            return frame.left, frame.top, frame.left + frame.width, frame.top + frame.height
        for panel in (*self.others, self.own):
            if SEAT_NAMES[panel.seat].lower() == place:
                return self._edges(panel)
        x, y = centre(parse_cell(place))
        return x - ACROSS / 2, y - RADIUS, x + ACROSS / 2, y + RADIUS

    def _edges(self, panel: SeatPanel) -> tuple[float, float, float, float]:
        frame, scale = self.frame, self.frame.scale
        is_own = panel is self.own
        upper = frame.top + (frame.height if is_own else (SIGN - frame.above) * scale)
        left, top = frame.left + panel.x * scale, upper + panel.y * scale
        return left, top, left + panel.width * scale, top + panel.height * scale

    def transform(self, panel: SeatPanel) -> str:
        """Return the transform into the units of a panel."""
        if panel is self.own:
            return self.frame.under_lawn()
        return f"{self.frame.over_lawn()} translate(0,{SIGN:g})"


SceneT = TypeVar("SceneT", bound=TileScene)


def document(scene: SceneT, draw_bench: Callable[[SceneT, SeatPanel], str], *layers: str) -> str:
    """Return a whole picture: words for who can't see it, the lawn and its layers, the benches."""
    frame = scene.frame
    left, top, width, height = (float(value) for value in frame.view_box.split())
    benches = (
        group(draw_bench(scene, panel), transform=scene.transform(panel))
        for panel in (*scene.others, scene.own)
    )
    return tag(
        "svg",
        tag("title", escape(scene.headline), id="board-title"),
        tag("desc", escape(scene.description), id="board-desc"),
        symbols(),
        box(left + width / 2, top + height / 2, width, height, fill=C.DARK_GRASS),
        draw_lawn(frame),
        *layers,
        group(draw_sign(scene.headline, scene.note), transform=frame.over_lawn()),
        *benches,
        xmlns=NAMESPACE,
        viewBox=frame.view_box,
        role="img",
        aria_labelledby="board-title board-desc",
        font_family=C.SERIF,
        fill=C.INK,
        text_anchor="middle",
    )
