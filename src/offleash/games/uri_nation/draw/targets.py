"""Every legal action as a person points at it: what to click, in words, and its mark.

Marks are rings on the street, frames round cards and buttons on the desk. Each carries its action's
number, so that a page knows what was clicked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from offleash.contract import Records, Target
from offleash.contract.rules.actors import NOBODY
from offleash.games.shared import svg
from offleash.games.shared.svg import box, disc, group, group_at, path, point, tooltip, words
from offleash.games.uri_nation.board.text import Cell
from offleash.games.uri_nation.draw import labels, layout as L, shapes as S
from offleash.games.uri_nation.draw.bowls import card_spot
from offleash.games.uri_nation.draw.colours import FILL, INK
from offleash.games.uri_nation.position import Position, percent
from offleash.games.uri_nation.rules import actions as act
from offleash.games.uri_nation.text.actions import CLAIMS, KINDS, PLACES, QUARRIES, format_action
from offleash.games.uri_nation.text.names import archetype_name

SIZES = (22.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0)  # of the letters on buttons
BETWEEN = 10.0  # buttons


class Aim(NamedTuple):
    """A legal action and where it points."""

    action: int
    move: act.Decoded
    element: str = ""  # of the bare picture; empty for what only has a button
    place: Cell | None = None  # where that is on the street
    is_alone: bool = True  # no other action points there


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """Return one target for each legal action, in order; only the seat to decide has any.

    A step, a crossing and a path are the cell where they end (`cell-17`); claims, challenges and
    fortify tokens the `territory-4`, `home-1` or `site-0`; a card `card-EV15`. What has no place,
    and what shares its place with another action, ends on the button `target-N` of the marks.
    """
    view = Position(states, options, seat)
    return [one_target(view, aim) for aim in aims_of(view, legal)]


def aims_of(view: Position, legal: Sequence[int]) -> list[Aim]:
    """Return where each legal action points; nothing for a seat that does not decide."""
    if view.seat == NOBODY or view.decider != view.seat:
        return []
    aims = [aim_of(view, int(action)) for action in legal]
    counts = Counter(aim.element for aim in aims)
    return [aim._replace(is_alone=counts[aim.element] == 1) for aim in aims]


def aim_of(view: Position, action: int) -> Aim:
    """Return where one action points."""
    move = act.decode(action)
    if move.kind in labels.WALKS:
        cell = view.destination(move, view.cell(view.walker))
        return Aim(action, move, f"cell-{cell}", view.board.cells[cell])
    if move.kind in labels.ON_CARD:
        return Aim(action, move, f"card-{view.card(move.which).id}")
    if move.kind not in PLACES:
        return Aim(action, move)
    return Aim(action, move, f"{KINDS[move.kind][1]}-{move.which}", labels.place_of(view, move))


def one_target(view: Position, aim: Aim) -> Target:
    """Return an action in words and clicks."""
    move = aim.move
    return Target(
        action=aim.action,
        text=format_action(aim.action, view.records),
        group=labels.wording_of(move).group,
        piece=piece_of(view, move),
        label=labels.label_of(view, move),
        clicks=clicks_of(aim),
        captures=(labels.quarry_name(view, move),) if move.kind in QUARRIES else (),
    )


def clicks_of(aim: Aim) -> tuple[str, ...]:
    """Return the elements to click; a button where the picture can't tell what is meant."""
    button = f"target-{aim.action}"
    if not aim.element:
        return (button,)
    return (aim.element,) if aim.is_alone else (aim.element, button)


def piece_of(view: Position, move: act.Decoded) -> str:
    """Return the dog that walks or stops, or the card that is played."""
    if move.kind in labels.ON_CARD:
        return view.card(move.which).id
    walks = (*labels.WALKS, act.IS_STOP)
    return archetype_name(view.records, view.walker) if move.kind in walks else ""


