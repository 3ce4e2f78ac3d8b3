"""The facts of a text, and how each kind of them is read: numbers, words, places, lists."""

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

from offleash.core.errors import BadNotation, quote
from offleash.core.game import Records
from offleash.games.uri_nation.text.facts import Facts, Key
from offleash.games.uri_nation.text.words import NOTHING, dogs_of, names_of


class Written:
    """The facts of a text, and how each kind of them is read."""

    def __init__(self, facts: Facts, options: Records) -> None:
        self.facts = {key: text.lower() for key, text in facts.items()}
        self.options = options
        self.names, self.dogs = names_of(options), dogs_of(options)
        self.seats = {dog: seat for seat, dog in enumerate(self.dogs)}

    def refuse(self, key: Key, problem: str) -> NoReturn:
        clause = " ".join(filter(None, (*key, self.facts.get(key, ""))))
        raise BadNotation(f"{quote(clause)} is wrong: {problem}")

    def number(self, key: Key, low: int, high: int, usual: int) -> int:
        text = self.facts.get(key)
        if text is None:
            return usual
        if not re.fullmatch("[+-]?[0-9]{1,6}", text) or not low <= int(text) <= high:
            self.refuse(key, f"it goes from {low} to {high}")
        return int(text)

    def word(self, key: Key, words: Sequence[str], usual: int) -> int:
        """Which of some words is written."""
        text = self.facts.get(key)
        if text is None:
            return usual
        if text not in words:
            self.refuse(key, f"it is {' or '.join(words)}")
        return words.index(text)

    def flag(self, key: Key, usual: bool = False) -> int:
        return self.word(key, ("no", "yes"), int(usual))

    def one(self, key: Key, known: Mapping[str, int], what: str, usual: int, none: int = -1) -> int:
        """One of the things that are known, or nothing."""
        text = self.facts.get(key)
        if text is None:
            return usual
        if text == NOTHING:
            return none
        if text not in known:
            self.refuse(key, f"{quote(text)} is no {what}")
        return known[text]

    def parts(self, key: Key) -> list[str] | None:
        """The parts of a list; `-` is an empty one."""
        text = self.facts.get(key)
        return text if text is None else [] if text == NOTHING else text.replace("+", " ").split()

    def several(
        self, key: Key, known: Mapping[str, int], what: str, usual: Sequence[int] = ()
    ) -> list[int]:
        """Any number of the things that are known, each once."""
        parts = self.parts(key)
        if parts is None:
            return list(usual)
        for part in parts:
            if part not in known:
                self.refuse(key, f"{quote(part)} is no {what}")
        if len(set(parts)) < len(parts):
            self.refuse(key, "something in it is written twice")
        return [known[part] for part in parts]

    def mask(self, key: Key, known: Mapping[str, int], what: str, usual: Sequence[int] = ()) -> int:
        return sum(1 << bit for bit in self.several(key, known, what, usual))
