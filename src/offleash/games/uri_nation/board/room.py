"""Whether pieces fit the spaces of a board, at true size."""

from offleash.core.kit import Pile
from offleash.core.packing import Pieces
from offleash.core.workbench import Misfit, Room
from offleash.games.uri_nation.board import sizes
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board, Cell, parse_board

# What may have to share a space, at most, under the rules of each version.
CLAIM: dict[str, Pieces] = {
    "1.2": ((1, "disk", sizes.DISK), (3, "fortify token", sizes.FORT)),
    "1.4": ((1, "disk", sizes.DISK), (1, "fortify token", sizes.FORT)),
}
DOGS: Pieces = ((4, "dog", sizes.DOG),)
MARKERS: Pieces = ((4, "marker", sizes.FORT),)
ONE_DOG: Pieces = ((1, "dog", sizes.DOG),)


def pieces_of(version: str) -> dict[str, Pieces]:
    """The most pieces that a space of each kind must take, by its glyph."""
    claim = CLAIM[version]
    homes = dict.fromkeys(LABELS, claim if version == "1.2" else ONE_DOG)
    return {"s": DOGS, ":": DOGS, "T": claim, **homes, "B": MARKERS, "P": MARKERS}


def room(text: str) -> Room:
    """The sizes that a board has, and what does not fit."""
    board = parse_board(text)
    pieces = pieces_of(board.version)
    size, grid = board.cell_mm or sizes.USUAL_CELL, board.sub_grid or sizes.USUAL_SUB_GRID
    return Room(size, grid, dict(board.footprints), pieces, misfits(board, pieces))


def footprint_of(board: Board, cell: Cell) -> sizes.Footprint:
    """What a space takes of its cell: its own, else that of its kind, else all."""
    rows, columns = board.sub_grid or sizes.USUAL_SUB_GRID
    whole = sizes.Footprint(0, 0, rows, columns)
    return dict(board.own_footprints).get(cell) or dict(board.footprints).get(board.at(cell), whole)


def extent(board: Board, footprint: sizes.Footprint) -> tuple[float, float]:
    """Its width and height in millimetres."""
    size = board.cell_mm or sizes.USUAL_CELL
    rows, columns = board.sub_grid or sizes.USUAL_SUB_GRID
    return size * footprint.columns / columns, size * footprint.rows / rows


def piles(board: Board, pieces: dict[str, Pieces]) -> dict[Pile, list[Cell]]:
    """What shares a space, for all spaces of one kind and one size, and which these are."""
    cells_by_pile: dict[Pile, list[Cell]] = {}
    for kind in pieces:
        for cell in board.with_glyphs(kind):
            width, height = extent(board, footprint_of(board, cell))
            pile = Pile(f"a space of kind {GLYPHS[kind]}", width, height, tuple(pieces[kind]))
            cells_by_pile.setdefault(pile, []).append(cell)
    return cells_by_pile


def misfits(board: Board, pieces: dict[str, Pieces]) -> list[Misfit]:
    """A sentence for all spaces of one kind and one size that are too small for their pieces."""
    spaces = piles(board, pieces).items()
    return [Misfit(pile.words, cells) for pile, cells in spaces if pile.is_crowded]