# Marks


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Return every legal action of the seat to decide; nobody else sees any."""
    view = Position(states, options, seat)
    aims = aims_of(view, legal)
    if not aims:
        return ""
    layout = L.layout_of(view)
    marks = [
        *(mark_place(view, layout, aim, aim.place) for aim in aims if aim.place and aim.is_alone),
        *mark_shared(view, layout, aims),
        *(mark_card(view, layout, aim) for aim in aims if aim.move.kind in labels.ON_CARD),
        *mark_buttons(view, layout, [aim for aim in aims if not aim.element]),
    ]
    return group(*marks, id="marks", cursor="pointer", font_weight="bold")


def target(view: Position, aim: Aim, *inside: str) -> str:
    """Return a mark that carries an action."""
    where: S.Look = {"data_place": aim.element} if aim.element else {}
    title, action = tooltip(labels.label_of(view, aim.move)), str(aim.action)
    return group(title, *inside, id=f"target-{action}", **where, data_action=action)


# On the street


def mark_place(view: Position, layout: L.Layout, aim: Aim, place: Cell) -> str:
    """Return a ring at the place, with a sign for what would be done there."""
    x, y = layout.point(place)
    r = 0.5 * layout.cell
    ground = disc(x, y, r, fill="#ffffff", fill_opacity=0.12)
    ring = S.draw_hit(x, y, r) if aim.move.kind in QUARRIES else S.draw_ring(x, y, r)
    return target(view, aim, ground, ring, sign_of(view, layout, aim, x, y))


def sign_of(view: Position, layout: L.Layout, aim: Aim, x: float, y: float) -> str:
    """Return paws for a walk, a puddle for a claim, odds, a drop to fortify, a heart to ally."""
    kind, u, seat = aim.move.kind, layout.cell, view.walker
    if kind in labels.WALKS:
        price = labels.walk_price(view, aim.move)
        return walk_sign(view, aim, x, y, u) + (price_sign(price, x, y, u) if price else "")
    if kind in QUARRIES:
        odds = percent(view.odds_of(seat, QUARRIES[kind], aim.move.which))
        return S.draw_pill(x, y - 0.42 * u, odds, 0.24 * u, fill=S.HIT)
    if kind in CLAIMS:
        look: S.Look = {"stroke": S.DEEP[seat], "stroke_width": 2, "stroke_dasharray": "4 3"}
        blob = path(S.blob(0.3 * u), fill=FILL[seat], fill_opacity=0.8, **look)
        leg: S.Look = {"fill": "#ffffff", "stroke": INK, "stroke_width": 0.4}  # a trick's reach
        text = words(x, y, 0.24 * u, "Leg", **leg) if kind in labels.LEG_DAY_KINDS else ""
        return group_at((x, y), blob) + text
    if kind in (act.IS_FORTIFY, act.IS_FORTIFY_HOME):
        return S.scaled(x, y - 0.3 * u, 0.17 * u, S.draw_drop("#fff7a8", S.MARK))
    if kind in (act.IS_ALLY, act.IS_BREAK):
        heart = S.scaled(x, y - 0.28 * u, 0.2 * u, S.draw_heart())
        d = f"M{point(x - 0.2 * u, y - 0.46 * u)} l{point(0.4 * u, 0.36 * u)}"
        strike = path(d, stroke=S.HIT, stroke_width=0.07 * u)
        return heart + (strike if kind == act.IS_BREAK else "")
    return ""


def walk_sign(view: Position, aim: Aim, x: float, y: float, u: float) -> str:
    """Return a paw that points where it goes, beside any dog that is already there."""
    turn = 90 * aim.move.which if aim.move.kind != act.IS_PATH else 0
    dogs = {f"cell-{view.cell(seat)}" for seat in range(view.seats)}
    r = 0.22 * u
    if aim.element in dogs:
        x, y, r = x - 0.3 * u, y + 0.34 * u, 0.14 * u
    plate = disc(0, 0, 1.25 * r, fill="#ffffff", fill_opacity=0.9)
    return group_at((x, y), plate, svg.draw_paw(0, 0, r, S.MARK, 1), angle=turn)


def price_sign(price: int, x: float, y: float, u: float) -> str:
    """Return a price in sticks of Drive."""
    look: S.Look = {"rx": 0.15 * u, "fill": "#ffffff", "stroke": S.MARK, "stroke_width": 1.5}
    plate = box(0, 0, 0.6 * u, 0.32 * u, **look)
    text = words(-0.16 * u, 0, 0.26 * u, str(price), fill=INK)
    stick = S.scaled(0.09 * u, 0, 0.17 * u, S.draw_stick())
    at = (x + 0.28 * u, y + 0.36 * u)
    return group_at(at, plate, text, stroke="none") + group_at(at, stick)


def mark_shared(view: Position, layout: L.Layout, aims: list[Aim]) -> Iterator[str]:
    """Yield the places where several actions meet: a ring, and a button in it for each."""
    by_place: dict[Cell, list[Aim]] = {}
    for aim in aims:
        if aim.place and not aim.is_alone:
            by_place.setdefault(aim.place, []).append(aim)
    u = layout.cell
    for place, rivals in by_place.items():
        x, y = layout.point(place)
        fills = [S.HIT if aim.move.kind in QUARRIES else S.MARK for aim in rivals]
        yield S.draw_hit(x, y, 0.5 * u) if S.HIT in fills else S.draw_ring(x, y, 0.5 * u)
        for row, (aim, fill) in enumerate(zip(rivals, fills, strict=True)):
            text = labels.button_of(view, aim.move)
            size = min(0.25 * u, 1.1 * u / (1.5 + 0.6 * len(text)))
            drop = 0.36 * u * (row - (len(rivals) - 1) / 2)
            yield target(view, aim, S.draw_pill(x, y + drop, text, size, fill=fill))


# Cards and buttons


def mark_card(view: Position, layout: L.Layout, aim: Aim) -> str:
    """Return a frame round a card in hand."""
    seat, s = view.walker, layout.bowl_scale
    left, top = layout.bowl(seat)
    x, y = card_spot(view.hand(seat).index(aim.move.which))
    look: S.Look = {"rx": 7 * s, "fill": "#ffffff", "fill_opacity": 0.01}
    frame = "".join(
        box(left + s * x, top + s * y, 160 * s, 26 * s, stroke=stroke, stroke_width=wide, **look)
        for stroke, wide in (("#ffffff", 6), (S.MARK, 3.5))
    )
    return target(view, aim, frame)


def mark_buttons(view: Position, layout: L.Layout, aims: list[Aim]) -> Iterator[str]:
    """Yield buttons on the right half of the desk, for what has no place on the street."""
    texts = [labels.button_of(view, aim.move) for aim in aims]
    right, high = L.WIDTH - L.EDGE - L.GAP, L.DESK - L.NOTES
    room = right - L.BUTTONS
    for size in SIZES:
        widths = [S.pill_width(text, size) for text in texts]
        rows = rows_of(widths, room)
        if len(rows) * 2.1 * size <= high and max(widths, default=0) <= room:
            break
    for n, row in enumerate(rows):
        x = right - sum(widths[i] + BETWEEN for i in row) + BETWEEN
        y = layout.desk + high / 2 + 2.1 * size * (n - (len(rows) - 1) / 2)
        for i in row:
            yield target(view, aims[i], S.draw_pill(x + widths[i] / 2, y, texts[i], size))
            x += widths[i] + BETWEEN


def rows_of(widths: list[float], room: float) -> list[list[int]]:
    """Return the numbers of buttons of these widths in rows, as few as they need."""
    rows: list[list[int]] = []
    left = 0.0
    for number, width in enumerate(widths):
        left -= BETWEEN + width
        if left < 0:
            rows.append([])
            left = room - width
        rows[-1].append(number)
    return rows
