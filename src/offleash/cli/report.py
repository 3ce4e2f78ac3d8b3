"""`report`: the report of a run, made anew from its folder."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.lab import make_report

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="the folder of a run, as --out or --report names it")
]
Charts = Annotated[
    str,
    typer.Option(
        "--charts", metavar="KINDS", help="write every chart to DIR/charts too: svg, png or svg,png"
    ),
]


def report(folder: Folder, charts: Charts = "") -> None:
    """Make the report of a run that has ended."""
    make_report(folder, [kind.strip() for kind in charts.split(",") if kind.strip()])
