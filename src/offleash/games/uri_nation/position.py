"""A position as one seat sees it: its records, read as plain numbers and in words."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.core.rules.actors import CHANCE, EVERYBODY, OVER
from offleash.games.uri_nation.board.text import Board, Cell
from offleash.games.uri_nation.deck import Card, card_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.bits import has
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.challenges import defender, resident_of
from offleash.games.uri_nation.rules.knowledge import hide
from offleash.games.uri_nation.rules.places import NOWHERE
from offleash.games.uri_nation.rules.territory import owner_of
from offleash.games.uri_nation.rules.turn import actor
from offleash.games.uri_nation.text.names import SEAT_NAMES, archetype_name, home_text
from offleash.games.uri_nation.text.words import Names, bits_of, names_of


class RecordField:
    """A field of the record that a Position reads under the same name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class NumberField(RecordField):
    """A field with one number: `position.steps`."""

    def __get__(self, position: "Position", owner: type) -> int:
        return int(position.state[self.name])


class ListField(RecordField):
    """A field with a number for each seat, territory, home or site: `position.fort[territory]`."""

    def __get__(self, position: "Position", owner: type) -> list[int]:
        numbers: list[int] = position.state[self.name].tolist()
        return numbers


class Position:
    """A position and its options, as a seat, a spectator or EVERYBODY sees them.

    `state` and `options` are numpy records, as the rules take them; all else is plain numbers.
    """

    def __init__(self, states: Records, options: Records, seat: int = EVERYBODY) -> None:
        if seat != EVERYBODY:
            states = states[:1].copy()
            hide(states[0], options[0], seat)
        self.state: Any = states[0]
        self.options: Any = options[0]
        self.records = options
        self.seat = seat

    phase = NumberField()
    rounds = NumberField()
    dice = NumberField()
    steps = NumberField()
    deck = NumberField()
    target = NumberField()
    winners = NumberField()
    ending = NumberField()
    order = ListField()
    bids = ListField()
    home = ListField()
    home_disk = ListField()
    home_fort = ListField()
    home_away = ListField()
    fort = ListField()
    marks = ListField()
    founder = ListField()
    owned = ListField()

    @cached_property
    def board(self) -> Board:
        """The street map."""
        return self.names.board

    @cached_property
    def names(self) -> Names:
        """What the places of the board and the cards of the decks are called."""
        return names_of(self.records)

    @cached_property
    def seats(self) -> int:
        """How many play."""
        return int(self.options.seats)

    # Whose turn it is

    @cached_property
    def actor(self) -> int:
        """Who decides, CHANCE or OVER."""
        return int(actor(self.state))

    @cached_property
    def mover(self) -> int:
        """Whose turn it is; NOBODY_THERE before the first and after the last."""
        is_settled = int(self.state.placed) >= self.seats
        return self.walker if is_settled and self.actor != OVER else R.NOBODY_THERE

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
        return self.actor == OVER and bool(has(self.winners, seat))

    # Dogs

    def archetype(self, seat: int) -> int:
        """Which dog a seat plays."""
        return int(self.options.archetypes[seat])

    def name(self, seat: int) -> str:
        """A seat by its colour and its dog: `Blue Yapper`."""
        return f"{SEAT_NAMES[seat]} {archetype_name(self.records, seat)}"

    def dog(self, seat: int) -> str:
        """A seat by its dog alone: `the Yapper`."""
        return f"the {archetype_name(self.records, seat)}"

    def members(self, mask: int) -> list[int]:
        """The seats of a set."""
        return [seat for seat in range(self.seats) if has(mask, seat)]

    def stock(self, seat: int, stock: int) -> int:
        """What a bowl holds of one kind of token, or of water."""
        return int(self.state.bowl[seat, stock])

    def water(self, seat: int) -> int:
        """The pegs in a bowl."""
        return self.stock(seat, R.WATER)

    def cell(self, seat: int) -> int:
        """Where a dog stands, or NOWHERE."""
        return int(self.state.cell[seat])

    @cached_property
    def trail(self) -> set[int]:
        """The cells where the walking dog has been since its last step."""
        masks = enumerate(self.state.trail.tolist())
        return {bit + R.TRAIL_BITS * word for word, mask in masks for bit in bits_of(mask)}

    # Cards

    def hand(self, seat: int) -> list[int]:
        """The numbers of the cards that a seat holds."""
        return [card for card in self.state.held[seat].tolist() if card != R.NO_CARD]

    def cards(self, seat: int) -> list[Card]:
        """The cards that a seat holds."""
        return [self.card(number) for number in self.hand(seat)]

    def card(self, number: int) -> Card:
        """A card by its number over all decks."""
        return card_of(self.records, number // MOST_CARDS, number % MOST_CARDS)

    # The street

    def owner(self, territory: int) -> int:
        """Whose disk lies on a territory, or NOBODY_THERE."""
        return int(owner_of(self.state, self.options, territory))

    def territory_count(self, seat: int) -> int:
        """How many territories a seat has."""
        return self.owned[seat].bit_count()

    def resident(self, home: int) -> int:
        """Who lives in a home, or NOBODY_THERE."""
        return int(resident_of(self.state, self.options, home))

    def is_member(self, seat: int, site: int) -> bool:
        """Whether a seat has a marker at a site."""
        return bool(has(self.marks[site], seat))

    def cell_name(self, cell: int) -> str:
        """A walkable cell by its row and column: `(3,10)`."""
        return self.names.cells[cell] if cell >= 0 else "nowhere"

    def kinds_at(self, cell: int) -> set[int]:
        """The kinds of features that a cell is on the frontage of."""
        features = self.options.touch[cell].tolist()
        return {int(self.options.kind[feature]) for feature in features if feature != NOWHERE}

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
        board = self.board
        places: dict[int, Sequence[Cell]] = {
            R.TERRITORY: board.territories,
            R.HOME: board.homes,
            R.SITE: board.sites,
        }
        kind = int(self.state.quarry)
        return places[kind][self.target] if kind != R.NO_QUARRY else None

    @property
    def quarry_name(self) -> str:
        """What is being challenged: `(2,4)`, `home 2`, `the alliance at (2,9)`."""
        kind = int(self.state.quarry)
        if kind == R.TERRITORY:
            return self.names.territories[self.target]
        if kind == R.HOME:
            return home_text(self.target)
        return f"the alliance at {self.names.sites[self.target]}" if kind == R.SITE else "nothing"


def seat_list(position: Position, mask: int) -> str:
    """The seats of a set in words: `Red Bruiser and Blue Yapper`."""
    return join_and([position.name(seat) for seat in position.members(mask)]) or "nobody"


def plural(count: int, one: str, many: str = "") -> str:
    """A number of things in words: `1 step`, `3 steps`."""
    return count_of(count, one, many, zero="0")
