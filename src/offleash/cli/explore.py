"""`explore`: a page on which anybody changes rules and sees what games come to."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import ProjectOrGame, RulesChoice

Output = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="the page to write, one HTML file")
]
Seed = Annotated[int, typer.Option("--seed", help="the luck of the games")]


def explore(
    source: ProjectOrGame,
    output: Output = Path("explore.html"),
    seed: Seed = 0,
    *,
    rules: RulesChoice,
) -> None:
    """Write a page that plays: options to change, and figures with intervals that shrink.

    It is one file that needs no network. Bots play in the reader's own browser, under the
    rules that you choose here, under changes to them, and under every preset. The page names
    the commands that give the same figures. The extra `wasm` has the linker.
    """
    from offleash.cli.parameters import resolve_source
    from offleash.cli.terminal import print_plain, printable
    from offleash.tools.files import check_writable, write_text
    from offleash.web.wasm.explorable import explorable_page

    game, options, title, _ = resolve_source(source, rules)
    check_writable(output)
    page = explorable_page(game, options, seed, title)
    write_text(output, page)
    print_plain(f"wrote {printable(str(output))}, {len(page.encode()) / 1000:.0f} KB")
