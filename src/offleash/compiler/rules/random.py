"""Random streams: a counter-based generator over words that the caller owns.

A game has one stream for each purpose (dice, deck, the choices of each seat), so that two
variants played with the same seed share their luck where they can. A stream is one 64-bit
counter; a draw steps it and mixes the value (the splitmix64 finaliser), so the same seed gives
the same numbers interpreted, compiled and on a GPU.
"""

import numpy as np

from offleash.compiler.rule import Rules

STREAMS = 16
CHOICES = 8  # streams 0–7 are the game's chance, 8 + seat is the luck of a seat's own choices

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)
S27, S30, S31, S32 = (np.uint64(n) for n in (27, 30, 31, 32))

rule = Rules("offleash.compiler")


@rule
def mixed(word):
    """Scatter one 64-bit value over all 64-bit values, one to one."""
    word = (word ^ (word >> S30)) * MIX_A
    word = (word ^ (word >> S27)) * MIX_B
    return word ^ (word >> S31)


@rule
def seed_streams(rng, seed, game):
    """Set every stream for game number `game` of a batch with this seed."""
    base = mixed(mixed(np.uint64(seed)) + np.uint64(game))
    for stream in range(STREAMS):
        rng[stream] = mixed(base + np.uint64(stream) * GOLDEN)


@rule
def next_word(rng, stream):
    """Return the stream's next 64 random bits."""
    rng[stream] = rng[stream] + GOLDEN
    return mixed(rng[stream])


@rule.inline
def below(rng, stream, bound):
    """Return a whole number in 0 … bound−1, each equally likely (multiply and reject, no bias)."""
    span = np.uint64(bound)
    product = (next_word(rng, stream) >> S32) * span
    if (product & LOW_HALF) < span:
        unfair = (TWO_TO_32 - span) % span
        while (product & LOW_HALF) < unfair:
            product = (next_word(rng, stream) >> S32) * span
    return np.int64(product >> S32)


@rule.inline
def pick(rng, stream, chances, n):
    """Return an index in 0 … n−1 with probability proportional to `chances`."""
    total = 0
    for i in range(n):
        total += chances[i]
    ticket = below(rng, stream, total)
    index = 0
    passed = 0
    for i in range(n):  # no early exit: a branch that can't be predicted costs more
        passed += chances[i]
        index += passed <= ticket
    return index
