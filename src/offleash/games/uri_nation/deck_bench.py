"""What the studio needs to write decks: the fields of a card, every effect, its picture."""

from functools import partial

from offleash.core.workbench import Card, CardField, DeckBench, EffectKind, EffectPart
from offleash.games.shared.printed import CARD
from offleash.games.uri_nation.deck import DECK_OPTIONS, LONGEST, MOST, TOKENS, WHO, read_card
from offleash.games.uri_nation.deck_sheet import (
    blank_card,
    problems,
    read_sheet,
    table_of,
    write_sheet,
)
from offleash.games.uri_nation.draw.cards import draw_card
from offleash.games.uri_nation.rules.card_words import MOST_CARDS, MOST_EFFECTS
from offleash.games.uri_nation.text.card_text import WINDOWS
from offleash.games.uri_nation.text.names import DECK_NAMES

HOLD = [("", "at once"), *((key, f"kept, {words}") for key, words in WINDOWS.items())]
FIELDS = (
    CardField("name", "Name", LONGEST["name"]),
    CardField("category", "Category", LONGEST["category"]),
    CardField("hold", "Played", choices=HOLD, is_needed=False),
    CardField("id", "Id", 12),
    CardField("source", "Source", LONGEST["source"], is_needed=False),
)
WHO_WORDS = (("me", "who draws it"), ("all", "everybody"), ("most", "who has most"))
ANYBODY, EVERYBODY = tuple(WHO), ("all",)
AMOUNT = EffectPart("How many", low=-MOST, high=MOST)
ONE = EffectPart("How many", choices=(("+1", "one more"), ("-1", "one off")))
TOKEN = EffectPart("Which", choices=tuple((token, token.capitalize()) for token in TOKENS))
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


def _draw(which: int, card: Card) -> str:
    return draw_card(read_card(table_of(card)), which)


def _bench(which: int) -> DeckBench:
    return DeckBench(
        option=DECK_OPTIONS[which],
        title=DECK_NAMES[which],
        most_cards=MOST_CARDS,
        most_effects=MOST_EFFECTS,
        fields=FIELDS,
        recipients=WHO_WORDS,
        effects=EFFECTS,
        size=CARD,
        blank=blank_card,
        read=read_sheet,
        problems=problems,
        draw=partial(_draw, which),
        write=write_sheet,
    )


DECKS = tuple(_bench(which) for which in range(len(DECK_OPTIONS)))
