"""Policies a batch can play: templates that `compile.specialise` binds to one game.

A policy is `choose(state, options, work, out, n, rng, personas, seat) -> action`. It may use
what its seat knows and nothing else; a test holds it to that.
"""

from typing import Any

from offleash.core.compile import kernel
from offleash.core.rules.random import CHOICES, below

score: Any  # bound to the game's

RANDOM, GREEDY = 0, 1  # a persona's first number; its weights follow


@kernel
def choose_random(state, options, work, out, n, rng, personas, seat):
    """Any legal action, each equally likely."""
    return out[below(rng, CHOICES + seat, n)]


@kernel
def choose_greedy(state, options, work, out, n, rng, personas, seat):
    """The action with the best score, at random among equals."""
    best = score(state, options, work, out[0], personas[seat, 1:])
    found = out[0]
    equals = 1
    for i in range(1, n):
        value = score(state, options, work, out[i], personas[seat, 1:])
        if value > best:
            best = value
            found = out[i]
            equals = 1
        elif value == best:
            equals += 1
            if below(rng, CHOICES + seat, equals) == 0:
                found = out[i]
    return found


@kernel
def choose_by_persona(state, options, work, out, n, rng, personas, seat):
    """Each seat by its own persona: seats of one game may play differently."""
    if n == 1:
        return out[0]
    if personas[seat, 0] == RANDOM:
        return choose_random(state, options, work, out, n, rng, personas, seat)
    return choose_greedy(state, options, work, out, n, rng, personas, seat)
