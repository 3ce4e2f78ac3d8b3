"""Options of a game: switches with a name, a default, a range and one line of explanation."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.errors import BadNotation
from offleash.core.record import record

YES = ("true", "yes", "on", "1")
NO = ("false", "no", "off", "0")


@dataclass(frozen=True)
class Switch:
    """One option. `words` names its values where they are not whole numbers."""

    name: str
    default: int
    low: int
    high: int
    text: str
    words: tuple[str, ...] = ()
    step: int = 1

    def parse(self, value: Any) -> int:
        """The stored number for what a person wrote; raises a sentence naming the option."""
        wanted = str(value).strip().lower()
        if self.words == ("false", "true"):
            if wanted in YES or wanted in NO:
                return int(wanted in YES)
        elif self.words:
            if wanted in self.words:
                return self.words.index(wanted)
        elif re.fullmatch(r"-?[0-9]{1,9}", wanted) and int(wanted) in self.values:
            return int(wanted)
        raise BadNotation(f"option {self.name} can't be {value!r}: it takes {self.range_text}")

    def format(self, value: int) -> str:
        return self.words[value] if self.words else str(value)

    @property
    def values(self) -> range:
        return range(self.low, self.high + 1, self.step)

    @property
    def range_text(self) -> str:
        if self.words:
            return " or ".join(self.words)
        multiple = f" in steps of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low} to {self.high}{multiple}"


def flag(name: str, text: str) -> Switch:
    """On or off, off by default."""
    return Switch(name, 0, 0, 1, text, ("false", "true"))


def choice(name: str, words: Sequence[str], text: str) -> Switch:
    """The first word is the default."""
    return Switch(name, 0, 0, len(words) - 1, text, tuple(words))


def whole(name: str, default: int, low: int, high: int, text: str, step: int = 1) -> Switch:
    """A whole number in a range."""
    return Switch(name, default, low, high, text, step=step)


def options_record(switches: Iterable[Switch]) -> np.dtype[Any]:
    """Options are read at every rule and copied never, so each is a full 64-bit number."""
    return record(**{switch.name: np.int64 for switch in switches})


def option_words(switches: Iterable[Switch]) -> dict[str, dict[str, int]]:
    """The number of each word of each option: all that rules know of the words."""
    return {s.name: {w: i for i, w in enumerate(s.words)} for s in switches if s.words}


def make_options(
    switches: Sequence[Switch], dtype: np.dtype[Any], chosen: Mapping[str, Any]
) -> NDArray[Any]:
    """An array of one options record: the defaults, with what was chosen."""
    known = {switch.name: switch for switch in switches}
    made = np.zeros(1, dtype)
    for switch in switches:
        made[switch.name] = switch.default
    for name, value in chosen.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f", did you mean {near[0]}" if near else ""
            raise BadNotation(f"there is no option {name!r}{hint}; known are {', '.join(known)}")
        made[name] = known[name].parse(value)
    return made


def changed_options(switches: Iterable[Switch], options: NDArray[Any]) -> dict[str, str]:
    """Every option that is not at its default, as text."""
    return {
        switch.name: switch.format(int(options[switch.name][0]))
        for switch in switches
        if int(options[switch.name][0]) != switch.default
    }
