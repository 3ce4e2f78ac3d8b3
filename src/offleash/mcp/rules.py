"""The rulebook as text for a program: its contents, and the sections that fit a question."""

import re
from collections.abc import Sequence

from offleash.contract import Game, Records
from offleash.contract.text.rulebook import (
    Aside,
    Chapter,
    Grid,
    Illustration,
    Paragraph,
    Passage,
    Points,
    Subheading,
)
from offleash.games import registry
from offleash.tools.errors import OffleashError, quote

MOST_SECTIONS = 3  # in one answer
WORD = re.compile(r"[a-z0-9]+")
# Words of questions, which are in every section.
COMMON = frozenset(
    re.findall(
        WORD,
        "a an and are at be by can do does for how i if in is it may my of on or the to what when "
        "which who with you your",
    )
)
NOTATION = "rules.md"


def sections_of(game: Game, options: Records) -> tuple[Chapter, ...]:
    """Return the sections of the rulebook under these options, in the designer's own names.

    Raises OffleashError if the game has no rulebook.
    """
    if game.notation.rulebook is None:
        raise OffleashError(f"{game.title} has no rulebook")
    book = game.notation.rulebook(options, None)
    sections = (*book.chapters, book.summary)
    wording = game.wording(options)
    return wording.everything(sections) if wording else sections


def fitting(sections: Sequence[Chapter], about: str) -> list[Chapter]:
    """Return the sections that fit words best, best first. Raises OffleashError if none does.

    A heading counts most, then the kinds of actions that a section explains, then its text.
    """
    words = {stem(word) for word in WORD.findall(about.lower())} - COMMON
    if exact := [one for one in sections if one.title.lower() == about.strip().lower()]:
        return exact
    scores = [(_score(section, words), -place) for place, section in enumerate(sections)]
    best = sorted((score for score in scores if score[0] > 0), reverse=True)[:MOST_SECTIONS]
    if not best:
        headings = ", ".join(section.title for section in sections)
        raise OffleashError(f"no section is about {quote(about)}; the sections are {headings}")
    return [sections[-place] for _, place in best]


def _score(section: Chapter, words: set[str]) -> int:
    names = " ".join((*section.actions, *section.phases))
    parts = ((5, section.title), (2, names), (1, to_text(section)))
    return sum(weight * len(words & _stems(text)) for weight, text in parts)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(text.lower())}


def stem(word: str) -> str:
    """Return a word without its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def to_text(section: Chapter) -> str:
    """Return a section as Markdown; its pictures are their captions."""
    parts = filter(None, (_part(part) for part in section.parts))
    return "\n\n".join((f"## {section.title}", *parts))


def _part(part: Passage) -> str:
    if isinstance(part, Paragraph | Aside):
        return part.text
    if isinstance(part, Subheading):
        return f"### {part.text}"
    if isinstance(part, Points):
        marks = [f"{n}." if part.numbered else "-" for n in range(1, len(part.items) + 1)]
        return "\n".join(f"{mark} {item}" for mark, item in zip(marks, part.items, strict=True))
    if isinstance(part, Grid):
        rows = (part.head, ("---",) * len(part.head), *part.rows)
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"(picture: {part.caption})" if isinstance(part, Illustration) else ""


def notation_of(game: Game) -> str:
    """Return every ruling of a game, and how its actions and positions are written."""
    file = registry.folder(game.name) / NOTATION
    if not file.is_file():
        raise OffleashError(f"{game.title} has no rulings")
    return file.read_text(encoding="utf-8")
