"""What a bot that is written in Python gets to see, and worlds to try its actions in."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.budgets import usual_weights
from offleash.core.batch import LIMIT, play_batch
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Observation, Records, Target
from offleash.core.rules.actors import CHANCE, OVER
from offleash.core.rules.outlook import CERTAIN
from offleash.core.rules.random import CHOICES, pick, seed_streams
from offleash.core.seeds import streams

BITS = 63  # of a seed


class Action(int):
    """The number of an action, which can say its text."""

    _game: Game
    _options: Records

    def __new__(cls, number: int, game: Game, options: Records) -> "Action":
        made = super().__new__(cls, number)
        made._game, made._options = game, options
        return made

    @cached_property
    def text(self) -> str:
        """As people write it."""
        return self._game.format_action(int(self), self._options)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)}: {self.text}>"


def actions(numbers: Sequence[int], game: Game, options: Records) -> list[Action]:
    """Numbers that can say their texts."""
    return [Action(number, game, options) for number in numbers]


class View:
    """What one seat may know when it is to move; all of it is a copy, so nothing can be spoilt."""

    def __init__(
        self,
        game: Game,
        options: Records,
        seat: int,
        record: Records,
        legal: Sequence[int],
        turn: int = 0,
        number: int = 0,
        luck: int = 0,
    ) -> None:
        self.game = game
        self.options = options  # an array of one record: view.options["name"][0]
        self.seat = seat
        self.record = record  # the position as the seat sees it, an array of one record
        self.turn = turn  # how many actions were played in this game, dice and cards included
        self.number = number  # of the game, in the series that is played
        # Of this decision alone: the same seed, game, seat and course give the same numbers. A text
        # seeds it, so that nobody works out from it what the dice and the cards will be.
        self.random = Random(f"{luck}")
        self._legal = tuple(legal)

    @property
    def legal(self) -> list[Action]:
        """The legal actions."""
        return actions(self._legal, self.game, self.options)

    @property
    def position(self) -> str:
        """The position in notation, with all that is unknown left open."""
        return self.game.format_position(self.record, self.options)

    @property
    def text(self) -> str:
        """All that the seat may know, in words."""
        return self._observed.text

    @property
    def array(self) -> NDArray[np.int16]:
        """The same as numbers of a fixed shape."""
        return self._observed.array

    @cached_property
    def _observed(self) -> Observation:
        return self.game.observe(self.record, self.options, self.seat)

    @property
    def targets(self) -> list[Target]:
        """The legal actions as a person points at them: piece, what it does, what it captures."""
        return self.game.targets(self.record, self.options, self.seat, self._legal)

    def worlds(self, count: int = 1) -> list["World"]:
        """Ways in which all that is unknown could be, drawn at random, each with its own luck."""
        return [self._world() for _ in range(count)]

    def _world(self) -> "World":
        record, rng = self.record.copy(), streams()
        seed_streams(rng, self.random.getrandbits(BITS), 0)
        stream, work = CHOICES + self.seat, self.game.new_work()
        self.game.resample(record[0], self.options[0], work[0], self.seat, rng, stream)
        seed_streams(rng, self.random.getrandbits(BITS), 0)
        return World(self.game, self.options, record, rng)

    def __repr__(self) -> str:
        return f"<what seat {self.seat} sees: {self.position}>"


class World:
    """A position without unknowns, to be played on. Chance happens by itself.

    It never changes: `after` and `play_on` give another one. Two actions that are tried in one
    world meet the same dice and cards as far as they can, so they differ by what they are worth.
    """

    def __init__(
        self, game: Game, options: Records, record: Records, rng: NDArray[np.uint64]
    ) -> None:
        self.game, self.options = game, options
        self.record = record
        self._rng = rng

    @property
    def actor(self) -> int:
        """The seat to move, or −1 and below where there is none."""
        return int(self.game.actor(self.record[0]))

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def legal(self) -> list[Action]:
        """The legal actions of the seat to move."""
        return actions(self._legal, self.game, self.options)

    @cached_property
    def _legal(self) -> list[int]:
        if self.over:
            return []
        out, work = self.game.new_out(), self.game.new_work()
        n = self.game.legal_actions(self.record[0], self.options[0], work[0], out)
        return [int(action) for action in out[:n]]

    @property
    def position(self) -> str:
        """In notation."""
        return self.game.format_position(self.record, self.options)

    def after(self, action: int | str) -> "World":
        """Where an action leads, and the chance behind it."""
        number = self.game.parse_action(action, self.options) if isinstance(action, str) else action
        if number not in self._legal:
            raise OffleashError(f"{action!r} is no legal action in {self.position}")
        made = World(self.game, self.options, self.record.copy(), self._rng.copy())
        made._apply(int(number))
        made._let_chance_happen()
        return made

    def _apply(self, action: int) -> None:
        game = self.game
        work, tally = game.new_work(), game.new_tally()
        game.apply(self.record[0], self.options[0], work[0], action, tally[0])

    def _let_chance_happen(self) -> None:
        game, out, chances = self.game, self.game.new_out(), self.game.new_chances()
        while self.actor == CHANCE:
            state = self.record[0]
            n = game.chance_outcomes(state, self.options[0], out, chances)
            self._apply(int(out[pick(self._rng, game.stream(state), chances, n)]))

    def play_on(self, most: int | None = None, bots: str = "greedy") -> "World":
        """To the end, or for so many actions, with these bots on all seats."""
        from offleash.bots.seats import policy, seat_names

        game, seats = self.game, self.game.seat_count(self.options)
        chosen = policy(game, seat_names(game, bots, seats))
        seed = int(self._rng[0] >> np.uint64(1))
        limit = LIMIT if most is None else most
        how: dict[str, Any] = {"starts": self.record, "limit": limit, "threads": 1}
        played = play_batch(game, chosen, 1, seed, self.options, **how)
        made = World(game, self.options, played.states, streams())
        seed_streams(made._rng, seed, 1)
        made._let_chance_happen()
        return made

    def chance(self, seat: int) -> float:
        """A seat's chance to win as the game judges it, from 0 to 1; at the end what it won."""
        game, options = self.game, self.options[0]
        if self.over:
            shares = np.zeros(game.seat_count(self.options), np.float64)
            game.returns(self.record[0], options, shares)
            return float(shares[seat])
        if game.outlook is None:
            raise OffleashError(f"{game.title} can't judge a position: play on to the end")
        work = game.new_work()
        judgement = np.array(game.mind(usual_weights(game), "judgement"), np.int64)
        found = game.outlook(self.record[0], options, work[0], seat, judgement)
        return int(found) / CERTAIN

    def __repr__(self) -> str:
        return f"<a world: {self.position}>"
