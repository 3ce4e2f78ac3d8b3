"""What was last done: footprints of the walk, what was marked, and a line that says it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees

from offleash.core.game import Records
from offleash.games.shared.svg import box, disc, draw_paw, group, moved, path, point, words
from offleash.games.uri_nation.board.text import Cell, cell_text
from offleash.games.uri_nation.draw.colours import FILL, PAPER
from offleash.games.uri_nation.draw.layout import WIDTH, Layout, layout_of
from offleash.games.uri_nation.draw.shapes import DEEP, Look, Point
from offleash.games.uri_nation.draw.targets import ON_HOME, ON_SITE, ON_TERRITORY, WALKS
from offleash.games.uri_nation.draw.view import TRICK_NAMES, View, counted
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import actions as act
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import NOWHERE

# What is told in the past; the place or the card follows.
DONE = {
    act.IS_STOP: "stopped",
    act.IS_DRINK: "drank",
    act.IS_LEASH: f"tried {TRICK_NAMES[0]}",
    act.IS_ZOOMIES: f"got the {TRICK_NAMES[1]}",
    act.IS_DISTRACTED: f"had a {TRICK_NAMES[2]}",
    act.IS_CLAIM: "claimed",
    act.IS_LEG_CLAIM: "claimed",
    act.IS_CHALLENGE: "challenged",
    act.IS_LEG_CHALLENGE: "challenged",
    act.IS_CHALLENGE_HOME: "challenged",
    act.IS_LEG_HOME: "challenged",
    act.IS_CHALLENGE_SITE: "challenged the alliance at",
    act.IS_FORTIFY: "fortified",
    act.IS_FORTIFY_HOME: "fortified",
    act.IS_ALLY: "founded an alliance at",
    act.IS_BREAK: "broke the alliance at",
    act.IS_PATROL: "went on patrol",
    act.IS_SNIFF: "had a sniff",
    act.IS_PLAY: "played",
    act.IS_DISCARD: "discarded",
    act.IS_PASS: "passed",
    act.IS_RECLAIM_SWAGGER: "kept it by Swagger",
    act.IS_RECLAIM_GRIT: "kept it by Grit",
    act.IS_DECLINE: "left it empty",
    act.IS_BID: "bid",
    act.IS_TARGET: "chose",
    act.IS_TARGET_SITE: "cleared the alliance at",
}

ENDS = (*ON_TERRITORY[:-1], *ON_SITE[:-1], *ON_HOME, act.IS_PASS)  # actions, after which no walk


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last turn, from the view that a seat had before it and the actions it has seen."""
    view = View(before, options, seat)
    if view.decider == R.NOBODY_THERE:
        return ""
    layout = layout_of(view)
    everything = [A.decode(int(action)) for action in actions]
    said = last_turn(everything)
    start = walked(view, everything[: len(everything) - len(said)], view.cell(view.walker))[-1]
    marks = [*draw_steps(view, layout, walked(view, said, start))]
    marks += draw_places(view, layout, said)
    caption = draw_caption(view, said)
    return group(*marks, caption, id="last") if caption or marks else ""


def last_turn(said: list[A.Decoded]) -> list[A.Decoded]:
    """What belongs to one turn: a dog that is last and then first has two in a row (T1)."""
    start, has_acted = 0, False
    for place, each in enumerate(said):
        if has_acted and each.kind <= act.IS_DISTRACTED:
            start, has_acted = place, False
        has_acted = has_acted or each.kind in ENDS
    return said[start:]


# The walk


def walked(view: View, said: list[A.Decoded], here: int) -> list[int]:
    """Every cell of the walk, from where the dog stood."""
    cells = [here]
    for each in said:
        if each.kind not in WALKS or here == NOWHERE:
            continue
        here = next_cell(view, here, each)
        if here == NOWHERE:
            break  # a card has moved the dog
        cells.append(here)
        onward = int(view.options.path[here])
        if view.options.path_forced and view.options.paths and onward != NOWHERE:
            if onward not in cells and int(view.options.path_drive) == 0:
                here = onward
                cells.append(here)
    return cells


def next_cell(view: View, here: int, said: A.Decoded) -> int:
    """Where a step, a crossing or a path leads."""
    options = view.options
    if said.kind == act.IS_PATH:
        return int(options.path[here])
    return int((options.step if said.kind == act.IS_STEP else options.cross)[here, said.which])


