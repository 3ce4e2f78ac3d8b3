"""What a game's box holds: components to print at true size, and what has to fit where."""

from collections.abc import Sequence
from dataclasses import dataclass, field

RECTANGLE, CIRCLE, HEXAGON, DOMINO = "rectangle", "circle", "hexagon", "domino"
SHAPES = (RECTANGLE, CIRCLE, HEXAGON, DOMINO)

Span = tuple[float, float, float, float]  # left, top, right and lower edge


@dataclass(frozen=True)
class Component:
    """One thing to cut out.

    A picture is a whole SVG document. Its viewBox is the line to cut along; what is drawn beyond it
    is bleed, for a knife that slips.
    """

    kind: str  # what it is one of: "cards"
    label: str  # which one it is: "ace"
    width: float  # in millimetres, as cut
    height: float
    front: str
    back: str = ""
    count: int = 1
    shape: str = RECTANGLE
    # Where pieces will stand or lie, in millimetres from the upper left corner: a board that is
    # glued together is not cut there
    spaces: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Pile:
    """What may have to share one space: the room there is, and how many of what, how wide."""

    space: str
    room: float  # millimetres, the side of a square
    pieces: tuple[tuple[int, str, float], ...]


@dataclass(frozen=True)
class Kit:
    """All components of a game under its options."""

    components: Sequence[Component]
    cell: float  # the size that all others go by, in millimetres: a cell, a step, a hexagon
    cell_word: str  # what that is: "from one space to the next"
    piles: Sequence[Pile] = field(default_factory=tuple)
    crowded: Sequence[str] = field(default_factory=tuple)  # what the game itself found not to fit
