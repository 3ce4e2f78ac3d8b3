"""Luck that can be checked, against a second implementation written from the docstring alone."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

import offleash
from offleash.contract.rules.actors import CHANCE
from offleash.play.fair_luck import (
    FairLuck,
    Pledge,
    commitment,
    fair_outcome,
    find_mismatch,
    parse_seed,
)
from offleash.play.session import Session
from offleash.tools.errors import OffleashError

SEED = bytes(range(32))
WORDS = ("00ff" * 8, "", "abcd" * 8, "")


def naive_hmac(key: bytes, message: bytes) -> str:
    """RFC 2104, step by step."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


def naive_number(seed: bytes, words, table: str, n: int, t: int) -> int:
    """Steps 1 to 3 of the docstring."""
    key = "offleash luck 1\n" + seed.hex() + "\n"
    for word in words:
        key += word + "\n"
    return int(naive_hmac(key.encode(), f"{table}\n{n}\n{t}\n".encode()), 16)


def naive_index(seed: bytes, words, table: str, n: int, weights) -> int:
    """The steps of the docstring, one by one."""
    w, t = sum(weights), 0
    largest_multiple = (1 << 256) // w * w
    while True:
        x = naive_number(seed, words, table, n, t)
        if x < largest_multiple:
            break
        t += 1
    tickets = x % w
    for i in range(len(weights)):
        if sum(weights[: i + 1]) > tickets:
            return i
    raise AssertionError


words = st.lists(st.binary(max_size=32).map(bytes.hex), max_size=6)
large = st.integers(1, 2**62) | st.just(2**255)  # of which half is thrown away
weights = st.lists(st.integers(0, 100) | large, min_size=1, max_size=60).filter(any)


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=32, max_size=32), words, st.integers(0, 10**6), weights)
def test_a_second_implementation_agrees(seed, words, number, weights):
    weights = weights if sum(weights) <= 2**256 else weights[:1]
    if not sum(weights):
        weights = [1]
    expected = naive_index(seed, words, "t-1", number, weights)
    assert FairLuck(seed, words, "t-1").index(number, weights) == expected


def test_these_outcomes_never_change():
    fair = FairLuck(SEED, WORDS, "kennel")
    assert [fair.index(n, [1] * 6) for n in range(12)] == GOLDEN
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


GOLDEN = [5, 3, 4, 0, 2, 2, 1, 5, 3, 5, 1, 3]


def test_outcomes_come_as_often_as_their_weights_say():
    fair = FairLuck(SEED, WORDS, "kennel")
    counts = Counter(fair.index(n, [1, 0, 3, 2]) for n in range(6000))
    assert counts[1] == 0
    for index, expected in ((0, 1000), (2, 3000), (3, 2000)):
        assert abs(counts[index] - expected) < 5 * expected**0.5


def test_biased_draws_are_repeated():
    total = [2**255, 1]  # nearly half of all numbers of 256 bits are beyond the largest multiple
    fair = FairLuck(SEED, (), "kennel")
    limit = 2**255 + 1
    is_rejected = [naive_number(SEED, (), "kennel", n, 0) >= limit for n in range(64)]
    assert True in is_rejected and False in is_rejected
    for n in range(64):
        assert fair.index(n, total) == naive_index(SEED, (), "kennel", n, total)


def test_every_input_matters():
    def luck(seed=SEED, words=WORDS, table="kennel"):
        fair = FairLuck(seed, words, table)
        return [fair.index(n, [1] * 50) for n in range(20)]

    variants = [
        luck(seed=bytes(32)),
        luck(words=("", *WORDS[1:])),
        luck(words=(WORDS[0] + WORDS[2], "", "", "")),  # words don't run into each other
        luck(words=(*WORDS[:2], "", WORDS[2])),
        luck(words=WORDS[:3]),
        luck(table="kenne"),
    ]
    assert luck() not in variants
    assert len({tuple(other) for other in variants}) == len(variants)


