"""Decks of cards as TOML: read, checked card by card, and turned into words and tables."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Records
from offleash.contract.option_texts import stored_text
from offleash.games.uri_nation.rules import card_words as cw
from offleash.games.uri_nation.text.names import STOCK_NAMES
from offleash.tools.errors import BadNotation, quote
from offleash.tools.toml import deep_key

DECK_OPTIONS = ("water_cards", "chance_cards", "event_cards")  # in the order of the decks' numbers

KEYS = ("id", "category", "name", "effects", "hold", "source")
NEEDED = KEYS[:4]
LONGEST = {"category": 20, "name": 80, "effects": 120, "source": 60}
HOLDS = {"pre_roll": cw.PRE_ROLL_CARD, "pre_action": cw.PRE_ACTION_CARD}
WINDOWS = {"pre_roll": "before a roll", "pre_action": "before an action"}
RECIPIENTS = {"me": cw.ME, "all": cw.ALL, "most": cw.MOST}
TOKENS = ("swagger", "drive", "grit", "bond")
GRADES = {"clean": 0, "decent": 1, "questionable": 2, "terrible": 3}  # of the water cards
MOST = 20  # tokens, pegs, steps: as much as one effect may give or take

# The closed vocabulary: each word with what may follow it, and how it is written.
AMOUNT = r"([+-]?[0-9]{1,2})"
OPS = {
    "tok": (cw.OP_TOK, rf"(swagger|drive|grit|bond) {AMOUNT}", "tok grit +1"),
    "water": (cw.OP_WATER, AMOUNT, "water -1"),
    "refill": (cw.OP_REFILL, "(full|half)", "refill half"),
    "skip_action": (cw.OP_SKIP, "", "skip_action"),
    "walk": (cw.OP_WALK, AMOUNT, "walk +2"),
    "attack": (cw.OP_ATTACK, AMOUNT, "attack +1"),
    "fort": (cw.OP_FORT, r"([+-]1)", "fort +1' or 'fort -1"),
    "unclaim": (cw.OP_UNCLAIM, "", "unclaim"),
    "bonds_clear": (cw.OP_BONDS_CLEAR, "(all|one)", "bonds_clear all' or 'bonds_clear one"),
    "send_home": (cw.OP_SEND_HOME, "", "send_home"),
    "close": (cw.OP_CLOSE, "(water|chance)", "close water' or 'close chance"),
    "free_cross": (cw.OP_FREE_CROSS, "", "free_cross"),
}
WHATS = {
    **{token: number for number, token in enumerate(TOKENS)},
    "full": cw.FULL,
    "half": cw.HALF,
    "all": cw.CLEAR_ALL,
    "one": cw.CLEAR_ONE,
    "water": cw.CLOSE_WATER,
    "chance": cw.CLOSE_CHANCE,
}
FOR_EVERYBODY = ("close", "free_cross", "bonds_clear all")  # happen once, for all (N14)

Effect = tuple[int, int, int, int]  # op, who, what, n


@dataclass(frozen=True)
class Card:
    """One card: what is printed on it, and its effects as numbers."""

    id: str
    category: str
    name: str
    text: str  # its effects as in the file
    effects: tuple[Effect, ...]
    hold: str = ""  # the window in which a held card may be played
    source: str = ""


# What rules see of the decks
DECK_TABLES: dict[str, Any] = {
    "deck_size": (np.int64, cw.DECKS),
    "card_hold": (np.int8, (cw.DECKS, cw.MOST_CARDS)),
    "card_effect": (np.int8, (cw.DECKS, cw.MOST_CARDS, cw.MOST_EFFECTS, cw.EFFECT_PARTS)),
    "drink_grade": (np.int8, cw.MOST_CARDS),  # of the water cards, for counting
}


# Reading


def card_tables(text: str) -> list[dict[str, Any]]:
    """Return the tables of a deck file. Raise BadNotation if it isn't TOML or has anything else."""
    if line := deep_key(text):
        raise BadNotation(f"this is not TOML (a key with too many parts, at line {line})")
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadNotation(f"this is not TOML ({error})") from None
    except ValueError:
        raise BadNotation("this is not TOML (a number in it is too long)") from None
    for key in document:
        if key != "card":
            raise BadNotation(f"a deck has only [[card]] tables, not {quote(key)}")
    tables = document.get("card", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadNotation("write cards as [[card]] tables")
    return tables


@lru_cache(256)
def parse_deck(text: str) -> tuple[Card, ...]:
    """Return the cards of a deck. Raise BadNotation with the card's id and the wrong field."""
    tables = card_tables(text)
    if not 1 <= len(tables) <= cw.MOST_CARDS:
        raise BadNotation(f"a deck has 1 to {cw.MOST_CARDS} cards, not {len(tables)}")
    places = _places(text, len(tables))
    cards: list[Card] = []
    for place, table in zip(places, tables, strict=True):
        card = read_card(table, place)
        if card.id.lower() in [known.id.lower() for known in cards]:
            raise BadNotation(f"card {card.id}{place}, id: there is a card {card.id} already")
        cards.append(card)
    return tuple(cards)


def refuse_bad_deck(text: str) -> None:
    """Raise BadNotation if a text is not a deck."""
    parse_deck(text)


def _places(text: str, count: int) -> list[str]:
    """Return the line where each card begins, in words; empty where that is not clear."""
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
    return [f" (line {line})" for line in starts] if len(starts) == count else [""] * count


def read_card(table: dict[str, Any], place: str = "") -> Card:
    """Return one card of a deck; `place` is its line in the file, in brackets."""
    name = f"card {_id(table, place)}{place}"
    for key, value in table.items():
        if key not in KEYS:
            raise BadNotation(
                f"{name} has an unknown field {quote(key)}; the fields are {', '.join(KEYS)}"
            )
        if not isinstance(value, str):
            raise BadNotation(f"{name}, {key}: write a text in quotes, not {quote(value)}")
        longest = LONGEST.get(key, len(value))
        if len(value) > longest or not value.isprintable():
            raise BadNotation(f"{name}, {key}: write one line of at most {longest} letters")
    for key in NEEDED:
        if not str(table.get(key, "")).strip():
            raise BadNotation(f"{name} has no {key}")
    hold = table.get("hold", "")
    if "hold" in table and hold not in HOLDS:
        raise BadNotation(f"{name}, hold: write {' or '.join(HOLDS)}, not {quote(hold)}")
    effects = [part.strip() for part in table["effects"].split(";")]
    if len(effects) > cw.MOST_EFFECTS:
        raise BadNotation(f"{name}, effects: at most {cw.MOST_EFFECTS}, not {len(effects)}")
    return Card(
        table["id"],
        table["category"].strip(),
        table["name"].strip(),
        "; ".join(effects),
        tuple(_parse_effect(effect, name) for effect in effects),
        hold,
        table.get("source", ""),
    )


def _id(table: dict[str, Any], place: str) -> str:
    name = table.get("id")
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z0-9]{1,12}", name):
        raise BadNotation(f"a card{place}, id: {quote(name)} is not 1 to 12 letters and digits")
    return name


