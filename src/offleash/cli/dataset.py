"""`dataset`: write finished games as open data."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import MOVE_LIMIT, GameName, MoveLimit, RulesChoice, load_bots
from offleash.cli.terminal import print_plain, printable
from offleash.tools.errors import OffleashError


def dataset(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="the folder to write into")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=0, max=1_000_000, help="games to simulate")
    ] = 1000,
    seats: Annotated[
        str, typer.Option("--seats", metavar="BOTS", help="one bot, or one for each seat")
    ] = "greedy",
    seed: Annotated[int, typer.Option("--seed", min=0, help="seed of all luck")] = 0,
    transcript: Annotated[
        list[Path] | None,
        typer.Option(
            "--transcript", metavar="FILE", help="a finished game of people; may be repeated"
        ),
    ] = None,
    agreed: Annotated[
        bool, typer.Option("--agreed", help="everybody who played these games has agreed")
    ] = False,
    move_limit: MoveLimit = MOVE_LIMIT,
    *,
    rules: RulesChoice,
) -> None:
    """Write finished games as a Parquet table with a datasheet: every action, for anybody to use.

    Games that people played get in as transcripts, if all of them agreed; their names don't.
    """
    from offleash.bots.lineup import refuse_timed, seat_names
    from offleash.lab.libraries import require
    from offleash.lab.runs.dataset import Simulated, table_rows, write_dataset

    require("a dataset", "polars")
    if transcript and not agreed:
        raise OffleashError(
            "games of people are their own: ask everybody who played, then add --agreed"
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OffleashError(f"{out} is not an empty folder: name a new one with --out")
    game = rules.setup(name, None, move_limit).game
    load_bots(game, seats)
    options = rules.options(game)
    names = seat_names(game, seats, game.seat_count(options))
    refuse_timed(game, names)
    rows = list(table_rows(transcript or ()))
    if odd := [row["game"] for row in rows if row["game"] != game.name]:
        raise OffleashError(f"a transcript is of {odd[0]}, not of {game.name}")
    with redirect_stdout(sys.stderr):
        rows += Simulated(game, options, names, games, seed).rows()
    if not rows:
        raise OffleashError("there are no games: ask for some with --games")
    tables = f"{len(transcript or ())} games of people, who agreed to it. " if transcript else ""
    bots = f"{games:,} games of bots ({', '.join(names)}) with seed {seed}." if games else ""
    digest = write_dataset(out, rows, f"{tables}{bots}".strip())
    print_plain(f"wrote {printable(str(out))}: {len(rows):,} games; digest {digest[:16]}")
    if missing := games + len(transcript or ()) - len(rows):
        print_plain(f"{missing:,} games that were not finished are left out")
