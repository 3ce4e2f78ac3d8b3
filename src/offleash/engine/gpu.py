"""The playout kernel on an NVIDIA GPU, one thread per game, with the same rules and records.

Needs `OFFLEASH_RULES=cuda`, which makes every rule a device function, and the extra `gpu`. A
thread keeps its position and the buffers of the rules in local memory and writes them out when the
game is over. The workspace of a bot that thinks is too large for that: it lies in global memory,
and only as many threads start as there is room for, each playing one game after another. Sums are
not added up here: threads would have to wait for each other.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.machine import cuda, gpu_type, zeros_on_gpu
from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import STREAMS, seed_streams
from offleash.compiler.study import Study
from offleash.contract import Game, Records
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import (
    LIMIT,
    PACE,
    Batch,
    Policy,
    check_numbers,
    check_rows,
    playout_kernels,
)
from offleash.tools.errors import OffleashError

THREADS = 64  # of a block
REGISTERS = 32  # per thread; with fewer, more games run at once, which hides slow memory
MOST_SLOTS = 1 << 18  # threads: about as many as the largest cards run at once
STUDY_BYTES = 32 << 30  # at most, of all workspaces together


@dataclass(frozen=True, eq=False)
class GpuPlayers:
    """The players of a game, with the kernel that plays for them: it takes minutes to compile."""

    game: Game
    policy: Policy
    registers: int = REGISTERS
    threads: int = THREADS  # of a block

    @cached_property
    def kernel(self) -> Any:
        """Compiled when it is first called."""
        return gpu_kernel(self.game, self.policy, self.registers)

    @cached_property
    def workspaces(self) -> tuple[Any, ...]:
        """A study for each thread, on the GPU: arrays like a `Study`'s with a row for each."""
        policy = self.policy
        one = self.game.new_study(policy.note, policy.notes, policy.positions)
        slots = min(MOST_SLOTS, STUDY_BYTES // sum(part.nbytes for part in one))
        slots -= slots % self.threads
        rows = {
            name: zeros_on_gpu((slots, *part.shape), part.dtype)
            for name, part in one._asdict().items()
            if name not in ("words", "plan_words")
        }
        for name, records in (("words", "states"), ("plan_words", "plans")):
            shape = (slots, *getattr(one, name).shape)
            rows[name] = rows[records].reshape(-1).view(np.uint64).reshape(shape)
        return tuple(rows[name] for name in Study._fields)

    def play(self, games: int, *buffers: Any) -> None:
        """Play as many games as there are, several in one thread if there is no room for more."""
        most = len(self.workspaces[0]) // self.threads
        blocks = min(most, -(-games // self.threads))
        self.kernel[blocks, self.threads](self.workspaces, *buffers)
        cuda().synchronize()


def gpu_kernel(game: Game, policy: Policy, registers: int) -> Any:
    """Return a CUDA kernel: each thread plays the games of one slot, one after another."""
    play_on = playout_kernels(game, policy).play_on
    device, rules = cuda(), game.rules
    setup, actor, returns = rules.setup, rules.actor, rules.returns
    kinds = (rules.record, rules.work, rules.tally, rules.plan, rules.sums)
    record, work_record, tally_record, plan_record, sums_record = map(gpu_type, kinds)
    width, seats = rules.max_actions + 1, game.max_seats

    def play_all(workspaces, outputs, variants, rows, players, blanks, seed, limit):
        states, tallies, lengths, results, paces = outputs
        personas, casts, seated, numbers = players
        notes, positions, words, plans_of, plan_words, outs, chances_of, rngs, shares = workspaces
        state, tally = device.local.array(1, record), device.local.array(1, tally_record)
        work, sums = device.local.array(1, work_record), device.local.array(1, sums_record)
        plans = device.local.array(seats, plan_record)
        rng, out = device.local.array(STREAMS, np.uint64), device.local.array(width, np.int32)
        chances, pace = device.local.array(width, np.int64), device.local.array(PACE, np.int64)
        slot = device.grid(1)
        # fmt: off
        study = Study(
            notes[slot], positions[slot], words[slot], plans_of[slot], plan_words[slot],
            outs[slot], chances_of[slot], rngs[slot], shares[slot],
        )
        # fmt: on
        for i in range(slot, len(states), device.gridsize(1)):
            # Local arrays begin as they are; nothing relies on the contents of work or sums.
            state[0], tally[0] = blanks[0][0], blanks[1][0]
            for seat in range(seats):
                plans[seat] = blanks[2][0]
            for part in range(PACE):
                pace[part] = 0
            options, cast = variants[rows[i]], casts[seated[i]]
            seed_streams(rng, seed, numbers[i])
            setup(state[0], options)
            lengths[i] = play_on(
                state[0],
                options,
                work[0],
                tally[0],
                sums[0],
                plans,
                study,
                rng,
                out,
                chances,
                personas,
                cast,
                pace,
                limit,
            )
            if actor(state[0]) == OVER:
                returns(state[0], options, results[i])
            states[i], tallies[i] = state[0], tally[0]
            for part in range(PACE):
                paces[i, part] = pace[part]

    return cuda().jit(play_all, max_registers=registers)


class GpuBatches:
    """Buffers on the GPU for batches of one size, and the kernel that fills them."""

    def __init__(
        self,
        players: GpuPlayers,
        games: int,
        variants: Records,
        rows: NDArray[np.int64] | None = None,
        seated: NDArray[np.int64] | None = None,
        numbers: NDArray[np.int64] | None = None,
    ) -> None:
        if MODE != "cuda":
            raise OffleashError("OFFLEASH_RULES must be cuda to play on a GPU")
        if not cuda().is_available():
            raise OffleashError("there is no NVIDIA GPU, or its driver is missing")
        game, policy = players.game, players.policy
        self._players, self._games, self._variants = players, games, variants
        self._rows = np.zeros(games, np.int64) if rows is None else rows
        self._seated = np.zeros(games, np.int64) if seated is None else seated
        numbers = np.arange(games) if numbers is None else numbers
        check_rows(game, policy, games, variants, self._rows, self._seated)
        check_numbers(games, numbers)
        to_device = cuda().to_device
        rules = game.rules
        kinds = (rules.record, rules.tally, rules.plan)
        self._fixed = [to_device(variants), to_device(self._rows)]
        self._outputs: list[Any] = [
            to_device(np.zeros(games, game.rules.record)),
            to_device(np.zeros(games, game.rules.tally)),
            to_device(np.zeros(games, np.int64)),
            to_device(np.zeros((games, game.max_seats), np.float64)),
            to_device(np.zeros((games, PACE), np.int64)),
        ]
        seats = (policy.personas, policy.casts, self._seated, numbers)
        self._seats = tuple(map(to_device, seats))
        self._blanks = tuple(to_device(np.zeros(1, kind)) for kind in kinds)

    def play(self, seed: int, limit: int = LIMIT) -> None:
        """Play one batch and wait for it; `fetch` returns the result."""
        tables = (tuple(self._outputs), *self._fixed, self._seats, self._blanks)
        self._players.play(self._games, *tables, np.int64(seed), np.int64(limit))

    def fetch(self, limit: int = LIMIT) -> Batch:
        """Copy the final records from the GPU."""
        states, tallies, lengths, results, paces = (
            output.copy_to_host() for output in self._outputs
        )
        sums = np.zeros(len(self._variants), self._players.game.rules.sums)
        policy, variants, rows = self._players.policy, self._variants, self._rows
        playing = self._players.game.playing(variants, rows)
        games = (variants, rows, policy.players, policy.casts[self._seated], playing, results)
        return Batch(states, tallies, sums, *games, lengths, paces, lengths < limit)
