"""Nothing leaks at a table: what a viewer is sent does not depend on what it may not know.

Whole games are played. Each viewer has a twin table, on which everything is shuffled that the
viewer may not know; every byte that is sent must be the same.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from offleash.bots.decision import Decision
from offleash.bots.players import Bots
from offleash.compiler.rules.random import CHOICES
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games import registry
from offleash.tables.live import messages, thinkers as thinkers_module
from offleash.tables.live.host import Host, LiveTable, Page
from offleash.tables.live.messages import ChatLine, Talk
from offleash.tables.live.narration import narrate
from offleash.tables.live.table import OVER, Table
from offleash.tables.live.views import PageState, TableView
from tests.battery import battery
from tests.tables.sample_tables import follow_guide, guided_table, move, seated_table, take
from tests.tables.twins import Twin
from tests.variety import numbers

GAMES = [name for name in registry.ROWS if name != "digs"]  # those of the box
SECRETIVE = [name for name in GAMES if battery(name).SECRETS]
OPTIONS = {  # with as much that is hidden as there can be, and a short loop
    "dog": {"throw_hidden": "true", "loop_len": "16"},
    "uri-nation": {"secret_bidding": "true", "walk_tricks": "true", "max_rounds": "2"},
}
STARTS = {  # bids are rare: a game that begins with one
    "uri-nation": "bruiser at (3,4); yapper owns (2,4); challenge (2,4); phase bid"
}
EVERY = {"dog": 40, "uri-nation": 20}  # moves from one look to the next, where games are long
USUAL = 4  # the same for the others
RARELY = 2  # questions are asked at one look in so many
SKILL = 0.7  # of those who play: else games take too long
ID = "12345678"


def table_of(name: str) -> Table:
    """A table with a person on every seat, who may write to the others."""
    table = seated_table(name, STARTS.get(name, ""), **OPTIONS.get(name, {}))
    table.is_chat_on = True
    return table


def moments(table: Table, seed: int) -> Iterator[int]:
    """Plays a whole game, move by move; now and then somebody takes a decision back."""
    luck = random.Random(seed)
    bots = Bots(table.game, ["greedy"] * len(table.seats))
    number = 0
    yield number
    while table.phase != OVER:
        seat, session = table.actor, table.session
        if luck.random() < SKILL:
            action = table.game.notation.format_action(bots.choose(session)[0], session.options)
            request = messages.Move(id=ID, at=len(session.history), action=action)
            take(table, table.decide(seat, request))
        else:
            move(table, luck)
        if luck.random() < 0.05:
            line = messages.Chat(id=ID, text=f"What now, {table.name_of(seat)}?")
            take(table, table.decide(seat, line))
        if luck.random() < 0.05 and table.phase != OVER:
            offer = messages.DeclineEnd(id=ID) if table.offers else messages.OfferEnd(id=ID)
            take(table, table.decide(seat, offer))
        number += 1
        yield number
        if luck.random() < 0.05 and table.can_undo(seat):
            undo = messages.Undo(id=ID, at=len(table.session.history))
            take(table, table.decide(seat, undo))
            number += 1
            yield number


class Watched:
    """A viewer of a table, and of its twin."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.viewer, self.twin = viewer, Twin(table, viewer, viewer + 7)
        self.sides = [(TableView(table_), PageState()) for table_ in (table, self.twin.table)]

    def shows(self) -> list[str]:
        """What is sent now, really and by the twin."""
        self.twin.follow()
        return [
            messages.encode(side.show(self.viewer, page_state, {}, ()))
            for side, page_state in self.sides
        ]


def leaks_in_shows(name: str, step: int, seed: int = 3) -> tuple[int, list[str]]:
    """How many hidden things were shuffled over a game, and what was sent differently."""
    table = table_of(name)
    watching = [Watched(table, viewer) for viewer in (NOBODY, *range(len(table.seats)))]
    for number in moments(table, seed):
        if number % step == 0 or table.phase == OVER:
            for watched in watching:
                real, twin = watched.shows()
                if real != twin:
                    return 0, [f"{watched.viewer} at {number}", *difference(real, twin)]
    return sum(watched.twin.shuffled for watched in watching), []


