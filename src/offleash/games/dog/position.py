"""A position of Dog as one seat sees it, and the names of what is on the table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, Self

from offleash.games.dog.rules import actions as A, course, movement, record as R, seven
from offleash.games.shared.position import BoundRules, Position as BasePosition

SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")
TEAM_NAMES = ("Red–Blue", "Yellow–Green")
TOKEN_NAMES = "abcd"
CARD_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
PHASES = ("roll", "deal", "give", "play", "seven", "over")
ALL_TOKENS = tuple(product(range(R.SEATS), range(R.TOKENS)))  # seat and token


class Spot(NamedTuple):
    """A token and where it is: `place` as the record writes it."""

    seat: int
    token: int
    place: int

    @property
    def name(self) -> str:
        """The token with its colour."""
        return f"{SEAT_NAMES[self.seat]} {TOKEN_NAMES[self.token]}"


@dataclass(frozen=True)
class Board:
    """The bare board as one seat sees it: the same all game long."""

    loop_len: int  # spaces on the loop
    viewer: int

    def turns(self, seat: int) -> int:
        """Return quarter turns from the bottom of the picture, where the viewer sits, to a seat."""
        return (seat - max(self.viewer, 0)) % R.SEATS


class Position(BasePosition):
    """One position as one seat sees it: NOBODY is a spectator, EVERYBODY sees every hand."""

    bound = BoundRules(course, R.rule, A.MAX_ACTIONS)

    def canonical(self) -> Self:
        """Return the same position with each seat's tokens sorted."""
        states = self.states.copy()
        movement.canonical(states[0])
        return replace(self, states=states)

    @cached_property
    def loop_len(self) -> int:
        """Spaces on the loop."""
        return int(self.options.loop_len)

    @cached_property
    def board(self) -> Board:
        """The bare board."""
        return Board(self.loop_len, self.viewer)

    @cached_property
    def steps_left(self) -> int:
        """Steps of a 7 that are still to be made."""
        return int(self.state.seven_left)

    @cached_property
    def hand(self) -> list[int]:
        """The ranks of the viewer's cards; no other hand is read."""
        return [] if self.viewer < 0 else list_ranks(self.state.hand[self.viewer])

    def count_hand(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return int(self.state.held[seat])

    # Tokens

    @cached_property
    def places(self) -> list[list[int]]:
        """Where each seat's tokens are."""
        places: list[list[int]] = self.state.token.tolist()
        return places

    def spot(self, seat: int, token: int) -> Spot:
        """Return where a token is."""
        return Spot(seat, token, self.places[seat][token])

    def spots_on_loop(self) -> Iterator[Spot]:
        """Return every token on the loop."""
        spots = (self.spot(*token) for token in ALL_TOKENS)
        return (spot for spot in spots if 0 <= spot.place < R.HOME)

    def start_of(self, seat: int) -> int:
        """Return the space where a seat's tokens start."""
        return seat * self.loop_len // R.SEATS

    def ahead(self, space: int, other: int) -> int:
        """Return the steps forward from one space to another."""
        return (other - space) % self.loop_len

    def clear_ahead(self, place: int) -> int:
        """Return the steps a token may go forward from a space, up to the first protected token."""
        return int(movement.clear_ahead(self.state, self.options, place))

    def home_room(self, seat: int) -> int:
        """Return the home spaces of a seat that are free from the entrance on."""
        return int(movement.home_room(self.state, seat))

    def tokens_home(self, seat: int) -> int:
        """Return how many tokens of a seat are home."""
        return int(movement.tokens_home(self.state, seat))

    def is_protected(self, seat: int, token: int) -> bool:
        """Return whether nobody can capture, pass or swap a token."""
        return bool(movement.is_protected(self.state, self.options, seat, token))

    @cached_property
    def owner(self) -> int:
        """The seat whose tokens are played: the partner's, once all own ones are home."""
        return int(seven.controlled(self.state, self.seat))

    def step_cost(self, choice: int) -> int:
        """Return how many steps of a 7 a step uses: two over a protected token, 0 if illegal."""
        args = self.state, self.options, self.seat, choice, self.steps_left
        return int(seven.chosen_cost(*args))


def partner_of(seat: int) -> int:
    """Return the seat opposite."""
    return (seat + 2) % R.SEATS


def list_ranks(counts: Any) -> list[int]:
    """Return the ranks of counted cards, one by one; those that are unknown count as none."""
    return [rank for rank in range(R.RANKS) for _ in range(max(0, int(counts[rank])))]


def card_ids(name: str, ranks: list[int]) -> list[str]:
    """Return the id of each card in a row: a card keeps it while others leave the row."""
    return [f"{name}-{CARD_NAMES[rank]}-{ranks[:i].count(rank)}" for i, rank in enumerate(ranks)]


def headline(position: Position) -> tuple[str, str]:
    """Return what is going on, in a few words: who, and what they do."""
    if position.phase == R.FINISHED:
        team = int(position.state.winner)
        return f"{SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]}", "win"
    if position.phase == R.ROLL:
        return "Who deals", "first?"
    if position.phase == R.DEALING:
        return SEAT_NAMES[position.state.dealer], "deals"
    activity = {R.GIVING: "gives a card", R.PLAYING: "to play", R.SPLITTING: "splits a 7"}
    return SEAT_NAMES[position.mover], activity[position.phase]
