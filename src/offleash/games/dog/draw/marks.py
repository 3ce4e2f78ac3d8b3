"""Marks for the legal actions: rings with labels on the board, frames round cards, buttons.

Each mark carries its action's number, so that a page knows what was clicked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from offleash.contract import Records
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.geometry import CENTRE, HAND_ROW, PILE, Point, halo_radius, point_of
from offleash.games.dog.draw.labels import Box, fit
from offleash.games.dog.draw.picture import card_point
from offleash.games.dog.draw.targets import TokenMove, move_of, place_id
from offleash.games.dog.position import CARD_NAMES, TOKEN_NAMES, Position, Spot
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.text.notation import format_action
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, group, group_at

WHITE = "#ffffff"
ROW, LETTER_CELL, STAR_CELL, DIGIT = 24.0, 22.0, 22.0, 12.0  # measures of a label


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Return every legal action of the seat to move; nobody else is shown any.

    A label at a ring says which token goes there with which card, one cell an action.
    """
    position = Position(states, options, seat)
    if not position.is_viewer_to_move or not len(legal):
        return ""
    moves = [move_of(position, action) for action in legal]
    marks = [*mark_hand(position, moves), *mark_board(position, moves)]
    return group(*marks, id="marks", fill=WHITE, cursor="pointer")


def target(move: TokenMove, *inside: str, first: bool = True) -> str:
    """Return a mark that stands for an action; where it has several, only the first has the id."""
    attributes: dict[str, str | float] = {"id": f"target-{move.action}"} if first else {}
    if move.rank >= 0:
        attributes["data_card"] = CARD_NAMES[move.rank]
    if move.end:
        attributes["data_place"] = place_id(move.end)
    title = svg.tooltip(format_action(move.action))
    return group(title, *inside, **attributes, data_action=str(move.action))


# The hand


def mark_hand(position: Position, moves: list[TokenMove]) -> Iterator[str]:
    """Yield a frame for playable cards, the others dimmed; and buttons for what needs no place."""
    playable = {move.rank for move in moves}
    throws = [move for move in moves if move.kind == A.IS_THROW]
    marked: set[int] = set()
    for i, rank in enumerate(position.hand):
        x, y = card_point(position, i)
        if rank not in playable:
            yield box(x, y, 95, 145, rx=10, fill="#4a2f17", opacity=0.3 if throws else 0.6)
            continue
        frame = draw_frame(x, y, 97, 147, 12)
        for move in moves:
            if move.kind in (A.IS_GIFT, A.IS_SEVEN) and move.rank == rank:
                caption = "split" if rank == R.SEVEN else "as a 7"
                button = "" if move.kind == A.IS_GIFT else draw_button(x, y + 72, caption, 86)
                frame = target(move, frame, button, first=rank not in marked)
        marked.add(rank)
        yield frame
    for move in throws:
        frames = draw_frame(CENTRE, HAND_ROW, 650, 162, 18), draw_frame(*PILE, 46, 60, 8)
        yield target(move, *frames, draw_button(CENTRE, HAND_ROW + 70, "throw the hand"))
    for move in moves:
        if not move.end and move.rank < 0 and move not in throws:
            yield target(move, draw_button(CENTRE, CENTRE + 111, "end the 7"))


def draw_frame(x: float, y: float, width: float, height: float, rx: float) -> str:
    """Return a white line under a coloured one, so that it shows on wood and card."""
    return "".join(
        box(x, y, width, height, stroke=stroke, stroke_width=thick, rx=rx, fill_opacity=0)
        for stroke, thick in ((WHITE, 8), (S.MARK, 5))
    )


def draw_button(x: float, y: float, text: str, width: float = 0) -> str:
    """Return a pill that says what it does."""
    width = width or 34 + 11 * len(text)
    pill = box(x, y, width, 30, rx=15, fill=S.MARK, stroke=WHITE, stroke_width=2.5)
    return pill + bold(x, y, 18, text)


# The board


def place_of(spot: Spot) -> Spot:
    """Return the same key for a place, whichever token goes there."""
    return Spot(spot.seat if spot.place >= R.HOME else 0, 0, spot.place)


def mark_board(position: Position, moves: list[TokenMove]) -> Iterator[str]:
    """Yield all rings, then all lines, then all labels."""
    moves_to: dict[Spot, list[TokenMove]] = {}
    for move in with_roles(moves):
        if move.end:
            moves_to.setdefault(place_of(move.end), []).append(move)
    rows_at = {
        spot: [row for swaps in (False, True) for row in rows_of(moves_here, swaps)]
        for spot, moves_here in moves_to.items()
    }
    order = sorted(rows_at, key=lambda spot: (len(rows_at[spot]), spot))  # small labels first
    sizes = [(spot, max(map(row_width, rows_at[spot])), ROW * len(rows_at[spot])) for spot in order]
    layout = fit(position.board, sizes)
    yield from (draw_aim(position, spot, moves_to[spot]) for spot in order)
    yield group(*(draw_line(*ends) for ends in layout.lines))
    for spot, room in zip(order, layout.labels, strict=True):
        yield draw_label(rows_at[spot], room, layout.scale)


