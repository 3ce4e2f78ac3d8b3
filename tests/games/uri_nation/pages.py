"""The parts of the rules page that are made from the game's data: `make pages` writes them."""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path

from offleash.contract.options import make_options
from offleash.games.uri_nation.deck import Card, deck_of
from offleash.games.uri_nation.options import OPTION_LIST, OPTIONS, PRESETS
from offleash.games.uri_nation.rules.card_words import CHANCE_DECK, EVENT_DECK, WATER_DECK

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "src" / "offleash" / "games" / "uri_nation" / "rules.md"

DECKS = {
    WATER_DECK: (
        "Water Chance",
        "Water in a drink from an empty bowl, on average: Bruiser 3.125, Scrapper 1.875, Diplomat "
        "and\nYapper 2.083. Tokens in the whole deck: Grit +7, Bond +2, Drive −2, Swagger −2.",
    ),
    CHANCE_DECK: (
        "Chance",
        "In the whole deck: Drive +10 (0.42 a card), Swagger +5, Grit +5, Bond +1, water −2.",
    ),
    EVENT_DECK: ("Neighbourhood Events", "Six are held."),
}


def options_page() -> str:
    """Every option with the values of both versions, a table for each section."""
    options_by_preset = {
        name: make_options(OPTION_LIST, OPTIONS, preset) for name, preset in PRESETS.items()
    }
    parts = []
    for heading, option_list in groupby(OPTION_LIST, key=lambda option: option.section):
        rows = [
            "| option | 1.2 | 1.4 | values | source | what it does |",
            "|---|---|---|---|---|---|",
        ]
        for option in option_list:
            old, new = (
                option.format(options_by_preset[name][option.name][0]) for name in ("1.2", "1.4")
            )
            cells = (f"`{option.name}`", old, new, option.values_text, option.source, option.text)
            rows.append(f"| {' | '.join(cells)} |")
        parts.append("\n".join((f"## {heading}", "", *rows)))
    return "\n\n".join(parts)


def cards_page() -> str:
    """Every card of the three decks."""
    options = make_options(OPTION_LIST, OPTIONS)
    parts = []
    for deck, (title, figures) in DECKS.items():
        cards = deck_of(options, deck)
        counts = Counter(card.category for card in cards)
        total = ", ".join(f"{count} {category}" for category, count in counts.items())
        lines = [f"## {title}", "", f"{len(cards)} cards: {total}. {figures}", ""]
        lines += ["| id | category | name | effects |", "|---|---|---|---|", *map(_row, cards)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _row(card: Card) -> str:
    hold = f", HOLD `{card.hold}`" if card.hold else ""
    source = f" ({card.source})" if card.source else ""
    return f"| {card.id} | {card.category}{hold} | {card.name}{source} | `{card.text}` |"


BLOCKS = {"options": options_page, "cards": cards_page}


def with_blocks(page: str) -> str:
    """A page with the parts between its marks made again."""
    for name, block in BLOCKS.items():
        start, end = f"<!-- {name}: made by make pages -->\n", "\n<!-- end -->"
        text = f"{start}{block()}{end}"
        pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
        page, count = pattern.subn(text.replace("\\", r"\\"), page)
        if count != 1:
            raise ValueError(f"the page has {count} marks for its {name}")
    return page


if __name__ == "__main__":
    PAGE.write_text(with_blocks(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
