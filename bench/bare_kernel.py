"""Random games without tallies, agents or arrays: the most that compiled rules can do.

A template, which `compile.specialise` binds to a game.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import CHOICES, below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any


@kernel
def play_bare(states, words, variants, works, out, chances, rng, seed, games):
    """How many decisions so many games took."""
    state = states[0]
    options = variants[0]
    work = works[0]
    decisions = 0
    for game in range(games):
        for k in range(words.shape[1]):
            words[0, k] = 0
        setup(state, options)
        seed_streams(rng, seed, game)
        seat = actor(state)
        while seat != OVER:
            if seat == CHANCE:
                n = chance_outcomes(state, options, out, chances)
                action = int(out[pick(rng, stream(state), chances, n)])
            else:
                n = legal_actions(state, options, work, out)
                action = int(out[below(rng, CHOICES + seat, n)])
                decisions += 1
            apply(state, options, work, action, None)
            seat = actor(state)
    return decisions
