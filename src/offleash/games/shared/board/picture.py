"""A board as an SVG picture, and the marks of what can be clicked or was."""

from collections.abc import Iterable, Iterator
from math import ceil, cos, pi, sin, sqrt, tau
from xml.sax.saxutils import escape

from offleash.games.shared.board.layout import (
    CIRCLE,
    HAND,
    HEXAGON,
    LABEL,
    PLAIN,
    SQUARE,
    STACK,
    Place,
)
from offleash.games.shared.board.scene import CARD, TILE, BoardScene, Piece, colours
from offleash.games.shared.svg import (
    bold,
    box,
    disc,
    document,
    group,
    group_at,
    polygon,
    tag,
    tooltip,
    words,
)

SIDE = 60.0  # the width of a space in the picture
MARGIN, HEAD = 20.0, 44.0  # around the board, and the line above it
TABLE, GROUND, LINE, INK, MARK = "#2f5d3a", "#ecdfc3", "#b3a080", "#2d2413", "#ffffff"
SOFT, PALE = "#6b5f4d", "#fff8e7"  # words on a space, and on the table
CARD_WIDTH = 0.68  # of a card that is 1 high
TOKEN_SIZE = 0.74  # of a lone token on a space
LETTER = 0.7  # about as wide as a letter is, of its size
NAME_SIZE = 9.0  # of the name in a corner of a space


def draw(scene: BoardScene) -> str:
    """Return an SVG document of the places and what lies on them, without marks."""
    width, height = size(scene)
    return document(
        width,
        height,
        tag("title", escape(scene.headline), id="board-title"),
        box(width / 2, height / 2, width, height, fill=TABLE),
        words(MARGIN, HEAD / 2, 20, scene.headline, fill=PALE, text_anchor="start"),
        *(draw_place(scene, place) for place in scene.places.values()),
        *(draw_piece(scene, *spot) for spot in all_spots(scene)),
        role="img",
        aria_labelledby="board-title",
        font_family="DejaVu Sans, sans-serif",
        text_anchor="middle",
    )


def size(scene: BoardScene) -> tuple[float, float]:
    """Return the width and height of the picture."""
    left, top, right, low = scene.edges
    return SIDE * (right - left) + 2 * MARGIN, SIDE * (low - top) + MARGIN + HEAD


def middle(place: Place, scene: BoardScene) -> tuple[float, float]:
    """Return the middle of a place in the picture."""
    left, top, *_ = scene.edges
    return MARGIN + SIDE * (place.x - left), HEAD + SIDE * (place.y - top)


def edges(place: Place, scene: BoardScene) -> tuple[float, float, float, float]:
    """Return the left, top, right and lower edge of a place in the picture."""
    x, y = middle(place, scene)
    wide, high = SIDE * place.width / 2, SIDE * place.height / 2
    return x - wide, y - high, x + wide, y + high


# Places


def draw_place(scene: BoardScene, place: Place) -> str:
    """Return the empty place, with a tooltip that says what lies there."""
    is_covered = bool(place.text and scene.pieces[place.name])
    return group_at(
        middle(place, scene),
        tooltip(scene.describe(place)),
        draw_ground(place),
        "" if is_covered else draw_name(place),
        id=scene.ids[place.name],
    )


def draw_ground(place: Place) -> str:
    """Return the outline of a place around its middle."""
    wide, high = SIDE * place.width, SIDE * place.height
    tint = colours(Piece(place.colour))[0]
    look: dict[str, str | float] = {"fill": GROUND, "stroke": LINE, "stroke_width": 1.5}
    if place.colour != PLAIN:
        look |= {"stroke": tint, "stroke_width": 4}
    if place.shape == CIRCLE:
        return disc(0, 0, wide / 2 - 3, **look)
    if place.shape == HEXAGON:
        return polygon(hexagon(wide / sqrt(3) - 1.5), **look)
    if place.is_aside:
        look |= {"fill": "#ffffff", "fill_opacity": 0.16, "stroke": "none"}
        return box(0, SIDE * LABEL / 2, wide, high - SIDE * LABEL, rx=6, **look)
    return box(0, 0, wide - 3, high - 3, **look)


def draw_name(place: Place) -> str:
    """Above a hand or a stack its name, on a space its text, or its name small at the top."""
    width, top = SIDE * place.width, -SIDE * place.height / 2
    if place.is_aside:
        size = fitted(place.name, 15, width)
        return words(0, top + 0.5 * SIDE * LABEL, size, place.name, fill=PALE)
    if place.text:
        return words(0, 0, fitted(place.text, 15, 0.8 * width), place.text, fill=SOFT)
    if place.shape == SQUARE:
        left, size = 5 - width / 2, fitted(place.name, NAME_SIZE, width - 10)
        return words(left, top + 9, size, place.name, fill=SOFT, text_anchor="start")
    return words(0, top + 12, fitted(place.name, NAME_SIZE, 0.4 * width), place.name, fill=SOFT)


