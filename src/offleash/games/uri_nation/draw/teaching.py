"""Pictures that teach the rules: the table at set-up with numbers, and a turn at a glance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from offleash.games.shared.panels import StepPanel, draw_badge, draw_panels
from offleash.games.shared.printed import SANS
from offleash.games.shared.svg import bold, box, document, draw_paw, group, moved
from offleash.games.uri_nation.board.text import Board
from offleash.games.uri_nation.draw import colours as C, geometry as G, shapes as S
from offleash.games.uri_nation.draw.bowls import X, Y, draw_empty_bowl, draw_heap, draw_pegs
from offleash.games.uri_nation.draw.disks import draw_puddle
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.furniture import bin_of_chance, house, notice_board, puddle
from offleash.games.uri_nation.draw.street import Residents, draw_street
from offleash.games.uri_nation.text.names import SEAT_NAMES

NORTH_EAST_SOUTH_WEST = ((0, -1), (1, 0), (0, 1), (-1, 0))
DECK_INKS = (C.WATER_DARK, C.METAL_DARK, C.TIMBER_DARK)
DECK_SIGNS = (puddle, bin_of_chance, notice_board)
LOWER = 270.0  # below the street: bowls and decks


@dataclass(frozen=True)
class OpeningTable:
    """What lies on the table when a game begins."""

    board: Board
    residents: Residents
    archetypes: tuple[int, ...]  # by seat
    stocks: tuple[tuple[int, ...], ...]  # by seat: Swagger, Drive, Grit, Bond, water
    decks: tuple[int, ...]  # those that are drawn from
    has_home_disks: bool


def draw_setup(table: OpeningTable, numbers: Mapping[str, int]) -> str:
    """Return the whole table; `numbers` has the step of the text for each thing that is shown."""
    board = table.board
    width, height = G.size(board)
    layers = [
        box(width / 2, (height + LOWER) / 2, width, height + LOWER, rx=22, fill=C.WOOD),
        draw_street(board, table.residents, is_numbered=False),
    ]
    if "board" in numbers:
        layers.append(draw_badge(G.MARGIN, G.HEADER / 2 + 5, numbers["board"], 20))
    for home, seat in enumerate(table.residents):
        if seat is not None:
            layers.append(_draw_home(table, home, seat, numbers))
    layers += _draw_bowls(table, numbers, height)
    layers += _draw_decks(table, numbers, height)
    return document(
        width, height + LOWER, *layers, font_family=SANS, text_anchor="middle", fill=C.INK
    )


def _draw_home(table: OpeningTable, home: int, seat: int, numbers: Mapping[str, int]) -> str:
    """Return a home with its disk, and the dog in front of it."""
    cell = table.board.homes[home]
    x, y = G.centre(cell)
    dx, dy = NORTH_EAST_SOUTH_WEST[G.facing(table.board, cell)]
    dog = draw_dog(table.archetypes[seat], seat)
    front = x + G.CELL * dx, y + G.CELL * dy
    parts = [S.scaled(*front, 0.5 * G.CELL, dog)]
    if table.has_home_disks:
        parts.append(group(draw_puddle(seat, 0.3 * G.CELL), transform=moved(x - 12, y + 12)))
    if "homes" in numbers:
        parts.append(draw_badge(x + 17, y - 17, numbers["homes"], 12))
    if "dogs" in numbers:
        parts.append(draw_badge(front[0] + 22, front[1] - 12, numbers["dogs"], 12))
    return "".join(parts)


def _draw_bowls(table: OpeningTable, numbers: Mapping[str, int], top: float) -> list[str]:
    """Return a full bowl for every dog, below the street."""
    width, _ = G.size(table.board)
    step = (width * (0.76 if table.decks else 1.0)) / len(table.archetypes)
    scale = min(1.0, (step - 20) / 240)
    bowls = []
    for seat, archetype in enumerate(table.archetypes):
        *tokens, water = table.stocks[seat]
        heaps = "".join(draw_heap(seat, kind, count) for kind, count in enumerate(tokens))
        bowl = draw_empty_bowl(archetype, seat) + draw_pegs(seat, water, water) + heaps
        x, y = (seat + 0.5) * step, top + LOWER / 2 - 14
        bowls.append(group(bowl, transform=f"{moved(x, y, scale=scale)} {moved(-X, -Y)}"))
        bowls.append(bold(x, top + LOWER - 26, 19, SEAT_NAMES[seat], fill=C.PAPER))
        if "bowls" in numbers:
            bowls.append(draw_badge(x - 92 * scale, y - 62 * scale, numbers["bowls"]))
    return bowls


def _draw_decks(table: OpeningTable, numbers: Mapping[str, int], top: float) -> list[str]:
    """Return the decks that are drawn from, face down."""
    width, _ = G.size(table.board)
    decks = []
    for place, deck in enumerate(table.decks):
        x, y = width * 0.76 + (place + 0.5) * width * 0.24 / len(table.decks), top + LOWER / 2 - 10
        card = box(x, y, 74, 112, rx=8, fill=DECK_INKS[deck], stroke=C.PAPER, stroke_width=3)
        decks += [card, S.scaled(x, y, 0.9, DECK_SIGNS[deck]())]
        if "decks" in numbers:
            decks.append(draw_badge(x - 37, y - 56, numbers["decks"]))
    return decks


# A turn at a glance


def draw_turn(steps: Sequence[tuple[str, str]]) -> str:
    """Return the steps of a turn: a title and a sentence each."""
    icons = _icons()
    return draw_panels([StepPanel(title, icons[title], text) for title, text in steps])


def _icons() -> dict[str, str]:
    """Return a picture for each step, by its title."""
    bones = "".join(S.scaled(x, 0, 17, S.draw_bone()) for x in (-42, 0, 42))
    dice = S.draw_die(-28, 0, 40, "3") + S.draw_die(28, 0, 40, "4")
    action = draw_puddle(0, 28)
    winner = "".join(draw_paw(x, 0, r, C.FILL[1], 1) for x, r in ((-44, 15), (0, 24), (44, 15)))
    return {
        "Income": bones,
        "Walk": dice,
        "Action": action,
        "Home": house(0),
        "Maintenance": S.scaled(0, 0, 30, draw_dog(0, 0)),
        "Won?": winner,
    }
