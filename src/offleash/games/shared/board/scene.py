"""What lies where on a board, as one viewer sees it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from offleash.games.shared.board.layout import BACK, HAND, PLAIN, STACK, Place, edges_of

TOKEN, TILE, CARD = "token", "tile", "card"  # a disc, a piece that fills its space, a card
SHAPES = (TOKEN, TILE, CARD)
# By the number of a colour: fill, the letters on it, the same on a dark terminal, and its name
COLOURS = (
    ("#c23b18", "#fff8e7", "#e0522c", "red"),
    ("#1c72b4", "#fff8e7", "#3c8fd0", "blue"),
    ("#f4c51f", "#2d2413", "#e6b800", "yellow"),
    ("#0b7d5e", "#fff8e7", "#12a37d", "green"),
    ("#7a3f98", "#fff8e7", "#a868c8", "purple"),
    ("#e08a1e", "#2d2413", "#e08a1e", "orange"),
)
OTHERS = {
    PLAIN: ("#fffaf0", "#2d2413", "#d8d0c0", "white"),
    BACK: ("#6b5f4d", "#fff8e7", "#9a8c74", "brown"),
}


@dataclass(frozen=True)
class Piece:
    """Something that lies on a place."""

    colour: int = PLAIN  # the number of a seat, PLAIN, or BACK for a card face down
    text: str = ""  # on it: a letter, a number
    shape: str = TOKEN
    name: str = ""  # to click it apart from its place; pages move what keeps its name


class BoardScene:
    """The places of a board and what lies on them. Raises ValueError where names are wrong."""

    def __init__(
        self, places: Sequence[Place], pieces: Iterable[tuple[str, Piece]], headline: str
    ) -> None:
        self.places = {place.name: place for place in places}
        self.pieces: dict[str, list[Piece]] = {name: [] for name in self.places}
        self.headline = headline
        for name, piece in pieces:
            if name not in self.pieces:
                raise ValueError(f"the board has no place {name!r} for a piece")
            self.pieces[name].append(piece)
        names = [(f"place-{_slug(place.name)}", place.name) for place in places]
        names += [(f"piece-{_slug(p.name)}", p.name) for _, p in self.items() if p.name]
        self.ids = {name: element for element, name in names}
        if not len(names) == len(self.ids) == len(dict(names)):
            raise ValueError(f"two places or pieces have one name: {_repeated(names)}")
        self.edges = edges_of(places)

    def items(self) -> Iterator[tuple[Place, Piece]]:
        """Yield every piece with its place."""
        for name, pieces in self.pieces.items():
            for piece in pieces:
                yield self.places[name], piece

    def visible(self, place: Place) -> list[Piece]:
        """Return the pieces that can be seen: all but those under the last one of a stack."""
        pieces = self.pieces[place.name]
        return pieces[-1:] if place.shape == STACK else pieces

    def describe(self, place: Place) -> str:
        """Return a place and what lies on it in words."""
        pieces = self.pieces[place.name]
        words = [piece.name or f"{colours(piece)[3]} {piece.text}".strip() for piece in pieces]
        if len(words) > 6 and len({*words}) == 1:
            words = [f"{len(words)} × {words[0]}"]
        return f"{place.name}: {', '.join(words)}" if words else place.name

    @property
    def spaces(self) -> list[Place]:
        """The places that are printed as the board."""
        return [place for place in self.places.values() if place.shape != HAND]


def colours(piece: Piece) -> tuple[str, str, str, str]:
    """Return the fill of a piece, the colour of its letters, its terminal colour, and its name."""
    return OTHERS[piece.colour] if piece.colour < 0 else COLOURS[piece.colour]


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name)


def _repeated(names: Sequence[tuple[str, str]]) -> str:
    """Return the first name that another one can't be told from."""
    elements = [element for element, _ in names]
    plain = [name for _, name in names]
    return next(
        name for element, name in names if elements.count(element) > 1 or plain.count(name) > 1
    )
