"""`report`: write the report of a finished run again."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.lab import make_report

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="the folder of a run, given with --out or --report")
]
Charts = Annotated[
    str,
    typer.Option(
        "--charts",
        metavar="KINDS",
        help="also write every chart to DIR/charts: svg, png or svg,png",
    ),
]


def report(folder: Folder, charts: Charts = "") -> None:
    """Write the report of a finished run."""
    make_report(folder, [kind.strip() for kind in charts.split(",") if kind.strip()])
