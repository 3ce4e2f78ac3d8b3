"""`print`: a game to print and cut out, as a PDF in true size."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import ProjectOrGame, RulesChoice

if TYPE_CHECKING:
    from offleash.core.kit import Component
    from offleash.paper.printing.plan import PrintPlan

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
    *,
    rules: RulesChoice,
) -> None:
    """Write a game's board, cards and pieces as a PDF to print, cut out and play.

    Everything is in true size. Each page has a 100 mm ruler, so that you can check your
    printer. The first page explains which pages to print on both sides and how to cut.
    """
    from offleash.cli.parameters import piece_sizes, resolve_source
    from offleash.core.files import check_writable, write_bytes
    from offleash.paper import require_print_packages
    from offleash.paper.printing.plan import PrintSettings, plan_game

    print_settings = PrintSettings(paper, large, grey, cell, tuple(only or ()))
    check_writable(output)
    game, options, title, _ = resolve_source(source, rules)
    print_settings = replace(print_settings, sizes=piece_sizes(source))
    plan = plan_game(game, options, title, print_settings)
    with require_print_packages():
        write_bytes(output, _render_pdf(plan))
    _print_result(plan, output)


def _render_pdf(plan: "PrintPlan") -> bytes:
    """Render the PDF, with a progress bar on a terminal."""
    from rich.progress import Progress

    from offleash.cli.terminal import messages
    from offleash.paper.printing.document import render_kit_pdf

    with Progress(console=messages, transient=True, disable=not messages.is_terminal) as bar:
        task = bar.add_task("drawing pages", total=plan.pages)
        return render_kit_pdf(plan, lambda done, _: bar.update(task, completed=done))


def _print_result(plan: "PrintPlan", output: Path) -> None:
    """Print what was written, and what does not fit."""
    from offleash.cli.terminal import messages, print_plain

    counts = ", ".join(f"{count} {kind}" for kind, count in plan.counts.items())
    size = plan.paper.name
    print_plain(f"wrote {output}: {plan.pages} pages of {size}; {counts}")
    for board in plan.boards:
        print_plain(f"{_format_size(board.component)}, glued from {len(board.tiles)} pages")
    for component in plan.large:
        print_plain(f"{_format_size(component)}, on one page")
    for sentence in plan.kit.misfits:
        messages.print(f"does not fit: {sentence}", style="yellow", markup=False, highlight=False)


def _format_size(component: "Component") -> str:
    return f"{component.label}: {component.width:.0f} × {component.height:.0f} mm"
