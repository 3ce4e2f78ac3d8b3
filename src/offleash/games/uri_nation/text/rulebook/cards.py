"""Cards and walk tricks."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Chapter, Passage, chapter, grid, points, sentences
from offleash.games.uri_nation.deck import card_words
from offleash.games.uri_nation.text.rulebook.context import BookContext

LEASH_DRIVE, LEASH_STEPS, OWNER_STEPS, PATROL_STEPS, LEG_STEPS, FACTOR = 2, 3, 2, 3, 2, 3


def cards(book: BookContext) -> Chapter:
    """Every deck that is drawn from, card by card."""
    if not book.decks:
        return chapter("Cards")
    most = book.held_cards_max
    hold = sentences(
        "A card that says **hold** is kept, for all to see, and played in a turn of yours at the "
        "time that it names. That is no action.",
        f"You may keep {count_of(most, 'card')}; who gets one more discards one of them unplayed."
        if most
        else "But nobody may keep any: such a card is discarded unplayed.",
    )
    tables: list[Passage] = []
    for name, deck in book.decks:
        rows = [(card.id, f"**{card.name}**", card_words(card)) for card in deck]
        tables.append(grid((name, "card", "what it does"), *rows))
    return chapter(
        "Cards",
        "A card is carried out as soon as it is drawn. Who loses what it does not have loses what "
        "there is. When a deck runs out, its discards are shuffled into a new one.",
        hold if any(card.hold for _, deck in book.decks for card in deck) else None,
        *tables,
    )


def tricks(book: BookContext) -> Chapter:
    """Walk tricks (W0–W6)."""
    if not book.walk_tricks:
        return chapter("Walk tricks")
    own = {
        "scrapper": f"**Zoomies** (Scrapper): the dice count {FACTOR} times; after that "
        "walk you can only pass.",
        "diplomat": "**Butt Sniff Diplomacy** (Diplomat): look into the bowl of a dog "
        "on your cell or one step away, before your action.",
        "yapper": f"**Paranoid Patrol** (Yapper), as your action: a fortify token on "
        f"each own territory within {count_of(PATROL_STEPS, 'step')}, at the usual cost, as long "
        "as you like.",
        "bruiser": f"**Leg Day** (Bruiser): a claim or a challenge up to "
        f"{count_of(LEG_STEPS, 'step')} away, at the usual cost.",
    }
    return chapter(
        "Walk tricks",
        "Each trick may be used once a game by each dog that has it. Tricks about the roll are "
        "named when the dice lie.",
        points(
            f"**Pull the Leash** (every dog): {LEASH_DRIVE} Drive for "
            f"{count_of(LEASH_STEPS, 'more step')}.",
            "**Distracted Owner** (every dog), after doubles: "
            f"{count_of(OWNER_STEPS, 'more step')}, and you may turn round freely in this walk.",
            *(own[dog] for dog in book.dogs),
        ),
    )
