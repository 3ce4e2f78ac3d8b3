"""Marks for the legal actions: rings on the street, frames round cards, buttons on the desk.

Each mark carries its action's number, so that a page knows what was clicked.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from offleash.core.game import Records
from offleash.games.shared.svg import box, disc, draw_paw, group, moved, path, point, tooltip, words
from offleash.games.uri_nation.draw import labels
from offleash.games.uri_nation.draw import layout as L
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.bowls import card_spot
from offleash.games.uri_nation.draw.colours import FILL, INK
from offleash.games.uri_nation.draw.targets import Aim, aims_of
from offleash.games.uri_nation.position import Position, percent
from offleash.games.uri_nation.rules import actions as act

SIZES = (22.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0)  # of the letters on buttons
BETWEEN = 10.0  # buttons


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Every legal action of the seat to decide; nobody else sees any."""
    view = Position(states, options, seat)
    aims = aims_of(view, legal)
    if not aims:
        return ""
    layout = L.layout_of(view)
    marks = [
        *(mark_place(view, layout, aim) for aim in aims if aim.place and aim.is_alone),
        *mark_shared(view, layout, [aim for aim in aims if aim.place and not aim.is_alone]),
        *(mark_card(view, layout, aim) for aim in aims if aim.move.kind in labels.ON_CARD),
        *mark_buttons(view, layout, [aim for aim in aims if not aim.element]),
    ]
    return group(*marks, id="targets", cursor="pointer", font_weight="bold")


def target(view: Position, aim: Aim, *inside: str) -> str:
    """A mark that carries an action."""
    where: S.Look = {"data_place": aim.element} if aim.element else {}
    title = tooltip(labels.label_of(view, aim.move))
    name = f"target-{aim.action}"
    return group(title, *inside, id=name, **where, data_action=str(aim.action))


# On the street


def mark_place(view: Position, layout: L.Layout, aim: Aim) -> str:
    """A ring at the place, with a sign for what would be done there."""
    assert aim.place is not None
    x, y = layout.point(aim.place)
    r = 0.5 * layout.cell
    ground = disc(x, y, r, fill="#ffffff", fill_opacity=0.12)
    ring = S.draw_hit(x, y, r) if aim.move.kind in labels.QUARRIES else S.draw_ring(x, y, r)
    return target(view, aim, ground, ring, sign_of(view, layout, aim, x, y))


def sign_of(view: Position, layout: L.Layout, aim: Aim, x: float, y: float) -> str:
    """Paws to walk, a puddle to claim, odds to challenge, a drop to fortify, a heart to ally."""
    kind, u, seat = aim.move.kind, layout.cell, view.walker
    if kind in labels.WALKS:
        price = labels.walk_price(view, aim.move)
        return walk_sign(view, aim, x, y, u) + (price_sign(price, x, y, u) if price else "")
    if kind in labels.QUARRIES:
        odds = percent(view.odds_of(labels.QUARRIES[kind], aim.move.which))
        return S.draw_pill(x, y - 0.42 * u, odds, 0.24 * u, fill=S.HIT)
    if kind in labels.CLAIMS:
        look: S.Look = {"stroke": S.DEEP[seat], "stroke_width": 2, "stroke_dasharray": "4 3"}
        blob = path(S.blob(0.3 * u), fill=FILL[seat], fill_opacity=0.8, **look)
        return group(blob, transform=moved(x, y)) + leg_sign(aim, x, y, u)
    if kind in (act.IS_FORTIFY, act.IS_FORTIFY_HOME):
        return S.scaled(x, y - 0.3 * u, 0.17 * u, S.draw_drop("#fff7a8", S.MARK))
    if kind in (act.IS_ALLY, act.IS_BREAK):
        heart = S.scaled(x, y - 0.28 * u, 0.2 * u, S.draw_heart())
        d = f"M{point(x - 0.2 * u, y - 0.46 * u)} l{point(0.4 * u, 0.36 * u)}"
        strike = path(d, stroke=S.HIT, stroke_width=0.07 * u)
        return heart + (strike if kind == act.IS_BREAK else "")
    return ""


def leg_sign(aim: Aim, x: float, y: float, u: float) -> str:
    """Shows that a trick reaches this far."""
    if aim.move.kind not in labels.LEG_DAY_KINDS:
        return ""
    return words(x, y, 0.24 * u, "Leg", fill="#ffffff", stroke=INK, stroke_width=0.4)


