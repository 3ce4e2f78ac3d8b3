"""`play`: people at the terminal, against bots or each other, from the start or from a save."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import (
    MOVE_LIMIT,
    MoveLimit,
    Preset,
    RulesFile,
    Settings,
    WeightFiles,
    admit_bots,
    announce_compiling,
    chosen_options,
    load,
)
from offleash.cli.table.saving import save
from offleash.cli.table.seating import Seating, bots_of, named_people, people_of
from offleash.cli.table.table import Table
from offleash.cli.table.talk import joined
from offleash.cli.terminal import messages
from offleash.core.errors import OffleashError
from offleash.core.files import check_writable
from offleash.games import registry

if TYPE_CHECKING:
    from offleash.core.game import Game, Records
    from offleash.play.session import Session


def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="a game that [bold]offleash games[/bold] lists"),
    ] = None,
    seat: Annotated[
        list[int] | None, typer.Option(help="where you sit, 0 unless told; may be repeated")
    ] = None,
    people: Annotated[
        str | None, typer.Option(metavar="N,N…", help="several people at one terminal: 0,2")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="the other seats: greedy, search:300 …, for all or one for each seat"),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="default: a new one each time")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="go on with a saved game")
    ] = None,
    ask_forced: Annotated[
        bool, typer.Option("--ask-forced", help="ask even where there is only one action")
    ] = False,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    weights: WeightFiles = None,
    transcript: Annotated[Path | None, typer.Option(help="write the game there")] = None,
    move_limit: MoveLimit = MOVE_LIMIT,
) -> None:
    """Play a game in the terminal against bots, or several people in turn."""
    import secrets

    from offleash.bots.seats import Bots

    check_writable(transcript)
    seating = Seating(named_people(seat, people), bots)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    if resume is not None:
        if preset or rules or settings:
            raise OffleashError("a saved game keeps its rules: --resume takes no others")
        if weights:
            raise OffleashError("--weights is for a new game: --resume takes none")
        session = _resumed(resume, name, seating, seed, move_limit)
    elif name is None:
        raise OffleashError("play needs a game, or --resume and a saved one")
    else:
        game = load(name, weights)
        admit_bots(game, bots, limit=move_limit)
        session = _begun(game, chosen_options(game, preset, rules, settings), seating, seed)
    others = Bots(session.game, bots_of(session.seats))
    try:
        Table(session, people_of(session.seats), others, ask_forced).play()
    finally:
        if transcript:  # also after Ctrl-C: what has been played is not lost
            save(session, transcript)


def _begun(game: "Game", options: "Records", seating: Seating, seed: int) -> "Session":
    """A new game."""
    from offleash.play.session import Session

    names = seating.names(game, game.seat_count(options))
    session = Session(game, options, seed, seats=names)
    _say(f"{_who(session)}; seed {seed}.")
    return session


def _resumed(file: Path, name: str | None, seating: Seating, seed: int, limit: float) -> "Session":
    """A saved game, people and bots where they sat unless others are named."""
    from offleash.play.transcript import read_transcript

    announce_compiling()
    session = read_transcript(file, open_seal=True).session
    game = session.game
    if name is not None and registry.row(name).name != game.name:
        raise OffleashError(f"{file} is a game of {game.title}, not of {name}")
    admit_bots(game, seating.bots, limit=limit)
    names = seating.names(game, game.seat_count(session.options), session.seats)
    if not people_of(tuple(names)):
        raise OffleashError(f"{file} has no seat of a person: say with --seat where you sit")
    session.seats = tuple(names)
    _say(
        f"{_who(session)}; {len(session.history)} actions were played. "
        f"No save holds the luck to come: it goes on with seed {seed}."
    )
    return session.resume(seed)


def _who(session: "Session") -> str:
    seats = people_of(session.seats)
    names = [session.game.name_of(session.options, seat) for seat in seats]
    who = joined([f"{name} (seat {seat})" for name, seat in zip(names, seats, strict=True)])
    return f"You are {who}" if len(seats) == 1 else f"People play {who}"


def _say(line: str) -> None:
    messages.print(f"[dim]{line}[/dim]", highlight=False)
