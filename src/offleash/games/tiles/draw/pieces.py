"""What lies on the lawn: tiles, tree-poop tiles, houses, and tiles seen from behind."""

from collections.abc import Iterator
from typing import Any

from offleash.games.shared import svg
from offleash.games.shared.svg import box, cache_shapes, disc, ellipse, group, moved, path, use
from offleash.games.tiles.draw.colours import CREAM, DARK_WOOD, INK, PAPER, SEAT_DARK, SEAT_FILL
from offleash.games.tiles.draw.dogs import dog_symbols
from offleash.games.tiles.draw.geometry import CORNERS, LIFT, RADIUS, WAY_ANGLE, WAY_AT, Point
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import HALF_WAYS
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

EDGE = "#c9a870"  # of a tile, seen from the side
ALONE = HALF_WAYS  # the slab of a piece of one hexagon
# The halves of a tree-poop tile by its shape: two that differ, two that are both, or one.
TREE_POOPS = (["tree", "poop"], ["tree-and-poop"] * 2, ["tree-and-poop"])


@cache_shapes
def symbols() -> str:
    """Return what pictures refer to; put it into the document once."""
    parts = [*dog_symbols(), *_slabs(), _bone(), *_halves(), _back(), _house()]
    return svg.tag("defs", *parts)


@cache_shapes
def draw_tile(
    tile: int,
    at: Point,
    way: int = 0,
    level: int = 0,
    naps: tuple[int, ...] = (),
    name: str = "",
    scale: float = 1,
) -> str:
    """Return a tile of two dogs: the first at a point, the other that way; `naps` are asleep."""
    dogs = [f"{'nap' if half in naps else 'dog'}-{BREED[tile, half]}" for half in (0, 1)]
    return draw_piece(dogs, (at[0], at[1] - LIFT * level), way, name, TILE_NAMES[tile], scale)


@cache_shapes
def draw_back(at: Point, name: str = "", scale: float = 1) -> str:
    """Return a tile face down, its left half at a point."""
    return draw_piece(["back", "back"], at, 0, name, "a tile, face down", scale)


@cache_shapes
def draw_tree_poop(at: Point, way: int, shape: int, name: str, scale: float = 1) -> str:
    """Return a tree-poop tile: the tree at a point, the poop that way, or as its shape has it.

    The shapes are those of Puppy Park's `tp_shape`: halves, two hexagons that are both, or one.
    """
    return draw_piece(TREE_POOPS[shape], at, way, name, "tree-poop tile", scale)


def draw_piece(
    halves: list[str], at: Point, way: int, name: str, title: str, scale: float = 1
) -> str:
    """Return one or two hexagons on a slab, with a bone from one to the other."""
    x, y = at
    if way >= HALF_WAYS:  # the same slab, drawn from its other half
        x, y = x + scale * WAY_AT[way][0], y + scale * WAY_AT[way][1]
        way, halves = way - HALF_WAYS, halves[::-1]
    slab = way if len(halves) > 1 else ALONE
    parts = [svg.tooltip(title), use(f"slab-{slab}"), use(halves[0])]
    if slab != ALONE:
        (dx, dy), angle = WAY_AT[way], WAY_ANGLE[way]
        parts += [use(halves[1], x=dx, y=dy), use("bone", transform=moved(dx / 2, dy / 2, angle))]
    return group(*parts, **_identity(name), transform=moved(x, y, scale=scale))


def _identity(name: str) -> dict[str, Any]:
    return svg.piece(name) if name else {}


@cache_shapes
def draw_badge(at: Point, height: int) -> str:
    """Return how many dogs lie on top of one another, in the upper left corner of a cell."""
    x, y = at[0] - 15, at[1] - 15
    plate = disc(x, y, 8.5, fill=PAPER, stroke=INK, stroke_width=1.8)
    return plate + svg.bold(x, y, 13, str(height), fill=INK)


@cache_shapes
def draw_house(at: Point, seat: int, name: str = "", scale: float = 1, initial: str = "") -> str:
    """Return a player's dog house, an initial over the door."""
    roof = path("M-12.5,-1 L0,-13 L12.5,-1 L9.5,1 L0,-8 L-9.5,1 Z", fill=SEAT_DARK[seat])
    letter = svg.bold(0, -2.6, 7, initial or SEAT_NAMES[seat][0], fill="#ffffff")
    title = svg.tooltip(f"{SEAT_NAMES[seat]}'s dog house")
    walls = use("house", fill=SEAT_FILL[seat])
    at_scale = moved(*at, scale=scale)
    return group(title, walls, roof, letter, **_identity(name), transform=at_scale)


# The parts


def _hexagon(r: float, dx: float = 0, dy: float = 0, **look: str | float) -> str:
    """Return a hexagon whose corners are so far from its middle."""
    return svg.polygon(((dx + x * r / RADIUS, dy + y * r / RADIUS) for x, y in CORNERS), **look)


