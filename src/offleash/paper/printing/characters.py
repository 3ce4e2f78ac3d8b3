"""Finds components with characters that the fonts lack, before anything is drawn."""

import re
from html import unescape

from offleash.contract.studio.kit import Kit
from offleash.paper.fonts import missing_characters
from offleash.tools.errors import OffleashError
from offleash.tools.prose import join_and

TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
MOST_NAMED = 8


def unprintable_components(kit: Kit) -> list[str]:
    """Return `card WA01 of the water cards (U+4E2D 中)` for each that can't be printed."""
    names = []
    for part in kit.components:
        texts = unescape("".join(TEXT.findall(part.front + part.back)))
        if missing := missing_characters(texts):
            characters = ", ".join(f"U+{ord(c):04X} {c}" for c in missing[:MOST_NAMED])
            names.append(f"{part.label} of the {part.kind} ({characters})")
    return names


def check_characters(kit: Kit) -> None:
    """Raise OffleashError that names every component with a character that the fonts lack."""
    if names := unprintable_components(kit):
        more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
        listed = join_and([*names[:MOST_NAMED], *more])
        raise OffleashError(f"the font lacks characters of {listed}: nothing was printed")
