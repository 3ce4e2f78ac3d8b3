"""`games`: what is in the box. Imports no rules."""

from typing import Annotated

import typer
from rich.table import Table

from offleash.cli.parameters import load
from offleash.cli.terminal import console


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="show this game's options")
    ] = None,
) -> None:
    """List the games, or the options of one."""
    if name is not None:
        return options_of(name)
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "seats", "what it is"):
        table.add_column(heading)
    for row in ROWS.values():
        table.add_row(row.name, row.title, row.seats, row.nature)
    console.print(table)


def options_of(name: str) -> None:
    """Every switch of a game with its default and its range."""
    game = load(name)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("option", "default", "values", "what it does"):
        table.add_column(heading, no_wrap=heading == "option")
    for switch in game.switches:
        values = switch.range_text.removeprefix("a whole number ")
        table.add_row(switch.name, switch.format(switch.default), values, switch.text)
    console.print(table)