def fitted(text: str, size: float, width: float) -> float:
    """Return the size of letters, smaller where a text would be too wide."""
    return min(size, width / LETTER / max(1, len(text)))


def hexagon(radius: float) -> list[tuple[float, float]]:
    """Return the corners of a hexagon that stands on one of them."""
    turns = [tau * k / 6 + pi / 2 for k in range(6)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


# Pieces


def all_spots(scene: BoardScene) -> Iterator[tuple[Place, Piece, float, float, float]]:
    """Every visible piece: where its middle is, and how large it is drawn."""
    for place in scene.places.values():
        pieces = scene.visible(place)
        x, y = middle(place, scene)
        for n, piece in enumerate(pieces):
            yield (place, piece, *spot(place, n, len(pieces), x, y))


def spot(place: Place, n: int, count: int, x: float, y: float) -> tuple[float, float, float]:
    """Return the middle and the size of one of several pieces on a place."""
    if place.is_aside:
        step = min(1.0, (place.width - 1) / (count - 1)) if count > 1 else 0
        first = x - SIDE * (place.width - 1) / 2
        return first + SIDE * n * step, y + SIDE * LABEL / 2, 0.92
    columns = ceil(sqrt(count))
    row, column = divmod(n, columns)
    rows = ceil(count / columns)
    in_row = min(columns, count - row * columns)
    step = SIDE * place.width * (1 if columns == 1 else 0.78) / columns
    return x + step * (column - (in_row - 1) / 2), y + step * (row - (rows - 1) / 2), 1 / columns


def draw_piece(
    scene: BoardScene, place: Place, piece: Piece, x: float, y: float, share: float
) -> str:
    """Return a piece, and on a stack how many there are."""
    shape = draw_shape(piece, place, SIDE * place.width * share if not place.is_aside else SIDE)
    count = len(scene.pieces[place.name])
    if place.shape == STACK and count > 1:
        shape += disc(20, 22, 11, fill=INK) + words(20, 22, 12, str(count), fill=PALE)
    if not piece.name:
        return group_at((x, y), shape)
    return group_at((x, y), tooltip(piece.name), shape, id=scene.ids[piece.name])


def draw_shape(piece: Piece, place: Place, side: float) -> str:
    """Return a piece around its middle, on a space that is `side` wide."""
    fill, ink, *_ = colours(piece)
    look: dict[str, str | float] = {"fill": fill, "stroke": INK, "stroke_width": side / 40}
    high = TOKEN_SIZE * side
    if piece.shape == CARD:
        high = 0.92 * side
        body = box(0, 0, CARD_WIDTH * high, high, rx=side / 12, **look)
    elif piece.shape == TILE and place.shape == HEXAGON:
        body = polygon(hexagon(side / sqrt(3) - side / 20), **look)
    elif piece.shape == TILE:
        high = 0.86 * side
        body = box(0, 0, high, high, rx=side / 15, **look)
    else:
        body = disc(0, 0, high / 2, **look)
    size = fitted(piece.text, 0.6 * high, 0.85 * high * (CARD_WIDTH if piece.shape == CARD else 1))
    return body + (bold(0, 0, size, piece.text, fill=ink) if piece.text else "")


# Marks


def draw_target(scene: BoardScene, action: int, element: str) -> str:
    """Return a ring where the last click of an action goes; nothing visible for its own button."""
    name = next((name for name, other in scene.ids.items() if other == element), None)
    ring = draw_ring(scene, name) if name else ""
    return group(ring, id=f"target-{action}", data_action=str(action))


def draw_last(scene: BoardScene, names: Iterable[str]) -> str:
    """Broken rings around what was clicked."""
    rings = [draw_ring(scene, name, stroke_dasharray="5 5") for name in names]
    return group(*rings, id="last") if rings else ""


def draw_ring(scene: BoardScene, name: str, **look: str | float) -> str:
    """Return a ring around a place or a piece."""
    look = {"fill": "none", "stroke": MARK, "stroke_width": 3, "pointer_events": "none", **look}
    if name in scene.places:
        left, top, right, low = edges(scene.places[name], scene)
        x, y, wide, high = (left + right) / 2, (top + low) / 2, right - left, low - top
        if scene.places[name].shape in (CIRCLE, HEXAGON):
            return disc(x, y, wide / 2 - 2, **look)
        return box(x, y, wide - 5, high - 5, rx=6, **look)
    place, _, x, y, share = next(item for item in all_spots(scene) if item[1].name == name)
    return disc(x, y, 0.46 * SIDE * share * (1 if place.shape == HAND else place.width), **look)
