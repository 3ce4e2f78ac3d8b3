"""Texts of boards and decks: known as long as anything needs them, and no longer."""

import gc
from contextvars import copy_context
from threading import Barrier, Thread

import pytest

from offleash.contract import option_texts
from offleash.contract.option_texts import (
    digest_of,
    hold_texts,
    store_text,
    stored_text,
    text_scope,
)
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import BadNotation
from tests.battery import ROOT

PARK = (ROOT / "tests/toys/digs/data/park.txt").read_text()


def test_a_digest_is_the_same_for_ever():
    """It is in the files of runs, tables and transcripts."""
    assert store_text("yard small\r\n") == digest_of("yard small\n") == 0x76DE4F72FE07FC76
    with pytest.raises(BadNotation, match="at most 65,536 bytes"):
        store_text("x" * (option_texts.MOST_BYTES + 1))


def test_many_texts_of_scopes_take_no_memory():
    before = option_texts.text_count()
    for number in range(5000):
        with text_scope():
            digest = store_text(f"board {number}")
            assert stored_text(digest) == f"board {number}"
        assert stored_text(digest) is None
    assert option_texts.text_count() <= before + 1


def test_outside_of_scopes_texts_stay():
    digest = store_text("of the process")
    with text_scope():
        store_text("of the process")
    gc.collect()
    assert stored_text(digest) == "of the process"


def test_a_text_stays_until_its_last_holder_is_gone():
    with text_scope():
        first = copy_context()  # as of a task
        digest = first.run(store_text, "shared")
        with text_scope():
            assert stored_text(digest) == "shared"  # which it now holds as well
            inner = copy_context()
    del first
    assert stored_text(digest) == "shared"
    holder = hold_texts([digest, 12345])
    del inner
    assert len(holder) == 1 and stored_text(digest) == "shared"
    del holder
    assert stored_text(digest) is None


def test_many_threads_keep_the_same_text_and_end_one_by_one():
    together, is_known = Barrier(8), []

    def use(number):
        with text_scope():
            together.wait()
            digest = store_text("of all threads")
            for _ in range(100 * number):
                is_known.append(stored_text(digest) == "of all threads")

    threads = [Thread(target=use, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (
        len(is_known) == 2800 and all(is_known) and stored_text(digest_of("of all threads")) is None
    )


def test_shipped_texts_stay_whichever_scope_reads_them_first():
    game = registry.load("digs")
    with text_scope():
        options = game.options()
    gc.collect()
    assert stored_text(options["board"][0]) and game.changes(options) == {}


def test_a_session_never_loses_its_texts():
    game = registry.load("digs")
    with text_scope():
        digest = store_text(f"{PARK}\n")
        session = Session(game, game.options(board=f"@{digest:016x}"))
        before = (session.position, session.svg())
    for number in range(100):
        with text_scope():
            store_text(f"other {number}")
    past = session.past(0)
    del session
    gc.collect()
    assert (past.position, past.svg()) == before
    assert Session(game, past.options).position == before[0]
    del past
    gc.collect()
    assert stored_text(digest) is None
