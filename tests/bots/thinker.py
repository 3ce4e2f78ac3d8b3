"""A template with a workspace, real-valued arrays and streams of its own: the seat of a search."""

import numpy as np

from offleash.compiler.record import ANY_SIZE, record
from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import CHOICES, below, seed_streams

ARRAYS = {"values": ("float64", 1), "luck": ("uint64", 1)}
NOTE = record(
    ANY_SIZE,
    values=(np.float64, 512),  # what each listed action came to
    luck=(np.uint64, 16),  # streams apart from the game's
    uses=np.int64,  # decisions this workspace was used for
)


@kernel
def dream(values, luck, n):
    """A value for each action, drawn from streams that the game never sees."""
    best = 0
    for i in range(n):
        values[i] = below(luck, 0, 1000) / 1000.0
        if values[i] > values[best]:
            best = i
    return best


@kernel
def choose_dreamer(state, options, work, plan, study, out, n, rng, personas, player, seat):
    """The action that a dream liked best; the game's own luck only seeds the dream."""
    note = study.notes[0]
    note.uses += 1
    seed_streams(note.luck, below(rng, CHOICES + seat, 1 << 30), 0)
    return int(out[dream(note.values, note.luck, n)])
