"""Cards in words: what each effect does, as one would say it at the table."""

from offleash.games.uri_nation.deck import Card, Effect
from offleash.games.uri_nation.rules.card_words import (
    ALL,
    CLEAR_ALL,
    CLOSE_WATER,
    FULL,
    ME,
    OP_ATTACK,
    OP_BONDS_CLEAR,
    OP_CLOSE,
    OP_FORT,
    OP_FREE_CROSS,
    OP_REFILL,
    OP_SEND_HOME,
    OP_SKIP,
    OP_TOK,
    OP_UNCLAIM,
    OP_WALK,
    OP_WATER,
)
from offleash.games.uri_nation.text.names import STOCK_NAMES

WINDOWS = {"pre_roll": "before a roll", "pre_action": "before an action"}
FOR_ALL = (OP_CLOSE, OP_FREE_CROSS)  # happen once, to the street


def effect_words(effect: Effect) -> str:
    """One effect: `everybody: -1 water`."""
    op, whom, kind, n = effect
    words = {
        OP_TOK: f"{n:+d} {STOCK_NAMES[kind]}",
        OP_WATER: f"{n:+d} water",
        OP_REFILL: "a full bowl" if kind == FULL else "half a bowl",
        OP_SKIP: "no action",
        OP_WALK: f"{n:+d} steps on the next walk",
        OP_ATTACK: f"{n:+d} in challenges this turn",
        OP_FORT: "a free fortify token" if n > 0 else "one fortify token off",
        OP_UNCLAIM: "one bare territory lost",
        OP_BONDS_CLEAR: "all alliances end" if kind == CLEAR_ALL else "one alliance ends",
        OP_SEND_HOME: "carried home",
        OP_CLOSE: "no water" if kind == CLOSE_WATER else "no chance spots",
        OP_FREE_CROSS: "crossings are free",
    }[op]
    if op in FOR_ALL:
        return f"{words} until the drawer's next turn"
    if whom == ME or (op == OP_BONDS_CLEAR and kind == CLEAR_ALL):
        return words
    return f"{'everybody' if whom == ALL else 'who has most'}: {words}"


def effects_words(card: Card) -> str:
    """All that a card does."""
    return ", ".join(effect_words(effect) for effect in card.effects)


def card_words(card: Card) -> str:
    """All that a card does, and when, if it is held."""
    return f"{WINDOWS[card.hold]}: {effects_words(card)}" if card.hold else effects_words(card)
