"""Counts lines of play and distinct positions up to a depth."""

from collections.abc import Callable
from typing import Any

import numpy as np

from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.contract import Game, Records
from offleash.engine.templates import trees

MOST_CHILDREN = 1 << 14  # of one call
KERNEL_DEPTH = 5  # actions that one call of the kernel goes deep; between calls it can be stopped


def tree_kernels(game: Game) -> Any:
    """Return the kernels of `trees`, bound to one game."""
    names = ("actor", "legal_actions", "chance_outcomes", "apply", "canonical")
    return specialise(game.rules.rule, trees, **{name: getattr(game.rules, name) for name in names})


def count_lines(game: Game, states: Records, options: Records, depth: int) -> int:
    """Return the number of lines of `depth` actions; every chance outcome counts once."""
    if depth == 0:
        return 1
    if depth <= KERNEL_DEPTH:
        return _count_in_kernel(game, states, options, depth)
    module, work, out = tree_kernels(game), game.new_work(), game.new_out()
    n = module.list_actions(states[0], options[0], work[0], out, game.new_chances())
    total = 0
    for action in out[:n].tolist():
        child = states.copy()
        game.rules.apply(child[0], options[0], work[0], action, game.new_tally()[0])
        total += count_lines(game, child, options, depth - 1)
    return total


def _count_in_kernel(game: Game, states: Records, options: Records, depth: int) -> int:
    stack = np.zeros(depth + 1, game.rules.record)
    stack[0] = states[0]
    outs = np.zeros((depth + 1, game.rules.max_actions + 1), np.int32)
    work, counts = game.new_work(), np.zeros(depth + 1, np.int64)
    tally = game.new_tally()
    fixed = (stack, words(stack), options[0], work[0], tally[0], outs, game.new_chances(), counts)
    return int(tree_kernels(game).perft(*fixed, depth))


def next_positions(game: Game, states: Records, options: Records) -> Records:
    """Return the distinct canonical positions after one more action."""
    module, work = tree_kernels(game), game.new_work()
    children = np.zeros(MOST_CHILDREN, game.rules.record)
    levels: list[Records] = []
    at = 0
    while at < len(states):
        buffers = (options[0], work[0], game.new_tally()[0], game.new_out(), game.new_chances())
        records = (states, words(states), children, words(children))
        parents, count = module.expand(*records, *buffers, at, MOST_CHILDREN)
        levels.append(distinct(children[:count]))
        at += int(parents)
    return distinct(np.concatenate(levels)) if levels else states[:0]


def distinct(states: Records) -> Records:
    """Return the records without duplicates, sorted by their bytes."""
    raw = np.ascontiguousarray(states).view(np.dtype((np.void, states.dtype.itemsize)))
    return np.unique(raw).view(states.dtype)


def count_positions(
    game: Game,
    states: Records,
    options: Records,
    depth: int,
    progress: Callable[[int], None] | None = None,
) -> list[int]:
    """Return the numbers of distinct canonical positions after 0, 1 … depth actions."""
    level = states.copy()
    game.rules.canonical(level[0])
    counts = [1]
    for _ in range(depth):
        level = next_positions(game, level, options)
        counts.append(len(level))
        if progress:
            progress(len(level))
    return counts
