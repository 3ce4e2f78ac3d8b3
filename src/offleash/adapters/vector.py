"""Thousands of games stepped at once by compiled code: `offleash.vector("dog", games=4096)`."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple, Self, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.adapters import snapshot
from offleash.adapters.frames import Frames
from offleash.adapters.templates import steps
from offleash.adapters.templates.steps import (
    BEGIN,
    KEEP,
    LOOK,
    PLAY,
    StepDesk,
    StepFrame,
    VectorGames,
)
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import FALLBACK_BOT, policy
from offleash.compiler.record import words
from offleash.compiler.rule import direct, specialise
from offleash.compiler.rules.random import STREAMS
from offleash.compiler.seeds import check_seed
from offleash.contract import Game, Records
from offleash.contract.option_texts import StoredText, hold_texts
from offleash.contract.positions import Position
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import LIMIT, MOST_THREADS, Policy
from offleash.games import registry
from offleash.tools.errors import IllegalAction, OffleashError, quote

__all__ = ["GameVector", "StepArrays", "VectorSettings", "vector"]

AGENT = "agent"  # as the name of a seat: the caller of `step` plays it
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")

OptionRows = Mapping[str, Any] | Sequence[Mapping[str, Any]] | Records | None


class StepArrays(NamedTuple):
    """What `step` returns; without `copy` the next step overwrites these arrays."""

    observations: NDArray[np.int32]
    rewards: NDArray[np.float64]
    dones: NDArray[np.int8]
    truncations: NDArray[np.int8]


class GameVector:
    """Many games of one kind, each waiting for a decision of an agent.

    The arrays have a row for each game and support DLPack. `actors` has the seat that decides,
    `legal_actions` and `legal_counts` what it may do, `observations` what it knows
    (`game.learning.encoding` names the numbers), `rewards` what each seat has won, in the step that
    ends a game. `dones` and `truncations` mark such steps: the rows then show the first decision of
    the next game, and `last_observations` the end, as the seat knows it that decided last. A vector
    can be copied and pickled.
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
        actions: bool = False,
        skip_forced: bool = False,
        auto_reset: bool = True,
        limit: int = LIMIT,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """Prepare games that `reset` starts.

        `options` is one set of options or several: game i is played with row i modulo their number.
        `seats` names a bot for each seat, or `agent`; with one name, it is for all. `mask` adds
        `masks`, a column for every action number, `actions` adds `action_features`, a row for each
        legal action (`game.learning.action_encoding` names the numbers). `skip_forced` plays
        decisions with one legal action without asking. After `limit` decisions a game is truncated.
        With `copy=False` every step overwrites the arrays of the last, to save memory.
        """
        self.game = game if isinstance(game, Game) else registry.load(game)
        self.games = _positive(games, "the number of games")
        self.options = option_rows(self.game, preset, options)
        self.rows = np.arange(self.games) % len(self.options)
        files = self.game.file_options
        self._texts = hold_texts(int(d) for name in files for d in self.options[name].ravel())
        self._policy, self.agents = _seating(self.game, self.options, seats)
        self._is_renewed, self._copies = bool(auto_reset), bool(copy)
        threads = min(_positive(threads, "the number of threads"), self.games, MOST_THREADS)
        self._settings: dict[str, Any] = {
            "seats": seats if isinstance(seats, str) else ",".join(seats),
            "observe": bool(observe),
            "mask": bool(mask),
            "actions": bool(actions),
            "skip_forced": bool(skip_forced),
            "auto_reset": self._is_renewed,
            "limit": _positive(limit, "the limit"),
            "threads": threads,
            "copy": self._copies,
        }
        _check_shown(self.game, observe, actions)
        self._frames = Frames(self.game, self.games, observe, mask, actions, self._copies)
        self._show(self._frames.latest)
        self._make_games()
        kernels = step_kernels(self.game, self._policy)
        self._step_games, self._find_illegal = map(
            direct, (kernels.step_games, kernels.find_illegal)
        )
        self._desks = [new_step_desk(self.game, self._policy) for _ in range(threads)]
        self._edges = list(pairwise(self.games * i // threads for i in range(threads + 1)))
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # that the threads belong to
        self._modes = [np.full(self.games, mode, np.int8) for mode in (KEEP, PLAY, BEGIN, LOOK)]
        self._seed: int | None = None

    def _make_games(self) -> None:
        """Make room for the games themselves, which only steps change."""
        rules, games, settings = self.game.rules, self.games, self._settings
        has_bots = any(agents != _all_bits(self.game) for agents in self.agents)
        planners = self.game.max_seats if has_bots else 0
        self.states = np.zeros(games, rules.record)
        plans = np.zeros(max(1, games * planners), rules.plan)
        self._games = VectorGames(
            *(self.states, words(self.states), self.options, self.rows, plans, words(plans)),
            luck=np.zeros((games, STREAMS), np.uint64),
            movers=np.full(games, OVER, np.int64),
            decisions=np.zeros(games, np.int64),
            numbers=np.arange(games),
            personas=self._policy.personas,
            casts=self._policy.casts,
            agents=self.agents,
            planners=planners,
            stride=games,
            limit=settings["limit"],
            skips_forced=int(settings["skip_forced"]),
            renews=int(settings["auto_reset"]),
        )

    def _show(self, frame: StepFrame) -> None:
        """Let the attributes be the arrays of a frame."""
        self.observations, self.last_observations = frame.observations, frame.last_observations
        self.legal_actions, self.legal_counts = frame.legal_actions, frame.legal_counts
        self.masks, self.actors, self.rewards = frame.masks, frame.actors, frame.rewards
        self.action_features = frame.action_features
        self.dones, self.truncations = frame.dones, frame.truncations

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many decisions each game has had, those of bots and forced ones included."""
        return self._games.decisions.copy() if self._copies else self._games.decisions

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each game in the series of the seed."""
        return self._games.numbers.copy() if self._copies else self._games.numbers

    def reset(self, seed: int | None = None) -> NDArray[np.int32]:
        """Start new games: from number 0 of a seed, or the next ones of the same series."""
        if seed is not None or self._seed is None:
            self._seed = 0 if seed is None else check_seed(seed)
            self._games.numbers[:] = np.arange(self.games)
        else:
            self._games.numbers[:] += self.games
        self._run(self._frames.turn(), self._modes[BEGIN])
        return self.observations

    def begin(self, places: ArrayLike) -> NDArray[np.int32]:
        """Start the next game of the series in some places, named by number or by a mask."""
        selection = self._mask_of(places)
        self._games.numbers[selection] += self.games
        self._run(self._frames.edit(), np.where(selection, BEGIN, KEEP).astype(np.int8))
        return self.observations

    def step(self, actions: ArrayLike, *, begin: ArrayLike | None = None) -> StepArrays:
        """Play one action in each game. Raises IllegalAction before any game has changed.

        The number for a game that is over (without `auto_reset`) is ignored, as is that for a place
        in `begin`, where the next game of the series starts instead.
        """
        moves, modes = self._moves(actions), self._modes[PLAY]
        if begin is not None:
            selection = self._mask_of(begin)
            modes = np.where(selection, BEGIN, PLAY).astype(np.int8)
        self._check_begun()
        place = self._find_illegal(moves, modes, self.legal_actions, self.legal_counts, self.actors)
        if place >= 0:
            raise self._illegal(place, int(moves[place]))
        if begin is not None:
            self._games.numbers[selection] += self.games
        frame = self._frames.turn()
        if not self._is_renewed and frame.observations is not self.observations:
            frame.observations[:] = self.observations  # a game that is over shows what it showed
        self._run(frame, modes, moves)
        return StepArrays(self.observations, self.rewards, self.dones, self.truncations)

    # Positions

    def state(self, places: ArrayLike) -> Records:
        """Return a copy of the positions in some places, named by number: an array of records."""
        return self.states[self._numbers_of(places)]

    def set_state(
        self, places: ArrayLike, position: Position, *, check: bool = True
    ) -> NDArray[np.int32]:
        """Let games in some places go on from a position: its text, its fields, or a record.

        One position is for all of the places; an array of records may have one for each. Chance,
        bots and forced moves follow until an agent decides; a position that is over ends the game
        as a step would. `check=False` saves a few milliseconds a position: it is for records that
        came out of `state`, as compiled rules trust what they get.
        """
        self._check_begun()
        numbers = self._numbers_of(places)
        is_array = isinstance(position, np.ndarray) and position.size != 1
        given = list(position) if isinstance(position, np.ndarray) and is_array else [position]
        if len(given) not in (1, len(numbers)):
            raise OffleashError(f"{len(given)} positions are given for {len(numbers)} places")
        if check:
            rows = zip(numbers, given * (len(numbers) // len(given)), strict=True)
            records = [self.game.read_position(row, self.options_of(int(n))) for n, row in rows]
            states = np.concatenate(records) if records else self.states[:0]
        elif isinstance(position, np.ndarray) and position.dtype == self.game.rules.record:
            states = position
        else:
            raise OffleashError("only records can be set without a check: pass what `state` gave")
        self.states[numbers] = states
        modes = self._modes[KEEP].copy()
        modes[numbers] = LOOK
        self._run(self._frames.edit(), modes)
        return self.observations

    def snapshot(self) -> bytes:
        """Return the whole vector as bytes, which `restore` takes up again on any machine."""
        games, frame = self._games, self._frames.latest
        ended = np.flatnonzero(frame.dones | frame.truncations)
        over = np.flatnonzero(frame.actors == OVER)
        names = ("luck", "movers", "decisions", "numbers")
        arrays = {
            "states": self.states.view(np.uint8),
            "plans": games.plans.view(np.uint8),
            **{name: getattr(games, name) for name in names},
            "dones": frame.dones,
            "truncations": frame.truncations,
            "rewards": frame.rewards[ended],
            "ends": frame.last_observations[ended],
            "last_seen": frame.observations[over],
        }
        return snapshot.pack({**self._facts(), "seed": self._seed}, arrays)

    def restore(self, data: bytes) -> NDArray[np.int32]:
        """Take up a snapshot of a vector with the same settings.

        `mask`, `actions`, `threads` and `copy` may differ.
        A snapshot is checked for damage, not for malice: restore only what you trust.
        """
        head, arrays = snapshot.unpack(self._facts(), data)
        games, frame = self._games, self._frames.turn()
        self._seed = head["seed"]
        for name in ("luck", "movers", "decisions", "numbers"):
            getattr(games, name)[:] = arrays[name]
        for name, records in (("states", self.states), ("plans", games.plans)):
            records.view(np.uint8)[:] = arrays[name]
        is_over = games.movers == OVER
        self._run(frame, np.where(is_over, KEEP, LOOK).astype(np.int8))
        if frame.masks.shape[1]:
            frame.masks[is_over] = 0
        frame.actors[is_over], frame.legal_counts[is_over] = OVER, 0
        frame.observations[is_over] = arrays["last_seen"]
        frame.dones[:], frame.truncations[:] = arrays["dones"], arrays["truncations"]
        ended = np.flatnonzero(frame.dones | frame.truncations)
        frame.rewards[:] = 0
        frame.rewards[ended], frame.last_observations[ended] = arrays["rewards"], arrays["ends"]
        return self.observations

    def _facts(self) -> dict[str, Any]:
        names = ("seats", "observe", "skip_forced", "auto_reset", "limit")
        settings = {"games": self.games} | {name: self._settings[name] for name in names}
        return snapshot.facts_of(self.game, self.options, settings)

    def __reduce__(self) -> Any:
        """Pickle as a vector with the same settings, and a snapshot."""
        facts = (self._texts, self.game, self.games, self.options, self._settings)
        return _again, (type(self), *facts, self.snapshot())

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _check_begun(self) -> None:
        if self._seed is None:
            raise OffleashError("call reset() before the first step")

    def _mask_of(self, places: ArrayLike) -> NDArray[np.bool_]:
        """Return a mask of the places. Raises OffleashError if there are no such places."""
        self._check_begun()
        named = np.asarray(places)
        if named.dtype == bool and named.shape == (self.games,):
            return named
        selection = np.zeros(self.games, bool)
        selection[self._numbers_of(named)] = True
        return selection

    def _numbers_of(self, places: ArrayLike) -> NDArray[np.int64]:
        """Places by number, checked."""
        named = np.asarray(places)
        is_empty = named.size == 0
        if not is_empty and (named.dtype.kind not in "iu" or named.ndim > 1):
            raise OffleashError(f"places are numbers of games, or a mask, not {quote(places)}")
        numbers = np.atleast_1d(named).astype(np.int64)
        if not is_empty and not 0 <= numbers.min() <= numbers.max() < self.games:
            raise OffleashError(f"places go from 0 to {self.games - 1}, not {quote(places)}")
        return numbers

    def _moves(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return actions as the kernels read them, or raise OffleashError."""
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
        """End the threads; a later step starts new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def _illegal(self, place: int, action: int) -> IllegalAction:
        view, options = self.states[place : place + 1].copy(), self.options_of(place)
        seat = int(self.actors[place])
        reason = self.game.notation.why_illegal(view, options, action)
        self.game.rules.hide(view[0], options[0], seat)
        position = self.game.notation.format_position(view, options)
        name = f"{self.game.seat_name(options, seat)} in game {place}"
        return IllegalAction(str(action), name, reason, position)

    def _run(
        self, frame: StepFrame, modes: NDArray[np.int8], moves: NDArray[np.int64] | None = None
    ) -> None:
        """Let the kernel write a frame, which is shown from then on."""
        moves = np.zeros(self.games, np.int64) if moves is None else moves
        if len(self._desks) == 1:
            place = self._step_slice(0, frame, moves, modes)
        else:
            numbers, order = range(len(self._desks)), (frame, moves, modes)
            tasks = [self._threads().submit(self._step_slice, n, *order) for n in numbers]
            place = max(task.result() for task in tasks)
        if self._copies:
            self._show(frame)
        if place >= 0:
            self._seed = None
            raise OffleashError(
                f"no agent decides anything in {steps.MOST_SKIPPED} games at place {place}: "
                f"the limit of {self._games.limit} decisions is too low"
            )

    def _threads(self) -> ThreadPoolExecutor:
        """Return the threads of this process: a fork does not copy those of its parent."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._desks)), os.getpid()
        return self._pool

    def _step_slice(
        self, number: int, frame: StepFrame, moves: NDArray[np.int64], modes: NDArray[np.int8]
    ) -> int:
        lo, hi = self._edges[number]
        place: int = self._step_games(
            *self._games, *self._desks[number], *frame, moves, modes, self._seed, lo, hi
        )
        return place


def _again(
    kind: type[GameVector],
    texts: Sequence[StoredText],  # those that the options name
    game: Game,
    games: int,
    options: Records,
    settings: Mapping[str, Any],
    data: bytes,
) -> GameVector:
    """Return a vector from its settings and a snapshot."""
    vector = kind(game, games, options=options, **settings)
    vector.restore(data)
    return vector


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
    """Return the bots for each row of options, and the seats of agents as bits."""
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


def _check_shown(game: Game, observe: bool, actions: bool) -> None:
    """Raise OffleashError if a game does not say what is to be shown."""
    if observe:
        _encode_of(game)
    if actions and game.learning.write_action is None:
        raise OffleashError(f"{game.title} does not say what its actions are, as numbers")


def _encode_of(game: Game) -> Any:
    """Return the compiled encoding of a game. Raises OffleashError if it has none."""
    if game.learning.encode is None:
        raise OffleashError(f"{game.title} has no encoding, so it has no observations as numbers")
    return game.learning.encode


def new_step_desk(game: Game, bots: Policy) -> StepDesk:
    """Return the buffers of one thread."""
    study = game.new_study(bots.note, bots.notes, bots.positions)
    return StepDesk(game.new_work(), study, game.new_out(), game.new_chances())


def step_kernels(game: Game, bots: Policy) -> Any:
    """Return the kernels of one game with one policy: `step_games` and `find_illegal`."""
    rules = {name: getattr(game.rules, name) for name in RULES}
    for name in ("encode", "write_action"):
        if (rule := getattr(game.learning, name)) is not None:
            rules[name] = rule
    return specialise(game.rules.rule, steps, note=bots.note, choose=bots.choose, **rules)


class VectorSettings(TypedDict, total=False):
    """The settings of `GameVector`."""

    preset: str | None
    options: OptionRows
    seats: str | Sequence[str]
    observe: bool
    mask: bool
    actions: bool
    skip_forced: bool
    auto_reset: bool
    limit: int
    threads: int
    copy: bool


def vector(game: str | Game, games: int = 1024, **settings: Unpack[VectorSettings]) -> GameVector:
    """Prepare many games that an agent plays step by step, all in compiled code.

    See `GameVector` for the settings and for what can be read after `reset` and `step`.
    """
    return GameVector(game, games, **settings)
