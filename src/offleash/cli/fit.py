"""`fit`: a bot from the decisions of a person or a group."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.lab import Threads
from offleash.cli.parameters import announce_compiling
from offleash.cli.terminal import messages, print_plain, printable
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_text
from offleash.tools.prose import count_of, join_and

if TYPE_CHECKING:
    from offleash.lab.people.fit import Fit
    from offleash.lab.people.games import RecordedGames

Agreed = Annotated[
    bool,
    typer.Option(
        "--agreed",
        help="everybody in these games agreed to be modelled; else only those who said so at the "
        "table count",
    ),
]


def fit(
    games: Annotated[
        list[Path],
        typer.Argument(metavar="GAMES…", help="transcripts, playtests, or folders of them"),
    ],
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="whose decisions; may be repeated for a group; default: everybody but bots",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="the model to write, .toml")
    ] = None,
    is_agreed: Agreed = False,
    threads: Threads = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Make a bot of a person or a group from recorded games."""
    from offleash.lab.people.fit import FEWEST_GAMES
    from offleash.lab.people.games import check_enough, read_games

    check_writable(out)
    announce_compiling()
    recorded = read_games(games, is_agreed)
    for reason in recorded.unused:
        messages.print(f"note: {reason}", style="dim", markup=False, highlight=False)
    names = list(dict.fromkeys(players or recorded.people))
    if not names:
        raise OffleashError("only bots play in these games: name one with --player")
    for name in names:
        check_enough(recorded, name, 1 if len(names) > 1 else FEWEST_GAMES)
    result = _fit(recorded, names, threads)
    model = replace(result.model, origin=_origin(recorded, names, result))
    if out is not None:
        from offleash.bots.people import format_person

        write_text(out, format_person(model))
    _print(replace(result, model=model), recorded, out, as_json)


def _fit(recorded: "RecordedGames", names: list[str], threads: int | None) -> "Fit":
    """Fit the model, held near that of all people in the games if there are others."""
    from offleash.lab.people.decisions import decisions_of
    from offleash.lab.people.fit import FEWEST_GAMES, fit

    others = []
    everybody = recorded.people
    if set(everybody) - {*names}:
        others = [fit(decisions_of(recorded.games, everybody), "all", (), 0, threads).model]
    decisions = decisions_of(recorded.games, names)
    if len(decisions.games) < FEWEST_GAMES:
        raise OffleashError(
            f"{join_and(names)} played {count_of(len(decisions.games), 'game')} of these; a model "
            f"needs {FEWEST_GAMES}"
        )
    return fit(decisions, join_and(names), others, threads=threads)


def _origin(recorded: "RecordedGames", names: list[str], result: "Fit") -> dict[str, Any]:
    """Return where a model is from, without the date on which it was made."""
    session = recorded.games[0].session
    mine = [game for game in recorded.games if {*names} & {*game.players.values()}]
    others = sorted({*recorded.people} - {*names})
    return {
        "players": names,
        "others": others,
        "rules": session.game.rules_version,
        "games": result.games,
        "decisions": result.decisions,
        "last": max(game.date for game in mine),
        "sources": [game.digest for game in mine],
    }


def _print(result: "Fit", recorded: "RecordedGames", out: Path | None, as_json: bool) -> None:
    from offleash.lab.people.words import describe_person

    model, game = result.model, recorded.games[0].session.game
    words = describe_person(game, model)
    if as_json:
        print(json.dumps({**asdict(result), "words": words}))
        return
    games, decisions = count_of(result.games, "game"), count_of(result.decisions, "decision")
    print_plain(printable(f"{model.name}, {game.title}: {decisions} in {games}"))
    for line in words:
        print_plain(f"  {line}")
    if result.held_out is not None:
        prediction = result.held_out
        print_plain("In games that the model was not fitted to:")
        print_plain(
            f"  {100 * prediction.matches:.1f} % of the decisions are what it holds likeliest; "
            f"{prediction.rival}: {100 * prediction.rival_matches:.1f} %"
        )
        chances = f"{prediction.log_likelihood:.3f}; of anything at all: {prediction.uniform:.3f}"
        print_plain(f"  logarithm of the chance of a decision: {chances}")
    if out is not None:
        print_plain(printable(f"wrote {out}: play it as person:{out}"))
