"""`scenario`, `perft`, `bench`: check the rules and measure their speed."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from offleash.cli.lab import Threads
from offleash.cli.parameters import GameName, RulesChoice, announce_compiling, load
from offleash.cli.terminal import console, print_plain
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of


def scenario(
    files: Annotated[list[Path], typer.Argument(help="TOML files, or folders that contain them")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print only failures")] = False,
) -> None:
    """Run rule examples and show what differs. Exits with 1 if any fails."""
    from offleash.play.scenario import run_file
    from offleash.tools.errors import BadFile

    announce_compiling()
    groups = [sorted(file.rglob("*.toml")) if file.is_dir() else [file] for file in files]
    paths = [path for group in groups for path in group]
    if not paths:
        raise BadFile(files[0], None, "the folder contains no .toml files")
    outcomes = [outcome for path in paths for outcome in run_file(path)]
    for outcome in outcomes:
        if outcome.has_passed and not quiet:
            print_plain(Text.assemble(("✓ ", "green"), outcome.name))
        if not outcome.has_passed:
            where = f" ({outcome.file}, line {outcome.line})"
            print_plain(Text.assemble((f"✗ {outcome.name}", "red"), where))
            for difference in outcome.differences:
                print_plain(f"    {difference}")
    failed = sum(not outcome.has_passed for outcome in outcomes)
    steps = count_of(sum(outcome.checks for outcome in outcomes), "step")
    console.print(f"scenarios: {len(outcomes) - failed} passed, {failed} failed ({steps})")
    raise typer.Exit(1 if failed else 0)


def perft(
    name: GameName,
    depth: Annotated[int, typer.Option(min=0, max=12, help="how many actions to look ahead")] = 4,
    position: Annotated[
        str | None, typer.Option(help="the position to start from; default: the set-up")
    ] = None,
    *,
    rules: RulesChoice,
    distinct: Annotated[
        bool,
        typer.Option(
            "--distinct", help="also count distinct positions, ignoring which token is which"
        ),
    ] = False,
) -> None:
    """Count all lines of play up to a depth, including chance outcomes."""
    from offleash.engine.perft import count_lines, count_positions

    game = load(name)
    options = rules.options(game)
    states = (
        game.new_state(options)
        if position is None
        else game.notation.parse_position(position, options)
    )
    if not game.notation.is_whole(states):
        raise OffleashError(f"perft can't start from a position with unknowns: {position}")
    positions = count_positions(game, states, options, depth) if distinct else []
    for level in range(min(1, depth), depth + 1):
        lines = count_lines(game, states, options, level)
        extra = f"  {positions[level]:>14,} positions" if distinct else ""
        console.print(f"depth {level}  {lines:>16,} lines{extra}", highlight=False)


def bench(
    name: GameName,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help="duration of each measurement")
    ] = 2.0,
    threads: Threads = None,
    seats: Annotated[
        str | None, typer.Option(help="bots, as in simulate; default: random, then greedy")
    ] = None,
    *,
    rules: RulesChoice,
) -> None:
    """Measure games per second, after checking that one thread and two agree."""
    from offleash.bots.speed import measure
    from offleash.engine.batch import cores

    game = load(name)
    options = rules.options(game)
    for bots in (seats,) if seats else ("random", "greedy"):
        single_thread = None
        for count in sorted({1, threads or cores()}):
            rate = measure(game, bots, count, seconds, options)
            single_thread = single_thread or rate
            ratio = rate.games_per_second / single_thread.games_per_second
            console.print(
                f"{bots:8} {count:2} thread{'s' if count > 1 else ' '}"
                f"{rate.games_per_second:>10,.0f} games/s"
                f"{rate.nodes_per_second / 1e6:>8.2f} M nodes/s   {ratio:.2f} × one thread",
                highlight=False,
            )
