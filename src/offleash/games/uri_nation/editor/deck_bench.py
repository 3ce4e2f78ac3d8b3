"""What the studio needs to write decks: the fields of a card, every effect, its picture, its file.

A card of a sheet has the fields of the file as texts, its effects as a list, and `was`: the id of
the card of the file that it came from, empty for a new one. Cards that nobody changed keep their
lines in the file.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from offleash.contract.studio.workbench import Card, CardField, DeckBench, EffectKind, EffectPart
from offleash.games.shared.printed import CARD
from offleash.games.uri_nation import deck
from offleash.games.uri_nation.deck import KEYS, LONGEST, MOST, NEEDED, card_tables, read_card
from offleash.games.uri_nation.draw.cards import draw_card, why_off
from offleash.games.uri_nation.rules.card_words import MOST_CARDS, MOST_EFFECTS
from offleash.games.uri_nation.text.names import DECK_NAMES
from offleash.tools.errors import BadNotation, quote
from offleash.tools.toml import format_settings
from offleash.tools.toml_lines import Statement, parse_statements, with_settings

HOLD = [("", "at once"), *((key, f"kept, {words}") for key, words in deck.WINDOWS.items())]
FIELDS = (
    CardField("name", "Name", LONGEST["name"]),
    CardField("category", "Category", LONGEST["category"]),
    CardField("hold", "Played", choices=HOLD, is_needed=False),
    CardField("id", "Id", 12),
    CardField("source", "Source", LONGEST["source"], is_needed=False),
)
WHO_WORDS = (("me", "the drawer"), ("all", "everybody"), ("most", "the dog with most"))
ANYBODY, EVERYBODY = tuple(deck.RECIPIENTS), ("all",)
AMOUNT = EffectPart("How many", low=-MOST, high=MOST)
ONE = EffectPart("How many", choices=(("+1", "one more"), ("-1", "one off")))
TOKEN = EffectPart("Which", choices=tuple((token, token.capitalize()) for token in deck.TOKENS))
BOWL = EffectPart("How full", choices=(("full", "full"), ("half", "half full")))

EFFECTS = (
    EffectKind("tok", "tokens", ANYBODY, (TOKEN, AMOUNT)),
    EffectKind("water", "water pegs", ANYBODY, (AMOUNT,)),
    EffectKind("refill", "the bowl is filled", ANYBODY, (BOWL,)),
    EffectKind("skip_action", "no action", ANYBODY),
    EffectKind("walk", "steps on the next walk", ANYBODY, (AMOUNT,)),
    EffectKind("attack", "in challenges this turn", ANYBODY, (AMOUNT,)),
    EffectKind("fort", "a fortify token", ANYBODY, (ONE,)),
    EffectKind("unclaim", "a bare territory is lost", ANYBODY),
    EffectKind("bonds_clear one", "one alliance ends", ANYBODY),
    EffectKind("bonds_clear all", "all alliances end", EVERYBODY),
    EffectKind("send_home", "carried home", ANYBODY),
    EffectKind("close water", "no water until the next turn", EVERYBODY),
    EffectKind("close chance", "no chance spots until the next turn", EVERYBODY),
    EffectKind("free_cross", "crossings are free until the next turn", EVERYBODY),
)


@dataclass(frozen=True)
class CardLines:
    """The lines of one card in a file: comments above it, its header, its settings."""

    above: str
    header: str
    body: str

    @property
    def table(self) -> dict[str, Any]:
        return tomllib.loads(self.body)


def read_sheet(text: str) -> list[dict[str, Any]]:
    """Return every card as the file has it, even one that could not be played."""
    return [_sheet_card(table) for table in card_tables(text)]


def _sheet_card(table: dict[str, Any]) -> dict[str, Any]:
    for key, value in table.items():
        if key not in KEYS or not isinstance(value, str):
            name = quote(table.get("id"))
            raise BadNotation(f"card {name}: {key} must be a field with a text, not {quote(value)}")
    effects = [part.strip() for part in table.get("effects", "").split(";")]
    fields = {key: table.get(key, "") for key in KEYS}
    return {**fields, "effects": effects, "was": table.get("id", "")}


def table_of(card: Card) -> dict[str, str]:
    """Return the settings of a card in the file, without empty optional ones."""
    effects = card.get("effects", [])
    is_list = isinstance(effects, list | tuple)
    if not is_list or not all(isinstance(effect, str) for effect in effects):
        raise BadNotation(f"effects must be a list of texts, not {quote(effects)}")
    fields = {**card, "effects": "; ".join(filter(None, map(str.strip, effects)))}
    for key in KEYS:
        if not isinstance(fields.get(key, ""), str):
            raise BadNotation(f"{key} must be a text, not {quote(fields[key])}")
    return {key: fields.get(key, "") for key in KEYS if key in NEEDED or fields.get(key)}


def problems(cards: Sequence[Card]) -> list[str]:
    """Return what is wrong with each card, including the second of two with the same id."""
    sentences: list[str] = []
    ids: set[str] = set()
    for card in cards:
        name = str(card.get("id", ""))
        twice = f"there is a card {name} already" if name.lower() in ids else ""
        sentences.append(_problem(card) or twice)
        ids.add(name.lower())
    return sentences


def _problem(card: Card) -> str:
    try:
        read_card(table_of(card))
    except BadNotation as error:
        return str(error)
    return ""


def blank_card(ids: Sequence[str]) -> dict[str, Any]:
    """Return a new card, with the next id after those of the deck."""
    fields = dict.fromkeys(KEYS, "")
    return {**fields, "id": next_id(ids), "name": "A new card", "effects": [""], "was": ""}


def next_id(ids: Sequence[str]) -> str:
    """Return `CH25` after `CH24`."""
    numbered = [match for name in ids if (match := re.fullmatch(r"(.*?)(\d+)", name))]
    stem, digits = numbered[-1].groups() if numbered else ("C", "00")
    known = {name.lower() for name in ids}
    names = (f"{stem}{number:0{len(digits)}d}" for number in range(int(digits) + 1, 100000))
    return next(name for name in names if name.lower() not in known)


def write_sheet(text: str, cards: Sequence[Card]) -> str:
    """Return the file with these cards, each with its lines and the comments above it."""
    read_sheet(text)  # raises BadNotation if the file can't be read
    head, old_cards = _split(text)
    by_id: dict[str, list[CardLines]] = {}  # an id that two cards share has the lines of both
    for lines in old_cards:
        by_id.setdefault(str(lines.table.get("id", "")), []).append(lines)
    texts = []
    for card in cards:
        ids = (str(card.get("was", "")), str(card.get("id", "")))
        key = next((key for key in ids if key in by_id), "")
        old_lines = by_id[key].pop(0) if key and by_id[key] else None
        texts.append(_card_lines(old_lines, card).rstrip("\n") + "\n")
    head = head if not head or head.endswith("\n\n") else head.rstrip("\n") + "\n\n"
    return head + "\n".join(texts)


def _split(text: str) -> tuple[str, list[CardLines]]:
    """Return the text before the first card and its comments, and the lines of each card."""
    pieces = parse_statements(text)
    headers = [n for n, piece in enumerate(pieces) if piece.is_header]
    if not headers or any(piece.key and piece.is_top for piece in pieces):
        # No card, or all in one list: the comments stay, the cards are written again.
        return "".join(piece.text for piece in pieces if not piece.key), []
    starts = [_first_comment(pieces, n) for n in headers]
    ends = [*starts[1:], len(pieces)]
    cards = [
        CardLines(_join(pieces[start:n]), pieces[n].text, _join(pieces[n + 1 : end]))
        for start, n, end in zip(starts, headers, ends, strict=True)
    ]
    return _join(pieces[: starts[0]]), cards


def _join(pieces: Sequence[Statement]) -> str:
    return "".join(piece.text for piece in pieces)


def _first_comment(pieces: Sequence[Statement], header: int) -> int:
    """Return where the comments right above a card begin: they belong to it."""
    while header and pieces[header - 1].text.lstrip().startswith("#"):
        header -= 1
    return header


def _card_lines(lines: CardLines | None, card: Card) -> str:
    table = table_of(card)
    if lines is None:
        return f"[[card]]\n{''.join(format_settings(table))}"
    now = _sheet_card(lines.table)
    if table_of(now) == table:
        return lines.above + lines.header + lines.body
    changed = {key: table.get(key) for key in KEYS if table.get(key) != table_of(now).get(key)}
    return lines.above + lines.header + with_settings(lines.body, changed)


def _draw(deck_number: int, card: Card) -> str:
    return draw_card(read_card(table_of(card)), deck_number)


def _bench(deck_number: int) -> DeckBench:
    return DeckBench(
        option=deck.DECK_OPTIONS[deck_number],
        title=DECK_NAMES[deck_number],
        most_cards=MOST_CARDS,
        most_effects=MOST_EFFECTS,
        fields=FIELDS,
        recipients=WHO_WORDS,
        effects=EFFECTS,
        size=CARD,
        blank=blank_card,
        read=read_sheet,
        problems=problems,
        draw=partial(_draw, deck_number),
        write=write_sheet,
        why_off=partial(why_off, deck_number),
    )


DECKS = tuple(_bench(which) for which in range(len(deck.DECK_OPTIONS)))
