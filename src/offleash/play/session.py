"""Sessions: checked play. Nothing illegal gets through, everything can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from offleash.core.errors import BadNotation, IllegalAction, OffleashError
from offleash.core.game import Game, Records
from offleash.core.rules.actors import CHANCE, EVERYBODY, NOBODY, OVER
from offleash.core.rules.random import pick, seed_streams
from offleash.core.seeds import check_seed, streams
from offleash.games import registry


@dataclass(frozen=True)
class Moment:
    """One action and what was there before it, so that it can be taken back."""

    action: int
    actor: int
    before: bytes
    streams_before: bytes


class Session:
    """One game under way.

    With a seed, chance happens by itself after each decision; without one, chance outcomes are
    actions to be played like any other (`dealer 2`, `deal 10`), as at a real table.
    """

    def __init__(
        self,
        game: Game,
        options: Records | None = None,
        seed: int | None = None,
        position: str | None = None,
        seats: Sequence[str] = (),
        whole: bool = True,
    ) -> None:
        """With `whole=False` the position may be a view with unknown cards, to be looked at."""
        self.game = game
        self.options = game.options() if options is None else options
        self.seed = None if seed is None else check_seed(seed)
        self.start = None if position is None else " ".join(position.split())
        self.state: Records = (
            game.new_state(self.options)
            if position is None
            else game.parse_position(position, self.options)
        )
        if whole and not game.is_whole(self.state):
            raise OffleashError(f"a game can't be played from a position with unknowns: {position}")
        self.seats = self._checked_names(seats)
        self.history: list[Moment] = []
        self._work = game.new_work()
        self._out = game.new_out()
        self._chances = game.new_chances()
        self._rng = streams()
        if self.seed is not None:
            seed_streams(self._rng, self.seed, 0)
            self._let_chance_happen()

    # What there is to know

    @property
    def actor(self) -> int:
        """The seat to decide, CHANCE or OVER."""
        return int(self.game.actor(self.state[0]))

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def position(self) -> str:
        """The whole position as text."""
        return self.game.format_position(self.state, self.options)

    @property
    def legal_numbers(self) -> list[int]:
        """The legal actions, or the chance outcomes that are possible."""
        state, options = self.state[0], self.options[0]
        if self.over:
            return []
        if self.actor == CHANCE:
            n = self.game.chance_outcomes(state, options, self._out, self._chances)
        else:
            n = self.game.legal_actions(state, options, self._work[0], self._out)
        return [int(action) for action in self._out[:n]]

    @property
    def legal(self) -> list[str]:
        """The legal actions as text."""
        return [self.game.format_action(action) for action in self.legal_numbers]

    @property
    def returns(self) -> list[float]:
        """What each seat has won, once the game is over."""
        shares = np.zeros(self.game.seats(self.options[0]), np.float64)
        if self.over:
            self.game.returns(self.state[0], self.options[0], shares)
        return [float(share) for share in shares]

    def view(self, seat: int) -> Records:
        """The position as one seat may see it (NOBODY: a spectator)."""
        self._check_seat(seat)
        view = self.state.copy()
        self.game.hide(view[0], self.options[0], seat)
        return view

    def svg(self, seat: int = NOBODY) -> str:
        """The picture a seat may see, with its legal targets where it is to move."""
        legal = self.legal_numbers if seat != NOBODY and seat == self.actor else []
        return self.game.draw(self.view(seat), self.options, seat, legal)

    def text(self, seat: int | None = None) -> Any:
        """The board for a terminal (a rich Text): all hands open, or as one seat sees it."""
        if seat is None:
            return self.game.draw_text(self.state, self.options, EVERYBODY)
        return self.game.draw_text(self.view(seat), self.options, seat)

    def __str__(self) -> str:
        return str(self.text().plain)

    # What can be done

    def play(self, *actions: str | int) -> "Session":
        """Plays actions in order, each checked; what follows by chance happens if seeded.

        A malformed or illegal action raises and leaves everything as it was before it.
        """
        for action in actions:
            number = self._number(action)
            reason = self.game.why_illegal(self.state, self.options, number)
            if reason:
                raise IllegalAction(self._name(number), self._actor_name(), reason, self.position)
            self._apply(number)
            if self.seed is not None:
                self._let_chance_happen()
        return self

    def undo(self) -> "Session":
        """Takes back the last decision, with the chance that followed it."""
        while self.history:
            moment = self.history.pop()
            self.state = np.frombuffer(bytearray(moment.before), self.game.record)
            self._rng = np.frombuffer(bytearray(moment.streams_before), np.uint64)
            if moment.actor != CHANCE or self.seed is None:
                return self
        if self.seed is not None:
            self._let_chance_happen()
        raise OffleashError("there is nothing to undo")

    def _apply(self, action: int) -> None:
        before, rng = self.state.tobytes(), self._rng.tobytes()
        self.history.append(Moment(action, self.actor, before, rng))
        self.game.apply(self.state[0], self.options[0], self._work[0], action, None)

    def _let_chance_happen(self) -> None:
        while self.actor == CHANCE:
            before = self._rng.copy()
            n = self.game.chance_outcomes(self.state[0], self.options[0], self._out, self._chances)
            stream = self.game.stream(self.state[0])
            action = int(self._out[pick(self._rng, stream, self._chances, n)])
            after, self._rng = self._rng, before
            self._apply(action)
            self._rng = after

    def _number(self, action: object) -> int:
        if isinstance(action, str):
            return self.game.parse_action(action)
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadNotation(f"{action!r} is no action: give its text or its number")
        return int(action)

    def _check_seat(self, seat: object) -> None:
        count = int(self.game.seats(self.options[0]))
        if seat != NOBODY and (not isinstance(seat, int | np.integer) or not 0 <= seat < count):
            raise OffleashError(f"there is no seat {seat}: seats go from 0 to {count - 1}")

    def _checked_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names that a transcript can hold, one for each seat or none."""
        count = int(self.game.seats(self.options[0]))
        if isinstance(names, str) or len(names) not in (0, count):
            raise OffleashError(f"seats= takes a list of {count} names, not {names!r}")
        for name in names:
            if not isinstance(name, str) or not name.strip() or not name.isprintable():
                raise OffleashError(f"{name!r} is no name for a seat: it must be a line of text")
        return tuple(" ".join(name.split()) for name in names)

    def _name(self, action: int) -> str:
        known = 0 <= action < self.game.action_count
        return self.game.format_action(action) if known else str(action)

    def _actor_name(self) -> str:
        return {CHANCE: "chance", OVER: "nobody"}.get(self.actor, f"seat {self.actor}")


def new(
    game: str,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    position: str | None = None,
    seats: Sequence[str] = (),
) -> Session:
    """A new session: `offleash.new("dog", seed=7)`."""
    rules = registry.load(game)
    return Session(rules, rules.options(**(options or {})), seed, position, seats)
