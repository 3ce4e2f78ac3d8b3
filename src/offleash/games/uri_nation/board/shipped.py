"""The board that a person names: one in the box, or a file."""

from offleash.core.errors import BadNotation, OffleashError
from offleash.core.files import exists, read_text
from offleash.core.prose import did_you_mean
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.text import Board, parse_board


def board_named(name: str) -> Board:
    """A shipped board by its name, any other by its file; errors begin with the name."""
    if name not in BOARDS and not exists(name) and not any(sign in name for sign in "./\\~"):
        hint = did_you_mean(name, BOARDS)
        listed = ", ".join(BOARDS)
        raise OffleashError(f"there is no board {name!r}{hint}; name a file or one of {listed}")
    try:
        return parse_board(read_text(BOARDS.get(name, name)))
    except BadNotation as error:
        raise BadNotation(f"{name}: {error}") from None
