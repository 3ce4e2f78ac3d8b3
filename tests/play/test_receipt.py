"""What a page remembers against what the server wrote: each lie of the record has its message."""

import json
from dataclasses import replace

import msgspec
import pytest

from offleash.cli.app import run
from offleash.play.fair_luck import (
    MISS,
    PROMISE,
    REVEAL,
    WordStep,
    commitment,
    promise_of,
    unfair_restarts,
)
from offleash.play.receipt import FORMAT, OwnWord, Receipt, disagreements, read_receipt
from offleash.play.transcript import format_transcript
from offleash.tools.errors import BadFile
from tests.play import lucky
from tests.processes import run_program

WORDS = ("00ff" * 8, "abcd" * 8)
OTHER = "12" * 16
FIRST, SECOND = [(PROMISE, seat, promise_of(word)) for seat, word in enumerate(WORDS)]
SHOWS_FIRST, SHOWS_SECOND = [(REVEAL, seat, word) for seat, word in enumerate(WORDS)]
HONEST = (FIRST, SECOND, SHOWS_FIRST, SHOWS_SECOND)
PROMISES = (FIRST[2], SECOND[2])
RECEIPT = Receipt(FORMAT, "kennel", commitment(lucky.SEED), (OwnWord(WORDS[0], PROMISES, 0),))


def record(*events, words=WORDS, **changes):
    steps = tuple(WordStep(n, 1000 + n, *event) for n, event in enumerate(events or HONEST))
    return replace(lucky.pledge(words), steps=steps, **changes)


def test_an_honest_record_agrees():
    whole = msgspec.structs.replace(RECEIPT, words=WORDS, seed=lucky.SEED.hex())
    for receipt in (RECEIPT, whole, msgspec.structs.replace(RECEIPT, own_words=())):
        assert disagreements(receipt, record()) == []


LIES = {
    "the commitment is not the one": record(commitment=commitment(b"another")),
    "the receipt is of table kennel": record(table="another"),
    "your word was dropped 1 time by the server: the record says that the word of seat 0 was": (
        record(FIRST, SECOND, SHOWS_SECOND, (MISS, 0), SECOND, SHOWS_SECOND, words=("", WORDS[1]))
    ),
    "the record does not say why": record(SECOND, SHOWS_SECOND, words=("", WORDS[1])),
    "leaves out that seat 0 showed a word": record(SECOND, SHOWS_SECOND, words=("", WORDS[1])),
    "the promise of seat 1 is not the one": record(
        FIRST,
        (PROMISE, 1, promise_of(OTHER)),
        SHOWS_FIRST,
        (REVEAL, 1, OTHER),
        words=(WORDS[0], OTHER),
    ),
    "does not say when the words were chosen": replace(record(), steps=()),
}


@pytest.mark.parametrize("sentence", LIES)
def test_each_lie_is_named(sentence):
    assert any(sentence in fault for fault in disagreements(RECEIPT, LIES[sentence]))


def test_words_in_another_order_are_noticed():
    swapped = (WORDS[1], WORDS[0])
    lie = record(
        (PROMISE, 0, PROMISES[1]),
        (PROMISE, 1, PROMISES[0]),
        (REVEAL, 0, WORDS[1]),
        (REVEAL, 1, WORDS[0]),
        words=swapped,
    )
    assert "your word was dropped" in disagreements(RECEIPT, lie)[0]
    seen = msgspec.structs.replace(RECEIPT, own_words=(), words=WORDS)
    assert "their order" in disagreements(seen, lie)[0]


def test_two_dropped_words_are_counted():
    given = (OwnWord(OTHER, ("a", "b"), 0), *RECEIPT.own_words)
    receipt = msgspec.structs.replace(RECEIPT, own_words=given)
    lie = record(SECOND, SHOWS_SECOND, words=("", WORDS[1]))
    assert "dropped 2 times" in disagreements(receipt, lie)[0]


def test_a_restart_after_a_word_was_shown_is_in_the_record(tmp_path, capsys):
    again = (FIRST, SECOND, SHOWS_FIRST, (MISS, 1), (PROMISE, 0, promise_of(OTHER)))
    pledge = record(*again, (REVEAL, 0, OTHER), words=(OTHER, ""))
    [restart] = unfair_restarts(pledge)
    assert (restart.speakers, restart.absentees) == ((0,), (1,))
    status, text = verify(tmp_path, pledge)
    assert status == 1
    assert "chosen again once" in text
    assert "seat 0 had shown a word and seat 1 had not" in text


def verify(tmp_path, pledge, *receipts):
    """The status and the text of `offleash verify` for a whole game."""
    file = tmp_path / "game.txt"
    session = lucky.play_game("domidog", pledge.fair())
    file.write_text(format_transcript(session, lucky.DAY, pledge), encoding="utf-8")
    words = []
    for number, receipt in enumerate(receipts):
        path = tmp_path / f"receipt-{number}.json"
        path.write_bytes(msgspec.json.encode(receipt))
        words += ["--receipt", str(path)]
    ran = run_program("offleash.cli", "verify", str(file), *words)
    return ran.returncode, ran.stdout + ran.stderr


def test_a_new_commitment_after_the_words_is_found_by_a_receipt_only(tmp_path):
    other = bytes(reversed(lucky.SEED))
    lie = record(commitment=commitment(other), seed=other)
    status, text = verify(tmp_path, lie)
    assert status == 0 and "not checked: whether players' pages saw this commitment" in text
    status, text = verify(tmp_path, lie, RECEIPT)
    assert status == 1 and "not fair: the commitment is not the one" in text
    status, text = verify(tmp_path, record(), RECEIPT)
    assert status == 0
    assert "checked with the receipt of seat 0; not checked: the memory of seat 1" in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "not a receipt"),
        ("[", "not a receipt"),
        (json.dumps({"format": "x", "table": "t", "commitment": ""}), "another format"),
        (json.dumps({"format": FORMAT, "table": "t", "commitment": "", "x": 1}), "not a receipt"),
    ],
)
def test_other_files_are_no_receipts(tmp_path, text, sentence):
    path = tmp_path / "receipt.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=sentence):
        read_receipt(path)
    with pytest.raises(BadFile, match=sentence):
        run(["verify", str(lucky.FILE), "--receipt", str(path)])
