"""Changes of rules for people: in words, as rules files, and as sentences of the rulebook."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.option_texts import stored_text
from offleash.contract.options import DIGEST, NumbersOption, Option, describe_value
from offleash.contract.text.rulebook import Aside, Chapter, Grid, Paragraph, Points
from offleash.tools.prose import capitalise
from offleash.tools.toml import format_settings

SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z*])")
ON_OFF = {"false": "off", "true": "on"}
EMPHASIS = re.compile(r"\*\*(.*?)\*\*")


def describe_changes(game: Game, base: Records, options: Records) -> list[dict[str, str]]:
    """Return every option that differs: its name, its text, and its change, `6 → 5`."""
    changes = []
    for option in game.rules.options:
        before, after = (records[option.name][0] for records in (base, options))
        if (before != after).any():
            change = _describe_change(option, before, after)
            changes.append(
                {"option": option.name, "text": capitalise(option.text), "change": change}
            )
    return changes


def _describe_change(option: Option, before: Any, after: Any) -> str:
    """Return a change for people; of a number for each label, only the labels that differ."""
    if not isinstance(option, NumbersOption):
        texts = (option.format(value) for value in (before, after))
        return " → ".join(ON_OFF.get(text) or describe_value(option.name, text) for text in texts)
    return ", ".join(
        f"{label.capitalize()} {option.element.format(a)} → {option.element.format(b)}"
        for label, a, b in zip(option.labels, before, after, strict=True)
        if a != b
    )


# Rules files


def rules_files(game: Game, name: str, base: Records, options: Records) -> dict[str, str]:
    """Return a rules file with these options, and the boards and decks it needs, by file name."""
    comments = {
        change["option"]: f"# {change['text']}: {change['change']}\n"
        for change in describe_changes(game, base, options)
    }
    by_name = {option.name: option for option in game.rules.options}
    head = {"game": game.name} | ({"base": preset} if (preset := game.base(options)) else {})
    lines, files = [f"# {game.title}: play it with --rules {name}\n", *format_settings(head)], {}
    for option, text in game.changes(options).items():
        value = by_name[option].to_toml(text)
        if isinstance(value, str) and DIGEST.fullmatch(value):
            file = f"{option}.txt"
            files[file] = stored_text(int(value[1:], 16)) or ""
            value = file
        lines += [f"\n{comments.get(option, '')}", *format_settings({option: value})]
    return {name: "".join(lines), **files}


# Rulebooks


def changed_sentences(game: Game, base: Records, options: Records) -> list[dict[str, Any]]:
    """Return the sentences that differ in the rulebook, by chapter: before and after."""
    if game.notation.rulebook is None:
        return []
    before, after = (
        {chapter.title: list(_sentences(chapter)) for chapter in book.chapters}
        for book in (game.notation.rulebook(base), game.notation.rulebook(options))
    )
    changes: list[dict[str, Any]] = []
    for title in dict.fromkeys((*before, *after)):
        old, new = before.get(title, []), after.get(title, [])
        for word, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if word != "equal":
                changes.append({"chapter": title, "before": old[a:b], "after": new[c:d]})
    return changes


def _sentences(chapter: Chapter) -> Iterator[str]:
    """Yield the sentences, items and rows of a chapter, without bold type."""
    for part in chapter.parts:
        if isinstance(part, Paragraph | Aside):
            yield from (_plain(text) for text in SENTENCE_END.split(part.text))
        elif isinstance(part, Points):
            yield from (_plain(text) for item in part.items for text in SENTENCE_END.split(item))
        elif isinstance(part, Grid):
            yield from (_row(part.head, row) for row in part.rows)


def _row(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Return a row of a table as text, every number with its heading."""
    cells = [
        f"{name} {cell}" if cell.isdigit() else cell for name, cell in zip(head, row, strict=True)
    ][1:]
    between = ", " if any(cell.isdigit() for cell in row[1:]) else "; "
    return _plain(f"{row[0]}: {between.join(filter(None, cells))}")


def _plain(text: str) -> str:
    return EMPHASIS.sub(r"\1", text).strip()
