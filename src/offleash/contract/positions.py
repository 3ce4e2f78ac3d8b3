"""Positions as data: the fields of a record by name, and every form in which one can be given."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from offleash.contract.part import Records
from offleash.contract.text.notation import Notation
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean

Fields = Mapping[str, Any]  # whole numbers, or lists of them, as JSON has them
Position = str | Fields | Records  # text, fields, or an array of one record

PADDING = "pad"


def position_fields(states: Records) -> dict[str, Any]:
    """Return the fields of one record by name, as JSON can write them."""
    record = states.reshape(-1)[:1]
    names = [name for name in record.dtype.names or () if name != PADDING]
    return {name: record[name][0].tolist() for name in names}


def records_of(dtype: np.dtype[Any], fields: Fields) -> Records:
    """Return a record with these fields. Raises BadNotation unless each is there and fits."""
    names = [name for name in dtype.names or () if name != PADDING]
    for name in fields:
        if name not in names:
            hint = did_you_mean(str(name), names)
            raise BadNotation(f"a position has no field {quote(name)}{hint}")
    if missing := [name for name in names if name not in fields]:
        raise BadNotation(f"the position lacks the field {missing[0]!r}")
    states = np.zeros(1, dtype)
    for name in names:
        states[name][0] = _field_values(name, dtype[name], fields[name])
    return states


def _field_values(name: str, kind: np.dtype[Any], value: object) -> Any:
    """Return the numbers of a field, checked: NumPy would cut those that are too large."""
    try:
        numbers = np.array(value, dtype=object)
    except ValueError:  # lists of different lengths
        numbers = np.array(None)
    if numbers.shape != kind.shape:
        shape = " × ".join(map(str, kind.shape)) or "one"
        raise BadNotation(f"the field {name!r} holds {shape} numbers, not {quote(value)}")
    limits = np.iinfo(kind.base)
    for number in numbers.ravel():
        is_whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
        if not is_whole or not limits.min <= number <= limits.max:
            raise BadNotation(
                f"the field {name!r} holds whole numbers from {limits.min} to {limits.max}, "
                f"not {quote(number)}"
            )
    return numbers.astype(kind.base)


def read_position(
    title: str, dtype: np.dtype[Any], notation: Notation, position: Position, options: Records
) -> Records:
    """Return a position that was given as text, as fields or as a record.

    Compiled rules check nothing, so a record is compared with what its text says. Raises
    BadNotation if it is not a whole position of the game under these options.
    """
    if isinstance(position, str):
        states = notation.parse_position(position, options)
    else:
        if isinstance(position, Mapping):
            states = records_of(dtype, position)
        else:
            states = _one_record(title, dtype, position)
        _check_fields(title, notation, states, options)
    if not notation.is_whole(states):
        raise BadNotation("a game can't go on from a position with unknowns")
    return states


def _one_record(title: str, dtype: np.dtype[Any], position: object) -> Records:
    states = np.atleast_1d(np.asarray(position))
    if states.shape != (1,) or states.dtype != dtype:
        raise BadNotation(
            f"a position of {title} is its text, its fields, or an array of one record, "
            f"not {quote(position)}"
        )
    return states.copy()


def _check_fields(title: str, notation: Notation, states: Records, options: Records) -> None:
    """Raise BadNotation unless the text that says a record leads back to it."""
    try:
        text = notation.format_position(states, options)
        again = notation.parse_position(text, options)
    except (BadNotation, LookupError, ValueError, ArithmeticError) as error:
        raise BadNotation(f"this is no position of {title}: {error}") from None
    if again.tobytes() != states.tobytes():
        mine, theirs = position_fields(states), position_fields(again)
        name = next((name for name in mine if mine[name] != theirs[name]), PADDING)
        raise BadNotation(
            f"this is no position of {title} under these options: its field {name!r} does not fit "
            "the others"
        )
