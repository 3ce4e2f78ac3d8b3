"""The page of a player against a server that cheats with the luck, in a real browser."""

from typing import Any

from offleash.play.receipt import disagreements, read_receipt
from offleash.tables.replays.tape import tape_of_table
from tests.tables.rooms import BOT, Room, until, violations

ALARM = "([words]) => document.getElementById('unfair').textContent.includes(words)"


def seated(room: Room, *others: str) -> tuple[Any, Any]:
    """Ann's page at a table whose luck is not yet chosen, and the table."""
    live = room.site.make_table("secret-mission", ["ann", *others], has_words=False)
    return room.open(f"/table/{live.name}", "ann").page, live


def cheat(room: Room, live: Any, **changes: Any) -> None:
    """The server changes what it shows of the luck."""

    async def change() -> None:
        for name, value in changes.items():
            setattr(live.table, name, value)
        live.notify()

    room.site.do(change())


def test_another_commitment_than_at_first_gets_no_word(room: Room) -> None:
    page, live = seated(room, "ben")
    room.site.do(room.site.until(lambda: 0 in live.table.promises))
    cheat(room, live, commitment="0" * 64)
    until(page, ALARM, "another commitment than at first")
    cheat(room, live, promises={**live.table.promises, 1: "1" * 64})
    page.reload()
    until(page, ALARM, "another commitment than at first")
    assert live.table.words == {}
    assert violations(page, "#unfair") == []


def test_a_dropped_word_is_told_and_stays_in_the_receipt(room: Room, tmp_path: Any) -> None:
    page, live = seated(room, BOT)
    room.wait_until_playing(live)
    until(page, "() => document.getElementById('table').dataset.phase === 'playing'")
    word = live.table.words[0]
    assert page.text_content("#unfair") == ""
    receipt = save_receipt(page, tmp_path / "honest.json")
    assert [given.word for given in receipt.own_words] == [word]
    assert disagreements(receipt, tape_of_table(live.table).pledge) == []
    cheat(room, live, words={}, silent={0})
    until(page, ALARM, "Your word was dropped once by the server, which says that the word of")
    page.reload()
    until(page, ALARM, "Your word was dropped once by the server")
    faults = disagreements(
        save_receipt(page, tmp_path / "late.json"), tape_of_table(live.table).pledge
    )
    assert any("your word was dropped" in fault for fault in faults)


def test_a_page_shows_one_word_at_a_table_and_no_second_one(room: Room) -> None:
    page, live = seated(room, "ben")
    room.site.do(room.site.until(lambda: 0 in live.table.promises))
    cheat(room, live, promises={**live.table.promises, 1: "1" * 64})
    room.site.do(room.site.until(lambda: 0 in live.table.words))
    cheat(room, live, promises={}, words={}, silent={1})  # "Ben's word was missing"
    until(page, ALARM, "dropped once by the server, which says that the word of Ben was missing")
    cheat(room, live, promises={}, words={}, silent=set())
    page.reload()
    until(page, ALARM, "dropped once")
    assert live.table.promises == {}


def save_receipt(page: Any, path: Any) -> Any:
    page.evaluate("document.getElementById('receipt').closest('details').open = true")
    with page.expect_download() as download:
        page.click("#receipt")
    download.value.save_as(path)
    return read_receipt(path)
