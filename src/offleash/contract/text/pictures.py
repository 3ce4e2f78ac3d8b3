"""Pictures of a position, and what a person can select in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from offleash.contract.part import ContractPart, Records


@dataclass(frozen=True)
class Target:
    """One legal action as a person selects it in the picture."""

    action: int
    text: str  # in notation
    group: str  # its heading in a list: in a card game, the card
    piece: str  # the piece that acts, or empty
    label: str  # a few words on what it does
    clicks: tuple[str, ...]  # ids of the elements to click, in order
    captures: tuple[str, ...] = ()  # what it captures, in words


@dataclass(frozen=True)
class Route:
    """Several actions in a row as a person selects them in the picture: a walk, part of a 7."""

    actions: tuple[int, ...]
    group: str  # as in `Target`
    label: str  # a few words on what it does, and how it differs from others with these clicks
    clicks: tuple[str, ...]  # ids of the elements to click, in order
    passes: tuple[str, ...]  # ids of the elements on the way, from its start to its end
    captures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Pictures(ContractPart):
    """Pictures of a position, for the browser and for a terminal."""

    draw: Callable[[Records, Records, int], str]  # (…, seat) -> SVG without marks for actions
    # (…, seat, legal) -> a target for each legal action of the seat to move, in order
    targets: Callable[[Records, Records, int, Sequence[int]], list[Target]]
    # (…, seat, legal) -> their marks, SVG elements to draw over the picture
    draw_targets: Callable[[Records, Records, int, Sequence[int]], str]
    # (…, seat, legal) -> several actions in a row that one gesture selects, such as a whole walk
    routes: Callable[[Records, Records, int, Sequence[int]], list[Route]] | None = None
    # (before, options, seat, actions) -> marks for the last turn, from the seat's view before it
    # and those of its actions that the seat has seen
    draw_last: Callable[[Records, Records, int, Sequence[int]], str]
    # before a seat's number: the ids of parts that narrow pages also show enlarged
    close_ups: str = ""
    draw_text: Callable[[Records, Records, int], Any]  # (…, seat) -> a rich Text
    # (…, seat, columns) -> like `draw_text`, for a terminal of that width (more than 60)
    draw_wide: Callable[[Records, Records, int, int], Any] | None = None
    # (…, seat, place) -> left, top, right and lower edge of a place in the picture; places have the
    # names of the notation, such as `P10` or `(3,4)`
    locate: Callable[[Records, Records, int, str], tuple[float, float, float, float]] | None = None
