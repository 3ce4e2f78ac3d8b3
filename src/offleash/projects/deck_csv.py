"""Cards as CSV for spreadsheets: a column for each field, one for the effects, one for the count.

A row with a count of 3 is three cards that differ only in their ids: `C7`, `C7-2` and `C7-3`.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from offleash.contract.studio.workbench import Card, DeckBench
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import join_and

EFFECTS, COUNT = "effects", "count"
BETWEEN_EFFECTS = "; "
MOST_COPIES = 99
DELIMITERS = ",;\t"  # spreadsheets in some languages write the others
# A spreadsheet would calculate a cell that begins so; the apostrophe makes it a text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "'")


def cards_to_csv(bench: DeckBench, cards: Sequence[Card]) -> str:
    """Return the cards as CSV with a heading; no cell can be taken for a formula."""
    keys = _keys(bench)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(keys)
    for card, count in _counted(cards):
        effects = BETWEEN_EFFECTS.join(str(effect) for effect in card.get(EFFECTS, []))
        row = {**card, EFFECTS: effects, COUNT: count}
        writer.writerow(_escape(str(row.get(key, ""))) for key in keys)
    return text.getvalue()


def _counted(cards: Sequence[Card]) -> Iterator[tuple[Card, int]]:
    """Yield each card with how many of it follow each other: those with its id and a number."""
    place = 0
    while place < len(cards):
        first, count = cards[place], 1
        for copy in cards[place + 1 :]:
            if _copied(first, count + 1) != {**copy, "was": first.get("was", "")}:
                break
            count += 1
        yield first, count
        place += count


def _copied(card: Card, number: int) -> dict[str, Any]:
    """Return the card of this number among equal ones; the first has the id itself."""
    return {**card, "id": f"{card.get('id', '')}-{number}"} if number > 1 else {**card}


def cards_from_csv(bench: DeckBench, text: str, known: Sequence[Card] = ()) -> list[dict[str, Any]]:
    """Return the cards in a CSV text; `known` are those of the deck, whose lines they may replace.

    Raises BadNotation with the line if it is not a table of cards. The cards may be invalid.
    """
    ids = {str(card.get("id")) for card in known}
    rows = _rows(text.removeprefix("\ufeff"))
    columns = _columns(bench, next(rows, (1, []))[1])
    cards = []
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if any(cell.strip() for cell in cells[len(columns) :]):
            raise BadNotation(f"line {line}: there are more cells than columns")
        values = {key: _unescape(cell.strip()) for key, cell in zip(columns, cells, strict=False)}
        card, count = _card(bench, values, ids), _count(line, values.get(COUNT, ""))
        copies = (_copied(card, number) for number in range(1, count + 1))
        cards += [{**copy, "was": copy["id"] if copy["id"] in ids else ""} for copy in copies]
        if len(cards) > bench.most_cards:
            raise BadNotation(f"line {line}: a deck has at most {bench.most_cards} cards")
    if not cards:
        raise BadNotation("there is no card in this table")
    return cards


def _keys(bench: DeckBench) -> list[str]:
    """Return the columns: the id first, the effects last."""
    keys = [field.key for field in bench.fields]
    return [*sorted(keys, key=lambda key: key != "id"), EFFECTS, COUNT]


def _count(line: int, text: str) -> int:
    """Return how many cards a row stands for, one if it does not say."""
    if not text:
        return 1
    if not text.isdecimal() or not 1 <= int(text) <= MOST_COPIES:
        raise BadNotation(
            f"line {line}: the count is a number from 1 to {MOST_COPIES}, not {quote(text)}"
        )
    return int(text)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with their lines; the delimiter is the most frequent one of the heading."""
    heading = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise BadNotation(f"line {reader.line_num}: this is not CSV ({error})") from None


def _columns(bench: DeckBench, heading: Sequence[str]) -> list[str]:
    """Return the keys of the columns, which may have the labels of the page as well."""
    names = {field.label.casefold(): field.key for field in bench.fields}
    names |= {key: key for key in _keys(bench)}
    columns = [names.get(cell.strip().casefold(), "") for cell in heading]
    while columns and not columns[-1] and not heading[len(columns) - 1].strip():
        columns.pop()  # empty columns at the end
    for cell, key in zip(heading, columns, strict=False):
        if not key or columns.count(key) > 1:
            problem = "occurs twice" if key else "is not one of them"
            listed = join_and(_keys(bench))
            raise BadNotation(f"line 1: the columns are {listed}; {quote(cell)} {problem}")
    if "id" not in columns:
        raise BadNotation(f"line 1: the columns are {join_and(_keys(bench))}; id is missing")
    return columns


def _card(bench: DeckBench, values: Mapping[str, str], ids: set[str]) -> dict[str, Any]:
    effects = [effect.strip() for effect in values.get(EFFECTS, "").split(";") if effect.strip()]
    fields = {field.key: _value(field.choices, values.get(field.key, "")) for field in bench.fields}
    was = fields["id"] if fields["id"] in ids else ""
    return {**bench.blank(()), **fields, EFFECTS: effects, "was": was}  # in the usual order


def _value(choices: Sequence[tuple[str, str]], text: str) -> str:
    """Return the value of a field; a choice may be written as the page shows it."""
    return next((key for key, words in choices if words == text), text)


def _escape(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _unescape(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
