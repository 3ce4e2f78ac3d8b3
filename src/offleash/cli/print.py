"""`print`: a game to print and cut out, as a PDF in true size."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import Preset, RulesFile, Settings
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.core.kit import Component
    from offleash.paper.printing.document import Plan

ProjectOrGame = Annotated[
    str, typer.Argument(metavar="PROJECT|GAME", help="a project folder or a game")
]
Output = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="FILE", help="the PDF to write; overwrites an existing file"
    ),
]
PaperName = Annotated[str, typer.Option("--paper", help="A4, Letter or A3")]
Large = Annotated[
    bool,
    typer.Option(
        "--large/--tile", help="print a board on one large page, or on pages to glue together"
    ),
]
Cell = Annotated[
    float | None,
    typer.Option("--cell", metavar="MM", help="the size of a cell, step or hexagon on the board"),
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="NAME", help="print only this component; may be repeated"),
]
Grey = Annotated[bool, typer.Option("--black-and-white", help="print in greys instead of colours")]


def print_game(
    source: ProjectOrGame,
    output: Output,
    paper: PaperName = "A4",
    large: Large = False,
    cell: Cell = None,
    only: Only = None,
    grey: Grey = False,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Write a game's board, cards and pieces as a PDF to print, cut out and play.

    Everything is in true size. Each page has a 100 mm ruler, so that you can check your
    printer. The first page explains which pages to print on both sides and how to cut.
    """
    from offleash.cli.parameters import load, resolve_options
    from offleash.core.files import check_writable, write_bytes

    printing = _import_printing()
    choice = printing.Choice(paper, large, grey, cell, tuple(only or ()))
    check_writable(output)
    name, rules, title = _resolve_source(source, rules)
    game = load(name)
    options = resolve_options(game, preset, rules, settings)
    plan = printing.chosen(game, options, title, choice)
    write_bytes(output, _render_pdf(plan))
    _print_result(plan, output)


def _resolve_source(source: str, rules: Path | None) -> tuple[str, Path | None, str]:
    """The game, its rules file (`project.toml` for a project) and a title.

    Raises OffleashError if a project is combined with --rules.
    """
    from offleash.games import registry
    from offleash.play.project import PROJECT, is_project, project_folder, read_project

    if source in registry.ROWS or not is_project(Path(source)):
        return source, rules, ""
    if rules is not None:
        raise OffleashError("a project already sets the rules: leave out --rules")
    project = read_project(source)
    return project.game.name, project_folder(Path(source)) / PROJECT, project.title


def _import_printing() -> ModuleType:
    """The printing module. Raises OffleashError if a package that it needs is missing."""
    try:
        return import_module("offleash.paper.printing.choosing")
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.split(".")[0] == "offleash":
            raise
        raise OffleashError(
            f"print needs the package {missing}: pip install 'offleash[print]'"
        ) from None


def _render_pdf(plan: "Plan") -> bytes:
    """Render the PDF, with a progress bar on a terminal."""
    from rich.progress import Progress

    from offleash.cli.terminal import messages
    from offleash.paper.printing.document import printed

    with Progress(console=messages, transient=True, disable=not messages.is_terminal) as bar:
        task = bar.add_task("drawing pages", total=plan.pages)
        return printed(plan, lambda done, total: bar.update(task, completed=done, total=total))


def _print_result(plan: "Plan", output: Path) -> None:
    """Print what was written, and what does not fit."""
    from offleash.cli.terminal import messages, print_plain

    counts = ", ".join(f"{count} {kind}" for kind, count in plan.counts.items())
    size = plan.job.paper.name
    print_plain(f"wrote {output}: {plan.pages} pages of {size}; {counts}")
    for board in plan.boards:
        print_plain(f"{_size(board.component)}, glued from {len(board.tiles)} pages")
    for component in plan.large:
        print_plain(f"{_size(component)}, on one page")
    for sentence in plan.job.kit.misfits:
        messages.print(f"does not fit: {sentence}", style="yellow", markup=False, highlight=False)


def _size(component: "Component") -> str:
    return f"{component.label}: {component.width:.0f} × {component.height:.0f} mm"