def draw_steps(view: View, layout: Layout, cells: list[int]) -> Iterator[str]:
    """The cell that the dog left, a line along its way, and a footprint on every cell between."""
    if len(cells) < 2:
        return
    seat, u = view.walker, layout.cell
    points = [layout.point(view.board.cells[cell]) for cell in cells]
    line = [*points[:-1], short_of(points[-2], points[-1], 0.4 * u)]
    d = "M" + " L".join(f"{point(x, y)}" for x, y in line)
    look: Look = {"fill": "none", "stroke_linejoin": "round", "stroke_dasharray": "2 7"}
    for stroke, wide in ((PAPER, 6), (DEEP[seat], 3)):
        yield path(d, stroke=stroke, stroke_width=wide, stroke_linecap="round", **look)
    others = {view.cell(each) for each in range(view.seats) if each != seat}
    taken = others | {cells[-1]}
    if cells[0] not in taken:
        x, y = points[0]
        yield disc(x, y, 0.3 * u, fill="none", stroke=PAPER, stroke_width=5)
        yield disc(
            x, y, 0.3 * u, fill="none", stroke=DEEP[seat], stroke_width=2.5, stroke_dasharray="4 4"
        )
    drawn: set[int] = set(taken)
    for cell, (here, there) in zip(cells[1:], pairwise(points[1:]), strict=False):
        if cell not in drawn:
            drawn.add(cell)
            angle = degrees(atan2(there[1] - here[1], there[0] - here[0])) + 90
            plate = disc(0, 0, 0.24 * u, fill=PAPER, opacity=0.9)
            paw = draw_paw(0, 0, 0.19 * u, DEEP[seat], 0.9)
            yield group(plate, paw, transform=moved(*here, angle))


def short_of(here: Point, there: Point, gap: float) -> Point:
    """A point so far before another, on the way to it."""
    x, y = there[0] - here[0], there[1] - here[1]
    share = gap / max(1.0, (x * x + y * y) ** 0.5)
    return there[0] - share * x, there[1] - share * y


# What was marked


def place_of(view: View, said: A.Decoded) -> Cell | None:
    """Where an action was done."""
    board = view.board
    if said.kind in ON_TERRITORY:
        return board.territories[said.which]
    if said.kind in ON_SITE:
        return board.sites[said.which]
    return board.homes[said.which] if said.kind in ON_HOME else None


def draw_places(view: View, layout: Layout, said: list[A.Decoded]) -> Iterator[str]:
    """A dashed frame round all that was claimed, challenged, fortified or allied at."""
    u = layout.cell
    places = {place_of(view, each) for each in said}
    for place in sorted(place for place in places if place):
        x, y = layout.point(place)
        frame: Look = {"rx": 0.16 * u, "fill": "none"}
        yield box(x, y, 0.98 * u, 0.98 * u, stroke="#ffffff", stroke_width=6, **frame)
        dashes: Look = {"stroke_width": 3, "stroke_dasharray": "8 5"}
        yield box(x, y, 0.98 * u, 0.98 * u, stroke=DEEP[view.decider], **dashes, **frame)


# In words


def draw_caption(view: View, said: list[A.Decoded]) -> str:
    """Who did what, under the headline."""
    told = [walk_words(said), *(done_words(view, each) for each in said)]
    told = [text for text in told if text]
    told = [text for text in told if text != DONE[act.IS_STOP]] or told
    if not told:
        return ""
    listed = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
    text = f"{view.name(view.decider)} {listed}"
    width = min(780.0, 40 + 9.4 * len(text))
    size = min(17.0, (width - 30) / (0.54 * len(text)))
    look: Look = {"rx": 13, "fill": PAPER, "stroke": FILL[view.decider], "stroke_width": 3}
    ribbon = box(WIDTH / 2, 64, width, 26, **look)
    return group(ribbon, words(WIDTH / 2, 64, size, text), id="last-words")


def walk_words(said: list[A.Decoded]) -> str:
    """Steps, crossings and paths, summed up."""
    kinds = [each.kind for each in said]
    parts = []
    if steps := kinds.count(act.IS_STEP):
        parts.append(f"walked {counted(steps, 'step')}")
    if crossings := kinds.count(act.IS_CROSS):
        parts.append("crossed the road" if crossings == 1 else f"crossed {crossings} roads")
    if act.IS_PATH in kinds:
        parts.append("took a path")
    return ", ".join(parts)


def done_words(view: View, said: A.Decoded) -> str:
    """One action, told; empty for what is not worth a word."""
    done = DONE.get(said.kind, "")
    if said.kind in (act.IS_PLAY, act.IS_DISCARD):
        return f"{done} {view.card(said.which).id}"
    if said.kind == act.IS_BID:
        return f"{done} {said.which}"
    if said.kind in ON_HOME:
        return f"{done} home {said.which + 1}"
    place = place_of(view, said)
    return f"{done} {cell_text(place)}" if done and place else done
