"""Tables in a worker's hand, over a real SQLite file: written down first, then told."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from offleash.core.forfeit import Forfeit, Forfeited
from offleash.tables import host as hosts
from offleash.tables import messages
from offleash.tables.entries import OPEN, Moved, Sat
from offleash.tables.host import Host
from offleash.tables.store.sqlite import SqliteStore
from offleash.tables.store.store import Away
from offleash.tables.table import OVER, PLAYING, Refusal
from tests.tables.playing import pinned_facts
from tests.timeouts import TIMEOUT_S

ANN = Sat(0, "ann", "Ann")


@asynccontextmanager
async def hosting(folder, **changes):
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


async def until(found):
    """Waits for something that happens by itself."""
    end = time.monotonic() + TIMEOUT_S
    while not found():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.005)


def numbered():
    number = 0
    while True:
        number += 1
        yield f"id-{number:06}"


async def entered(host, seats, game="secret-mission", entries=(ANN,)):
    """A new table with Ann's page open at it."""
    await host.make_table(pinned_facts(game, seats), entries)
    held = await host.table("a-table")
    return held, await host.enter(held, "ann")


async def say_word(host, page):
    return await host.answer(page, messages.Word(id="the-word", word="a" * 32))


def test_a_whole_game_with_a_bot_is_played_and_read_again(tmp_path):
    async def play():
        ids = numbered()
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, "greedy"])
            assert isinstance(await say_word(host, page), messages.Done)
            table = held.table
            await until(lambda: table.phase == PLAYING)
            while table.phase != OVER:
                await until(lambda: table.actor == 0 or table.phase == OVER)
                if table.phase == OVER:
                    break
                asked = messages.Move(
                    id=next(ids), at=len(table.session.history), action=table.session.legal[0]
                )
                assert isinstance(await host.answer(page, asked), messages.Done)
            show = held.show(page)
            assert show.phase == OVER and show.fate.seed and sum(show.shares) == 1
            return table.session.state.tobytes(), table.seq

    async def read():
        async with hosting(tmp_path) as host:
            table = (await host.table("a-table")).table
            assert table.phase == OVER
            return table.session.state.tobytes(), table.seq

    assert asyncio.run(play()) == asyncio.run(read())


def test_the_same_request_is_done_once(tmp_path):
    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, OPEN], entries=(ANN, Sat(1, "ben", "Ben")))
            await say_word(host, page)
            other = await host.enter(held, "ben")
            await say_word(host, other)
            table = held.table
            await until(lambda: table.phase == PLAYING)
            seat = table.actor
            mover = page if seat == 0 else other
            asked = messages.Move(
                id="once-only", at=len(table.session.history), action=table.session.legal[0]
            )
            assert await host.answer(mover, asked) == messages.Done("once-only")
            assert await host.answer(mover, asked) == messages.Done("once-only")
            log = await host.store.entries("a-table")
            assert sum(isinstance(written.entry, Moved) for written in log) == 1

    asyncio.run(play())


def test_two_workers_race_for_a_turn(tmp_path):
    """One wins, the other is refused with words and has the newest position."""

    async def play():
        async with hosting(tmp_path) as first, hosting(tmp_path) as second:
            held, page = await entered(first, [OPEN, "random"])
            await say_word(first, page)
            await until(lambda: held.table.actor == 0)
            beside = await second.table("a-table")
            other = hosts.Page(beside, "ann")
            legal = held.table.session.legal
            asks = [
                messages.Move(
                    id=f"racing-{n}", at=len(held.table.session.history), action=legal[-n]
                )
                for n in range(2)
            ]
            answers = await asyncio.gather(
                first.answer(page, asks[0]), second.answer(other, asks[1])
            )
            assert sorted(type(each).__name__ for each in answers) == ["Done", "Refused"]
            [refused] = [each for each in answers if isinstance(each, messages.Refused)]
            assert "gone on" in refused.why or "turn" in refused.why
            log = await first.store.entries("a-table")
            moves = [w.entry for w in log if isinstance(w.entry, Moved) and w.entry.seat == 0]
            assert len(moves) == 1

    asyncio.run(play())


def test_a_seat_nobody_waits_for_any_longer(tmp_path, monkeypatch):
    """Without a word the game begins when the time is over."""
    monkeypatch.setattr(hosts, "PATIENCE", 0.0)

    async def play():
        async with hosting(tmp_path) as host:
            held, _ = await entered(host, [OPEN, "random"])
            await until(lambda: held.table.phase == PLAYING)
            assert held.table.words == {}

    asyncio.run(play())


