"""Puppy Park as an SVG picture: a lawn with tiles, houses and trees, and everybody's hand.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next. `cell-N` is what people click on the lawn, N being the number of a cell.
"""

from collections.abc import Iterator

from offleash.contract import Records
from offleash.games.puppy_park.draw.scene import SMALL, ParkScene
from offleash.games.puppy_park.rules import record as R
from offleash.games.shared.svg import box, group, moved, words
from offleash.games.tiles.draw import lawn
from offleash.games.tiles.draw.colours import CREAM, GOLD, INK
from offleash.games.tiles.draw.geometry import around, centre
from offleash.games.tiles.draw.hands import SeatPanel, draw_panel
from offleash.games.tiles.draw.pieces import draw_badge, draw_house, draw_tile, draw_tree_poop
from offleash.games.tiles.draw.scene import document
from offleash.tools.prose import count_of

HOUSE_AT = (17, 9)  # from the middle of the dog that naps in it
HOUSE_SIZE = 0.85


def draw(states: Records, options: Records, seat: int) -> str:
    """Return an SVG document of the table as `seat` sees it from its side; no action is marked."""
    scene = ParkScene(states, options, seat)
    cells = around(scene.covered.union(lawn.FIRST_CELLS), lawn.RIM)
    return document(
        scene,
        draw_hand,
        "" if scene.covered else lawn.draw_first_place(),
        *draw_table(scene),
        lawn.draw_cells(sorted(cells), scene.heights),
    )


def locate(
    states: Records, options: Records, seat: int, place: str
) -> tuple[float, float, float, float]:
    """Return the edges of a cell or of a player's place."""
    return ParkScene(states, options, seat).locate(place)


# The lawn


def draw_table(scene: ParkScene) -> Iterator[str]:
    """Yield pieces from the ground up and from back to front, then what lies on them."""
    pieces = [
        (
            lawn.painter_order(cell, way, 0),
            draw_tree_poop(centre(cell), way, scene.shape, f"tree-poop-{seat}"),
        )
        for seat, cell, way in scene.tree_poops
    ]
    for laid in scene.table:
        tile, cell, way, level = laid
        asleep = tuple(half for half in (0, 1) if laid.cells[half] in scene.houses)
        piece = draw_tile(tile, centre(cell), way, level, asleep, f"tile-{tile}")
        pieces.append((lawn.painter_order(cell, way, level), piece))
    yield from (piece for _, piece in sorted(pieces))
    for cell, height in sorted(scene.heights.items()):
        if height > 1:
            yield draw_badge(lawn.top_of(cell, scene.heights), height)
    for cell, seat in sorted(scene.houses.items()):
        x, y = lawn.top_of(cell, scene.heights)
        yield draw_house((x + HOUSE_AT[0], y + HOUSE_AT[1]), seat, f"house-{seat}", HOUSE_SIZE)


# The hands


def draw_hand(scene: ParkScene, panel: SeatPanel) -> str:
    """Return a player's place: tiles, house, tree-poop tile, and buttons that declare a rule."""
    seat, hand = panel.seat, scene.hand(panel.seat)
    won = seat in scene.winners
    note = "wins" if won else count_of(len(hand), "tile")
    things = [*draw_extras(scene, panel)]
    for index, tile in enumerate(hand):
        if tile == scene.picked and seat == scene.mover:
            things.append(box(*panel.around(index), rx=16, fill=GOLD, stroke=INK, stroke_width=1.5))
        things.append(draw_tile(tile, panel.slot(index), name=f"tile-{tile}", scale=panel.scale))
    return draw_panel(panel, note, seat == scene.mover or won, *things)


def draw_extras(scene: ParkScene, panel: SeatPanel) -> Iterator[str]:
    """Yield what lies next to the name as long as it is at hand."""
    seat, shape = panel.seat, scene.shape
    if scene.has_house(seat):
        yield draw_house(scene.house_at(panel), seat, f"house-{seat}", 1.35)
    if not scene.has_tree_poop(seat):
        return
    x, y = scene.tree_poop_at(panel)
    if scene.picked == R.TREE_POOP and seat == scene.mover:
        middle, width = (x, 34) if shape == R.ONE_HEX else (x + 26 * SMALL, 56)
        yield box(middle, y, width, 36, rx=10, fill=GOLD, stroke=INK, stroke_width=1.5)
    yield draw_tree_poop((x, y), 0, shape, f"tree-poop-{seat}", SMALL)
    is_open = scene.declared == R.UNDECLARED and scene.phase != R.HOUSING
    if is_open and panel is scene.own:  # while a house may be placed, `no house` is there
        yield draw_declaration(scene.declare_at(panel, 0), "poop rules", "declare-poop")
        yield draw_declaration(scene.declare_at(panel, 1), "tree rules", "declare-tree")


def draw_declaration(at: tuple[float, float], text: str, name: str) -> str:
    """Return a button that picks the tree-poop tile and says what it will mean."""
    pill = box(0, 0, 110, 28, rx=14, fill=CREAM, stroke=INK, stroke_width=1.5)
    return group(pill, words(0, 0, 18, text), id=name, transform=moved(*at))
