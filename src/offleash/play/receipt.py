"""Receipts: what a player's page saw and contributed to the luck of a table, as it happened.

The record of a game is written by the server, so only such a memory shows whether the server
changed its commitment, or dropped, changed or reordered words. The page writes the file
(`tables/assets/receipt.js`), in JSON.
"""

from pathlib import Path
from typing import Annotated

import msgspec

from offleash.play.fair_luck import MISS, PROMISE, REVEAL, Pledge, promise_of
from offleash.play.live_luck import LivePledge, memory_of_draws
from offleash.play.luck_lines import AnyPledge
from offleash.play.session import Session
from offleash.tools.errors import BadFile
from offleash.tools.files import read_text
from offleash.tools.prose import count_of, join_and

FORMAT = "offleash receipt 1"


class OwnWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word that the page promised, and the promises that it saw before it showed the word."""

    word: str
    promises: tuple[str, ...] = ()  # of each seat; none: the word was never shown
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)] = 0


class OwnChain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page's chain at a table with live luck, and what the page saw when it showed links."""

    anchor: str
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)]
    anchors: tuple[str, ...] = ()  # of each seat, when it showed its first link
    count: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0  # links, one for each draw
    memory: str = ""  # of the marks of these draws, see live_luck
    mark: str = ""  # of the last of them


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page's memory of one table."""

    format: str
    table: str
    commitment: str  # the first one that the page saw
    own_words: tuple[OwnWord, ...] = ()  # in order
    words: tuple[str, ...] = ()  # of all seats when the game began
    seed: str = ""  # when it was over
    faults: tuple[str, ...] = ()  # what the page noticed itself
    chain: OwnChain | None = None  # at a table with live luck

    @property
    def shown_words(self) -> tuple[OwnWord, ...]:
        """The words that the page showed, in order."""
        return tuple(given for given in self.own_words if given.promises)

    @property
    def seats(self) -> set[int]:
        """The seats for which the page added to the luck."""
        own = {self.chain.seat} if self.chain and self.chain.count else set()
        return own | {given.seat for given in self.shown_words}


def read_receipt(path: Path) -> Receipt:
    """Return a receipt from a file. Raises BadFile if it is none."""
    try:
        receipt = msgspec.json.decode(read_text(path), type=Receipt)
    except msgspec.DecodeError as error:
        raise BadFile(path, None, f"this is not a receipt of a table's page: {error}") from None
    if receipt.format != FORMAT:
        raise BadFile(path, None, f"this receipt has another format than {FORMAT!r}")
    return receipt


def disagreements(receipt: Receipt, pledge: AnyPledge, session: Session | None = None) -> list[str]:
    """Where the record of a game differs from what a page remembers, in plain words.

    What a page remembers of live luck can be compared with a finished game only.
    """
    if receipt.table != pledge.table:
        return [f"the receipt is of table {receipt.table}, and the record of {pledge.table}"]
    faults = list(receipt.faults)
    if receipt.commitment != pledge.commitment:
        faults.append(
            "the commitment is not the one that the page saw first: "
            "the seed was chosen again, maybe when the words were known"
        )
    if receipt.seed and pledge.seed and receipt.seed != pledge.seed.hex():
        faults.append("the seed is not the one that the page was shown at the end")
    if isinstance(pledge, LivePledge):
        return [*faults, *_chain_faults(receipt, pledge), *_mark_faults(receipt, pledge, session)]
    if receipt.chain:
        faults.append("the page was at a table with live luck, and the record has none")
    if receipt.words and receipt.words != pledge.words:
        faults.append("the words, or their order, are not those with which the game began")
    return [*faults, *_word_faults(receipt, pledge), *_promise_faults(receipt, pledge)]


def _word_faults(receipt: Receipt, pledge: Pledge) -> list[str]:
    """Return what happened to the page's own words."""
    dropped = [
        given
        for given in receipt.shown_words
        if given.seat >= len(pledge.words) or pledge.words[given.seat] != given.word
    ]
    if not dropped:
        return []
    missing = sorted({step.seat for step in pledge.steps if step.kind == MISS})
    seats = f"seat {join_and(map(str, missing))}"
    whose = f"the record says that the word of {seats} was missing" if missing else ""
    reason = whose or "the record does not say why"
    return [f"your word was dropped {count_of(len(dropped), 'time')} by the server: {reason}"]


def _promise_faults(receipt: Receipt, pledge: Pledge) -> list[str]:
    """Whether the record has what the page promised and saw."""
    if not pledge.steps:
        return ["the record does not say when the words were chosen"] if receipt.shown_words else []
    steps = {(step.kind, step.seat, step.value) for step in pledge.steps}
    faults = []
    for given in receipt.shown_words:
        own = {(PROMISE, given.seat, promise_of(given.word)), (REVEAL, given.seat, given.word)}
        seen = {(PROMISE, seat, value) for seat, value in enumerate(given.promises) if value}
        if not own <= steps:
            faults.append(f"the record leaves out that seat {given.seat} showed a word")
        changed = sorted({seat for _, seat, _ in seen - own - steps})
        if changed:
            faults.append(
                f"the promise of seat {join_and(map(str, changed))} is not the one "
                "that the page saw before it showed its own word"
            )
    return faults


def _chain_faults(receipt: Receipt, pledge: LivePledge) -> list[str]:
    """Return what happened to the page's own chain, and to those that it saw."""
    own = receipt.chain
    if own is None or not own.count:
        return ["the page was not asked for a chain"] if receipt.shown_words else []
    faults = []
    anchors = {chain.seat: chain.anchor for chain in pledge.chains}
    seen = {seat: anchor for seat, anchor in enumerate(own.anchors) if anchor}
    if changed := sorted(seat for seat in {*seen, *anchors} if seen.get(seat) != anchors.get(seat)):
        faults.append(
            f"the chain of seat {join_and(map(str, changed))} is not the one "
            "that the page saw before it showed its first link"
        )
    dropped = [gap for gap in pledge.gaps if gap.draw < own.count and own.seat in gap.missing]
    if dropped:
        faults.append(
            "your link was dropped by the server: "
            f"the record says that it was missing in draw {dropped[0].draw + 1}"
        )
    for gap in pledge.gaps:
        if gap.draw < own.count and own.seat not in (*gap.missing, *gap.present):
            faults.append(f"the record leaves out that your link for draw {gap.draw + 1} was shown")
    shown = next((chain.count for chain in pledge.chains if chain.seat == own.seat), 0)
    if shown < own.count and not dropped:
        faults.append(f"the record has {shown} of the {own.count} links that your page showed")
    return faults


def _mark_faults(receipt: Receipt, pledge: LivePledge, session: Session | None) -> list[str]:
    """Whether the game was at each draw what the server had said it was."""
    own, seed = receipt.chain, pledge.seed
    if own is None or session is None or seed is None:
        return []
    if memory_of_draws(session, pledge, seed, own.count) == own.memory:
        return []
    return [
        "the game of the record is not the one for which your page showed its links: "
        "the server may have known the luck before moves were made"
    ]
