"""`advise`: what a search would play in a position, and why."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.parameters import (
    GameName,
    Preset,
    RulesFile,
    Settings,
    chosen_options,
    load,
)
from offleash.cli.terminal import say, tell
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.bots.advice import Advice
    from offleash.play.session import Session


def advise(
    name: GameName,
    position: Annotated[str, typer.Argument(help="a position in the game's notation, or a view")],
    count: Annotated[int, typer.Option(min=1, max=64, help="how many actions are told")] = 3,
    playouts: Annotated[
        int | None, typer.Option(min=2, help="how many playouts are spent [default: 4000]")
    ] = None,
    time: Annotated[
        int | None, typer.Option(min=1, metavar="MS", help="or how many milliseconds")
    ] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    as_json: Annotated[bool, typer.Option("--json", help="as data")] = False,
) -> None:
    """Say which actions are best in a position, how likely they win, and why."""
    from offleash.bots.advice import DEFAULT_PLAYOUTS
    from offleash.bots.advice import advise as search
    from offleash.play.session import Session

    if playouts is not None and time is not None:
        raise OffleashError("--playouts and --time are two budgets: give one of them")
    game = load(name)
    options = chosen_options(game, preset, rules, settings)
    session = Session(game, options, position=position, whole=False)
    spent = f"{time}ms" if time is not None else str(playouts or DEFAULT_PLAYOUTS)
    found = search(session, spent, count)
    if as_json:
        print(json.dumps(as_data(session, found), indent=2))
        return
    say(f"{game.title}, {game.name_of(options, session.actor)} to move")
    tell_advice(found)


def as_data(session: "Session", found: list["Advice"]) -> dict[str, Any]:
    """All of it; what was not searched has no chance."""
    seat, forced = session.actor, len(session.legal_numbers) == 1
    actions = [
        {key: None if value != value else value for key, value in asdict(each).items()}
        for each in found
    ]
    return {"game": session.game.name, "seat": seat, "forced": forced, "actions": actions}


def tell_advice(found: list["Advice"]) -> None:
    """`1. K start   61 % (58 … 63)`, and below it what speaks for it."""
    if not found[0].playouts:
        tell(f"{found[0].text} is the only action there is.")
        return
    width = max(len(each.text) for each in found)
    for place, each in enumerate(found, 1):
        ends = f"({100 * each.low:.1f} … {100 * each.high:.1f})"
        head = f"{place}. {each.text:<{width}}  wins {100 * each.chance:.1f} % {ends}"
        spent = f"{each.playouts:,} playout{'s' * (each.playouts > 1)}"
        tell(f"{head}, {spent}", "bold" if place == 1 else "", hanging=3)
        if each.why:
            tell(f"   {each.why}", hanging=3)
