"""A position as one seat looks at it, and in words: what pictures and terminal share."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.movement import is_protected
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES


class Spot(NamedTuple):
    """Where something of a seat stands: `place` as the record writes it."""

    seat: int
    token: int
    place: int


@dataclass(frozen=True)
class Ground:
    """The bare board as one seat looks at it: the same all game long."""

    loop_len: int  # spaces on the loop
    seat: int

    @property
    def below(self) -> int:
        """The seat that the board is turned to: the viewer's own, or the first."""
        return max(self.seat, 0)


@dataclass(frozen=True)
class View:
    """One position as one seat looks at it."""

    state: Any
    options: Any
    seat: int

    @cached_property
    def ground(self) -> Ground:
        """What all of it lies on."""
        return Ground(int(self.options.loop_len), self.seat)

    @property
    def loop_len(self) -> int:
        """Spaces on the loop."""
        return self.ground.loop_len

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def mover(self) -> int:
        """Who gives or plays, or NOBODY."""
        return int(self.state.seat) if self.phase in (R.GIVING, R.PLAYING, R.SPLITTING) else NOBODY

    def hand(self) -> list[int]:
        """The ranks of the viewing seat's cards; no other hand is ever looked at."""
        return self._hand

    @cached_property
    def _hand(self) -> list[int]:
        return [] if self.seat < 0 else listed(self.state.hand[self.seat])

    def spot(self, seat: int, token: int) -> Spot:
        """Where a token stands."""
        return Spot(seat, token, self._places[seat][token])

    @cached_property
    def _places(self) -> list[list[int]]:
        places: list[list[int]] = self.state.token.tolist()
        return places


def listed(counts: Any) -> list[int]:
    """The ranks of a count of cards, one by one; what a seat may not see counts nothing."""
    return [rank for rank in range(R.RANKS) for _ in range(max(0, int(counts[rank])))]


def card_ids(name: str, ranks: list[int]) -> list[str]:
    """What each card is called that way: it keeps its name while others of the row go."""
    return [
        f"{name}-{CARD_NAMES[rank]}-{ranks[:place].count(rank)}" for place, rank in enumerate(ranks)
    ]


def headline(view: View) -> tuple[str, str]:
    """What is going on, in a few words: who, and what they do."""
    if view.phase == R.FINISHED:
        team = int(view.state.winner)
        return f"{SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]}", "win"
    if view.phase == R.ROLL:
        return "Who deals", "first?"
    if view.phase == R.DEALING:
        return SEAT_NAMES[int(view.state.dealer)], "deals"
    doing = {R.GIVING: "gives a card", R.PLAYING: "to play", R.SPLITTING: "splits a 7"}
    return SEAT_NAMES[view.mover], doing[view.phase]


def place_words(place: int) -> str:
    """A place, in words."""
    if place == R.KENNEL:
        return "in the kennel"
    return f"on home {place - R.HOME}" if place >= R.HOME else f"on space {place}"


def token_words(view: View, seat: int, token: int) -> str:
    """A token's name and whereabouts."""
    fresh = ", protected" if is_protected(view.state, view.options, seat, token) else ""
    place = place_words(view.spot(seat, token).place)
    return f"{SEAT_NAMES[seat]} {TOKEN_NAMES[token]} {place}{fresh}"


def description(view: View) -> str:
    """The board in words, for whoever can't see it."""
    tokens = [
        token_words(view, seat, token) for seat in range(R.SEATS) for token in range(R.TOKENS)
    ]
    who = {NOBODY: "a spectator", EVERYBODY: "everybody"}.get(view.seat) or SEAT_NAMES[view.seat]
    return f"A board of Dog with {view.loop_len} spaces, seen by {who}. {'; '.join(tokens)}."
