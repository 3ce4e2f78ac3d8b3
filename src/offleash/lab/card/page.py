"""A card as a page: a column for each game or rule set, and a bar where figures are shares."""

import html
import math
from collections.abc import Sequence
from itertools import groupby

from offleash.lab.card.figures import CardFigure, GameCard

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; color: #33240f; background: #fffdf7; margin: 1.5em; }
table { border-collapse: collapse; }
caption { text-align: left; font-size: 1.4em; padding: .3em 0; }
th, td { text-align: left; padding: .2em .9em .2em 0; vertical-align: top; }
thead th { border-bottom: 2px solid #6d4526; } tbody th[colspan] { color: #6d4526; }
tbody th { font-weight: normal; }
tbody th[colspan] { font-weight: bold; padding-top: .9em; }
small { color: #6f5d45; display: block; max-width: 22em; }
svg { display: block; margin: .15em 0; max-width: 100%; }
@media (max-width: 600px) { body { margin: .8em; font-size: 13px; } td { max-width: 28vw; } }
@media print { body { margin: 0; font-size: 11px; } }
"""
BAR = 120  # pixels of the widest bar
MISSING = CardFigure("", "", math.nan, "–")


def card_page(cards: Sequence[GameCard], note: str) -> str:
    """Return one HTML file without anything from elsewhere."""
    heads = "".join(
        f"<th scope=col>{html.escape(card.title)}<small>{html.escape(card.rules)}</small></th>"
        for card in cards
    )
    rows = []
    for section, figures in groupby(cards[0].figures, key=lambda one: one.section):
        rows.append(f"<tr><th colspan={len(cards) + 1}>{html.escape(section)}</th></tr>")
        rows += [_row(one.name, cards) for one in figures]
    title = " · ".join(card.title for card in cards)
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{html.escape(title)}</title>"
        f"<style>{STYLE}</style><table><caption>The card of the game</caption>"
        f"<thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"<p><small>{html.escape(note)}</small></p></html>\n"
    )


def card_text(cards: Sequence[GameCard]) -> str:
    """Return the card for a terminal: a line for each figure, a column for each card."""
    names = [one.name for one in cards[0].figures]
    width = max(map(len, names)) + 2
    columns = [[_of(card, name).text for name in names] for card in cards]
    widths = [max(len(text) for text in column) + 2 for column in columns]
    lines = []
    for place, one in enumerate(cards[0].figures):
        if place == 0 or cards[0].figures[place - 1].section != one.section:
            lines.append(one.section)
        cells = [column[place].ljust(size) for column, size in zip(columns, widths, strict=True)]
        note = one.note if len(cards) == 1 else ""
        lines.append(f"  {one.name:<{width}}{''.join(cells)}{note}".rstrip())
    return "\n".join(lines)


def _row(name: str, cards: Sequence[GameCard]) -> str:
    """Return the line of a figure with a cell for each card."""
    cells_of = [_of(card, name) for card in cards]
    widest = max((abs(one.value) for one in cells_of if not math.isnan(one.value)), default=0.0)
    cells = "".join(f"<td>{_cell(one, widest)}</td>" for one in cells_of)
    return f"<tr><th scope=row>{html.escape(name)}</th>{cells}</tr>"


def _cell(one: CardFigure, widest: float) -> str:
    """Return a figure with a bar, as wide as the largest of its line."""
    text = html.escape(one.text) + (f"<small>{html.escape(one.note)}</small>" if one.note else "")
    if math.isnan(one.value) or not widest:
        return text
    length = BAR * max(0.0, one.value) / widest
    return (
        f'<svg width="{BAR}" height="6" role="img" aria-label="{html.escape(one.text)}">'
        f'<rect width="{BAR}" height="6" fill="#f3ead6"/>'
        f'<rect width="{length:.1f}" height="6" fill="#6d4526"/></svg>{text}'
    )


def _of(card: GameCard, name: str) -> CardFigure:
    return next((one for one in card.figures if one.name == name), MISSING)
