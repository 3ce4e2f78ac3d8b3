"""The playout kernel on an NVIDIA GPU, one game a thread: the same rules, the same records.

Needs `OFFLEASH_RULES=cuda`, which makes every rule a device function, and the extra `gpu`.
"""

from typing import Any

import numpy as np

from offleash.core.batch import LIMIT, Batch, Policy, playout_kernels
from offleash.core.compile import MODE, cuda
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.rules.random import STREAMS, seed_streams

THREADS = 64  # of a block: rules need many registers


def gpu_kernel(game: Game, policy: Policy) -> Any:
    """A CUDA kernel that plays game number `first` + thread."""
    play_on, setup = playout_kernels(game, policy).play_on, game.setup
    grid = cuda().grid

    def play_all(
        states, variants, works, tallies, lengths, rngs, outs, chances, personas, seed, first, limit
    ):
        i = grid(1)
        if i < len(states):
            options = variants[0]
            seed_streams(rngs[i], seed, first + i)
            setup(states[i], options)
            lengths[i] = play_on(
                states[i],
                options,
                works[i],
                tallies[i],
                rngs[i],
                outs[i],
                chances[i],
                personas,
                limit,
            )

    return cuda().jit(play_all)


class GpuBatches:
    """Buffers on the GPU for batches of one size, and the kernel that fills them."""

    def __init__(self, game: Game, policy: Policy, games: int, options: Records) -> None:
        if MODE != "cuda":
            raise OffleashError("OFFLEASH_RULES must be cuda to play on a GPU")
        if not cuda().is_available():
            raise OffleashError("there is no NVIDIA GPU, or its driver is missing")
        self.game, self.games = game, games
        self._policy, self._options = policy, options
        self._kernel = gpu_kernel(game, policy)
        width = game.max_actions + 1
        shapes: list[Any] = [
            np.zeros(games, game.work),
            np.zeros(games, game.tally),
            np.zeros(games, np.int64),
            np.zeros((games, STREAMS), np.uint64),
            np.zeros((games, width), np.int32),
            np.zeros((games, width), np.int64),
        ]
        self._variants = cuda().to_device(options)
        self._personas = cuda().to_device(policy.personas)
        self._buffers = [cuda().to_device(buffer) for buffer in shapes]
        self._blank = np.zeros(games, game.record)
        self._states = cuda().to_device(self._blank)

    def play(self, seed: int, first: int = 0, limit: int = LIMIT) -> None:
        """Plays one batch and waits for it; `fetch` brings the result."""
        self._states.copy_to_device(self._blank)
        self._buffers[1].copy_to_device(np.zeros(self.games, self.game.tally))
        blocks = -(-self.games // THREADS)
        self._kernel[blocks, THREADS](
            self._states, self._variants, *self._buffers, self._personas, seed, first, limit
        )
        cuda().synchronize()

    def fetch(self, limit: int = LIMIT) -> Batch:
        """The final records on this side."""
        lengths = self._buffers[2].copy_to_host()
        rows = np.zeros(self.games, np.int64)
        who, results = self._policy.casts[rows], np.zeros((self.games, self.game.max_seats))
        told = (self._options, rows, self._policy.players, who, results)
        sums = np.zeros(1, self.game.sums)
        states, tallies = self._states.copy_to_host(), self._buffers[1].copy_to_host()
        return Batch(states, tallies, sums, *told, lengths, lengths < limit)
