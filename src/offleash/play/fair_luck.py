"""Verifiable luck: a table's seed and a word from each seat determine every chance outcome.

A table has a **seed** of 32 secret random bytes. Before the first chance it publishes the
**commitment**, the SHA-256 of these bytes as 64 hexadecimal digits. Then every seat may add a
**word**: an even number of hexadecimal digits, at most 64, in lower case. So that no seat can
choose its word to suit the others', each first publishes a **promise**, the SHA-256 of the ASCII
digits of its word, and shows the word only when every promise is there. If a promise is missing
when the time is over, its seat stays without a word, and all others promise again. If a promised
word is missing, the game is not played: who knows the seed and sees the others' words could
otherwise choose between the luck with his word and another. After the game the seed is published,
and anyone can compute every outcome again as follows. All text is ASCII, and a line ends with one
byte 10.

1. The key consists of these lines: `offleash luck 1`; the seed as 64 hexadecimal digits in lower
   case; then for each seat in order a line with its word, empty for a seat without one.
2. The chances of a game are numbered from 0, in the order in which they occur. (Chance is never
   undone, so no number occurs twice.)
3. For chance n, with t = 0: the message has three lines: the table's id, n and t, the numbers in
   decimal. HMAC-SHA-256 of the message with the key is read as an integer x of 256 bits, with the
   most significant byte first.
4. The rules list the outcomes in ascending order of action numbers, each with an integer weight.
   Let w be the sum of the weights. If x is not below the largest multiple of w up to 2^256, discard
   x and repeat step 3 with t + 1: otherwise some outcomes would be slightly more likely.
5. Let r be x modulo w. Add up the weights in the order of the list: the result is the first outcome
   at which the sum is larger than r.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from offleash.contract.rules.actors import CHANCE
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.play.session import Session

SEED_BYTES = 32
KEY_TITLE = "offleash luck 1"
BITS = 256

WORD_PATTERN = re.compile("(?:[0-9a-f]{2}){0,32}")
TABLE_PATTERN = re.compile("[0-9A-Za-z_-]{1,64}")
COMMITMENT_PATTERN = re.compile("[0-9a-f]{64}")


def commitment(seed: bytes) -> str:
    """Return the hash of a seed, which is published before the seed is used."""
    return hashlib.sha256(seed).hexdigest()


def parse_seed(text: str) -> bytes:
    """Parse 64 hexadecimal digits. Raise OffleashError if `text` is anything else."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise OffleashError(
            f"{quote(text)} is not a table's seed: a seed has 64 hexadecimal digits"
        )
    return bytes.fromhex(text)


