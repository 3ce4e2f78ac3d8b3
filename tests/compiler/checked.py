"""Interpreted rules with arrays that refuse negative indices, as compiled rules can't take them.

NumPy counts them from the end. Compiled code would read memory that lies before the array.
"""

import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from offleash.compiler import rule as compile
from offleash.engine import batch

OWN = ("offleash.", "tests.toys.")


class CheckedArray(np.ndarray):
    """An array that counts from its beginning only."""

    def __getitem__(self, index):
        refuse_negative(index)
        value = np.ndarray.__getitem__(self, index)
        return CheckedRecord(value) if isinstance(value, np.record) else value

    def __setitem__(self, index, value):
        refuse_negative(index)
        plain = value._record if type(value) is CheckedRecord else value
        np.ndarray.__setitem__(self, index, plain)


class CheckedRecord:
    """A record whose fields are such arrays; no field has the name of its own attribute."""

    def __init__(self, record: np.record) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name):
        value = checked(self._record[name])
        if isinstance(value, np.ndarray):  # the memory of the record: next time it is here
            object.__setattr__(self, name, value)
        return value

    def __setattr__(self, name, value):
        self._record[name] = value


def refuse_negative(index: Any) -> None:
    """Raises IndexError for a number below 0, alone or in a tuple."""
    for part in index if type(index) is tuple else (index,):
        if type(part) is not slice and part is not Ellipsis and part < 0:
            raise IndexError(f"an index is negative: {index}")


def checked(value: Any) -> Any:
    """The same memory, checked; numbers and named tuples of arrays as well."""
    if isinstance(value, np.record):
        return CheckedRecord(value)
    if isinstance(value, np.ndarray):
        return value.view(CheckedArray)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(checked, value))
    return value


def check_batches() -> None:
    """From now on batches of this process play with checked arrays, tables of rules included."""
    assert compile.MODE == "interpreted"
    plain = batch.playout_kernels

    def checked_kernels(game: Any, policy: Any) -> Any:
        play_games = plain(game, policy).play_games
        check_tables()
        return SimpleNamespace(play_games=partial(call_checked, play_games))

    batch.playout_kernels = checked_kernels


def call_checked(kernel: Any, *arguments: Any) -> Any:
    return kernel(*map(checked, arguments))


def check_tables() -> None:
    """The tables in modules of rules and templates."""
    for name, module in list(sys.modules.items()):
        if name.startswith(OWN) and {"rules", "templates"} & set(name.split(".")):
            for key, value in list(vars(module).items()):
                if type(value) is np.ndarray:
                    setattr(module, key, checked(value))
