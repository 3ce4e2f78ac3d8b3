"""Where a project's own names are stored: in lines `call: Grit = Pluck` of the board's text."""

from dataclasses import replace

from offleash.contract.text.wording import Names, OwnNames
from offleash.games.uri_nation.board.text import format_board_file, parse_board
from offleash.games.uri_nation.editor.own_words import OWN_WORDS


def read_names(text: str) -> Names:
    """Return the names in a board's text."""
    return dict(parse_board(text).calls) if "\ncall:" in text else {}


def write_names(text: str, names: Names) -> str:
    """Return a board's text with these names."""
    return format_board_file(replace(parse_board(text), calls=tuple(names.items())))


OWN_NAMES = OwnNames(OWN_WORDS, "board", read_names, write_names)
