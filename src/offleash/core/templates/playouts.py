"""Generic kernels: a template that `compile.specialise` binds to one game and one policy.

The names declared below stand for a game's rules and a policy's `choose`. Kernels are few,
because the compiler works through the game's whole code again for each.
"""

from typing import Any

from offleash.core.compile import kernel
from offleash.core.rules.actors import CHANCE, OVER
from offleash.core.rules.random import pick, seed_streams

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
choose: Any


@kernel
def play_on(state, options, work, tally, rng, out, chances, personas, limit):
    """Plays a position to its end, or for `limit` actions; returns how many it took."""
    for taken in range(limit):
        seat = actor(state)
        if seat == OVER:
            return taken
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = out[pick(rng, stream(state), chances, n)]
        else:
            n = legal_actions(state, options, work, out)
            action = choose(state, options, work, out, n, rng, personas, seat)
        apply(state, options, work, action, tally)
    return limit


@kernel
def play_games(
    states,
    variants,
    rows,
    works,
    tallies,
    lengths,
    rng,
    out,
    chances,
    personas,
    seed,
    first,
    lo,
    hi,
    limit,
):
    """Games lo … hi−1 of a batch, each with streams of its own: any slicing plays the same games.

    Game i is played with the options variants[rows[i]] and written to states[i].
    """
    for i in range(lo, hi):
        seed_streams(rng, seed, first + i)
        options = variants[rows[i]]
        setup(states[i], options)
        lengths[i] = play_on(
            states[i], options, works[0], tallies[i], rng, out, chances, personas, limit
        )
