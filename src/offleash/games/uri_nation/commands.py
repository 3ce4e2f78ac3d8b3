"""What Uri-Nation adds to the command line."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from offleash.contract import Records
from offleash.games.uri_nation.board import BOARDS
from offleash.games.uri_nation.board.text import Board, parse_board
from offleash.tools.errors import BadNotation, OffleashError
from offleash.tools.files import check_writable, exists, read_text, write_text
from offleash.tools.png import write_png
from offleash.tools.prose import count_of, did_you_mean

HELP = f"a file, or a shipped board: {', '.join(BOARDS)}"
BoardName = Annotated[str, typer.Argument(metavar="BOARD", help=HELP, show_default=False)]
WIDEST = 1000  # columns of a table
STYLES = {"ok": "green", "warning": "yellow", "error": "bold red"}  # the others are dim


def load_board(name: str) -> Board:
    """Return a shipped board by its name, or any other by its file.

    Raises OffleashError if there is no such board, BadNotation if its file is wrong.
    """
    if name not in BOARDS and not exists(name) and not any(sign in name for sign in "./\\~"):
        hint, listed = did_you_mean(name, BOARDS), ", ".join(BOARDS)
        raise OffleashError(f"there is no board {name!r}{hint}; name a file or one of {listed}")
    try:
        return parse_board(read_text(BOARDS.get(name, name)))
    except BadNotation as error:
        raise BadNotation(f"{name}: {error}") from None


def check_board(name: BoardName, options: Records | None = None) -> None:
    """Check a board against every constraint and print its properties. Status 2 on an error.

    Broken checks are explained. Errors stop games, warnings do not; a line `ignore: KB9` in the
    file switches a check off.
    """
    from offleash.contract.studio.workbench import ERROR, IGNORED, WARNING
    from offleash.games.uri_nation.board.properties import properties
    from offleash.games.uri_nation.editor import constraints

    board = load_board(name)
    _print(Text(f"{board.name}, for version {board.version_text}", "bold"))
    win = None if options is None else int(options["territories_to_win"][0])
    results = constraints.check_board(board, win)
    for result in results:
        _print(
            Text.assemble((f"{result.severity:9}", STYLES.get(result.severity, "dim")), result.text)
        )
        if result.severity in (ERROR, WARNING):
            _print(Text(f"{'':9}{result.constraint.reason}", "dim"))
    _print(Text(""))
    for label, value in properties(board).items():
        _print(Text.assemble((f"{label:37}", "dim"), value))
    counts = Counter(result.severity for result in results)
    sums = [count_of(counts[severity], severity, zero="0") for severity in (ERROR, WARNING)]
    sums += [f"{counts[IGNORED]} ignored"] * bool(counts[IGNORED])
    _print(Text(f"\n{', '.join(sums)}", "bold"))
    raise typer.Exit(2 if counts[ERROR] else 0)


def show_board(
    name: BoardName,
    svg: Annotated[Path | None, typer.Option(help="write the picture to this SVG file")] = None,
    png: Annotated[Path | None, typer.Option(help="write the picture to this PNG file")] = None,
) -> None:
    """Draw a board in the terminal, and with --svg or --png as a picture."""
    from offleash.games.uri_nation.draw.street import street
    from offleash.games.uri_nation.draw.terminal import draw_map

    check_writable(svg, png)
    board = load_board(name)
    if svg:
        write_text(svg, street(board))
    if png:
        write_png(png, street(board))
    _print(draw_map(board))
    for path in filter(None, (svg, png)):
        _print(Text(f"picture: {''.join(c for c in str(path) if c.isprintable())}"))


def odds(options: Records | None) -> None:
    """Print the exact odds of a challenge, computed by playing out every roll of the dice.

    Without options, print those of both versions of the rules.
    """
    from offleash.games.uri_nation import GAME
    from offleash.games.uri_nation.text import odds_tables as tables

    console = Console()
    versions = [GAME.options("1.2"), GAME.options("1.4")] if options is None else [options]
    parts = list(tables.handicap_table(GAME))
    for version in versions:
        if GAME.base(version) == "1.2":
            parts += tables.published_table(GAME, version)
        parts += tables.attack_table(GAME, version)
    for part in parts:
        if isinstance(part, Table):  # nothing is cut, however narrow the terminal
            roomy = console.options.update(width=WIDEST)
            part.width = console.measure(part, options=roomy).maximum
        console.print(part, crop=False)


def _print(text: Text) -> None:
    Console().print(text, soft_wrap=True, no_wrap=True, crop=False, highlight=False)


COMMANDS = {"board": {"check": check_board, "show": show_board}, "odds": odds}