def _slabs() -> Iterator[str]:
    """Yield shadow, edge and outline of a tile, for each way its halves can lie."""
    for way, (dx, dy) in enumerate([*WAY_AT[:HALF_WAYS], (0.0, 0.0)]):
        form = _hexagon(27.8)
        if way != ALONE:
            joint = box(0, 0, 12, 27.8, transform=moved(dx / 2, dy / 2, WAY_ANGLE[way]))
            form += _hexagon(27.8, dx, dy) + joint
        line: dict[str, str | float] = {"stroke": INK, "stroke_linejoin": "round"}
        yield group(
            group(form, fill="#20310f", opacity=0.25, transform=moved(4, LIFT + 3)),
            group(form, fill=EDGE, **line, stroke_width=2, transform=moved(0, LIFT - 1)),
            group(form, **line, stroke_width=3.4),
            group(form, fill=CREAM),
            id=f"slab-{way}",
        )


def _bone() -> str:
    """Return the cream bridge between two halves: a bone."""
    ends = "".join(disc(x, y, 2.8) for x in (-4.8, 4.8) for y in (-2.2, 2.2))
    shaft = box(0, 0, 10, 4.4)
    dark = group(ends, shaft, fill=INK, stroke=INK, stroke_width=2)
    return group(dark, group(ends, shaft, fill=CREAM), id="bone")


def _halves() -> Iterator[str]:
    """Yield a tree, a poop, and both on one hexagon."""
    leaves = ((-9, -6, 8.5), (9, -6, 8.5), (0, -13, 10), (0, -3, 9.5), (-5, -10, 8), (6, -11, 8))
    trunk = path("M-3.4,22 L-2.4,2 H2.4 L3.4,22 Q0,24 -3.4,22 Z", fill=DARK_WOOD)
    crown = "".join(disc(x, y, r) for x, y, r in leaves)
    light = "".join(disc(x - 2, y - 3, 0.42 * r) for x, y, r in leaves[:4])
    tree = (
        ellipse(0, 21.5, 9, 2.6, fill="#20310f", opacity=0.25)
        + trunk
        + group(crown, fill="#2f6b2c", stroke="#214d20", stroke_width=2.4)
        + group(crown, fill="#3d8536")
        + group(light, fill="#6cb054")
    )
    yield group(tree, id="tree-alone")
    yield group(_poop(), id="poop-alone")
    green, sandy = _hexagon(26.4, fill="#c8e6a0"), _hexagon(26.4, fill="#f0dfb4")
    yield group(green, use("tree-alone"), id="tree")
    yield group(sandy, use("poop-alone"), id="poop")
    small = use("tree-alone", transform="translate(-6,-4) scale(.8)")
    small += use("poop-alone", transform="translate(8,9) scale(.62)")
    yield group(green, small, id="tree-and-poop")


def _poop() -> str:
    """Return a poop: a neat heap, with a fly."""
    heap = (
        "M-13,13 Q-16,6 -9.5,4 Q-12,-2 -5,-4 Q-7,-10 1,-15 Q1,-11 4.5,-9 Q8,-6.5 5.5,-3.5 "
        "Q11,-1.5 9.5,4 Q16,6 13,13 Q9,16 0,16 Q-9,16 -13,13 Z"
    )
    folds = "M-9.5,4.5 Q-2,8 8,4 M-5,-3.6 Q0,-1 5.5,-3.6"
    fly = "M13,-13 q-3,-4 -5,-1.5 q1,2.5 5,1.5 q3,-4 5,-1.5 q-1,2.5 -5,1.5"
    return (
        ellipse(0, 15, 15, 3.4, fill="#6d5636", opacity=0.3)
        + path(heap, fill="#8a5a34", stroke="#57341a", stroke_width=1.6)
        + path(folds, fill="none", stroke="#57341a", stroke_width=1.4)
        + path("M-9,9 q-1.5,-3 2,-3.6", fill="none", stroke="#c69367", stroke_width=1.8)
        + disc(-3.6, 9.6, 1.5, fill=INK)
        + disc(3.6, 9.6, 1.5, fill=INK)
        + path("M-2,12 q2,1.8 4,0", fill="none", stroke=INK, stroke_width=1.2)
        + path(fly, fill="#ffffff", stroke=INK, stroke_width=0.8)
        + disc(13, -12.6, 1.7, fill=INK)
    )


def _back() -> str:
    """Return half a tile from behind: a paw."""
    toes = ((-8, -2), (-3.2, -8.5), (3.2, -8.5), (8, -2))
    paw = ellipse(0, 6, 7, 5.6) + "".join(disc(x, y, 3) for x, y in toes)
    plate = _hexagon(26.4, fill="#6f9a54") + _hexagon(22, fill="none", stroke="#88b36b")
    return group(plate, group(paw, fill="#cfe3ae"), id="back")


def _house() -> str:
    """Return walls and door; the roof is drawn in its owner's colour."""
    wall = path("M-9.5,10 V0 L0,-8 L9.5,0 V10 Z", stroke=INK, stroke_width=1.6)
    rim = path("M-13.5,-1 L0,-14.5 L13.5,-1 L10.5,2 V11.5 H-10.5 V2 Z", fill=PAPER)
    door = path("M-4.6,10 V4.6 a4.6,4.6 0 0 1 9.2,0 V10 Z", fill="#2a1c10")
    return group(rim, wall, door, id="house")
