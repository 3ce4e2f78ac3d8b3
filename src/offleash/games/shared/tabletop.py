"""What many games need besides their own parts: dice to fold, a start-player marker, tracks."""

from collections.abc import Iterator, Sequence

from offleash.contract.studio.kit import FREE, Component
from offleash.games.shared.printed import fitted, ground, picture
from offleash.games.shared.svg import bold, box, disc, draw_paw, group, moved, polygon, tag, words

DIE, DICE = "die to fold", "dice to fold"  # kinds of components
FACE, FLAP = 16.0, 5.0  # millimetres
NET = (4 * FACE + 2 * FLAP, 3 * FACE + 4)
# Column, row and pips of every face: opposite ones add up to seven.
FACES = ((0, 1, 1), (1, 1, 2), (2, 1, 6), (3, 1, 5), (1, 0, 3), (1, 2, 4))
FLAPPED = (0, 2, 3)  # columns whose faces have flaps above and below
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}  # a to i, row by row
MARKER = 25.0
CREAM, INK, LINE = "#fff8e6", "#33240f", "#8a7a60"


def dice(count: int) -> Component:
    """Return dice to fold and glue, for those who have none."""
    front = picture(*NET, draw_net(), fill=INK)
    reason = "for those who have none: cut along the line, fold, and glue the flaps inside"
    kind = DIE if count == 1 else DICE
    return Component(kind, "die", *NET, front, count=count, shape=FREE, reason=reason)


def draw_net() -> str:
    """Return six faces with flaps; dashed lines are folds."""
    left, top = -NET[0] / 2 + FLAP, -NET[1] / 2 + 2
    outline = polygon(
        [(left + x, top + y) for x, y in _outline()],
        fill=CREAM,
        stroke=INK,
        stroke_width=0.3,
        stroke_linejoin="round",
    )
    folds = (
        tag("line", x1=left + x1, y1=top + y1, x2=left + x2, y2=top + y2)
        for x1, y1, x2, y2 in _folds()
    )
    dashes = group(*folds, stroke=LINE, stroke_width=0.25, stroke_dasharray="1.6 1.2", fill="none")
    faces = (
        _face(left + (column + 0.5) * FACE, top + (row + 0.5) * FACE, pips)
        for column, row, pips in FACES
    )
    return outline + dashes + "".join(faces)


def _outline() -> list[tuple[float, float]]:
    """Return the line to cut along, clockwise from the flap at the left."""
    slope, width = FLAP / 2, 4 * FACE
    top, low = FACE, 2 * FACE
    points = [(0.0, low), (-FLAP, low - slope), (-FLAP, top + slope), (0.0, top)]
    for column in range(4):
        x = column * FACE
        if column in FLAPPED:
            points += [(x + slope, top - FLAP), (x + FACE - slope, top - FLAP), (x + FACE, top)]
        else:
            points += [(x, 0.0), (x + FACE, 0.0), (x + FACE, top)]
    points.append((width, low))
    for column in reversed(range(4)):
        x = column * FACE
        if column in FLAPPED:
            points += [(x + FACE - slope, low + FLAP), (x + slope, low + FLAP), (x, low)]
        else:
            points += [(x + FACE, low + FACE), (x, low + FACE), (x, low)]
    return points


def _folds() -> Iterator[tuple[float, float, float, float]]:
    """Yield lines between faces, and between faces and flaps."""
    for column in range(4):
        yield column * FACE, FACE, column * FACE, 2 * FACE
        yield column * FACE, FACE, (column + 1) * FACE, FACE
        yield column * FACE, 2 * FACE, (column + 1) * FACE, 2 * FACE


def _face(x: float, y: float, pips: int) -> str:
    """Return the pips of a face around its middle."""
    spots = (divmod("abcdefghi".index(letter), 3) for letter in PIPS[pips])
    return group(
        *(disc(x + 4.2 * (column - 1), y + 4.2 * (row - 1), 1.5) for row, column in spots), fill=INK
    )


def start_marker(reason: str) -> Component:
    """Return a paw that lies before the player who goes first."""
    size = (MARKER, MARKER)
    front = picture(
        *size,
        ground(*size, CREAM),
        disc(0, 0, 11, fill="none", stroke=INK, stroke_width=0.6),
        draw_paw(0, -2.2, 6.4, "#8c3b2a", 1),
        bold(0, 7, fitted("START", 3.4, 15, bold=True), "START"),
        fill=INK,
    )
    return Component("start-player marker", "start", *size, front, shares_cuts=True, reason=reason)


def track(
    kind: str, heading: str, labels: Sequence[str], columns: int, cell: float, reason: str
) -> Component:
    """Return numbered spaces in rows, to move a token along."""
    rows = -(-len(labels) // columns)
    width, height = columns * cell + 8, rows * cell + 16
    spaces = []
    for n, label in enumerate(labels):
        row, column = divmod(n, columns)
        x = -width / 2 + 4 + (column + 0.5) * cell
        y = -height / 2 + 12 + (row + 0.5) * cell
        look: dict[str, str | float] = {"stroke": LINE, "stroke_width": 0.4, "rx": 1.6}
        spaces.append(box(x, y, cell - 1, cell - 1, fill="#ffffff", **look))
        spaces.append(words(x, y, min(5.0, 0.45 * cell), label))
    front = picture(
        width,
        height,
        ground(width, height, CREAM),
        bold(0, -height / 2 + 6.5, fitted(heading, 4.2, width - 8, bold=True), heading),
        *spaces,
        group(draw_paw(0, 0, 2.4, "#8c3b2a", 1), transform=moved(width / 2 - 6, -height / 2 + 6)),
        fill=INK,
    )
    return Component(kind, kind, width, height, front, shares_cuts=True, reason=reason)
