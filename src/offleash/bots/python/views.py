"""What a bot written in Python sees, and worlds in which it can try actions."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.bot_names import default_style
from offleash.bots.lineup import policy, seat_names
from offleash.compiler.rules.random import CHOICES, pick, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records, Target
from offleash.contract.encoding import Observation
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import LIMIT, play_batch
from offleash.tools.errors import OffleashError

SEED_BITS = 63  # of a seed


class Action(int):
    """The number of an action, with its text."""

    _game: Game
    _options: Records

    def __new__(cls, number: int, game: Game, options: Records) -> "Action":
        action = super().__new__(cls, number)
        action._game, action._options = game, options
        return action

    @cached_property
    def text(self) -> str:
        """The action as users write it."""
        return self._game.notation.format_action(int(self), self._options)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{int(self)}: {self.text}>"


def actions(numbers: Sequence[int], game: Game, options: Records) -> list[Action]:
    """Return actions from their numbers."""
    return [Action(number, game, options) for number in numbers]


class BotView:
    """What one seat may know when it is to move. All data are copies, which a bot may change."""

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
        self.number = number  # of the game in its series
        # For this decision only: the same seed, game, seat and history give the same numbers. It is
        # seeded by text, so that a bot can't derive the dice and the cards from it.
        self.random = Random(f"{luck}")
        self._legal = tuple(legal)

    @property
    def legal(self) -> list[Action]:
        """The legal actions."""
        return actions(self._legal, self.game, self.options)

    @property
    def position(self) -> str:
        """The position in notation, with unknowns left open."""
        return self.game.notation.format_position(self.record, self.options)

    @property
    def text(self) -> str:
        """Everything that the seat may know, in words."""
        return self._observation.text

    @property
    def array(self) -> NDArray[np.int32]:
        """The same as numbers of a fixed shape."""
        return self._observation.array

    @cached_property
    def _observation(self) -> Observation:
        return self.game.notation.observe(self.record, self.options, self.seat)

    @property
    def targets(self) -> list[Target]:
        """The legal actions as targets on the board: piece, effect, capture."""
        return self.game.pictures.targets(self.record, self.options, self.seat, self._legal)

    def worlds(self, count: int = 1) -> list["World"]:
        """Return random positions that agree with this view, each with its own luck."""
        return [self._world() for _ in range(count)]

    def _world(self) -> "World":
        record, rng = self.record.copy(), streams()
        seed_streams(rng, self.random.getrandbits(SEED_BITS), 0)
        stream, work = CHOICES + self.seat, self.game.new_work()
        self.game.rules.resample(record[0], self.options[0], work[0], self.seat, rng, stream)
        seed_streams(rng, self.random.getrandbits(SEED_BITS), 0)
        return World(self.game, self.options, record, rng)

    def __repr__(self) -> str:
        return f"<what seat {self.seat} sees: {self.position}>"


class World:
    """A position without unknowns to try actions in. Chance outcomes are drawn automatically.

    A world never changes: `after` and `play_on` return another one. Two actions tried in one world
    meet the same dice and cards as far as possible, so a difference is due to the actions.
    """

    def __init__(
        self, game: Game, options: Records, record: Records, rng: NDArray[np.uint64]
    ) -> None:
        self.game, self.options = game, options
        self.record = record
        self._rng = rng

    @property
    def actor(self) -> int:
        """The seat to move; negative if there is none."""
        return int(self.game.rules.actor(self.record[0]))

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
        n = self.game.rules.legal_actions(self.record[0], self.options[0], work[0], out)
        return [int(action) for action in out[:n]]

    @property
    def position(self) -> str:
        """The position in notation."""
        return self.game.notation.format_position(self.record, self.options)

    def after(self, action: int | str) -> "World":
        """Return the world after an action and the chance outcomes that follow.

        Raises OffleashError if the action is illegal.
        """
        parse = self.game.notation.parse_action
        number = parse(action, self.options) if isinstance(action, str) else action
        if number not in self._legal:
            raise OffleashError(f"{action!r} is not a legal action in {self.position}")
        world = World(self.game, self.options, self.record.copy(), self._rng.copy())
        world._apply(int(number))
        world._play_chance()
        return world

    def _apply(self, action: int) -> None:
        game = self.game
        work, tally = game.new_work(), game.new_tally()
        game.rules.apply(self.record[0], self.options[0], work[0], action, tally[0])

    def _play_chance(self) -> None:
        game, out, chances = self.game, self.game.new_out(), self.game.new_chances()
        while self.actor == CHANCE:
            state = self.record[0]
            n = game.rules.chance_outcomes(state, self.options[0], out, chances)
            self._apply(int(out[pick(self._rng, game.rules.stream(state), chances, n)]))

    def play_on(self, most: int | None = None, bots: str = "greedy") -> "World":
        """Return the world `most` actions later, or at the end, with these bots on all seats."""
        game, seats = self.game, self.game.seat_count(self.options)
        players = policy(game, seat_names(game, bots, seats))
        seed = int(self._rng[0] >> np.uint64(1))
        limit = LIMIT if most is None else most
        batch_options: dict[str, Any] = {"starts": self.record, "limit": limit, "threads": 1}
        batch = play_batch(game, players, 1, seed, self.options, **batch_options)
        world = World(game, self.options, batch.states, streams())
        seed_streams(world._rng, seed, 1)
        world._play_chance()
        return world

    def chance(self, seat: int) -> float:
        """Return a seat's estimated chance to win, from 0 to 1; at the end, its share of the win.

        Raises OffleashError if the game can't judge a position.
        """
        game, options = self.game, self.options[0]
        if self.over:
            shares = np.zeros(game.seat_count(self.options), np.float64)
            game.rules.returns(self.record[0], options, shares)
            return float(shares[seat])
        if game.bots.outlook is None:
            raise OffleashError(f"{game.title} can't judge a position: play on to the end")
        work = game.new_work()
        judgement = np.array(
            game.weights_in_set(default_style(game).weights, "judgement"), np.int64
        )
        outlook = game.bots.outlook(self.record[0], options, work[0], seat, judgement)
        return int(outlook) / CERTAIN

    def __repr__(self) -> str:
        return f"<a world: {self.position}>"
