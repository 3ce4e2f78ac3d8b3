"""Live luck: every draw mixes one link of the server's chain with one of each player's page.

A **chain** is a row of 32-byte values in which each is the SHA-256 of the next. Whoever knows its
last value, the secret, can compute all; whoever knows one value can compute only those before it,
and check the next when it is shown. The first value is the **anchor**. Text is as in `fair_luck`.

1. Before the game the table publishes the anchor of the server's chain as its commitment, and each
   page that of its own as its promise. A secret is link 4,096 of its chain, an anchor link 0.
2. A **draw** is a row of chances with no decision in between; draws are numbered from 0. When draw
   n is due, each page shows link n + 1, and when all are there, the server adds its own link n + 1.
   (From draw 4,096 on, the secrets stand for the links that are missing.)
3. The key of a draw consists of these lines: `offleash live luck 1`; the server's link as 64
   hexadecimal digits; then for each seat in order a line with its link, empty for a seat without a
   chain. The outcomes follow from it as in steps 2 to 5 of `fair_luck`.
4. If links are missing in draw n, nothing is drawn: it is a **gap**. Their seats have no chain
   from then on, their players are out of the game, and all others show their next links.
5. With each request for a link the server shows the **mark** of the draw, the HMAC-SHA-256, with
   the server's secret as its key, of these lines: `offleash game`; the number of the draw; then
   each action of the game so far by its number. So the server can't ask for links early and decide
   on moves afterwards: each page remembers the SHA-256 of what it remembered before (nothing at
   first), the number of the draw and the mark, with a space between them.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.play.fair_luck import LuckSource, index_of_outcome
from offleash.tools.errors import OffleashError
from offleash.tools.prose import join_and

if TYPE_CHECKING:
    from offleash.play.session import Session

CHAIN_LENGTH = 4096
KEY_TITLE = "offleash live luck 1"
MARK_TITLE = "offleash game"


def step_back(link: bytes, steps: int) -> bytes:
    """Return the link of a chain that stands so many places before another."""
    for _ in range(steps):
        link = hashlib.sha256(link).digest()
    return link


def link_of(secret: bytes, number: int) -> bytes:
    """Return a link of a chain by its secret."""
    return step_back(secret, CHAIN_LENGTH - number)


def anchor_of(secret: bytes) -> str:
    """Return the first link of a chain, which is published before the game."""
    return link_of(secret, 0).hex()


def number_of_link(draw: int) -> int:
    """Return which link of each chain belongs to a draw."""
    return min(draw + 1, CHAIN_LENGTH)


@dataclass(frozen=True)
class DrawLuck:
    """The luck of one draw."""

    table: str
    key: bytes

    def index(self, number: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome of chance `number`, given the outcomes' weights."""
        return index_of_outcome(self.key, self.table, number, weights)


def draw_luck(table: str, server: bytes, links: Mapping[int, bytes], seats: int) -> DrawLuck:
    """Return the luck of a draw by the server's link and those of the seats that have a chain."""
    lines = [links[seat].hex() if seat in links else "" for seat in range(seats)]
    key = "".join(f"{line}\n" for line in (KEY_TITLE, server.hex(), *lines))
    return DrawLuck(table, key.encode())


def mark_of(secret: bytes, draw: int, actions: Iterable[int]) -> str:
    """Return the mark of a draw: the server commits itself to the game so far."""
    lines = "".join(f"{line}\n" for line in (MARK_TITLE, draw, *actions))
    return hmac.digest(secret, lines.encode(), "sha256").hex()


def remember_mark(memory: str, draw: int, mark: str) -> str:
    """Return what a page remembers once it has shown its link for a draw."""
    return hashlib.sha256(f"{memory} {draw} {mark}".encode()).hexdigest()


@dataclass(frozen=True)
class LinkChain:
    """What is known of the chain of a seat's page."""

    seat: int
    anchor: str
    count: int = 0  # links that it has shown, one after another
    link: str = ""  # the last of them


@dataclass(frozen=True)
class Gap:
    """A draw in which nothing was drawn, since links were missing."""

    draw: int
    missing: tuple[int, ...]  # seats
    present: tuple[int, ...]  # seats whose links were there

    def __str__(self) -> str:
        shown = f" after seat {join_and(map(str, self.present))} had" if self.present else ""
        return (
            f"seat {join_and(map(str, self.missing))} did not show a link for draw {self.draw + 1}"
            f"{shown}"
        )


