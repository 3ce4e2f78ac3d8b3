"""A board and its pieces to print at true size."""

from collections.abc import Mapping, Sequence

from offleash.contract.studio.kit import CIRCLE, HEXAGON, RECTANGLE, Component, Kit, KitChoice, Span
from offleash.games.shared import printed
from offleash.games.shared.board import layout, picture
from offleash.games.shared.board.layout import Place
from offleash.games.shared.board.scene import CARD, TILE, BoardScene, Piece, colours
from offleash.games.shared.svg import bold, group, moved

SPACE = 24.0  # millimetres
CARD_SIZE = printed.CARD
TILE_SIZE = 0.86  # of a tile, of a space


def make_kit(
    scene: BoardScene, box: Mapping[Piece, int], extras: Sequence[Component], choice: KitChoice
) -> Kit:
    """Return the spaces as one board, each kind of piece, and the extras."""
    space = choice.cell or SPACE
    spaces = scene.spaces
    is_hex = bool(spaces) and spaces[0].shape == layout.HEXAGON
    parts = [make_piece(piece, count, space, is_hex) for piece, count in box.items()]
    board = [make_board(spaces, space)] if spaces else []
    return Kit([*parts, *extras, *board], space, "the width of a space")


def make_piece(piece: Piece, count: int, space: float, is_hex: bool) -> Component:
    """Return a piece to cut out, as often as the box has it."""
    fill, ink, _, word = colours(piece)
    if piece.shape == CARD:
        kind, shape, (width, height) = "cards", RECTANGLE, CARD_SIZE
    elif piece.shape == TILE:
        kind, shape, width = "tiles", HEXAGON if is_hex else RECTANGLE, TILE_SIZE * space
        height = width * (layout.HEX_HEIGHT if is_hex else 1)
    else:
        kind, shape, width = "tokens", CIRCLE, picture.TOKEN_SIZE * space
        height = width
    size = picture.fitted(piece.text, 0.6 * height, 0.85 * width)
    text = bold(0, 0, size, piece.text, fill=ink) if piece.text else ""
    front = printed.picture(width, height, printed.ground(width, height, fill), text)
    label = f"{word} {piece.text}".strip()
    return Component(kind, label, width, height, front, count=count, shape=shape)


def make_board(spaces: Sequence[Place], space: float) -> Component:
    """Return all spaces on one sheet, which printing does not cut through."""
    left, top, right, low = layout.edges_of(spaces)
    scale, margin = space / picture.SIDE, space / 4
    width, height = space * (right - left) + 2 * margin, space * (low - top) + 2 * margin
    middle = ((left + right) / 2, (top + low) / 2)
    drawn = [
        group(
            picture.draw_ground(place),
            picture.draw_name(place),
            transform=moved(
                space * (place.x - middle[0]), space * (place.y - middle[1]), scale=scale
            ),
        )
        for place in spaces
    ]
    edges = tuple(_printed_edges(place, space, left, top) for place in spaces)
    front = printed.picture(width, height, printed.ground(width, height, picture.TABLE), *drawn)
    return Component("board", "board", width, height, front, spaces=edges)


def _printed_edges(place: Place, space: float, left: float, top: float) -> Span:
    """Return the edges of a place on the board, in millimetres from the corner of the sheet."""
    edges = zip(place.edges, (left, top, left, top), strict=True)
    first, second, third, fourth = (space * (edge - start) + space / 4 for edge, start in edges)
    return first, second, third, fourth
