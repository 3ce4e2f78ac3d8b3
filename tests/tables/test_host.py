"""Tables in a worker's hand, over a real SQLite file: written down first, then told."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from offleash.engine.forfeit import Forfeit, Forfeited
from offleash.play.fair_luck import promise_of
from offleash.play.session import Session
from offleash.tables.live import host as hosts, messages
from offleash.tables.live.host import Host
from offleash.tables.live.table import ABANDONED, OVER, PLAYING, Refusal
from offleash.tables.log.entries import OPEN, MovePlayed, SeatTaken
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.log.store import StoreUnavailable
from tests.tables.sample_tables import pinned_facts
from tests.timeouts import TIMEOUT_S

ANN = SeatTaken(0, "ann", "Ann")
SEVEN = "P10||| hands=7|||"  # Dog: a token on 10, a 7 in hand


@asynccontextmanager
async def running_host(folder, **changes):
    """A worker's host over a file."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    host = Host(store, pace=0.0)
    await host.open()
    try:
        yield host
    finally:
        await host.close()
        await store.close()


async def until(condition):
    """Waits for something that happens by itself."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.005)


def request_ids():
    number = 0
    while True:
        number += 1
        yield f"id-{number:06}"


async def enter_table(host, seats, game="secret-mission", entries=(ANN,)):
    """A new table with Ann's page open at it."""
    await host.make_table(pinned_facts(game, seats), entries)
    live = await host.table("a-table")
    return live, await host.enter(live, "ann")


async def say_word(host, *pages):
    """Promises a word on each page, and then shows it on each; the last answer."""
    promise = messages.Promise(id="the-promise", promise=promise_of("a" * 32))
    word = messages.Word(id="the-word", word="a" * 32)
    for request in (promise, word):
        for page in pages:
            answer = await host.answer(page, request)
    return answer


def test_a_whole_game_with_a_bot_is_played_and_read_again(tmp_path):
    async def play():
        ids = request_ids()
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, "greedy"])
            assert isinstance(await say_word(host, page), messages.Done)
            table = live.table
            await until(lambda: table.phase == PLAYING)
            while table.phase != OVER:
                await until(lambda: table.actor == 0 or table.phase == OVER)
                if table.phase == OVER:
                    break
                request = messages.Move(
                    id=next(ids), at=len(table.session.history), action=table.session.legal[0]
                )
                assert isinstance(await host.answer(page, request), messages.Done)
            show = live.show(page)
            assert show.phase == OVER and show.fate.seed and sum(show.shares) == 1
            return table.session.state.tobytes(), table.seq

    async def read():
        async with running_host(tmp_path) as host:
            table = (await host.table("a-table")).table
            assert table.phase == OVER
            return table.session.state.tobytes(), table.seq

    assert asyncio.run(play()) == asyncio.run(read())


