"""Playouts on a GPU: each thread plays the games of one slot, by the `play_on` of the processor.

`compiler.gpu.gpu_kernel` binds the names below to one game and one policy.
"""

from typing import Any

import numpy as np

from offleash.compiler.rules.random import STREAMS, seed_streams
from offleash.compiler.study import Study
from offleash.contract.rules.actors import OVER

cuda: Any
play_on: Any
setup: Any
actor: Any
returns: Any
WIDTH: int
SEATS: int
PACE: int
RECORD: Any
WORK: Any
TALLY: Any
PLAN: Any
SUMS: Any


def study_of(workspaces, slot):
    """Return the buffers of one thread."""
    notes, positions, words, plans, plan_words, outs, chances, rngs, shares = workspaces
    return Study(
        notes[slot], positions[slot], words[slot], plans[slot], plan_words[slot],
        outs[slot], chances[slot], rngs[slot], shares[slot],
    )  # fmt: skip


def play_all(workspaces, outputs, variants, rows, players, blanks, seed, limit):
    """Let each thread play the games of one slot, one after another."""
    states, tallies, lengths, results, paces = outputs
    personas, casts, seated, numbers = players
    state, tally = cuda.local.array(1, RECORD), cuda.local.array(1, TALLY)
    work, sums = cuda.local.array(1, WORK), cuda.local.array(1, SUMS)
    plans = cuda.local.array(SEATS, PLAN)
    rng, out = cuda.local.array(STREAMS, np.uint64), cuda.local.array(WIDTH, np.int32)
    chances, pace = cuda.local.array(WIDTH, np.int64), cuda.local.array(PACE, np.int64)
    study = study_of(workspaces, cuda.grid(1))
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        # Local arrays begin as they are; nothing relies on the contents of work or sums.
        state[0], tally[0] = blanks[0][0], blanks[1][0]
        for seat in range(SEATS):
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