def _parse_effect(effect: str, card: str) -> Effect:
    """Return one effect as numbers: `all: water -1`."""
    before, colon, after = effect.partition(":")
    who, words = (before.strip(), after.split()) if colon else ("me", before.split())
    op, rest = (words[0], " ".join(words[1:])) if words else ("", "")
    place = f"{card}, effects: {quote(effect)}"
    if who not in RECIPIENTS:
        raise BadNotation(
            f"{place} must begin with one of {', '.join(RECIPIENTS)}, not {quote(who)}"
        )
    if op not in OPS:
        raise BadNotation(f"{place} is not an effect; they are {', '.join(OPS)}")
    number, pattern, example = OPS[op]
    match = re.fullmatch(pattern, rest)
    if not match:
        raise BadNotation(f"{place} is not understood: write it like '{example}'")
    if who != "all" and (op in FOR_EVERYBODY or f"{op} {rest}" in FOR_EVERYBODY):
        raise BadNotation(f"{place} happens to everybody: write 'all: {op}{rest and ' '}{rest}'")
    names = [part for part in match.groups() if part in WHATS]
    amounts = [int(part) for part in match.groups() if part not in WHATS]
    if any(not 1 <= abs(amount) <= MOST for amount in amounts):
        raise BadNotation(f"{place} needs a number from 1 to {MOST}, with + or -")
    return number, RECIPIENTS[who], WHATS[names[0]] if names else 0, amounts[0] if amounts else 0


