"""Splits the text of a position into facts, clause by clause."""

import re
from collections.abc import Mapping, Sequence

from offleash.core.errors import BadNotation, shown
from offleash.core.game import Records
from offleash.games.uri_nation.board.text import LABELS
from offleash.games.uri_nation.text.actions import without_loose_spaces
from offleash.games.uri_nation.text.facts import (
    CARD_WORDS,
    CHALLENGE_WORDS,
    DOG_WORDS,
    HOME_WORDS,
    Facts,
    Key,
)
from offleash.games.uri_nation.text.words import Names, dogs_of, names_of

# Heads that are followed by one thing only
PLAIN_HEADS = (
    "round",
    "turn",
    "order",
    "phase",
    "actions",
    "acted",
    "rolled",
    "doubles",
    "tricked",
    "steps",
    "moved",
    "been home",
    "walk over",
    "came",
    "left",
    "visited",
    "triggered",
    "met",
    "deck",
    "patrolled",
    "out",
    "no water",
    "no chance",
    "open road",
    "once held",
    "winners",
    "ending",
)
EXAMPLE = "'yapper at (3,0) drive 1; turn yapper; steps 6'"


def heads_of(options: Records, names: Names) -> Mapping[str, tuple[str, ...]]:
    """Every head with the words that may follow it; an empty word stands for none."""
    return (
        dict.fromkeys(dogs_of(options), DOG_WORDS)
        | {f"home {label}": HOME_WORDS for label in LABELS}
        | dict.fromkeys((*names.sites, *names.territories), ("",))
        | dict.fromkeys(PLAIN_HEADS, ("",))
        | {"card": ("", *CARD_WORDS), "challenge": ("", *CHALLENGE_WORDS)}
    )


def split_position(text: str, options: Records) -> Facts:
    """The facts as they were written, in small letters; commas between them do not matter.

    `(2,4) with 1 fortify` is `(2,4)+1`.
    """
    plain = re.sub(r",(?![0-9]+\))", " ", without_loose_spaces(text.lower()))
    plain = re.sub(r"\) with ([0-9]+) fortify(?: tokens?)?\b", r")+\1", plain)
    heads = heads_of(options, names_of(options))
    facts: Facts = {}
    for clause in plain.split(";"):
        words = clause.split()
        if not words:
            raise BadNotation(f"a position has no empty clauses: write {EXAMPLE}")
        for key, value in _clause(words, heads):
            if key in facts:
                raise BadNotation(f"'{' '.join(key).strip()}' is written twice in the position")
            facts[key] = value
    return facts


def _clause(words: Sequence[str], heads: Mapping[str, tuple[str, ...]]) -> list[tuple[Key, str]]:
    """The facts of one clause."""
    clause = shown(" ".join(words))
    size = 2 if " ".join(words[:2]) in heads else 1
    head, rest = " ".join(words[:size]), list(words[size:])
    if head not in heads:
        dogs = ", ".join(head for head, follow in heads.items() if follow == DOG_WORDS)
        raise BadNotation(
            f"{clause} is not a clause of a position: it begins with a dog ({dogs}), 'home 1', a "
            f"territory or a site, or one of card, challenge, {', '.join(PLAIN_HEADS)}"
        )
    if not rest:
        raise BadNotation(f"{clause} says nothing about {head}")
    known = heads[head]
    facts: list[tuple[Key, str]] = []
    if "" not in known and rest[0] not in known:
        raise BadNotation(f"{clause}: {shown(rest[0])} is none of {', '.join(known)}")
    while rest:
        word = rest.pop(0) if facts or "" not in known else ""
        value = rest[:1]
        del rest[:1]
        while rest and (rest[0] not in known or known == ("",)):
            value.append(rest.pop(0))
        if not value:
            raise BadNotation(f"{clause} says nothing behind '{word}'")
        facts.append(((head, word), " ".join(value)))
    return facts
