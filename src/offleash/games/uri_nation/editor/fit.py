"""Whether pieces fit the spaces of a board, at true size."""

from collections.abc import Mapping

from offleash.contract.studio.kit import Pile
from offleash.contract.studio.workbench import BoardSizes, Misfit
from offleash.games.uri_nation.board import sizes
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, Board, Cell, parse_board
from offleash.tools.packing import Pieces

# Fortify tokens that may have to share a space with a disk, under the rules of each version.
TOKENS = {"1.2": 3, "1.4": 1}


def pieces_of(version: str, across: Mapping[str, float]) -> dict[str, Pieces]:
    """Return the most pieces that a space of each kind must take, by its glyph."""
    disk, token, dog = (across[name] for name in (sizes.DISK, sizes.FORT, sizes.DOG))
    claim: Pieces = ((1, sizes.DISK, disk), (TOKENS[version], sizes.FORT, token))
    dogs: Pieces = ((4, sizes.DOG, dog),)
    markers: Pieces = ((4, "marker", token),)
    homes = dict.fromkeys(LABELS, claim if version == "1.2" else ((1, sizes.DOG, dog),))
    return {"s": dogs, ":": dogs, "T": claim, **homes, "B": markers, "P": markers}


def room(text: str, across: Mapping[str, float] | None = None) -> BoardSizes:
    """Return the sizes that a board has, and what does not fit; `across` has sizes of pieces."""
    board = parse_board(text)
    pieces = pieces_of(board.version, {**sizes.PIECES, **(across or {})})
    size, grid = board.cell_mm or sizes.USUAL_CELL, board.sub_grid or sizes.USUAL_SUB_GRID
    return BoardSizes(size, grid, dict(board.footprints), pieces, misfits(board, pieces))


def footprint_of(board: Board, cell: Cell) -> sizes.Footprint:
    """Return what a space takes of its cell: its own, else that of its kind, else all."""
    rows, columns = board.sub_grid or sizes.USUAL_SUB_GRID
    whole = sizes.Footprint(0, 0, rows, columns)
    return dict(board.own_footprints).get(cell) or dict(board.footprints).get(board.at(cell), whole)


def extent(board: Board, footprint: sizes.Footprint) -> tuple[float, float]:
    """Return its width and height in millimetres."""
    size = board.cell_mm or sizes.USUAL_CELL
    rows, columns = board.sub_grid or sizes.USUAL_SUB_GRID
    return size * footprint.columns / columns, size * footprint.rows / rows


def piles(board: Board, pieces: dict[str, Pieces]) -> dict[Pile, list[Cell]]:
    """Return what shares a space, for all spaces of one kind and size, and which these are."""
    cells_by_pile: dict[Pile, list[Cell]] = {}
    for kind in pieces:
        for cell in board.with_glyphs(kind):
            width, height = extent(board, footprint_of(board, cell))
            pile = Pile(f"a space of kind {GLYPHS[kind]}", width, height, tuple(pieces[kind]))
            cells_by_pile.setdefault(pile, []).append(cell)
    return cells_by_pile


def misfits(board: Board, pieces: dict[str, Pieces]) -> list[Misfit]:
    """Return a sentence for all spaces of one kind and size that are too small for their pieces."""
    spaces = piles(board, pieces).items()
    return [Misfit(pile.words, cells) for pile, cells in spaces if pile.is_crowded]
