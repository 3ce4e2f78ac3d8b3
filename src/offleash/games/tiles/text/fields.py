"""A position as one line of fields, `table=… seat=1`, taken apart: a sentence for what is wrong."""

import re
from collections.abc import Sequence

from offleash.core.errors import BadNotation, quote

NOBODY_HAS = "-"  # how an empty hand is written


def split_fields(text: str, known: Sequence[str]) -> dict[str, str]:
    """What each field says, as it was written; each at most once, and none that is not known."""
    fields: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            raise BadNotation(
                f"{quote(word)} is no field of a position: known are {', '.join(known)}"
            )
        if name in fields:
            raise BadNotation(f"field {name} is written twice")
        fields[name] = value
    return fields


def number_in(name: str, text: str, low: int, high: int) -> int:
    """A whole number between two, both included."""
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise BadNotation(f"{name}={quote(text)[1:-1]} is wrong: {name} goes from {low} to {high}")
    return int(text)


def word_in(name: str, text: str, words: Sequence[str]) -> int:
    """The number of one of several words."""
    if text.lower() not in words:
        raise BadNotation(f"{name}={quote(text)[1:-1]} is wrong: {name} is {' or '.join(words)}")
    return list(words).index(text.lower())


def by_seat(name: str, text: str, players: int) -> list[str]:
    """What is written for each player, parted by bars."""
    parts = text.split("|")
    if len(parts) != players:
        raise BadNotation(
            f"{name}={quote(text)[1:-1]} is for {len(parts)}: {players} play, parted by |"
        )
    return parts
