"""`check`, `scenario`, `perft`, `bench`: check a game and its rules, and measure their speed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from offleash.cli.lab import Threads
from offleash.cli.parameters import GameName, RulesChoice, announce_compiling, load
from offleash.cli.terminal import console, print_plain
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import count_of

if TYPE_CHECKING:
    from offleash.checks.check import Outcome


AREAS = "options, rules, machine, views, texts, pictures, learning"  # of checks


def check(
    name: Annotated[
        str, typer.Argument(metavar="GAME|FOLDER", help="a game, or the folder of its package")
    ],
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(
            "--scenarios", help="a TOML file or folder: look at positions of its scenarios too"
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=1000, help="random games that positions are taken from")
    ] = 16,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="AREA", help=f"one of {AREAS}; may be repeated"),
    ] = None,
    planted: Annotated[
        bool, typer.Option("--planted", help="prove that each check finds faults in this game")
    ] = False,
) -> None:
    """Check what every game has to promise. Exits with 1 if a promise is broken."""
    from offleash.checks.every import run_checks
    from offleash.games import registry

    areas = tuple(only or AREAS.split(", "))
    if unknown := [area for area in areas if area not in AREAS.split(", ")]:
        raise OffleashError(f"there are no checks of {quote(unknown[0])}, only of {AREAS}")
    game = load(registry.add_folder(Path(name)) if Path(name).is_dir() else name)
    files = _toml_files(scenarios or [])
    outcomes = []
    for outcome in run_checks(game, scenarios=files, games=games, areas=areas, planted=planted):
        outcomes.append(outcome)
        _print_outcome(outcome)
    _print_total(outcomes, planted)
    raise typer.Exit(0 if all(outcome.has_passed for outcome in outcomes) else 1)


def _print_outcome(outcome: "Outcome") -> None:
    line = f"{outcome.check.area:9} {outcome.check.promise}"
    if outcome.is_skipped:
        print_plain(Text(f"– {line}", "dim"))
    elif outcome.has_passed:
        print_plain(Text.assemble(("✓ ", "green"), line))
    else:
        print_plain(Text(f"✗ {line}", "red"))
    for breach in outcome.breaches:
        print_plain(f"    {breach}")
    for fault in outcome.missed:
        print_plain(f"    a planted fault is not found: {fault}")


def _print_total(outcomes: "list[Outcome]", planted: bool) -> None:
    skipped = sum(outcome.is_skipped for outcome in outcomes)
    failed = sum(not outcome.has_passed for outcome in outcomes)
    passed = len(outcomes) - skipped - failed
    faults = sum(outcome.planted for outcome in outcomes)
    missed = sum(len(outcome.missed) for outcome in outcomes)
    proof = f"; {faults - missed} of {count_of(faults, 'planted fault')} found" if planted else ""
    others = f", {skipped} do not concern this game" if skipped else ""
    console.print(f"checks: {passed} passed, {failed} failed{others}{proof}", highlight=False)


def _toml_files(files: list[Path]) -> list[Path]:
    groups = [sorted(file.rglob("*.toml")) if file.is_dir() else [file] for file in files]
    return [path for group in groups for path in group]


def scenario(
    files: Annotated[list[Path], typer.Argument(help="TOML files, or folders that contain them")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print only failures")] = False,
) -> None:
    """Run rule examples and show what differs. Exits with 1 if any fails."""
    from offleash.play.scenario import run_file
    from offleash.tools.errors import BadFile

    announce_compiling()
    paths = _toml_files(files)
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
