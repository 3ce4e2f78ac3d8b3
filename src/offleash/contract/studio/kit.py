"""The components of a game to print at true size, and which pieces must fit on a space."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from offleash.contract.studio.supplies import Supply
from offleash.tools.packing import Pieces, fits, square_side

RECTANGLE, CIRCLE, HEXAGON, DOMINO = "rectangle", "circle", "hexagon", "domino"
FREE = "free"  # its picture has the line to cut along
SHAPES = (RECTANGLE, CIRCLE, HEXAGON, DOMINO, FREE)

Span = tuple[float, float, float, float]  # left, top, right and lower edge


@dataclass(frozen=True)
class KitChoice:
    """What to print of a game, apart from its options."""

    cell: float | None = None  # millimetres, instead of the game's usual size
    players: int | None = None  # parts for so many; None: all that the box has
    grid_numbers: bool = False  # on boards, for those who write moves down
    supply: Supply | None = None  # measured under these rules; None: the game's own data
    sizes: Mapping[str, float] = field(default_factory=dict)  # of pieces, instead of the game's


@dataclass(frozen=True)
class Component:
    """One component to cut out.

    A picture is a whole SVG document. Its viewBox is the line to cut along; what is drawn beyond it
    is bleed, for a knife that slips.
    """

    kind: str  # in the plural: "cards"
    label: str  # its name: "ace"
    width: float  # in millimetres, as cut
    height: float
    front: str
    back: str = ""
    count: int = 1
    shape: str = RECTANGLE
    # Its edge has one colour all round, so it touches its neighbours and one cut serves both
    shares_cuts: bool = False
    reason: str = ""  # why there are so many: for the parts list
    # Where pieces are placed, in millimetres from the upper left corner: a board of several sheets
    # is not cut there
    spaces: tuple[Span, ...] = ()
    titles: tuple[Span, ...] = ()  # words that a seam should spare if the spaces allow it


@dataclass(frozen=True)
class Pile:
    """Pieces that may have to share a space, and the size of the space."""

    space: str
    width: float  # millimetres
    height: float
    pieces: Pieces

    @property
    def sizes(self) -> list[float]:
        """The width of every single piece."""
        return [size for count, _, size in self.pieces for _ in range(count)]

    @property
    def is_crowded(self) -> bool:
        return not fits(self.sizes, self.width, self.height)

    @property
    def words(self) -> str:
        """`disk + 3 fortify tokens + pawn need 31 mm; the space has 28`, or that they fit."""
        named = (f"{count} {word}s" if count > 1 else word for count, word, _ in self.pieces)
        is_one = len(self.sizes) == 1
        wide, high = round(self.width, 1), round(self.height, 1)
        has = f"{wide:g}" if self.width == self.height else f"{wide:g} x {high:g}"
        need = f"{' + '.join(named)} {'needs' if is_one else 'need'} {square_side(self.sizes):g} mm"
        if self.is_crowded:
            return f"{need}; {self.space} has {has}"
        return f"{need} and {'fits' if is_one else 'fit'}: {self.space} has {has}"


@dataclass(frozen=True)
class Kit:
    """All components of a game under its options."""

    components: Sequence[Component]
    cell: float  # the size that scales all others, in millimetres: a cell, a step, a hexagon
    cell_word: str  # what `cell` measures: "from one space to the next"
    piles: Sequence[Pile] = field(default_factory=tuple)
    from_home: Sequence[str] = ()  # what to take instead of printed parts, or in addition
    left_out: Sequence[str] = ()  # what these rules never use, with the reason

    @property
    def misfits(self) -> list[str]:
        """A sentence for every pile that does not fit."""
        return [pile.words for pile in self.piles if pile.is_crowded]
