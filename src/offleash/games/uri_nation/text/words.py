"""Words of the notation: phases, bowls, tricks, dogs, and the places and cards of the options."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from offleash.core.game import Records
from offleash.core.texts import kept_text
from offleash.games.uri_nation.board.text import Board, cell_text, parse_board
from offleash.games.uri_nation.deck import DECK_OPTIONS, parse_deck
from offleash.games.uri_nation.options import ARCHETYPES
from offleash.games.uri_nation.rules.card_words import MOST_CARDS
from offleash.games.uri_nation.rules.places import MOST_SITES

PHASES = (
    "homes",
    "order",
    "setup",
    "pre-roll",
    "roll",
    "post-roll",
    "move",
    "drink",
    "draw",
    "target",
    "discard",
    "action",
    "bid",
    "counterbid",
    "reveal",
    "dice",
    "reclaim",
    "patrol",
    "tie",
    "over",
)
STOCK_WORDS = ("swagger", "drive", "grit", "bond", "water")  # by their numbers in a bowl
TRICKS = ("leash", "zoomies", "distracted", "sniff", "patrol", "leg")  # by their bits
DECK_WORDS = ("water", "chance", "events")
WINDOWS = ("walk", "roll", "action")  # when a card is carried out
ENDINGS = ("-", "threshold", "last-dog", "time")
NOTHING = "-"


def numbered(places: Sequence[str]) -> dict[str, int]:
    """The number of each place or word."""
    return {place: number for number, place in enumerate(places)}


@dataclass(frozen=True, eq=False)
class Names:
    """What the places of a board and the cards of its decks are called."""

    board: Board
    decks: tuple[tuple[str, ...], ...]  # the ids of each deck's cards

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Where a dog can stand."""
        return tuple(map(cell_text, self.board.cells))

    @cached_property
    def territories(self) -> tuple[str, ...]:
        return tuple(map(cell_text, self.board.territories))

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """Bond spaces and parks."""
        return tuple(map(cell_text, self.board.sites))

    @cached_property
    def homes(self) -> tuple[str, ...]:
        return tuple(map(cell_text, self.board.homes))

    @cached_property
    def walkable(self) -> dict[str, int]:
        """The number of each cell where a dog can stand."""
        return numbered(self.cells)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each territory."""
        return numbered(self.territories)

    @cached_property
    def features(self) -> dict[str, int]:
        """Sites and spots, by the numbers of features."""
        spots = {cell_text(cell): MOST_SITES + n for n, cell in enumerate(self.board.spots)}
        return numbered(self.sites) | spots

    @cached_property
    def feature_texts(self) -> dict[int, str]:
        return {number: cell for cell, number in self.features.items()}

    def card(self, card: int) -> str:
        """A card by its number among all: its id, or `card 2-37` where there is none."""
        deck, number = divmod(card, MOST_CARDS)
        ids = self.decks[deck]
        return ids[number] if number < len(ids) else f"card {deck}-{number}"

    @cached_property
    def cards(self) -> dict[str, int]:
        """The number of each card by its id in small letters."""
        return {
            card.lower(): deck * MOST_CARDS + number
            for deck, ids in enumerate(self.decks)
            for number, card in enumerate(ids)
        }


@lru_cache(256)
def _names(board: str, decks: tuple[str, ...]) -> Names:
    ids = tuple(tuple(card.id for card in parse_deck(deck)) for deck in decks)
    return Names(parse_board(board), ids)


def names_of(options: Records) -> Names:
    """The names of the board and the decks that options have."""
    texts = [kept_text(options[name][0]) or "" for name in ("board", *DECK_OPTIONS)]
    return _names(texts[0], tuple(texts[1:]))


def dogs_of(options: Records) -> tuple[str, ...]:
    """What each seat plays: its dog's name, which is also the seat's in positions."""
    seats = int(options["seats"][0])
    return tuple(ARCHETYPES[int(dog)] for dog in options["archetypes"][0][:seats])


def full_bowl(options: Any, dog: str) -> tuple[int, ...]:
    """What home refills to: the tokens of each kind, and the pegs."""
    return (*options[f"mod_max_{dog}"].tolist(), int(options.water_cap[ARCHETYPES.index(dog)]))


def bits_of(mask: int) -> list[int]:
    """The numbers in a set."""
    bits = int(mask)
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
