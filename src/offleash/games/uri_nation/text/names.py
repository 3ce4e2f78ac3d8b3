"""The words of Uri-Nation that its text, its pictures and its terminal board share."""

from offleash.core.game import Records
from offleash.games.uri_nation.board.text import cell_text
from offleash.games.uri_nation.deck import card_of, deck_of
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.card_words import MOST_CARDS

SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")  # the colours that pictures give the seats
ARCHETYPE_NAMES = ("Bruiser", "Scrapper", "Diplomat", "Yapper")
STOCK_NAMES = ("Swagger", "Drive", "Grit", "Bond", "water")  # as they stand in a bowl
DECK_NAMES = ("Water Chance", "Chance", "Events")
WAY_NAMES = ("north", "east", "south", "west")
WAY_LETTERS = "NESW"


def archetype_name(options: Records, seat: int) -> str:
    """What people call a seat: `Yapper`."""
    return ARCHETYPE_NAMES[int(options["archetypes"][0][seat])]


def dog_name(options: Records, seat: int) -> str:
    """The same within a sentence: `the Yapper`."""
    return f"the {archetype_name(options, seat)}"


def stand_text(options: Records, cell: int) -> str:
    """A walkable cell by its number: `(3,10)`."""
    return cell_text(board_of(options).cells[cell])


def territory_text(options: Records, territory: int) -> str:
    """A territory by its number: `(2,4)`."""
    return cell_text(board_of(options).territories[territory])


def site_text(options: Records, site: int) -> str:
    """A bond space or park by its number: `(2,9)`."""
    return cell_text(board_of(options).sites[site])


def spot_text(options: Records, spot: int) -> str:
    """A chance spot, events space or water by its number."""
    return cell_text(board_of(options).spots[spot])


def home_text(home: int) -> str:
    """A home by its number: they are called 1 to 4."""
    return f"home {home + 1}"


def has_card(options: Records, card: int) -> bool:
    """Whether the decks have a card of this number."""
    return card % MOST_CARDS < len(deck_of(options, card // MOST_CARDS))


def card_id(options: Records, card: int) -> str:
    """What is printed on a card: `CH04`."""
    return card_of(options, card // MOST_CARDS, card % MOST_CARDS).id


def card_name(options: Records, card: int) -> str:
    """The name of a card."""
    return card_of(options, card // MOST_CARDS, card % MOST_CARDS).name
