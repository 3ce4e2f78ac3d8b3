"""What was last done: footprints, the card on the discards, and a line that says who."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees

from offleash.contract import Records
from offleash.games.dog.draw import geometry as G, shapes as S
from offleash.games.dog.draw.targets import TokenMove, move_of
from offleash.games.dog.position import ALL_TOKENS, CARD_NAMES, SEAT_NAMES, Position, Spot
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.shared.svg import box, disc, draw_paw, group, group_at, path, point, words
from offleash.tools.prose import count_of

INVISIBLE = (A.IS_GIFT, A.IS_DICE, A.IS_DEAL)  # they change nothing on the board


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """Return the last turn, from the view that a seat had before it and the actions it has seen."""
    position, caption = Position(before, options, seat), ""
    moves: list[TokenMove] = []
    for action in actions:
        if A.decode(int(action)).kind not in INVISIBLE:
            moves.append(move_of(position, action))
            caption = draw_caption(position, moves[-1]) or caption
            position = position.after(int(action))
    draws = draw_trails, draw_swaps, draw_losses
    marks = [mark for draw_marks in draws for mark in draw_marks(position, moves)]
    return group(*marks, caption, id="last") if caption or marks else ""


def draw_caption(position: Position, move: TokenMove) -> str:
    """Return who did what, below the middle, and the card face up on the discards."""
    seat, card = position.seat, ""
    if move.kind == A.IS_THROW:
        text = f"{SEAT_NAMES[seat]} threw {count_of(position.count_hand(seat), 'card')}"
    elif move.rank >= 0:
        text = f"{SEAT_NAMES[seat]} played {CARD_NAMES[move.rank]}"
        card = group_at(G.PILE, S.small_card(move.rank, 40, S.FILL[seat], 3.5), id="last-card")
    else:
        return ""  # a step of a seven: the caption names the 7
    width = 24 + 10.5 * len(text)
    ribbon = box(0, 0, width, 28, rx=14, fill=S.PAPER, stroke=S.FILL[seat], stroke_width=3)
    return group_at((G.CENTRE, G.CENTRE + G.MIDDLE + 2), ribbon, words(0, 0, 18, text)) + card


# Footprints


def path_of(position: Position, move: TokenMove) -> list[Spot]:
    """Return every place that a token comes to on its way."""
    if not move.piece or not move.steps:
        return [move.end] if move.end else []
    seat, token, place = move.piece
    start, onward = position.start_of(seat), 1 if move.steps > 0 else -1
    spots = []
    for _ in range(abs(move.steps)):
        if place >= R.HOME:
            place = start if place == R.HOME and onward < 0 else place + onward
        elif move.enters and place == start:
            place = R.HOME
        else:
            place = (place + onward) % position.loop_len
        spots.append(Spot(seat, token, place))
    return spots


def draw_trails(after: Position, moves: list[TokenMove]) -> Iterator[str]:
    """Yield the empty place that each token left, and its footprints from there."""
    paths: dict[tuple[int, int], list[Spot]] = {}
    for move in moves:
        if move.piece and not move.is_swap:
            key = move.piece.seat, move.piece.token
            paths.setdefault(key, [move.piece]).extend(path_of(after, move))
    occupied = {G.point_of(after.board, after.spot(*token)) for token in ALL_TOKENS}
    for (seat, _), spots in paths.items():
        points = [G.point_of(after.board, spot) for spot in spots]
        if points[0] not in occupied:
            yield draw_ghost(after, seat, points[0])
        for at, goal in pairwise(points[1:]):
            if at not in occupied:
                yield draw_print(after, seat, at, goal)


def draw_ghost(position: Position, seat: int, at: G.Point) -> str:
    """Return the outline of a token that stood here."""
    r = 0.86 * G.token_size(position.board)
    pale = S.outline(seat, r, fill="none", stroke=S.PAPER, stroke_width=4)
    dark = S.DARK[seat]
    dashes = S.outline(seat, r, fill="none", stroke=dark, stroke_width=2.2, stroke_dasharray="3 3")
    return group_at(at, pale, dashes)


def draw_print(position: Position, seat: int, at: G.Point, goal: G.Point) -> str:
    """Return a paw print that points to the goal."""
    r = G.space_radius(position.board)
    paw = draw_paw(0, 0, 0.72 * r, S.DARK[seat], 0.9)
    plate = disc(0, 0, 0.86 * r, fill=S.PAPER)
    return group_at(at, plate, paw, angle=angle_to(at, goal))


def draw_swaps(after: Position, moves: list[TokenMove]) -> Iterator[str]:
    """Yield a bow between the two tokens, an arrow at either end."""
    for move in moves:
        if not move.is_swap or not move.piece or not move.end:
            continue
        ends = [G.point_of(after.board, move.piece), G.point_of(after.board, move.end)]
        x, y = ((a + b + 2 * G.CENTRE) / 4 for a, b in zip(*ends, strict=True))
        clear = G.token_size(after.board) + 9
        tips = [towards(end, (x, y), clear) for end in ends]
        bow, dark = f"M{point(*tips[0])} Q{point(x, y)} {point(*tips[1])}", S.DARK[move.piece.seat]
        for stroke, thick in ((S.PAPER, 7), (dark, 3)):
            yield path(bow, fill="none", stroke=stroke, stroke_width=thick)
        head = path("M-8,7 L0,-8 L8,7 Z", fill=dark, stroke=S.PAPER)
        for tip, end in zip(tips, ends, strict=True):
            yield group_at(tip, head, angle=angle_to(tip, end))


def angle_to(origin: G.Point, goal: G.Point) -> float:
    """Return the direction from one point to another: 0 is upward, as arrows and paws are drawn."""
    return degrees(atan2(goal[1] - origin[1], goal[0] - origin[0])) + 90


def towards(origin: G.Point, goal: G.Point, distance: float) -> G.Point:
    """Return the point at a distance from one point on the way to another."""
    x, y = goal[0] - origin[0], goal[1] - origin[1]
    length = max((x * x + y * y) ** 0.5, 1)
    return origin[0] + x * distance / length, origin[1] + y * distance / length


def draw_losses(after: Position, moves: list[TokenMove]) -> Iterator[str]:
    """Yield a cross at each token that was captured, in its kennel."""
    cross = path("M-4,-4 L4,4 M4,-4 L-4,4", stroke="#ffffff", stroke_width=2.6)
    badge = disc(0, 0, 9, fill=S.HIT, stroke="#ffffff", stroke_width=1.5)
    for move in moves:
        if move.victim and after.spot(*move.victim[:2]).place == R.KENNEL:
            x, y = G.kennel_point(after.board, *move.victim[:2])
            yield group_at((x + 14, y - 14), badge, cross)
