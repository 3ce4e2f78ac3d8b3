"""Kernels that look at every continuation: a template bound to one game, with no policy."""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.copying import copy_across, copy_record
from offleash.contract.rules.actors import CHANCE, OVER

actor: Any
legal_actions: Any
chance_outcomes: Any
apply: Any
canonical: Any


@kernel
def list_actions(state, options, work, out, chances):
    """List what can happen next: the actor's legal actions, or every chance outcome."""
    seat = actor(state)
    if seat == OVER:
        return 0
    if seat == CHANCE:
        return chance_outcomes(state, options, out, chances)
    return legal_actions(state, options, work, out)


@kernel
def perft(states, words, options, work, counted, outs, chances, counts, depth):
    """Count the lines of `depth` actions from states[0]; states[1 …] is its stack.

    `counts[level]` is the number of actions still to try there. The last level is only counted.
    """
    leaves = 0
    level = 0
    counts[0] = list_actions(states[0], options, work, outs[0], chances)
    if depth == 1:
        return counts[0]
    while level >= 0:
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        action = int(outs[level, counts[level]])
        copy_record(words, level + 1, level)
        apply(states[level + 1], options, work, action, counted)
        n = list_actions(states[level + 1], options, work, outs[level + 1], chances)
        if level + 2 == depth:
            leaves += n
        else:
            level += 1
            counts[level] = n
    return leaves


@kernel
def expand(states, words, children, child_words, options, work, counted, out, chances, first, room):
    """Write the canonical children of states[first …] while there is room.

    Returns how many positions were expanded and how many children that made.
    """
    made = 0
    i = first
    while i < len(states):
        n = list_actions(states[i], options, work, out, chances)
        if made + n > room:
            break
        for k in range(n):
            copy_across(child_words, made, words, i)
            apply(children[made], options, work, int(out[k]), counted)
            canonical(children[made])
            made += 1
        i += 1
    return i - first, made
