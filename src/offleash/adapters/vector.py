"""Thousands of games stepped at once by compiled code: `offleash.vector("dog", games=4096)`."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.adapters.templates import steps
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import FALLBACK_BOT, policy
from offleash.compiler.record import words
from offleash.compiler.rule import direct, specialise
from offleash.compiler.rules.random import STREAMS
from offleash.compiler.seeds import check_seed
from offleash.contract import Game, Records
from offleash.contract.option_texts import hold_texts
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import LIMIT, MOST_THREADS, Policy, new_desk
from offleash.games import registry
from offleash.tools.errors import IllegalAction, OffleashError, quote

AGENT = "agent"  # as the name of a seat: the caller of `step` plays it
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")

OptionRows = Mapping[str, Any] | Sequence[Mapping[str, Any]] | Records | None


class StepArrays(NamedTuple):
    """What `step` returns: arrays of the vector itself, which the next step overwrites."""

    observations: NDArray[np.int32]
    rewards: NDArray[np.float64]
    dones: NDArray[np.int8]
    truncations: NDArray[np.int8]


class GameVector:
    """Many games of one kind, each waiting for a decision of an agent.

    All arrays are made once and overwritten by every step; they have a row for each game and
    support DLPack. `actors` has the seat that decides, `legal_actions` and `legal_counts` what it
    may do, `observations` what it knows (`game.learning.encoding` names the numbers), `rewards`
    what each seat has won, in the step that ends a game. `dones` and `truncations` mark such steps:
    the rows then show the first decision of the next game, and `last_observations` the end, as the
    seat knows it that decided last.
    """

    def __init__(
        self,
        game: str | Game,
        games: int = 1024,
        *,
        preset: str | None = None,
        options: OptionRows = None,
        seats: str | Sequence[str] = AGENT,
        observe: bool = True,
        mask: bool = False,
        skip_forced: bool = False,
        auto_reset: bool = True,
        limit: int = LIMIT,
        threads: int = 1,
    ) -> None:
        """Prepare games that `reset` starts.

        `options` is one set of options or several: game i is played with row i modulo their number.
        `seats` names a bot for each seat, or `agent`; with one name, it is for all. `mask` adds
        `masks`, a column for every action number. `skip_forced` plays decisions with one legal
        action without asking. After `limit` decisions a game is truncated. Raises OffleashError if
        an argument is wrong.
        """
        self.game = game if isinstance(game, Game) else registry.load(game)
        self.games = _positive(games, "the number of games")
        self.options = option_rows(self.game, preset, options)
        self.rows = np.arange(self.games) % len(self.options)
        files = self.game.file_options
        self._texts = hold_texts(int(d) for name in files for d in self.options[name].ravel())
        self._policy, self.agents = _seating(self.game, self.options, seats)
        self._flags = (int(skip_forced), int(auto_reset))
        self._limit = _positive(limit, "the limit")
        self._make_arrays(observe, mask)
        kernels = step_kernels(self.game, self._policy)
        self._step_games = direct(kernels.step_games)
        self._find_illegal = direct(kernels.find_illegal)
        count = min(_positive(threads, "the number of threads"), self.games, MOST_THREADS)
        self._desks = [new_desk(self.game, self._policy, 1) for _ in range(count)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        edges = [self.games * i // count for i in range(count + 1)]
        self._edges = list(pairwise(edges))
        self._arguments = [self._kernel_arguments(desk) for desk in self._desks]
        self._seed: int | None = None

    def _make_arrays(self, observe: bool, mask: bool) -> None:
        rules, games = self.game.rules, self.games
        if observe:
            _encode_of(self.game)
        size = self.game.learning.encoding.size if observe else 0
        self.states = np.zeros(games, rules.record)
        self.observations = np.zeros((games, size), np.int32)
        self.last_observations = np.zeros((games, size), np.int32)
        self.legal_actions = np.zeros((games, rules.max_actions + 1), np.int32)
        self.legal_counts = np.zeros(games, np.int64)
        self.masks = np.zeros((games, rules.action_count if mask else 0), np.int8)
        self.actors = np.full(games, OVER, np.int64)
        self.rewards = np.zeros((games, self.game.max_seats))
        self.dones, self.truncations = np.zeros(games, np.int8), np.zeros(games, np.int8)
        self.decisions = np.zeros(games, np.int64)  # of each game, bots and forced ones included
        self.numbers = np.arange(games)  # of each game in the series of the seed
        self._luck = np.zeros((games, STREAMS), np.uint64)
        has_bots = any(mask != _all_bits(self.game) for mask in self.agents)
        self._planners = self.game.max_seats if has_bots else 0
        self._plans = np.zeros(max(1, games * self._planners), rules.plan)
        self._words, self._plan_words = words(self.states), words(self._plans)

    def reset(self, seed: int | None = None) -> NDArray[np.int32]:
        """Start new games: from number 0 of a seed, or the next ones of the same series."""
        if seed is not None or self._seed is None:
            self._seed = 0 if seed is None else check_seed(seed)
            self.numbers[:] = np.arange(self.games)
        else:
            self.numbers += self.games
        self._run(np.zeros(self.games, np.int64), is_reset=True)
        return self.observations

    def step(self, actions: ArrayLike) -> StepArrays:
        """Play one action in each game. Raises IllegalAction before any game has changed.

        The number for a game that is over (without `auto_reset`) is ignored.
        """
        if self._seed is None:
            raise OffleashError("call reset() before the first step")
        moves = self._moves(actions)
        listed = (self.legal_actions, self.legal_counts, self.actors)
        if (place := self._find_illegal(moves, *listed, self.games)) >= 0:
            raise self._illegal(place, int(moves[place]))
        self._run(moves, is_reset=False)
        return StepArrays(self.observations, self.rewards, self.dones, self.truncations)

    def _moves(self, actions: ArrayLike) -> NDArray[np.int64]:
        """The actions as the kernels read them. Raises OffleashError if they are no numbers."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.games,):
            raise OffleashError(f"step needs {self.games} actions, one for each game")
        if numbers.dtype.kind not in "iu":
            raise OffleashError("step needs the numbers of actions, which are whole numbers")
        return np.ascontiguousarray(numbers, np.int64)

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """Return a legal action for each game, all equally likely; 0 where it is over."""
        places = (rng.random(self.games) * self.legal_counts).astype(np.int64)
        return self.legal_actions[np.arange(self.games), places]

    def options_of(self, place: int) -> Records:
        """Return the options of one game."""
        row = int(self.rows[place])
        return self.options[row : row + 1]

    def observe(self, place: int, seat: int) -> NDArray[np.int32]:
        """Return what any seat knows of one game, as a new array."""
        array = np.zeros(self.game.learning.encoding.size, np.int32)
        encode = _encode_of(self.game)
        encode(self.states[place], self.options_of(place)[0], seat, array)
        return array

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _illegal(self, place: int, action: int) -> IllegalAction:
        view, options = self.states[place : place + 1].copy(), self.options_of(place)
        seat = int(self.actors[place])
        reason = self.game.notation.why_illegal(view, options, action)
        self.game.rules.hide(view[0], options[0], seat)
        position = self.game.notation.format_position(view, options)
        name = f"{self.game.seat_name(options, seat)} in game {place}"
        return IllegalAction(str(action), name, reason, position)

    def _run(self, moves: NDArray[np.int64], is_reset: bool) -> None:
        if self._pool is None:
            place = self._step_slice(0, moves, is_reset)
        else:
            numbers = range(len(self._desks))
            tasks = [self._pool.submit(self._step_slice, n, moves, is_reset) for n in numbers]
            place = max(task.result() for task in tasks)
        if place >= 0:
            self._seed = None
            raise OffleashError(
                f"no agent decides anything in {steps.MOST_SKIPPED} games at place {place}: "
                f"the limit of {self._limit} decisions is too low"
            )

    def _step_slice(self, number: int, moves: NDArray[np.int64], is_reset: bool) -> int:
        place: int = self._step_games(
            *self._arguments[number], moves, self._seed, int(is_reset), *self._edges[number]
        )
        return place

    def _kernel_arguments(self, desk: Any) -> tuple[Any, ...]:
        """What the kernel gets in every step of a slice, in the order of its parameters."""
        return (
            *(self.states, self._words, self.options, self.rows, desk.works[0]),
            *(self._plans, self._plan_words, self._planners, desk.study, self._luck),
            *(desk.out, desk.chances, self._policy.personas, self._policy.casts),
            *(self.legal_actions, self.legal_counts, self.masks, self.actors, self.rewards),
            *(self.dones, self.truncations, self.decisions),
            *(self.observations, self.last_observations, self.numbers, self.agents),
            *(self.games, self._limit, *self._flags),
        )


