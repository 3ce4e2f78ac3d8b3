"""The processor: compiled rules step slices of the games, one in each thread."""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.adapters.devices.frames import Frames
from offleash.adapters.devices.setup import Snapshot, VectorSetup, step_rules
from offleash.adapters.templates import steps
from offleash.adapters.templates.steps import StepDesk, StepFrame, VectorGames
from offleash.compiler.record import words
from offleash.compiler.rule import direct, specialise
from offleash.compiler.rules.random import STREAMS
from offleash.contract import Game, Records
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import Policy

STREAM_ARRAYS = ("luck", "movers", "decisions", "numbers")


class CpuDevice:
    """Games in the memory of this machine."""

    def __init__(self, setup: VectorSetup) -> None:
        self._setup = setup
        rules, games = setup.game.rules, setup.games
        self.states = np.zeros(games, rules.record)
        plans = np.zeros(max(1, games * setup.planners), rules.plan)
        self._games = VectorGames(
            *(self.states, words(self.states), setup.options, setup.rows, plans, words(plans)),
            luck=np.zeros((games, STREAMS), np.uint64),
            movers=np.full(games, OVER, np.int64),
            decisions=np.zeros(games, np.int64),
            numbers=np.arange(games),
            personas=setup.policy.personas,
            casts=setup.policy.casts,
            agents=setup.agents,
            planners=setup.planners,
            stride=games,
            limit=setup.limit,
            skips_forced=int(setup.skips_forced),
            renews=int(setup.renews),
        )
        self.frames = Frames(self._new_frame, np.copy, setup.copies)
        kernels = step_kernels(setup.game, setup.policy)
        self._step_games, self._find_illegal = map(
            direct, (kernels.step_games, kernels.find_illegal)
        )
        threads = setup.threads
        self._desks = [new_step_desk(setup.game, setup.policy) for _ in range(threads)]
        self._edges = list(pairwise(games * i // threads for i in range(threads + 1)))
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # that the threads belong to
        self._modes = [np.full(games, mode, np.int8) for mode in steps.MODES]

    def _new_frame(self) -> StepFrame:
        setup, rules = self._setup, self._setup.game.rules
        return StepFrame(
            np.zeros((setup.games, setup.size), np.int32),
            np.zeros((setup.games, setup.size), np.int32),
            np.zeros((setup.games, rules.max_actions + 1), np.int32),
            np.zeros(setup.games, np.int64),
            np.zeros((setup.games, setup.mask_columns), np.int8),
            np.zeros((setup.games, *setup.feature_shape), np.int32),
            np.full(setup.games, OVER, np.int64),
            np.zeros((setup.games, setup.game.max_seats)),
            np.zeros(setup.games, np.int8),
            np.zeros(setup.games, np.int8),
        )

    # Numbers of games

    @property
    def decisions(self) -> NDArray[np.int64]:
        return self._games.decisions

    @property
    def numbers(self) -> NDArray[np.int64]:
        return self._games.numbers

    def restart_numbers(self) -> None:
        """Let the games be the first ones of a seed."""
        self._games.numbers[:] = np.arange(self._setup.games)

    def advance_numbers(self, selection: Any = slice(None)) -> None:
        """Let some places have the next games of the series."""
        self._games.numbers[selection] += self._setup.games

    # Steps

    def modes(self, mode: int) -> NDArray[np.int8]:
        """Return one mode for all games."""
        return self._modes[mode]

    def mixed_modes(self, modes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return a mode for each game, as `run` takes them."""
        return modes

    def moves(self, actions: Any) -> NDArray[np.int64]:
        """Return actions as the kernels read them, or raise OffleashError."""
        return np.ascontiguousarray(self._setup.numbers_of_moves(actions), np.int64)

    def find_illegal(self, frame: StepFrame, moves: Any, modes: Any) -> int:
        """Return a place whose move is not legal, or -1."""
        lists = (frame.legal_actions, frame.legal_counts, frame.actors)
        place: int = self._find_illegal(moves, modes, *lists)
        return place

    def run(self, frame: StepFrame, modes: Any, moves: Any, seed: int) -> int:
        """Let the kernel write a frame. Return a place where no agent decides anything, or -1."""
        moves = np.zeros(self._setup.games, np.int64) if moves is None else moves
        order = (frame, moves, modes, seed)
        if len(self._desks) == 1:
            return self._step_slice(0, *order)
        tasks = [
            self._threads().submit(self._step_slice, n, *order) for n in range(len(self._desks))
        ]
        return max(task.result() for task in tasks)

    def _threads(self) -> ThreadPoolExecutor:
        """Return the threads of this process: a fork does not copy those of its parent."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._desks)), os.getpid()
        return self._pool

    def _step_slice(self, number: int, frame: StepFrame, moves: Any, modes: Any, seed: int) -> int:
        lo, hi = self._edges[number]
        place: int = self._step_games(
            *self._games, *self._desks[number], *frame, moves, modes, seed, lo, hi
        )
        return place

    def close(self) -> None:
        """End the threads; a later step starts new ones."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    # Positions, and what lies in arrays

    def read_states(self, places: NDArray[np.int64]) -> Records:
        """Return copies of the positions in some places."""
        return self.states[places]

    def write_states(self, places: NDArray[np.int64], states: Records) -> None:
        """Set the positions in some places: one for each, or one for all."""
        self.states[places] = states

    def snapshot(self) -> Snapshot:
        """Return all arrays of the games."""
        games = self._games
        arrays = {"states": self.states.view(np.uint8), "plans": games.plans.view(np.uint8)}
        return arrays | {name: getattr(games, name) for name in STREAM_ARRAYS}

    def restore(self, arrays: Snapshot) -> None:
        """Set all arrays of the games."""
        for name in STREAM_ARRAYS:
            getattr(self._games, name)[:] = arrays[name]
        for name, records in (("states", self.states), ("plans", self._games.plans)):
            records.view(np.uint8)[:] = arrays[name]

    def read(self, array: Any) -> NDArray[Any]:
        """Return an array of a frame where NumPy can read it."""
        numbers: NDArray[Any] = array
        return numbers

    def write(self, array: Any, selection: Any, values: Any) -> None:
        """Set a part of an array of a frame."""
        array[selection] = values

    def copy(self, target: Any, source: Any) -> None:
        """Copy an array of one frame to another."""
        target[:] = source

    def random_actions(self, frame: StepFrame, rng: np.random.Generator) -> NDArray[np.int32]:
        """Return a legal action for each game, all equally likely; 0 where it is over."""
        games = self._setup.games
        places = (rng.random(games) * frame.legal_counts).astype(np.int64)
        return frame.legal_actions[np.arange(games), places]


def new_step_desk(game: Game, bots: Policy) -> StepDesk:
    """Return the buffers of one thread."""
    study = game.new_study(bots.note, bots.notes, bots.positions)
    return StepDesk(game.new_work(), study, game.new_out(), game.new_chances())


def step_kernels(game: Game, bots: Policy) -> Any:
    """Return the kernels of one game with one policy: `step_games` and `find_illegal`."""
    names = step_rules(game)
    return specialise(game.rules.rule, steps, note=bots.note, choose=bots.choose, **names)
