"""Whole walks as a person points at them: where to stop, and a choice of ways that lead there."""

from collections.abc import Iterator, Sequence

from offleash.contract import Records, Route
from offleash.games.uri_nation.draw.labels import WALKS, WORDING
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.ways import Walk, way_notes, ways_by_end
from offleash.games.uri_nation.text.why_illegal import legal_numbers, position_after
from offleash.tools.errors import BadNotation

MOST_LOOKED_AT = 1_200  # positions: beyond that, a person walks a part of it first
MOST_WAYS = 6  # to one place


def routes(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Route]:
    """Return the walks to each place, as far as they differ; none outside a walk.

    A walk goes on only until luck or a drink comes between. The cell next to the dog is left to the
    targets, so that a walk can be made step by step, unless the dog has to stop there.
    """
    view = Position(states, options, seat)
    if view.decider != seat or view.phase != R.MOVE:
        return []
    try:
        by_end = ways_by_end(states, options, MOST_LOOKED_AT)
    except BadNotation:
        return []
    moves = [A.decode(action) for action in legal]
    start = view.cell(view.walker)
    for step in (view.destination(move, start) for move in moves if move.kind in WALKS):
        by_end[step] = [way for way in by_end.get(step, []) if is_last_step(states, options, way)]
    return [route for end in sorted(by_end) for route in routes_to(view, end, by_end[end])]


def routes_to(view: Position, end: int, ways: list[Walk]) -> Iterator[Route]:
    """Yield the routes to one cell; where there are several, the last click is the way."""
    offered = [way for way in ways if len(way.until_interrupted) > 1][:MOST_WAYS]
    for number, way in enumerate(offered):
        notes = ", ".join(way_notes(way, view.records))
        yield Route(
            actions=way.until_interrupted,
            group=WORDING[A.IS_STEP].group,
            label=f"walk to {view.cell_name(end)}" + f", {notes}" * bool(notes),
            clicks=(f"cell-{end}", *([f"way-{number}"] if len(offered) > 1 else [])),
            passes=tuple(f"cell-{cell}" for cell in cells_of(view, way)),
        )


def is_last_step(states: Records, options: Records, way: Walk) -> bool:
    """Return whether a way is a single step after which the dog has to stop."""
    if len(way.until_interrupted) != 2:
        return False
    after = position_after(states, options, way.actions[0])
    return legal_numbers(after, options) == (A.STOP,)


def cells_of(view: Position, way: Walk) -> Iterator[int]:
    """Yield the cells of a whole way, from where the dog is to where it stops."""
    cell = view.cell(view.walker)
    yield cell
    for action in way.actions:
        move = A.decode(action)
        if move.kind in WALKS:
            cell = view.destination(move, cell)
            yield cell