@pytest.mark.parametrize(
    ("seed", "words", "table", "sentence"),
    [
        (b"short", (), "t", "a seed has 32 bytes, not 5"),
        (SEED, ("\n",), "t", "is not a seat's word"),
        (SEED, ("abc",), "t", "is not a seat's word"),
        (SEED, ("ab" * 33,), "t", "is not a seat's word"),
        (SEED, ("AB",), "t", "is not a seat's word"),
        (SEED, (), "a\nb", "is not a table's id"),
        (SEED, (), "", "is not a table's id"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(seed, words, table, sentence):
    with pytest.raises(OffleashError, match=sentence):
        FairLuck(seed, words, table)


@pytest.mark.parametrize("text", ["", "00", "0" * 63, "0" * 65, "x" * 64, "0" * 64 + "\n"])
def test_a_seed_is_64_digits(text):
    with pytest.raises(OffleashError, match="64 hexadecimal digits"):
        parse_seed(text)


def play_game(game: str, fair: FairLuck, actions: int) -> Session:
    """A game at a table: chance as it must be, decisions by the first legal action."""
    session = offleash.new(game)
    while len(session.history) < actions and not session.over:
        chance = session.actor == CHANCE
        session.play(fair_outcome(session, fair) if chance else session.legal_numbers[0])
    return session


@pytest.mark.parametrize("game", ["dog", "uri-nation", "domidog", "secret-mission", "puppy-park"])
def test_a_game_follows_from_its_seed_and_from_no_other(game):
    fair = FairLuck(SEED, WORDS, "kennel")
    session = play_game(game, fair, 60)
    assert find_mismatch(session, fair) is None
    chances = [n for n, moment in enumerate(session.history) if moment.actor == CHANCE]
    if chances:  # Puppy Park may leave nothing to chance
        assert find_mismatch(session, FairLuck(bytes(32), WORDS, "kennel")) is not None


def test_the_first_differing_outcome_is_reported():
    fair = FairLuck(SEED, WORDS, "kennel")
    session = play_game("dog", fair, 10)
    wrong = Session(session.game)
    for number, moment in enumerate(session.history[:7]):
        outcomes, _ = wrong.chances()
        other = next(o for o in outcomes if o != moment.action)
        wrong.play(other if number == 6 else moment.action)
    mismatch = find_mismatch(wrong, fair)
    assert (mismatch.number, mismatch.chance) == (6, 6)
    due, happened = session.history[6].action, wrong.history[6].action
    texts = [session.game.notation.format_action(a, session.options) for a in (happened, due)]
    assert str(mismatch) == f"action 7 (chance 7) is '{texts[0]}', but the seed gives '{texts[1]}'"


def test_undoing_a_decision_leaves_the_next_chance_as_it_is():
    fair = FairLuck(SEED, WORDS, "kennel")
    session = play_game("uri-nation", fair, 200)
    for number in range(len(session.history) - 1, 0, -1):
        after_decision = session.history[number - 1].actor != CHANCE
        if session.history[number].actor == CHANCE and after_decision:
            break
    due = session.history[number].action
    while len(session.history) > number:
        session.undo()
    session.undo()  # the decision before it
    session.play(session.legal_numbers[0])
    assert session.actor == CHANCE
    assert fair_outcome(session, fair) == due


def test_only_the_seed_of_the_commitment_will_do():
    pledge = Pledge("kennel", commitment(SEED), WORDS)
    with pytest.raises(OffleashError, match="has not been published yet"):
        pledge.fair()
    with pytest.raises(OffleashError, match="not the seed that the table committed to"):
        pledge.fair(bytes(32))
    assert pledge.fair(SEED).index(0, [1] * 9) == replace(pledge, seed=SEED).fair().index(
        0, [1] * 9
    )


def test_where_a_seat_decides_chance_brings_nothing():
    session = offleash.new("dog", seed=1)
    assert session.chances() == ([], [])