def walk_sign(view: Position, aim: Aim, x: float, y: float, u: float) -> str:
    """A paw that points where it goes, next to a dog that is already there."""
    turn = 90 * aim.move.which if aim.move.kind != act.IS_PATH else 0
    dogs = {f"cell-{view.cell(seat)}" for seat in range(view.seats)}
    r = 0.22 * u
    if aim.element in dogs:
        x, y, r = x - 0.3 * u, y + 0.34 * u, 0.14 * u
    plate = disc(0, 0, 1.25 * r, fill="#ffffff", fill_opacity=0.9)
    return group(plate, draw_paw(0, 0, r, S.MARK, 1), transform=moved(x, y, turn))


def price_sign(price: int, x: float, y: float, u: float) -> str:
    """A price in sticks of Drive."""
    look: S.Look = {"rx": 0.15 * u, "fill": "#ffffff", "stroke": S.MARK, "stroke_width": 1.5}
    plate = box(0, 0, 0.6 * u, 0.32 * u, **look)
    text = words(-0.16 * u, 0, 0.26 * u, str(price), fill=INK)
    stick = S.scaled(0.09 * u, 0, 0.17 * u, S.draw_stick())
    at = moved(x + 0.28 * u, y + 0.36 * u)
    return group(plate, text, stroke="none", transform=at) + group(stick, transform=at)


def mark_shared(view: Position, layout: L.Layout, aims: list[Aim]) -> Iterator[str]:
    """Where several actions share a place: a ring, and a button in it for each."""
    by_element: dict[str, list[Aim]] = {}
    for aim in aims:
        by_element.setdefault(aim.element, []).append(aim)
    for rivals in by_element.values():
        assert rivals[0].place is not None
        x, y = layout.point(rivals[0].place)
        hits = any(aim.move.kind in labels.QUARRIES for aim in rivals)
        r = 0.5 * layout.cell
        yield S.draw_hit(x, y, r) if hits else S.draw_ring(x, y, r)
        for row, aim in enumerate(rivals):
            text = labels.button_of(view, aim.move)
            size = min(0.25 * layout.cell, 1.1 * layout.cell / (1.5 + 0.6 * len(text)))
            drop = 0.36 * layout.cell * (row - (len(rivals) - 1) / 2)
            fill = S.HIT if aim.move.kind in labels.QUARRIES else S.MARK
            yield target(view, aim, S.draw_pill(x, y + drop, text, size, fill=fill))


# Cards and buttons


def mark_card(view: Position, layout: L.Layout, aim: Aim) -> str:
    """A frame round a card in hand."""
    seat = view.walker
    hand = [card.id for card in view.cards(seat)]
    left, top = layout.bowl(seat)
    x, y = card_spot(hand.index(view.card(aim.move.which).id))
    s = layout.bowl_scale
    look: S.Look = {"rx": 7 * s, "fill": "#ffffff", "fill_opacity": 0.01}
    frame = "".join(
        box(left + s * x, top + s * y, 160 * s, 26 * s, stroke=stroke, stroke_width=wide, **look)
        for stroke, wide in (("#ffffff", 6), (S.MARK, 3.5))
    )
    return target(view, aim, frame)


class ButtonRow(NamedTuple):
    """Buttons side by side."""

    aims: list[Aim]
    width: float


def mark_buttons(view: Position, layout: L.Layout, aims: list[Aim]) -> Iterator[str]:
    """What has no place on the street: buttons on the right half of the desk."""
    texts = {aim.action: labels.button_of(view, aim.move) for aim in aims}
    room = L.WIDTH - L.EDGE - L.GAP - L.BUTTONS
    for size in SIZES:
        rows = rows_of(aims, texts, size, room)
        tall = len(rows) * 2.1 * size
        if tall <= L.DESK - L.NOTES and all(row.width <= room for row in rows):
            break
    for n, row in enumerate(rows):
        x = L.WIDTH - L.EDGE - L.GAP - row.width
        y = layout.desk + (L.DESK - L.NOTES) / 2 + 2.1 * size * (n - (len(rows) - 1) / 2)
        for aim in row.aims:
            width = S.pill_width(texts[aim.action], size)
            yield target(view, aim, S.draw_pill(x + width / 2, y, texts[aim.action], size))
            x += width + BETWEEN


def rows_of(aims: list[Aim], texts: dict[int, str], size: float, room: float) -> list[ButtonRow]:
    """Buttons in as few rows as they need."""
    rows: list[ButtonRow] = []
    for aim in aims:
        width = S.pill_width(texts[aim.action], size)
        if rows and rows[-1].width + BETWEEN + width <= room:
            rows[-1] = ButtonRow([*rows[-1].aims, aim], rows[-1].width + BETWEEN + width)
        else:
            rows.append(ButtonRow([aim], width))
    return rows
