"""`claims`: what is said of the bots, put to the test."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.lab import Threads, conduct, folder_named
from offleash.cli.ladder import print_ladder
from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import console, messages, say
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.lab.claims import Entry

ClaimsFile = Annotated[
    Path, typer.Argument(help="a TOML file: claims, growths and ladders", metavar="CLAIMS.toml")
]
Out = Annotated[
    Path,
    typer.Option("--out", metavar="DIR", parser=folder_named, help="keep the runs in this folder"),
]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="DIR",
        parser=folder_named,
        help="write what they came to in this folder, a file for each game",
    ),
]


def claims(
    file: ClaimsFile,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="those whose names begin so; may be repeated"),
    ] = None,
    scale: Annotated[
        float, typer.Option(help="a part of the blocks, for a shorter form: 0.1 for a tenth")
    ] = 1.0,
    out: Out = Path("out/ladder"),
    results: Results = None,
    threads: Threads = None,
) -> None:
    """Put what is said of bots to the test, and rate them all; finished parts stay as they are."""
    from offleash.lab.claims import read_claims
    from offleash.lab.standings import company_of, known_results, warm, warm_all, write_results

    if not 0 < scale <= 1:
        raise OffleashError(f"the scale is {scale:g}; it must be above 0, and 1 at most")
    if results and scale < 1:
        raise OffleashError("the results of a shorter form are not written down: leave one out")
    entries = read_claims(file, only or (), scale)
    if results:
        for entry in read_claims(file):  # before long work: what could not be kept is refused
            known_results(results, str(entry.fields["game"]))
    announce_compiling()
    company = company_of(entries)
    if len(company) == 1:
        warm(*next(iter(company.items())))
    else:
        messages.print(f"[dim]compiling what {len(company)} games need, where it is missing[/dim]")
        warm_all(company)
    found = {}
    for entry in entries:
        found[entry.name] = _played(entry, company[entry.game.name], out, threads)
        if results:
            write_results(results, read_claims(file), found)
    judged = [each for each in found.values() if "holds" in each]
    failed = [each["name"] for each in judged if not each["holds"]]
    if judged:
        say(f"{len(judged) - len(failed)} of {len(judged)} claims hold")
    if failed:
        say(f"not: {', '.join(failed)}")
        raise typer.Exit(1)


def _played(
    entry: "Entry", company: Sequence[str], out: Path, threads: int | None
) -> dict[str, Any]:
    """Plays an experiment, or takes what is there; says what it came to."""
    from offleash.lab.experiment import Experiment
    from offleash.lab.run import Run
    from offleash.lab.standings import folder_of, games_a_shard, result_to_json, speeds_of

    experiment = Experiment(entry.plan, entry.game, company)
    folder = folder_of(out, entry, experiment)
    run = Run(experiment, threads, folder, games_a_shard=games_a_shard(experiment))
    messages.print(Text(entry.name, "bold"))
    summary = conduct(run, stops=entry.table == "claim", is_warm=True)
    found: dict[str, Any] = result_to_json(entry, experiment, folder, summary)
    if entry.table == "claim":
        print_claim(entry.game.title, summary)
    elif entry.table == "growth":
        _print_growth(entry.game.title, found)
    else:
        found["speeds"] = speeds_of(entry, experiment, folder)
        print_ladder(entry.game.title, _rules(entry), summary)
        _print_speeds(found["speeds"])
    return found


def _rules(entry: "Entry") -> str:
    from offleash.lab.plan import arm_options

    return entry.game.told(arm_options(entry.game, entry.plan.arms[0]))


def print_claim(title: str, summary: Mapping[str, Any]) -> None:
    """What was said, what was found, and whether that is enough."""
    from offleash.lab.claim import sentence

    low, high = summary["interval"]
    what = f"wins more blocks than {summary['than']}" if summary["than"] else "wins"
    say(f"{title}: {summary['bot']} {what}, above {100 * summary['above']:g} %")
    say(
        f"  {100 * summary['share']:.1f} %  ({100 * low:.1f} … {100 * high:.1f}), "
        f"{summary['games']:,} games in {summary['blocks']:,} blocks; look "
        f"{len(summary['looks'])} of {len(summary['possible_looks'])}; seed {summary['seed']}"
    )
    say(Text(f"  {sentence(summary)}", "bold green" if summary["holds"] else "bold yellow"))
    if summary["unfinished"]:
        console.print(f"[red]{summary['unfinished']} games were given up unfinished[/red]")


def _print_growth(title: str, found: Mapping[str, Any]) -> None:
    say(f"{title}: strength grows with the budget; {found['games']:,} games, seed {found['seed']}")
    for step in found["steps"]:
        lead = (
            f"{step['rating']:+,.0f} ({step['low']:+,.0f} … {step['high']:+,.0f})"
            if "low" in step
            else "is not the next above"
        )
        say(f"  {step['from']} → {step['to']}  {lead}")
    text = "holds" if found["holds"] else "not shown"
    say(Text(f"  {text}", "bold green" if found["holds"] else "bold yellow"))


def _print_speeds(speeds: Sequence[Mapping[str, Any]]) -> None:
    for row in speeds:
        say(f"  {row['bot']}  {row['milliseconds']:.3f} ms a move")
    say(f"  on one core: {speeds[0]['machine']}")
