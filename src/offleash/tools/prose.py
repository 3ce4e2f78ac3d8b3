"""English for messages and reports: lists, counted nouns, sentences, hints for typos."""

from collections.abc import Iterable
from difflib import get_close_matches

ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINAL_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def closest(text: str, names: Iterable[str]) -> str:
    """Return the name that is most like a mistyped text; empty if none is close."""
    return next(iter(get_close_matches(text, list(names), 1)), "")


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return `, did you mean greedy` if a name is close to the mistyped text, otherwise empty."""
    return suggest(closest(text, names))


def suggest(name: str) -> str:
    """Return `, did you mean greedy` for a name; empty if there is none."""
    return f", did you mean {name}" if name else ""


def join_and(items: Iterable[str], word: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`; empty if there are no items."""
    texts = list(items)
    return f" {word} ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def join_or(items: Iterable[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`; empty if there are no items."""
    return join_and(items, "or")


def count_of(number: int, one: str, many: str = "", zero: str = "no") -> str:
    """Return `1 step`, `2,000 steps`, `no steps`; `many` is an irregular plural."""
    amount = f"{number:,}" if number else zero
    return f"{amount} {one if number == 1 else many or f'{one}s'}"


def ordinal(number: int) -> str:
    """Return `first`, `second`, …, `eighth`, then `9th`, `10th`, …, `21st`."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else ORDINAL_ENDINGS.get(number % 10, 'th')}"


def capitalise(text: str) -> str:
    """Return the text with a capital first letter; unlike `str.capitalize`, keep the rest."""
    return text[:1].upper() + text[1:]


def to_sentence(message: object) -> str:
    """Return a message with a full stop, and a capital unless a file or option name begins it."""
    text = str(message).rstrip(".")
    is_word = text.partition(" ")[0].replace("'", "").isalpha()
    return f"{capitalise(text) if is_word else text}." if text else ""