# In words, as one would say it at the table


def effect_words(effect: Effect) -> str:
    """Return one effect: `everybody: -1 water`."""
    op, whom, kind, n = effect
    words = {
        cw.OP_TOK: f"{n:+d} {STOCK_NAMES[kind]}",
        cw.OP_WATER: f"{n:+d} water",
        cw.OP_REFILL: "a full bowl" if kind == cw.FULL else "half a bowl",
        cw.OP_SKIP: "no action",
        cw.OP_WALK: f"{n:+d} steps on the next walk",
        cw.OP_ATTACK: f"{n:+d} in challenges this turn",
        cw.OP_FORT: "a free fortify token" if n > 0 else "one fortify token off",
        cw.OP_UNCLAIM: "one bare territory lost",
        cw.OP_BONDS_CLEAR: "all alliances end" if kind == cw.CLEAR_ALL else "one alliance ends",
        cw.OP_SEND_HOME: "carried home",
        cw.OP_CLOSE: "no water" if kind == cw.CLOSE_WATER else "no chance spots",
        cw.OP_FREE_CROSS: "crossings are free",
    }[op]
    if op in (cw.OP_CLOSE, cw.OP_FREE_CROSS):
        return f"{words} until the drawer's next turn"
    if whom == cw.ME or (op == cw.OP_BONDS_CLEAR and kind == cw.CLEAR_ALL):
        return words
    return f"{'everybody' if whom == cw.ALL else 'the leader'}: {words}"


def effects_words(card: Card) -> str:
    """Return all that a card does."""
    return ", ".join(effect_words(effect) for effect in card.effects)


def card_words(card: Card) -> str:
    """Return all that a card does, and when, if it is held."""
    return f"{WINDOWS[card.hold]}: {effects_words(card)}" if card.hold else effects_words(card)


# Decks of options


def deck_of(options: Records, deck: int) -> tuple[Card, ...]:
    """Return the deck that options name: WATER_DECK, CHANCE_DECK or EVENT_DECK."""
    return parse_deck(stored_text(options[DECK_OPTIONS[deck]][0]) or "")


def _refuse_shared_ids(texts: tuple[str, ...]) -> None:
    """Raise BadNotation if a card of one deck has the id of a card in another."""
    decks: dict[str, str] = {}
    for option, text in zip(DECK_OPTIONS, texts, strict=True):
        for card in parse_deck(text):
            other = decks.setdefault(card.id.lower(), option)
            if other != option:
                both = f"options {other} and {option} both have a card {card.id}"
                raise BadNotation(f"{both}: an id may be in one deck only")


def deck_tables(options: Records) -> dict[str, NDArray[Any]]:
    """Return what rules see of the three decks that options name."""
    return _tables(tuple(stored_text(options[name][0]) or "" for name in DECK_OPTIONS))


@lru_cache(256)
def _tables(texts: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    _refuse_shared_ids(texts)
    tables = {name: np.zeros(shape, kind) for name, (kind, shape) in DECK_TABLES.items()}
    for which, text in enumerate(texts):
        cards = parse_deck(text)
        tables["deck_size"][which] = len(cards)
        for number, card in enumerate(cards):
            tables["card_hold"][which, number] = HOLDS.get(card.hold, 0)
            tables["card_effect"][which, number, : len(card.effects)] = card.effects
            if which == cw.WATER_DECK:
                tables["drink_grade"][number] = GRADES.get(card.category, cw.UNGRADED)
    return tables
