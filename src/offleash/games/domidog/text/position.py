"""A position of Dömidög: the chain, the hands as far as they are seen, and what may be done.

And the halves of tiles as text.
"""

from functools import cached_property, lru_cache
from typing import NamedTuple

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.domidog.rules import actions as A, course, record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.shared.position import BoundRules
from offleash.games.tiles.rules.dogs import BREED, HALVES, TILES
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES, parse_tile
from offleash.games.tiles.text.position import TilePosition
from offleash.tools.errors import BadNotation, quote

END_NAMES = ("left", "right")
IN_HAND = "hand"  # how a house is written that is not on the chain


class ChainPosition(TilePosition):
    """A position as one seat looks at it: what others hide is never read."""

    bound = BoundRules(course, R.rule, A.MAX_ACTIONS)

    @cached_property
    def counts(self) -> list[int]:
        """How many tiles each player has: everybody sees that."""
        counts: list[int] = self.state.held[: self.players].tolist()
        return counts

    def hand(self, seat: int) -> list[int] | None:
        """Return a player's tiles, or None where the viewer sees only their backs."""
        if not (self.options.face_up or self.viewer in (seat, EVERYBODY)):
            return None
        tiles = self.tiles_at(R.HAND + seat)
        return tiles if len(tiles) == self.counts[seat] else None

    @cached_property
    def supply(self) -> int:
        """How many tiles are left to draw."""
        return int(self.state.supply_left)

    @cached_property
    def set_size(self) -> int:
        """How many tiles are in the game."""
        return int(course.set_tiles(self.options))

    # The chain

    @cached_property
    def chain(self) -> list[int]:
        """The tiles of the chain."""
        return self.tiles_at(R.CHAIN)

    @cached_property
    def chain_order(self) -> list[int]:
        """The chain outwards: the first, those laid to it, those laid to them, and so on."""
        parents = self.state.parent
        order = [tile for tile in self.chain if parents[tile] == R.NO_HALF]
        for tile in order:  # grows while it is gone through
            order += [t for t in self.chain if parents[t] // HALVES == tile and t not in order]
        return order

    @cached_property
    def ends(self) -> list[int]:
        """The open halves, left and right; none before the opening."""
        return [int(half) for half in self.state.end if half != R.NO_HALF]

    @cached_property
    def houses(self) -> dict[int, int]:
        """Whose house shuts a half."""
        at = self.state.house.tolist()
        return {at[seat]: seat for seat in self.seats if at[seat] != R.AT_HAND}

    def has_house(self, seat: int) -> bool:
        """Return whether a house is still with its player, who may fork."""
        return bool(self.state.house[seat] == R.AT_HAND)

    # Choices of the seat to move

    @cached_property
    def lays(self) -> list[int]:
        """Openings and plays."""
        return [action for action in self.legal if self.mover != NOBODY and action < A.DRAW]

    @cached_property
    def forks(self) -> list[int]:
        return [action for action in self.legal if action >= A.FORK]

    @cached_property
    def own_tiles(self) -> list[int]:
        """Its hand."""
        return self.tiles_at(R.HAND + self.seat)


class Parts(NamedTuple):
    """What the number of a play or a fork says."""

    end: int
    tile: int
    spot: int


@lru_cache(maxsize=A.ACTIONS)
def parts_of(action: int) -> Parts:
    """Return the end, the tile and the half that an action is about."""
    return Parts(int(A.end_of(action)), int(A.tile_of(action)), int(A.spot_of(action)))


def dog_word(half: int) -> str:
    """Return the dog on a half, by its colour."""
    return COLOURS[int(dog_at(half))]


# Halves as text: `brown-yellow.yellow`, and of a double `red-red.1` and `red-red.2`


def format_half(half: int) -> str:
    """Return the tile and one of its dogs."""
    tile, which = divmod(half, HALVES)
    return f"{TILE_NAMES[tile]}.{half_words(tile)[which]}"


def half_words(tile: int) -> tuple[str, ...]:
    """Return what the two halves of a tile are called."""
    first, second = BREED[tile]
    return ("1", "2") if first == second else (COLOURS[first], COLOURS[second])


def parse_half(text: str) -> int:
    """Return the number of a half, or raise BadNotation for anything else."""
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


def format_house(half: int) -> str:
    """Return the half that a house shuts, or `hand`."""
    return IN_HAND if half == R.AT_HAND else format_half(half)


def parse_house(text: str) -> int:
    """Return the half that a house shuts, or AT_HAND."""
    return R.AT_HAND if text.lower() == IN_HAND else parse_half(text)


EXAMPLE = format_half(TILES // 4 * HALVES)
