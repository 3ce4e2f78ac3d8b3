"""Whether pieces have room in the spaces of a board, at true size."""

from collections.abc import Iterable, Sequence

from offleash.core.workbench import Misfit, Room
from offleash.games.uri_nation.board.sizes import (
    DISK,
    DOG,
    FORT,
    USUAL_CELL,
    USUAL_SUB_GRID,
    Footprint,
)
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board, Cell, parse_board

Pieces = Sequence[tuple[int, str, float]]  # how many of what, millimetres across

STEP = 0.5  # millimetres

# What may have to share a space, with as many as the version's own rules let be there.
CLAIM: dict[str, Pieces] = {
    "1.2": ((1, "disk", DISK), (3, "fortify token", FORT)),
    "1.4": ((1, "disk", DISK), (1, "fortify token", FORT)),
}
DOGS: Pieces = ((4, "dog", DOG),)
MARKERS: Pieces = ((4, "marker", FORT),)
ONE_DOG: Pieces = ((1, "dog", DOG),)


def pieces_of(version: str) -> dict[str, Pieces]:
    """What may lie or stand in a space of each kind, by its glyph."""
    claim = CLAIM[version]
    return {
        "s": DOGS,
        ":": DOGS,
        "T": claim,
        **dict.fromkeys(LABELS, claim if version == "1.2" else ONE_DOG),
        "B": MARKERS,
        "P": MARKERS,
    }


def room(text: str) -> Room:
    """The sizes that a board has, and what does not fit."""
    board = parse_board(text)
    pieces = pieces_of(board.version)
    footprints = {
        kind: (each.row, each.column, each.rows, each.columns) for kind, each in board.footprints
    }
    size, grid = board.cell_mm or USUAL_CELL, board.sub_grid or USUAL_SUB_GRID
    return Room(size, grid, footprints, pieces, misfits(board, pieces))


def footprint_of(board: Board, cell: Cell) -> Footprint:
    """What a space takes of its cell: its own, else that of its kind, else all."""
    rows, columns = board.sub_grid or USUAL_SUB_GRID
    whole = Footprint(0, 0, rows, columns)
    return dict(board.own_footprints).get(cell) or dict(board.footprints).get(board.at(cell), whole)


def extent(board: Board, footprint: Footprint) -> tuple[float, float]:
    """Its width and height in millimetres."""
    size = board.cell_mm or USUAL_CELL
    rows, columns = board.sub_grid or USUAL_SUB_GRID
    return size * footprint.columns / columns, size * footprint.rows / rows


def misfits(board: Board, pieces: dict[str, Pieces]) -> list[Misfit]:
    """A sentence for all spaces of one kind and one size in which something has no room."""
    found: dict[tuple[str, tuple[float, float]], list[Cell]] = {}
    for kind in pieces:
        for cell in board.with_glyphs(kind):
            extents = extent(board, footprint_of(board, cell))
            if not fits(_sizes(pieces[kind]), *extents):
                found.setdefault((kind, extents), []).append(cell)
    return [
        Misfit(misfit_words(kind, pieces[kind], *extents), cells)
        for (kind, extents), cells in found.items()
    ]


def misfit_words(kind: str, pieces: Pieces, width: float, height: float) -> str:
    """`disk + 3 fortify tokens need 24 mm; territory has 21 x 28`."""
    named = (f"{count} {word}s" if count > 1 else word for count, word, _ in pieces)
    verb = "need" if sum(count for count, _, _ in pieces) > 1 else "needs"
    wide, high = round(width, 1), round(height, 1)
    has = f"{wide:g}" if width == height else f"{wide:g} x {high:g}"
    need = needed(_sizes(pieces))
    return f"{' + '.join(named)} {verb} {need:g} mm; a space of kind {GLYPHS[kind]} has {has}"


def _sizes(pieces: Pieces) -> list[float]:
    return [size for count, _, size in pieces for _ in range(count)]


def needed(sizes: Sequence[float]) -> float:
    """The side of the square in which round pieces find room in rows, the largest first."""
    side = max(sizes, default=0.0)
    while not fits(sizes, side, side):
        side += STEP
    return side


def fits(sizes: Iterable[float], width: float, height: float) -> bool:
    """Whether pieces find room in rows, along either side."""
    largest_first = sorted(sizes, reverse=True)
    return any(_in_rows(largest_first, *sides) for sides in ((width, height), (height, width)))


def _in_rows(sizes: list[float], width: float, height: float) -> bool:
    x = y = high = 0.0
    for size in sizes:
        if size > width + 1e-9:
            return False
        if x + size > width + 1e-9:
            x, y, high = 0.0, y + high, 0.0
        x, high = x + size, max(high, size)
    return y + high <= height + 1e-9
