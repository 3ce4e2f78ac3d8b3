"""A record as text and back: `place=12,7 seat=1 rolled=4`, without the fields that are zero."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import count_of, did_you_mean

Values = NDArray[Any]


def split_fields(text: str, known: Sequence[str]) -> dict[str, str]:
    """Return what each field says, as it was written; each at most once, and only known ones."""
    fields: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            hint = did_you_mean(name, {*known} - {name})
            raise BadNotation(
                f"{quote(word)} is not a field of a position{hint}: the fields are "
                f"{', '.join(known)}"
            )
        if name in fields:
            raise BadNotation(f"field {name} is written twice")
        fields[name] = value
    return fields


@dataclass(frozen=True)
class RecordText:
    """How the records of one type are written; numbers of some fields may have words."""

    record: np.dtype[Any]
    field_words: Mapping[str, Sequence[str]]

    @property
    def names(self) -> list[str]:
        """The fields, without the padding."""
        return [name for name in self.record.names or () if name != "pad"]

    def format(self, states: Values) -> str:
        """Return the fields of one record that are not zero; the first field if all of them are."""
        names = [name for name in self.names if states[name].any()] or self.names[:1]
        return " ".join(f"{name}={self.format_field(name, states[name])}" for name in names)

    def format_field(self, name: str, values: Values, separator: str = ",") -> str:
        """Return a field's values: words where they have some, without spaces, or else digits."""
        words, numbers = self._words(name), np.ravel(values).tolist()
        return separator.join(words[n] if 0 <= n < len(words) else str(n) for n in numbers)

    def parse(self, text: str) -> dict[str, Values]:
        """Return the fields in a text. Raise BadNotation if something in it is wrong."""
        if not text.strip():
            raise BadNotation(f"a position sets a field: the fields are {', '.join(self.names)}")
        parts = split_fields(text, self.names)
        return {name: self._parse_field(name, part.split(",")) for name, part in parts.items()}

    def _parse_field(self, name: str, parts: Sequence[str]) -> Values:
        dtype = self.record[name]
        size = dtype.itemsize // dtype.base.itemsize
        if len(parts) != size:
            raise BadNotation(f"{name} has {count_of(size, 'number')}, not {len(parts)}")
        numbers = [self._parse_number(name, part) for part in parts]
        return np.array(numbers, dtype.base).reshape(dtype.shape)

    def _parse_number(self, name: str, text: str) -> int:
        words, limits = self._words(name), np.iinfo(self.record[name].base)
        if text in words:
            return words.index(text)
        if not re.fullmatch("-?[0-9]{1,20}", text):
            raise BadNotation(f"{name} can't be {quote(text)}{did_you_mean(text, words)}")
        if not limits.min <= int(text) <= limits.max:
            raise BadNotation(f"{name} can't be {text}: its range is {limits.min} to {limits.max}")
        return int(text)

    def _words(self, name: str) -> list[str]:
        return [word.replace(" ", "-") for word in self.field_words.get(name, ())]
