"""What the chapters of the rulebook are made from: options as plain values, board, decks."""

from types import SimpleNamespace

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rulebook import format_amounts, option_values
from offleash.games.uri_nation.board.text import Board
from offleash.games.uri_nation.deck import Card, deck_of
from offleash.games.uri_nation.options import OPTION_LIST, board_of

TOKEN_OF = {  # what an action costs besides water
    "claim": "Swagger",
    "challenge": "Drive",
    "fortify": "Grit",
    "ally": "Bond",
    "break": "Swagger",
}


class BookContext(SimpleNamespace):
    """Every option by its name, in words and numbers; and what the board and the decks are."""

    board: Board
    decks: tuple[tuple[str, tuple[Card, ...]], ...]  # those that are drawn from
    dogs: tuple[str, ...]  # who plays, by seat

    def count(self, glyph: str) -> int:
        """How many of something the board has."""
        return len(self.board.with_glyphs(glyph))

    @property
    def site(self) -> str:
        """What the place of an alliance is called."""
        return "bond space" if self.alliance_site == "bond" else "dog park"

    @property
    def has_paths(self) -> bool:
        """Whether there are paths that may be used."""
        return bool(self.paths and self.board.paths)

    def tokens(self, dog: str) -> dict[str, int]:
        """What its home refills to."""
        tokens: dict[str, int] = getattr(self, f"mod_max_{dog}")
        return tokens

    def price(self, verb: str, dog: str = "") -> str:
        """What an action costs in water and tokens, for a dog that may have it cheaper."""
        token, water = TOKEN_OF[verb], int(getattr(self, f"{verb}_water"))
        is_free = getattr(self, f"{dog}_free_{verb}", False)
        amount = 0 if is_free else int(getattr(self, f"{verb}_{token.lower()}"))
        return format_amounts(water=water, **{token: amount})


def book_context(options: Records) -> BookContext:
    """Everything a chapter may ask for."""
    book = BookContext(**vars(option_values(OPTION_LIST, options)))
    used = (book.drink_mode == "deck", book.chance_deck, book.events_deck)
    names = ("Water Chance", "Chance", "Neighbourhood Events")
    book.board = board_of(options)
    book.decks = tuple((name, deck_of(options, n)) for n, name in enumerate(names) if used[n])
    book.dogs = tuple(book.archetypes[: book.seats])
    return book


def title(dog: str) -> str:
    """`the Yapper`."""
    return f"the {dog.capitalize()}"


def territories(number: int) -> str:
    """`1 territory`, `15 territories`."""
    return count_of(number, "territory", "territories")


def charge(number: int, noun: str) -> str:
    """`for 1 water`, or `free of charge`."""
    return f"for {number} {noun}" if number else "free of charge"
