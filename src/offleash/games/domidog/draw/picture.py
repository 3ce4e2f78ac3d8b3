"""Dömidög as an SVG picture: a chain of puppies on a lawn, and everybody's hand.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next. People click tiles (`tile-8`), ends (`end-left`), halves of the chain (`half-17`),
their house (`house-0`), the `supply`, and before the opening `first-place`.
"""

from collections.abc import Iterator
from math import hypot

from offleash.contract import Records
from offleash.games.domidog.draw.layout import are_neighbours
from offleash.games.domidog.draw.scene import SUPPLY_AT, ChainScene
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.position import END_NAMES, parse_half
from offleash.games.shared.svg import bold, box, disc, group, group_at, path, point, tooltip
from offleash.games.tiles.draw.colours import CREAM, DARK_WOOD, GOLD, INK, PAPER, WOOD
from offleash.games.tiles.draw.geometry import ACROSS, Point, centre
from offleash.games.tiles.draw.hands import SeatPanel, draw_panel
from offleash.games.tiles.draw.lawn import CLEAR_CELL, draw_first_place, painter_order
from offleash.games.tiles.draw.pieces import draw_back, draw_house, draw_tile
from offleash.games.tiles.draw.scene import document
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.places import format_cell
from offleash.tools.prose import count_of

HOUSE_AT = (17, 9)  # from the middle of the dog that naps in it
LEASH = "#c2341c"
PILE = 0.6  # scale of the supply


def draw(states: Records, options: Records, seat: int) -> str:
    """Return an SVG document of what `seat` may see, NOBODY being a spectator; mark no action."""
    scene = ChainScene(states, options, seat)
    return document(
        scene,
        draw_hand,
        "" if scene.laid else group(draw_first_place(), id="first-place"),
        *draw_chain(scene),
        *draw_links(scene),
        *draw_houses(scene),
        group(*draw_halves(scene), id="halves"),
        *draw_ends(scene),
        group(draw_supply(scene), transform=scene.frame.on_lawn()),
    )


def locate(
    states: Records, options: Records, seat: int, place: str
) -> tuple[float, float, float, float]:
    """Return the edges of a half in the chain, `red-red.1`, of a cell or of a player's place."""
    scene = ChainScene(states, options, seat)
    if "." in place:
        place = format_cell(scene.layout.cells[parse_half(place)])
    return scene.locate(place)


# The chain


def draw_chain(scene: ChainScene) -> Iterator[str]:
    """Yield the tiles, from back to front; a dog under a house is asleep."""
    cells, layout = scene.layout.cells, scene.layout
    order = sorted(scene.laid, key=lambda t: painter_order(cells[t * HALVES], layout.way(t), 0))
    for tile in order:
        asleep = tuple(half for half in range(HALVES) if tile * HALVES + half in scene.houses)
        at = centre(cells[tile * HALVES])
        yield draw_tile(tile, at, layout.way(tile), naps=asleep, name=f"tile-{tile}")


def draw_links(scene: ChainScene) -> Iterator[str]:
    """Yield what was laid to what: a golden link where two halves touch, otherwise a leash."""
    cells = scene.layout.cells
    for tile in scene.laid:
        parent = int(scene.state.parent[tile])
        if parent == R.NO_HALF:
            continue
        a, b = cells[parent], cells[tile * HALVES + int(scene.state.joint[tile])]
        join = draw_link if are_neighbours(a, b) else draw_leash
        yield join(centre(a), centre(b))


