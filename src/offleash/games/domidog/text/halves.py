"""Halves of tiles as text: `brown-yellow.yellow`, and of a double `red-red.1` and `red-red.2`."""

from offleash.core.errors import BadNotation, quote
from offleash.games.domidog.rules import record as R
from offleash.games.tiles.rules.dogs import BREED, HALVES, TILES
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES, parse_tile

IN_HAND = "hand"  # how a house is written that is not on the chain


def format_half(half: int) -> str:
    """The tile and one of its dogs."""
    tile, which = divmod(half, HALVES)
    return f"{TILE_NAMES[tile]}.{half_words(tile)[which]}"


def half_words(tile: int) -> tuple[str, ...]:
    """What the two halves of a tile are called."""
    first, second = BREED[tile]
    return ("1", "2") if first == second else (COLOURS[first], COLOURS[second])


def parse_half(text: str) -> int:
    """The number of a half. Raises BadNotation for anything else."""
    name, dot, which = text.partition(".")
    if not dot:
        raise BadNotation(f"{quote(text)} is not a half: write a tile and a dog, like {EXAMPLE}")
    tile = parse_tile(name)
    words = half_words(tile)
    if which.lower() not in words:
        raise BadNotation(
            f"{quote(text)} is not a half: {TILE_NAMES[tile]} has {' and '.join(words)}"
        )
    return tile * HALVES + words.index(which.lower())


def parse_house(text: str) -> int:
    """The half that a house shuts, or AT_HAND."""
    return R.AT_HAND if text.lower() == IN_HAND else parse_half(text)


EXAMPLE = format_half(TILES // 4 * HALVES)
