"""Texts that options name by their digest: boards and decks, kept for as long as the process runs.

An options record holds eight bytes for a file. Whoever needs the text asks here.
"""

import hashlib

from offleash.core.errors import BadNotation

MOST_BYTES = 64 * 1024  # of one text: a transcript may have to hold it

_kept: dict[int, str] = {}


def keep_text(text: str) -> int:
    """Keeps a text, line ends made alike, and says its digest."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    size = len(plain.encode())
    if size > MOST_BYTES:
        raise BadNotation(f"a file for an option has at most {MOST_BYTES:,} bytes, not {size:,}")
    digest = digest_of(plain)
    _kept[digest] = plain
    return digest


def digest_of(text: str) -> int:
    """The name of a text: the first eight bytes of its SHA-256."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def kept_text(digest: int) -> str | None:
    """The text of a digest, if it is known."""
    return _kept.get(int(digest))
