"""`worth`: the chance to win with an action and without it."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.lab import Seed, Threads
from offleash.cli.parameters import GameName, RulesChoice, WeightFiles, announce_compiling, load
from offleash.cli.terminal import messages, print_plain

if TYPE_CHECKING:
    from offleash.lab.statistics.intervals import Interval

PROGRESS_INTERVAL = 20  # games


def worth(
    name: GameName,
    action: Annotated[
        str, typer.Argument(metavar="WORD", help="the first word of an action, such as ally")
    ],
    seats: Annotated[
        str | None,
        typer.Option(help="bots: one name, or one per seat; default: each seat's persona"),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="how many games to split")
    ] = 200,
    futures: Annotated[
        int, typer.Option(min=1, help="how often each of the two futures is played")
    ] = 32,
    seed: Seed = 0,
    *,
    rules: RulesChoice,
    weights: WeightFiles = None,
    threads: Threads = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Measure what an action is worth: split games where it is legal, and play on both ways."""
    from offleash.bots.kinds import list_players
    from offleash.bots.lineup import default_bot, seat_names
    from offleash.lab.experiments.action_worth import measure_worth

    game = load(name, weights)
    options = rules.options(game)
    count = game.seat_count(options)
    names = [default_bot(game, options, seat) for seat in range(count)]
    if seats is not None:
        names = seat_names(game, seats, count)
    announce_compiling()

    def on_split(done: int) -> None:
        if done % PROGRESS_INTERVAL == 0:
            messages.print(f"[dim]{done} of {games} games[/dim]")

    result = measure_worth(game, options, names, action, games, futures, seed, threads, on_split)
    if as_json:
        print(json.dumps({"game": game.name, "seats": names, "action": action, **asdict(result)}))
        return
    print_plain(f"{game.title}, {game.describe_options(options)}; {list_players(game, names)}")
    print_plain(f"  with {action:<12} wins {_percent(result.chance_with)}")
    print_plain(f"  without {'':<9} wins {_percent(result.chance_without)}")
    print_plain(f"  difference in points {_points(result.difference)}")
    print_plain(
        f"  {result.splits:,} games split, {result.futures:,} futures each way, seed {seed}; "
        f"the bot itself takes it in {100 * result.own_share:.0f} %"
    )


def _percent(interval: "Interval") -> str:
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:.1f} % ({low:.1f} … {high:.1f})"


def _points(interval: "Interval") -> str:
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:+.1f} ({low:+.1f} … {high:+.1f})"
