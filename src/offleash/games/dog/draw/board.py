"""The park, the loop with its homes, halos and tokens."""

from math import cos, sin

from offleash.games.dog.draw import geometry as G, shapes as S
from offleash.games.dog.position import ALL_TOKENS, TOKEN_NAMES, Board, Position
from offleash.games.dog.rules import record as R
from offleash.games.shared import svg
from offleash.games.shared.svg import (
    box,
    cache_shapes,
    disc,
    discs,
    group,
    group_at,
    moved,
    path,
    words,
)


@cache_shapes
def draw_park(board: Board, height: float) -> str:
    """Return a wooden table, a mown lawn and a tree in each corner."""
    grain = (
        path(f"M0,{y} C260,{y - 9} 420,{y + 11} 640,{y} S900,{y - 8} 1000,{y + 3}")
        for y in range(21, int(height) - 10, 23)
    )
    lawn = (
        box(*G.MIDPOINT, size, size, rx=rx, fill=fill)
        for size, rx, fill in (
            (988, 62, "#6d4526"),
            (978, 58, "#b5ce8b"),
            (2 * G.SIDE + G.PATH + 6, G.CORNER + 27, "#9dbb70"),
            (2 * G.SIDE, G.CORNER, "#cfe2aa"),
            (620, 70, "#d9e9b9"),
            (480, 60, "#cfe2aa"),
        )
    )
    return group(
        box(G.CENTRE, height / 2, G.WIDTH, height, rx=40, fill=S.WOOD),
        group(*grain, fill="none", stroke="#8f5b2f", stroke_width=1.5, opacity=0.55),
        *lawn,
        *(draw_tree(*G.from_seat(board, seat, 428, 428)) for seat in range(R.SEATS)),
        id="park",
    )


def draw_tree(x: float, y: float) -> str:
    """Return a tree seen from above: a shadow and a crown."""
    leaves = ((-16, 8), (16, 8), (0, -16), (-4, 18), (18, -10), (-18, -10))
    crown = ((x + dx, y + dy) for dx, dy in leaves)
    light = ((x + dx * 0.7 - 4, y + dy * 0.7 - 5) for dx, dy in leaves)
    shadow = disc(x + 5, y + 8, 37, fill="#7d9a52", opacity=0.5)
    return shadow + discs(crown, 19, fill="#5f8a3c") + discs(light, 9, fill="#7ba650")


@cache_shapes
def draw_loop(board: Board, is_numbered: bool = True) -> str:
    """Return the sandy path, its direction, its spaces, and the way into each home."""
    side = 2 * G.SIDE
    sand = (
        box(*G.MIDPOINT, side, side, rx=G.CORNER, stroke=stroke, stroke_width=width)
        for stroke, width in (("#a07a45", G.PATH), ("#ecd6a6", G.PATH - 5))
    )
    spaces, quarter, r = range(board.loop_len), board.loop_len // R.SEATS, G.space_radius(board)
    discs = (draw_space(board, space) for space in spaces)
    points = ((space, *G.loop_point(board, space)) for space in spaces if space % quarter)
    numbers = (svg.tag("text", str(space), x=x, y=y + 0.32 * r) for space, x, y in points)
    return group(
        group(*sand, fill="none"),
        group(*(draw_arrow(board, seat) for seat in range(R.SEATS)), id="direction"),
        *(draw_home(board, seat, is_numbered) for seat in range(R.SEATS)),
        group(*discs, fill=S.PAPER, stroke="#b18e57", stroke_width=1.5),
        group(*numbers, fill="#8a6d3e", font_size=0.92 * r) if is_numbered else "",
        id="loop",
    )


def draw_arrow(board: Board, seat: int) -> str:
    """Return an arrow the way tokens go, in the lawn outside a corner: anti-clockwise."""
    r = G.CORNER + 38
    tail, (x, y) = ((G.STRAIGHT + r * sin(a), G.STRAIGHT + r * cos(a)) for a in (0.28, 1.22))
    arc = f"M{svg.point(*tail)} A{svg.point(r, r)} 0 0 0 {svg.point(x, y)}"
    head = path("M-11,8 L0,-13 L11,8 L0,3 Z", transform=moved(x, y - 3, -14))
    shaft = path(arc, fill="none", stroke="#7f9f50", stroke_width=6)
    return group(shaft, head, transform=G.seat_frame(board, seat), fill="#7f9f50")


