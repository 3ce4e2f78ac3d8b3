"""The last turn: footprints of the walk, frames round marked places, and a line of text."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees

from offleash.contract import Records
from offleash.games.shared.svg import box, disc, draw_paw, group, moved, path, point, words
from offleash.games.uri_nation.draw import labels
from offleash.games.uri_nation.draw.colours import FILL, PAPER
from offleash.games.uri_nation.draw.geometry import short_of
from offleash.games.uri_nation.draw.layout import WIDTH, Layout, layout_of
from offleash.games.uri_nation.draw.shapes import DEEP, Look
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as act, record as R
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.text.actions import PLACES
from offleash.tools.prose import count_of, join_and

BY_CARD = {act.IS_TARGET, act.IS_TARGET_SITE}  # may come before a walk
ENDS = {*PLACES, act.IS_PASS} - BY_CARD


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """Return the last turn, from the view that a seat had before it and the actions it has seen."""
    view = Position(before, options, seat)
    if view.decider == R.NOBODY_THERE:
        return ""
    layout = layout_of(view)
    moves = [act.decode(int(action)) for action in actions]
    turn = last_turn(moves)
    start = walk_cells(view, moves[: len(moves) - len(turn)], view.cell(view.walker))[-1]
    marks = [*draw_steps(view, layout, walk_cells(view, turn, start))]
    marks += draw_places(view, layout, turn)
    caption = draw_caption(view, turn)
    return group(*marks, caption, id="last") if caption or marks else ""


def last_turn(moves: list[act.Decoded]) -> list[act.Decoded]:
    """Return the moves of one turn: a dog that is last, then first, has two turns in a row (T1)."""
    start, has_acted = 0, False
    for number, move in enumerate(moves):
        if has_acted and move.kind <= act.IS_DISTRACTED:
            start, has_acted = number, False
        has_acted = has_acted or move.kind in ENDS
    return moves[start:]


# The walk, and what was marked


def walk_cells(view: Position, moves: list[act.Decoded], start: int) -> list[int]:
    """Return every cell of the walk, from where the dog stood."""
    cells, options = [start], view.options
    for move in moves:
        if move.kind not in labels.WALKS or cells[-1] == NOWHERE:
            continue
        cell = view.destination(move, cells[-1])
        if cell == NOWHERE:
            break  # a card has moved the dog
        cells.append(cell)
        onward = int(options.path[cell])
        is_forced = options.path_forced and options.paths and int(options.path_drive) == 0
        if is_forced and onward != NOWHERE and onward not in cells:
            cells.append(onward)
    return cells


def draw_steps(view: Position, layout: Layout, cells: list[int]) -> Iterator[str]:
    """Yield the cell the dog left, a line along its way, and a footprint on every cell between."""
    if len(cells) < 2:
        return
    seat, u = view.walker, layout.cell
    points = [layout.point(view.board.cells[cell]) for cell in cells]
    line = [*points[:-1], short_of(points[-2], points[-1], 0.4 * u)]
    d = "M" + " L".join(point(x, y) for x, y in line)
    look: Look = {"fill": "none", "stroke_linejoin": "round", "stroke_dasharray": "2 7"}
    for stroke, wide in ((PAPER, 6), (DEEP[seat], 3)):
        yield path(d, stroke=stroke, stroke_width=wide, stroke_linecap="round", **look)
    drawn = {cells[-1], *(view.cell(other) for other in range(view.seats) if other != seat)}
    if cells[0] not in drawn:
        x, y = points[0]
        dashes: Look = {"stroke": DEEP[seat], "stroke_width": 2.5, "stroke_dasharray": "4 4"}
        yield disc(x, y, 0.3 * u, fill="none", stroke=PAPER, stroke_width=5)
        yield disc(x, y, 0.3 * u, fill="none", **dashes)
    for cell, (at, after) in zip(cells[1:], pairwise(points[1:]), strict=False):
        if cell not in drawn:
            drawn.add(cell)
            angle = degrees(atan2(after[1] - at[1], after[0] - at[0])) + 90
            plate = disc(0, 0, 0.24 * u, fill=PAPER, opacity=0.9)
            paw = draw_paw(0, 0, 0.19 * u, DEEP[seat], 0.9)
            yield group(plate, paw, transform=moved(*at, angle))


def draw_places(view: Position, layout: Layout, moves: list[act.Decoded]) -> Iterator[str]:
    """Yield a dashed frame round all places claimed, challenged, fortified or allied at."""
    u = layout.cell
    places = {labels.place_of(view, move) for move in moves}
    for place in sorted(place for place in places if place):
        x, y = layout.point(place)
        frame: Look = {"rx": 0.16 * u, "fill": "none"}
        yield box(x, y, 0.98 * u, 0.98 * u, stroke="#ffffff", stroke_width=6, **frame)
        dashes: Look = {"stroke_width": 3, "stroke_dasharray": "8 5"}
        yield box(x, y, 0.98 * u, 0.98 * u, stroke=DEEP[view.decider], **dashes, **frame)


# In words


def draw_caption(view: Position, moves: list[act.Decoded]) -> str:
    """Return who did what, under the headline."""
    parts = [text for text in (walk_words(moves), *(done_words(view, m) for m in moves)) if text]
    parts = [text for text in parts if text != labels.WORDING[act.IS_STOP].done] or parts
    if not parts:
        return ""
    text = f"{view.name(view.decider)} {join_and(parts)}"
    width = min(780.0, 40 + 9.4 * len(text))
    size = min(17.0, (width - 30) / (0.54 * len(text)))
    look: Look = {"rx": 13, "fill": PAPER, "stroke": FILL[view.decider], "stroke_width": 3}
    ribbon = box(WIDTH / 2, 64, width, 26, **look)
    return group(ribbon, words(WIDTH / 2, 64, size, text), id="last-words")


def walk_words(moves: list[act.Decoded]) -> str:
    """Return steps, crossings and paths, summed up."""
    kinds = [move.kind for move in moves]
    steps, crossings = kinds.count(act.IS_STEP), kinds.count(act.IS_CROSS)
    roads = "the road" if crossings == 1 else f"{crossings} roads"
    parts = [f"walked {count_of(steps, 'step')}"] * (steps > 0)
    parts += [f"crossed {roads}"] * (crossings > 0) + ["took a path"] * (act.IS_PATH in kinds)
    return ", ".join(parts)


def done_words(view: Position, move: act.Decoded) -> str:
    """Return one action in the past tense; empty for what is not worth a word."""
    done = labels.wording_of(move).done
    if move.kind in labels.ON_CARD:
        return f"{done} {view.card(move.which).id}"
    if move.kind == act.IS_BID:
        return f"{done} {move.which}"
    return f"{done} {labels.place_name(view, move)}".rstrip()
