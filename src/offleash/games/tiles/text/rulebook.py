"""Sentences that the rulebooks of the tile games share."""

from offleash.core.prose import count_of
from offleash.games.tiles.rules.dogs import BASE_BREEDS, BASE_TILES, BREEDS, TILES
from offleash.games.tiles.text.names import SEAT_NAMES


def tiles_words(is_extra: bool) -> str:
    """How many tiles there are, and what they show."""
    tiles, breeds = (TILES, BREEDS) if is_extra else (BASE_TILES, BASE_BREEDS)
    shiba = ", the shiba among them" if is_extra else ""
    return (
        f"**{tiles} tiles** of two hexagons with a dog each: every pair of {breeds} breeds{shiba}, "
        "doubles included"
    )


def company(players: int) -> str:
    """Who sits at the table."""
    return f"{count_of(players, 'player')} sit round the table."


def starter_words(starter: int | None, players: int, otherwise: str) -> str:
    """Who starts; a seat that nobody has is as good as none."""
    if starter is None or starter >= players:
        return otherwise
    return f"{SEAT_NAMES[starter]}, who has seat {starter + 1}, starts."