def draw_link(a: Point, b: Point) -> str:
    """Return a ring on the edge between two halves."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return disc(x, y, 5.5, fill=GOLD, stroke=INK, stroke_width=2.2)


def draw_leash(a: Point, b: Point) -> str:
    """Return a leash from a half to a tile that lies elsewhere."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = max(hypot(dx, dy), 1)
    bend = (a[0] + b[0]) / 2 - 0.16 * dy, (a[1] + b[1]) / 2 + 0.16 * dx
    start = a[0] + 17 * dx / far, a[1] + 17 * dy / far
    stop = b[0] - 17 * dx / far, b[1] - 17 * dy / far
    d = f"M{point(*start)} Q{point(*bend)} {point(*stop)}"
    round_line = {"fill": "none", "stroke_linecap": "round"}
    line = path(d, stroke=PAPER, stroke_width=7, **round_line)
    line += path(d, stroke=LEASH, stroke_width=3.6, **round_line)
    return line + "".join(
        disc(*end, 6, fill=GOLD, stroke=INK, stroke_width=2.2) for end in (start, stop)
    )


def draw_houses(scene: ChainScene) -> Iterator[str]:
    """Yield the houses on the ends that are shut."""
    for half, seat in sorted(scene.houses.items()):
        x, y = centre(scene.layout.cells[half])
        yield draw_house((x + HOUSE_AT[0], y + HOUSE_AT[1]), seat, f"house-{seat}", 1.1)


def draw_halves(scene: ChainScene) -> Iterator[str]:
    """Yield what people click to fork: an invisible hexagon over each inner half."""
    for half in scene.inner():
        at = centre(scene.layout.cells[half])
        yield group_at(at, tooltip(scene.half_name(half)), CLEAR_CELL, id=f"half-{half}")


def draw_ends(scene: ChainScene) -> Iterator[str]:
    """Yield a pennant on each open end, with its name."""
    for end, half in enumerate(scene.ends):
        at, name = centre(scene.layout.cells[half]), END_NAMES[end]
        yield group_at(at, CLEAR_CELL, draw_pennant(name), id=f"end-{name}")


def draw_pennant(text: str) -> str:
    """Return a small flag on a dog."""
    pole = path("M0,-14 V-50", stroke=DARK_WOOD, stroke_width=3.4, stroke_linecap="round")
    flag = path("M1,-52 H52 L45,-43 L52,-34 H1 Z", fill=GOLD, stroke=INK, stroke_width=1.8)
    return pole + flag + bold(23.5, -43, 14.5, text, fill=INK)


# Around the lawn


def draw_supply(scene: ChainScene) -> str:
    """Return a basket with the tiles that are left."""
    x, y = SUPPLY_AT
    basket = box(x + 18, y + 4, 116, 56, rx=20, fill=WOOD, stroke=DARK_WOOD, stroke_width=3)
    left = ACROSS * PILE / 2
    pile = [
        draw_back((x - left + 3 * i, y - 4 * i + 6), scale=PILE)
        for i in range(min(3, scene.supply))
    ]
    plate = disc(x + 57, y + 4, 15, fill=CREAM, stroke=INK, stroke_width=2)
    count = bold(x + 57, y + 4, 17, str(scene.supply))
    return group(tooltip(scene.note), basket, *pile, plate, count, id="supply")


def draw_hand(scene: ChainScene, panel: SeatPanel) -> str:
    """Return a player's place: tiles, face down if hidden, and the house while it is at hand."""
    seat = panel.seat
    won = seat in scene.winners
    note = count_of(scene.counts[seat], "tile") + (" · wins" if won else "")
    things = [*draw_tiles(scene, panel)]
    if scene.has_house(seat):
        things.append(draw_house(scene.house_at_home(panel), seat, f"house-{seat}", 1.35))
    return draw_panel(panel, note, seat == scene.mover or won, *things)


def draw_tiles(scene: ChainScene, panel: SeatPanel) -> Iterator[str]:
    """Yield the tiles of a hand."""
    hand = scene.hand(panel.seat)
    for index in range(scene.counts[panel.seat]):
        at = panel.slot(index)
        if hand is None:
            yield draw_back(at, f"back-{panel.seat}-{index}", panel.scale)
        else:
            yield draw_tile(hand[index], at, name=f"tile-{hand[index]}", scale=panel.scale)
