"""Decks of walk cards as text: a line `name count steps` for each kind."""

import re
from functools import cache

from offleash.tools.errors import BadNotation

MOST_KINDS = 6
MOST_CARDS = 100  # in all
MOST_STEPS = 12

Kind = tuple[str, int, int]  # name, how many, how far it lets a dog walk


@cache
def parse_deck(text: str) -> tuple[Kind, ...]:
    """The kinds of cards; what is wrong is named with its line."""
    kinds: list[Kind] = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        match = re.fullmatch(r"([a-z]{1,12}) ([0-9]{1,3}) ([0-9]{1,3})", " ".join(line.split()))
        if not match:
            raise BadNotation(f"line {number}: {line[:40]!r} is no card: write 'trot 4 3'")
        name, count, steps = match[1], int(match[2]), int(match[3])
        if not 1 <= steps <= MOST_STEPS or count < 1:
            raise BadNotation(f"line {number}: {name} needs 1 to {MOST_STEPS} steps, and a count")
        if name in [kind for kind, _, _ in kinds]:
            raise BadNotation(f"line {number}: there is a card {name} already")
        kinds.append((name, count, steps))
    if len(kinds) > MOST_KINDS or sum(count for _, count, _ in kinds) > MOST_CARDS:
        raise BadNotation(f"a deck has at most {MOST_KINDS} kinds and {MOST_CARDS} cards")
    return tuple(kinds)
