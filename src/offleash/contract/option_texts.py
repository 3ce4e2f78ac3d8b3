"""The store of texts that options name by their digest: boards and decks.

An options record holds eight bytes for a file; this store has the text. It refers to texts weakly:
a text stays known as long as something holds it. That is the `text_scope` in which it was stored or
used, or else the process, and everything that called `hold_texts`, such as a session.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from offleash.tools.errors import BadNotation

MOST_BYTES = 64 * 1024  # of one text: transcripts include it

NAME_LINE = re.compile("^name: *(.+)$", re.MULTILINE)  # boards have one
DISPLAYABLE_NAME = re.compile(r"[\w .,:;!?'’&()+/-]{1,60}")


class StoredText:
    """A text in the store, with its name for people; it stays while it is referenced."""

    __slots__ = ("__weakref__", "name", "text")

    def __init__(self, text: str) -> None:
        self.text, self.name = text, ""

    def __reduce__(self) -> Any:
        """Let a pickle bring the text along: where it is read, it is that of the store."""
        return _known_text, (self.text, self.name)


_texts: WeakValueDictionary[int, StoredText] = WeakValueDictionary()
_lock = Lock()  # so that no text has two objects
_process_texts: set[StoredText] = set()
_scope_texts = ContextVar[set[StoredText] | None]("_scope_texts", default=None)


@contextmanager
def text_scope() -> Iterator[None]:
    """Hold the texts that are stored or used in the block until it ends.

    Tasks and threads that copy its context hold them too. Options made in the block must not be
    used after it, except by what called `hold_texts`.
    """
    token = _scope_texts.set(set())
    try:
        yield
    finally:
        _scope_texts.reset(token)


def _known_text(text: str, name: str) -> StoredText:
    """Return the text in the store, which knows it as long as it is referenced."""
    with _lock:
        stored = _texts.setdefault(digest_of(text), StoredText(text))
        stored.name = stored.name or name
    return stored


def store_text(text: str, name: str = "", is_shipped: bool = False) -> int:
    """Store a text with uniform line ends and return its digest; shipped texts stay for good.

    Raises BadNotation if it is too large.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    size = len(plain.encode())
    if size > MOST_BYTES:
        raise BadNotation(f"a file for an option has at most {MOST_BYTES:,} bytes, not {size:,}")
    digest, scope_texts = digest_of(plain), _scope_texts.get()
    with _lock:
        stored = _texts.setdefault(digest, StoredText(plain))
        stored.name = name or stored.name
    (_process_texts if is_shipped or scope_texts is None else scope_texts).add(stored)
    return digest


def text_count() -> int:
    """Return how many texts are known now."""
    return len(_texts)


def digest_of(text: str) -> int:
    """Return the name of a text: the first eight bytes of its SHA-256."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def stored_text(digest: int) -> str | None:
    """Return the text of a digest, or None if it is not known."""
    stored, scope_texts = _texts.get(int(digest)), _scope_texts.get()
    if stored is not None and scope_texts is not None:
        scope_texts.add(stored)
    return None if stored is None else stored.text


def text_name(digest: int) -> str:
    """Return a text's name for people, from its `name:` line or file; empty if neither is known."""
    stored = _texts.get(int(digest))
    line = NAME_LINE.search(stored.text) if stored else None
    return _displayable(line[1].strip()) if line else file_name(digest)


def file_name(digest: int) -> str:
    """Return the name of the file a text was read from, without suffix; empty if unknown."""
    stored = _texts.get(int(digest))
    return _displayable(stored.name) if stored else ""


def _displayable(name: str) -> str:
    return name if DISPLAYABLE_NAME.fullmatch(name) else ""


def hold_texts(digests: Iterable[int]) -> list[StoredText]:
    """Return the texts of these digests; they stay known as long as the list exists."""
    return [stored for digest in digests if (stored := _texts.get(int(digest)))]
