"""The chat of a table: short lines of text that players write to everybody there."""

import re
import unicodedata
from dataclasses import dataclass

from offleash.core.errors import OffleashError

MAX_LENGTH = 200  # characters of a line
MAX_LINES = 500  # of a table, so that its log stays small
REACTIONS = ("Well played!", "Ouch!", "Wow!", "Thanks!", "Good luck!", "Good game!")
INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")  # but joined emoji stay
JOINED_EMOJI = "\u200d"


class InvalidLine(OffleashError):
    """A line of the chat is empty or too long."""


@dataclass(frozen=True)
class SentLine:
    """A line of the chat, and when it was sent."""

    seat: int
    text: str
    at: float  # seconds since 1970


def clean_line(text: str) -> str:
    """A line without control and direction characters. Raises InvalidLine if nothing is left."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    line = "".join(letter for letter in spaced if _is_allowed(letter)).strip()
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in line):
        raise InvalidLine("please write something")
    if len(line) > MAX_LENGTH:
        raise InvalidLine(f"a line of the chat can have at most {MAX_LENGTH} characters")
    return line


def _is_allowed(letter: str) -> bool:
    if letter == JOINED_EMOJI:
        return True
    return not INVISIBLE.match(letter) and unicodedata.category(letter) not in ("Cc", "Cs", "Co")
