"""Uri-Nation as an SVG picture: the street, what lies on it, and every dog's bowl.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.games.shared.svg import box, moved, number, tag
from offleash.games.uri_nation.draw import disks
from offleash.games.uri_nation.draw.bowls import draw_place
from offleash.games.uri_nation.draw.colours import INK, SERIF, WOOD_DARK
from offleash.games.uri_nation.draw.description import describe
from offleash.games.uri_nation.draw.layout import WIDTH, Layout, layout_of
from offleash.games.uri_nation.draw.status import draw_desk, draw_header
from offleash.games.uri_nation.draw.street import draw_street
from offleash.games.uri_nation.draw.view import View
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.status_line import status_line


def draw(states: Records, options: Records, seat: int) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; no action is marked."""
    view = View(states, options, seat)
    layout = layout_of(view)
    layers = (
        tag("title", escape(status_line(view, view.name)), id="picture-title"),
        tag("desc", escape(describe(view)), id="picture-desc"),
        box(WIDTH / 2, layout.height / 2, WIDTH, layout.height, rx=26, fill=WOOD_DARK),
        draw_header(view, layout),
        place_street(view, layout),
        disks.draw_signs(view, layout),
        disks.draw_disks(view, layout),
        disks.draw_bonds(view, layout),
        disks.draw_dogs(view, layout),
        disks.draw_fight(view, layout),
        draw_desk(view, layout),
        *(draw_place(view, layout, each) for each in range(view.seats)),
    )
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(layout.height)}",
        role="img",
        aria_labelledby="picture-title picture-desc",
        font_family=SERIF,
        fill=INK,
        text_anchor="middle",
    )


def place_street(view: View, layout: Layout) -> str:
    """The street with each home in the colour of who lives there."""
    found = (view.resident(home) for home in range(HOMES))
    residents = tuple(None if seat == R.NOBODY_THERE else seat for seat in found)
    radius = int(view.options.influence_radius)
    at = f"{moved(*layout.street)} scale({number(layout.scale)})"
    return tag("g", draw_street(view.board, residents, radius), transform=at)
