"""What people call the breeds, the tiles and those who play them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from offleash.games.shared.fields import NOBODY_HAS
from offleash.games.tiles.rules.dogs import BREED, BREEDS, TILES
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import join_and


class Dog(NamedTuple):
    """A breed: its colour is its short name."""

    colour: str
    breed: str
    mark: str  # two letters, for a terminal


DOGS = (
    Dog("blue", "Weimaraner", "Bu"),
    Dog("brown", "Dachshund", "Bn"),
    Dog("yellow", "Labrador", "Ye"),
    Dog("red", "Setter", "Re"),
    Dog("white", "Poodle", "Wh"),
    Dog("black", "Terrier", "Bk"),
    Dog("grey", "Schnauzer", "Gy"),
    Dog("shiba", "Shiba Inu", "Sh"),
)
assert len(DOGS) == BREEDS

COLOURS = tuple(dog.colour for dog in DOGS)
CLOCKWISE, ANTICLOCKWISE = 1, -1  # from seat to seat
SEAT_NAMES = ("Rust", "Azure", "Gold", "Teal")

TILE_NAMES = tuple(f"{COLOURS[a]}-{COLOURS[b]}" for a, b in BREED)
_NUMBERS = {name: tile for tile, name in enumerate(TILE_NAMES)} | {
    f"{COLOURS[b]}-{COLOURS[a]}": tile for tile, (a, b) in enumerate(BREED)
}
assert len(TILE_NAMES) == TILES


def introduction(seat: int, players: int, way: int = CLOCKWISE) -> str:
    """Return `You are Rust; Azure and then Gold play after you.`, in turn order."""
    others = [SEAT_NAMES[(seat + way * k) % players] for k in range(1, players)]
    verb = "plays" if len(others) == 1 else "play"
    return f"You are {SEAT_NAMES[seat]}; {join_and(others, 'and then')} {verb} after you."


def win_words(seats: Sequence[int]) -> str:
    """Return `Rust wins` or `Rust and Azure share the win`."""
    verb = "wins" if len(seats) == 1 else "share the win"
    return f"{join_and(SEAT_NAMES[seat] for seat in seats)} {verb}"


def is_tile(text: str) -> bool:
    """Return whether this is the name of a tile."""
    return text.lower() in _NUMBERS


def parse_tile(text: str) -> int:
    """Return the number of a tile, either dog named first. Raise BadNotation if there is none."""
    if not is_tile(text):
        raise BadNotation(f"{quote(text)} is not a tile: write two dogs, like {TILE_NAMES[8]}")
    return _NUMBERS[text.lower()]


def format_tiles(tiles: Iterable[int]) -> str:
    """Return a list of tiles, or `-` for none."""
    return ",".join(TILE_NAMES[tile] for tile in tiles) or NOBODY_HAS


def parse_tiles(text: str) -> list[int]:
    """Return the tiles of such a list."""
    return [parse_tile(name) for name in text.split(",")] if text != NOBODY_HAS else []
