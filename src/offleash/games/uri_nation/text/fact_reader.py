"""Reads the facts of a text: numbers, words, places and lists, each or its usual value."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from offleash.core.errors import BadNotation, quote
from offleash.core.game import Records
from offleash.games.uri_nation.text.facts import Facts
from offleash.games.uri_nation.text.words import NOTHING, TRICKS, dogs_of, names_of, numbered

# What a name is not, in refusals
DOG = "dog of this game"
CELL = "cell that a dog can stand on"
CARD = "card of these decks"


class FactReader:
    """The facts of a text by head and word, `yapper drive`; what it does not name is as usual.

    Every method raises BadNotation for a fact that it can't read.
    """

    def __init__(self, facts: Facts, options: Records) -> None:
        self.facts = {" ".join(key).strip(): text.lower() for key, text in facts.items()}
        self.options: Any = options[0]
        self.names, self.dogs = names_of(options), dogs_of(options)
        self.seats = {dog: seat for seat, dog in enumerate(self.dogs)}

    def refuse(self, key: str, problem: str) -> NoReturn:
        clause = f"{key} {self.facts.get(key, '')}".strip()
        raise BadNotation(f"{quote(clause)} is wrong: {problem}")

    def lookup(self, key: str, name: str, known: Mapping[str, int], noun: str) -> int:
        """The number of a thing that is known."""
        if name not in known:
            self.refuse(key, f"{quote(name)} is not a {noun}")
        return known[name]

    def number(self, key: str, low: int, high: int, usual: int) -> int:
        text = self.facts.get(key, str(usual))
        if not re.fullmatch("[+-]?[0-9]{1,6}", text) or not low <= int(text) <= high:
            self.refuse(key, f"it goes from {low} to {high}")
        return int(text)

    def word(self, key: str, words: Sequence[str], usual: int) -> int:
        """Which of some words is written."""
        text = self.facts.get(key, words[usual])
        if text not in words:
            self.refuse(key, f"it is {' or '.join(words)}")
        return words.index(text)

    def flag(self, key: str, usual: bool = False) -> int:
        return self.word(key, ("no", "yes"), int(usual))

    def one(self, key: str, known: Mapping[str, int], noun: str, usual: int, none: int = -1) -> int:
        """One of the things that are known, or nothing."""
        text = self.facts.get(key)
        if text is None:
            return usual
        return none if text == NOTHING else self.lookup(key, text, known, noun)

    def seat(self, key: str, usual: int, none: int = -1) -> int:
        """The seat of a dog."""
        return self.one(key, self.seats, DOG, usual, none)

    def cell(self, key: str, usual: int = -1) -> int:
        """A cell where a dog can stand."""
        return self.one(key, self.names.walkable, CELL, usual)

    def parts(self, key: str) -> list[str] | None:
        """The parts of a list; `-` is an empty one."""
        text = self.facts.get(key)
        return text if text is None else [] if text == NOTHING else text.replace("+", " ").split()

    def several(
        self, key: str, known: Mapping[str, int], noun: str, usual: Sequence[int] = ()
    ) -> list[int]:
        """Any number of the things that are known, each once."""
        parts = self.parts(key)
        if parts is None:
            return list(usual)
        numbers = [self.lookup(key, part, known, noun) for part in parts]
        if len(set(numbers)) < len(numbers):
            self.refuse(key, "something in it is written twice")
        return numbers

    def mask(self, key: str, known: Mapping[str, int], noun: str, usual: Sequence[int] = ()) -> int:
        """The things that are named, as bits."""
        return sum(1 << bit for bit in self.several(key, known, noun, usual))

    def seat_mask(self, key: str, usual: Sequence[int] = ()) -> int:
        """The seats of some dogs, as bits."""
        return self.mask(key, self.seats, DOG, usual)

    def tricks(self, key: str) -> int:
        """Walk tricks, as bits."""
        return self.mask(key, numbered(TRICKS), "walk trick")
