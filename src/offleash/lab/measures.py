"""Naming a measure: from what a person types to one label."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from offleash.core.errors import OffleashError, shown
from offleash.core.game import MEAN, RECORDED, Label

TOLD = 8  # how many measures an answer names at most
USUAL = ("", "mean", "all")  # columns that stand for the whole row
ALIKE = 0.75  # how much a misspelt word has to be like the one that was meant


def find_measure(labels: Iterable[Label], text: str) -> Label:
    """The one measure of these that is called so: by its key, or by words that only it has.

    Of several, means go before extremes, what is shown before details, and the column of a whole
    row before those of its parts.
    """
    every, wanted = list(dict.fromkeys(labels)), _words(text)
    for label in every:
        if label.key.lower() == text.lower():
            return label
    named = _preferred([label for label in every if _is_name(label, wanted)])
    if named:  # of two names that are equal, the one that is read first
        return min(named, key=lambda label: label.depth)
    for is_match in (_has_words, _has_beginnings):
        found = _preferred([label for label in every if wanted and is_match(label, wanted)])
        if len(found) == 1:
            return found[0]
        if found:
            said = f"there are {len(found)} measures {shown(text)}"
            raise OffleashError(f"{said}, did you mean {_listed(found)}")
    near = _preferred(_near(every, wanted))
    hint = f", did you mean {_listed(near)}" if near else ""
    raise OffleashError(f"there is no measure {shown(text)}{hint}")


def _words(text: str) -> list[str]:
    """What it says in small letters, without what stands between the words."""
    return re.findall(r"[\w%]+", text.lower().replace("'s", ""))


def _is_name(label: Label, wanted: Sequence[str]) -> bool:
    """It is called so, whatever its column and perhaps its heading."""
    return wanted in (_words(label.name), _words(f"{label.heading} {label.name}"))


def _has_words(label: Label, wanted: Sequence[str]) -> bool:
    return set(wanted) <= set(_words(label.key))


def _has_beginnings(label: Label, wanted: Sequence[str]) -> bool:
    """Each word begins one of the key; `wins` goes for `win` too."""
    words = _words(label.key)
    return all(any(word.startswith(each.rstrip("s")) for word in words) for each in wanted)


def _preferred(found: list[Label]) -> list[Label]:
    """Those that no other goes before."""
    for rank in (_is_extreme, _is_detail, _is_part):
        found = [label for label in found if not rank(label)] or found
    return found


def _is_extreme(label: Label) -> bool:
    return label.extent != MEAN


def _is_detail(label: Label) -> bool:
    return label.depth == RECORDED


def _is_part(label: Label) -> bool:
    return label.column not in USUAL


def _near(every: Sequence[Label], wanted: Sequence[str]) -> list[Label]:
    """Those that share most letters of whole words with what was typed, slips aside."""
    known = sorted({word for label in every for word in _words(label.key) if len(word) > 2})
    meant = {near for word in wanted for near in get_close_matches(word, known, 1, ALIKE)}
    shared = [sum(map(len, meant & set(_words(label.key)))) for label in every]
    most = max(shared, default=0)
    return [label for label, letters in zip(every, shared, strict=True) if letters == most > 0]


def _listed(labels: Sequence[Label]) -> str:
    """Some of them, as they can be typed."""
    told = [shown(label.key) for label in labels[:TOLD]]
    if len(labels) > TOLD:
        return f"{', '.join(told)}, or one of {len(labels) - TOLD} more"
    return " or ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]