def test_the_same_request_is_done_once(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(
                host, [OPEN, OPEN], entries=(ANN, SeatTaken(1, "ben", "Ben"))
            )
            other = await host.enter(live, "ben")
            await say_word(host, page, other)
            table = live.table
            await until(lambda: table.phase == PLAYING)
            seat = table.actor
            mover = page if seat == 0 else other
            request = messages.Move(
                id="once-only", at=len(table.session.history), action=table.session.legal[0]
            )
            assert await host.answer(mover, request) == messages.Done("once-only")
            assert await host.answer(mover, request) == messages.Done("once-only")
            log = await host.store.entries("a-table")
            assert sum(isinstance(records.entry, MovePlayed) for records in log) == 1

    asyncio.run(play())


def test_two_workers_race_for_a_turn(tmp_path):
    """One wins, the other is refused with words and has the newest position."""

    async def play():
        async with running_host(tmp_path) as first, running_host(tmp_path) as second:
            live, page = await enter_table(first, [OPEN, "random"])
            await say_word(first, page)
            await until(lambda: live.table.actor == 0)
            other_live = await second.table("a-table")
            other = hosts.Page(other_live, "ann")
            legal = live.table.session.legal
            asks = [
                messages.Move(
                    id=f"racing-{n}", at=len(live.table.session.history), action=legal[-n]
                )
                for n in range(2)
            ]
            answers = await asyncio.gather(
                first.answer(page, asks[0]), second.answer(other, asks[1])
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
            [refusal] = [answer for answer in answers if isinstance(answer, messages.Refused)]
            assert "gone on" in refusal.why or "turn" in refusal.why
            log = await first.store.entries("a-table")
            moves = [w.entry for w in log if isinstance(w.entry, MovePlayed) and w.entry.seat == 0]
            assert len(moves) == 1

    asyncio.run(play())


def test_a_seat_nobody_waits_for_any_longer(tmp_path, monkeypatch):
    """Without a word the game begins when the time is over."""
    monkeypatch.setattr(hosts, "WORD_TIMEOUT_S", 0.0)

    async def play():
        async with running_host(tmp_path) as host:
            live, _ = await enter_table(host, [OPEN, "random"])
            await until(lambda: live.table.phase == PLAYING)
            assert live.table.words == {}

    asyncio.run(play())


def test_a_seat_is_lent_when_its_page_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "AWAY_AFTER_S", 0.0)

    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(
                host, [OPEN, OPEN], entries=(ANN, SeatTaken(1, "ben", "Ben"))
            )
            other = await host.enter(live, "ben")
            lend = messages.Lend(id="lend-ben", seat=1, bot="random")
            assert "is here" in (await host.answer(page, lend)).why
            host.leave(other)
            unknown = messages.Lend(id="lend-bad", seat=1, bot="os:system")
            assert "can't play at this table" in (await host.answer(page, unknown)).why
            assert "only Ben can choose" in (await host.answer(page, lend)).why
            usual = messages.Lend(id="lend-usual", seat=1)
            assert await host.answer(page, usual) == messages.Done("lend-usual")
            assert live.show(page).seats[1].bot == "medium"
            await say_word(host, page)
            await until(lambda: live.table.actor == 0)
            back = await host.enter(live, "ben")  # whose page is open again
            assert back.seat == 1 and not live.table.seats[1].bot
            weak = messages.NameStandIn(id="choose-1", bot="random")
            assert "can't play for you" in (await host.answer(back, weak)).why
            strong = messages.NameStandIn(id="choose-2", bot="strong")
            assert await host.answer(back, strong) == messages.Done("choose-2")
            host.leave(back)
            chosen_bot = messages.Lend(id="lend-two", seat=1)
            assert await host.answer(page, chosen_bot) == messages.Done("lend-two")
            assert live.table.seats[1].bot == "strong"

    asyncio.run(play())


def test_a_carried_seat_is_the_other_devices(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, "random"])
            await host.transfer_seat(live, 0, "anns-phone")
            assert page.seat == -1 and live.table.seat_of("anns-phone") == 0
            with pytest.raises(Refusal):
                await host.sit(live, "ben", "Ben")

    asyncio.run(play())


def test_hints_where_the_table_allows_them(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, "random"])
            await say_word(host, page)
            await until(lambda: live.table.actor == 0)
            forced = await host.answer(page, messages.Advise(id="a-hint-0"))
            assert [hint.chance for hint in forced.hints] == [None]
            first = messages.Move(
                id="a-move-1", at=len(live.table.session.history), action="at 0,0 E"
            )
            await host.answer(page, first)
            await until(lambda: live.table.actor == 0)
            answer = await host.answer(page, messages.Advise(id="a-hint-1"))
            assert isinstance(answer, messages.Hints)
            best = answer.hints[0]
            assert best.action in live.table.session.legal and 0 <= best.low <= best.high <= 1
            marks = await host.answer(page, messages.Preview(id="look-at", actions=[best.action]))
            assert isinstance(marks, messages.Ghosts) and "<" in marks.marks[0]
            reason = await host.answer(page, messages.Why(id="why-not-1", action="at 0,0 E"))
            assert isinstance(reason, messages.Reason) and reason.why

    asyncio.run(play())


