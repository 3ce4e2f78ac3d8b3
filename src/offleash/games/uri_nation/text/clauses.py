"""Splits the text of a position into facts, clause by clause."""

import re
from collections.abc import Mapping, Sequence

from offleash.core.errors import BadNotation, shown
from offleash.core.game import Records
from offleash.games.uri_nation.text.actions import without_loose_spaces
from offleash.games.uri_nation.text.facts import Facts, Key, words_by_head
from offleash.games.uri_nation.text.words import dogs_of, names_of

EXAMPLE = "'yapper at (3,0) drive 1; turn yapper; steps 6'"


def split_position(text: str, options: Records) -> Facts:
    """The facts as they were written, in small letters; commas between them do not matter.

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
    """The facts of one clause."""
    clause = shown(" ".join(words))
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
