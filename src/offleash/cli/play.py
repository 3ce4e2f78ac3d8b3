"""`play`: a person at the terminal against bots."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from offleash.cli.parameters import GameName, Preset, RulesFile, Settings, chosen_options, load
from offleash.cli.terminal import agrees, ask, console, messages, printable, say
from offleash.core.errors import BadNotation, IllegalAction, OffleashError
from offleash.core.files import check_writable, exists, write_text

if TYPE_CHECKING:
    from offleash.bots.seats import Bots
    from offleash.play.session import Session

HELP = """\
Type an action as it is listed, or its number (#7 where 7 is itself an action). Also:
  legal         list the legal actions
  board         show the board again
  undo          take back your last decision
  save FILE     write the game so far
  svg FILE      draw what you see
  help          this text
  quit          leave the game"""


def play(
    name: GameName,
    seat: Annotated[int, typer.Option(help="where you sit")] = 0,
    bots: Annotated[str, typer.Option(help="who plays the other seats")] = "greedy",
    seed: Annotated[int | None, typer.Option(min=0, help="default: a new one each time")] = None,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    transcript: Annotated[Path | None, typer.Option(help="write the game there")] = None,
) -> None:
    """Play a game in the terminal against bots."""
    import secrets

    from offleash.bots.seats import Bots, seat_names
    from offleash.play.session import Session

    check_writable(transcript)
    game = load(name)
    options = chosen_options(game, preset, rules, settings)
    seats = game.seat_count(options)
    if not 0 <= seat < seats:
        raise OffleashError(f"there is no seat {seat}: seats go from 0 to {seats - 1}")
    others = seat_names(game, bots, seats)
    names = [*others[:seat], "person", *others[seat + 1 :]]
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    session = Session(game, options, seed, seats=names)
    messages.print(f"[dim]You are {game.seat_names[seat]} (seat {seat}); seed {seed}.[/dim]")
    console.print(HELP, highlight=False)
    try:
        _play_to_the_end(session, seat, Bots(game, others))
    finally:
        if transcript:  # also after Ctrl-C: what has been played is not lost
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
            _obey(session, seat, answer)
        except IllegalAction as error:
            # Its message also holds the view of the actor, which is on the screen already.
            say(Text(f"illegal action '{error.action}': {error.reason}", "red"))
            if re.fullmatch("[0-9]{1,4}", answer) and int(answer) <= len(session.legal):
                say(f"for number {answer} of the list write #{answer}")
        except OffleashError as error:
            say(Text(str(error), "red"))
    return True


def _obey(session: "Session", seat: int, answer: str) -> None:
    """A command, or an action."""
    command, _, rest = (answer or "help").partition(" ")
    command, rest = command.lower(), rest.strip()
    if command in ("help", "?", "h"):
        console.print(HELP, highlight=False)
    elif command == "legal":
        _list_legal(session)
    elif command == "board":
        say(session.text(seat))
    elif command == "undo":
        _undo(session, seat)
    elif command in ("save", "svg"):
        _write(session, seat, command, rest)
    else:
        session.play(meant(session, answer))


def meant(session: "Session", answer: str) -> str:
    """The action that was typed: `5 a`, or by its number `#3` or `3`.

    A bare number that is an action of the game means that action, legal or not: in Dog `7` is
    the card, never the seventh of the list.
    """
    bare = re.fullmatch("#? *([0-9]{1,4})", answer)
    if not bare or (not answer.startswith("#") and _is_action(session, answer)):
        return answer
    number, legal = int(bare[1]), session.legal
    if not 1 <= number <= len(legal):
        raise OffleashError(f"there is no action #{number}: they go from #1 to #{len(legal)}")
    return legal[number - 1]


def _is_action(session: "Session", text: str) -> bool:
    try:
        session.game.parse_action(text, session.options)
    except BadNotation:
        return False
    return True


def _write(session: "Session", seat: int, what: str, name: str) -> None:
    """`save FILE` and `svg FILE`; a file that is there is overwritten only on request."""
    if not name:
        raise OffleashError(f"{what} needs the name of a file")
    check_writable(name)
    if exists(name) and not agrees(f"{printable(name)} is there already. Overwrite it?"):
        say("nothing was written")
    elif what == "save":
        _save(session, Path(name))
    else:
        write_text(name, session.svg(seat))
        say(f"picture: {printable(name)}")


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
    """The transcript; sealed while it would tell what a player may not know yet."""
    from offleash.play.transcript import format_transcript, has_secrets, seal

    text, secret = format_transcript(session), has_secrets(session)
    write_text(path, seal(text) if secret else text)
    sealed = ", sealed until the game ends" if secret else ""
    say(f"transcript{sealed}: {printable(str(path))}")
