"""An NVIDIA GPU: a thread for each game, with all arrays in the memory of the card."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offleash.adapters.devices.frames import Frames
from offleash.adapters.devices.setup import Snapshot, VectorSetup, step_rules
from offleash.adapters.templates import gpu_steps, steps
from offleash.adapters.templates.gpu_steps import GpuEnds, GpuGames, GpuSeats
from offleash.adapters.templates.steps import StepFrame
from offleash.compiler.gpu import (
    Launch,
    Launches,
    check_gpu,
    copy_on_gpu,
    cuda,
    gpu_kernel,
    gpu_type,
    zeros_on_gpu,
)
from offleash.compiler.record import words
from offleash.compiler.rules.random import STREAMS
from offleash.contract import Game, Records
from offleash.contract.part import Rule
from offleash.contract.rules.actors import OVER
from offleash.engine.gpu import new_workspaces
from offleash.tools.errors import OffleashError

THREADS = 64  # of a block
REGISTERS = 64  # per thread
NO_PLACE = np.iinfo(np.int64).max
MOST_LAUNCHES = 8  # that are kept: of the frames that take turns

STREAM_ARRAYS = ("luck", "movers", "decisions", "numbers")


class StepKernels(NamedTuple):
    """The kernels of one game with its bots, compiled when they are first called."""

    play_moves: Any
    list_actions: Any
    show_games: Any
    find_illegal: Any
    pick_actions: Any
    take_moves: Any
    read_words: Any
    write_words: Any


class CudaDevice:
    """Games in the memory of a GPU, which only kernels change."""

    def __init__(self, setup: VectorSetup) -> None:
        check_gpu()
        if setup.threads != 1:
            raise OffleashError("threads are those of the processor: leave them out on a GPU")
        self._setup = setup
        rules, games = setup.game.rules, setup.games
        to_gpu, policy = cuda().to_device, setup.policy
        self._width = rules.record.itemsize // 8
        self._games = GpuGames(
            words=zeros_on_gpu((games, self._width), np.uint64, "F"),
            luck=zeros_on_gpu((games, STREAMS), np.uint64, "F"),
            variants=to_gpu(setup.options),
            rows=to_gpu(setup.rows),
            movers=to_gpu(np.full(games, OVER, np.int64)),
            decisions=to_gpu(np.zeros(games, np.int64)),
            numbers=to_gpu(np.arange(games)),
            stride=games,
            limit=setup.limit,
            skips_forced=int(setup.skips_forced),
            renews=int(setup.renews),
        )
        plans = np.zeros(max(1, games * setup.planners), rules.plan)
        plan_words = to_gpu(words(plans))
        self._seats = GpuSeats(
            agents=to_gpu(setup.agents),
            personas=to_gpu(policy.personas),
            casts=to_gpu(policy.casts),
            plans=plan_words.reshape(-1).view(rules.plan),
            plan_words=plan_words,
            planners=setup.planners,
        )
        self._ends = GpuEnds(
            words=zeros_on_gpu((games, self._width), np.uint64, "F"),
            movers=to_gpu(np.full(games, OVER, np.int64)),
            problems=to_gpu(np.array([NO_PLACE, -1])),
        )
        slots = games if setup.has_bots else 1
        self._workspaces = new_workspaces(setup.game, policy, slots, THREADS)
        self.frames = Frames(self._new_frame, _copy_array, setup.copies)
        self._kernels = step_kernels(setup.game, policy.choose if setup.has_bots else None)
        self._modes = [to_gpu(np.full(games, mode, np.int8)) for mode in steps.MODES]
        self._moves = to_gpu(np.zeros(games, np.int64))
        self._launches: dict[Any, tuple[StepFrame, Any, Launches]] = {}

    def _new_frame(self) -> StepFrame:
        setup, rules = self._setup, self._setup.game.rules

        def table(*shape: int, kind: Any = np.int32) -> Any:
            return zeros_on_gpu((setup.games, *shape), kind, "F")

        return StepFrame(
            table(setup.size),
            table(setup.size),
            table(rules.max_actions + 1),
            table(kind=np.int64),
            table(setup.mask_columns, kind=np.int8),
            table(*setup.feature_shape),
            cuda().to_device(np.full(setup.games, OVER, np.int64)),
            table(setup.game.max_seats, kind=np.float64),
            table(kind=np.int8),
            table(kind=np.int8),
        )

    def _launch(self, kernel: Any, *arguments: Any, threads: int = 0) -> None:
        blocks = -(-(threads or self._setup.games) // THREADS)
        kernel[blocks, THREADS](*arguments)

    # Numbers of games

    @property
    def decisions(self) -> NDArray[np.int64]:
        return self.read(self._games.decisions)

    @property
    def numbers(self) -> NDArray[np.int64]:
        return self.read(self._games.numbers)

    def restart_numbers(self) -> None:
        """Let the games be the first ones of a seed."""
        self._games.numbers.copy_to_device(np.arange(self._setup.games))

    def advance_numbers(self, selection: Any = slice(None)) -> None:
        """Let some places have the next games of the series."""
        numbers = self.numbers
        numbers[selection] += self._setup.games
        self._games.numbers.copy_to_device(numbers)

    # Steps

    def modes(self, mode: int) -> Any:
        """Return one mode for all games."""
        return self._modes[mode]

    def mixed_modes(self, modes: NDArray[np.int8]) -> Any:
        """Return a mode for each game, as `run` takes them."""
        return cuda().to_device(modes)

    def moves(self, actions: Any) -> Any:
        """Return actions as the kernels read them, or raise OffleashError.

        They may lie on the GPU, as an array of Numba, CuPy or PyTorch.
        """
        if hasattr(actions, "__cuda_array_interface__"):
            numbers = cuda().as_cuda_array(actions)
            self._setup.check_moves(numbers.shape, numbers.dtype)
        else:
            numbers = self._setup.numbers_of_moves(actions)
        if isinstance(numbers, np.ndarray):
            self._moves.copy_to_device(np.ascontiguousarray(numbers, np.int64))
        elif numbers.dtype == np.int64 and numbers.is_c_contiguous():
            copy_on_gpu(self._moves, numbers)
        else:
            self._launch(self._kernels.take_moves, numbers, self._moves)
        return self._moves

    def find_illegal(self, frame: StepFrame, moves: Any, modes: Any) -> int:
        """Return a place whose move is not legal, or -1."""
        self._launches_of("check", frame, modes)()
        place, _ = map(int, self._problems())
        if place == NO_PLACE:
            return -1
        self._ends.problems.copy_to_device(np.array([NO_PLACE, -1]))
        return place

    def _problems(self) -> NDArray[np.int64]:
        return self.read(self._ends.problems)

    def run(self, frame: StepFrame, modes: Any, moves: Any, seed: int) -> int:
        """Let the kernels write a frame. Return a place where no agent decides anything, or -1.

        A step does not wait for the GPU: it can't come to such a place where `reset` did not.
        """
        self._launches_of("step", frame, modes, seed)()
        return -1 if moves is not None else int(self._problems()[1])

    def _launches_of(self, part: str, frame: StepFrame, modes: Any, *more: int) -> Launches:
        """Return the launches of a part of a step."""
        key = (part, id(frame), id(modes), *more)
        if key not in self._launches:
            if len(self._launches) == MOST_LAUNCHES:
                del self._launches[next(iter(self._launches))]
            launches = (
                self._check_launches(frame, modes)
                if part == "check"
                else self._step_launches(frame, modes, *more)
            )
            # With what it is named for, so that nothing else gets the same name
            self._launches[key] = (frame, modes, Launches(launches))
        return self._launches[key][2]

    def _check_launches(self, frame: StepFrame, modes: Any) -> list[Launch]:
        blocks = -(-self._setup.games // THREADS)
        order = (frame, self._ends, self._moves, modes)
        return [(self._kernels.find_illegal, blocks, THREADS, order)]

    def _step_launches(self, frame: StepFrame, modes: Any, seed: int) -> list[Launch]:
        setup, kernels, games, ends = self._setup, self._kernels, self._games, self._ends
        blocks = -(-setup.games // THREADS)
        slots = -(-len(self._workspaces[0]) // THREADS) if setup.has_bots else blocks
        play = (games, self._seats, ends, self._workspaces, frame, self._moves, modes, seed)
        launches: list[Launch] = [
            (kernels.play_moves, min(slots, blocks), THREADS, play),
            (kernels.list_actions, blocks, THREADS, (games, frame, modes)),
        ]
        if setup.observe:
            launches.append((kernels.show_games, blocks, THREADS, (games, ends, frame, modes)))
        return launches

    def close(self) -> None:
        """Do nothing: memory of the GPU is freed with the vector."""

    # Positions, and what lies in arrays

    @property
    def states(self) -> Records:
        """Copies of all positions."""
        return self.read_states(np.arange(self._setup.games))

    def read_states(self, places: NDArray[np.int64]) -> Records:
        """Return copies of the positions in some places."""
        out = np.zeros((len(places), self._width), np.uint64)
        if len(places):
            rows = cuda().to_device(out)
            numbers = cuda().to_device(places)
            self._launch(
                self._kernels.read_words, self._games.words, numbers, rows, threads=len(places)
            )
            out = self.read(rows)
        return out.reshape(-1).view(self._setup.game.rules.record)

    def write_states(self, places: NDArray[np.int64], states: Records) -> None:
        """Set the positions in some places: one for each, or one for all."""
        if len(places):
            rows = cuda().to_device(words(np.ascontiguousarray(states)))
            numbers = cuda().to_device(places)
            self._launch(
                self._kernels.write_words, self._games.words, numbers, rows, threads=len(places)
            )

    def snapshot(self) -> Snapshot:
        """Return all arrays of the games."""
        plans = self.read(self._seats.plan_words).reshape(-1).view(np.uint8)
        arrays = {"states": self.states.view(np.uint8), "plans": plans}
        return arrays | {
            name: np.ascontiguousarray(self.read(getattr(self._games, name)))
            for name in STREAM_ARRAYS
        }

    def restore(self, arrays: Snapshot) -> None:
        """Set all arrays of the games."""
        for name in STREAM_ARRAYS:
            self._set(getattr(self._games, name), arrays[name])
        self._set(self._seats.plan_words, arrays["plans"].view(np.uint64))
        states = arrays["states"].view(self._setup.game.rules.record)
        self.write_states(np.arange(self._setup.games), states)

    def read(self, array: Any) -> NDArray[Any]:
        """Return an array of a frame where NumPy can read it: a copy."""
        numbers: NDArray[Any] = array.copy_to_host()
        return numbers

    def write(self, array: Any, selection: Any, values: Any) -> None:
        """Set a part of an array of a frame."""
        numbers = self.read(array)
        numbers[selection] = values if isinstance(values, int) else _host(values)
        self._set(array, numbers)

    def copy(self, target: Any, source: Any) -> None:
        """Copy an array of one frame to another."""
        if target.size:
            target.copy_to_device(source)

    def _set(self, array: Any, numbers: NDArray[Any]) -> None:
        numbers = np.asarray(numbers.reshape(array.shape), array.dtype)
        is_by_column = array.ndim > 1 and array.is_f_contiguous()
        array.copy_to_device(np.asfortranarray(numbers) if is_by_column else numbers)

    def random_actions(self, frame: StepFrame, rng: np.random.Generator) -> Any:
        """Return a legal action for each game, all equally likely; 0 where it is over."""
        draws = cuda().to_device(rng.random(self._setup.games))
        actions = cuda().to_device(np.zeros(self._setup.games, np.int32))
        self._launch(self._kernels.pick_actions, frame, draws, actions)
        return actions


def _host(values: Any) -> Any:
    return values.copy_to_host() if hasattr(values, "copy_to_host") else values


def _copy_array(array: Any) -> Any:
    """Return a copy on the GPU."""
    copy = cuda().device_array_like(array)
    if array.size:
        copy.copy_to_device(array)
    return copy


def step_kernels(game: Game, choose: Rule | None) -> StepKernels:
    """Return the kernels of one game, with a choice for bots if some seats have them."""
    names = {
        **step_rules(game),
        **({} if choose is None else {"choose": choose}),
        "RECORD": gpu_type(game.rules.record),
        "WORK": gpu_type(game.rules.work),
        "STREAMS": STREAMS,
        "WIDTH": game.rules.max_actions + 1,
    }
    return _kernels_with(tuple(names.items()))


@cache  # compiling them takes minutes
def _kernels_with(names: tuple[tuple[str, Any], ...]) -> StepKernels:
    kernels = (getattr(gpu_steps, name) for name in StepKernels._fields)
    return StepKernels(*(gpu_kernel(kernel, REGISTERS, **dict(names)) for kernel in kernels))