def test_a_seat_is_lent_when_its_page_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "AWAY", 0.0)

    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, OPEN], entries=(ANN, Sat(1, "ben", "Ben")))
            other = await host.enter(held, "ben")
            lend = messages.Lend(id="lend-ben", seat=1, bot="random")
            assert "is here" in (await host.answer(page, lend)).why
            host.leave(other)
            unknown = messages.Lend(id="lend-bad", seat=1, bot="os:system")
            assert "no bot of this table" in (await host.answer(page, unknown)).why
            assert await host.answer(page, lend) == messages.Done("lend-ben")
            assert held.show(page).seats[1].bot == "random"
            await say_word(host, page)
            await until(lambda: held.table.actor == 0)

    asyncio.run(play())


def test_a_carried_seat_is_the_other_devices(tmp_path):
    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, "random"])
            await host.carry(held, 0, "anns-phone")
            assert page.seat == -1 and held.table.seat_of("anns-phone") == 0
            with pytest.raises(Refusal):
                await host.sit(held, "ben", "Ben")

    asyncio.run(play())


def test_hints_where_the_table_allows_them(tmp_path):
    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, "random"])
            await say_word(host, page)
            await until(lambda: held.table.actor == 0)
            forced = await host.answer(page, messages.Advise(id="a-hint-0"))
            assert [hint.chance for hint in forced.hints] == [None]
            first = messages.Move(
                id="a-move-1", at=len(held.table.session.history), action="at 0,0 E"
            )
            await host.answer(page, first)
            await until(lambda: held.table.actor == 0)
            answer = await host.answer(page, messages.Advise(id="a-hint-1"))
            assert isinstance(answer, messages.Hints)
            best = answer.hints[0]
            assert best.action in held.table.session.legal and 0 <= best.low <= best.high <= 1
            marks = await host.answer(page, messages.Look(id="look-at", actions=[best.action]))
            assert isinstance(marks, messages.Ghosts) and "<" in marks.marks[0]
            why = await host.answer(page, messages.Why(id="why-not-1", action="at 0,0 E"))
            assert isinstance(why, messages.Reason) and why.why

    asyncio.run(play())


def test_once_more_at_a_new_table(tmp_path):
    async def play():
        ids = numbered()
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, "random"])
            again = messages.Rematch(id="again-1-1")
            assert "not over" in (await host.answer(page, again)).why
            await say_word(host, page)
            table = held.table
            while table.phase != OVER:
                await until(lambda: table.actor == 0 or table.phase == OVER)
                if table.actor == 0:
                    at, action = len(table.session.history), table.session.legal[0]
                    await host.answer(page, messages.Move(id=next(ids), at=at, action=action))
            assert await host.answer(page, again) == messages.Done("again-1-1")
            nxt = await host.table(held.show(page).again)
            assert nxt.table.seat_of("ann") == 1 and nxt.table.seats[0].bot == "random"

    asyncio.run(play())


async def two_people(host):
    """A game under way between Ann and Ben; the page of each."""
    held, ann = await entered(host, [OPEN, OPEN], entries=(ANN, Sat(1, "ben", "Ben")))
    ben = await host.enter(held, "ben")
    for page in (ann, ben):
        await say_word(host, page)
    await until(lambda: held.table.phase == PLAYING)
    return held, (ann, ben)


def a_move(held, id="a-move-1"):
    """The first legal move of whoever is to decide."""
    session = held.table.session
    return messages.Move(id=id, at=len(session.history), action=session.legal[0])


def test_everybody_is_told_what_another_worker_wrote_even_where_the_own_move_is_refused(tmp_path):
    async def play():
        async with hosting(tmp_path) as first, hosting(tmp_path) as second:
            held, pages = await two_people(first)
            beside = await second.table("a-table")
            others = [await second.enter(beside, name) for name in ("ann", "ben")]
            mover = held.table.actor
            assert isinstance(await first.answer(pages[mover], a_move(held)), messages.Done)
            for page in others:
                page.news.clear()
            late = a_move(beside, "a-move-2")
            assert isinstance(await second.answer(others[mover], late), messages.Refused)
            assert all(page.news.is_set() for page in others)

    asyncio.run(play())


