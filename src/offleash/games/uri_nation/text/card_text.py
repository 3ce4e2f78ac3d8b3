"""Cards in words: what each effect does, as one would say it at the table."""

from offleash.games.uri_nation.deck import Card, Effect
from offleash.games.uri_nation.rules import card_words as W
from offleash.games.uri_nation.text.names import STOCK_NAMES

WINDOWS = {"pre_roll": "before a roll", "pre_action": "before an action"}
FOR_ALL = (W.OP_CLOSE, W.OP_FREE_CROSS)  # happen once, to the street


def effect_words(effect: Effect) -> str:
    """One effect: `everybody: -1 water`."""
    op, whom, kind, n = effect
    words = {
        W.OP_TOK: f"{n:+d} {STOCK_NAMES[kind]}",
        W.OP_WATER: f"{n:+d} water",
        W.OP_REFILL: "a full bowl" if kind == W.FULL else "half a bowl",
        W.OP_SKIP: "no action",
        W.OP_WALK: f"{n:+d} steps on the next walk",
        W.OP_ATTACK: f"{n:+d} in challenges this turn",
        W.OP_FORT: "a free fortify token" if n > 0 else "one fortify token off",
        W.OP_UNCLAIM: "one bare territory lost",
        W.OP_BONDS_CLEAR: "all alliances end" if kind == W.CLEAR_ALL else "one alliance ends",
        W.OP_SEND_HOME: "carried home",
        W.OP_CLOSE: "no water" if kind == W.CLOSE_WATER else "no chance spots",
        W.OP_FREE_CROSS: "crossings are free",
    }[op]
    if op in FOR_ALL:
        return f"{words} until the drawer's next turn"
    if whom == W.ME or (op == W.OP_BONDS_CLEAR and kind == W.CLEAR_ALL):
        return words
    return f"{'everybody' if whom == W.ALL else 'who has most'}: {words}"


def effects_words(card: Card) -> str:
    """All that a card does."""
    return ", ".join(effect_words(effect) for effect in card.effects)


def card_words(card: Card) -> str:
    """All that a card does, and when, if it is held."""
    return f"{WINDOWS[card.hold]}: {effects_words(card)}" if card.hold else effects_words(card)
