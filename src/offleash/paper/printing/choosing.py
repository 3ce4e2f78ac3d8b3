"""What can be chosen when a game is printed, on the command line and on the page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from offleash.core.errors import BadNotation, OffleashError, shown
from offleash.core.game import Game, Records
from offleash.core.kit import Kit
from offleash.paper.printing.document import Job, Plan, plan_of
from offleash.paper.printing.paper import paper_named

SMALLEST, LARGEST = 5.0, 200.0  # millimetres of a cell


@dataclass(frozen=True)
class Choice:
    """How somebody wants a game printed."""

    paper: str = "A4"
    large: bool = False  # boards on one page of their own size, and not glued together
    grey: bool = False
    cell: float | None = None  # millimetres
    only: Sequence[str] = ()  # kinds of components

    def __post_init__(self) -> None:
        paper_named(self.paper)
        if self.cell is not None and not SMALLEST <= self.cell <= LARGEST:
            span = f"{SMALLEST:g} to {LARGEST:g} millimetres"
            raise BadNotation(f"a cell of {self.cell:g} mm is not from {span}")


def chosen(game: Game, options: Records, title: str, choice: Choice) -> Plan:
    """Where everything goes that was chosen."""
    return planned(game, options, title, choice, kit_of(game, options, choice))


def kit_of(game: Game, options: Records, choice: Choice) -> Kit:
    """All that a game has to print."""
    if game.kit is None:
        raise OffleashError(f"{game.title} has nothing to print yet")
    return game.kit(options, choice.cell)


def planned(game: Game, options: Records, title: str, choice: Choice, kit: Kit) -> Plan:
    """Where that part of a kit goes that was chosen."""
    parts, paper = only(kit, choice.only), paper_named(choice.paper)
    told = game.told(options)
    return plan_of(Job(title or game.title, told, parts, paper, choice.large, choice.grey))


def only(kit: Kit, wanted: Sequence[str]) -> Kit:
    """The kit, or some kinds of its components alone."""
    if not wanted:
        return kit
    kinds = kinds_of(kit)
    for name in wanted:
        if name not in kinds:
            near = get_close_matches(name, kinds, 1)
            hint = f", did you mean {near[0]}" if near else ""
            listed = ", ".join(kinds)
            raise BadNotation(f"{shown(name)} is none of its components{hint}; there is {listed}")
    return replace(kit, components=[each for each in kit.components if each.kind in wanted])


def kinds_of(kit: Kit) -> list[str]:
    """What there is to choose from."""
    return list(dict.fromkeys(each.kind for each in kit.components))
