"""`show`, `outcomes`, `replay`: looking at positions and games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.app import (
    GameName,
    Settings,
    announce_compiling,
    app,
    ask,
    chosen,
    console,
    load,
    say,
    write_text,
)
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.play.session import Session


@app.command()
def show(
    game: GameName,
    position: Annotated[str, typer.Argument(help="a position in the game's notation")],
    svg: Annotated[Path | None, typer.Option(help="write the picture there")] = None,
    seat: Annotated[int | None, typer.Option(help="as this seat sees it")] = None,
    settings: Settings = None,
) -> None:
    """Draw a position in the terminal, or as SVG."""
    from offleash.core.rules.actors import NOBODY
    from offleash.play.session import Session

    rules = load(game)
    options = rules.options(**chosen(settings))
    session = Session(rules, options, position=position, whole=False)
    shown = session.state if seat is None else session.view(seat)
    say(session.text(seat))
    say(rules.format_position(shown, options))
    if svg:
        viewer = session.actor if seat is None else seat
        write_text(svg, session.svg(viewer if viewer >= 0 else NOBODY))
        say(f"picture: {svg}")


@app.command()
def outcomes(
    game: GameName,
    position: Annotated[str, typer.Option(help="a position, its board is enough")],
    card: Annotated[str, typer.Option(help="A 2 … 10 J Q K Joker")],
    seat: Annotated[int, typer.Option(help="who plays it")] = 0,
    settings: Settings = None,
    listed: Annotated[bool, typer.Option("--list", help="show each board")] = False,
) -> None:
    """Count the distinct boards that one card can lead to, fully played."""
    rules = load(game)
    if rules.outcomes is None:
        raise OffleashError(f"{rules.title} has no outcomes of a card")
    options = rules.options(**chosen(settings))
    boards = rules.outcomes(rules.parse_position(position, options), options, card, seat)
    if listed:
        for board in boards:
            print(board)
    print(len(boards))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a transcript")],
    step: Annotated[bool, typer.Option("--step", help="action by action")] = False,
) -> None:
    """Check a transcript, replay it and show where it ended."""
    from offleash.play.transcript import read_transcript

    announce_compiling()
    transcript = read_transcript(file)
    played = transcript.session
    if step:
        _step_through(played)
    else:
        say(played.text())
    options = ", ".join(f"{k}={v}" for k, v in played.game.changed(played.options).items())
    say(
        f"{played.game.title}, {options or 'default rules'}, {transcript.date}: "
        f"{len(played.history)} actions; {transcript.result}"
    )


def _step_through(played: "Session") -> None:
    """Shows every position; Enter goes on, q stops."""
    from offleash.play.session import Session

    session = Session(played.game, played.options, position=played.start)
    for number, moment in enumerate(played.history, 1):
        who = "chance" if moment.actor < 0 else f"seat {moment.actor}"
        session.play(moment.action)
        if moment.actor >= 0:
            say(session.text())
        action = played.game.format_action(moment.action, played.options)
        console.print(f"{number}. {who}: {action}")
        if moment.actor < 0 or not console.is_terminal:
            continue
        if ask("Enter for the next action, q to stop: ") in (None, "q"):
            return
