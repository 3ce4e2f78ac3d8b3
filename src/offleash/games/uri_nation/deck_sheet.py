"""A deck's file taken apart and put together again: cards that were not changed keep their lines.

A card of a sheet has the fields of the file as texts, its effects as a list, and `was`: the id of
the card of the file that it came from, empty for a new one.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from offleash.core.errors import BadNotation, quote
from offleash.core.toml import format_settings
from offleash.core.toml_lines import Statement, parse_statements, with_settings
from offleash.games.uri_nation.deck import KEYS, NEEDED, load_deck, read_card

CARD = "[[card]]"

Card = Mapping[str, Any]


@dataclass(frozen=True)
class Lines:
    """The lines of one card in a file: comments above it, its header, its settings."""

    above: str
    header: str
    body: str

    @property
    def table(self) -> dict[str, Any]:
        return tomllib.loads(self.body)


def read_sheet(text: str) -> list[dict[str, Any]]:
    """Every card as it is written, whether it could be played or not."""
    document = load_deck(text)
    tables = document.get("card", [])
    if set(document) - {"card"} or not isinstance(tables, list):
        raise BadNotation("a deck has nothing but [[card]] tables")
    if not all(isinstance(table, dict) for table in tables):
        raise BadNotation("cards are written as [[card]] tables")
    return [_sheet_card(table) for table in tables]


def _sheet_card(table: dict[str, Any]) -> dict[str, Any]:
    for key, value in table.items():
        if key not in KEYS or not isinstance(value, str):
            name = quote(table.get("id"))
            raise BadNotation(f"card {name}: {key} = {quote(value)} is no field with a text")
    effects = [part.strip() for part in table.get("effects", "").split(";")]
    fields = {key: table.get(key, "") for key in KEYS}
    return {**fields, "effects": effects, "was": table.get("id", "")}


def table_of(card: Card) -> dict[str, str]:
    """The settings of a card in the file; what is empty and not needed is left out."""
    effects = card.get("effects", [])
    if not isinstance(effects, list | tuple) or not all(isinstance(each, str) for each in effects):
        raise BadNotation(f"effects are a list of texts, not {quote(effects)}")
    said = {**card, "effects": "; ".join(each.strip() for each in effects if each.strip())}
    for key in KEYS:
        if not isinstance(said.get(key, ""), str):
            raise BadNotation(f"{key} is a text, not {quote(said[key])}")
    return {key: said.get(key, "") for key in KEYS if key in NEEDED or said.get(key)}


def problems(cards: Sequence[Card]) -> list[str]:
    """What is wrong with each card; the second of two with one id is."""
    found: list[str] = []
    seen: set[str] = set()
    for card in cards:
        name = str(card.get("id", ""))
        found.append(_problem(card))
        if name.lower() in seen:
            found[-1] = found[-1] or f"there is a card {name} already"
        seen.add(name.lower())
    return found


def _problem(card: Card) -> str:
    try:
        read_card(table_of(card))
    except BadNotation as error:
        return str(error)
    return ""


def blank_card(taken: Sequence[str]) -> dict[str, Any]:
    """A new card, with the next id after those of the deck."""
    fields = dict.fromkeys(KEYS, "")
    return {**fields, "id": next_id(taken), "name": "A new card", "effects": [""], "was": ""}


def next_id(taken: Sequence[str]) -> str:
    """`CH25` after `CH24`."""
    found = [match for each in taken if (match := re.fullmatch(r"(.*?)(\d+)", each))]
    stem, digits = found[-1].groups() if found else ("C", "00")
    known = {each.lower() for each in taken}
    numbers = (f"{stem}{number:0{len(digits)}d}" for number in range(int(digits) + 1, 100000))
    return next(each for each in numbers if each.lower() not in known)


def write_sheet(text: str, cards: Sequence[Card]) -> str:
    """The file with these cards, each with its lines, comments above it included."""
    read_sheet(text)  # what can't be read is refused in one sentence
    begins, found = _split(text)
    by_id: dict[str, list[Lines]] = {}  # an id that was taken twice has the lines of both
    for lines in found:
        by_id.setdefault(str(lines.table.get("id", "")), []).append(lines)
    known = [next((key for key in _ids(card) if key in by_id), "") for card in cards]
    kept = [
        _card_lines(by_id[key].pop(0) if key and by_id.get(key) else None, card)
        for key, card in zip(known, cards, strict=True)
    ]
    begins = begins if not begins or begins.endswith("\n\n") else begins.rstrip("\n") + "\n\n"
    return begins + "\n".join(each.rstrip("\n") + "\n" for each in kept)


def _ids(card: Card) -> tuple[str, str]:
    """By what a card is found again: what it was called, what it is called."""
    return str(card.get("was", "")), str(card.get("id", ""))


def _split(text: str) -> tuple[str, list[Lines]]:
    """What stands before the first card and its comments, and the cards one by one."""
    pieces = parse_statements(text)
    headers = [n for n, piece in enumerate(pieces) if piece.is_header]
    if not headers or any(piece.key and piece.is_top for piece in pieces):
        # No card, or all in one list: they are written anew, under the comments.
        return "".join(piece.text for piece in pieces if not piece.key), []
    starts = [_first_comment(pieces, n) for n in headers]
    ends = [*starts[1:], len(pieces)]
    found = [
        Lines(_joined(pieces[start:header]), pieces[header].text, _joined(pieces[header + 1 : end]))
        for start, header, end in zip(starts, headers, ends, strict=True)
    ]
    return _joined(pieces[: starts[0]]), found


def _joined(pieces: Sequence[Statement]) -> str:
    return "".join(piece.text for piece in pieces)


def _first_comment(pieces: Sequence[Statement], header: int) -> int:
    """Comments right above a card belong to it."""
    while header and pieces[header - 1].text.lstrip().startswith("#"):
        header -= 1
    return header


def _card_lines(lines: Lines | None, card: Card) -> str:
    table = table_of(card)
    if lines is None:
        return f"{CARD}\n{''.join(format_settings(table))}"
    now = _sheet_card(lines.table)
    if table_of(now) == table:
        return lines.above + lines.header + lines.body
    changed = {key: table.get(key) for key in KEYS if table.get(key) != table_of(now).get(key)}
    return lines.above + lines.header + with_settings(lines.body, changed)