class FairLuck:
    """The luck of one table, determined by a seed and the seats' words."""

    def __init__(self, seed: bytes, words: Sequence[str], table: str) -> None:
        """Take `words`, one for each seat, empty if the seat has none.

        Raises OffleashError if an argument is malformed.
        """
        if len(seed) != SEED_BYTES:
            raise OffleashError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        for word in words:
            check_word(word)
        self.seed, self.words, self.table = seed, tuple(words), check_table(table)
        self._key = "".join(f"{line}\n" for line in (KEY_TITLE, seed.hex(), *words)).encode()

    def index(self, number: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome of chance `number`, given the outcomes' weights."""
        return index_of_outcome(self._key, self.table, number, weights)


def index_of_outcome(key: bytes, table: str, number: int, weights: Sequence[int]) -> int:
    """Return the index of the outcome of a chance by a key: steps 3 to 5 above."""
    ticket, cumulative = _below(key, table, number, sum(weights)), 0
    for index, weight in enumerate(weights):
        cumulative += weight
        if cumulative > ticket:
            return index
    raise ValueError("no outcome has a weight")


def _below(key: bytes, table: str, number: int, total: int) -> int:
    """Return a number in 0 … total − 1, all equally likely."""
    limit = 2**BITS - 2**BITS % total
    tries = 0
    while (drawn := _number(key, table, number, tries)) >= limit:
        tries += 1
    return drawn % total


def _number(key: bytes, table: str, number: int, tries: int) -> int:
    message = f"{table}\n{number}\n{tries}\n".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256"))


def check_word(word: str) -> str:
    """Return a seat's word. Raise OffleashError if it is malformed."""
    if not WORD_PATTERN.fullmatch(word):
        raise OffleashError(
            f"{quote(word)} is not a seat's word: a word has an even number of hexadecimal digits, "
            "at most 64"
        )
    return word


def check_table(table: str) -> str:
    """Return a table's id. Raise OffleashError if it is malformed."""
    if not TABLE_PATTERN.fullmatch(table):
        raise OffleashError(
            f"{quote(table)} is not a table's id, which has letters, digits, - and _"
        )
    return table


PROMISE, REVEAL, MISS = "promise", "reveal", "miss"


def promise_of(word: str) -> str:
    """Return the hash of a word, which its seat publishes before any word is shown."""
    return hashlib.sha256(word.encode()).hexdigest()


@dataclass(frozen=True)
class WordStep:
    """One step by which the players chose their words, as the table wrote it down."""

    number: int  # of the entry in the table's log
    at: int  # milliseconds since 1970
    kind: str  # PROMISE, REVEAL, or MISS: one is missing, and all begin again
    seat: int
    value: str = ""  # the promise or the word


@dataclass(frozen=True)
class Pledge:
    """A table's commitment to its luck; the seed is None until it is published."""

    table: str
    commitment: str
    words: tuple[str, ...]  # one for each seat, empty if it has none
    seed: bytes | None = None
    steps: tuple[WordStep, ...] = ()  # none: nobody knows when the words were chosen

    def fair(self, seed: bytes | None = None) -> FairLuck:
        """Return the luck that was promised.

        Raises OffleashError if the seed is missing or does not match the commitment.
        """
        seed = self.seed if seed is None else seed
        if seed is None:
            raise OffleashError("the seed has not been published yet")
        if commitment(seed) != self.commitment:
            raise OffleashError("this is not the seed that the table committed to")
        return FairLuck(seed, self.words, self.table)


def check_steps(pledge: Pledge) -> None:
    """Check when words were promised and shown. Raise OffleashError at the first fault."""
    promises: dict[int, str] = {}
    revealed: dict[int, str] = {}
    silent: set[int] = set()
    number, at = -1, 0
    for step in pledge.steps:
        if step.number < number or (step.number == number and step.kind != MISS):
            raise OffleashError(f"step {step.number} of the words comes after step {number}")
        if step.at < at:
            raise OffleashError(f"step {step.number} of the words is earlier than the one before")
        number, at = step.number, step.at
        if step.kind == MISS:
            silent.add(step.seat)
            promises, revealed = {}, {}
        elif step.kind == PROMISE:
            _check_promise(step, promises, revealed, silent)
        else:
            _check_reveal(step, promises, revealed)
    for seat, word in enumerate(pledge.words):
        if pledge.steps and word != revealed.get(seat, ""):
            raise OffleashError(f"the word of seat {seat} is not the one that it showed")
        if seat in promises and seat not in revealed:
            raise OffleashError(f"seat {seat} promised a word, and the game began without it")


def _check_promise(
    step: WordStep, promises: dict[int, str], revealed: dict[int, str], silent: set[int]
) -> None:
    if revealed:
        raise OffleashError(f"seat {step.seat} promised its word after others had shown theirs")
    if step.seat in promises:
        raise OffleashError(f"seat {step.seat} promised two words")
    if step.seat in silent:
        raise OffleashError(f"seat {step.seat} promised a word again after its word was missing")
    promises[step.seat] = step.value


def _check_reveal(step: WordStep, promises: dict[int, str], revealed: dict[int, str]) -> None:
    if step.seat in revealed:
        raise OffleashError(f"seat {step.seat} showed two words")
    if promises.get(step.seat) != promise_of(step.value):
        raise OffleashError(f"seat {step.seat} showed another word than it had promised")
    revealed[step.seat] = step.value


@dataclass(frozen=True)
class Restart:
    """A new beginning after somebody had shown a word: whoever knew the seed then knew the luck."""

    speakers: tuple[int, ...]  # the seats whose words were dropped
    absentees: tuple[int, ...]  # the seats whose words are said to have been missing


def unfair_restarts(pledge: Pledge) -> tuple[Restart, ...]:
    """Each time the words were chosen again after one had been shown."""
    restarts: list[Restart] = []
    speakers: set[int] = set()
    for number, step in enumerate(pledge.steps):
        if step.kind == REVEAL:
            speakers.add(step.seat)
        elif step.kind == MISS and speakers:
            others = [other for other in pledge.steps[number:] if other.number == step.number]
            absentees = tuple(sorted(other.seat for other in others if other.kind == MISS))
            restarts.append(Restart(tuple(sorted(speakers)), absentees))
            speakers = set()
    return tuple(restarts)


def describe_restarts(restarts: Sequence[Restart]) -> str:
    """Who had shown a word, who had not, and how often all began again; empty if nobody did."""
    if not restarts:
        return ""
    times = "once" if len(restarts) == 1 else f"{len(restarts)} times"
    cases = [
        f"seat {join_and(map(str, restart.speakers))} had shown a word and "
        f"seat {join_and(map(str, restart.absentees))} had not"
        for restart in restarts
    ]
    return (
        f"the words were chosen again {times} after some had been shown ({'; '.join(cases)}): "
        "who knows the seed could choose the luck that way"
    )


def describe_steps(pledge: Pledge) -> str:
    """Return what the checked steps say about the words."""
    if not any(pledge.words):
        return "no player added a word"
    if not pledge.steps:
        return "the transcript does not say when the words were chosen"
    silent = sorted({step.seat for step in pledge.steps if step.kind == MISS})
    missing = f"; the word of seat {join_and(map(str, silent))} was missing" if silent else ""
    return f"every word was promised before any was shown{missing}"


def count_chances(session: "Session") -> int:
    """Return the number of the next chance of a game."""
    return sum(moment.actor == CHANCE for moment in session.history)


class LuckSource(Protocol):
    """What determines the outcomes of a game's chances by their numbers."""

    def index(self, number: int, weights: Sequence[int]) -> int: ...


def fair_outcome(session: "Session", fair: LuckSource) -> int:
    """Return the outcome of the chance that is next in a session."""
    outcomes, weights = session.chances()
    return outcomes[fair.index(count_chances(session), weights)]


@dataclass(frozen=True)
class LuckMismatch:
    """An outcome that does not follow from the seed."""

    number: int  # of the action in the game, from 0
    chance: int  # of the chance, from 0
    actual: str
    expected: str

    def __str__(self) -> str:
        return (
            f"action {self.number + 1} (chance {self.chance + 1}) is '{self.actual}', "
            f"but the seed gives '{self.expected}'"
        )


def find_mismatch(session: "Session", fair: LuckSource) -> LuckMismatch | None:
    """Return the first outcome of a game that does not follow from the seed and the words."""
    chance = 0
    for number, moment in enumerate(session.history):
        if moment.actor != CHANCE:
            continue
        outcomes, weights = session.chances(number)
        expected = outcomes[fair.index(chance, weights)]
        if expected != moment.action:
            actions = (moment.action, expected)
            texts = [
                session.game.notation.format_action(action, session.options) for action in actions
            ]
            return LuckMismatch(number, chance, *texts)
        chance += 1
    return None