def difference(one: str, two: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    place = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return one[max(0, place - 60) : place + 60], two[max(0, place - 60) : place + 60]


@pytest.mark.parametrize("name", GAMES)
def test_shows_depend_on_nothing_hidden(name):
    shuffled, differing = leaks_in_shows(name, EVERY.get(name, USUAL))
    assert not differing
    assert bool(shuffled) == (name in SECRETIVE)


def test_whether_undo_is_offered_depends_on_nothing_hidden():
    """Near the end of this game, the opponent's tiles decided whether the opponent learnt yours."""
    assert leaks_in_shows("domidog", 1, seed=1)[1] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_every_show_of_whole_games_depends_on_nothing_hidden(name, seed):
    assert leaks_in_shows(name, 1, seed)[1] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_ends_early_shows_nothing_hidden(name):
    """Pages still show what their seats saw, and the log that they had."""
    table = table_of(name)
    watching = [Watched(table, viewer) for viewer in (NOBODY, *range(len(table.seats)))]
    for number in moments(table, 5):
        if number == 12:
            break
    for seat in range(len(table.seats)):
        if table.phase != OVER:
            take(table, table.resign(seat, "greedy"))
    assert table.early_end is not None
    for watched in watching:
        real, twin = watched.shows()
        assert real == twin
        assert asyncio.run(answer_alike(watched, table, recalls(table, random.Random(1)))) == []


# Guided games


def guided_moments(name: str) -> Iterator[tuple[Table, list[Watched]]]:
    """A guided game, decision by decision, with everybody who may look on."""
    table = guided_table(name)
    watching = [Watched(table, viewer) for viewer in (NOBODY, *range(len(table.seats)))]
    yield table, watching
    while table.phase != OVER:
        follow_guide(table)
        yield table, watching


@pytest.mark.parametrize("name", GAMES)
def test_guided_games_show_nothing_hidden(name):
    """Neither other hands nor later steps, and the learner's steps to nobody else."""
    before = -1
    for table, watching in guided_moments(name):
        guide = table.guide
        now = guide.lesson(len(table.session.history)).number
        if now == before and table.phase != OVER:
            continue
        before = now
        later = [step.text for step in guide.file.step[now + 1 :]]
        for watched in watching:
            real, twin = watched.shows()
            assert real == twin
            assert (watched.viewer == guide.seat) == ('"lesson":{' in real)
            assert not any(text in real for text in later)
            if now % RARELY == 0 and table.phase != OVER:
                asked = questions(table, now)
                assert asyncio.run(answer_alike(watched, table, asked)) == []


# Planted leaks


show_table, answer_host = TableView.show, Host.answer


def another_seat(view, seat):
    """The picture that another one sees."""
    other = (seat + 1) % len(view.table.seats)
    return show_table(view, other, PageState(), {}, ()).picture


def all_lines(view, seat):
    """The game in words, as who knows everything is told it."""
    lines_by_moment = narrate(view.table.session, EVERYBODY, view.table.names)
    return tuple(line for lines in lines_by_moment for line in lines)


PLANTED = {
    "picture": another_seat,
    "headline": lambda view, seat: view.table.session.position,
    "can_undo": lambda view, seat: view.table.facts.seed[0] % 2 == 1,
    "lines": all_lines,
    "talk": lambda view, seat: Talk(True, 0, (ChatLine(0, view.table.session.position),), ()),
}


@pytest.mark.parametrize("field", PLANTED)
def test_a_planted_leak_is_caught(field, monkeypatch):
    def leak(view, seat, *arguments):
        planted = {field: PLANTED[field](view, seat)}
        return msgspec.structs.replace(show_table(view, seat, *arguments), **planted)

    monkeypatch.setattr(TableView, "show", leak)
    assert leaks_in_shows("domidog", 1)[1]


# Answers


def illegal(table: Table, luck: random.Random) -> list[str]:
    """Actions that the seat to move may not take now."""
    game, session = table.game, table.session
    legal = set(session.legal_numbers)
    illegal_numbers = [a for a in numbers(game, legal, luck, 200) if a not in legal]
    return [
        game.notation.format_action(action, session.options)
        for action in luck.sample(illegal_numbers, 6)
    ]


def questions(table: Table, seed: int) -> list[messages.Request]:
    """What a page may ask at a moment; nothing of it changes the table."""
    luck, at = random.Random(seed), len(table.session.history)
    illegal_actions = illegal(table, luck)
    legal = luck.sample(table.session.legal, min(3, len(table.session.legal)))
    return [
        messages.Preview(id=ID, actions=legal),
        messages.Preview(id=ID, actions=illegal_actions[:2]),
        *(messages.Why(id=ID, action=action) for action in ("", *illegal_actions, legal[0])),
        *(messages.Move(id=ID, at=at, action=action) for action in illegal_actions),
        messages.Move(id=ID, at=at + 1, action=legal[0]),
        messages.Undo(id=ID, at=at + 1),
        messages.Chat(id=ID, text="\u202e"),
        messages.SwitchChat(id=ID, is_on=False),
        messages.ListRoutes(id=ID),
        messages.Moves(id=ID, at=at, actions=illegal_actions[:2]),
        *recalls(table, luck),
        messages.Advise(id=ID),
        messages.Describe(id=ID),
    ]


def recalls(table: Table, luck: random.Random) -> list[messages.Request]:
    """Some lines of the log to show on the board."""
    count = len(table.session.history)
    return [messages.Recall(id=ID, number=luck.randrange(count + 1)) for _ in range(3)]


async def answers(
    hosting: Host, table: Table, seat: int, requests: list[messages.Request]
) -> list[str]:
    page = Page(LiveTable(table), f"holder-{seat}" if seat >= 0 else "")
    return [messages.encode(await hosting.answer(page, request)) for request in requests]


async def answer_alike(
    watched: Watched, table: Table, requests: list[messages.Request]
) -> list[str]:
    """What a viewer is answered differently by the table and by its twin."""
    watched.twin.follow()
    hosting = Host(EmptyStore(), threads=1)
    try:
        real, twin = [
            await answers(hosting, side, watched.viewer, requests)
            for side in (table, watched.twin.table)
        ]
    finally:
        await hosting.close()
    return [] if real == twin else [f"to {watched.viewer}", *real, *twin]


class EmptyStore:
    """Nothing is written down here, so there is nothing to catch up with."""

    async def entries(self, table, since):
        return []


async def leaks_in_answers(name: str) -> list[str]:
    """What is answered differently, to the seat to move or to another one, over a game."""
    table, step = table_of(name), RARELY * EVERY.get(name, USUAL)
    watching = [Watched(table, viewer) for viewer in (NOBODY, *range(len(table.seats)))]
    for number in moments(table, 3):
        if number % step and table.phase != OVER:
            continue
        is_over = table.phase == OVER
        requests = recalls(table, random.Random(3)) if is_over else questions(table, number)
        for watched in watching:
            if differing := await answer_alike(watched, table, requests):
                return [f"at {number}", *differing]
    return []


@pytest.mark.parametrize("name", GAMES)
def test_answers_depend_on_nothing_hidden(name, monkeypatch):
    """Marks, reasons, refusals and advice, for whoever asks."""
    monkeypatch.setattr(thinkers_module, "PLAYOUTS", "40")
    assert asyncio.run(leaks_in_answers(name)) == []


def test_a_telltale_answer_is_caught(monkeypatch):
    """A reason made from the whole position."""

    async def leak(hosting, page, request):
        answer = await answer_host(hosting, page, request)
        if not isinstance(answer, messages.Reason):
            return answer
        return msgspec.structs.replace(answer, why=page.live.table.session.position)

    monkeypatch.setattr(Host, "answer", leak)
    monkeypatch.setattr(thinkers_module, "PLAYOUTS", "40")
    assert asyncio.run(leaks_in_answers("domidog"))


# Bots


async def questions_to(bot_tables: list[Table]) -> list[Decision]:
    """What the bots to decide get."""
    decisions: list[Decision] = []

    class Listening:
        """Sits in the place of bots, and takes what comes first."""

        def __init__(self, *_: object) -> None:
            pass

        def decide(self, decision: Decision) -> int:
            decisions.append(decision)
            return decision.legal[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinkers_module, "Bots", Listening)
        thinkers = thinkers_module.Thinkers()
        for table in bot_tables:
            await thinkers.choose(table)
        thinkers.close()
    return decisions


def leaks_to_bots(name: str) -> list[str]:
    """Where a bot was given something that its seat can't see."""
    table, step = table_of(name), EVERY.get(name, USUAL)
    twins = [Twin(table, seat, seat) for seat in range(len(table.seats))]
    for number in moments(table, 3):
        if number % step or table.phase == OVER:
            continue
        twin = twins[table.actor]
        twin.follow()
        real, other = asyncio.run(questions_to([table, twin.table]))
        for field in ("seat", "legal", "turn", "view"):
            one, two = getattr(real, field), getattr(other, field)
            if (one.tobytes() != two.tobytes()) if field == "view" else (one != two):
                return [f"{field} of seat {real.seat} at {number}"]
        spare = np.delete(real.luck.streams, CHOICES + real.seat)
        if spare.any():
            return [f"luck of others, to seat {real.seat} at {number}"]
    return []


@pytest.mark.parametrize("name", GAMES)
def test_bots_are_asked_with_what_their_seat_sees(name):
    assert leaks_to_bots(name) == []


def test_a_bot_that_sees_everything_is_caught(monkeypatch):
    """Only where it is asked: what it plays does not change."""
    usual = thinkers_module.decision_in
    monkeypatch.setattr(
        thinkers_module, "decision_in", lambda session: with_full_luck(usual(session))
    )
    assert leaks_to_bots("domidog")


def with_full_luck(decision: Decision) -> Decision:
    """With the streams of everybody."""
    luck = decision.luck
    return replace(decision, luck=replace(luck, streams=np.ones_like(luck.streams)))
