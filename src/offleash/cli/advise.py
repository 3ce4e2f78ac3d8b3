"""`advise`: the best actions in a position, found by a search."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.parameters import GameName, RulesChoice, load
from offleash.cli.terminal import print_plain, print_wrapped
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of

if TYPE_CHECKING:
    from offleash.bots.advice import Advice
    from offleash.play.session import Session


def advise(
    name: GameName,
    position: Annotated[str, typer.Argument(help="a position in the game's notation, or a view")],
    count: Annotated[int, typer.Option(min=1, max=64, help="how many actions to list")] = 3,
    playouts: Annotated[
        int | None, typer.Option(min=2, help="how many playouts to run [default: 4000]")
    ] = None,
    time: Annotated[
        int | None, typer.Option(min=1, metavar="MS", help="search for this long instead")
    ] = None,
    *,
    rules: RulesChoice,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """List the best actions in a position, with their chances of winning and the reasons."""
    from offleash.bots.advice import DEFAULT_PLAYOUTS, advise as search
    from offleash.play.session import Session

    if playouts is not None and time is not None:
        raise OffleashError("use either --playouts or --time, not both")
    game = load(name)
    options = rules.options(game)
    session = Session(game, options, position=position, whole=False)
    budget = f"{time}ms" if time is not None else str(playouts or DEFAULT_PLAYOUTS)
    suggestions = search(session, budget, count)
    if as_json:
        print(json.dumps(advice_to_json(session, suggestions), indent=2))
        return
    print_plain(f"{game.title}, {game.seat_name(options, session.actor)} to move")
    print_advice(session, suggestions)


def advice_to_json(session: "Session", suggestions: list["Advice"]) -> dict[str, Any]:
    """Return the advice as JSON; an action that was not searched has null for its chances."""
    seat, forced = session.actor, len(session.legal_numbers) == 1
    actions = [
        {key: None if value != value else value for key, value in asdict(suggestion).items()}
        for suggestion in suggestions
    ]
    return {"game": session.game.name, "seat": seat, "forced": forced, "actions": actions}


def print_advice(session: "Session", suggestions: list["Advice"]) -> None:
    """Print `1. K start   61 % (58 … 63)`, and the reason below it; no chance without playouts."""
    if len(session.legal_numbers) == 1:
        print_wrapped(f"{suggestions[0].text} is the only legal action.")
        return
    width = max(len(suggestion.text) for suggestion in suggestions)
    for place, suggestion in enumerate(suggestions, 1):
        head = f"{place}. {suggestion.text}"
        if suggestion.playouts:
            ends = f"({100 * suggestion.low:.1f} … {100 * suggestion.high:.1f})"
            playouts = count_of(suggestion.playouts, "playout")
            wins = f"wins {100 * suggestion.chance:.1f} % {ends}, {playouts}"
            head = f"{place}. {suggestion.text:<{width}}  {wins}"
        print_wrapped(head, "bold" if place == 1 else "", hanging=3)
        if suggestion.why:
            print_wrapped(f"   {suggestion.why}", hanging=3)
