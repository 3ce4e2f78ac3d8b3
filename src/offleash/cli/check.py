"""`scenario`, `perft`, `bench`: are the rules right, and fast?"""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.app import app, console


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(help="TOML files, or folders of them")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="only what differs")] = False,
) -> None:
    """Run rule examples and show what differs. Status 1 if one does not hold."""
    from offleash.core.errors import BadFile
    from offleash.play.scenario import run_file

    paths = [p for file in files for p in (sorted(file.rglob("*.toml")) if file.is_dir() else [file])]
    if not paths:
        raise BadFile(files[0], None, "there are no .toml files in it")
    outcomes = [outcome for path in paths for outcome in run_file(path)]
    for outcome in outcomes:
        if outcome.holds and not quiet:
            console.print(f"[green]✓[/green] {outcome.name}", highlight=False)
        if not outcome.holds:
            where = f"{outcome.file}, line {outcome.line}"
            console.print(f"[red]✗ {outcome.name}[/red] ({where})", highlight=False)
            for difference in outcome.differences:
                console.print(f"    {difference}", highlight=False, markup=False)
    failed = sum(not outcome.holds for outcome in outcomes)
    checks = sum(outcome.checks for outcome in outcomes)
    console.print(f"{len(outcomes) - failed} scenarios hold, {failed} fail ({checks} steps)")
    raise typer.Exit(1 if failed else 0)
