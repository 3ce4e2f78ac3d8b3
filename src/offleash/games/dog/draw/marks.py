"""Marks for the legal actions: rings with labels on the board, frames round cards, buttons.

Each mark carries its action's number, so that a page can tell what was clicked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.core.rules.actors import NOBODY
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.geometry import CENTRE, HAND_ROW, PILE, Point, halo_radius, point_of
from offleash.games.dog.draw.hand import card_point
from offleash.games.dog.draw.labels import Box, fit
from offleash.games.dog.draw.targets import Aim, aim_of, place_id
from offleash.games.dog.draw.view import Spot, View
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.text.names import CARD_NAMES, TOKEN_NAMES
from offleash.games.dog.text.notation import format_action
from offleash.games.shared.svg import box, moved, number, tag, words

ROW, LETTER_CELL, STAR_CELL, DIGIT = 24.0, 22.0, 22.0, 12.0  # measures of a label


class Use(NamedTuple):
    """A legal action and what it does."""

    action: int
    aim: Aim
    role: str = ""  # what a joker stands for, where its token and place do not tell


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Every legal action of the seat to move; nobody else is shown any.

    A label at a ring says which token goes there with which card, one cell an action.
    """
    view = View(states[0], options[0], seat)
    if seat == NOBODY or view.mover != seat or not len(legal):
        return ""
    uses = [Use(int(action), aim_of(view, int(action))) for action in legal]
    look: dict[str, str | float] = {"fill": "#ffffff", "cursor": "pointer"}
    return tag("g", *mark_hand(view, uses), *mark_board(view, uses), id="targets", **look)


def target(use: Use, *inside: str, first: bool = True) -> str:
    """A mark that stands for an action; where it has several, only the first has the id."""
    named: dict[str, str | float] = {"id": f"target-{use.action}"} if first else {}
    if use.aim.said.rank >= 0:
        named["data_card"] = CARD_NAMES[use.aim.said.rank]
    if use.aim.end:
        named["data_place"] = place_id(use.aim.end)
    title = tag("title", escape(format_action(use.action)))
    return tag("g", title, *inside, **named, data_action=str(use.action))


# The hand


def mark_hand(view: View, uses: list[Use]) -> Iterator[str]:
    """Playable cards are framed, the others dimmed; buttons for what needs no place."""
    playable = {use.aim.said.rank for use in uses}
    throws = [use for use in uses if use.aim.said.kind == A.IS_THROW]
    first: set[int] = set()
    for i, rank in enumerate(view.hand()):
        x, y = card_point(view, i)
        if rank not in playable:
            yield box(x, y, 95, 145, rx=10, fill="#4a2f17", opacity=0.3 if throws else 0.6)
            continue
        frame = "".join(framed(x, y, 97, 147, 12))
        for use in uses:
            if use.aim.said.kind in (A.IS_GIFT, A.IS_SEVEN) and use.aim.said.rank == rank:
                button = "" if use.aim.said.kind == A.IS_GIFT else seven_button(x, y, rank)
                frame = target(use, frame, button, first=rank not in first)
        first.add(rank)
        yield frame
    for use in throws:
        hand = "".join(framed(CENTRE, HAND_ROW, 650, 162, 18))
        pile = "".join(framed(*PILE, 46, 60, 8))
        yield target(use, hand, pile, draw_button(CENTRE, HAND_ROW + 70, "throw the hand"))
    for use in uses:
        if not use.aim.end and use.aim.said.rank < 0 and use not in throws:
            yield target(use, draw_button(CENTRE, CENTRE + 111, "end the 7"))


def seven_button(x: float, y: float, rank: int) -> str:
    """On a 7, and on a joker that may be one."""
    return draw_button(x, y + 72, "split" if rank == R.SEVEN else "as a 7", 86)


def framed(x: float, y: float, width: float, height: float, rx: float) -> Iterator[str]:
    """A white line under a coloured one, so that it shows on wood and card."""
    look: dict[str, str | float] = {"rx": rx, "fill_opacity": 0}
    yield box(x, y, width, height, stroke="#ffffff", stroke_width=8, **look)
    yield box(x, y, width, height, stroke=S.MARK, stroke_width=5, **look)


def draw_button(x: float, y: float, text: str, width: float = 0) -> str:
    """A pill that says what it does."""
    width = width or 34 + 11 * len(text)
    pill = box(x, y, width, 30, rx=15, fill=S.MARK, stroke="#ffffff", stroke_width=2.5)
    return pill + words(x, y, 18, text, font_weight="bold")


# The board


def place_of(spot: Spot) -> Spot:
    """One key for a place, whoever goes there."""
    return Spot(spot.seat if spot.place >= R.HOME else 0, 0, spot.place)


def mark_board(view: View, uses: list[Use]) -> Iterator[str]:
    """All rings, then all lines, then all labels."""
    at: dict[Spot, list[Use]] = {}
    for use in with_roles(uses):
        if use.aim.end:
            at.setdefault(place_of(use.aim.end), []).append(use)
    rows_at = {
        spot: rows_of([use for use in here if not is_swap(use)]) + rows_of(filter(is_swap, here))
        for spot, here in at.items()
    }
    order = sorted(rows_at, key=lambda spot: (len(rows_at[spot]), spot))  # small labels first
    sizes = [(spot, max(map(row_width, rows_at[spot])), ROW * len(rows_at[spot])) for spot in order]
    fitted = fit(view, sizes)
    yield from (draw_aim(view, spot, at[spot]) for spot in order)
    yield tag("g", *(draw_line(*ends) for ends in fitted.lines))
    for spot, room in zip(order, fitted.boxes, strict=True):
        yield draw_label(rows_at[spot], room, fitted.scale)


