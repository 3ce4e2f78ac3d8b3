"""Tables without a store or a network: entries are taken as they are decided."""

import random
from collections.abc import Sequence

import msgspec

from offleash.games import registry
from offleash.play.guide import find_guide, read_guide
from offleash.tables.live import messages
from offleash.tables.live.table import Table, new_facts
from offleash.tables.lobby.guided_tables import guide_facts
from offleash.tables.log.entries import OPEN, Entry, LogEntry, SeatTaken, WordAdded

SEED = bytes(range(32))
NOW = 1_700_000_000


def pinned_facts(game: str, seats: Sequence[str], hints: bool = True, start: str = "", **options):
    """Facts whose id, codes and seed are the same in every run."""
    rules = registry.load(game)
    values = rules.options(**options)
    facts = new_facts(rules, values, seats, created=NOW, hints=hints, start=start)
    return msgspec.structs.replace(
        facts, table="a-table", seed=SEED, invitation="i" * 32, watching="w" * 32
    )


def take(table: Table, entry: Entry, command: str = "") -> Entry:
    """Writes an entry down, as a host does."""
    table.apply(LogEntry(table.seq, command or f"c{table.seq}", entry, NOW + table.seq))
    return entry


def seated_table(game: str, start: str = "", **options) -> Table:
    """A table that has begun, with a person on every seat."""
    rules = registry.load(game)
    seats = rules.seat_count(rules.options(**options))
    table = Table(pinned_facts(game, [OPEN] * seats, start=start, **options))
    for seat in range(seats):
        take(table, SeatTaken(seat, f"holder-{seat}", f"Name {seat}"))
        take(table, WordAdded(seat, f"{seat:032x}"))
    take(table, table.begin())
    return table


def guided_table(game: str) -> Table:
    """A guided game; the learner's seat is taken."""
    path = find_guide(game)
    assert path is not None
    guide = read_guide(path)
    facts = msgspec.structs.replace(guide_facts(guide, None, NOW), table="guide-a", seed=SEED)
    table = Table(facts)
    take(table, SeatTaken(guide.seat, f"holder-{guide.seat}", "Lea"))
    return table


def follow_guide(table: Table) -> Entry:
    """Plays the next decision of a guided game."""
    session, action = table.session, table.scripted_action
    assert action is not None
    text = session.game.notation.format_action(action, session.options)
    return take(table, table.move(table.actor, len(session.history), text))


def move(table: Table, rng: random.Random) -> Entry:
    """The seat to move plays something."""
    session = table.session
    action = session.game.notation.format_action(rng.choice(session.legal_numbers), session.options)
    request = messages.Move(id="12345678", at=len(session.history), action=action)
    return take(table, table.decide(table.actor, request))
