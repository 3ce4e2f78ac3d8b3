"""The tables in a worker's memory: requests are written to the log, then every page is updated.

The log in the store is the only authority. Memory is a copy that can be rebuilt: if another worker
wrote first, this one catches up and decides again.
"""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from offleash.contract import Route
from offleash.contract.rules.actors import NOBODY
from offleash.tables.live import messages
from offleash.tables.live.painting import Painter
from offleash.tables.live.table import OVER, PLAYING, WORD_TIMEOUT_S, WORDS, Refusal, Table
from offleash.tables.live.thinkers import Thinkers
from offleash.tables.live.views import PageState, TableView
from offleash.tables.lobby.forms import names_of, stand_ins, usual_bot
from offleash.tables.log.entries import (
    Entry,
    Facts,
    LinkShown,
    LogEntry,
    MovePlayed,
    RematchCreated,
    SeatTaken,
    SeatTransferred,
    StandInNamed,
    ends_game,
)
from offleash.tables.log.store import SequenceConflict, Store, StoreUnavailable
from offleash.tools.errors import OffleashError, Unavailable
from offleash.tools.steady_time import steady_now, this_run
from offleash.web.metrics import Metrics
from offleash.web.quotas import Client, FairShares

MAX_ATTEMPTS = 20  # of a command, when other workers keep writing first
AWAY_AFTER_S = 15.0  # without an open page
PRESENCE_INTERVAL_S = 5.0  # between checks of who is present
CLEANING_INTERVAL_S = 3600.0  # between removals of old tables
EVICT_AFTER_S = 600.0  # without an open page, until a table is dropped from memory
BOT_COMMAND = "bot:"  # with the number of entries when the game changed last
CLOCK_GRACE_S = 20.0  # after the first page of a table opens: nobody runs out of time before
CLOCK_CHECK_S = 1.0  # between looks at a clock
MEGABYTE = 1_000_000
TAKEOVER_DELAY_S = 0.8  # before this worker runs bots that another worker should run

log = logging.getLogger("offleash.tables")

Decide = Callable[[Table], Entry]
Result = TypeVar("Result")


class Page:
    """An open page at a table; `changed` is set when there is something new to send."""

    def __init__(self, live: "LiveTable", holder: str, client: Client | None = None) -> None:
        self.live, self.holder = live, holder  # no holder: a spectator
        self.client = client or Client(holder, "")
        self.sent = PageState()
        self.changed = asyncio.Event()

    @property
    def seat(self) -> int:
        """Its current seat, or NOBODY: a seat may move to another device."""
        return self.live.table.seat_of(self.holder) if self.holder else NOBODY