def test_a_rematch_opens_a_new_table(tmp_path):
    async def play():
        ids = request_ids()
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, "random"])
            rematch = messages.Rematch(id="again-1-1")
            assert "not over" in (await host.answer(page, rematch)).why
            await say_word(host, page)
            table = live.table
            while table.phase != OVER:
                await until(lambda: table.actor == 0 or table.phase == OVER)
                if table.actor == 0:
                    at, action = len(table.session.history), table.session.legal[0]
                    await host.answer(page, messages.Move(id=next(ids), at=at, action=action))
            assert await host.answer(page, rematch) == messages.Done("again-1-1")
            nxt = await host.table(live.show(page).again)
            assert nxt.table.seat_of("ann") == 1 and nxt.table.seats[0].bot == "random"

    asyncio.run(play())


async def two_people(host):
    """A game under way between Ann and Ben; the page of each."""
    live, ann = await enter_table(host, [OPEN, OPEN], entries=(ANN, SeatTaken(1, "ben", "Ben")))
    ben = await host.enter(live, "ben")
    await say_word(host, ann, ben)
    await until(lambda: live.table.phase == PLAYING)
    return live, (ann, ben)


def a_move(live, id="a-move-1"):
    """The first legal move of whoever is to decide."""
    session = live.table.session
    return messages.Move(id=id, at=len(session.history), action=session.legal[0])


def test_pages_are_updated_by_another_workers_entry_even_if_their_own_move_is_refused(tmp_path):
    async def play():
        async with running_host(tmp_path) as first, running_host(tmp_path) as second:
            live, pages = await two_people(first)
            other_live = await second.table("a-table")
            other_pages = [await second.enter(other_live, name) for name in ("ann", "ben")]
            mover = live.table.actor
            assert isinstance(await first.answer(pages[mover], a_move(live)), messages.Done)
            for page in other_pages:
                page.changed.clear()
            late = a_move(other_live, "a-move-2")
            assert isinstance(await second.answer(other_pages[mover], late), messages.Refused)
            assert all(page.changed.is_set() for page in other_pages)

    asyncio.run(play())


def test_a_move_whose_connection_drops_is_sent_to_the_others(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            live, pages = await two_people(host)
            real, mover, seq = host.store.append, live.table.actor, live.table.seq
            is_written, is_cut = asyncio.Event(), asyncio.Event()

            async def append(*arguments):
                at = await real(*arguments)
                is_written.set()
                await is_cut.wait()
                return at

            host.store.append = append
            asking = asyncio.create_task(host.answer(pages[mover], a_move(live)))
            await is_written.wait()
            pages[1 - mover].changed.clear()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            is_cut.set()
            await until(lambda: live.table.seq == seq + 1)
            assert pages[1 - mover].changed.is_set()

    asyncio.run(play())


def test_presence_is_updated_despite_database_errors(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "PRESENCE_INTERVAL_S", 0.01)
    monkeypatch.setattr(hosts, "CLEANING_INTERVAL_S", 0.01)

    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, OPEN])
            failed = []

            async def fail(*arguments):
                failed.append(arguments)
                raise StoreUnavailable("the database can't be reached")

            with monkeypatch.context() as broken:
                broken.setattr(host.store, "mark_present", fail)
                broken.setattr(host.store, "clean", fail)
                await until(lambda: {len(arguments) for arguments in failed} == {1, 2})
                with pytest.raises(StoreUnavailable):
                    await host.enter(live, "ann")
                assert live.pages == {page}
            before = (await host.store.presence("a-table"))[0]
            async with asyncio.timeout(TIMEOUT_S):
                while (await host.store.presence("a-table"))[0] <= before:
                    await asyncio.sleep(0.005)

    asyncio.run(play())


