"""What players agree on besides the rules: chat, resigning, ending, clocks, stand-ins."""

import asyncio
import random
import time

import msgspec
import pytest

from offleash.play.transcript import parse_transcript
from offleash.tables.live import host as hosts, messages, views
from offleash.tables.live.chat import MAX_LENGTH, MAX_LINES, InvalidLine, clean_line
from offleash.tables.live.clocks import NOBODY_DECIDES, Clock
from offleash.tables.live.table import OVER, PLAYING, Refusal, Table
from offleash.tables.live.views import PageState, TableView
from offleash.tables.lobby.forms import stand_ins
from offleash.tables.log.entries import (
    OPEN,
    BotAssigned,
    ChatSent,
    LogEntry,
    PlayerResigned,
    SeatTaken,
    WordAdded,
    decode_facts,
    encode,
)
from offleash.tables.replays.tape import pack, tape_of_log, tape_of_table, unpack
from offleash.web.quotas import DEFAULT_QUOTAS, Client, FairShares
from tests.tables.sample_tables import NOW, move, pinned_facts, seated_table, take
from tests.tables.test_host import ANN, running_host, say_word, until

ID = "12345678"
BEN = SeatTaken(1, "ben", "Ben")


def started_table(game, seats, **changes):
    """A table that has begun, with a person on every open seat."""
    table = Table(msgspec.structs.replace(pinned_facts(game, seats), chat=True, maker=0, **changes))
    for seat, bot in enumerate(seats):
        if bot == OPEN:
            take(table, SeatTaken(seat, f"holder-{seat}", f"Name {seat}"))
            take(table, WordAdded(seat, f"{seat:032x}"))
    take(table, table.begin())
    return table


def show(table, seat=0, state=None):
    return TableView(table).show(seat, state or PageState(), {}, ())


# Chat


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  hello \n there ", "hello there"),
        ("a\u202eb\u0007c\u200b", "abc"),
        ("👩\u200d👧 👍", "👩\u200d👧 👍"),
        ("a\xad\u061c\ufff9b\U000e0041\U000e0042\u3164", "ab"),  # nothing is hidden in it
        ("<b>&amp;", "<b>&amp;"),  # text stays text: pages never read it as HTML
        ("x" * MAX_LENGTH, "x" * MAX_LENGTH),
    ],
)
def test_a_line_is_cleaned(text, line):
    assert clean_line(text) == line


@pytest.mark.parametrize(
    "text", ["", " \t\n", "\u200b\u202e", "\u200d", "\u3164", "x" * (MAX_LENGTH + 1)]
)
def test_an_empty_or_long_line_is_refused(text):
    with pytest.raises(InvalidLine):
        clean_line(text)


def test_everybody_gets_new_lines_once_and_the_picture_is_not_drawn_again(monkeypatch):
    table = started_table("domidog", [OPEN, OPEN])
    view, pages = TableView(table), [(seat, PageState()) for seat in (0, 1, -1)]
    for seat, state in pages:
        assert view.show(seat, state, {}, ()).talk.lines == ()
    monkeypatch.setattr(views, "chunks", None)
    take(table, table.decide(1, messages.Chat(id=ID, text="good luck")))
    for seat, state in pages:
        for lines in (["good luck"], []):
            sent = view.show(seat, state, {}, ())
            assert [line.text for line in sent.talk.lines] == lines
            assert sent.picture.splices == ()


def test_only_the_maker_switches_the_chat():
    table = started_table("domidog", [OPEN, OPEN])
    off, line = messages.SwitchChat(id=ID, is_on=False), messages.Chat(id=ID, text="hello")
    with pytest.raises(Refusal, match="only the player who made the table"):
        table.decide(1, off)
    take(table, table.decide(0, off))
    with pytest.raises(Refusal, match="is off"):
        table.decide(0, line)
    assert not show(table).talk.is_on
    take(table, table.decide(0, messages.SwitchChat(id=ID, is_on=True)))
    assert table.decide(0, line) == ChatSent(0, "hello")
    with pytest.raises(Refusal, match="watching"):
        table.decide(-1, line)


