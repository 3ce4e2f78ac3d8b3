"""A position as one seat looks at it, and in words: what pictures, labels and marks share."""

from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.prose import join_and
from offleash.core.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.games.uri_nation.board.text import Board, Cell, cell_text
from offleash.games.uri_nation.deck import Card, card_of
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.challenges import defender
from offleash.games.uri_nation.rules.knowledge import hide
from offleash.games.uri_nation.rules.turn import actor
from offleash.games.uri_nation.text.names import SEAT_NAMES, archetype_name

SHORT_TRICKS = ("Leash", "Zoomies", "Distracted", "Sniff", "Patrol", "Leg Day")
TRICK_NAMES = (
    "Pull the Leash",
    "Zoomies",
    "Distracted Owner",
    "Butt Sniff",
    "Paranoid Patrol",
    "Leg Day",
)


class View:
    """One position as a seat, a spectator or EVERYBODY sees it: bids are hidden first."""

    def __init__(self, states: Records, options: Records, seat: int) -> None:
        shown = states[:1].copy()
        if seat != EVERYBODY:
            hide(shown[0], options[0], seat)
        self.state: Any = shown[0]
        self.options: Any = options[0]
        self.records = options
        self.seat = seat

    @cached_property
    def board(self) -> Board:
        """The street map."""
        return board_of(self.records)

    @cached_property
    def seats(self) -> int:
        """How many play."""
        return int(self.options.seats)

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def actor(self) -> int:
        """Who decides, CHANCE or OVER."""
        return int(actor(self.state))

    @cached_property
    def mover(self) -> int:
        """Whose turn it is; NOBODY_THERE before the first and after the last."""
        settled = int(self.state.placed) >= self.seats
        return int(self.state.seat) if settled and self.actor != OVER else R.NOBODY_THERE

    @property
    def decider(self) -> int:
        """The seat that decides, or NOBODY_THERE while dice and cards do."""
        return R.NOBODY_THERE if self.actor in (CHANCE, OVER) else self.actor

    @property
    def walker(self) -> int:
        """Whose dog walks and acts."""
        return int(self.state.seat)

    def has_won(self, seat: int) -> bool:
        """Whether the game is over and a seat among the winners."""
        return self.actor == OVER and bool(int(self.state.winners) >> seat & 1)

    # Who and where

    def archetype(self, seat: int) -> int:
        """Which dog a seat plays."""
        return int(self.options.archetypes[seat])

    def name(self, seat: int) -> str:
        """A seat by its colour and its dog."""
        return self._names[seat]

    @cached_property
    def _names(self) -> list[str]:
        seats = range(self.seats)
        return [f"{SEAT_NAMES[seat]} {archetype_name(self.records, seat)}" for seat in seats]

    def owner(self, territory: int) -> int:
        """Whose disk lies on a territory, or NOBODY_THERE."""
        return self._owners.get(territory, R.NOBODY_THERE)

    @cached_property
    def _owners(self) -> dict[int, int]:
        return {
            territory: seat
            for seat, owned in enumerate(self._owned)
            for territory in range(len(self.board.territories))
            if has(owned, territory)
        }

    @cached_property
    def _owned(self) -> list[int]:
        """The territories of each seat, as a set of bits."""
        return [int(owned) for owned in self.state.owned[: self.seats]]

    def held(self, seat: int) -> int:
        """How many territories a seat has."""
        return self._owned[seat].bit_count()

    @cached_property
    def trail(self) -> set[int]:
        """The cells where the walking dog has been since its last step."""
        masks = self.state.trail.tolist()
        cells = range(len(self.board.cells))
        return {cell for cell in cells if has(masks[cell // R.TRAIL_BITS], cell % R.TRAIL_BITS)}

    def resident(self, home: int) -> int:
        """Who lives in a home, or NOBODY_THERE."""
        for seat in range(self.seats):
            if int(self.state.home[seat]) == home:
                return seat
        return R.NOBODY_THERE

    def cell(self, seat: int) -> int:
        """Where a dog stands, or -1."""
        return int(self.state.cell[seat])

    def cards(self, seat: int) -> list[Card]:
        """The cards that a seat holds."""
        return [self.card(int(held)) for held in self.state.held[seat] if held != R.NO_CARD]

    def card(self, number: int) -> Card:
        """A card by its number over all decks."""
        return card_of(self.records, number // MOST_CARDS, number % MOST_CARDS)

    # A challenge under way

    @property
    def defender(self) -> int:
        """Who defends, or NOBODY_THERE."""
        if self.state.quarry == R.NO_QUARRY:
            return R.NOBODY_THERE
        return int(defender(self.state, self.options))

    @property
    def quarry(self) -> Cell | None:
        """Where what is being challenged lies."""
        if self.state.quarry == R.NO_QUARRY:
            return None
        target = int(self.state.target)
        if self.state.quarry == R.TERRITORY:
            return self.board.territories[target]
        return self.board.homes[target] if self.state.quarry == R.HOME else self.board.sites[target]


def seat_list(view: View, mask: int) -> str:
    """Seats of a set, in words."""
    names = [view.name(seat) for seat in range(view.seats) if mask >> seat & 1]
    return join_and(names) or "nobody"


def cell_words(view: View, cell: int) -> str:
    """A walkable cell by its row and column."""
    return cell_text(view.board.cells[cell]) if cell >= 0 else "nowhere"
