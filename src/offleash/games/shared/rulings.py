"""Which ruling answers a question: of an attempt by the words of its reason, else by what it is."""

from collections.abc import Sequence

Phrases = Sequence[tuple[str, str]]  # words of a reason, and the ruling that it goes back to


def behind(reason: str, phrases: Phrases) -> str:
    """The ruling behind a reason, by the first words that stand in it; or nothing."""
    return next((ruling for words, ruling in phrases if words in reason), "")
