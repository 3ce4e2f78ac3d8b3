"""Fixed-size records: how every dtype of a game is built, and the one way to copy them.

A record has no hidden padding, so that equal positions have equal bytes: fields stand widest
first, an explicit zeroed `pad` fills up to whole 64-bit words, and copies move words.
"""

from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORD = np.dtype(np.uint64)
MOST_BYTES = 4096  # of a position: it is copied at every node of a search
ANY_SIZE = 1 << 40  # of options, tallies and scratch space, never copied in compiled code

# A field of this name would mean another thing interpreted than compiled (`state.size`).
TAKEN_NAMES = frozenset(dir(np.record))

LINE = 128  # bytes that cores share with each other at once, at most


class Record(np.record):  # type: ignore[misc]
    """A record whose fields are attributes that C reads: NumPy's own looks for them in Python.

    All records share this class, so that a dtype can be pickled.
    """

    __getitem__ = np.void.__getitem__  # type: ignore[assignment]
    __getattribute__ = np.void.__getattribute__
    __setattr__ = np.void.__setattr__

    @classmethod
    def add_field(cls, name: str) -> None:
        """Make a field of this name an attribute of records that have it."""

        def write(record: Record, value: Any) -> None:
            record[name] = value

        setattr(cls, name, property(itemgetter(name), write))


def record(limit: int = MOST_BYTES, /, **fields: Any) -> np.dtype[Any]:
    """Return a record dtype from `name=type` or `name=(type, shape)`, without hidden padding.

    A first argument `ANY_SIZE` is for all but positions, which must stay small.
    """
    if bad := sorted(TAKEN_NAMES & fields.keys()) or sorted({"pad"} & fields.keys()):
        raise ValueError(f"a record field may not be called {bad[0]!r}: NumPy uses that name")
    parts = [(name, np.dtype(kind)) for name, kind in fields.items()]
    parts.sort(key=lambda part: -part[1].base.itemsize)
    used = sum(dtype.itemsize for _, dtype in parts)
    missing = -used % WORD.itemsize
    if missing:
        parts.append(("pad", np.dtype((np.uint8, (missing,)))))
    dtype = np.dtype((Record, parts))
    for name, _ in parts:
        Record.add_field(name)
    if dtype.itemsize > limit:
        raise ValueError(f"a record of {dtype.itemsize} bytes is larger than {limit}")
    return dtype


def words(states: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the same memory, a row of 64-bit words a record, as `compiler.rules.copying` needs."""
    return states.view(WORD).reshape(len(states), -1)


def scratch(count: int, kind: Any) -> NDArray[Any]:
    """Return zeros for one thread, in cache lines that nothing else is stored in.

    Threads that write to the same line wait for each other, whatever they write there.
    """
    dtype = np.dtype(kind)
    room = np.zeros(count * dtype.itemsize + 2 * LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + count * dtype.itemsize].view(dtype)


EMPTY = record(unused=np.int64)  # stands where a game has no record of a kind
