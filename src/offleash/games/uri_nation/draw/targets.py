"""Every legal action as a person points at it: what to click, in words, and whom it affects."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from offleash.core.game import Records, Target
from offleash.core.rules.actors import NOBODY
from offleash.games.uri_nation.board.text import Cell
from offleash.games.uri_nation.draw import labels
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import actions as act, record as R
from offleash.games.uri_nation.text.actions import format_action
from offleash.games.uri_nation.text.names import archetype_name

SPACES = {R.TERRITORY: "territory", R.HOME: "home", R.SITE: "site"}  # as elements are called


class Aim(NamedTuple):
    """A legal action and where it points."""

    action: int
    move: act.Decoded
    element: str = ""  # of the bare picture; empty for what only has a button
    place: Cell | None = None  # where that is on the street
    is_alone: bool = True  # no other action points there


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; only the seat to decide has any.

    A step, a crossing and a path are the cell where they end (`cell-17`); claims, challenges and
    fortify tokens the `territory-4`, `home-1` or `site-0`; a card `card-EV15`. What has no place,
    and what shares its place with another action, ends on the button `target-N` of the marks.
    """
    view = Position(states, options, seat)
    return [one_target(view, aim) for aim in aims_of(view, legal)]


def aims_of(view: Position, legal: Sequence[int]) -> list[Aim]:
    """Where each legal action points; nothing for a seat that does not decide."""
    if view.seat == NOBODY or view.decider != view.seat:
        return []
    aims = [aim_of(view, int(action)) for action in legal]
    counts = Counter(aim.element for aim in aims)
    return [aim._replace(is_alone=counts[aim.element] == 1) for aim in aims]


def aim_of(view: Position, action: int) -> Aim:
    """Where one action points."""
    move = act.decode(action)
    if move.kind in labels.WALKS:
        cell = labels.destination(view, move, view.cell(view.walker))
        return Aim(action, move, f"cell-{cell}", view.board.cells[cell])
    if move.kind in labels.ON_CARD:
        return Aim(action, move, f"card-{view.card(move.which).id}")
    if move.kind not in labels.PLACES:
        return Aim(action, move)
    space = SPACES[labels.PLACES[move.kind]]
    return Aim(action, move, f"{space}-{move.which}", labels.place_of(view, move))


def one_target(view: Position, aim: Aim) -> Target:
    """An action in words and clicks."""
    move = aim.move
    return Target(
        action=aim.action,
        text=format_action(aim.action, view.records),
        group=labels.wording_of(move).group,
        piece=piece_of(view, move),
        label=labels.label_of(view, move),
        clicks=clicks_of(aim),
        captures=(labels.quarry_name(view, move),) if move.kind in labels.QUARRIES else (),
    )


def clicks_of(aim: Aim) -> tuple[str, ...]:
    """The elements to click; a button where the picture can't tell what is meant."""
    button = f"target-{aim.action}"
    if not aim.element:
        return (button,)
    return (aim.element,) if aim.is_alone else (aim.element, button)


def piece_of(view: Position, move: act.Decoded) -> str:
    """The dog that walks or stops, or the card that is played."""
    if move.kind in labels.ON_CARD:
        return view.card(move.which).id
    walks = (*labels.WALKS, act.IS_STOP)
    return archetype_name(view.records, view.walker) if move.kind in walks else ""
