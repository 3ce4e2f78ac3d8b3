"""Playing to the end: a template that `compile.specialise` binds to one game and one policy.

The names declared below stand for a game's rules and a policy's `choose`. Kernels are few,
because the compiler works through the game's whole code again for each. Actions are read from
their buffer as plain integers: a 32-bit one would behave otherwise when interpreted.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import pick, seed_streams
from offleash.compiler.study import Study
from offleash.contract.rules.actors import CHANCE, OVER


class Games(NamedTuple):
    """The games of a batch, a row for each; the fields are called like their types."""

    states: Any
    tallies: Any
    lengths: NDArray[np.int64]
    results: NDArray[np.float64]
    paces: NDArray[np.int64]
    limits: NDArray[np.int64]
    numbers: NDArray[np.int64]
    variants: Any  # and which of them each game is played with
    rows: NDArray[np.int64]
    personas: NDArray[np.int64]
    casts: NDArray[np.int64]  # and which of them each game has
    seated: NDArray[np.int64]


class Desk(NamedTuple):
    """What one thread needs to play games: buffers that no other thread touches."""

    works: Any
    ledger: Any  # sums, a row for each variant
    plans: Any
    plan_words: NDArray[np.uint64]
    study: Study
    rng: NDArray[np.uint64]
    out: NDArray[np.int32]
    chances: NDArray[np.int64]


BUNDLES = {"games": Games, "desk": Desk}

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any
choose: Any


@kernel
def count(state, options, action, sums):
    """Add nothing up, unless a game binds a count of its own."""


@kernel
def play_on(
    state,
    options,
    work,
    counted,
    sums,
    plans,
    study,
    rng,
    out,
    chances,
    personas,
    cast,
    pace,
    limit,
):
    """Play a position to its end, or for `limit` actions; return how many it took.

    Adds to `pace`: decisions, those with one choice, and all choices there were.
    """
    for taken in range(limit):
        seat = actor(state)
        if seat == OVER:
            return taken
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(rng, stream(state), chances, n)])
        else:
            n = legal_actions(state, options, work, out)
            pace[0] += 1
            pace[1] += n == 1
            pace[2] += n
            plan, who = plans[seat], cast[seat]
            action = choose(state, options, work, plan, study, out, n, rng, personas, who, seat)
        count(state, options, action, sums)
        apply(state, options, work, action, counted)
    return limit


@kernel
def play_games(games, desk, is_begun, seed, lo, hi):
    """Play games lo … hi−1 of a batch, each with its own streams: any slicing plays the same games.

    Game i has the luck of game numbers[i] of the seed. It is played with the options
    variants[rows[i]] by the players casts[seated[i]], and written to states[i]; where games have
    begun, that is where they go on from.
    """
    for i in range(lo, hi):
        seed_streams(desk.rng, seed, games.numbers[i])
        state, row = games.states[i], games.rows[i]
        options = games.variants[row]
        forget(desk.plan_words)
        if not is_begun:
            setup(state, options)
        games.lengths[i] = play_on(
            state,
            options,
            desk.works[0],
            games.tallies[i],
            desk.ledger[row],
            desk.plans,
            desk.study,
            desk.rng,
            desk.out,
            desk.chances,
            games.personas,
            games.casts[games.seated[i]],
            games.paces[i],
            games.limits[i],
        )
        if actor(state) == OVER:
            returns(state, options, games.results[i])


@kernel
def forget(plan_words):
    """Give every seat a blank plan to begin with."""
    for i in range(plan_words.shape[0]):
        for k in range(plan_words.shape[1]):
            plan_words[i, k] = 0
