"""Every legal action as a person points at it: what to click, in words, and whom it hits."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from offleash.core.game import Records, Target
from offleash.core.rules.actors import NOBODY
from offleash.games.uri_nation.board.text import Cell
from offleash.games.uri_nation.draw import labels
from offleash.games.uri_nation.draw.view import View
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules import actions as act
from offleash.games.uri_nation.text.actions import format_action
from offleash.games.uri_nation.text.names import archetype_name

WALKS = (act.IS_STEP, act.IS_CROSS, act.IS_PATH)
ON_TERRITORY = (
    act.IS_CLAIM,
    act.IS_CHALLENGE,
    act.IS_FORTIFY,
    act.IS_LEG_CLAIM,
    act.IS_LEG_CHALLENGE,
    act.IS_TARGET,
)
ON_SITE = (act.IS_CHALLENGE_SITE, act.IS_ALLY, act.IS_BREAK, act.IS_TARGET_SITE)
ON_HOME = (act.IS_CHALLENGE_HOME, act.IS_FORTIFY_HOME, act.IS_LEG_HOME)
ON_CARD = (act.IS_PLAY, act.IS_DISCARD)


class Aim(NamedTuple):
    """A legal action and where it points."""

    action: int
    said: A.Decoded
    element: str = ""  # of the bare picture; empty for what only has a button
    place: Cell | None = None  # where that is on the street
    is_alone: bool = True  # no other action points there


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to decide has any.

    A step, a crossing and a path are the cell where they end (`cell-17`); claims, challenges and
    fortify tokens the `territory-4`, `home-1` or `site-0`; a card `card-EV15`. What has no place,
    and what shares its place with another action, ends on the button `target-N` of the marks.
    """
    view = View(states, options, seat)
    return [one_target(view, aim) for aim in aims_of(view, legal)]


def aims_of(view: View, legal: Sequence[int]) -> list[Aim]:
    """Where each legal action points; nothing for who is not to decide."""
    if view.seat == NOBODY or view.decider != view.seat:
        return []
    aims = [aim_of(view, int(action)) for action in legal]
    counts = Counter(aim.element for aim in aims)
    return [aim._replace(is_alone=counts[aim.element] == 1) for aim in aims]


def aim_of(view: View, action: int) -> Aim:
    """Where one action points."""
    said, board = A.decode(action), view.board
    if said.kind in WALKS:
        cell = labels.destination(view, said)
        return Aim(action, said, f"cell-{cell}", board.cells[cell])
    if said.kind in ON_TERRITORY:
        return Aim(action, said, f"territory-{said.which}", board.territories[said.which])
    if said.kind in ON_SITE:
        return Aim(action, said, f"site-{said.which}", board.sites[said.which])
    if said.kind in ON_HOME:
        return Aim(action, said, f"home-{said.which}", board.homes[said.which])
    if said.kind in ON_CARD:
        return Aim(action, said, f"card-{view.card(said.which).id}")
    return Aim(action, said)


def one_target(view: View, aim: Aim) -> Target:
    """An action in words and clicks."""
    said = aim.said
    return Target(
        action=aim.action,
        text=format_action(aim.action, view.records),
        group=labels.group_of(said),
        piece=piece_of(view, said),
        label=labels.label_of(view, said),
        clicks=clicks_of(aim),
        captures=(labels.quarry_name(view, said),) if said.kind in labels.QUARRIES else (),
    )


def clicks_of(aim: Aim) -> tuple[str, ...]:
    """The elements to click; a button where the picture can't tell what is meant."""
    button = f"target-{aim.action}"
    if not aim.element:
        return (button,)
    return (aim.element,) if aim.is_alone else (aim.element, button)


def piece_of(view: View, said: A.Decoded) -> str:
    """The dog that walks or stops, or the card that is played."""
    if said.kind in ON_CARD:
        return view.card(said.which).id
    walks = (*WALKS, act.IS_STOP)
    seat = view.walker
    return archetype_name(view.records, seat) if said.kind in walks else ""
