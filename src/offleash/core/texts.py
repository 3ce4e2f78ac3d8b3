"""Texts that options name by their digest: boards and decks, kept for as long as the process runs.

An options record holds eight bytes for a file. Whoever needs the text asks here.
"""

import hashlib
import re

from offleash.core.errors import BadNotation

MOST_BYTES = 64 * 1024  # of one text: a transcript may have to hold it

NAME_LINE = re.compile("^name: *(.+)$", re.MULTILINE)  # boards have one
DISPLAYABLE_NAME = re.compile(r"[\w .,:;!?'’&()+/-]{1,60}")

_kept: dict[int, str] = {}
_names: dict[int, str] = {}


def keep_text(text: str, name: str = "") -> int:
    """Keeps a text, line ends made alike, and its name for people; returns its digest."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    size = len(plain.encode())
    if size > MOST_BYTES:
        raise BadNotation(f"a file for an option has at most {MOST_BYTES:,} bytes, not {size:,}")
    digest = digest_of(plain)
    _kept[digest] = plain
    if name:
        _names[digest] = name
    return digest


def digest_of(text: str) -> int:
    """The name of a text: the first eight bytes of its SHA-256."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def kept_text(digest: int) -> str | None:
    """The text of a digest, if it is known."""
    return _kept.get(int(digest))


def text_name(digest: int) -> str:
    """A text's name for people: from its `name:` line or its file; empty if neither is known."""
    line = NAME_LINE.search(_kept.get(int(digest), ""))
    name = line[1].strip() if line else _names.get(int(digest), "")
    return name if DISPLAYABLE_NAME.fullmatch(name) else ""
