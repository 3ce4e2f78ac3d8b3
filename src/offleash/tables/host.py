"""The tables that a worker has in hand: what comes in is written down, then everybody is told.

The log in the store is the only authority. What is here is a copy that can be made anew: where
another worker wrote first, this one reads on and decides again.
"""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from offleash.core.errors import OffleashError
from offleash.core.rules.actors import NOBODY
from offleash.tables import messages
from offleash.tables.entries import Again, Begun, Carried, Entry, Facts, Moved, Sat, Written
from offleash.tables.painting import Painter
from offleash.tables.showing import Known, Showing
from offleash.tables.store.store import Away, Store, Taken
from offleash.tables.strengths import names_of
from offleash.tables.table import PATIENCE, WORDS, Refusal, Table
from offleash.tables.thinking import Thinkers

TRIES = 20  # of a command that others come before
AWAY = 15.0  # seconds without an open page
LOOKED_AFTER = 5.0  # seconds between looks at who is there
CLEANED = 3600.0  # seconds between removals of what is old
FORGOTTEN = 600.0  # seconds after which a table that nobody looks at is dropped from memory
YIELDED = 0.8  # seconds after which another worker's bots are thought about here as well

told = logging.getLogger("offleash.tables")

Decide = Callable[[Table], Entry]
Found = TypeVar("Found")


class Page:
    """An open page at a table, as the host sees it: it is woken when there is something new."""

    def __init__(self, held: "Held", holder: str) -> None:
        self.held, self.holder = held, holder  # no holder: somebody who looks on
        self.known = Known()
        self.news = asyncio.Event()

    @property
    def seat(self) -> int:
        """Its seat now, or NOBODY: a seat may go to another device."""
        return self.held.table.seat_of(self.holder) if self.holder else NOBODY


