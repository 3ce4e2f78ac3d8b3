"""The lines in the header of a transcript with which the luck of a table's game can be checked."""

import re
from dataclasses import dataclass, field

from offleash.play.fair_luck import (
    COMMITMENT_PATTERN,
    Pledge,
    WordStep,
    check_table,
    check_word,
    parse_seed,
)
from offleash.play.live_luck import CHAIN_LENGTH, Gap, LinkChain, LivePledge
from offleash.tools.errors import OffleashError, quote

AnyPledge = Pledge | LivePledge

REPEATABLE = ("step", "chain", "gap", "word")
KEYS = ("table", "commit", "luck", *REPEATABLE, "seed")  # in this order
LIVE = "live"
STEP = re.compile(
    r"(?P<number>[0-9]{1,9}) (?P<at>[0-9]{1,15}) "
    r"(?P<kind>promise|reveal|miss) (?P<seat>[0-9]{1,2})(?: (?P<value>[0-9a-f]{1,64}))?"
)
CHAIN = re.compile(
    r"(?P<seat>[0-9]{1,2}) (?P<anchor>[0-9a-f]{64})"
    r"(?: (?P<count>[0-9]{1,4}) (?P<link>[0-9a-f]{64}))?"
)
GAP = re.compile(
    r"(?P<draw>[0-9]{1,9}) missing (?P<missing>[0-9]{1,2}(?: [0-9]{1,2})*)"
    r"(?: shown (?P<shown>[0-9]{1,2}(?: [0-9]{1,2})*))?"
)


def format_pledge(pledge: AnyPledge) -> list[str]:
    """Return the header lines that verify a table's luck."""
    seed = [] if pledge.seed is None else [f"seed      {pledge.seed.hex()}"]
    own = _live_lines(pledge) if isinstance(pledge, LivePledge) else _word_lines(pledge)
    return [f"table     {pledge.table}", f"commit    {pledge.commitment}", *own, *seed]


def _word_lines(pledge: Pledge) -> list[str]:
    words = [f"word {seat}    {word}" for seat, word in enumerate(pledge.words) if word]
    steps = [
        f"step      {step.number} {step.at} {step.kind} {step.seat} {step.value}".rstrip()
        for step in pledge.steps
    ]
    return [*steps, *words]


def _live_lines(pledge: LivePledge) -> list[str]:
    chains = [
        f"chain     {chain.seat} {chain.anchor}"
        + (f" {chain.count} {chain.link}" if chain.count else "")
        for chain in pledge.chains
    ]
    gaps = [
        f"gap       {gap.draw} missing {' '.join(map(str, gap.missing))}"
        + (f" shown {' '.join(map(str, gap.present))}" if gap.present else "")
        for gap in pledge.gaps
    ]
    return [f"luck      {LIVE}", *chains, *gaps]


@dataclass
class LuckLines:
    """What the header says about the luck, as it is read."""

    values: dict[str, str] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)  # by seat
    steps: list[WordStep] = field(default_factory=list)  # on the way to the words
    chains: list[LinkChain] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    def add(self, key: str, value: str) -> None:
        """Read a line. Raise OffleashError if it is malformed."""
        match key:
            case "word":
                self._add_word(value)
            case "step":
                self._add_step(value)
            case "chain":
                self._add_chain(value)
            case "gap":
                self._add_gap(value)
            case _:
                _check_value(key, value)
                self.values[key] = value

    def _add_word(self, value: str) -> None:
        number, _, word = (part.strip() for part in value.partition(" "))
        if not re.fullmatch("[0-9]{1,2}", number) or int(number) <= max(self.words, default=-1):
            raise OffleashError(f"the word of seat {number[:20]} is in the wrong place")
        self.words[int(number)] = check_word(word)

    def _add_step(self, value: str) -> None:
        match = STEP.fullmatch(value)
        if match is None:
            raise OffleashError(
                f"{quote(value)} is not a step of the words: promise, reveal or miss"
            )
        entry, at, seat = (int(match[name]) for name in ("number", "at", "seat"))
        self.steps.append(WordStep(entry, at, match["kind"], seat, match["value"] or ""))

    def _add_chain(self, value: str) -> None:
        match = CHAIN.fullmatch(value)
        if match is None:
            raise OffleashError(f"{quote(value)} is not a chain: seat, anchor, number, link")
        seat, count = int(match["seat"]), int(match["count"] or 0)
        if count > CHAIN_LENGTH:
            raise OffleashError(f"a chain has {CHAIN_LENGTH} links, not {count}")
        if self.chains and seat <= self.chains[-1].seat:
            raise OffleashError(f"the chain of seat {seat} is in the wrong place")
        self.chains.append(LinkChain(seat, match["anchor"], count, match["link"] or ""))

    def _add_gap(self, value: str) -> None:
        match = GAP.fullmatch(value)
        if match is None:
            raise OffleashError(f"{quote(value)} is not a gap: draw, missing seats, shown seats")
        draw = int(match["draw"])
        if self.gaps and draw <= self.gaps[-1].draw:
            raise OffleashError(f"the gap in draw {draw} is in the wrong place")
        seats = ((match[name] or "").split() for name in ("missing", "shown"))
        missing, shown = (tuple(map(int, numbers)) for numbers in seats)
        self.gaps.append(Gap(draw, missing, shown))

    def pledge(self, seats: int) -> AnyPledge | None:
        """Return what the lines say together, or None if there are none.

        Raises OffleashError if they name a seat that the game does not have, or disagree.
        """
        if "table" not in self.values:
            return None
        of_gaps = [seat for gap in self.gaps for seat in (*gap.missing, *gap.present)]
        named = [*self.words, *(chain.seat for chain in self.chains), *of_gaps]
        if any(seat >= seats for seat in named):
            raise OffleashError(f"there is no seat {max(named)}")
        table, commitment = self.values["table"], self.values["commit"]
        seed = parse_seed(self.values["seed"]) if "seed" in self.values else None
        if "luck" in self.values:
            if self.words or self.steps:
                raise OffleashError("a game with live luck has no words")
            return LivePledge(table, commitment, seats, tuple(self.chains), tuple(self.gaps), seed)
        if self.chains or self.gaps:
            raise OffleashError("only a game with live luck has chains and gaps")
        words = tuple(self.words.get(seat, "") for seat in range(seats))
        return Pledge(table, commitment, words, seed, tuple(self.steps))


def _check_value(key: str, value: str) -> None:
    """Raise OffleashError if a line that there is only once is malformed."""
    if key == "table":
        check_table(value)
    elif key == "commit" and not COMMITMENT_PATTERN.fullmatch(value):
        raise OffleashError(
            f"{quote(value)} is not a commitment: it must have 64 hexadecimal digits"
        )
    elif key == "luck" and value != LIVE:
        raise OffleashError(f"{quote(value)} is not a kind of luck: there is only {LIVE!r}")
    elif key == "seed":
        parse_seed(value)
