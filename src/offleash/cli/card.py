"""`card`: about twenty figures of a game on a page, next to other rules or other games."""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.lab import Threads
from offleash.cli.parameters import ProjectOrGame, RulesChoice

if TYPE_CHECKING:
    from offleash.lab.card.figures import GameCard

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against", metavar="GAME[:PRESET]", help="another game, or other rules; may be repeated"
    ),
]
Page = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="write the card to this HTML file")
]
Games = Annotated[
    int, typer.Option("--games", "-n", min=2, max=1_000_000, help="games for what games count")
]
Studied = Annotated[
    int, typer.Option("--studied", min=2, max=10_000, help="games whose decisions are looked at")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="the luck of the games")]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object")]
MOST_CARDS = 4


def card(
    source: ProjectOrGame,
    against: Against = None,
    page: Page = None,
    games: Games = 480,
    studied: Studied = 24,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: AsJson = False,
    *,
    rules: RulesChoice,
) -> None:
    """Print the card of a game: length, fairness, tension, and what choices matter.

    The usual bots play. Decisions are judged by playing on from every alternative.
    """
    from offleash.cli.parameters import resolve_source
    from offleash.cli.terminal import messages, print_plain, printable
    from offleash.games import registry
    from offleash.lab.card.figures import make_card
    from offleash.lab.card.page import card_page, card_text
    from offleash.tools.errors import OffleashError
    from offleash.tools.files import check_writable, write_text

    if against and len(against) >= MOST_CARDS:
        raise OffleashError(f"a page has room for {MOST_CARDS} cards: name fewer with --against")
    if page is not None:
        check_writable(page)
    game, options, _, _ = resolve_source(source, rules)
    pairs = [(game, options)]
    for text in against or ():
        name, _, preset = text.partition(":")
        other = registry.load(name)
        pairs.append((other, other.options(preset or None)))
    cards = []
    for rated, conditions in pairs:
        messages.print(f"[dim]{rated.title}: {games:,} games, {studied:,} of them closely[/dim]")
        cards.append(make_card(rated, conditions, games, studied, seed, threads))
    note = f"{games:,} games of the usual bots, {studied:,} of them closely; seed {seed}"
    if page is not None:
        write_text(page, card_page(cards, note))
    if as_json:
        print(json.dumps([_plain(sheet) for sheet in cards]))
        return
    for sheet in cards:
        print_plain(f"{sheet.title}, {sheet.rules}")
    print_plain(card_text(cards))
    print_plain(note)
    if page is not None:
        print_plain(f"wrote {printable(str(page))}")


def _plain(sheet: "GameCard") -> dict[str, Any]:
    """Return a card as plain data; what a game does not have is null."""
    data = asdict(sheet)
    for row in data["figures"]:
        row["value"] = None if math.isnan(row["value"]) else row["value"]
    return data
