"""`play`: a person at the terminal against bots."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from offleash.cli.app import (
    GameName,
    Settings,
    app,
    ask,
    chosen,
    console,
    load,
    messages,
    say,
    write_text,
)
from offleash.core.errors import IllegalAction, OffleashError

if TYPE_CHECKING:
    from offleash.bots.seats import Bots
    from offleash.play.session import Session

HELP = """\
Type an action as it is listed, or its number with #. Also:
  legal         list the legal actions
  board         show the board again
  undo          take back your last decision
  save FILE     write the transcript so far
  svg FILE      draw what you see
  help          this text
  quit          leave the game"""


@app.command()
def play(
    game: GameName,
    seat: Annotated[int, typer.Option(help="where you sit")] = 0,
    bots: Annotated[str, typer.Option(help="who plays the other seats")] = "greedy",
    seed: Annotated[int | None, typer.Option(min=0, help="default: a new one each time")] = None,
    settings: Settings = None,
    transcript: Annotated[Path | None, typer.Option(help="write the game there")] = None,
) -> None:
    """Play a game in the terminal against bots."""
    import secrets

    from offleash.bots.seats import Bots, seat_names
    from offleash.play.session import new

    rules = load(game)
    options = chosen(settings)
    seats = int(rules.seats(rules.options(**options)[0]))
    if not 0 <= seat < seats:
        raise OffleashError(f"there is no seat {seat}: seats go from 0 to {seats - 1}")
    others = seat_names(rules, bots, seats)
    names = [*others[:seat], "person", *others[seat + 1 :]]
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    session = new(game, seed=seed, options=options, seats=names)
    messages.print(f"[dim]You are {rules.seat_names[seat]} (seat {seat}); seed {seed}.[/dim]")
    console.print(HELP, highlight=False)
    _play_to_the_end(session, seat, Bots(rules, others))
    if transcript:
        _save(session, transcript)


def _play_to_the_end(session: "Session", seat: int, bots: "Bots") -> None:
    told = 0
    while not session.over:
        if session.actor != seat:
            bots.play(session)
            continue
        _tell(session, seat, told)
        if not _ask(session, seat):
            return
        told = len(session.history)
    _tell(session, seat, told)
    say(session.text(seat))
    shares = session.returns
    console.print("[bold green]You win.[/bold green]" if shares[seat] else "[bold]You lose.[/bold]")


def _tell(session: "Session", seat: int, told: int) -> None:
    """What happened since the person last decided, as far as that seat may see it."""
    for event in session.events(seat, told):
        if event.actor not in (seat, -1):
            what = event.text or "does something face down"
            say(f"  {session.game.seat_names[event.actor]}: {what}")
        for line in event.news:
            say(f"  {line}")


def _ask(session: "Session", seat: int) -> bool:
    """One decision of the person; False to leave."""
    decided = len(session.history)
    say(session.text(seat))
    _list_legal(session)
    while len(session.history) == decided:
        answer = ask("your action: ")
        if answer is None or answer.lower() in ("quit", "q", "exit"):
            return False
        try:
            _obey(session, seat, answer.split())
        except IllegalAction as error:
            # Its message holds the whole position, which a player must not see.
            say(Text(f"illegal action '{error.action}': {error.reason}", "red"))
        except OffleashError as error:
            say(Text(str(error), "red"))
    return True


def _obey(session: "Session", seat: int, words: list[str]) -> None:
    """A command, or an action."""
    command, legal = (words or ["help"])[0].lower(), session.legal
    if command in ("help", "?", "h"):
        console.print(HELP, highlight=False)
    elif command == "legal":
        _list_legal(session)
    elif command == "board":
        say(session.text(seat))
    elif command == "undo":
        _undo(session, seat)
    elif command in ("save", "svg"):
        if len(words) != 2:
            raise OffleashError(f"{command} needs the name of one file")
        path = Path(words[1])
        _save(session, path) if command == "save" else write_text(path, session.svg(seat))
    elif re.fullmatch("#[0-9]{1,4}", " ".join(words)):
        number = int(command[1:])
        if not 1 <= number <= len(legal):
            raise OffleashError(f"there is no action #{number}: they go from #1 to #{len(legal)}")
        session.play(legal[number - 1])
    else:
        session.play(" ".join(words))


def _undo(session: "Session", seat: int) -> None:
    """Back to the person's own last decision, over what the bots did since."""
    before = [moment.actor for moment in session.history]
    if seat not in before:
        raise OffleashError("there is no decision of yours to take back")
    while True:
        undone = session.history[-1].actor
        session.undo()
        if session.actor == seat and undone != -1 and len(session.history) < len(before):
            break


def _list_legal(session: "Session") -> None:
    texts = [f"#{number} {action}" for number, action in enumerate(session.legal, 1)]
    console.print("[dim]legal:[/dim] " + "   ".join(texts), highlight=False, emoji=False)


def _save(session: "Session", path: Path) -> None:
    from offleash.play.transcript import format_transcript

    write_text(path, format_transcript(session))
    say(f"transcript: {path}")