def draw_home(board: Board, seat: int, is_numbered: bool = True) -> str:
    """Return the lane that leads inward from a start; its spaces count from the gate."""
    near, far = G.SIDE, G.SIDE - G.LANE * R.HOME_SPACES
    middle, length = (near + far) / 2 - 4, near - far
    lane = box(0, middle, 46, length + 38, rx=23, fill=S.FILL[seat])
    inner = box(0, middle, 37, length + 29, rx=18.5, fill="#fff6df", opacity=0.6)
    indices = range(R.HOME_SPACES)
    spaces = (draw_home_space(board, seat, index, is_numbered) for index in indices)
    return group(lane, inner, transform=G.seat_frame(board, seat)) + "".join(spaces)


def draw_home_space(board: Board, seat: int, index: int, is_numbered: bool = True) -> str:
    """Return a space of a home, usually with its number."""
    x, y = G.home_point(board, seat, index)
    r = min(G.space_radius(board), 17)
    name, rim = f"home-{seat}-{index}", S.FILL[seat]
    space = disc(x, y, r, id=name, fill=S.PAPER, stroke=rim, stroke_width=3)
    return space + (words(x, y, 0.92 * r, str(index), fill=S.DARK[seat]) if is_numbered else "")


def draw_space(board: Board, space: int) -> str:
    """Return a space of the loop; a start is larger, in its seat's colour, with a paw."""
    x, y = G.loop_point(board, space)
    seat, index = divmod(space, board.loop_len // R.SEATS)
    r = G.space_radius(board)
    if index:
        return disc(x, y, r, id=f"space-{space}")
    size = G.halo_radius(board) - 1
    start = disc(x, y, size, id=f"space-{space}", fill=S.FILL[seat], stroke=S.INK, stroke_width=2)
    return start + svg.draw_paw(x, y, 0.8 * r, S.LETTERING[seat])


# Tokens


def draw_tokens(position: Position) -> str:
    """Return all halos, then all tokens: no halo ever lies on a token."""
    halos = (draw_halo(position, *token) for token in ALL_TOKENS if position.is_protected(*token))
    tokens = (draw_token(position, *token) for token in ALL_TOKENS)
    return group("".join(halos), id="halos") + "".join(tokens)


def draw_halo(position: Position, seat: int, token: int) -> str:
    """Return a gold halo round a protected token."""
    r = G.halo_radius(position.board)
    gold = disc(0, 0, r - 0.5, fill=S.GOLD, stroke=S.INK, stroke_width=1)
    light = disc(0, 0, 0.86 * r, fill="#fff2b0")
    at = G.point_of(position.board, position.spot(seat, token))
    return group_at(at, gold, light, id=f"halo-{seat}-{token}")


def draw_token(position: Position, seat: int, token: int) -> str:
    """Return a token: its seat's shape and colour, its letter, and a mark for its laps."""
    r = G.token_size(position.board)
    size = (1.45 if seat != 1 else 1.25) * r
    spot = position.spot(seat, token)
    on_its_way = position.options.full_lap and spot.place < R.HOME
    laps = int(position.state.lap[seat, token]) if on_its_way else 0
    return group_at(
        G.point_of(position.board, spot),
        svg.tooltip(describe_token(position, seat, token)),
        S.draw_shape(seat, r),
        svg.bold(0, S.sink(seat, r), size, TOKEN_NAMES[token], fill=S.LETTERING[seat]),
        group_at((0.8 * r, -0.8 * r), S.lap_mark(laps, r)) if laps else "",
        **svg.piece(f"token-{seat}-{token}"),
    )


def describe_token(position: Position, seat: int, token: int) -> str:
    """Return a token's name and where it is."""
    spot = position.spot(seat, token)
    place = f"on space {spot.place}"
    if spot.place == R.KENNEL:
        place = "in the kennel"
    elif spot.place >= R.HOME:
        place = f"on home {spot.place - R.HOME}"
    return f"{spot.name} {place}{', protected' * position.is_protected(seat, token)}"