@dataclass
class LiveTable:
    """A table in memory, with its open pages."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pages: set[Page] = field(default_factory=set)
    away: dict[int, bool] = field(default_factory=dict)
    task: "asyncio.Task[None] | None" = None  # running: the bots, or the start of the game
    used_at: float = field(default_factory=time.monotonic)
    recording: asyncio.Lock = field(default_factory=asyncio.Lock)  # of a playtest
    clock_task: "asyncio.Task[None] | None" = None  # waits until somebody's time is over
    opened_at: float = 0.0  # when the first of the open pages was opened
    routes: "tuple[int, asyncio.Task[list[Route]]] | None" = None  # after so many entries

    wake: asyncio.Event = field(default_factory=asyncio.Event)  # of a draw that waits for links

    def __post_init__(self) -> None:
        self.view = TableView(self.table)
        self.bots = () if self.table.is_read_only else tuple(names_of(self.table.game))

    @property
    def name(self) -> str:
        return self.table.facts.table

    @property
    def beneficiary(self) -> str:
        """The browser that bots here think for: the first player's, or a spectator's."""
        pages = sorted(self.pages, key=lambda page: (page.seat < 0, page.seat, page.client.name))
        return pages[0].client.name if pages else ""

    def notify(self) -> None:
        """Wake every page."""
        self.wake.set()
        for page in self.pages:
            page.changed.set()

    def show(self, page: Page) -> messages.Show:
        """Return the table as a page may see it now."""
        return self.view.show(page.seat, page.sent, self.away, self.bots)


OnOver = Callable[[Table, Sequence[LogEntry]], None]


class Host:
    """The tables of one worker."""

    def __init__(
        self,
        store: Store,
        pace: float = 0.7,
        threads: int = 1,
        shares: FairShares | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """Set how many seconds (`pace`) a bot waits before it plays, so that people can follow."""
        self.store, self.pace = store, pace
        self.shares = shares or FairShares({})
        self.metrics = metrics or Metrics()
        self.thinkers = Thinkers(threads, self.metrics)
        self.painter = Painter()
        self._tables: dict[str, LiveTable] = {}
        self._page_count = 0
        self._opening: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.on_over: OnOver = lambda table, entries: None  # called when a playtest is over

    async def open(self) -> None:
        """Start to listen to other workers, to track presence and to remove old tables."""
        self.store.listen(self._on_entry)
        self.store.on_error = lambda: self.metrics.count("database_errors_total")
        self._spawn(self._watch_presence())
        self._spawn(self._clean_regularly())

    async def close(self) -> None:
        """Cancel every background task."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()

    def _spawn(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Start a background task and keep a reference, so that it is not collected."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Tables

    async def table(self, name: str) -> LiveTable | None:
        """Return a table by its id, from memory or from its log."""
        if name in self._tables and name not in self._opening:
            live = self._tables[name]
            live.used_at = time.monotonic()  # the caller may open a page in a moment
            return live
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._read(name))
            self._opening[name].add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    def loaded_table(self, name: str) -> LiveTable | None:
        """Return a table by its id, if it is in memory."""
        return None if name in self._opening else self._tables.get(name)

    async def _read(self, name: str) -> LiveTable | None:
        facts = await self.store.facts(name)
        if facts is None:
            return None
        live = LiveTable(Table(facts))
        # registered before it is read, so that no notification is missed
        self._tables[name] = live
        try:
            async with live.lock:
                await self._catch_up(live)
            if live.table.clock:
                await self._end_outage(live)
        except BaseException:
            self._tables.pop(name, None)
            raise
        self.record_again(live)
        return live

    async def _end_outage(self, live: LiveTable) -> None:
        """Give back the time in which the host was away to the player who is to decide."""
        seen_at = max((await self.store.presence(live.name)).values(), default=0.0)
        decide = partial(Table.end_outage, seen_at=seen_at, run=this_run())
        with suppress(Refusal):  # it was not away
            await self.carry_out(live, f"outage:{live.table.seq}", decide)

    def record_again(self, live: LiveTable) -> None:
        """Write a playtest that another worker may have left out, or written too early."""
        if live.table.facts.playtest and live.table.phase == OVER:
            self._spawn(self._record(live))

    async def make_table(self, facts: Facts, entries: Sequence[Entry] = ()) -> None:
        """Create a table with its first entries. Raise Unavailable if there is no room."""
        await self.check_room()
        await self.store.create(facts, [(secrets.token_hex(8), entry) for entry in entries])

    async def check_room(self) -> None:
        """Raise Unavailable if the database is as full as it may be: tables in it go on."""
        quotas = self.shares.quotas
        if "database" not in quotas and "disk" not in quotas:
            return
        used, free = await self.store.space()
        is_full = "database" in quotas and used > quotas["database"].count * MEGABYTE
        is_low = "disk" in quotas and free is not None and free < quotas["disk"].count * MEGABYTE
        if is_full or is_low:
            raise Unavailable("there is no room for more right now; games in play go on")

    async def _catch_up(self, live: LiveTable) -> int:
        """Apply entries of other workers; return their number. The caller holds the lock."""
        records = await self.store.entries(live.name, live.table.seq)
        for record in records:
            live.table.apply(record)
        return len(records)

    async def refresh(self, live: LiveTable) -> None:
        """Read what other workers wrote, before somebody is refused for what we don't know."""
        async with live.lock:
            count = await self._catch_up(live)
        if count:
            self._notify(live, delay=TAKEOVER_DELAY_S)
            self.record_again(live)

    async def seat_of(self, live: LiveTable, holder: str) -> int:
        """Return the seat of a holder, or -1: a player may have joined a moment ago, elsewhere."""
        if holder and live.table.seat_of(holder) < 0:
            await self.refresh(live)
        return live.table.seat_of(holder)

    async def forget(self, holder: str) -> list[str]:
        """Remove a person's data from every log, and from memory where no page is open."""
        tables = await self.store.forget(holder)
        for name in tables:
            if (live := self.loaded_table(name)) and not live.pages:
                self._tables.pop(name, None)
        return tables

    # Commands

    async def carry_out(self, live: LiveTable, command: str, decide: Decide) -> Entry | None:
        """Decide and append an entry; return None if the command was carried out before.

        Raises a Refusal if it can't be carried out (any more).
        """
        # a connection that breaks meanwhile must not leave memory behind the log
        return await asyncio.shield(self._spawn(self._carry_out(live, command, decide)))

    async def _carry_out(self, live: LiveTable, command: str, decide: Decide) -> Entry | None:
        before, entry = live.table.seq, None
        try:
            with self.painter.writing_move():
                async with live.lock:
                    entry = await self._append(live, command, decide)
                    return entry
        finally:
            if live.table.seq == before + 1 and isinstance(entry, LinkShown):
                live.wake.set()  # pages have nothing to see
                self._continue(live)
            elif live.table.seq != before:  # even if only by other workers
                self._notify(live)

    async def _append(self, live: LiveTable, command: str, decide: Decide) -> Entry | None:
        """Append an entry to the log and apply it. The caller holds the lock."""
        table = live.table
        for _ in range(MAX_ATTEMPTS):
            if command in table.commands:
                return None
            try:
                entry = decide(table)
            except Refusal:
                if await self._catch_up(live):
                    continue  # it may be possible by what others have written
                raise
            ends = ends_game(entry)
            try:
                at = await self.store.append(live.name, table.seq, command, entry, ends)
            except SequenceConflict:
                if not await self._catch_up(live) and await self.store.facts(live.name) is None:
                    self._tables.pop(live.name, None)
                    raise Refusal(
                        "this table was removed because nobody used it for a long time"
                    ) from None
                continue
            table.apply(LogEntry(table.seq, command, entry, at))
            if isinstance(entry, MovePlayed):
                is_bot = command.startswith(BOT_COMMAND)
                self.metrics.count("moves_total", "bot" if is_bot else "person")
            if table.facts.playtest and table.phase == OVER:
                self._spawn(self._record(live))
            return entry
        raise Refusal("the table is too busy; please try again")

    async def _record(self, live: LiveTable) -> None:
        """Write the game of a playtest into its project; if that fails, the next answer tries."""
        async with live.recording:  # so that the last answer is in the last file
            entries = await self.store.entries(live.name)
            with suppress(OffleashError, OSError):
                await asyncio.to_thread(self.on_over, live.table, entries)

    def _notify(self, live: LiveTable, delay: float = 0.0) -> None:
        """Wake every page, and the bots or the start of the game if they are due."""
        live.used_at = time.monotonic()
        live.notify()
        self._continue(live, delay)

    async def answer(self, page: Page, request: messages.Request) -> messages.Answer:
        """Return the answer to a page's request. Raise StoreUnavailable if the database is away."""
        began = time.perf_counter()
        try:
            return await self._answer(page, request)
        except StoreUnavailable:
            raise
        except OffleashError as error:
            page.changed.set()
            return messages.Refused(request.id, str(error))
        finally:
            self.metrics.observe("move_seconds", time.perf_counter() - began)

    async def _answer(self, page: Page, request: messages.Request) -> messages.Answer:
        live, command = page.live, f"{page.seat}:{request.id}"
        match request:
            case messages.Preview(actions=actions):
                return messages.Ghosts(request.id, _ghosts(live.table, page.seat, actions))
            case messages.Recall(number=number):
                return messages.Ghosts(request.id, (_marks_of(live.table, page.seat, number),))
            case messages.ListRoutes():
                return await self._list_routes(page, request.id)
            case messages.Why(action=action):
                return messages.Reason(request.id, *_reason(live.table, page.seat, action))
            case messages.Describe():
                return _description(live.table, page.seat, request.id)
            case messages.Advise():
                return messages.Hints(request.id, await self._hints(page))
            case messages.Rematch():
                await self._rematch(page)
            case messages.Lend():
                await self._lend(page, command, request)
            case messages.NameStandIn(bot=bot):
                await self.carry_out(live, command, lambda table: _name_stand_in(table, page, bot))
            case messages.Resign():
                await self.carry_out(
                    live, command, lambda table: table.resign(page.seat, stand_in(table, page.seat))
                )
            case messages.Chat():
                self.shares.use(page.client, "chat")
                await self.carry_out(live, command, lambda table: table.decide(page.seat, request))
            case messages.Moves():
                await self._play_moves(page, command, request)
            case _:
                await self.carry_out(live, command, lambda table: table.decide(page.seat, request))
        return messages.Done(request.id)

    async def _lend(self, page: Page, command: str, request: messages.Lend) -> None:
        """Let a bot play: on an open seat any, for a person the one that the person chose."""
        live, seat = page.live, request.seat
        await self._update_away(live)

        def decide(table: Table) -> Entry:
            table.check_seat(seat)
            usual = stand_in(table, seat)
            bot = request.bot or usual
            entry = table.lend(seat, page.seat, bot, live.away.get(seat, True))
            if bot not in live.bots:
                raise Refusal(f"{bot!r} can't play at this table")
            if table.seats[seat].holder and bot != usual:
                raise Refusal(f"only {table.seats[seat].name} can choose the bot for that seat")
            return entry

        await self.carry_out(live, command, decide)

    async def _play_moves(self, page: Page, command: str, request: messages.Moves) -> None:
        """Play several decisions, up to the first that is refused: those before it stay."""
        for n, action in enumerate(request.actions):
            move = messages.Move(id=request.id, at=request.at + n, action=action)
            decide = partial(Table.decide, seat=page.seat, request=move)
            await self.carry_out(page.live, f"{command}:{n}", decide)

    async def sit(self, live: LiveTable, holder: str, name: str, seat: int | None = None) -> int:
        """Give a seat to a person with an invitation. Raise a Refusal if none is free."""
        entry = await self.carry_out(
            live, secrets.token_hex(8), lambda table: table.sit(holder, name, seat)
        )
        assert isinstance(entry, SeatTaken)
        return entry.seat

    async def transfer_seat(self, live: LiveTable, seat: int, holder: str) -> None:
        """Move a seat to another device. Raise a Refusal if that device has another seat."""

        def decide(table: Table) -> Entry:
            if table.draws:
                raise Refusal(
                    "at a table with live luck a seat stays with its browser, which has its chain"
                )
            if table.seat_of(holder) not in (-1, seat):
                raise Refusal("this device already has another seat at the table")
            return SeatTransferred(seat, holder)

        await self.carry_out(live, secrets.token_hex(8), decide)

    async def _rematch(self, page: Page) -> None:
        live = page.live
        if page.seat < 0:
            raise Refusal("you are watching; only players can do that")
        if live.table.next_table:
            return
        self.shares.use(page.client, "tables")
        facts, entries = live.table.rematch(int(steady_now()))
        with suppress(SequenceConflict):  # somebody was quicker: the next table exists
            await self.make_table(facts, entries)
        await self.carry_out(live, f"again:{facts.table}", lambda _: RematchCreated(facts.table))

    async def _hints(self, page: Page) -> tuple[messages.Hint, ...]:
        table, seat = page.live.table, page.seat
        if not table.facts.hints:
            raise Refusal("this table does not allow advice")
        if seat < 0 or table.actor != seat or table.seats[seat].has_resigned:
            raise Refusal("only the player to move can ask for advice")
        self.shares.use(page.client, "advice")
        session, seq = table.session, table.game_seq
        candidates = await self.thinkers.advise(table, page.client.name)
        _check_same(table, seq)
        targets = table.game.pictures.targets(
            session.view(seat), session.options, seat, [advice.action for advice in candidates]
        )
        labels = {target.action: target.label for target in targets}
        return tuple(
            messages.Hint(
                advice.text,
                labels.get(advice.action, advice.text),
                _round_for_json(advice.chance),
                _round_for_json(advice.low),
                _round_for_json(advice.high),
                advice.playouts,
                advice.why,
            )
            for advice in candidates
        )

    async def _list_routes(self, page: Page, request_id: str) -> messages.Routes:
        table, seat = page.live.table, page.seat
        if seat < 0 or table.actor != seat:
            raise Refusal("only the player to move can ask where moves lead")
        at, seq = len(table.session.history), table.game_seq
        notation, options = table.game.notation, table.session.options
        if page.live.routes is None or page.live.routes[0] != seq:
            search = self._spawn(self.thinkers.list_routes(table, page.client.name))
            page.live.routes = seq, search
        routes = await asyncio.shield(page.live.routes[1])
        _check_same(table, seq)
        choices = tuple(
            messages.RouteChoice(
                tuple(notation.format_action(action, options) for action in route.actions),
                route.group,
                route.label,
                route.clicks,
                route.passes,
                route.captures,
            )
            for route in routes
        )
        return messages.Routes(request_id, at, choices)

    # Background tasks

    def _continue(self, live: LiveTable, delay: float = 0.0) -> None:
        """Start the bots or the game if they are due; `delay` lets another worker go first."""
        self._watch_clock(live)
        if not live.pages or (live.task is not None and not live.task.done()):
            return
        table = live.table
        if table.bot:
            live.task = self._spawn(self._play_bots(live, delay))
        elif table.draw_due:
            live.task = self._spawn(self._draw(live, delay))
        elif table.phase == WORDS:
            live.task = self._spawn(self._begin(live, delay))

    async def _begin(self, live: LiveTable, delay: float) -> None:
        """Start the game once every word is there; words that are late are given up."""
        await asyncio.sleep(delay)
        gathered, until = -1.0, 0.0
        while live.table.phase == WORDS and not live.table.is_ready:
            if live.table.gathered_at != gathered:
                gathered, until = live.table.gathered_at, time.monotonic() + WORD_TIMEOUT_S
            if time.monotonic() >= until:
                with suppress(Refusal):  # it has just arrived
                    decide = partial(Table.give_up_words, gathered_at=gathered)
                    await self.carry_out(live, f"words:{live.table.seq}", decide)
            await asyncio.sleep(max(0.0, min(until - time.monotonic(), 0.25)))
        live.task = None
        if live.table.is_ready:
            with suppress(Refusal):  # another worker began, or the table is gone
                await self.carry_out(live, "begin", lambda table: table.begin())
        else:
            self._continue(live, TAKEOVER_DELAY_S)

    async def _draw(self, live: LiveTable, delay: float) -> None:
        """Draw once every page has shown its link; go on without those that are late."""
        await asyncio.sleep(delay)
        number, until = -1, 0.0
        while live.pages and (draws := live.table.draw_due):
            if draws.number != number:
                number, until = draws.number, time.monotonic() + WORD_TIMEOUT_S
            live.wake.clear()
            left_s = until - time.monotonic()
            if not draws.missing:
                await self._try_draw(live, f"draw:{number}", lambda table: table.draw_chance())
            elif left_s <= 0:
                decide = partial(_give_up_links, draw=number)
                await self._try_draw(live, f"missed:{number}", decide)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left_s):
                        await live.wake.wait()
        live.task = None
        self._continue(live)

    async def _try_draw(self, live: LiveTable, command: str, decide: Decide) -> None:
        with suppress(Refusal):  # another worker drew, or a link has just arrived
            await self.carry_out(live, command, decide)

    async def _play_bots(self, live: LiveTable, delay: float) -> None:
        """Play the bots' decisions one by one while a page is open."""
        last = NOBODY
        while live.pages and live.table.bot:
            seq, seat, began = live.table.game_seq, live.table.actor, time.monotonic()
            try:
                action, luck = await self.thinkers.choose(live.table, live.beneficiary)
            except OffleashError as error:
                log.error("a bot of %s failed: %s", live.table.game.name, error)
                return  # tried again at the next presence check
            pause = self.pace if seat != last else self.pace / 3
            await asyncio.sleep(max(0.0, pause + delay - (time.monotonic() - began)))
            if live.table.game_seq != seq:
                continue
            text = live.table.game.notation.format_action(action, live.table.session.options)
            at = len(live.table.session.history)

            def decide(table: Table, seat: int = seat, text: str = text, at: int = at) -> Entry:
                if table.actor != seat or not table.bot:
                    raise Refusal("it is no longer this bot's turn")
                return table.move(seat, at, text)

            try:
                entry = await self.carry_out(live, f"{BOT_COMMAND}{seq}", decide)
            except Refusal:
                continue
            if entry is not None:
                live.table.session.luck.update_seat(seat, luck)
            last = seat
        live.task = None
        self._continue(live)

    def _watch_clock(self, live: LiveTable) -> None:
        """Start to watch the clock, if there is one and a person is to decide."""
        clock = live.table.clock
        is_watched = live.clock_task is not None and not live.clock_task.done()
        if clock is not None and clock.running >= 0 and live.pages and not is_watched:
            live.clock_task = self._spawn(self._stop_late_players(live))

    async def _stop_late_players(self, live: LiveTable) -> None:
        """End the game for players whose time is over, while a page is open."""
        while live.pages and live.table.clock and (seat := live.table.clock.running) >= 0:
            left_s = live.table.clock.left_s(seat, steady_now())
            # after an outage, players get the time to come back
            left_s = max(left_s, live.opened_at + CLOCK_GRACE_S - time.monotonic())
            if left_s <= 0:
                decide = partial(_run_out, seat=seat)
                with suppress(Refusal):  # the player was quicker
                    await self.carry_out(live, f"time:{live.table.game_seq}", decide)
            await asyncio.sleep(min(max(left_s, 0.05), CLOCK_CHECK_S))

    def _on_entry(self, table: str, seq: int) -> None:
        """Follow a table that another worker wrote to; no name: entries may have been missed."""
        for name in [table] if table else list(self._tables):
            live = self._tables.get(name)
            if live is not None and (seq < 0 or seq >= live.table.seq):
                self._spawn(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        try:  # the worker that wrote runs the bots; this one only if that one does not
            await self.refresh(live)
        except StoreUnavailable as error:  # when the database is back, every table catches up
            log.warning("a table could not catch up: %s", error)

    # Presence

    async def enter(self, live: LiveTable, holder: str, client: Client | None = None) -> Page:
        """Register an open page."""
        page = Page(live, holder, client)
        if not live.pages:
            live.opened_at = time.monotonic()
        live.pages.add(page)
        live.used_at = time.monotonic()
        self._count_pages(1)
        try:
            if page.seat >= 0:
                await self.store.mark_present([(live.name, page.seat)], steady_now())
                live.away[page.seat] = False
            await self._update_away(live)
            if page.seat >= 0 and live.table.seats[page.seat].is_lent:
                await self._return_seat(live, page.seat)
        except BaseException:
            self.leave(page)
            raise
        live.notify()
        self._continue(live)
        return page

    async def _return_seat(self, live: LiveTable, seat: int) -> None:
        """Give a seat that was lent to a bot back to its player, who is here again."""
        request = messages.Return(id=secrets.token_hex(8))
        with suppress(Refusal):  # another page of the same player was quicker
            await self.carry_out(
                live, f"{seat}:{request.id}", lambda table: table.decide(seat, request)
            )

    def leave(self, page: Page) -> None:
        """Unregister a closed page."""
        self._count_pages(-1)
        page.live.pages.discard(page)
        if not page.live.pages:
            page.live.view.forget()
        page.live.used_at = time.monotonic()

    def _count_pages(self, change: int) -> None:
        self._page_count += change
        self.metrics.set_gauge("pages", self._page_count)
        self.metrics.set_gauge("tables", len(self._tables))

    async def _watch_presence(self) -> None:
        """Store who is present, find who is away and evict idle tables, again and again."""
        while True:
            await asyncio.sleep(PRESENCE_INTERVAL_S)
            try:
                present = {
                    (live.name, page.seat)
                    for live in self._tables.values()
                    for page in live.pages
                    if page.seat >= 0
                }
                await self.store.mark_present(sorted(present), steady_now())
                for live in list(self._tables.values()):
                    if live.pages:
                        await self._update_away(live)
                        self._continue(live, TAKEOVER_DELAY_S)
                    elif time.monotonic() - live.used_at > EVICT_AFTER_S:
                        self._tables.pop(live.name, None)
            except Exception as error:  # try again at the next interval
                log.warning("presence could not be stored: %s", error)

    async def _clean_regularly(self) -> None:
        """Remove what is old by the store's rule, again and again."""
        last = steady_now()
        while True:
            try:
                now = steady_now()
                await self.store.clean(await self.store.calendar(now, now - last))
                last = now
            except Exception as error:  # try again at the next interval
                log.warning("old tables could not be removed: %s", error)
            await asyncio.sleep(CLEANING_INTERVAL_S)

    async def _update_away(self, live: LiveTable) -> None:
        """Find which players are away, and wake every page if that changed."""
        present = {page.seat for page in live.pages}
        people = [seat for seat, sitting in enumerate(live.table.seats) if sitting.holder]
        away = dict.fromkeys(people, False)
        if elsewhere := [seat for seat in people if seat not in present]:
            seen = await self.store.presence(live.name)
            now = steady_now()
            arrived_at = live.table.arrived_at  # the page may still be loading
            last = {seat: max(seen.get(seat, 0.0), arrived_at.get(seat, 0.0)) for seat in elsewhere}
            away |= {seat: now - at > AWAY_AFTER_S for seat, at in last.items()}
        if away != live.away:
            live.away = away
            live.notify()


def stand_in(table: Table, seat: int) -> str:
    """Return the bot that plays for a player: the player's choice, or one of medium strength."""
    return table.stand_ins.get(seat) or usual_bot(table.game, table.session.options, seat)


def _name_stand_in(table: Table, page: Page, bot: str) -> Entry:
    if table.is_read_only or page.seat < 0:
        raise Refusal("only players can do that")
    if bot not in stand_ins(table.game, table.session.options, page.seat):
        raise Refusal(f"{bot!r} can't play for you at this table")
    return StandInNamed(page.seat, bot)


def _give_up_links(table: Table, draw: int) -> Entry:
    return table.give_up_links(draw, [stand_in(table, n) for n in range(len(table.seats))])


def _run_out(table: Table, seat: int) -> Entry:
    return table.run_out(seat, stand_in(table, seat), steady_now())


def _check_same(table: Table, seq: int) -> None:
    """Raise a Refusal if the game is not where it was when somebody asked."""
    if table.game_seq != seq:
        raise Refusal("the game has gone on since you asked")


def _round_for_json(number: float) -> float | None:
    """Return a rounded number, or None for NaN, which JSON does not have."""
    return None if math.isnan(number) else round(number, 4)


def _ghosts(table: Table, seat: int, actions: Sequence[str]) -> tuple[str, ...]:
    """Return the marks of legal actions, for the seat to decide. Raise a Refusal for others."""
    if seat < 0 or table.actor != seat:
        raise Refusal("only the player to move can try moves")
    session = table.session
    view, legal = session.view(seat), set(session.legal_numbers)
    numbers = [table.game.notation.parse_action(action, session.options) for action in actions]
    if not legal.issuperset(numbers):
        raise Refusal("you can only try legal moves")
    return tuple(
        table.game.pictures.draw_targets(view, session.options, seat, [number])
        for number in numbers
    )


def _description(table: Table, seat: int, request_id: str) -> messages.Description:
    """Return what a seat or a spectator sees as text. Raise a Refusal if the game has not begun."""
    if table.phase not in (PLAYING, OVER):
        raise Refusal("the game has not begun")
    session = table.session
    return messages.Description(
        request_id,
        len(session.history),
        table.game.name,
        table.game.notation.format_position(session.view(seat), session.options),
        session.text(seat).plain,
        tuple(session.legal) if seat >= 0 and table.actor == seat else (),
    )


def _marks_of(table: Table, seat: int, number: int) -> str:
    """Return the marks of a turn in the log, as a seat saw it. Raise a Refusal if there is none."""
    if table.is_read_only or number >= len(table.session.history):
        raise Refusal("the log has no such line")
    past = table.session.past(number + 1)
    return table.names.in_picture(past.last_turn(seat))


def _reason(table: Table, seat: int, action: str) -> tuple[str, str]:
    """Return why an action is illegal for the seat to move, and a link to the rule."""
    notation, page = table.game.notation, f"/rules/{table.game.name}"
    if table.is_read_only:
        return "", page
    view, options, number, why = table.session.view(seat), table.session.options, -1, ""
    if action:
        if seat < 0 or table.actor != seat:
            raise Refusal("only the player to move can ask about a move")
        number = notation.parse_action(action, options)
        why = notation.why_illegal(view, options, number)
    ruling = notation.ruling(view, options, number) if notation.ruling else ""
    return why, f"{page}#{ruling}" if ruling else page
