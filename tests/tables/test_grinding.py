"""Operators and players who look for better luck: over 2,000 tables of Dog none finds any.

`make soak` tries each attack at 2,000 tables, `make test` at 200.

Ann and Ben are honest, in seats 0 and 2. Their opponents want jokers in the first hands of seats 1
and 3, and one of them operates the server, so he knows the seed. A table that honest pages refuse,
or that is given up, brings no jokers: it is not played.
"""

import copy
import hashlib
from collections.abc import Callable
from dataclasses import replace
from statistics import mean, pstdev

import msgspec
import pytest

from offleash.games.dog.rules.record import COPIES, FIRST_DEAL, JOKER, SEATS
from offleash.play.fair_luck import FairLuck, Pledge, commitment, promise_of
from offleash.play.receipt import FORMAT, OwnWord, Receipt, disagreements
from offleash.tables.live import messages
from offleash.tables.live.table import ABANDONED, Refusal, Table
from offleash.tables.log.entries import OPEN, SeatTaken, WordAdded
from offleash.tables.replays.tape import tape_of_table
from tests.tables.sample_tables import pinned_facts, take

JOKERS = 6  # among 110 cards
HONEST, OTHERS = (0, 2), (1, 3)
ID = "12345678"


def digits(*parts) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def deal(seed: bytes, words) -> int:
    """The jokers that the first hands of seats 1 and 3 get."""
    fair, stock, jokers = FairLuck(seed, words, "a-table"), [*[COPIES] * JOKER, JOKERS], 0
    seat = fair.index(0, [1] * SEATS)  # the dealer
    for chance in range(1, 1 + SEATS * FIRST_DEAL):
        card = fair.index(chance, stock)
        stock[card] -= 1
        seat = (seat + 1) % SEATS
        jokers += card == JOKER and seat in OTHERS
    return jokers


class Evening:
    """One table, and the pages of the honest players as `receipt.js` and `luck.js` behave."""

    def __init__(self, table: Table, number: int) -> None:
        self.number = number
        self.seed = hashlib.sha256(f"seed {number}".encode()).digest()
        self.table = copy.copy(table)
        self.table.promises, self.table.words, self.table.silent = {}, {}, set()
        self.table.word_steps, self.table.commands = [], set()
        self.seen = commitment(self.seed)
        self.own_words: dict[int, OwnWord] = {}
        self.round = 0

    def word(self, seat: int) -> str:
        return digits(self.number, self.round, seat)

    def promise(self, *seats: int) -> None:
        for seat in seats:
            if seat not in self.own_words:  # an honest page never shows a second word
                request = messages.Promise(id=ID, promise=promise_of(self.word(seat)))
                take(self.table, self.table.decide(seat, request))

    def show(self, *seats: int) -> None:
        for seat in seats:
            take(self.table, self.table.decide(seat, messages.Word(id=ID, word=self.word(seat))))
            if seat in HONEST:
                promises = tuple(self.table.promises.get(n, "") for n in range(SEATS))
                self.own_words[seat] = OwnWord(self.word(seat), promises, seat)

    def give_up(self) -> None:
        """Somebody's time is over: what comes next is the table's decision."""
        self.round += 1
        take(self.table, self.table.give_up_words(self.table.gathered_at))

    def words(self) -> tuple[str, ...]:
        return tuple(self.table.words.get(seat, "") for seat in range(SEATS))

    def jokers(self, seed: bytes | None = None, words=(), steps=None) -> int:
        """What is dealt, or nothing if the game is not played or an honest page objects."""
        if self.table.phase == ABANDONED:
            return 0
        assert self.table.is_ready
        seed, words = seed or self.seed, tuple(words) or self.words()
        steps = tuple(self.table.word_steps) if steps is None else steps
        pledge = Pledge("a-table", commitment(seed), words, seed, steps)
        for seat in HONEST:
            given = (self.own_words[seat],) if seat in self.own_words else ()
            if disagreements(Receipt(FORMAT, "a-table", self.seen, given), pledge):
                return 0
        return deal(seed, words)


def honest(evening: Evening) -> int:
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST, *OTHERS)
    return evening.jokers()


def withhold_one(evening: Evening) -> int:
    """Keeps a word back unless the luck is good with it, and tries again if that is possible."""
    return withhold(evening, OTHERS[:1])


def withhold_two(evening: Evening) -> int:
    return withhold(evening, OTHERS)


def withhold(evening: Evening, seats) -> int:
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST, *(seat for seat in OTHERS if seat not in seats))
    while evening.table.phase != ABANDONED and not evening.table.is_ready:
        planned = [evening.table.words.get(seat, evening.word(seat)) for seat in range(SEATS)]
        if deal(evening.seed, planned):
            evening.show(*seats)
        else:
            evening.give_up()
    return evening.jokers()


def drop_a_word(evening: Evening) -> int:
    """The operator says that Ann's word was missing, and writes a record without it."""
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST, *OTHERS)
    every = evening.words()
    choices = [every, ("", *every[1:]), (*every[:2], "", every[3])]
    words = max(choices, key=lambda words: deal(evening.seed, words))
    steps = tuple(s for s in evening.table.word_steps if words[s.seat])
    return evening.jokers(words=words, steps=steps)


