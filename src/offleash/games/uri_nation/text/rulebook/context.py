"""What the chapters of the rulebook are made from: options as plain values, board, decks."""

from dataclasses import dataclass
from types import SimpleNamespace

from offleash.core.game import Records
from offleash.core.rulebook import paid, values_of
from offleash.games.uri_nation.board.text import Board
from offleash.games.uri_nation.deck import Card, deck_of
from offleash.games.uri_nation.options import OPTION_LIST, board_of


@dataclass(frozen=True)
class BookContext:
    """The options in words and numbers, and what they make of the board and the decks."""

    options: SimpleNamespace  # by the option's name
    board: Board
    decks: tuple[tuple[str, tuple[Card, ...]], ...]  # those that are drawn from
    dogs: tuple[str, ...]  # who plays, by seat

    def count(self, glyph: str) -> int:
        """How many of something the board has."""
        return len(self.board.with_glyphs(glyph))

    @property
    def site(self) -> str:
        """What the place of an alliance is called."""
        return "bond space" if self.options.alliance_site == "bond" else "dog park"

    @property
    def has_paths(self) -> bool:
        """Whether there are paths that may be used."""
        return bool(self.options.paths and self.board.paths)

    @property
    def has_side_streets(self) -> bool:
        return self.count(":") > 0

    def plays(self, dog: str) -> bool:
        """Whether an archetype is in the game."""
        return dog in self.dogs

    def tokens(self, dog: str) -> dict[str, int]:
        """What its home refills to."""
        tokens: dict[str, int] = getattr(self.options, f"mod_max_{dog}")
        return tokens

    @property
    def has_hold_cards(self) -> bool:
        """Whether a deck in use has cards to keep."""
        return any(card.hold for _, deck in self.decks for card in deck)


def book_context(options: Records) -> BookContext:
    """Everything a chapter may ask for."""
    o = values_of(OPTION_LIST, options)
    used = (o.drink_mode == "deck", o.chance_deck, o.events_deck)
    names = ("Water Chance", "Chance", "Neighbourhood Events")
    decks = tuple((name, deck_of(options, n)) for n, name in enumerate(names) if used[n])
    return BookContext(o, board_of(options), decks, tuple(o.archetypes[: o.seats]))


def price(book: BookContext, verb: str, dog: str = "") -> str:
    """What an action costs in water and tokens, for a dog that may have it cheaper."""
    o = book.options
    free = {
        "claim": dog == "bruiser" and o.bruiser_free_claim,
        "fortify": dog == "yapper" and o.yapper_free_fortify,
        "ally": dog == "diplomat" and o.diplomat_free_ally,
    }.get(verb, False)
    token = {"claim": "Swagger", "challenge": "Drive", "fortify": "Grit", "ally": "Bond"}
    token["break"] = "Swagger"
    amount = 0 if free else int(getattr(o, f"{verb}_{token[verb].lower()}"))
    return paid(water=int(getattr(o, f"{verb}_water")), **{token[verb]: amount})


def title(dog: str) -> str:
    """`the Yapper`."""
    return f"the {dog.capitalize()}"
