"""The playout kernel on an NVIDIA GPU, one thread per game, with the same rules and records.

Needs `OFFLEASH_RULES=cuda`, which makes every rule a device function, and the extra `gpu`. A
thread keeps its position and all buffers in local memory and writes them out when the game is
over. Sums are not added up here: threads would have to wait for each other.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.batch import LIMIT, PACE, Batch, Policy, check_rows, playout_kernels
from offleash.core.compile import MODE
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.machine import cuda, gpu_type
from offleash.core.rules.actors import OVER
from offleash.core.rules.random import STREAMS, seed_streams
from offleash.core.study import Study

THREADS = 64  # of a block
REGISTERS = 48  # per thread; with fewer, more games run at once, which hides slow memory


def gpu_kernel(game: Game, policy: Policy) -> Any:
    """A CUDA kernel that plays game number `first` + thread."""
    play_on = playout_kernels(game, policy).play_on
    device, rules = cuda(), game.rules
    setup, actor, returns = rules.setup, rules.actor, rules.returns
    kinds = (rules.record, rules.work, rules.tally, rules.plan, policy.note, rules.sums)
    record, work_record, tally_record, plan_record, note_record, sums_record = map(gpu_type, kinds)
    width, seats, notes_count = rules.max_actions + 1, game.max_seats, policy.notes

    def play_all(outputs, variants, rows, players, blanks, numbers):
        states, tallies, lengths, results, paces = outputs
        personas, casts, seated = players
        i = device.grid(1)
        if i >= len(states):
            return
        state, tally = device.local.array(1, record), device.local.array(1, tally_record)
        work, sums = device.local.array(1, work_record), device.local.array(1, sums_record)
        plans = device.local.array(seats, plan_record)
        rng, out = device.local.array(STREAMS, np.uint64), device.local.array(width, np.int32)
        chances, pace = device.local.array(width, np.int64), device.local.array(PACE, np.int64)
        # No bot searches here, so a policy needs only its notes.
        notes = device.local.array(notes_count, note_record)
        rows_of_words = device.local.array((1, 1), np.uint64)
        shares = device.local.array(1, np.float64)
        study = Study(notes, state, rows_of_words, plans, rows_of_words, out, chances, rng, shares)
        # Local memory is not zeroed; nothing relies on the contents of work, study or sums.
        state[0], tally[0] = blanks[0][0], blanks[1][0]
        for seat in range(seats):
            plans[seat] = blanks[2][0]
        for part in range(PACE):
            pace[part] = 0
        options, cast = variants[rows[i]], casts[seated[i]]
        seed_streams(rng, numbers[0], numbers[1] + i)
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
            numbers[2],
        )
        if actor(state[0]) == OVER:
            returns(state[0], options, results[i])
        states[i], tallies[i] = state[0], tally[0]
        for part in range(PACE):
            paces[i, part] = pace[part]

    return cuda().jit(play_all, max_registers=REGISTERS)


class GpuBatches:
    """Buffers on the GPU for batches of one size, and the kernel that fills them."""

    def __init__(
        self,
        game: Game,
        policy: Policy,
        games: int,
        variants: Records,
        rows: NDArray[np.int64] | None = None,
        seated: NDArray[np.int64] | None = None,
    ) -> None:
        if MODE != "cuda":
            raise OffleashError("OFFLEASH_RULES must be cuda to play on a GPU")
        if not cuda().is_available():
            raise OffleashError("there is no NVIDIA GPU, or its driver is missing")
        self.game, self.games, self._policy = game, games, policy
        self._variants = variants
        self._rows = np.zeros(games, np.int64) if rows is None else rows
        self._seated = np.zeros(games, np.int64) if seated is None else seated
        check_rows(game, policy, games, variants, self._rows, self._seated)
        self._kernel = gpu_kernel(game, policy)
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
        self._players = tuple(map(to_device, (policy.personas, policy.casts, self._seated)))
        self._blanks = tuple(to_device(np.zeros(1, kind)) for kind in kinds)

    def play(self, seed: int, first: int = 0, limit: int = LIMIT) -> None:
        """Play one batch and wait for it; `fetch` returns the result."""
        blocks = -(-self.games // THREADS)
        numbers = (np.int64(seed), np.int64(first), np.int64(limit))
        self._kernel[blocks, THREADS](
            tuple(self._outputs), *self._fixed, self._players, self._blanks, numbers
        )
        cuda().synchronize()

    def fetch(self, limit: int = LIMIT) -> Batch:
        """Copy the final records from the GPU."""
        states, tallies, lengths, results, paces = (
            output.copy_to_host() for output in self._outputs
        )
        sums = np.zeros(len(self._variants), self.game.rules.sums)
        players = self._policy.casts[self._seated]
        playing = self.game.playing(self._variants, self._rows)
        games = (self._variants, self._rows, self._policy.players, players, playing, results)
        return Batch(states, tallies, sums, *games, lengths, paces, lengths < limit)
