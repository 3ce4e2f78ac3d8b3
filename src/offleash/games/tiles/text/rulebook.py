"""What the rulebooks and the pages of the tile games share."""

from typing import Any

from offleash.contract import Records
from offleash.games.tiles.rules.dogs import BASE_BREEDS, BASE_TILES, BREEDS, TILES
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES

PAIR = 2
PLAYER_NUMBERS = (PAIR, 3, 4)


def tile_counts(is_extra: bool) -> dict[str, Any]:
    """Return how many tiles and breeds are in play and in the box, and how many may play."""
    tiles, breeds = (TILES, BREEDS) if is_extra else (BASE_TILES, BASE_BREEDS)
    return {
        "tiles": int(tiles),
        "breeds": int(breeds),
        "base_tiles": int(BASE_TILES),
        "all_tiles": int(TILES),
        "all_breeds": int(BREEDS),
        "pair": PAIR,
        "player_numbers": PLAYER_NUMBERS,
    }


def starter_words(starter: int | None, players: int, otherwise: str) -> str:
    """Return who starts; a seat that is not in the game counts as none."""
    if starter is None or starter >= players:
        return otherwise
    return f"{SEAT_NAMES[starter]}, who has seat {starter + 1}, starts."


def breeds_page(options: Records) -> str:
    """Return the breeds and their marks on the board."""
    return list_breeds(bool(options["extra_tiles"][0]))


def list_breeds(is_extra: bool, with_marks: bool = True) -> str:
    """Return the breeds by their colours, with their marks on the board."""
    return "\n".join(
        f"{dog.mark}  " * with_marks + f"{dog.colour:<7} {dog.breed}"
        for dog in DOGS[: BREEDS if is_extra else BASE_BREEDS]
    )
