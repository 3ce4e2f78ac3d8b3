"""Tables with a guided first game: a learner, bots and a scripted deal."""

import secrets
from collections.abc import Iterable
from functools import cache

import msgspec

from offleash.contract import Records
from offleash.games import registry
from offleash.play.guide import FILE_NAME, Guide, check_guide, find_guide, parse_guide, read_guide
from offleash.projects.project import Project, read_inside
from offleash.tables.live.table import new_facts
from offleash.tables.lobby.forms import usual_bot
from offleash.tables.log.entries import OPEN, Facts
from offleash.tables.log.store import TableSummary
from offleash.tools.errors import OffleashError

PREFIX = "guide-"  # of their ids: they are no tables to come back to


def guide_facts(
    guide: Guide, project: Records | None, now: int, invitation_used: str = ""
) -> Facts:
    """Return the facts of a guided table. Raise BadFile if the guide can't be played."""
    session = check_guide(guide, project)
    game, options = session.game, session.options
    seats = [
        OPEN if seat == guide.seat else usual_bot(game, options, seat)
        for seat in range(game.seat_count(options))
    ]
    start = guide.file.position or ""
    facts = new_facts(game, options, seats, created=now, start=start)
    table = f"{PREFIX}{secrets.token_urlsafe(12)}"
    return msgspec.structs.replace(
        facts, table=table, guide=guide.text, invitation_used=invitation_used
    )


def guide_of(game: str, project: Project | None = None) -> Guide | None:
    """Return a project's own guide, or else that of its game; raise BadFile if it is malformed."""
    if project is not None and (project.folder / FILE_NAME).is_file():
        return parse_guide(read_inside(project.folder, FILE_NAME), FILE_NAME, game)
    path = find_guide(game)
    return read_guide(path) if path else None


def invited_guide(facts: Facts) -> Guide | None:
    """Return the guide for people invited to a table: its project's, or that of its game."""
    if facts.own_guide:
        return parse_guide(facts.own_guide, FILE_NAME, facts.game)
    return guide_of(facts.game)


def own_guide(project: Project | None, options: Records | None = None) -> Guide | None:
    """Return a project's own guide if it can be read, and played under these options."""
    if project is None or not (project.folder / FILE_NAME).is_file():
        return None
    try:
        guide = guide_of(project.game.name, project)
        if guide is not None and options is not None:
            check_guide(guide, options)
    except OffleashError:
        return None
    return guide


def own_minutes(facts: Facts) -> int:
    """Return how long a table's guide from its project takes; 0 if it has none."""
    return parse_guide(facts.own_guide, FILE_NAME).file.minutes if facts.own_guide else 0


@cache
def guide_minutes(game: str) -> int:
    """Return how long a game's guide takes; 0 if it has none."""
    try:
        guide = guide_of(game)
    except OffleashError:
        return 0
    return guide.file.minutes if guide else 0


def offered_guides(summaries: Iterable[TableSummary]) -> dict[str, int]:
    """Return the games that a browser has never played, and the minutes of their guides."""
    played = {summary.game for summary in summaries if not is_guided(summary)}
    minutes = {name: guide_minutes(name) for name in registry.ROWS if name not in played}
    return {name: count for name, count in minutes.items() if count}


def is_guided(summary: TableSummary) -> bool:
    """Return whether a table is a guided game."""
    return summary.table.startswith(PREFIX)
