"""Words of the notation: phases, bowls, tricks, dogs, and the places and cards of the options."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from offleash.contract import Records
from offleash.contract.option_texts import stored_text
from offleash.games.uri_nation.board.tables import feature_numbers
from offleash.games.uri_nation.board.text import Board, cell_text, parse_board
from offleash.games.uri_nation.deck import DECK_OPTIONS, parse_deck
from offleash.games.uri_nation.options import ARCHETYPES
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.card_words import MOST_CARDS

# Every phase: its word, the ruling behind its decision, and what is going on
PHASE_TEXTS = {
    R.HOMES_DRAWN: ("homes", "S3", "homes are drawn by lot"),
    R.ORDER: ("order", "T1", "a roll-off for the order of round {rounds}"),
    R.SETUP_CLAIM: ("setup", "S1", "{dog} claims a territory next to its home"),
    R.PRE_ROLL: ("pre-roll", "D3", "{dog} may play a card before the roll"),
    R.ROLL: ("roll", "M25", "{dog} rolls"),
    R.POST_ROLL: ("post-roll", "W0", "{dog} rolled {dice} and may do a trick"),
    R.MOVE: ("move", "M7", "{dog} walks, {steps} left"),
    R.DRINK: ("drink", "M28", "{dog} may drink here"),
    R.DRAW: ("draw", "M27", "{dog} draws a card of the {deck} deck"),
    R.CARD_TARGET: ("target", "N14", "{dog} chooses for “{card}”"),
    R.CARD_DISCARD: ("discard", "D3", "{dog} holds too many cards and discards one"),
    R.ACTION: ("action", "N20", "{dog} acts{actions}"),
    R.BID_ATT: ("bid", "W7", "{fight}: {dog} bids"),
    R.BID_DEF: ("counterbid", "W7", "{fight}: {dog} bids"),
    R.REVEAL: ("reveal", "N15", "{fight}"),
    R.DICE: ("dice", "C1", "{fight}"),
    R.RECLAIM: ("reclaim", "C10", "{attacker} has won {quarry} and may re-claim it"),
    R.PATROL: ("patrol", "W5", "{dog} is on patrol"),
    R.TIE: ("tie", "T10", "{winners} tie: the winner is drawn by lot"),
    R.FINISHED: ("over", "T4", "{winners} {win}: {ending}"),
}
PHASES = tuple(word for word, _, _ in PHASE_TEXTS.values())  # by their numbers
WALKING = (R.MOVE, R.DRINK, R.DRAW, R.CARD_TARGET, R.CARD_DISCARD)
FIGHTING = (R.BID_ATT, R.BID_DEF, R.REVEAL, R.DICE)
STOCK_WORDS = ("swagger", "drive", "grit", "bond", "water")  # by their numbers in a bowl
TRICKS = ("leash", "zoomies", "distracted", "sniff", "patrol", "leg")  # by their bits
DECK_WORDS = ("water", "chance", "events")
WINDOWS = ("walk", "roll", "action")  # when a card is carried out
ENDINGS = ("-", "threshold", "last-dog", "time")
NOTHING = "-"


def numbered(places: Sequence[str]) -> dict[str, int]:
    """Return the number of each place or word."""
    return {place: number for number, place in enumerate(places)}


@dataclass(frozen=True, eq=False)
class Names:
    """What the places of a board and the cards of its decks are called."""

    board: Board
    decks: tuple[tuple[str, ...], ...]  # the ids of each deck's cards
    cells: tuple[str, ...]  # where a dog can stand
    territories: tuple[str, ...]
    sites: tuple[str, ...]  # bond spaces and parks
    homes: tuple[str, ...]

    @cached_property
    def walkable(self) -> dict[str, int]:
        """The number of each cell where a dog can stand."""
        return numbered(self.cells)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each territory."""
        return numbered(self.territories)

    @cached_property
    def features(self) -> dict[str, int]:
        """Sites and spots, by the numbers of features."""
        return {cell_text(cell): number for cell, number in feature_numbers(self.board).items()}

    @cached_property
    def feature_texts(self) -> dict[int, str]:
        return {number: cell for cell, number in self.features.items()}

    def card(self, card: int) -> str:
        """Return a card by its number among all: its id, or `card 2-37` where there is none."""
        deck, number = divmod(card, MOST_CARDS)
        ids = self.decks[deck]
        return ids[number] if number < len(ids) else f"card {deck}-{number}"

    @cached_property
    def cards(self) -> dict[str, int]:
        """The number of each card by its id in small letters."""
        return {
            card.lower(): deck * MOST_CARDS + number
            for deck, ids in enumerate(self.decks)
            for number, card in enumerate(ids)
        }


@lru_cache(256)
def _names(board_text: str, decks: tuple[str, ...]) -> Names:
    ids = tuple(tuple(card.id for card in parse_deck(deck)) for deck in decks)
    board = parse_board(board_text)
    places = (board.cells, board.territories, board.sites, board.homes)
    return Names(board, ids, *(tuple(map(cell_text, cells)) for cells in places))


def names_of(options: Records) -> Names:
    """Return the names of the board and the decks that options have."""
    texts = [stored_text(options[name][0]) or "" for name in ("board", *DECK_OPTIONS)]
    return _names(texts[0], tuple(texts[1:]))


def dogs_of(options: Records) -> tuple[str, ...]:
    """Return what each seat plays: the name of its dog, also the seat's in positions."""
    seats = int(options["seats"][0])
    return tuple(ARCHETYPES[int(dog)] for dog in options["archetypes"][0][:seats])


def bits_of(mask: int) -> list[int]:
    """Return the numbers in a set."""
    bits = int(mask)
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
