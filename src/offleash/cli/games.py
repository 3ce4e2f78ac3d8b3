"""`games`: what is in the box. Imports no rules."""

from typing import Annotated

import typer
from rich.table import Table

from offleash.cli.parameters import Preset, load
from offleash.cli.terminal import console


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="show this game's options")
    ] = None,
    preset: Preset = None,
) -> None:
    """List the games, or the options of one."""
    if name is not None:
        return options_of(name, preset)
    from offleash.games.registry import ROWS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "title", "seats", "what it is"):
        table.add_column(heading)
    for row in ROWS.values():
        table.add_row(row.name, row.title, row.seats, row.nature)
    console.print(table)


def options_of(name: str, preset: str | None) -> None:
    """Every switch of a game with its value and its range, its source and what a lab sweeps."""
    from offleash.bots.kinds import bot_names

    game = load(name)
    options = game.options(preset)
    if game.presets:
        others = ", ".join(each for each in game.presets if each != game.base(options))
        console.print(f"rules {game.base(options)}; there are also {others}", highlight=False)
    told = {
        "source": any(switch.source for switch in game.switches),
        "sweep": any(switch.swept for switch in game.switches),
    }
    headings = ["option", "default", "values", *(key for key, shown in told.items() if shown)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (*headings, "what it does"):
        table.add_column(heading, no_wrap=heading == "option")
    for switch in game.switches:
        values = switch.range_text.removeprefix("a whole number ")
        row = [switch.name, switch.format(options[switch.name][0]), values]
        row += [switch.source] * told["source"] + [switch.sweep_text] * told["sweep"]
        table.add_row(*row, switch.text)
    console.print(table)
    console.print(f"bots: {', '.join(bot_names(game))}", highlight=False)