@dataclass
class Held:
    """A table in memory, with the pages that are open at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    pages: set[Page] = field(default_factory=set)
    away: dict[int, bool] = field(default_factory=dict)
    next: "asyncio.Task[None] | None" = None  # what goes on by itself: a bot, or the beginning
    used: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.showing = Showing(self.table)
        self.bots = () if self.table.is_read_only else tuple(names_of(self.table.game))

    @property
    def name(self) -> str:
        return self.table.facts.table

    def tell(self) -> None:
        """Every page shall look again."""
        for page in self.pages:
            page.news.set()

    def show(self, page: Page) -> messages.Show:
        """The table as a page may see it now."""
        return self.showing.show(page.seat, page.known, self.away, self.bots)


class Host:
    """The tables of one worker."""

    def __init__(self, store: Store, pace: float = 0.7, threads: int = 1) -> None:
        """`pace` is how long a bot waits before it plays, so that people can follow."""
        self.store, self.pace = store, pace
        self.thinkers = Thinkers(threads)
        self.painter = Painter()
        self._tables: dict[str, Held] = {}
        self._opening: dict[str, asyncio.Task[Held | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begins to listen to other workers, and to look after who is there."""
        self.store.listen(self._heard)
        self._do(self._look_after())
        self._do(self._clean())

    async def close(self) -> None:
        """Nothing more happens by itself."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()

    def _do(self, work: Coroutine[Any, Any, Found]) -> "asyncio.Task[Found]":
        """Something that goes on beside; it is kept, since nobody else holds it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Tables

    async def table(self, name: str) -> Held | None:
        """A table by its id, from memory or from its log."""
        if name in self._tables and name not in self._opening:
            held = self._tables[name]
            held.used = time.monotonic()  # whoever asks may open a page in a moment
            return held
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._read(name))
            self._opening[name].add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    def at_hand(self, name: str) -> Held | None:
        """A table that is in memory already."""
        return None if name in self._opening else self._tables.get(name)

    async def _read(self, name: str) -> Held | None:
        facts = await self.store.facts(name)
        if facts is None:
            return None
        held = Held(Table(facts))
        # known before it is read: what is written meanwhile is heard of
        self._tables[name] = held
        try:
            async with held.lock:
                await self._catch_up(held)
        except BaseException:
            self._tables.pop(name, None)
            raise
        return held

    async def make_table(self, facts: Facts, entries: Sequence[Entry] = ()) -> None:
        """A new table with its first entries."""
        await self.store.create(facts, [(secrets.token_hex(8), entry) for entry in entries])

    async def _catch_up(self, held: Held) -> None:
        """Takes what others wrote; the lock is held."""
        for written in await self.store.entries(held.name, held.table.seq):
            held.table.take(written)

    # Commands

    async def carry_out(self, held: Held, command: str, decide: Decide) -> Entry | None:
        """Writes down what is decided, after everything else that was; None where it was before.

        Raises a Refusal where it can't be done (any more).
        """
        # a line that is cut meanwhile must not leave the copy behind what is written
        return await asyncio.shield(self._do(self._carry_out(held, command, decide)))

    async def _carry_out(self, held: Held, command: str, decide: Decide) -> Entry | None:
        before = held.table.seq
        try:
            with self.painter.asking():
                async with held.lock:
                    return await self._written(held, command, decide)
        finally:
            if held.table.seq != before:  # also by others, where this comes to nothing
                self._changed(held)

    async def _written(self, held: Held, command: str, decide: Decide) -> Entry | None:
        """The entry, once it is in the log and in the copy; the lock is held."""
        table = held.table
        for _ in range(TRIES):
            if command in table.done:
                return None
            entry = decide(table)
            ends = isinstance(entry, Begun | Moved) and entry.ends
            try:
                at = await self.store.append(held.name, table.seq, command, entry, ends)
            except Taken:
                before = table.seq
                await self._catch_up(held)
                if table.seq == before and await self.store.facts(held.name) is None:
                    self._tables.pop(held.name, None)
                    raise Refusal("this table was removed, since nobody came for so long") from None
                continue
            table.take(Written(table.seq, command, entry, at))
            return entry
        raise Refusal("the table is too busy: try once more")

    def _changed(self, held: Held, delay: float = 0.0) -> None:
        """Everybody looks again, and what goes on by itself goes on."""
        held.used = time.monotonic()
        held.tell()
        self._go_on(held, delay)

    async def answer(self, page: Page, asked: messages.Request) -> messages.Answer:
        """What a page gets for what it asked."""
        try:
            return await self._answer(page, asked)
        except Away:
            raise
        except OffleashError as error:
            page.news.set()
            return messages.Refused(asked.id, str(error))

    async def _answer(self, page: Page, asked: messages.Request) -> messages.Answer:
        held = page.held
        match asked:
            case messages.Look(actions=actions):
                return messages.Ghosts(asked.id, _ghosts(held.table, page.seat, actions))
            case messages.Why(action=action):
                return messages.Reason(asked.id, *_reason(held.table, page.seat, action))
            case messages.Advise():
                return messages.Hints(asked.id, await self._hints(held.table, page.seat))
            case messages.Rematch():
                await self._rematch(held, page.seat)
            case messages.Lend(seat=seat, bot=bot):
                if bot not in held.bots:
                    raise Refusal(f"{bot} is no bot of this table")
                await self._look(held)
                is_away = held.away.get(seat, True)
                await self.carry_out(
                    held,
                    f"{page.seat}:{asked.id}",
                    lambda table: table.lent(seat, page.seat, bot, is_away),
                )
            case _:
                await self.carry_out(
                    held, f"{page.seat}:{asked.id}", lambda table: table.wanted(page.seat, asked)
                )
        return messages.Done(asked.id)

    async def sit(self, held: Held, holder: str, name: str, seat: int | None = None) -> int:
        """A seat for somebody with an invitation; raises a Refusal where there is none."""
        entry = await self.carry_out(
            held, secrets.token_hex(8), lambda table: table.sat(holder, name, seat)
        )
        assert isinstance(entry, Sat)
        return entry.seat

    async def carry(self, held: Held, seat: int, holder: str) -> None:
        """A seat goes to another device."""

        def decide(table: Table) -> Entry:
            if table.seat_of(holder) not in (-1, seat):
                raise Refusal("this device has another seat at the table")
            return Carried(seat, holder)

        await self.carry_out(held, secrets.token_hex(8), decide)

    async def _rematch(self, held: Held, seat: int) -> None:
        if seat < 0:
            raise Refusal("you look on here: only who has a seat can do that")
        if held.table.again:
            return
        facts, entries = held.table.rematch(int(time.time()))
        with suppress(Taken):  # somebody was quicker: the next table is there already
            await self.make_table(facts, entries)
        await self.carry_out(held, f"again:{facts.table}", lambda _: Again(facts.table))

    async def _hints(self, table: Table, seat: int) -> tuple[messages.Hint, ...]:
        if not table.facts.hints:
            raise Refusal("this table is played without advice")
        if seat < 0 or table.actor != seat:
            raise Refusal("advice is for the seat to move")
        session, length = table.session, len(table.session.history)
        found = await self.thinkers.advise(table)
        if len(session.history) != length:
            raise Refusal("the game has gone on since you asked")
        targets = table.game.targets(
            session.view(seat), session.options, seat, [advice.action for advice in found]
        )
        labels = {target.action: target.label for target in targets}
        return tuple(
            messages.Hint(
                each.text,
                labels.get(each.action, each.text),
                _rounded(each.chance),
                _rounded(each.low),
                _rounded(each.high),
                each.playouts,
                each.why,
            )
            for each in found
        )

    # What goes on by itself

    def _go_on(self, held: Held, delay: float = 0.0) -> None:
        """A bot that is to decide, or the beginning of the game; `delay` where others do so too."""
        if not held.pages or (held.next is not None and not held.next.done()):
            return
        table = held.table
        if table.bot:
            held.next = self._do(self._play_bots(held, delay))
        elif table.phase == WORDS:
            held.next = self._do(self._begin(held, delay))

    async def _begin(self, held: Held, delay: float) -> None:
        """The game begins when every word is there, or nobody is waited for any longer."""
        await asyncio.sleep(delay)
        gathered, until = -1.0, 0.0
        while held.table.phase == WORDS and not held.table.is_ready:
            if held.table.gathered != gathered:  # a clock that is put back costs no more than that
                gathered = held.table.gathered
                patience = min(PATIENCE, gathered + PATIENCE - time.time())
                until = time.monotonic() + patience
            if time.monotonic() >= until:
                break
            await asyncio.sleep(min(until - time.monotonic(), 0.25))
        held.next = None
        if held.table.phase == WORDS:
            with suppress(Refusal):  # somebody else began, or the table is gone
                await self.carry_out(held, "begin", lambda table: table.begun())
        else:
            self._go_on(held, YIELDED)

    async def _play_bots(self, held: Held, delay: float) -> None:
        """Decisions of bots, one after the other, as long as somebody looks."""
        last = NOBODY
        while held.pages and held.table.bot:
            seq, seat, began = held.table.seq, held.table.actor, time.monotonic()
            try:
                action, luck = await self.thinkers.choose(held.table)
            except OffleashError as error:
                told.error("a bot failed at table %s: %s", held.name, error)
                return  # it is asked again at the next look at who is there
            pause = self.pace if seat != last else self.pace / 3
            await asyncio.sleep(max(0.0, pause + delay - (time.monotonic() - began)))
            if held.table.seq != seq:
                continue
            text = held.table.game.format_action(action, held.table.session.options)
            at = len(held.table.session.history)

            def decide(table: Table, seat: int = seat, text: str = text, at: int = at) -> Entry:
                if table.actor != seat or not table.bot:
                    raise Refusal("somebody else decides now")
                return table.move(seat, at, text)

            try:
                entry = await self.carry_out(held, f"bot:{seq}", decide)
            except Refusal:
                continue
            if entry is not None:
                held.table.session.luck.update_seat(seat, luck)
            last = seat
        held.next = None
        self._go_on(held)

    def _heard(self, name: str, seq: int) -> None:
        """Another worker wrote to a table; no name: anything may have been missed."""
        for each in [name] if name else list(self._tables):
            held = self._tables.get(each)
            if held is not None and (seq < 0 or seq >= held.table.seq):
                self._do(self._follow(held))

    async def _follow(self, held: Held) -> None:
        before = held.table.seq
        try:
            async with held.lock:
                await self._catch_up(held)
        except Away as error:  # when the database is back, every table is caught up
            told.warning("table %s could not be read on: %s", held.name, error)
        if held.table.seq != before:
            # who wrote goes on with the bots; here only if nothing comes of it
            self._changed(held, delay=YIELDED)

    # Who is there

    async def enter(self, held: Held, holder: str) -> Page:
        """A page was opened."""
        page = Page(held, holder)
        held.pages.add(page)
        held.used = time.monotonic()
        try:
            if page.seat >= 0:
                await self.store.present([(held.name, page.seat)], time.time())
                held.away[page.seat] = False
            await self._look(held)
        except BaseException:
            self.leave(page)
            raise
        held.tell()
        self._go_on(held)
        return page

    def leave(self, page: Page) -> None:
        """A page was closed."""
        page.held.pages.discard(page)
        page.held.used = time.monotonic()

    async def _look_after(self) -> None:
        """Now and then writes down who is there, finds who is away, drops what nobody needs."""
        while True:
            await asyncio.sleep(LOOKED_AFTER)
            try:
                here = {
                    (held.name, page.seat)
                    for held in self._tables.values()
                    for page in held.pages
                    if page.seat >= 0
                }
                await self.store.present(sorted(here), time.time())
                for held in list(self._tables.values()):
                    if held.pages:
                        await self._look(held)
                        self._go_on(held, YIELDED)
                    elif time.monotonic() - held.used > FORGOTTEN:
                        self._tables.pop(held.name, None)
            except Exception as error:  # whatever it was, people come and go all the same
                told.warning("who is there could not be written down: %s", error)

    async def _clean(self) -> None:
        """Now and then what is old by the store's rule is removed."""
        while True:
            try:
                await self.store.clean(time.time())
            except Exception as error:  # the next time it may go better
                told.warning("old tables could not be removed: %s", error)
            await asyncio.sleep(CLEANED)

    async def _look(self, held: Held) -> None:
        """Who of a table's people is away; every page is told where that changed."""
        here = {page.seat for page in held.pages}
        people = [seat for seat, sitting in enumerate(held.table.seats) if sitting.holder]
        away = dict.fromkeys(people, False)
        if elsewhere := [seat for seat in people if seat not in here]:
            seen = await self.store.presence(held.name)
            now = time.time()
            came = held.table.came  # whoever sat down may still be on the way to the page
            last = {seat: max(seen.get(seat, 0.0), came.get(seat, 0.0)) for seat in elsewhere}
            away |= {seat: now - at > AWAY for seat, at in last.items()}
        if away != held.away:
            held.away = away
            held.tell()


