"""What a project may have images for: the cover, cards and their backs, spaces and tokens."""

from offleash.contract import Records
from offleash.games.uri_nation.board.text import GLYPHS
from offleash.games.uri_nation.deck import deck_of
from offleash.games.uri_nation.draw.cards import BACK_SLOTS
from offleash.games.uri_nation.draw.own_pieces import token_slot
from offleash.games.uri_nation.draw.street import SPACE_SLOTS
from offleash.games.uri_nation.draw.supply import LARGE, SMALL
from offleash.games.uri_nation.text.names import (
    ARCHETYPE_NAMES,
    DECK_NAMES,
    SEAT_NAMES,
    STOCK_NAMES,
)


def image_slots(options: Records) -> dict[str, str]:
    """Return what images can be for, each with words for people."""
    slots = {"cover": "Cover of the rulebook"}
    slots |= {slot: f"Space: {GLYPHS[glyph]}" for glyph, slot in SPACE_SLOTS.items()}
    pieces = [("dogs", name) for name in ARCHETYPE_NAMES]
    pieces += [(kind, seat) for kind in (LARGE, SMALL) for seat in SEAT_NAMES]
    pieces += [("tokens", stock) for stock in STOCK_NAMES[:-1]] + [("pegs", "water")]
    slots |= {token_slot(kind, label): f"{kind.capitalize()}: {label}" for kind, label in pieces}
    for number, (deck, back) in enumerate(zip(DECK_NAMES, BACK_SLOTS, strict=True)):
        slots[back] = f"Back of {deck}"
        slots |= {f"card-{card.id}": f"{deck}: {card.name}" for card in deck_of(options, number)}
    return slots
