"""`scenario`, `perft`, `bench`: are the rules right, and fast?"""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from offleash.cli.parameters import (
    GameName,
    Preset,
    RulesFile,
    Settings,
    announce_compiling,
    chosen_options,
    load,
)
from offleash.cli.terminal import console, say
from offleash.core.errors import OffleashError


def scenario(
    files: Annotated[list[Path], typer.Argument(help="TOML files, or folders of them")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="only what differs")] = False,
) -> None:
    """Run rule examples and show what differs. Status 1 if one does not hold."""
    from offleash.core.errors import BadFile
    from offleash.play.scenario import run_file

    announce_compiling()
    listed = [sorted(file.rglob("*.toml")) if file.is_dir() else [file] for file in files]
    paths = [path for group in listed for path in group]
    if not paths:
        raise BadFile(files[0], None, "there are no .toml files in it")
    outcomes = [outcome for path in paths for outcome in run_file(path)]
    for outcome in outcomes:
        if outcome.has_passed and not quiet:
            say(Text.assemble(("✓ ", "green"), outcome.name))
        if not outcome.has_passed:
            where = f" ({outcome.file}, line {outcome.line})"
            say(Text.assemble((f"✗ {outcome.name}", "red"), where))
            for difference in outcome.differences:
                say(f"    {difference}")
    failed = sum(not outcome.has_passed for outcome in outcomes)
    checks = sum(outcome.checks for outcome in outcomes)
    console.print(f"{len(outcomes) - failed} scenarios hold, {failed} fail ({checks} steps)")
    raise typer.Exit(1 if failed else 0)


def perft(
    name: GameName,
    depth: Annotated[int, typer.Option(min=0, max=12, help="actions to look ahead")] = 4,
    position: Annotated[str | None, typer.Option(help="start here, not at the set-up")] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="also count distinct positions, tokens alike")
    ] = False,
) -> None:
    """Count all lines of play to a depth, chance outcomes included."""
    from offleash.core.perft import count_lines, count_positions

    game = load(name)
    options = chosen_options(game, preset, rules, settings)
    states = game.new_state(options) if position is None else game.parse_position(position, options)
    if not game.is_whole(states):
        raise OffleashError(f"lines can't be counted from a position with unknowns: {position}")
    positions = count_positions(game, states, options, depth) if distinct else []
    for level in range(min(1, depth), depth + 1):
        lines = count_lines(game, states, options, level)
        also = f"  {positions[level]:>14,} positions" if distinct else ""
        console.print(f"depth {level}  {lines:>16,} lines{also}", highlight=False)


def bench(
    name: GameName,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="of each measurement")] = 2.0,
    threads: Annotated[int | None, typer.Option(min=1, help="default: every core")] = None,
    seats: Annotated[
        str | None, typer.Option(help="bots, as simulate takes them; default: random, then greedy")
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Measure games a second, after checking that all ways to play agree."""
    from offleash.bots.rates import measure
    from offleash.core.batch import cores

    game = load(name)
    options = chosen_options(game, preset, rules, settings)
    for bots in (seats,) if seats else ("random", "greedy"):
        alone = None
        for count in sorted({1, threads or cores()}):
            rate = measure(game, bots, count, seconds, options)
            alone = alone or rate
            ratio = rate.games_per_second / alone.games_per_second
            console.print(
                f"{bots:8} {count:2} thread{'s' if count > 1 else ' '}"
                f"{rate.games_per_second:>10,.0f} games/s"
                f"{rate.nodes_per_second / 1e6:>8.2f} M nodes/s   {ratio:.2f} × one thread",
                highlight=False,
            )
