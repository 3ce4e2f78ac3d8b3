"""What was last done: footprints, the card on the discards, and a line that says who."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees

import numpy as np

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.games.dog.draw import geometry as G
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.targets import Aim, aim_of
from offleash.games.dog.draw.view import Spot, View
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.course import apply
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES
from offleash.games.shared.svg import box, disc, moved, number, tag, words

UNTOLD = (A.IS_GIFT, A.IS_DICE, A.IS_DEAL)  # nothing of them shows on the board


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last turn, from the view that a seat had before it and the actions it has seen."""
    now, work = before.copy(), np.zeros(1, R.WORK)
    caption = ""
    aims: list[Aim] = []
    for action in (int(each) for each in actions):
        if A.decode(action).kind in UNTOLD:
            continue
        view = View(now[0], options[0], seat)
        caption = draw_caption(view, action) or caption
        aims.append(aim_of(view, action))
        now = now.copy()  # the view above keeps what it shows
        apply(now[0], options[0], work[0], action, None)
    after = View(now[0], options[0], seat)
    marks = [*draw_trails(after, aims), *draw_swaps(after, aims), *draw_losses(after, aims)]
    return tag("g", *marks, caption, id="last") if caption or marks else ""


def draw_caption(view: View, action: int) -> str:
    """Who did what, below the middle, and the card face up on the discards."""
    said, seat = A.decode(action), int(view.state.seat)
    if said.kind == A.IS_THROW:
        text = f"{SEAT_NAMES[seat]} threw {count_of(int(view.state.held[seat]), 'card')}"
    elif said.rank >= 0:
        text = f"{SEAT_NAMES[seat]} played {CARD_NAMES[said.rank]}"
    else:
        return ""  # a step of a seven: the 7 has been told
    width = 24 + 10.5 * len(text)
    ribbon = box(0, 0, width, 28, rx=14, fill=S.PAPER, stroke=S.FILL[seat], stroke_width=3)
    parts = [
        tag("g", ribbon, words(0, 0, 18, text), transform=moved(G.CENTRE, G.CENTRE + G.MIDDLE + 2))
    ]
    if said.rank >= 0:
        card = S.small_card(said.rank, 40, S.FILL[seat], 3.5)
        parts.append(tag("g", card, id="last-card", transform=moved(*G.PILE)))
    return "".join(parts)


# Footprints


def way(view: View, aim: Aim) -> list[Spot]:
    """Every place that a token comes to on its way."""
    if not aim.mover or not aim.steps:
        return [aim.end] if aim.end else []
    seat, token, place = aim.mover
    start, onward = seat * view.loop_len // R.SEATS, 1 if aim.steps > 0 else -1
    spots = []
    for _ in range(abs(aim.steps)):
        if place >= R.HOME:
            place = start if place == R.HOME and onward < 0 else place + onward
        elif aim.said.enters and place == start:
            place = R.HOME
        else:
            place = (place + onward) % view.loop_len
        spots.append(Spot(seat, token, place))
    return spots


def draw_trails(after: View, aims: list[Aim]) -> Iterator[str]:
    """The empty place that each token left, and its footprints from there."""
    ways: dict[tuple[int, int], list[Spot]] = {}
    for aim in aims:
        if aim.mover and aim.said.kind != A.IS_SWAP:
            key = aim.mover.seat, aim.mover.token
            ways.setdefault(key, [aim.mover]).extend(way(after, aim))
    taken = {
        G.point_of(after.ground, after.spot(*divmod(each, R.TOKENS)))
        for each in range(R.SEATS * R.TOKENS)
    }
    for (seat, _), spots in ways.items():
        points = [G.point_of(after.ground, spot) for spot in spots]
        if points[0] not in taken:
            yield draw_ghost(after, seat, points[0])
        for here, there in pairwise(points[1:]):
            if here not in taken:
                yield draw_print(after, seat, here, there)


def draw_ghost(view: View, seat: int, point: G.Point) -> str:
    """The outline of a token that stood here."""
    r = 0.86 * G.token_size(view.ground)
    pale = S.outline(seat, r, fill="none", stroke=S.PAPER, stroke_width=4)
    look: dict[str, str | float] = {"stroke_width": 2.2, "stroke_dasharray": "3 3"}
    dashes = S.outline(seat, r, fill="none", stroke=S.DARK[seat], **look)
    return tag("g", pale, dashes, transform=moved(*point))


def draw_print(view: View, seat: int, here: G.Point, there: G.Point) -> str:
    """A paw that points where it goes."""
    angle = degrees(atan2(there[1] - here[1], there[0] - here[0])) + 90
    plate = disc(0, 0, 0.86 * G.space_radius(view.ground), fill=S.PAPER)
    paw = S.draw_paw(0, 0, 0.72 * G.space_radius(view.ground), S.DARK[seat], 0.9)
    return tag("g", plate, paw, transform=moved(*here, angle))


def draw_swaps(after: View, aims: list[Aim]) -> Iterator[str]:
    """A bow between the two tokens, an arrow at either end."""
    for aim in aims:
        if aim.said.kind != A.IS_SWAP or not aim.mover or not aim.end:
            continue
        ends = [G.point_of(after.ground, aim.mover), G.point_of(after.ground, aim.end)]
        bend = [(sum(pair) / 2 + G.CENTRE) / 2 for pair in zip(*ends, strict=True)]
        clear = G.token_size(after.ground) + 9
        tips = [towards(end, (bend[0], bend[1]), clear) for end in ends]
        (x, y), (to_x, to_y) = tips
        d = f"M{number(x)},{number(y)} Q{number(bend[0])},{number(bend[1])} "
        d += f"{number(to_x)},{number(to_y)}"
        for stroke, thick in ((S.PAPER, 7), (S.DARK[aim.mover.seat], 3)):
            yield tag("path", d=d, fill="none", stroke=stroke, stroke_width=thick)
        for tip, end in zip(tips, ends, strict=True):
            angle = degrees(atan2(end[1] - tip[1], end[0] - tip[0])) + 90
            head = tag("path", d="M-8,7 L0,-8 L8,7 Z", fill=S.DARK[aim.mover.seat], stroke=S.PAPER)
            yield tag("g", head, transform=moved(*tip, angle))


def towards(here: G.Point, there: G.Point, far: float) -> G.Point:
    """A point so far from one on the way to another."""
    x, y = there[0] - here[0], there[1] - here[1]
    length = max((x * x + y * y) ** 0.5, 1)
    return here[0] + x * far / length, here[1] + y * far / length


def draw_losses(after: View, aims: list[Aim]) -> Iterator[str]:
    """A cross at each token that was captured, in its kennel."""
    for aim in aims:
        if aim.victim and int(after.state.token[aim.victim.seat, aim.victim.token]) == R.KENNEL:
            x, y = G.point_of(after.ground, aim.victim._replace(place=R.KENNEL))
            cross = tag("path", d="M-4,-4 L4,4 M4,-4 L-4,4", stroke="#ffffff", stroke_width=2.6)
            badge = disc(0, 0, 9, fill=S.HIT, stroke="#ffffff", stroke_width=1.5)
            yield tag("g", badge, cross, transform=moved(x + 14, y - 14))