def test_a_move_whose_line_is_cut_meanwhile_is_told_to_the_others(tmp_path):
    async def play():
        async with hosting(tmp_path) as host:
            held, pages = await two_people(host)
            real, mover, seq = host.store.append, held.table.actor, held.table.seq
            is_written, is_cut = asyncio.Event(), asyncio.Event()

            async def append(*what):
                at = await real(*what)
                is_written.set()
                await is_cut.wait()
                return at

            host.store.append = append
            asking = asyncio.create_task(host.answer(pages[mover], a_move(held)))
            await is_written.wait()
            pages[1 - mover].news.clear()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            is_cut.set()
            await until(lambda: held.table.seq == seq + 1)
            assert pages[1 - mover].news.is_set()

    asyncio.run(play())


def test_who_is_there_is_looked_after_whatever_the_database_says(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "LOOKED_AFTER", 0.01)
    monkeypatch.setattr(hosts, "CLEANED", 0.01)

    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, OPEN])
            failed = []

            async def fail(*what):
                failed.append(what)
                raise Away("the database can't be reached")

            with monkeypatch.context() as broken:
                broken.setattr(host.store, "present", fail)
                broken.setattr(host.store, "clean", fail)
                await until(lambda: {len(what) for what in failed} == {1, 2})
                with pytest.raises(Away):
                    await host.enter(held, "ann")
                assert held.pages == {page}
            before = (await host.store.presence("a-table"))[0]
            async with asyncio.timeout(TIMEOUT_S):
                while (await host.store.presence("a-table"))[0] <= before:
                    await asyncio.sleep(0.005)

    asyncio.run(play())


def test_a_bot_that_fails_is_not_asked_again_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "LOOKED_AFTER", 3600.0)  # when it is asked again

    async def play():
        async with hosting(tmp_path) as host:
            asked = []

            async def choose(table):
                asked.append(table)
                raise Forfeited(Forfeit(0, 0, "random", "fell asleep", "nothing"))

            host.thinkers.choose = choose
            held, page = await entered(host, ["random", OPEN], entries=(Sat(1, "ann", "Ann"),))
            await say_word(host, page)
            await until(lambda: asked or held.table.actor == 1)
            if held.table.actor == 1:
                await host.answer(page, a_move(held))
            await until(lambda: asked and held.next.done())
            await asyncio.sleep(0.05)  # whoever asked again at once would do so now
            assert len(asked) == 1 and held.next.done()

    asyncio.run(play())


def test_however_many_ask_there_is_one_rematch(tmp_path):
    async def play():
        ids = numbered()
        async with hosting(tmp_path) as host:
            held, pages = await two_people(host)
            table = held.table
            while table.phase != OVER:
                await host.answer(pages[table.actor], a_move(held, next(ids)))
            asked = [messages.Rematch(id=next(ids)) for _ in pages]
            answers = await asyncio.gather(*map(host.answer, pages, asked))
            assert answers == [messages.Done(each.id) for each in asked]
            assert len(await host.store.tables_of("ann")) == 2

    asyncio.run(play())


def test_who_has_just_sat_down_is_not_away(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "AWAY", 3600.0)

    async def play():
        async with hosting(tmp_path) as host:
            held, page = await entered(host, [OPEN, OPEN])
            await host.sit(held, "ben", "Ben")
            lend = messages.Lend(id="lend-ben", seat=1, bot="random")
            assert "is here" in (await host.answer(page, lend)).why

    asyncio.run(play())


def test_a_table_that_was_removed_says_so(tmp_path):
    async def play():
        async with hosting(tmp_path) as host:
            _, page = await entered(host, [OPEN, OPEN])
            assert await host.store.clean(time.time() + 8 * 86400) == 1
            assert "removed" in (await say_word(host, page)).why
            assert await host.table("a-table") is None

    asyncio.run(play())


def test_a_clock_that_is_put_back_keeps_nobody_waiting(tmp_path, monkeypatch):
    async def play():
        async with hosting(tmp_path) as host:
            monkeypatch.setattr(hosts, "PATIENCE", 0.3)
            real = time.time
            monkeypatch.setattr(hosts.time, "time", lambda: real() - 3600)
            held, _ = await entered(host, [OPEN, "random"])
            await until(lambda: held.table.phase == PLAYING)

    asyncio.run(play())
