"""The options of Digs: one of every kind, two presets, and the tables worked out from the files."""

from pathlib import Path

import numpy as np

from offleash.contract import Records
from offleash.contract.option_texts import stored_text
from offleash.contract.options import (
    choice,
    file,
    flag,
    numbers,
    option_words,
    options_record,
    whole,
)
from tests.toys.digs.deck import MOST_KINDS, Kind, parse_deck
from tests.toys.yard.board import MOST_CELLS, STARTS, Board, parse_board
from tests.toys.yard.rules.walks import WAYS

DATA = Path(__file__).parent / "data"
SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")
BOARDS = {name: DATA / f"{name}.txt" for name in ("garden", "park")}
DECKS = {name: DATA / f"{name}.txt" for name in ("plain", "lively")}
MOST_BISCUITS = 15  # a dog can't carry more


def check_board(text: str) -> None:
    parse_board(text)


def check_deck(text: str) -> None:
    parse_deck(text)


OPTION_LIST = (
    whole("seats", 3, 2, 4, "how many dogs play", source="G1"),
    file("board", BOARDS, check_board, "the yard", source="G1"),
    file("deck", DECKS, check_deck, "the walk cards", source="G2"),
    whole("rounds", None, 1, 40, "rounds until the dogs are called in", source="G8", swept=(4, 8)),
    flag("must_walk", "a dog has to leave its cell if it can", default=True, source="G3"),
    whole("crumbs", 1, 0, 3, "biscuits found in earth that nobody has dug", source="G4"),
    choice("tie", ("digger", "poorest", "nobody"), "who gets a bone that ties", source="G7"),
    numbers(
        "biscuits",
        [name.lower() for name in SEAT_NAMES],
        5,
        0,
        9,
        "biscuits to begin with",
        source="G5",
    ),
)
PRESETS = {
    "quick": {"rounds": 6},
    "long": {"seats": 4, "board": "park", "rounds": "none", "biscuits": "red=3,green=7"},
}

OPTIONS = options_record(
    OPTION_LIST,
    PRESETS,
    steps=(np.int8, (MOST_CELLS, WAYS)),  # the board: which cells lie side by side
    apart=(np.int8, (MOST_CELLS, MOST_CELLS)),  # and how many steps lie between them
    homes=(np.int8, len(STARTS)),  # where each seat's dog starts
    bones=np.int64,  # cells with a bone, as bits
    cells=np.int64,  # how many there are
    kinds=np.int64,  # of cards in the deck
    copies=(np.int64, MOST_KINDS),  # how many of each kind
    reach=(np.int64, MOST_KINDS),  # how far each kind lets a dog walk
)
WORDS = option_words(OPTION_LIST)


def board_of(options: Records) -> Board:
    """The board that options name."""
    return parse_board(stored_text(options["board"][0]) or "")


def deck_of(options: Records) -> tuple[Kind, ...]:
    """The deck that options name."""
    return parse_deck(stored_text(options["deck"][0]) or "")


def settle(options: Records) -> None:
    """The tables of the board and of the deck."""
    board, deck = board_of(options), deck_of(options)
    options["steps"][0] = board.steps
    options["apart"][0] = board.apart
    options["homes"][0] = board.homes
    options["bones"][0] = sum(1 << cell for cell in board.bones)
    options["cells"][0] = len(board.spots)
    options["kinds"][0] = len(deck)
    options["copies"][0] = [count for _, count, _ in deck] + [0] * (MOST_KINDS - len(deck))
    options["reach"][0] = [steps for _, _, steps in deck] + [0] * (MOST_KINDS - len(deck))
