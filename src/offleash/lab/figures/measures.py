"""Finds the measure that a person means."""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from offleash.contract import MEAN, RECORDED, SHORTEST, Label
from offleash.contract.lab.playing_time import HEADING as PLAYING_TIME
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import join_or, suggest

ROUNDS = "rounds"  # what most games call their length
MOST_LISTED = 8  # measures named in an error
USUAL = ("", "mean", "all")  # columns that represent the whole row
PREFERENCES: tuple[Callable[[Label], bool], ...] = (
    lambda label: label.extent == MEAN,
    lambda label: label.depth != RECORDED,
    lambda label: label.column in USUAL,
)
MOST_NEAREST = 3  # that an error names where no word is known
MIN_SIMILARITY = 0.75  # of a misspelt word to a known one


def find_measure(labels: Iterable[Label], text: str) -> Label:
    """Return the measure with this key, or the only one with these words in it.

    Means take precedence over extremes, main measures over details, and the column of a whole row
    over those of its parts. Raises OffleashError if no measure or several match.
    """
    known, words = list(dict.fromkeys(labels)), _words(text)
    for label in known:
        if label.key.lower() == text.lower():
            return label
    named = _prefer([label for label in known if _is_name(label, words)])
    if named:  # of two equal names the more prominent
        return min(named, key=lambda label: label.depth)
    for is_match in (_has_words, _has_beginnings):
        matches = _prefer([label for label in known if words and is_match(label, words)])
        if len(matches) == 1:
            return matches[0]
        if matches:
            problem = f"there are {len(matches)} measures {quote(text)}"
            raise OffleashError(f"{problem}{suggest(_list_keys(matches))}")
    near = _prefer(_close_matches(known, words))
    near = near or _nearest(known, text)
    problem = f"there is no measure {quote(text)}{suggest(_list_keys(near))}"
    raise OffleashError(f"{problem}; `offleash games GAME --measures` lists all")


def is_win(label: Label, group: str) -> bool:
    """Return whether this is the share of wins of an archetype, a seat or another group."""
    return label.group == group and label.is_share and "win" in label.key.lower()


def first_questions(labels: Sequence[Label]) -> list[Label]:
    """Return what a designer asks first: who wins, by the game's main group, and game length."""
    groups = [label.group for label in labels if label.group and is_win(label, label.group)]
    wins = [label for label in labels if is_win(label, groups[0])] if groups else []
    own = [label for label in labels if label.heading != PLAYING_TIME]
    shortest = [place for place, label in enumerate(own) if label.extent == SHORTEST]
    if shortest:  # the mean length comes right before the shortest game
        lengths = [label for label in own[: shortest[0]] if label.extent == MEAN][-1:]
    else:
        lengths = [label for label in labels if label.name == ROUNDS][:1]
    return [*wins, *lengths]


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation."""
    return re.findall(r"[\w%]+", text.lower().replace("'s", ""))


def _is_name(label: Label, words: Sequence[str]) -> bool:
    """Return whether the words are its name, with or without its heading."""
    return words in (_words(label.name), _words(f"{label.heading} {label.name}"))


def _has_words(label: Label, words: Sequence[str]) -> bool:
    return set(words) <= set(_words(label.key))


def _has_beginnings(label: Label, words: Sequence[str]) -> bool:
    """Return whether each word is the beginning of a word in the key; `wins` matches `win` too."""
    key_words = _words(label.key)
    return all(any(word.startswith(typed.rstrip("s")) for word in key_words) for typed in words)


def _prefer(labels: list[Label]) -> list[Label]:
    """Return the labels that take precedence over the others."""
    for is_preferred in PREFERENCES:
        labels = [label for label in labels if is_preferred(label)] or labels
    return labels


def _close_matches(labels: Sequence[Label], words: Sequence[str]) -> list[Label]:
    """Return the labels that share most letters in whole words with the text, despite typos."""
    known = sorted({word for label in labels for word in _words(label.key) if len(word) > 2})
    meant = {near for word in words for near in get_close_matches(word, known, 1, MIN_SIMILARITY)}
    shared = [sum(map(len, meant & set(_words(label.key)))) for label in labels]
    most = max(shared, default=0)
    return [label for label, letters in zip(labels, shared, strict=True) if letters == most > 0]


def _nearest(labels: Sequence[Label], text: str) -> list[Label]:
    """Return the labels whose keys look most like the text, however little."""
    by_key = {label.key: label for label in labels}
    return [by_key[key] for key in get_close_matches(text, by_key, MOST_NEAREST, cutoff=0.0)]


def _list_keys(labels: Sequence[Label]) -> str:
    """Return the keys of some labels, quoted."""
    keys = [quote(label.key) for label in labels[:MOST_LISTED]]
    if len(labels) > MOST_LISTED:
        return f"{', '.join(keys)}, or one of {len(labels) - MOST_LISTED} more"
    return join_or(keys)
