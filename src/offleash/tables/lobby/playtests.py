"""The games of tables that are playtests go to their project."""

from collections.abc import Sequence
from pathlib import Path

from offleash.bots.kinds import display_player
from offleash.projects.playtests import PlayerAnswer, PlaytestGame, save_playtest
from offleash.projects.project import PROJECT, path_inside
from offleash.tables.live.table import OVER, Table
from offleash.tables.log.entries import (
    BotAssigned,
    GameStarted,
    LogEntry,
    MovePlayed,
    PlayerResigned,
    PlayerReturned,
)
from offleash.tables.replays.tape import tape_of_table

LONGEST_DECISION_S = 15 * 60.0  # after that, a player was away


def record_playtest(projects: Path, table: Table, entries: Sequence[LogEntry]) -> None:
    """Write the finished game of a table into its project, with the answers so far.

    Raises OffleashError if it can't be written; the next answer tries again.
    """
    if table.phase != OVER or not table.facts.playtest:
        return
    folder = path_inside(projects, table.facts.playtest)
    if not (folder / PROJECT).is_file():  # it was removed, or renamed
        return
    game, seconds = table.game, decision_times(table, entries)
    names = [
        display_player(game, sitting.name or sitting.bot or "") or table.seat_word(seat)
        for seat, sitting in enumerate(table.seats)
    ]
    save_playtest(
        folder,
        PlaytestGame(
            name=table.facts.table,
            at=float(table.facts.created),
            version=table.facts.version,
            seats=names,
            people=[seat for seat, sitting in enumerate(table.seats) if sitting.holder],
            results=table.shares,
            minutes=sum(time for _, time in seconds) / 60,
            transcript=tape_of_table(table).transcript(),
            seconds=seconds,
            answers=[PlayerAnswer(a.seat, a.rating, a.line) for a in table.answers.values()],
            agreed=[a.seat for a in table.answers.values() if a.is_agreed],
        ),
    )


def decision_times(table: Table, entries: Sequence[LogEntry]) -> list[tuple[int, float]]:
    """Return how long people took for each decision; a move that was taken back counts as well."""
    times: list[tuple[int, float]] = []
    before: float | None = None
    away: set[int] = set()  # seats that a bot plays for their player
    for record in entries:
        match record.entry:
            case BotAssigned(seat=seat) | PlayerResigned(seat=seat):
                away.add(seat)
            case PlayerReturned(seat=seat):
                away.discard(seat)
            case GameStarted():
                before = record.at
            case MovePlayed(seat=seat):
                took = record.at - before if before is not None else 0.0
                if table.seats[seat].holder and seat not in away:
                    times.append((seat, round(min(max(took, 0.0), LONGEST_DECISION_S), 2)))
                before = record.at
    return times
