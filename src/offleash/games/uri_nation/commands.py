"""What Uri-Nation adds to the command line."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from offleash.core.files import check_writable, write_text
from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.shipped import board_named

BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD",
        help=f"a file, or a board in the box: {', '.join(BOARDS)}",
        show_default=False,
    ),
]
WIDEST = 1000  # that a table can get
STYLES = {"ok": "green", "warning": "yellow", "error": "bold red", "untested": "dim"}


def check_board(name: BoardName) -> None:
    """Check a board against every constraint and print what it is like. Status 2 on an error."""
    from offleash.games.uri_nation.board import checks
    from offleash.games.uri_nation.board.properties import properties

    board = board_named(name)
    _say(Text(f"{board.name}, for version {board.version_text}", "bold"))
    findings = checks.check_board(board)
    for finding in findings:
        _say(Text.assemble((f"{finding.severity:9}", STYLES[finding.severity]), finding.text))
    _say(Text(""))
    for label, value in properties(board).items():
        _say(Text.assemble((f"{label:37}", "dim"), value))
    counts = Counter(finding.severity for finding in findings)
    totals = (count_of(counts[kind], kind, zero="0") for kind in (checks.ERROR, checks.WARNING))
    _say(Text(f"\n{', '.join(totals)}", "bold"))
    raise typer.Exit(2 if counts[checks.ERROR] else 0)


def show_board(
    name: BoardName,
    svg: Annotated[Path | None, typer.Option(help="write the picture there")] = None,
) -> None:
    """Draw a board in the terminal, and as SVG if wanted."""
    from offleash.games.uri_nation.draw.map import draw_map
    from offleash.games.uri_nation.draw.street import street

    check_writable(svg)
    board = board_named(name)
    if svg:
        write_text(svg, street(board))
    _say(draw_map(board))
    if svg:
        _say(Text(f"picture: {''.join(c for c in str(svg) if c.isprintable())}"))


def odds(options: Records | None) -> None:
    """Print the exact odds of a challenge, found by playing out every fall of the dice.

    Without options, those of both versions of the rules.
    """
    from offleash.games.uri_nation import GAME
    from offleash.games.uri_nation.text.odds_tables import (
        attack_table,
        handicap_table,
        published_table,
    )

    console = Console()
    every = [GAME.options("1.2"), GAME.options("1.4")] if options is None else [options]
    parts = list(handicap_table(GAME))
    for each in every:
        if GAME.base(each) == "1.2":
            parts += published_table(GAME, each)
        parts += attack_table(GAME, each)
    for part in parts:
        if isinstance(part, Table):  # however narrow the terminal is, nothing is cut
            roomy = console.options.update(width=WIDEST)
            part.width = console.measure(part, options=roomy).maximum
        console.print(part, crop=False)


def _say(text: Text) -> None:
    Console().print(text, soft_wrap=True, no_wrap=True, crop=False, highlight=False)


COMMANDS = {"board": {"check": check_board, "show": show_board}, "odds": odds}