@dataclass(frozen=True)
class LivePledge:
    """A table's chains; the seed, the secret of the server's, is None until it is published."""

    table: str
    commitment: str  # the anchor of the server's chain
    seats: int
    chains: tuple[LinkChain, ...]  # by seat
    gaps: tuple[Gap, ...] = ()
    seed: bytes | None = None

    def fair(self, session: "Session", seed: bytes | None = None) -> LuckSource:
        """Return the luck that the chains bring.

        Raises OffleashError if the seed is missing, or a chain does not lead to its anchor.
        """
        seed = self.seed if seed is None else seed
        if seed is None:
            raise OffleashError("the seed has not been published yet")
        if anchor_of(seed) != self.commitment:
            raise OffleashError("the server's chain is not the one that the table committed to")
        for chain in self.chains:
            if chain.count and step_back(bytes.fromhex(chain.link), chain.count).hex() != (
                chain.anchor
            ):
                raise OffleashError(f"the links of seat {chain.seat} are not those of its chain")
        return LiveLuck(self, seed, draws_of_chances(session, self.gaps))

    def seats_of(self, draw: int) -> list[int]:
        """Return the seats that show a link for a draw."""
        gone = {seat for gap in self.gaps if gap.draw < draw for seat in gap.missing}
        return [chain.seat for chain in self.chains if chain.seat not in gone]


class LiveLuck:
    """The luck of a whole game, from the last links of its chains."""

    def __init__(self, pledge: LivePledge, seed: bytes, draws: Sequence[int]) -> None:
        """Take the number of the draw to which each chance belongs."""
        self.pledge, self.seed, self.draws = pledge, seed, draws

    @cached_property
    def _server(self) -> list[bytes]:
        return _links_up_to(self.seed, CHAIN_LENGTH)

    @cached_property
    def _chains(self) -> dict[int, list[bytes]]:
        chains = self.pledge.chains
        return {c.seat: _links_up_to(bytes.fromhex(c.link or c.anchor), c.count) for c in chains}

    def index(self, number: int, weights: Sequence[int]) -> int:
        """Return the index of the outcome of chance `number`, given the outcomes' weights."""
        draw = self.draws[number]
        place, links = number_of_link(draw), {}
        for seat in self.pledge.seats_of(draw):
            if place >= len(self._chains[seat]):
                raise OffleashError(f"the link of seat {seat} for draw {draw + 1} is missing")
            links[seat] = self._chains[seat][place]
        luck = draw_luck(self.pledge.table, self._server[place], links, self.pledge.seats)
        return luck.index(number, weights)


def _links_up_to(link: bytes, number: int) -> list[bytes]:
    """Return all links of a chain up to one of them."""
    links = [link]
    for _ in range(number):
        links.append(hashlib.sha256(links[-1]).digest())
    return links[::-1]


def draw_starts(session: "Session", gaps: Sequence[Gap]) -> dict[int, int]:
    """Return each draw that was due by its number, and how many actions the game then had.

    The draw that is due at the end of a game that broke off is there as well.
    """
    skipped = {gap.draw for gap in gaps}
    starts: dict[int, int] = {}
    draw, before = 0, OVER  # no game is over before it begins
    for at, actor in enumerate([*(moment.actor for moment in session.history), session.actor]):
        if actor == CHANCE and before != CHANCE:
            while draw in skipped:
                starts[draw] = at
                draw += 1
            starts[draw] = at
            draw += 1
        before = actor
    return starts


def draws_of_chances(session: "Session", gaps: Sequence[Gap]) -> list[int]:
    """Return the number of the draw to which each chance of a game belongs."""
    skipped = {gap.draw for gap in gaps}
    begins = {at: draw for draw, at in draw_starts(session, gaps).items() if draw not in skipped}
    draws: list[int] = []
    draw = 0
    for at, moment in enumerate(session.history):
        draw = begins.get(at, draw)
        if moment.actor == CHANCE:
            draws.append(draw)
    return draws


def memory_of_draws(session: "Session", pledge: LivePledge, seed: bytes, count: int) -> str:
    """Return what a page remembers that showed links for the first `count` draws of a game."""
    memory, starts = "", draw_starts(session, pledge.gaps)
    actions = [moment.action for moment in session.history]
    for draw in range(count):
        at = starts.get(draw, len(actions))
        memory = remember_mark(memory, draw, mark_of(seed, draw, actions[:at]))
    return memory


def describe_gaps(gaps: Sequence[Gap]) -> str:
    """Say what was drawn again after links had been shown; empty if nothing was."""
    unfair = [gap for gap in gaps if gap.present]
    if not unfair:
        return ""
    return (
        f"{'; '.join(map(str, unfair))}: it was drawn again with new links, and a bot played on in "
        "that seat; who knew the links could prefer other luck that way, once for each seat"
    )


def describe_chains(pledge: LivePledge) -> str:
    """Return whose chains the luck of a game came from."""
    seats = [str(chain.seat) for chain in pledge.chains]
    if not seats:
        return "no player's page had a chain"
    return f"mixed with the chain{'s' if len(seats) > 1 else ''} of seat {join_and(seats)}"
