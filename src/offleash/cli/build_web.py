"""`build-web`: games for web pages, in WebAssembly."""

import time
from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.warm import Games

Folder = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="the folder to write into")
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="BOT,…",
        help="further bots, such as learned or search:100, in a module of their own",
    ),
]
Check = Annotated[
    bool, typer.Option("--check", help="build nothing: check that what is there fits today's rules")
]


def build_web(
    names: Games = None,
    output: Folder = Path("offleash-web"),
    bots: Bots = "",
    check: Check = False,
) -> None:
    """Build games for web pages: their rules in WebAssembly, and a script that plays them.

    The folder gets modules and a description for each game, and `offleash.js`, which a page
    or Node imports. Games play there without a server, and the same seed gives the same
    games as here. The extra `wasm` has the linker.
    """
    from offleash.cli.terminal import print_plain, printable
    from offleash.games import registry
    from offleash.tools.files import check_writable
    from offleash.web.wasm.game_files import read_game, write_game
    from offleash.web.wasm.package import build_game, read_bots, write_package

    rows = list(dict.fromkeys(registry.row(name) for name in names or registry.ROWS))
    games = [registry.load(row.name) for row in rows]
    if check:
        for game in games:
            read_game(output, game)
            print_plain(f"{game.title}: built from today's rules")
        return
    further = {game.name: read_bots(game, bots) for game in games}
    check_writable(output / "package.json")
    for game in games:
        start = time.perf_counter()
        built = build_game(game, further[game.name])
        write_game(output, built)
        size = sum(map(len, built.code.values())) / 1000
        seconds = time.perf_counter() - start
        print_plain(f"{game.title}: {len(built.code)} modules, {size:.0f} KB, in {seconds:.0f} s")
    write_package(output, [game.name for game in games])
    print_plain(f"wrote {printable(str(output))}")
