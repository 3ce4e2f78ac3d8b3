"""What the templates of the rulebook are written from: options as plain values, board, decks."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from offleash.contract import Records
from offleash.contract.text.rulebook import format_amounts, option_values
from offleash.games.uri_nation.board.tables import USUAL_RADIUS
from offleash.games.uri_nation.board.text import Board
from offleash.games.uri_nation.deck import TOKENS, Card, card_words, deck_of
from offleash.games.uri_nation.options import HOMES, OPTION_LIST, board_of
from offleash.games.uri_nation.text.names import SEAT_NAMES
from offleash.tools.prose import count_of

TOKEN_OF = {  # what an action costs besides water
    "claim": "Swagger",
    "challenge": "Drive",
    "fortify": "Grit",
    "ally": "Bond",
    "break": "Swagger",
}
DISCOUNTS = (("bruiser", "claim"), ("yapper", "fortify"), ("diplomat", "ally"))
TRICKS = {  # what the walk tricks add and cost
    "leash_drive": 2,
    "leash_steps": 3,
    "owner_steps": 2,
    "patrol_steps": 3,
    "leg_steps": 2,
    "factor": 3,
}
DECKS = ("Water Chance", "Chance", "Neighbourhood Events")


class BookContext(SimpleNamespace):
    """Every option by its name, in words and numbers; and what the board and the decks are."""

    board: Board
    decks: tuple[tuple[str, tuple[Card, ...]], ...]  # those that are drawn from
    dogs: tuple[str, ...]  # who plays, by seat
    territories_to_win: int
    last_round: int

    def count(self, glyph: str) -> int:
        """Return how many of something the board has."""
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
        """Return what its home refills to."""
        tokens: dict[str, int] = getattr(self, f"mod_max_{dog}")
        return tokens

    def price(self, verb: str, dog: str = "") -> str:
        """Return what an action costs in water and tokens, for a dog that may have it cheaper."""
        token, water = TOKEN_OF[verb], int(getattr(self, f"{verb}_water"))
        is_free = getattr(self, f"{dog}_free_{verb}", False)
        amount = 0 if is_free else int(getattr(self, f"{verb}_{token.lower()}"))
        return format_amounts(water=water, **{token: amount})

    @property
    def home_labels(self) -> Sequence[str]:
        """The home of each seat; usually a pair lives opposite each other (S3, S4)."""
        usual = HOMES[::2] if self.seats == 2 else HOMES
        labels: Sequence[str] = usual if self.homes == "usual" else self.homes
        return labels[: self.seats]

    @property
    def reach(self) -> int:
        """How many steps bond spaces reach (A8)."""
        printed = self.board.influence_radius
        return int(self.influence_radius or (USUAL_RADIUS if printed is None else printed))


def book_context(options: Records) -> BookContext:
    """Return the options with their board and decks."""
    book = BookContext(**vars(option_values(OPTION_LIST, options)))
    used = (book.drink_mode == "deck", book.chance_deck, book.events_deck)
    book.board = board_of(options)
    book.decks = tuple((name, deck_of(options, n)) for n, name in enumerate(DECKS) if used[n])
    book.dogs = tuple(book.archetypes[: book.seats])
    book.territories_to_win = int(options["territories_to_win"][0])
    book.last_round = int(options["last_round"][0])
    return book


def template_values(book: BookContext) -> dict[str, Any]:
    """Return everything that a template may use."""
    totals = {token: sum(book.tokens(dog)[token] for dog in book.dogs) for token in TOKENS}
    residents = () if book.homes == "random" else book.home_labels
    return {
        **vars(book),
        "on_board": book.count,
        "site": book.site,
        "has_paths": book.has_paths,
        "reach": book.reach,
        "tokens": book.tokens,
        "price": book.price,
        "territories": territories,
        "charge": charge,
        "card_words": card_words,
        "trick": TRICKS,
        "pegs": sum(book.water_cap[dog] for dog in book.dogs),
        "first_tokens": [f"{number} {token.capitalize()}" for token, number in totals.items()],
        "titles": [f"the {dog.capitalize()}" for dog in book.dogs],
        "casting": [f"{SEAT_NAMES[seat]} is the {dog.capitalize()}"
                    for seat, dog in enumerate(book.dogs)],
        "lodging": [f"{SEAT_NAMES[seat]} lives in home {label}"
                    for seat, label in enumerate(residents)],
        "discounts": [(dog, verb, TOKEN_OF[verb]) for dog, verb in DISCOUNTS
                      if dog in book.dogs and book.price(verb, dog) != book.price(verb)],
        "challenge_is_free": not book.challenge_water and not book.challenge_drive,
        "holds": any(card.hold for _, deck in book.decks for card in deck),
    }  # fmt: skip


def territories(number: int) -> str:
    """Return `1 territory`, `15 territories`."""
    return count_of(number, "territory", "territories")


def charge(number: int, noun: str) -> str:
    """Return `for 1 water`, or `free of charge`."""
    return f"for {number} {noun}" if number else "free of charge"
