"""`forecast` and `scorecard`: an evening, sealed before it and scored after it."""

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.figures import make_table, print_uncropped
from offleash.cli.lab import Threads
from offleash.cli.parameters import (
    ProjectOrGame,
    RulesChoice,
    announce_compiling,
    load_bots,
    resolve_source,
)
from offleash.cli.terminal import messages, print_plain, printable
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.lab.people.forecast import Scorecard

FORECAST_GAMES = 2000
MOST_GAMES = 4  # of an evening
MOST_SURPRISES = 3

Past = Annotated[
    list[Path] | None,
    typer.Option(
        "--past", metavar="CARD", help="a scorecard of an earlier evening; may be repeated"
    ),
]


def forecast(
    source: ProjectOrGame,
    seats: Annotated[
        str,
        typer.Option(
            "--people",
            metavar="BOTS",
            help="who plays, such as person:anna.toml,person:ben.toml: a bot for each seat",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="the forecast to write")],
    *,
    rules: RulesChoice,
    most: Annotated[
        int, typer.Option("--evening", min=1, max=20, help="the most games of the evening")
    ] = MOST_GAMES,
    games: Annotated[
        int, typer.Option(min=200, max=1_000_000, help="how many games the bots play")
    ] = FORECAST_GAMES,
    seed: Annotated[int, typer.Option(min=0, help="the seed")] = 0,
    past: Past = None,
    threads: Threads = None,
) -> None:
    """Forecast an evening, sealed by a digest."""
    from offleash.bots.lineup import seat_names
    from offleash.lab.people.forecast import (
        interval_of,
        make_forecast,
        read_scorecard,
        write_forecast,
    )

    check_writable(out)
    if out.exists():
        raise OffleashError(f"{out} exists already, and a forecast is not replaced")
    game, options, _, _ = resolve_source(source, rules)
    load_bots(game, seats)
    names = seat_names(game, seats, game.seat_count(options))
    cards = [read_scorecard(path) for path in past or []]
    day = date.today().isoformat()
    sealed = make_forecast(game, options, names, day, most, games, seed, cards, threads)
    write_text(out, write_forecast(sealed))
    table = make_table("of one game", "median", "90 %", right=("median", "90 %"))
    for name in sealed.figures:
        low, median, high = interval_of(sealed, name, 1)
        table.add_row(printable(name), f"{median:,.2f}", f"{low:,.2f} … {high:,.2f}")
    print_uncropped(table)
    if cards:
        print_plain(trust_words(cards))
    print_plain(f"widened by {sealed.widened:g} after past evenings")
    print_plain(f"digest {sealed.digest}")
    print_plain(printable(f"wrote {out}"))


def scorecard(
    file: Annotated[Path, typer.Argument(metavar="FORECAST", help="what forecast wrote")],
    games: Annotated[
        list[Path], typer.Argument(metavar="GAMES…", help="the evening's transcripts or playtests")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="CARD", help="the scorecard to write")
    ] = None,
    past: Past = None,
) -> None:
    """Score a forecast by the games that were played."""
    from offleash.lab.people.forecast import read_forecast, read_scorecard, score
    from offleash.lab.people.games import read_games

    check_writable(out)
    announce_compiling()
    sealed = read_forecast(file)
    recorded = read_games(games, is_agreed=True)  # nobody is modelled here
    card = score(sealed, recorded.games)
    if out is not None:
        write_text(out, json.dumps(asdict(card), ensure_ascii=False, indent=1) + "\n")
    messages.print(f"forecast {sealed.digest}", style="dim", markup=False, highlight=False)
    table = make_table("", "played", "forecast, 90 %", "score", "", right=("played", "score"))
    for figure in card.figures:
        interval = f"{figure.low:,.2f} … {figure.high:,.2f}"
        hit = "" if figure.is_hit else "missed"
        row = (printable(figure.name), f"{figure.value:,.2f}", interval, f"{figure.score:,.3f}")
        table.add_row(*row, hit)
    print_uncropped(table)
    surprises = sorted(card.figures, key=lambda figure: -figure.distance)[:MOST_SURPRISES]
    print_plain(printable(f"most surprising: {', '.join(figure.name for figure in surprises)}"))
    print_plain(trust_words([*(read_scorecard(path) for path in past or []), card]))


def trust_words(cards: "list[Scorecard]") -> str:
    """Say how many figures of all evenings were within their intervals."""
    figures = [figure for card in cards for figure in card.figures]
    hits = sum(figure.is_hit for figure in figures)
    share = 100 * hits / len(figures) if figures else 0.0
    middle = 100 * sum(figure.hit_share for figure in figures) / max(len(figures), 1)
    return (
        f"{hits} of {len(figures)} figures so far ({share:.0f} %) were within their 90 %; allowing "
        f"for ties, {middle:.0f} %"
    )