def _positive(number: object, name: str) -> int:
    """Check a number that must be at least 1."""
    value = check_seed(number, name)
    if value < 1:
        raise OffleashError(f"{name} is {value}; it must be at least 1")
    return value


def _all_bits(game: Game) -> int:
    return (1 << game.max_seats) - 1


def option_rows(game: Game, preset: str | None, options: OptionRows) -> Records:
    """Return an options record for each row that was named. Raises OffleashError."""
    if isinstance(options, np.ndarray):
        if options.dtype != game.rules.options_record or len(options) == 0:
            raise OffleashError(f"these are not options of {game.title}")
        return options.copy()
    changes = [options or {}] if options is None or isinstance(options, Mapping) else options
    if not isinstance(changes, Sequence) or not all(isinstance(row, Mapping) for row in changes):
        text = quote(options)
        raise OffleashError(f"options= takes names and values, or a list of them, not {text}")
    if not changes:
        raise OffleashError("options must have at least one row")
    return np.concatenate([game.options(preset, row) for row in changes])


def _seating(
    game: Game, options: Records, seats: str | Sequence[str]
) -> tuple[Policy, NDArray[np.int64]]:
    """The bots for each row of options, and the seats of agents as bits."""
    names = seats.split(",") if isinstance(seats, str) else seats
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OffleashError(f"seats must be names of bots, not {quote(seats)}")
    names = [name if name == AGENT else normalise_name(game, name) for name in names]
    for name in names:
        if name != AGENT:
            find(game, name)
    seatings, agents = [], []
    for row in range(len(options)):
        count = game.seat_count(options[row : row + 1])
        if len(names) not in (1, count):
            raise OffleashError(f"{len(names)} names for {count} seats: give one, or one for each")
        seating = names * count if len(names) == 1 else names
        bits = sum(1 << seat for seat, name in enumerate(seating) if name == AGENT)
        is_alone = bits == (1 << count) - 1
        agents.append(_all_bits(game) if is_alone else bits)
        seatings.append([FALLBACK_BOT if name == AGENT else name for name in seating])
    if not all(agents):
        raise OffleashError(f"no seat is played by an {AGENT}")
    bots = policy(game, *seatings)
    if bots.guests:
        raise OffleashError("bots written in Python can't play in a vector: name compiled ones")
    return bots, np.array(agents, np.int64)


def _encode_of(game: Game) -> Any:
    """The compiled encoding of a game. Raises OffleashError if it has none."""
    if game.learning.encode is None:
        raise OffleashError(f"{game.title} has no encoding, so it has no observations as numbers")
    return game.learning.encode


def step_kernels(game: Game, bots: Policy) -> Any:
    """The kernels of one game with one policy: `step_games` and `find_illegal`."""
    rules = {name: getattr(game.rules, name) for name in RULES}
    if game.learning.encode is not None:
        rules["encode"] = game.learning.encode
    return specialise(game.rules.rule, steps, note=bots.note, choose=bots.choose, **rules)


def vector(game: str | Game, games: int = 1024, **settings: Any) -> GameVector:
    """Prepare many games that an agent plays step by step, all in compiled code.

    See `GameVector` for the settings and for what can be read after `reset` and `step`.
    """
    return GameVector(game, games, **settings)