def swap_the_seed(evening: Evening) -> int:
    """The operator commits himself to another seed when he knows the words."""
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST, *OTHERS)
    seeds = [evening.seed, *(hashlib.sha256(evening.seed + bytes([n])).digest() for n in range(5))]
    return evening.jokers(max(seeds, key=lambda seed: deal(seed, evening.words())))


def reorder_the_words(evening: Evening) -> int:
    """The operator gives Ann's word to Ben's seat and Ben's to Ann's, steps and all."""
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST, *OTHERS)
    words = evening.words()
    other = (words[2], words[1], words[0], words[3])
    if deal(evening.seed, other) <= deal(evening.seed, words):
        return evening.jokers()
    steps = [
        replace(step, seat=2 - step.seat) if step.seat in HONEST else step
        for step in evening.table.word_steps
    ]
    return evening.jokers(words=other, steps=tuple(steps))


def promise_again(evening: Evening) -> int:
    """The operator lets all promise again, six times, and plays with the last words."""
    for _ in range(6):
        evening.promise(*HONEST)
        evening.table.silent, evening.table.promises = set(), {}
        evening.round += 1
    return honest(evening)


def promise_late(evening: Evening) -> int:
    """A player waits with his promise until he has seen words: none is shown before."""
    evening.promise(*HONEST, OTHERS[0])
    with pytest.raises(Refusal):
        evening.show(HONEST[0])
    evening.promise(OTHERS[1])
    evening.show(*HONEST, *OTHERS)
    return evening.jokers()


def leave_and_return(evening: Evening) -> int:
    """A seat goes to a bot when the words are known, so that new ones are needed."""
    evening.promise(*HONEST, *OTHERS)
    evening.show(*HONEST)
    with pytest.raises(Refusal):
        evening.table.lend(OTHERS[0], OTHERS[1], "greedy", is_away=True)
    evening.show(*OTHERS)
    return evening.jokers()


def begin_again(evening: Evening) -> int:
    """What earlier versions allowed: whoever keeps a word back brings new words, six times."""
    results = []
    for _ in range(6):
        evening.round += 1
        results.append(deal(evening.seed, [evening.word(seat) for seat in range(SEATS)]))
    return max(results)


FAIR: tuple[Callable[[Evening], int], ...] = (promise_again, promise_late, leave_and_return)
REFUSED = (withhold_one, withhold_two, drop_a_word, swap_the_seed, reorder_the_words)


@pytest.fixture(scope="module", params=[200, pytest.param(2000, marks=pytest.mark.soak)])
def tables(request) -> int:
    """At so many tables each attack is tried."""
    return int(request.param)


@pytest.fixture(scope="module")
def empty_table() -> Table:
    table = Table(pinned_facts("dog", [OPEN] * SEATS))
    for seat in range(SEATS):
        take(table, SeatTaken(seat, f"holder-{seat}", f"Name {seat}"))
    return table


def jokers_at(table: Table, attack, tables: int) -> list[int]:
    return [attack(Evening(table, number)) for number in range(tables)]


@pytest.fixture(scope="module")
def interval(empty_table, tables) -> tuple[float, float]:
    """The 95 % interval of the mean of honest play."""
    jokers = jokers_at(empty_table, honest, tables)
    half = 1.96 * pstdev(jokers) / tables**0.5
    assert abs(mean(jokers) - 12 * JOKERS / 110) < half
    return mean(jokers) - half, mean(jokers) + half


def test_the_cards_are_dealt_as_at_a_table(empty_table):
    for number in range(3):
        evening = Evening(empty_table, number)
        facts = pinned_facts("dog", [OPEN] * SEATS)
        table = Table(msgspec.structs.replace(facts, seed=evening.seed))
        for seat in range(SEATS):
            take(table, SeatTaken(seat, f"holder-{seat}", f"Name {seat}"))
            take(table, WordAdded(seat, evening.word(seat)))
        take(table, table.begin())
        hands = tape_of_table(table).session.state["hand"][0]
        expected = deal(evening.seed, [evening.word(seat) for seat in range(SEATS)])
        assert sum(int(hands[seat, JOKER]) for seat in OTHERS) == expected


def test_who_may_begin_again_gains(empty_table, interval):
    """The check can fail: with six tries they get more than twice as many."""
    assert mean(jokers_at(empty_table, begin_again, 100)) > 2 * interval[1]


@pytest.mark.parametrize("attack", FAIR, ids=lambda attack: attack.__name__)
def test_games_that_are_played_bring_what_honest_ones_bring(empty_table, tables, interval, attack):
    low, high = interval
    assert low <= mean(jokers_at(empty_table, attack, tables)) <= high


@pytest.mark.parametrize("attack", REFUSED, ids=lambda attack: attack.__name__)
def test_choosing_costs_at_least_the_games_that_it_gives_up(empty_table, tables, interval, attack):
    assert mean(jokers_at(empty_table, attack, tables)) <= interval[1]