def test_a_chat_has_an_end():
    table = started_table("domidog", [OPEN, OPEN])
    for _ in range(MAX_LINES):
        take(table, ChatSent(0, "x"))
    with pytest.raises(Refusal, match="full"):
        table.decide(0, messages.Chat(id=ID, text="hello"))


def test_lines_are_limited_and_written_down(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            host.shares = FairShares(DEFAULT_QUOTAS, clock=lambda: 0.0)  # nothing is free again
            facts = msgspec.structs.replace(pinned_facts("domidog", [OPEN, OPEN]), chat=True)
            await host.make_table(facts, (ANN, BEN))
            live = await host.table("a-table")
            page = await host.enter(live, "ann", Client("ann", ""))
            texts = []
            for n in range(DEFAULT_QUOTAS["chat"].count + 5):
                request = messages.Chat(id=f"line-{n:04}", text=f"line {n}")
                answer = await host.answer(page, request)
                texts += [request.text] if answer == messages.Done(request.id) else []
            assert "too many lines in the chat" in answer.why
            log = await host.store.entries("a-table")
            assert [e.entry.text for e in log if isinstance(e.entry, ChatSent)] == texts
            assert len(texts) == DEFAULT_QUOTAS["chat"].count

    asyncio.run(play())


def test_a_transcript_has_the_chat_only_if_asked():
    table = started_table("domidog", [OPEN, OPEN])
    take(table, table.decide(0, messages.Chat(id=ID, text="digest 123 ~0000")))
    take(table, table.resign(1, "medium"))
    tape = unpack(pack(tape_of_table(table)))
    plain, whole = tape.transcript(), tape.transcript(with_chat=True)
    assert "digest 123" not in plain and whole.startswith(plain)
    assert whole.removeprefix(plain) == "chat      seat 0: digest 123 ~0000\n"
    sessions = [parse_transcript(text, "a text").session for text in (plain, whole)]
    assert sessions[0].position == sessions[1].position


# Resigning


def test_resigning_at_a_table_of_two_gives_the_other_the_game():
    table = started_table("domidog", [OPEN, OPEN])
    entry = take(table, table.resign(0, "medium"))
    assert entry == PlayerResigned(0, "medium", ends=True)
    assert table.phase == OVER and table.shares == [0.0, 1.0]
    assert show(table).headline == "Name 0 resigned; Name 1 wins"
    with pytest.raises(Refusal, match="game is over"):
        table.move(table.session.actor, len(table.session.history), table.session.legal[0])
    assert show(table).fate.seed == table.facts.seed.hex()


def test_one_of_two_partners_resigns_and_a_bot_plays_on():
    table = started_table("dog", [OPEN, OPEN, OPEN, OPEN])
    take(table, table.resign(1, "medium"))
    assert table.phase == PLAYING and table.seats[1].bot == "medium"
    assert show(table).seats[1].resigned and not table.seats[1].is_lent
    for request in (messages.Return(id=ID), messages.OfferEnd(id=ID)):
        with pytest.raises(Refusal):
            table.decide(1, request)
    with pytest.raises(Refusal, match="a bot plays for you"):
        table.resign(1, "medium")
    assert take(table, table.resign(3, "medium")).ends
    assert table.shares == [1.0, 0.0, 1.0, 0.0]
    assert show(table).headline == "Name 3 resigned; Name 0 and Name 2 win"


def test_a_player_who_resigned_decides_nothing_more():
    table = started_table("dog", [OPEN, OPEN, OPEN, OPEN])
    seat = table.actor
    move = messages.Move(id=ID, at=len(table.session.history), action=table.session.legal[0])
    assert table.decide(seat, move).seat == seat
    take(table, table.resign(seat, "medium"))
    with pytest.raises(Refusal, match="a bot plays on for you"):
        table.decide(seat, move)
    assert table.move(seat, move.at, move.action).seat == seat  # the bot


def test_a_game_ends_only_if_those_who_are_away_agree_too():
    table = started_table("dog", [OPEN, OPEN, "greedy", "greedy"])
    take(table, BotAssigned(1, "medium", by=0))
    assert not take(table, table.decide(0, messages.OfferEnd(id=ID))).ends
    with pytest.raises(Refusal, match="already offered"):
        table.decide(0, messages.OfferEnd(id=ID))
    take(table, table.decide(1, messages.Return(id=ID)))
    assert take(table, table.decide(1, messages.OfferEnd(id=ID))).ends


def test_switching_the_chat_to_what_it_is_changes_nothing():
    table = started_table("domidog", [OPEN, OPEN])
    for is_on in (not table.is_chat_on, table.is_chat_on):
        take(table, table.decide(0, messages.SwitchChat(id=ID, is_on=is_on)))
        with pytest.raises(Refusal, match="already"):
            table.decide(0, messages.SwitchChat(id=ID, is_on=is_on))


def test_a_rematch_counts_as_a_new_table(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            host.shares = FairShares(DEFAULT_QUOTAS, clock=lambda: 0.0)  # nothing is free again
            client = Client("ann", "")
            await host.make_table(pinned_facts("domidog", [OPEN, "greedy"]), (ANN,))
            page = await host.enter(await host.table("a-table"), "ann", client)
            await host.answer(page, messages.Resign(id="giving-up"))
            for _ in range(DEFAULT_QUOTAS["tables"].count):
                host.shares.use(client, "tables")
            answer = await host.answer(page, messages.Rematch(id="once-more"))
            assert "too many" in answer.why and not page.live.table.next_table

    asyncio.run(play())


def test_the_last_person_ends_a_game_with_bots():
    table = started_table("domidog", [OPEN, "greedy"])
    assert take(table, table.resign(0, "medium")).ends
    assert table.shares == [0.0, 1.0]
    several = started_table("uri-nation", [OPEN, "greedy", "greedy", "greedy"])
    assert take(several, several.resign(0, "medium:bruiser")).ends
    assert several.shares == [0.0] * 4 and "nobody wins" in show(several).headline


def test_a_seat_that_resigned_does_not_come_back_with_its_page(tmp_path):
    async def play():
        async with running_host(tmp_path) as host:
            three = [OPEN, OPEN, OPEN]
            await host.make_table(
                pinned_facts("domidog", three, players=3), (ANN, BEN, SeatTaken(2, "cleo", "Cleo"))
            )
            live = await host.table("a-table")
            pages = [await host.enter(live, name) for name in ("ann", "ben", "cleo")]
            await say_word(host, *pages)
            await until(lambda: live.table.phase == PLAYING)
            resign = messages.Resign(id="giving-up")
            assert await host.answer(pages[0], resign) == messages.Done("giving-up")
            host.leave(pages[0])
            await host.enter(live, "ann")
            assert live.table.seats[0].bot == "medium"
            assert await host.answer(pages[1], messages.Resign(id="giving-up"))
            assert live.table.phase == OVER and live.table.shares == [0.0, 0.0, 1.0]
            [summary] = await host.store.tables_of("ann")
            assert summary.is_over

    asyncio.run(play())


# Ending together


def test_a_game_ends_when_everybody_agrees():
    table = started_table("domidog", [OPEN, OPEN])
    offer = messages.OfferEnd(id=ID)
    assert not take(table, table.decide(0, offer)).ends
    assert show(table, 1).talk.offers == (0,)
    take(table, table.decide(1, messages.DeclineEnd(id=ID)))
    assert table.offers == set() and table.phase == PLAYING
    with pytest.raises(Refusal, match="nobody has offered"):
        table.decide(1, messages.DeclineEnd(id=ID))
    take(table, table.decide(1, offer))
    assert take(table, table.decide(0, offer)).ends
    assert table.phase == OVER and table.shares == [0.0, 0.0]
    assert show(table).headline == "The players have ended the game"
    facts, _ = table.rematch(NOW)
    assert (facts.maker, facts.chat) == (1, True)


def test_a_game_that_was_ended_is_replayed_from_its_log():
    table = Table(pinned_facts("domidog", [OPEN, OPEN]))
    people = [SeatTaken(seat, f"holder-{seat}", f"Name {seat}") for seat in range(2)]
    words = [WordAdded(seat, f"{seat:032x}") for seat in range(2)]
    entries = [take(table, entry) for entry in (*people, *words)]
    entries += [take(table, table.begin()), move(table, random.Random(2))]
    entries.append(take(table, table.resign(0, "medium")))
    log = [LogEntry(seq, f"c{seq}", entry, float(NOW)) for seq, entry in enumerate(entries)]
    tape = tape_of_log(table.facts, log)
    assert len(tape) == len(table.session.history) and tape.verdict[0]
    assert tape.result == tape.frame(len(tape), -1).headline == "Name 0 resigned; Name 1 wins"
    assert tape.frame(len(tape) - 1, -1).headline != tape.result


# Clocks


def test_a_clock_counts_the_time_of_whoever_decides():
    clock = Clock(60.0)
    clock.switch(0, 100.0)
    assert [clock.left_s(seat, 110.0) for seat in (0, 1)] == [50.0, 60.0]
    clock.switch(1, 115.0)
    clock.switch(1, 105.0)  # a clock that was set back takes no time
    clock.switch(NOBODY_DECIDES, 120.0)
    assert [clock.left_s(seat, 500.0) for seat in (0, 1)] == [45.0, 55.0]
    clock.switch(0, 500.0)
    assert clock.left_s(0, 600.0) == 0.0


def test_who_runs_out_of_time_loses():
    table = started_table("domidog", [OPEN, OPEN], clock_s=300)
    seat, begun = table.actor, table.clock.since
    assert table.clock.running == seat
    with pytest.raises(Refusal, match="has not run out"):
        table.run_out(seat, "medium", begun + 299)
    take(table, ChatSent(0, "hurry"))  # takes no time from anybody else
    entry = take(table, table.run_out(seat, "medium", begun + 301))
    assert entry == PlayerResigned(seat, "medium", is_late=True, ends=True)
    assert show(table).headline == f"Name {seat} ran out of time; Name {1 - seat} wins"
    assert table.clock.running == NOBODY_DECIDES


def test_only_people_have_a_clock():
    table = started_table("domidog", [OPEN, "greedy"], clock_s=300)
    while table.actor == 0:
        move(table, random.Random(3))
    assert table.clock.running == NOBODY_DECIDES
    assert show(table).clocks[1] == 300.0
    assert show(seated_table("domidog")).clocks == ()


def test_a_worker_stops_the_game_of_who_is_late(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "CLOCK_GRACE_S", 0.0)
    monkeypatch.setattr(hosts, "CLOCK_CHECK_S", 0.01)
    budget_s = 3600  # more than a slow machine takes to begin the game

    async def play():
        async with running_host(tmp_path) as host:
            facts = pinned_facts("domidog", [OPEN, OPEN])
            await host.make_table(msgspec.structs.replace(facts, clock_s=budget_s), (ANN, BEN))
            live = await host.table("a-table")
            pages = [await host.enter(live, name) for name in ("ann", "ben")]
            await say_word(host, *pages)
            await until(lambda: live.table.phase == PLAYING)
            assert live.show(pages[0]).clocks[live.table.actor] > budget_s / 2
            live.table.clock.since -= budget_s
            await until(lambda: live.table.phase == OVER)
            log = await host.store.entries("a-table")
            assert log[-1].entry.is_late and log[-1].entry.ends

    asyncio.run(play())


# Stored tables, stand-ins


def test_a_table_of_an_earlier_version_opens():
    text = encode(pinned_facts("domidog", [OPEN, OPEN]))
    facts = msgspec.json.decode(text)
    for name in ("maker", "chat", "clock_s", "is_public"):
        del facts[name]
    table = Table(decode_facts(msgspec.json.encode(facts)))
    table.apply(LogEntry(0, "c", SeatTaken(0, "ann", "Ann"), time.time()))
    sent = show(table)
    assert not sent.talk.is_on and sent.clocks == () and sent.phase == "gathering"


def test_stand_ins_are_of_medium_strength_or_more():
    table = started_table("uri-nation", [OPEN] * 4)
    options = table.session.options
    assert list(stand_ins(table.game, options, 1)) == [
        "medium:scrapper",
        "strong:scrapper",
        "expert:scrapper",
    ]
