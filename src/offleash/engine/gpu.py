"""The playout kernel on an NVIDIA GPU, one thread per game, with the same rules and records.

Needs the extra `gpu`. A thread keeps its position and the buffers of the rules in local memory and
writes them out when the game is over. The workspace of a bot that thinks is too large for that: it
lies in global memory, and only as many threads start as there is room for, each playing one game
after another. Sums are not added up here: threads would have to wait for each other.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.gpu import check_gpu, cuda, gpu_kernel, gpu_type, zeros_on_gpu
from offleash.compiler.study import Study
from offleash.contract import Game, Records
from offleash.engine.batch import (
    LIMIT,
    PACE,
    Batch,
    Policy,
    check_numbers,
    check_rows,
    playout_kernels,
)
from offleash.engine.templates import gpu_playouts

THREADS = 64  # of a block
REGISTERS = 32  # per thread; with fewer, more games run at once, which hides slow memory
MOST_SLOTS = 1 << 18  # threads: about as many as the largest cards run at once
STUDY_BYTES = 32 << 30  # at most, of all workspaces together
RECORDS = ("record", "work", "tally", "plan", "sums")


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
        rules = self.game.rules
        records = {name.upper(): gpu_type(getattr(rules, name)) for name in RECORDS}
        return gpu_kernel(
            gpu_playouts.play_all,
            self.registers,
            play_on=playout_kernels(self.game, self.policy).play_on,
            setup=rules.setup,
            actor=rules.actor,
            returns=rules.returns,
            WIDTH=rules.max_actions + 1,
            SEATS=self.game.max_seats,
            PACE=PACE,
            **records,
        )

    @cached_property
    def workspaces(self) -> tuple[Any, ...]:
        """A study for each thread."""
        return new_workspaces(self.game, self.policy, MOST_SLOTS, self.threads)

    def play(self, games: int, *buffers: Any) -> None:
        """Play as many games as there are, several in one thread if there is no room for more."""
        most = len(self.workspaces[0]) // self.threads
        blocks = min(most, -(-games // self.threads))
        self.kernel[blocks, self.threads](self.workspaces, *buffers)
        cuda().synchronize()


def new_workspaces(game: Game, policy: Policy, most: int, threads: int) -> tuple[Any, ...]:
    """Return a study for each of at most so many threads, on the GPU: a `Study`'s arrays in rows.

    There are as many as fit, in whole blocks of threads.
    """
    one = game.new_study(policy.note, policy.notes, policy.positions)
    slots = min(most, STUDY_BYTES // sum(part.nbytes for part in one))
    slots -= slots % threads if slots > threads else 0
    rows = {
        name: zeros_on_gpu((slots, *part.shape), part.dtype)
        for name, part in one._asdict().items()
        if name not in ("words", "plan_words")
    }
    for name, records in (("words", "states"), ("plan_words", "plans")):
        shape = (slots, *getattr(one, name).shape)
        rows[name] = rows[records].reshape(-1).view(np.uint64).reshape(shape)
    return tuple(rows[name] for name in Study._fields)


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
        check_gpu()
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