def test_a_bot_that_fails_is_not_asked_again_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "PRESENCE_INTERVAL_S", 3600.0)  # when it is asked again

    async def play():
        async with running_host(tmp_path) as host:
            calls = []

            async def choose(table, owner):
                calls.append(table)
                raise Forfeited(Forfeit(0, 0, "random", "fell asleep", "nothing"))

            host.thinkers.choose = choose
            live, page = await enter_table(
                host, ["random", OPEN], entries=(SeatTaken(1, "ann", "Ann"),)
            )
            await say_word(host, page)
            await until(lambda: calls or live.table.actor == 1)
            if live.table.actor == 1:
                await host.answer(page, a_move(live))
            await until(lambda: calls and live.task.done())
            await asyncio.sleep(0.05)  # whoever asked again at once would do so now
            assert len(calls) == 1 and live.task.done()

    asyncio.run(play())


def test_many_requests_make_one_rematch(tmp_path):
    async def play():
        ids = request_ids()
        async with running_host(tmp_path) as host:
            live, pages = await two_people(host)
            table = live.table
            while table.phase != OVER:
                await host.answer(pages[table.actor], a_move(live, next(ids)))
            requests = [messages.Rematch(id=next(ids)) for _ in pages]
            answers = await asyncio.gather(*map(host.answer, pages, requests))
            assert answers == [messages.Done(answer.id) for answer in requests]
            assert len(await host.store.tables_of("ann")) == 2

    asyncio.run(play())


def test_a_player_who_just_sat_down_is_not_away(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "AWAY_AFTER_S", 3600.0)

    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_table(host, [OPEN, OPEN])
            await host.sit(live, "ben", "Ben")
            lend = messages.Lend(id="lend-ben", seat=1, bot="random")
            assert "is here" in (await host.answer(page, lend)).why

    asyncio.run(play())


