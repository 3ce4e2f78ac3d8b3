"""Luck that can be checked: a table's seed, and a word from each seat, decide every chance.

A table has a **seed** of 32 secret random bytes. Before the first chance it shows the
**commitment**, which is the SHA-256 of these bytes as 64 hexadecimal digits. Then every seat may
add a **word**: an even number of hexadecimal digits, 64 at most, in small letters. When the game is
over the seed is shown, and anybody can work out every outcome again, as follows. All text is ASCII
and a line ends with one byte 10.

1. The key is these lines: `offleash luck 1`; the seed as 64 hexadecimal digits in small letters;
   then for each seat in order a line with its word, empty for a seat without one.
2. The chances of a game are numbered from 0, in the order in which they happen. (Chance is never
   taken back, so no number comes twice.)
3. For chance n, with t = 0: the message is three lines, the table's id, n and t, the numbers in
   decimal. HMAC-SHA-256 of the message with the key is read as a whole number x of 256 bits, the
   first byte counting most.
4. The rules list what can happen in ascending order of action numbers, each with a whole number as
   its weight. Let w be the sum of the weights. Where x is not below the largest multiple of w up to
   2^256, x is thrown away and step 3 is done again with t + 1: otherwise some outcomes would be a
   little more likely.
5. Let r be x modulo w. Going through the list, the weights are added up; the first outcome at which
   the sum is larger than r is what happens.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from offleash.core.errors import OffleashError, shown
from offleash.core.rules.actors import CHANCE

if TYPE_CHECKING:
    from offleash.play.session import Session

SEED_BYTES = 32
TITLE = "offleash luck 1"
BITS = 256

WORD = re.compile("(?:[0-9a-f]{2}){0,32}")
TABLE = re.compile("[0-9A-Za-z_-]{1,64}")
COMMITMENT = re.compile("[0-9a-f]{64}")


def commitment(seed: bytes) -> str:
    """What is shown of a seed before it is used."""
    return hashlib.sha256(seed).hexdigest()


def parse_seed(text: str) -> bytes:
    """A seed from 64 hexadecimal digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise OffleashError(f"{shown(text)} is no seed of a table: it has 64 hexadecimal digits")
    return bytes.fromhex(text)


class Fair:
    """The luck of one table, which a seed and the seats' words decide."""

    def __init__(self, seed: bytes, words: Sequence[str], table: str) -> None:
        """`words` has one for each seat, empty for a seat without one."""
        if len(seed) != SEED_BYTES:
            raise OffleashError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        for word in words:
            check_word(word)
        self.seed, self.words, self.table = seed, tuple(words), check_table(table)
        self._key = "".join(f"{line}\n" for line in (TITLE, seed.hex(), *words)).encode()

    def index(self, number: int, chances: Sequence[int]) -> int:
        """Which outcome chance `number` brings, where the outcomes have these weights."""
        total = sum(chances)
        ticket, passed = self._below(number, total), 0
        for index, chance in enumerate(chances):
            passed += chance
            if passed > ticket:
                return index
        raise ValueError("nothing can happen: no outcome has a weight")

    def _below(self, number: int, total: int) -> int:
        """A number in 0 … total − 1, each as likely as any other."""
        limit = 2**BITS - 2**BITS % total
        tries = 0
        while (drawn := self._number(number, tries)) >= limit:
            tries += 1
        return drawn % total

    def _number(self, number: int, tries: int) -> int:
        message = f"{self.table}\n{number}\n{tries}\n".encode()
        return int.from_bytes(hmac.digest(self._key, message, "sha256"))


def check_word(word: str) -> str:
    """A seat's word as it is, or a sentence."""
    if not WORD.fullmatch(word):
        raise OffleashError(
            f"{shown(word)} is no word of a seat: it has an even number of hexadecimal digits, "
            "at most 64"
        )
    return word


def check_table(table: str) -> str:
    """A table's id as it is, or a sentence."""
    if not TABLE.fullmatch(table):
        raise OffleashError(f"{shown(table)} is no table: its id has letters, digits, - and _")
    return table


@dataclass(frozen=True)
class Pledge:
    """What a table said about its luck; the seed is known once it was shown."""

    table: str
    commitment: str
    words: tuple[str, ...]  # of each seat, empty for one without
    seed: bytes | None = None

    def fair(self, seed: bytes | None = None) -> Fair:
        """The luck that was promised; refuses a seed that is not the one of the commitment."""
        seed = self.seed if seed is None else seed
        if seed is None:
            raise OffleashError("the seed was not shown yet")
        if commitment(seed) != self.commitment:
            raise OffleashError("this is not the seed that the table committed itself to")
        return Fair(seed, self.words, self.table)


def chances_so_far(session: "Session") -> int:
    """The number of the next chance of a game."""
    return sum(moment.actor == CHANCE for moment in session.history)


def outcome(session: "Session", fair: Fair) -> int:
    """The action by which chance, whose turn it is, goes on."""
    outcomes, weights = session.chances()
    return outcomes[fair.index(chances_so_far(session), weights)]


@dataclass(frozen=True)
class Difference:
    """An outcome that does not follow from the seed."""

    number: int  # of the action in the game, from 0
    chance: int  # of the chance, from 0
    happened: str
    due: str

    def __str__(self) -> str:
        return (
            f"action {self.number + 1} (chance {self.chance + 1}) is '{self.happened}', "
            f"but the seed brings '{self.due}'"
        )


def check(session: "Session", fair: Fair) -> Difference | None:
    """The first outcome of a game that does not follow from the seed and the words."""
    chance = 0
    for number, moment in enumerate(session.history):
        if moment.actor != CHANCE:
            continue
        outcomes, weights = session.chances(number)
        due = outcomes[fair.index(chance, weights)]
        if due != moment.action:
            told = [session.game.format_action(a, session.options) for a in (moment.action, due)]
            return Difference(number, chance, *told)
        chance += 1
    return None
