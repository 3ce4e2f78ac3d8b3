"""The chat of a table: short lines of text that players write to everybody there."""

import unicodedata
from dataclasses import dataclass

from offleash.tools.errors import OffleashError
from offleash.tools.visible_text import has_visible, remove_invisible

MAX_LENGTH = 200  # characters of a line
MAX_LINES = 500  # of a table, so that its log stays small
REACTIONS = ("Well played!", "Ouch!", "Wow!", "Thanks!", "Good luck!", "Good game!")


class InvalidLine(OffleashError):
    """A line of the chat is empty or too long."""


@dataclass(frozen=True)
class SentLine:
    """A line of the chat, and when it was sent."""

    seat: int
    text: str
    at: float  # seconds since 1970


def clean_line(text: str) -> str:
    """Return a line without invisible characters. Raise InvalidLine if nothing is left."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    line = remove_invisible(spaced).strip()
    if not has_visible(line):
        raise InvalidLine("please write something")
    if len(line) > MAX_LENGTH:
        raise InvalidLine(f"a line of the chat can have at most {MAX_LENGTH} characters")
    return line
