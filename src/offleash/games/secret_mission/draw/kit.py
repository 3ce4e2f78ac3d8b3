"""Secret Mission to print: the tiles, and a place for everybody's mission."""

from offleash.contract import Records
from offleash.contract.studio.kit import Component, Kit, KitChoice, Pile
from offleash.games.shared.printed import ground, lines, picture
from offleash.games.shared.svg import bold, box, group, polygon
from offleash.games.tiles.draw.colours import CREAM, INK, SEAT_DARK, SOFT_INK
from offleash.games.tiles.draw.printed import BOX_HOUSES, CELL, CELL_WORD, hexagon_height, tiles
from offleash.games.tiles.text.names import SEAT_NAMES

EDGE = 12.0  # millimetres on either side of the tile
WORDS = 34.0  # above and below it
AIM = "Keep a tile with two different dogs here, face down."
SCORE = "Score: the largest group of one dog times the largest group of the other."


def kit(options: Records, choice: KitChoice) -> Kit:
    """Return all pieces of the game. Missions are tiles (S2): they lie on these cards."""
    size = choice.cell or CELL
    cards = [mission(seat, size) for seat in range(choice.players or BOX_HOUSES)]
    pile = Pile("the mission card", cards[0].width, cards[0].height, ((1, "a tile", 2 * size),))
    parts = [*tiles(bool(options["extra_tiles"][0]), size), *cards]
    home = ("Nothing else is needed. Without mission cards, keep your mission face down.",)
    return Kit(parts, size, CELL_WORD, (pile,), from_home=home)


def mission(seat: int, cell: float) -> Component:
    """Return a card that shows where a player's mission lies, and what it will be worth."""
    width, height = 2 * cell + 2 * EDGE, hexagon_height(cell) + WORDS
    name = SEAT_NAMES[seat]
    front = picture(
        width,
        height,
        ground(width, height, CREAM),
        box(0, 0, width - 6, height - 6, rx=3, fill="none", stroke=SEAT_DARK[seat], stroke_width=1),
        bold(0, -height / 2 + 8, 5, f"{name}: my mission"),
        group(draw_slot(cell), fill="#ffffff", stroke=SOFT_INK, stroke_width=0.4),
        *lines(0, -4.5, 3.2, AIM, 1.6 * cell, fill=SOFT_INK),
        *lines(0, height / 2 - 12, 3, SCORE, width - 10),
        fill=INK,
    )
    reason = "one for each player"
    return Component("missions", name, width, height, front, shares_cuts=True, reason=reason)


def draw_slot(cell: float) -> str:
    """Return the outline of a tile."""
    tall = hexagon_height(cell)
    top = [(-cell, -tall / 4), (-cell / 2, -tall / 2), (0.0, -tall / 4), (cell / 2, -tall / 2)]
    top.append((cell, -tall / 4))
    return polygon([*top, *((x, -y) for x, y in reversed(top))])
