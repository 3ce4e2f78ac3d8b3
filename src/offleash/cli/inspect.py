"""`show`, `outcomes`: inspect positions."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from offleash.cli.parameters import GameName, RulesChoice, load
from offleash.cli.terminal import console, print_plain, printable
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_text
from offleash.tools.png import write_png


def show(
    name: GameName,
    position: Annotated[str, typer.Argument(help="a position in the game's notation")],
    svg: Annotated[Path | None, typer.Option(help="write the picture to this SVG file")] = None,
    png: Annotated[Path | None, typer.Option(help="write the picture to this PNG file")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="show what this seat sees")] = None,
    *,
    rules: RulesChoice,
) -> None:
    """Draw a position in the terminal, or as SVG or PNG."""
    from offleash.contract.rules.actors import NOBODY
    from offleash.play.session import Session

    check_writable(svg, png)
    game = load(name)
    options = rules.options(game)
    session = Session(game, options, position=position, whole=False)
    states = session.state if seat is None else session.view(seat)
    text = session.text(seat)
    viewer = session.actor if seat is None else seat
    if svg:
        write_text(svg, session.svg(viewer if viewer >= 0 else NOBODY))
    if png:
        write_png(png, session.svg(viewer if viewer >= 0 else NOBODY))
    print_plain(text)
    print_plain(game.notation.format_position(states, options))
    for path in filter(None, (svg, png)):
        print_plain(f"picture: {printable(str(path))}")


def outcomes(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="a game; default: list the games that have outcomes"),
    ] = None,
    position: Annotated[
        str | None, typer.Option(help="a position; the board alone is enough")
    ] = None,
    of: Annotated[str | None, typer.Option(help="what to play: in Dog, a card")] = None,
    card: Annotated[str | None, typer.Option(hidden=True)] = None,
    seat: Annotated[int, typer.Option(help="the seat that plays it")] = 0,
    *,
    rules: RulesChoice,
    listed: Annotated[bool, typer.Option("--list", help="list the boards")] = False,
) -> None:
    """Count the distinct boards that a card can lead to when fully played."""
    if name is None:
        return _list_offers()
    game = load(name)
    offer = game.lab.outcomes
    if offer is None:
        raise OffleashError(
            f"{game.title} has no outcomes; `offleash outcomes` lists the games that do"
        )
    if position is None:
        raise OffleashError("outcomes needs --position; the board alone is enough")
    if of is not None and card is not None:
        raise OffleashError("--of and --card mean the same; use only --of")
    item = card if of is None else of
    if item is None:
        raise OffleashError(f"outcomes needs --of: a {offer.noun}, one of {offer.values}")
    options = rules.options(game)
    boards = offer.boards(game.notation.parse_position(position, options), options, item, seat)
    if listed:
        for board in boards:
            print(board)
    print(len(boards))


def _list_offers() -> None:
    """Print the games that count outcomes, and of what. Imports no rules."""
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "offers"):
        table.add_column(heading)
    for row in ROWS.values():
        for offer in row.offers:
            if offer.startswith("outcomes of "):
                table.add_row(row.name, row.title, offer)
    console.print(table)
