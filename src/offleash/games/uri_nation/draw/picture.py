"""Uri-Nation as an SVG picture: the street, what lies on it, and every dog's bowl.

Everything that moves has an id and is placed by a transform, so a page can animate one picture
into the next.
"""

import re
from xml.sax.saxutils import escape

from offleash.contract import Records
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.shared.svg import box, document, tag
from offleash.games.uri_nation.draw import disks
from offleash.games.uri_nation.draw.bowls import draw_place, place_words
from offleash.games.uri_nation.draw.colours import TEXT, WOOD_DARK
from offleash.games.uri_nation.draw.layout import BOWL_WIDTH, WIDTH, Layout, layout_of
from offleash.games.uri_nation.draw.shapes import scaled
from offleash.games.uri_nation.draw.status import draw_desk, draw_header
from offleash.games.uri_nation.draw.street import draw_street
from offleash.games.uri_nation.position import Position, lasting_effects, status_line
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.names import archetype_name
from offleash.tools.errors import BadNotation, quote

CELL_NAME = re.compile(r"\((\d+),(\d+)\)")


def draw(states: Records, options: Records, seat: int) -> str:
    """Return an SVG document of what `seat` may see, without marks; NOBODY is a spectator."""
    view = Position(states, options, seat)
    layout = layout_of(view)
    return document(
        WIDTH,
        layout.height,
        tag("title", escape(status_line(view, view.name)), id="picture-title"),
        tag("desc", escape(describe(view)), id="picture-desc"),
        box(WIDTH / 2, layout.height / 2, WIDTH, layout.height, rx=26, fill=WOOD_DARK),
        draw_header(view),
        place_street(view, layout),
        disks.draw_signs(view, layout),
        disks.draw_disks(view, layout),
        disks.draw_bonds(view, layout),
        disks.draw_dogs(view, layout),
        disks.draw_fight(view, layout),
        draw_desk(view, layout),
        *(draw_place(view, layout, player) for player in range(view.seats)),
        role="img",
        aria_labelledby="picture-title picture-desc",
        **TEXT,
    )


def place_street(view: Position, layout: Layout) -> str:
    """Return the street with each home in the colour of who lives there."""
    seats = (view.resident(home) for home in range(HOMES))
    residents = tuple(None if seat == R.NOBODY_THERE else seat for seat in seats)
    radius = int(view.options.influence_radius)
    return scaled(*layout.street, layout.scale, draw_street(view.board, residents, radius))


def locate(
    states: Records, options: Records, seat: int, place: str
) -> tuple[float, float, float, float]:
    """Return the edges of a cell, `(3,4)`, or of a dog's bowl, `yapper`."""
    view = Position(states, options, seat)
    layout = layout_of(view)
    for player in range(view.seats):
        if archetype_name(options, player).lower() == place:
            (left, top), scale = layout.bowl(player), layout.bowl_scale
            return left, top, left + BOWL_WIDTH * scale, top + layout.place_height * scale
    match = CELL_NAME.fullmatch(place)
    if match is None:
        raise BadNotation(f"{quote(place)} is neither a cell, such as (3,4), nor a dog that plays")
    (x, y), half = layout.point((int(match[1]), int(match[2]))), layout.cell / 2
    return x - half, y - half, x + half, y + half


def describe(position: Position) -> str:
    """Return the whole street in words, for readers who can't see the picture."""
    others = {NOBODY: "a spectator", EVERYBODY: "everybody"}
    viewer = others.get(position.seat) or position.name(position.seat)
    board, status = position.board, status_line(position, position.name)
    sentences = [
        f"A street of Uri-Nation, {board.name}, seen by {viewer}",
        f"Round {position.rounds} of {position.options.last_round}; {status}",
    ]
    for seat in range(position.seats):
        cell = position.cell_name(position.cell(seat))
        sentences.append(f"{place_words(position, seat)}; at {cell}")
        claims = [
            place + disks.fort_words(position.fort[number])
            for number, place in enumerate(position.names.territories)
            if position.owner(number) == seat
        ]
        sentences.append(f"{position.name(seat)} holds {' '.join(claims) or 'nothing'}")
    sentences += [
        disks.home_words(position, home)
        for home in range(len(board.homes))
        if position.home_disk[home] != R.NOBODY_THERE or position.home_away[home]
    ]
    sentences += [disks.site_words(position, n) for n, marks in enumerate(position.marks) if marks]
    return ". ".join([*sentences, *lasting_effects(position, position.name)]) + "."
