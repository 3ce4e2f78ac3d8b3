"""`export`: pictures of a game's components for screens and virtual tables."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import ProjectOrGame, RulesChoice
from offleash.cli.print import Cell, GridNumbers, Only, Players

Folder = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="the folder to write into")
]
Dpi = Annotated[float, typer.Option("--dpi", help="pixels per inch of a component")]
Url = Annotated[
    str,
    typer.Option(
        "--url",
        metavar="ADDRESS",
        help="where you will put the folder tabletop-simulator on the web; default: this computer",
    ),
]


def export(
    source: ProjectOrGame,
    output: Folder,
    dpi: Dpi = 150.0,
    url: Url = "",
    cell: Cell = None,
    only: Only = None,
    players: Players = None,
    grid_numbers: GridNumbers = False,
    *,
    rules: RulesChoice,
) -> None:
    """Write every component as a PNG, and a save for Tabletop Simulator.

    The folder gets `pictures`, the list `components.csv` with counts and sizes, and
    `tabletop-simulator/save.json` with the pictures it needs. Copy the save into Tabletop
    Simulator's folder `Saves`, or import the pictures into VASSAL, Screentop or another table.
    """
    from offleash.cli.parameters import piece_sizes, project_images
    from offleash.cli.print import players_and_options
    from offleash.cli.terminal import print_plain, printable
    from offleash.contract.text.own_images import own_images
    from offleash.paper import require_print_packages
    from offleash.paper.printing.plan import PrintSettings, make_kit, select_components

    game, options, title, seats = players_and_options(source, rules, players)
    settings = PrintSettings(
        cell=cell,
        only=tuple(only or ()),
        players=seats,
        grid_numbers=grid_numbers,
        sizes=piece_sizes(source),
    )
    with own_images(project_images(source)):
        kit = select_components(make_kit(game, options, settings), settings.only)
    with require_print_packages():
        from offleash.paper.export.folder import write_export

        count = write_export(output, title or game.title, kit, dpi, url)
    print_plain(f"wrote {printable(str(output))}: {count} pictures at {dpi:g} dpi, and a save")