def is_swap(use: Use) -> bool:
    """Whether two tokens change places."""
    return use.aim.said.kind == A.IS_SWAP


def is_joker(use: Use) -> bool:
    """Whether a joker is played."""
    return use.aim.said.rank == R.JOKER


def with_roles(uses: list[Use]) -> list[Use]:
    """Tells uses of a joker apart that bring the same token to the same place; a swap always."""
    ways = [(use.aim.mover, use.aim.end and place_of(use.aim.end)) for use in uses]
    moves = [is_joker(use) and not is_swap(use) for use in uses]
    times = Counter(way for way, counts in zip(ways, moves, strict=True) if counts)
    return [
        use._replace(role=CARD_NAMES[A.role_of(use.action)])
        if is_joker(use) and (times[way] > 1 or is_swap(use))
        else use
        for way, use in zip(ways, uses, strict=True)
    ]


def draw_aim(view: View, spot: Spot, uses: list[Use]) -> str:
    """The ring of a place: whole to go there, toothed to capture, dashed alone to swap."""
    x, y = point_of(view.ground, spot)
    r = halo_radius(view.ground)
    swaps = any(map(is_swap, uses))
    hits = any(use.aim.victim for use in uses)
    parts = []
    if swaps:
        parts.append(S.draw_ring(x, y, r + 5 * hits, stroke_dasharray="6 4"))
    if hits:
        parts.append(S.draw_hit(x, y, r))
    elif not swaps:
        parts.append(S.draw_ring(x, y, r))
    return tag("g", *parts, id=f"aim-{place_id(spot)}")


class Cell(NamedTuple):
    """A part of a label: the token or the card that its row is about, or an action."""

    use: Use
    shows_token: bool
    is_action: bool


def rows_of(leading: Iterable[Use]) -> list[list[Cell]]:
    """A row a token with its cards, or a row a card with its tokens: what gives fewer rows."""
    uses = list(leading)
    movers = dict.fromkeys(use.aim.mover for use in uses)
    cards = dict.fromkeys((use.aim.said.rank, use.role) for use in uses)
    by_token = len(movers) <= len(cards)
    rows: dict[object, list[Cell]] = {}
    for use in uses:
        key = use.aim.mover if by_token else (use.aim.said.rank, use.role)
        row = rows.setdefault(key, [Cell(use, by_token, False)])
        row.append(Cell(use, not by_token, True))
    return list(rows.values())


def cell_width(cell: Cell) -> float:
    """Of a token, a card, or a joker with what it stands for."""
    rank = cell.use.aim.said.rank
    if cell.shows_token:
        return LETTER_CELL
    if rank == R.JOKER:
        return STAR_CELL + DIGIT * len(cell.use.role)
    return 9 + DIGIT * len(CARD_NAMES[rank if rank >= 0 else R.SEVEN])


def row_width(row: list[Cell]) -> float:
    """Of its cells and its rim."""
    return sum(map(cell_width, row)) + 2


def draw_label(rows: list[list[Cell]], room: Box, scale: float) -> str:
    """Which tokens get to a place with which cards."""
    drawn = (draw_row(row, ROW * (i - (len(rows) - 1) / 2)) for i, row in enumerate(rows))
    size = f" scale({number(scale)})" if scale < 1 else ""
    look: dict[str, str | float] = {"rx": 7, "fill_opacity": 0.6, "stroke": S.MARK}
    board = box(0, 0, max(map(row_width, rows)), ROW * len(rows), **look)  # holds rows together
    return tag("g", board, *drawn, transform=moved(room.x, room.y) + size)


def draw_row(row: list[Cell], y: float) -> str:
    """A token and the cards that bring it here, or a card and the tokens that it brings."""
    rim = S.HIT if any(cell.use.aim.victim for cell in row) else S.MARK
    width = row_width(row)
    plate = box(0, 0, width - 1, ROW - 2, rx=6, fill="#ffffff", stroke=rim, stroke_width=1.6)
    cells, x = [], 1 - width / 2
    for cell in row:
        drawn = draw_cell(cell, x + cell_width(cell) / 2)
        cells.append(target(cell.use, drawn) if cell.is_action else drawn)
        x += cell_width(cell)
    return tag("g", plate, *cells, transform=moved(0, y))


def draw_cell(cell: Cell, x: float) -> str:
    """A token's letter on its colour, or a card."""
    aim, role, width = cell.use.aim, cell.use.role, cell_width(cell)
    if cell.shows_token and aim.mover:
        seat = aim.mover.seat
        badge = box(x, 0, width - 1, ROW - 2, rx=6, fill=S.FILL[seat])
        letter = TOKEN_NAMES[aim.mover.token]
        return badge + words(x, -1, 19, letter, font_weight="bold", fill=S.LETTERING[seat])
    ground = box(x, 0, width, ROW - 3, rx=5, fill_opacity=0)
    look: dict[str, str | float] = {"fill": S.INK}
    if role:
        star = S.draw_star(x - width / 2 + STAR_CELL / 2 + 1, 0, 8.5, fill=S.MARK)
        text = words(x + STAR_CELL / 2 - 2, 0, 17, role, font_weight="bold", **look)
        return ground + star + text
    sign = S.rank_sign(aim.said.rank if aim.said.rank >= 0 else R.SEVEN, 18)
    return ground + tag("g", sign, transform=moved(x, 0), **look)


def draw_line(start: Point, end: Point) -> str:
    """From a ring to its label."""
    ends: dict[str, str | float] = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return tag("line", **ends, stroke="#ffffff", stroke_width=4.5) + tag(
        "line", **ends, stroke=S.MARK, stroke_width=2
    )
