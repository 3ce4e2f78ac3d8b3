"""A whole vector as bytes and back: `GameVector.snapshot` and `restore`.

The bytes are one line of JSON, which says what they are, then arrays, then a digest of all that.
They hold the games and what the last step showed; what can be found again is left out.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Game, Records
from offleash.tools.errors import OffleashError

SCHEMA = 1  # a new layout is a new number
DIGEST_BYTES = 16

Arrays = dict[str, NDArray[Any]]


def facts_of(game: Game, options: Records, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what must be the same where a snapshot is restored."""
    return {
        "schema": SCHEMA,
        "game": game.name,
        "rules_version": game.rules_version,
        "record": _short_digest(repr(game.rules.record.descr).encode()),
        "encoding": game.learning.encoding.version,
        "options": _short_digest(options.tobytes()),
        **settings,
    }


def _short_digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def pack(facts: Mapping[str, Any], arrays: Arrays) -> bytes:
    """Return the bytes of a snapshot."""
    sizes = {name: [array.nbytes, array.dtype.str, array.shape] for name, array in arrays.items()}
    head = json.dumps({**facts, "arrays": sizes}, separators=(",", ":")).encode()
    content = b"".join([head, b"\n", *(array.tobytes() for array in arrays.values())])
    return content + hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest()


def unpack(facts: Mapping[str, Any], data: bytes) -> tuple[dict[str, Any], Arrays]:
    """Return the header and the arrays. Raises OffleashError unless the facts are the same."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise OffleashError("a snapshot is bytes, as `snapshot` returns them")
    content, digest = bytes(data)[:-DIGEST_BYTES], bytes(data)[-DIGEST_BYTES:]
    if hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest() != digest:
        raise OffleashError("these bytes are no snapshot, or not all of one")
    line, _, body = content.partition(b"\n")
    head = json.loads(line)
    for name, value in facts.items():
        if head.get(name) != value:
            raise OffleashError(
                f"this snapshot is of a vector with {name} {head.get(name)}; this one has {value}"
            )
    arrays, start = {}, 0
    for name, (size, kind, shape) in head["arrays"].items():
        numbers = np.frombuffer(body, np.uint8, size, start)
        arrays[name] = numbers.view(kind).reshape(shape)
        start += size
    return head, arrays