def test_a_table_that_was_removed_says_so(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            _, page = await enter_table(host, [OPEN, OPEN])
            assert await host.store.clean(time.time() + 8 * 86400) == 1
            promise = messages.Promise(id="the-promise", promise="a" * 64)
            assert "removed" in (await host.answer(page, promise)).why
            assert await host.table("a-table") is None

    asyncio.run(play())


def test_a_clock_that_is_put_back_keeps_nobody_waiting(tmp_path, monkeypatch):
    async def play():
        async with running_host(tmp_path) as host:
            monkeypatch.setattr(hosts, "WORD_TIMEOUT_S", 0.3)
            real = time.time
            monkeypatch.setattr(hosts.time, "time", lambda: real() - 3600)
            live, _ = await enter_table(host, [OPEN, "random"])
            await until(lambda: live.table.phase == PLAYING)

    asyncio.run(play())


async def enter_with_a_seven(host):
    """A table of Dog at which Ann is to move, with her page."""
    live, page = await enter_table(host, [OPEN, "random", "random", "random"], "dog")
    live.table.has_begun = True
    live.table.session = Session(live.table.game, live.table.session.options, position=SEVEN)
    return live, page


def test_moves_in_one_request_are_played_up_to_the_first_illegal_one(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            live, page = await enter_with_a_seven(host)
            actions = ["7", "step a", "step a", "throw", "step a"]
            request = messages.Moves(id="five-moves", at=0, actions=actions)
            answers = [await host.answer(page, request) for _ in range(2)]
            assert all("throw" in answer.why for answer in answers)
            request = messages.Moves(id="one-move", at=3, actions=["step a"])
            for _ in range(2):  # sent again, it is carried out once
                assert isinstance(await host.answer(page, request), messages.Done)
            session = live.table.session
            return [
                session.game.notation.format_action(moment.action, session.options)
                for moment in session.history
            ]

    assert asyncio.run(play()) == ["7", "step a", "step a", "step a"]


def test_routes_are_only_for_the_player_to_move(tmp_path):
    async def ask():
        async with running_host(tmp_path) as host:
            live, page = await enter_with_a_seven(host)
            answer = await host.answer(page, messages.ListRoutes(id="my-turn-1"))
            watcher = await host.enter(live, "")
            return answer, await host.answer(watcher, messages.ListRoutes(id="not-mine"))

    answer, refused = asyncio.run(ask())
    assert isinstance(refused, messages.Refused)
    longest = max(answer.routes, key=lambda route: len(route.actions))
    assert longest.actions == ("7", *["step a"] * 7)
    assert longest.clicks == ("card-7-0", "token-0-0", "space-17")


def test_routes_are_searched_once_for_a_position_and_refused_after_it(tmp_path, monkeypatch):
    searches = []

    async def ask():
        async with running_host(tmp_path) as host:
            _, page = await enter_with_a_seven(host)
            are_listed = asyncio.Event()

            async def list_routes(table, owner):
                searches.append(table.seq)
                await are_listed.wait()
                return []

            monkeypatch.setattr(host.thinkers, "list_routes", list_routes)
            asked = [
                asyncio.create_task(host.answer(page, messages.ListRoutes(id=f"ask-{n}-times")))
                for n in range(3)
            ]
            await until(lambda: searches)
            await host.answer(page, messages.Move(id="one-move", at=0, action="7"))
            are_listed.set()
            await host.answer(page, messages.ListRoutes(id="next-one"))
            return await asyncio.gather(*asked)

    answers = asyncio.run(ask())
    assert len(searches) == 2 and searches[0] < searches[1]
    assert {answer.why for answer in answers} == {"the game has gone on since you asked"}


def test_a_player_who_just_joined_at_another_worker_is_not_refused(tmp_path):
    """These two workers hear nothing of each other: only the log says who sits where."""

    async def play():
        async with running_host(tmp_path) as first, running_host(tmp_path) as second:
            live, _ = await enter_table(first, [OPEN, OPEN, OPEN])
            stale = await second.table("a-table")
            await first.sit(live, "ben", "Ben")
            assert stale.table.seat_of("ben") == -1
            assert await second.seat_of(stale, "ben") == 1
            assert await second.seat_of(stale, "eve") == -1

    asyncio.run(play())


def test_a_request_is_refused_only_by_what_the_log_says(tmp_path):
    async def play():
        async with running_host(tmp_path) as first, running_host(tmp_path) as second:
            live, pages = await two_people(first)
            stale = await second.table("a-table")
            there = [await second.enter(stale, holder) for holder in ("ann", "ben")]
            seat = live.table.actor
            ids = request_ids()
            while live.table.actor == seat:
                await first.answer(pages[seat], a_move(live, next(ids)))
            assert stale.table.actor == seat
            move = a_move(live, "next-move")  # as the page has seen it with the first worker
            answer = await second.answer(there[live.table.actor], move)
            assert isinstance(answer, messages.Done)
            late = messages.Move(id="too-late", at=0, action=move.action)
            assert "gone on" in (await second.answer(there[seat], late)).why

    asyncio.run(play())


def test_a_promised_word_that_is_not_shown_ends_the_table(tmp_path, monkeypatch):
    async def play():
        async with running_host(tmp_path) as host:
            live, ann = await enter_table(
                host, [OPEN, OPEN], entries=(ANN, SeatTaken(1, "ben", "Ben"))
            )
            ben = await host.enter(live, "ben")
            promise = messages.Promise(id="the-promise", promise=promise_of("a" * 32))
            for page in (ann, ben):
                await host.answer(page, promise)
            monkeypatch.setattr(hosts, "WORD_TIMEOUT_S", 0.0)
            await host.answer(ann, messages.Word(id="the-word", word="a" * 32))
            await until(lambda: live.table.phase == ABANDONED)
            assert live.table.silent == {1}
            await host.answer(ann, messages.Rematch(id="again-01"))
            again = await host.table(live.table.next_table)
            assert [sitting.name for sitting in again.table.seats] == ["Ann", "Ben"]

    asyncio.run(play())
