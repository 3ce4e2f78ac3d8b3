"""The words of Uri-Nation that its text, its pictures and its terminal board share."""

from offleash.contract import Records

SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")  # the colours that pictures give the seats
ARCHETYPE_NAMES = ("Bruiser", "Scrapper", "Diplomat", "Yapper")
STOCK_NAMES = ("Swagger", "Drive", "Grit", "Bond", "water")  # by their numbers in a bowl
STOCK_ORDER = (4, 0, 1, 2, 3)  # water comes first
DECK_NAMES = ("Water Chance", "Chance", "Events")
TRICK_NAMES = (  # by their bits
    *("Pull the Leash", "Zoomies", "Distracted Owner"),
    *("Butt Sniff", "Paranoid Patrol", "Leg Day"),
)
SHORT_TRICKS = ("Leash", "Zoomies", "Distracted", "Sniff", "Patrol", "Leg Day")
WAY_NAMES = ("north", "east", "south", "west")
WAY_LETTERS = "NESW"


def archetype_name(options: Records, seat: int) -> str:
    """Return what people call a seat's archetype: `Yapper`."""
    return ARCHETYPE_NAMES[int(options["archetypes"][0][seat])]


def home_text(home: int) -> str:
    """Return a home by its number: they are called 1 to 4."""
    return f"home {home + 1}"