def with_roles(moves: list[TokenMove]) -> list[TokenMove]:
    """Name what a joker stands for, in swaps and where moves of a token end on one place."""
    ends = [(move.piece, move.end and place_of(move.end)) for move in moves]
    jokers = [move.rank == R.JOKER for move in moves]
    counted = zip(ends, jokers, moves, strict=True)
    times = Counter(end for end, joker, move in counted if joker and not move.is_swap)
    return [
        move._replace(role=CARD_NAMES[A.role_of(move.action)])
        if joker and (times[end] > 1 or move.is_swap)
        else move
        for end, joker, move in zip(ends, jokers, moves, strict=True)
    ]


def draw_aim(position: Position, spot: Spot, moves: list[TokenMove]) -> str:
    """Return the ring of a place: whole to go there, toothed to capture, dashed alone to swap."""
    x, y = point_of(position.board, spot)
    r = halo_radius(position.board)
    swaps = any(move.is_swap for move in moves)
    hits = any(move.victim for move in moves)
    dashes = S.draw_ring(x, y, r + 5 * hits, stroke_dasharray="6 4") if swaps else ""
    ring = svg.toothed_ring(x, y, r, S.HIT) if hits else S.draw_ring(x, y, r)
    return group(dashes, ring if hits or not swaps else "", id=f"aim-{place_id(spot)}")


class Cell(NamedTuple):
    """A part of a label: the token or the card that its row is about, or an action."""

    move: TokenMove
    shows_token: bool
    is_action: bool


def rows_of(all_moves: list[TokenMove], swaps: bool) -> list[list[Cell]]:
    """Return a row for each token with its cards, or each card with its tokens: the fewer rows."""
    moves = [move for move in all_moves if move.is_swap == swaps]
    pieces = {move.piece for move in moves}
    cards = {(move.rank, move.role) for move in moves}
    by_token = len(pieces) <= len(cards)
    rows: dict[object, list[Cell]] = {}
    for move in moves:
        key = move.piece if by_token else (move.rank, move.role)
        row = rows.setdefault(key, [Cell(move, by_token, False)])
        row.append(Cell(move, not by_token, True))
    return list(rows.values())


def cell_width(cell: Cell) -> float:
    """Return the width of a token, a card, or a joker with what it stands for."""
    rank = cell.move.rank
    if cell.shows_token:
        return LETTER_CELL
    if rank == R.JOKER:
        return STAR_CELL + DIGIT * len(cell.move.role)
    return 9 + DIGIT * len(CARD_NAMES[rank if rank >= 0 else R.SEVEN])


def row_width(row: list[Cell]) -> float:
    """Return the width of its cells and its rim."""
    return sum(map(cell_width, row)) + 2


def draw_label(rows: list[list[Cell]], room: Box, scale: float) -> str:
    """Return a label: which tokens get to a place with which cards."""
    drawn = (draw_row(row, ROW * (i - (len(rows) - 1) / 2)) for i, row in enumerate(rows))
    width, height = max(map(row_width, rows)), ROW * len(rows)
    plate = box(0, 0, width, height, rx=7, fill_opacity=0.6, stroke=S.MARK)  # holds rows together
    return group_at((room.x, room.y), plate, *drawn, scale=scale)


def draw_row(row: list[Cell], y: float) -> str:
    """Return a token and the cards that bring it here, or a card and the tokens that it brings."""
    rim = S.HIT if any(cell.move.victim for cell in row) else S.MARK
    width = row_width(row)
    plate = box(0, 0, width - 1, ROW - 2, rx=6, fill=WHITE, stroke=rim, stroke_width=1.6)
    cells, x = [], 1 - width / 2
    for cell in row:
        drawn = draw_cell(cell, x + cell_width(cell) / 2)
        cells.append(target(cell.move, drawn) if cell.is_action else drawn)
        x += cell_width(cell)
    return group_at((0, y), plate, *cells)


def draw_cell(cell: Cell, x: float) -> str:
    """Return a token's letter on its colour, or a card."""
    move, width = cell.move, cell_width(cell)
    if cell.shows_token and move.piece:
        seat = move.piece.seat
        badge = box(x, 0, width - 1, ROW - 2, rx=6, fill=S.FILL[seat])
        return badge + bold(x, -1, 19, TOKEN_NAMES[move.piece.token], fill=S.LETTERING[seat])
    plate = box(x, 0, width, ROW - 3, rx=5, fill_opacity=0)
    if move.role:
        star = svg.draw_star(x - width / 2 + STAR_CELL / 2 + 1, 0, 8.5, fill=S.MARK)
        return plate + star + bold(x + STAR_CELL / 2 - 2, 0, 17, move.role, fill=S.INK)
    sign = S.rank_sign(move.rank if move.rank >= 0 else R.SEVEN, 18)
    return plate + group(sign, transform=svg.moved(x, 0), fill=S.INK)


def draw_line(start: Point, end: Point) -> str:
    """Return a line from a ring to its label."""
    (x, y), (to_x, to_y) = start, end
    return "".join(
        svg.tag("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke=stroke, stroke_width=thick)
        for stroke, thick in ((WHITE, 4.5), (S.MARK, 2))
    )
