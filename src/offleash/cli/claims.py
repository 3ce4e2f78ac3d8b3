"""`claims`: test claims about the strength of bots."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.answers.ladder import print_ladder
from offleash.cli.lab import Summary, Threads, folder_option, print_unfinished, run_experiment
from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import messages, print_plain, print_verdict
from offleash.tools.errors import OffleashError

if TYPE_CHECKING:
    from offleash.contract import Game
    from offleash.lab.experiments.claim_files import Entry

OUT = Path("out/ladder")


def claims(
    file: Annotated[
        Path,
        typer.Argument(help="a TOML file with claims, growths and ladders", metavar="CLAIMS.toml"),
    ],
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="NAME", help="only names that start with NAME; may be repeated"
        ),
    ] = None,
    scale: Annotated[
        float,
        typer.Option(help="the fraction of blocks to play, for a quick check: 0.1 is a tenth"),
    ] = 1.0,
    out: Annotated[Path, folder_option("--out", "save the runs in this folder")] = OUT,
    results: Annotated[
        Path | None,
        folder_option("--results", "write the results to this folder, one file per game"),
    ] = None,
    threads: Threads = None,
) -> None:
    """Test claims about the strength of bots and rate them. Finished parts are not played again."""
    from offleash.lab.experiments import standings
    from offleash.lab.experiments.claim_files import read_claims

    if not 0 < scale <= 1:
        raise OffleashError(f"--scale must be above 0 and at most 1, not {scale:g}")
    if results and scale < 1:
        raise OffleashError("--results needs all blocks: leave out --results or --scale")
    entries = read_claims(file, only or (), scale)
    if results:
        for entry in read_claims(file):  # fail now, not after hours, if results can't be saved
            standings.known_results(results, str(entry.fields["game"]))
    announce_compiling()
    also_compiled = standings.bots_by_game(entries)
    if len(also_compiled) == 1:
        standings.warm(*next(iter(also_compiled.items())))
    else:
        messages.print(
            f"[dim]compiling the rules and bots of {len(also_compiled)} games where needed[/dim]"
        )
        standings.warm_all(also_compiled)
    outcomes = {}
    for entry in entries:
        outcomes[entry.name] = _play_entry(entry, also_compiled[entry.game.name], out, threads)
        if results:
            standings.write_results(results, read_claims(file), outcomes)
    verdicts = [outcome for outcome in outcomes.values() if "holds" in outcome]
    failed = [verdict["name"] for verdict in verdicts if not verdict["holds"]]
    if verdicts:
        print_plain(f"{len(verdicts) - len(failed)} of {len(verdicts)} claims hold")
    if failed:
        print_plain(f"failed: {', '.join(failed)}")
        raise typer.Exit(1)


def _play_entry(
    entry: "Entry", also_compiled: Sequence[str], out: Path, threads: int | None
) -> dict[str, Any]:
    """Play an experiment, or load it if it is finished, and print its results."""
    from offleash.lab.experiments import standings
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

    experiment = Experiment(entry.plan, entry.game, also_compiled)
    folder = standings.folder_of(out, entry, experiment)
    run = Run(experiment, threads, folder, games_a_shard=standings.games_a_shard(experiment))
    messages.print(Text(entry.name, "bold"))
    summary = run_experiment(run, is_warm=True)
    outcome: dict[str, Any] = standings.result_to_json(entry, experiment, folder, summary)
    if entry.table == "claim":
        print_claim(entry.game, summary)
    elif entry.table == "growth":
        _print_growth(entry.game.title, outcome)
    else:
        outcome["speeds"] = standings.speeds_of(entry, experiment, folder)
        print_ladder(entry.game, summary)
        _print_speeds(outcome["speeds"])
    return outcome


def print_claim(game: "Game", summary: Summary) -> None:
    """Print the claim, the result, and whether it supports the claim."""
    from offleash.lab.experiments.claim import sentence

    low, high = summary["interval"]
    claim = f"wins more blocks than {summary['than']}" if summary["than"] else "wins"
    print_plain(f"{game.title}: {summary['bot']} {claim}, above {100 * summary['above']:g} %")
    print_plain(
        f"  {100 * summary['share']:.1f} %  ({100 * low:.1f} … {100 * high:.1f}), "
        f"{summary['games']:,} games in {summary['blocks']:,} blocks; look "
        f"{len(summary['looks'])} of {len(summary['possible_looks'])}; seed {summary['seed']}"
    )
    if (corrected := summary.get("corrected")) is not None:
        text = f"{100 * corrected:.1f} %"
        print_plain(f"  about {text} after correction for the chance to stop early")
    print_verdict(sentence(summary), summary["holds"])
    print_unfinished(summary["unfinished"])


def _print_growth(title: str, outcome: Mapping[str, Any]) -> None:
    print_plain(
        f"{title}: strength grows with the budget; "
        f"{outcome['games']:,} games, seed {outcome['seed']}"
    )
    for step in outcome["steps"]:
        lead = (
            f"{step['rating']:+,.0f} ({step['low']:+,.0f} … {step['high']:+,.0f})"
            if "low" in step
            else "is not the next rank up"
        )
        print_plain(f"  {step['from']} → {step['to']}  {lead}")
    print_verdict("holds" if outcome["holds"] else "not shown", outcome["holds"])


def _print_speeds(speeds: Sequence[Mapping[str, Any]]) -> None:
    for row in speeds:
        print_plain(f"  {row['bot']}  {row['milliseconds']:.3f} ms per move")
    print_plain(f"  on one core: {speeds[0]['machine']}")
