"""`play`: people play at the terminal, against bots or each other."""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import (
    MOVE_LIMIT,
    MoveLimit,
    RulesChoice,
    WeightFiles,
    announce_compiling,
    load,
    load_bots,
)
from offleash.cli.table.saving import save
from offleash.cli.table.seating import BOT, SeatingRequest, bots_by_seat, parse_people, people_seats
from offleash.cli.table.table import TerminalGame
from offleash.cli.terminal import messages
from offleash.games import registry
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, exists
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.contract import Game, Records
    from offleash.play.session import Session


def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="a game listed by [bold]offleash games[/bold]"),
    ] = None,
    seat: Annotated[
        list[int] | None, typer.Option(help="your seat, 0 by default; may be repeated")
    ] = None,
    people: Annotated[
        str | None,
        typer.Option(metavar="N,N…", help="the seats of several people at one terminal: 0,2"),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="the other players: beginner, easy, medium, strong, expert, or another bot; one "
            "name, or one per seat"
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="the random seed; default: a new one")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="resume a saved game")] = None,
    ask_forced: Annotated[
        bool, typer.Option("--ask-forced", help="ask even if only one action is legal")
    ] = False,
    *,
    rules: RulesChoice,
    weights: WeightFiles = None,
    transcript: Annotated[Path | None, typer.Option(help="write the game to this file")] = None,
    move_limit: MoveLimit = MOVE_LIMIT,
) -> None:
    """Play a game in the terminal, against bots or with several people taking turns."""
    import secrets

    check_writable(transcript)
    seating = SeatingRequest(parse_people(seat, people), bots)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    if resume is not None:
        if rules:
            raise OffleashError(
                "a saved game keeps its rules: leave out --preset, --rules and --set"
            )
        if weights:
            raise OffleashError("--weights can't be combined with --resume")
        session = _resume_session(resume, name, seating, seed, move_limit)
    elif name is None:
        raise OffleashError("play needs a GAME or --resume FILE")
    else:
        game = load(name, weights)
        load_bots(game, bots, limit=move_limit)
        session = _new_session(game, rules.options(game), seating, seed)
    while _wants_again(session, ask_forced, transcript):
        session = _next_session(session)
        transcript = transcript and _next_file(transcript)


def _new_session(game: "Game", options: "Records", seating: SeatingRequest, seed: int) -> "Session":
    """Start a new game."""
    from offleash.bots.kinds import display_name, level_names
    from offleash.play.session import Session

    names = seating.names(game, game.seat_count(options))
    session = Session(game, options, seed, seats=names)
    _print_note(f"{_describe_people(session)}; seed {seed}.")
    if seating.bots is None and game.bots.levels:
        _print_note(f"You play with the {display_name(BOT)}. Choose another level with --bots:")
        for level, text in level_names(game, "").items():
            _print_note(f"  {level:<10}{text}")
    return session


def _wants_again(session: "Session", ask_forced: bool, transcript: Path | None) -> bool:
    """Play one game; whether to play another one."""
    from offleash.bots.players import Bots

    others = Bots(session.game, bots_by_seat(session.seats))
    people, is_saved = people_seats(session.seats), transcript is not None
    table = TerminalGame(session, people, others, ask_forced, is_saved)
    try:
        table.play()
    finally:
        if transcript:  # also after Ctrl-C
            save(session, transcript)
    return table.wants_again


def _next_file(transcript: Path) -> Path:
    """Return a file next to that of the last game, which stays as it is: `game-2.txt`."""
    names = (transcript.with_stem(f"{transcript.stem}-{number}") for number in count(2))
    return next(path for path in names if not exists(path))


def _next_session(session: "Session") -> "Session":
    """Return the same game again, with other luck; the winner may start, see `Notation.rematch`."""
    from offleash.play.session import Session

    seed = (session.seed or 0) + 1
    _print_note(f"{_describe_people(session)}; seed {seed}.")
    options = session.game.rematch_options(session.options, session.returns)
    return Session(session.game, options, seed, seats=session.seats)


def _resume_session(
    file: Path, name: str | None, seating: SeatingRequest, seed: int, limit: float
) -> "Session":
    """Resume a saved game; people and bots keep their seats unless others are named.

    Raises OffleashError if it is another game, or has no person.
    """
    from offleash.play.transcript import read_transcript

    announce_compiling()
    session = read_transcript(file, open_seal=True).session
    game = session.game
    if name is not None and registry.row(name).name != game.name:
        raise OffleashError(f"{file} is a game of {game.title}, not of {name}")
    load_bots(game, seating.bots, limit=limit)
    names = seating.names(game, game.seat_count(session.options), session.seats)
    if not people_seats(tuple(names)):
        raise OffleashError(f"nobody plays in {file}: choose your seat with --seat")
    session.seats = tuple(names)
    _print_note(
        f"{_describe_people(session)}; {len(session.history)} actions played. "
        f"Saves don't store future luck; continuing with seed {seed}."
    )
    return session.resume(seed)


def _describe_people(session: "Session") -> str:
    seats = people_seats(session.seats)
    names = [session.game.seat_name(session.options, seat) for seat in seats]
    people = join_and([f"{name} (seat {seat})" for name, seat in zip(names, seats, strict=True)])
    return f"You are {people}" if len(seats) == 1 else f"People play {people}"


def _print_note(line: str) -> None:
    messages.print(f"[dim]{line}[/dim]", highlight=False)
