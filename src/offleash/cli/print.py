"""`print`: a game to print and cut out, as a PDF at true size."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import ProjectOrGame, RulesChoice

if TYPE_CHECKING:
    from offleash.contract import Game, Records
    from offleash.contract.studio.kit import Component
    from offleash.contract.studio.supplies import Supply
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
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="parts for N players; default: the whole box"),
]
GridNumbers = Annotated[
    bool, typer.Option("--grid-numbers", help="print the numbers of spaces on the board")
]
Measure = Annotated[
    bool,
    typer.Option(
        "--measure", help="play 2,000 games of these rules to count the tokens; takes minutes"
    ),
]
WithRulebook = Annotated[
    bool, typer.Option("--rulebook", help="bind the rulebook in front of the parts")
]
Grey = Annotated[bool, typer.Option("--black-and-white", help="print in greys instead of colours")]


def print_game(
    source: ProjectOrGame,
    output: Output,
    paper: PaperName = "A4",
    large: Large = False,
    cell: Cell = None,
    only: Only = None,
    players: Players = None,
    grid_numbers: GridNumbers = False,
    measure: Measure = False,
    with_rulebook: WithRulebook = False,
    grey: Grey = False,
    *,
    rules: RulesChoice,
) -> None:
    """Write a game's board, cards and pieces as a PDF to print, cut out and play.

    Everything is at true size. Each page has a 100 mm ruler, so that you can check your
    printer. The first page explains which pages to print on both sides and how to cut.
    """
    from offleash.cli.parameters import piece_sizes, project_images
    from offleash.contract.text.own_images import own_images
    from offleash.paper import require_print_packages
    from offleash.paper.printing.plan import PrintSettings, make_kit, plan_kit
    from offleash.tools.files import check_writable, write_bytes

    settings = PrintSettings(paper, large, grey, cell, tuple(only or ()))
    check_writable(output)
    game, options, title, seats = players_and_options(source, rules, players)
    sizes = piece_sizes(source)
    settings = replace(settings, players=seats, grid_numbers=grid_numbers, sizes=sizes)
    supply = _measure(game, options) if measure else None
    images = project_images(source)
    with own_images(images):
        kit = make_kit(game, options, settings, supply)
    plan = plan_kit(game, options, title, settings, kit)
    with require_print_packages():
        if with_rulebook:
            from offleash.paper.printing.binding import bind, even_pages

            with own_images(images):
                book = _rulebook(source, game, options, title)
            plan = replace(plan, pages_before=even_pages(book))
            data = bind(book, _render_pdf(plan))
        else:
            data = _render_pdf(plan)
        write_bytes(output, data)
    _print_result(plan, output)


def players_and_options(
    source: str, rules: RulesChoice, players: int | None
) -> tuple["Game", "Records", str, int | None]:
    """Return the game, its options for so many players, the title, and how many were asked for.

    Raises BadNotation if the game can't be played by so many.
    """
    from offleash.cli.parameters import parse_settings, resolve_source
    from offleash.paper.printing.plan import options_for, players_option

    game, options, title, _ = resolve_source(source, rules)
    if players is not None:
        return game, options_for(game, options, players), title, players
    option = players_option(game)
    is_set = option is not None and option.name in parse_settings(rules.settings)
    return game, options, title, game.seat_count(options) if is_set else None


def _measure(game: "Game", options: "Records") -> "Supply":
    """Play games to count the pieces, with a progress bar on a terminal."""
    from rich.progress import Progress

    from offleash.cli.terminal import messages
    from offleash.paper.printing.measure import GAMES, measure_supply

    with Progress(console=messages, transient=True, disable=not messages.is_terminal) as bar:
        task = bar.add_task("playing games to count tokens", total=GAMES)
        rules = game.describe_options(options)
        return measure_supply(
            game, options, rules, on_progress=lambda done, _: bar.update(task, completed=done)
        )


def _rulebook(source: str, game: "Game", options: "Records", title: str) -> bytes:
    from offleash.cli.parameters import project_at
    from offleash.paper.rulebook.book import make_book
    from offleash.paper.rulebook.pdf import render_book_pdf

    return render_book_pdf(make_book(game, options, title, project=project_at(source)))


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
    from offleash.paper.printing.document import cutting

    counts = ", ".join(f"{count} {kind}" for kind, count in plan.counts.items())
    size, pages = plan.paper.name, plan.pages_before + plan.pages
    print_plain(f"wrote {output}: {pages} pages of {size}; {counts}")
    print_plain(f"to cut: {cutting(plan)}")
    for sentence in plan.kit.left_out:
        print_plain(f"left out: {sentence}")
    for board in plan.boards:
        print_plain(f"{_format_size(board.component)}, glued from {len(board.tiles)} pages")
    for component in plan.large:
        print_plain(f"{_format_size(component)}, on one page")
    for sentence in plan.kit.misfits:
        messages.print(f"does not fit: {sentence}", style="yellow", markup=False, highlight=False)


def _format_size(component: "Component") -> str:
    return f"{component.label}: {component.width:.0f} × {component.height:.0f} mm"
