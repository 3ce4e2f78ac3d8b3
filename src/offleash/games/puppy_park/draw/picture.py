"""Puppy Park as an SVG picture: a lawn with tiles, houses and trees, and everybody's hand.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next. `cell-N` is what one clicks on the lawn, N being the number of a cell.
"""

from collections.abc import Iterator

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.games.puppy_park.draw.layout import SMALL, Layout
from offleash.games.puppy_park.draw.view import DECLARED, View, description, headline, winners
from offleash.games.puppy_park.rules import record as R
from offleash.games.shared.svg import box, moved, tag, words
from offleash.games.tiles.draw import lawn
from offleash.games.tiles.draw.colours import CREAM, GOLD, INK
from offleash.games.tiles.draw.geometry import around, centre
from offleash.games.tiles.draw.hands import Panel, document, draw_panel, draw_sign
from offleash.games.tiles.draw.pieces import draw_badge, draw_house, draw_tile, draw_tree_poop

HOUSE_AT = (17, 9)  # from the middle of the dog that naps in it
HOUSE_SIZE = 0.85


def draw(states: Records, options: Records, seat: int) -> str:
    """An SVG document of the table as `seat` sees it from its side; no action is marked."""
    view = View(states, options, seat)
    layout = Layout(view)
    declared = DECLARED.get(int(view.state.declared), "")
    hands = [draw_hand(layout, panel) for panel in (*layout.others, layout.own)]
    return document(
        layout.frame,
        headline(view),
        description(view),
        "" if view.taken else lawn.draw_first_place(),
        *draw_table(view),
        lawn.draw_cells(sorted(around(view.taken.union(lawn.FIRST_CELLS), lawn.RIM)), view.heights),
        tag("g", draw_sign(headline(view), declared), transform=layout.frame.over_lawn()),
        *hands,
    )


# The lawn


def draw_table(view: View) -> Iterator[str]:
    """Pieces from the ground up and from back to front, then what lies on them."""
    shape = int(view.options.tp_shape)
    drawn = [
        (
            lawn.painter_order(cell, way, 0),
            draw_tree_poop(centre(cell), way, shape, f"tree-poop-{seat}"),
        )
        for seat, cell, way in view.tree_poops
    ]
    for laid in view.table:
        tile, cell, way, level = laid
        asleep = tuple(half for half in (0, 1) if laid.cells[half] in view.houses)
        piece = draw_tile(tile, centre(cell), way, level, asleep, f"tile-{tile}")
        drawn.append((lawn.painter_order(cell, way, level), piece))
    yield from (piece for _, piece in sorted(drawn))
    for cell, height in sorted(view.heights.items()):
        if height > 1:
            yield draw_badge(lawn.top_of(cell, view.heights), height)
    for cell, seat in sorted(view.houses.items()):
        x, y = lawn.top_of(cell, view.heights)
        yield draw_house((x + HOUSE_AT[0], y + HOUSE_AT[1]), seat, f"house-{seat}", HOUSE_SIZE)


# The hands


def draw_hand(layout: Layout, panel: Panel) -> str:
    """A player's place: tiles, house and tree-poop tile, and the buttons that declare a rule."""
    view, seat = layout.view, panel.seat
    hand = view.hand(seat)
    won = view.phase == R.FINISHED and seat in winners(view)
    note = "wins" if won else count_of(len(hand), "tile")
    things = [*draw_extras(layout, panel)]
    for index, tile in enumerate(hand):
        if tile == view.picked and seat == view.mover:
            things.append(box(*panel.around(index), rx=16, fill=GOLD, stroke=INK, stroke_width=1.5))
        things.append(draw_tile(tile, panel.slot(index), name=f"tile-{tile}", scale=panel.scale))
    bench = draw_panel(panel, note, seat == view.mover or won, *things)
    return tag("g", bench, transform=layout.transform(panel))


def draw_extras(layout: Layout, panel: Panel) -> Iterator[str]:
    """What lies beside the name as long as it is at hand."""
    view, seat = layout.view, panel.seat
    if view.has_house(seat):
        yield draw_house(layout.house(panel), seat, f"house-{seat}", 1.35)
    if not view.has_tree_poop(seat):
        return
    x, y = layout.tree_poop(panel)
    shape = int(view.options.tp_shape)
    if view.picked == R.TREE_POOP and seat == view.mover:
        middle, width = (x, 34) if shape == R.ONE_HEX else (x + 26 * SMALL, 56)
        yield box(middle, y, width, 36, rx=10, fill=GOLD, stroke=INK, stroke_width=1.5)
    yield draw_tree_poop((x, y), 0, shape, f"tree-poop-{seat}", SMALL)
    is_open = view.state.declared == R.UNDECLARED and view.phase != R.HOUSING
    if is_open and panel is layout.own:  # while a house may be placed, `no house` stands there
        yield draw_declaration(layout.declare(panel, 0), "poop rules", "declare-poop")
        yield draw_declaration(layout.declare(panel, 1), "tree rules", "declare-tree")


def draw_declaration(at: tuple[float, float], text: str, name: str) -> str:
    """A button that picks the tree-poop tile and says what it will mean."""
    pill = box(0, 0, 110, 28, rx=14, fill=CREAM, stroke=INK, stroke_width=1.5)
    return tag("g", pill, words(0, 0, 18, text), id=name, transform=moved(*at))
