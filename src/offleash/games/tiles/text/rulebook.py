"""What the rulebooks and the pages of the tile games share."""

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.games.tiles.rules.dogs import BASE_BREEDS, BASE_TILES, BREEDS, TILES
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES


def tiles_words(is_extra: bool) -> str:
    """How many tiles there are, and what they show."""
    tiles, breeds = (TILES, BREEDS) if is_extra else (BASE_TILES, BASE_BREEDS)
    shiba = ", the shiba among them" if is_extra else ""
    return (
        f"**{tiles} tiles** of two hexagons with a dog each: every pair of {breeds} breeds{shiba}, "
        "doubles included"
    )


def company(players: int) -> str:
    """How many players there are."""
    return f"{count_of(players, 'player')} sit round the table."


def starter_words(starter: int | None, players: int, otherwise: str) -> str:
    """Who starts; a seat that is not in the game counts as none."""
    if starter is None or starter >= players:
        return otherwise
    return f"{SEAT_NAMES[starter]}, who has seat {starter + 1}, starts."


def breeds_page(options: Records) -> str:
    """The breeds and their marks on the board."""
    return list_breeds(bool(options["extra_tiles"][0]))


def list_breeds(is_extra: bool, with_marks: bool = True) -> str:
    """The breeds by their colours, with their marks on the board."""
    return "\n".join(
        f"{dog.mark}  " * with_marks + f"{dog.colour:<7} {dog.breed}"
        for dog in DOGS[: BREEDS if is_extra else BASE_BREEDS]
    )