def _rounded(number: float) -> float | None:
    """As JSON can tell it, which has no word for what is no number."""
    return None if math.isnan(number) else round(number, 4)


def _ghosts(table: Table, seat: int, actions: Sequence[str]) -> tuple[str, ...]:
    """Marks of legal actions, for the seat that is to decide."""
    if seat < 0 or table.actor != seat:
        raise Refusal("only the seat to move can try its moves")
    session = table.session
    view, legal = session.view(seat), set(session.legal_numbers)
    numbers = [table.game.parse_action(action, session.options) for action in actions]
    if not legal.issuperset(numbers):
        raise Refusal("only legal moves can be tried")
    return tuple(
        table.game.draw_targets(view, session.options, seat, [number]) for number in numbers
    )


def _reason(table: Table, seat: int, action: str) -> tuple[str, str]:
    """Why an action is illegal for the seat to move, and the page of the rules about it."""
    game = table.game
    number = -1
    why = ""
    if action and not table.is_read_only:
        if seat < 0 or table.actor != seat:
            raise Refusal("only the seat to move can ask about a move")
        view = table.session.view(seat)
        number = game.parse_action(action, table.session.options)
        why = game.why_illegal(view, table.session.options, number)
    page = f"/rules/{game.name}"
    if table.is_read_only or game.ruling is None:
        return why, page
    view = table.session.view(seat)
    ruling = game.ruling(view, table.session.options, number)
    return why, f"{page}#{ruling}" if ruling else page
