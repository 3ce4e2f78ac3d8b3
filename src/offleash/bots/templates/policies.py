"""Policies a batch can play: templates that `compile.specialise` binds to one game.

A policy is `choose(state, options, work, plan, study, out, n, rng, personas, who, seat)` and
returns the action. It may use what its seat knows and nothing else; a test holds it to that.
`plan` is what this seat keeps from one decision to the next, `study` room to think in (see
`compiler.study`), and `personas[who]` who plays: which policy, then its numbers. Those of a greedy
are how often it slips, in per cent, and its weights.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import CHOICES, below

SLIPS, WEIGHTS = 1, 2  # where the numbers of a greedy begin

score: Any  # bound to the game's


@kernel
def prepare(state, options, work, plan, weights):
    """Prepare nothing before a decision, unless a game binds a preparation of its own."""


@kernel
def choose_random(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return any legal action, each equally likely."""
    return int(out[below(rng, CHOICES + seat, n)])


@kernel
def choose_greedy(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return the action with the best score for its weights, or any if it slips; no forced one."""
    slips = personas[who, SLIPS]
    if slips > 0 and n > 1 and below(rng, CHOICES + seat, 100) < slips:
        return int(out[below(rng, CHOICES + seat, n)])
    return pick_best(state, options, work, plan, out, n, rng, seat, personas[who, WEIGHTS:])


@kernel
def pick_best(state, options, work, plan, out, n, rng, seat, weights):
    """Return the action with the best score, at random among equals."""
    found = int(out[0])
    if n == 1:
        return found
    prepare(state, options, work, plan, weights)
    best = score(state, options, work, plan, found, weights)
    equals = 1
    for i in range(1, n):
        action = int(out[i])
        value = score(state, options, work, plan, action, weights)
        if value > best:
            best = value
            found = action
            equals = 1
        elif value == best:
            equals += 1
            if below(rng, CHOICES + seat, equals) == 0:
                found = action
    return found
