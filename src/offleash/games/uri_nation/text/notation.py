"""Positions as text, both ways: exact inverses.

A position is clauses: `yapper at (3,0) drive 1; turn yapper; steps 6`. What is not written takes
its usual value, which the rules page, rules.md, gives.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.options import OPTIONS
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.actions import without_loose_spaces
from offleash.games.uri_nation.text.checks import check
from offleash.games.uri_nation.text.facts import Facts, Key, facts_of, words_by_head
from offleash.games.uri_nation.text.reading import build
from offleash.games.uri_nation.text.words import NOTHING, STOCK_WORDS, dogs_of, names_of
from offleash.tools.errors import BadNotation, quote

EXAMPLE = "'yapper at (3,0) drive 1; turn yapper; steps 6'"

# Facts that are always written, so that a reader need not know their usual values
ALWAYS_DOG = ("at", *STOCK_WORDS)
ALWAYS = ("round", "turn", "phase")
LISTS = ("owns", "holds")  # which are usually empty

# Facts that the usual values of others depend on: written first, in this order
EARLY = (
    ("turn", "phase", "home", "away"),
    ("order", "disk", "deck", "card", "before", "challenge"),
)


# From a position to text


def format_position(states: Records, options: Records) -> str:
    """Return the whole position on one line, cached for tables, transcripts and refusals."""
    return _format(states.tobytes(), options.tobytes())


@lru_cache(maxsize=64)
def _format(state_bytes: bytes, option_bytes: bytes) -> str:
    """Return the text of a position, as bytes with its options."""
    states, options = np.frombuffer(state_bytes, R.RECORD), np.frombuffer(option_bytes, OPTIONS)
    facts = facts_of(states, options)
    places = set(names_of(options).territories)  # written with their owners
    named = {
        (head, word): text
        for (head, word), text in facts.items()
        if head in ALWAYS or word in ALWAYS_DOG or (word in LISTS and text != NOTHING)
    }
    stages = [*EARLY]
    while True:
        usual = facts_of(build(named, options), options)
        differing = [key for key in facts if usual[key] != facts[key] and key[0] not in places]
        due: list[Key] = []
        while stages and not due:
            stage = stages.pop(0)
            due = [(head, word) for head, word in differing if (word or head) in stage]
        named |= {key: facts[key] for key in due or differing}
        if not due:
            return _clauses({key: facts[key] for key in facts if key in named})


def _clauses(facts: Facts) -> str:
    """Return facts in a row, one clause for each head."""
    clauses: dict[str, list[str]] = {}
    for (head, word), text in facts.items():
        if word and head in ("card", "challenge") and head not in clauses:
            clauses[head] = ["-"]
        clauses.setdefault(head, []).extend([word, text] if word else [text])
    return "; ".join(" ".join([head, *words]) for head, words in clauses.items())


def format_board(states: Records, options: Records) -> str:
    """Return what lies on the board: dogs, disks with their tokens, and alliances."""
    sites = names_of(options).sites
    facts = {key: text for key, text in facts_of(states, options).items() if text != NOTHING}
    return _clauses(
        {key: facts[key] for key in facts if key[1] in ("at", "owns") or key[0] in sites}
    )


# From text to a position


def split_position(text: str, options: Records) -> Facts:
    """Return the facts as they were written, in small letters; commas between them do not count.

    `(2,4) with 1 fortify` is `(2,4)+1`.
    """
    plain = re.sub(r",(?![0-9]+\))", " ", without_loose_spaces(text.lower()))
    plain = re.sub(r"\) with ([0-9]+) fortify(?: tokens?)?\b", r")+\1", plain)
    heads = words_by_head(names_of(options), dogs_of(options))
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
    """Return the facts of one clause."""
    clause = quote(" ".join(words))
    size = 2 if " ".join(words[:2]) in heads else 1
    head, rest = " ".join(words[:size]), list(words[size:])
    if head not in heads:
        dogs = ", ".join(head for head, follow in heads.items() if "drive" in follow)
        others = ", ".join(head for head in heads if head[0].isalpha() and "" in heads[head])
        raise BadNotation(
            f"{clause} is not a clause of a position: it begins with a dog ({dogs}), 'home 1', a "
            f"territory or a site, or one of {others}"
        )
    if not rest:
        raise BadNotation(f"{clause} says nothing about {head}")
    known = heads[head]
    facts: list[tuple[Key, str]] = []
    if "" not in known and rest[0] not in known:
        raise BadNotation(f"{clause}: {quote(rest[0])} is none of {', '.join(known)}")
    while rest:
        word = rest.pop(0) if facts or "" not in known else ""
        value = [rest.pop(0)] if rest else []
        while rest and (rest[0] not in known or known == ("",)):
            value.append(rest.pop(0))
        if not value:
            raise BadNotation(f"{clause} says nothing after '{word}'")
        facts.append(((head, word), " ".join(value)))
    return facts


def read_position(text: str, options: Records) -> Records:
    """Return a position from text, also one to be compared that could not be played."""
    return build(split_position(text, options), options)


def parse_position(text: str, options: Records) -> Records:
    """Return a position that can be played, or a seat's view of one."""
    states = read_position(text, options)
    check(states, options)
    return states


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """Return where a partly written position differs: only what it names is compared."""
    named = split_position(text, options)
    expected, actual = facts_of(build(named, options), options), facts_of(states, options)
    differing = [key for key in named if expected[key] != actual[key]]
    return [f"{' '.join(key).strip()} is {actual[key]}, not {expected[key]}" for key in differing]


def is_whole(states: Records) -> bool:
    """Return whether no bid in it is unknown."""
    return not (states["bids"][0] == R.UNKNOWN).any()
