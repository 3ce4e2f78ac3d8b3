"""A position as one line of fields, `table=… seat=1`, both ways.

What parses a field raises BadNotation for what is wrong with it.
"""

import re
from collections.abc import Mapping, Sequence

from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import count_of

NOBODY_HAS = "-"  # how an empty hand is written


def number_in(name: str, text: str, low: int, high: int) -> int:
    """Return a whole number between two, both included."""
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise BadNotation(
            f"{name}={quote(text)[1:-1]} is wrong: write a number from {low} to {high}"
        )
    return int(text)


def word_in(name: str, text: str, words: Sequence[str]) -> int:
    """Return the number of one of several words, in capital or small letters."""
    if text.lower() not in words:
        raise BadNotation(f"{name}={quote(text)[1:-1]} is wrong: write {' or '.join(words)}")
    return list(words).index(text.lower())


def by_seat(name: str, text: str, players: int) -> list[str]:
    """Return what is written for each player, where bars separate the players."""
    parts = text.split("|")
    if len(parts) != players:
        raise BadNotation(
            f"{name} {quote(text)} has {count_of(len(parts), 'part')}: "
            f"write {players}, separated by |"
        )
    return parts


def format_fields(fields: Mapping[str, str], blank: Mapping[str, str]) -> str:
    """Return the fields on one line, without those that are read like this anyway."""
    return " ".join(f"{name}={text}" for name, text in fields.items() if blank.get(name) != text)


def differences(actual: Mapping[str, str], expected: Mapping[str, str]) -> list[str]:
    """Return a sentence for each field that is not as expected."""
    return [
        f"{name} is {actual[name] or 'empty'}, not {text or 'empty'}"
        for name, text in expected.items()
        if actual[name] != text
    ]
