"""Draws of live luck at a table: whose links are there, whose are missing, and what they bring."""

from dataclasses import dataclass, field

from offleash.play.live_luck import (
    CHAIN_LENGTH,
    DrawLuck,
    Gap,
    LinkChain,
    draw_luck,
    link_of,
    number_of_link,
    step_back,
)


@dataclass
class Draws:
    """The chains of a table with live luck, and the draw that is due or comes next."""

    table: str
    seed: bytes  # the secret of the server's chain
    seats: int
    chains: dict[int, LinkChain] = field(default_factory=dict)  # by seat
    secrets: dict[int, bytes] = field(default_factory=dict)  # of players who left
    gaps: list[Gap] = field(default_factory=list)
    number: int = 0

    def begin(self, anchors: dict[int, str]) -> None:
        """Take over the anchors that pages promised before the game."""
        self.chains = {seat: LinkChain(seat, anchor) for seat, anchor in sorted(anchors.items())}

    @property
    def members(self) -> list[int]:
        """The seats that still have a chain."""
        gone = {seat for gap in self.gaps for seat in gap.missing}
        return [seat for seat in self.chains if seat not in gone]

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose links for this draw are not there yet."""
        place = number_of_link(self.number)
        return tuple(
            seat
            for seat in self.members
            if seat not in self.secrets and self.chains[seat].count < place
        )

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose links for this draw are there."""
        missing = self.missing
        return tuple(seat for seat in self.members if seat not in missing)

    def fits(self, seat: int, link: str) -> bool:
        """Return whether this is the link of a seat for this draw."""
        chain = self.chains[seat]
        steps = number_of_link(self.number) - chain.count
        return step_back(bytes.fromhex(link), steps).hex() == (chain.link or chain.anchor)

    def fits_secret(self, seat: int, secret: str) -> bool:
        """Return whether this is the secret of a seat's chain."""
        return link_of(bytes.fromhex(secret), 0).hex() == self.chains[seat].anchor

    def add_link(self, seat: int, link: str) -> None:
        """Note the link of a seat for this draw."""
        chain = self.chains[seat]
        self.chains[seat] = LinkChain(seat, chain.anchor, number_of_link(self.number), link)

    def add_secret(self, seat: int, secret: str) -> None:
        """Note the secret of a player who left: all links of that chain are there."""
        self.secrets[seat] = bytes.fromhex(secret)
        self.chains[seat] = LinkChain(seat, self.chains[seat].anchor, CHAIN_LENGTH, secret)

    def skip(self, missing: tuple[int, ...]) -> None:
        """Note that links are missing, so that nothing was drawn: the next draw is due."""
        self.gaps.append(Gap(self.number, missing, self.present))
        self.number += 1

    @property
    def luck(self) -> DrawLuck:
        """What this draw brings, once all links are there."""
        place = number_of_link(self.number)
        links = {
            seat: link_of(self.secrets[seat], place)
            if seat in self.secrets
            else bytes.fromhex(self.chains[seat].link)
            for seat in self.members
        }
        return draw_luck(self.table, link_of(self.seed, place), links, self.seats)
