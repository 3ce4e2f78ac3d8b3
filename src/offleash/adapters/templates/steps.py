"""Many games that agents play step by step: a template bound to one game and one policy.

The names declared below stand for a game's rules and for the `choose` of the bots. Kernels take the
fields of `VectorGames`, `StepDesk` and `StepFrame` one by one: in every call a bundle costs as much
as ten games.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import pick, seed_streams
from offleash.compiler.study import Study
from offleash.contract.rules.actors import CHANCE, OVER

ARRAYS = {
    "luck": ("uint64", 2),
    "moves": ("int64", 1),
    "modes": ("int8", 1),
    "movers": ("int64", 1),
    "decisions": ("int64", 1),
    "agents": ("int64", 1),
    "observation": ("int32", 1),
    "last_observation": ("int32", 1),
    "observations": ("int32", 2),
    "last_observations": ("int32", 2),
    "legal_lists": ("int32", 2),
    "legal_counts": ("int64", 1),
    "masks": ("int8", 2),
    "action_features": ("int32", 3),
    "actors": ("int64", 1),
    "rewards": ("float64", 2),
    "dones": ("int8", 1),
    "truncations": ("int8", 1),
}

MOST_SKIPPED = 1000  # games in succession that end before an agent decides
MODES = KEEP, PLAY, BEGIN, LOOK = range(4)  # leave a game alone, play a move, begin, show it


class VectorGames(NamedTuple):
    """The games, a row for each, and how they are played."""

    states: Any
    words: NDArray[np.uint64]  # the same memory
    variants: Any
    rows: NDArray[np.int64]  # and which of them each game is played with
    plans: Any
    plan_words: NDArray[np.uint64]
    luck: NDArray[np.uint64]  # random streams
    movers: NDArray[np.int64]  # the agent's seat to move, or OVER
    decisions: NDArray[np.int64]  # so far, those of bots and forced ones included
    numbers: NDArray[np.int64]  # whose luck each game has
    personas: NDArray[np.int64]
    casts: NDArray[np.int64]
    agents: NDArray[np.int64]  # for each row of options, the seats of agents as bits
    planners: int  # seats that have plans
    stride: int  # from the number of a game to that of the next one in its place
    limit: int
    skips_forced: int
    renews: int  # 1: the next game begins where one ends


class StepDesk(NamedTuple):
    """What one thread needs: buffers that no other thread touches."""

    works: Any
    study: Study
    out: NDArray[np.int32]
    chances: NDArray[np.int64]


class StepFrame(NamedTuple):
    """What a step shows, a row for each game; arrays without columns were not asked for."""

    observations: NDArray[np.int32]
    last_observations: NDArray[np.int32]  # of the last mover when a game ended
    legal_actions: NDArray[np.int32]
    legal_counts: NDArray[np.int64]
    masks: NDArray[np.int8]  # the legal actions as 0 and 1
    action_features: NDArray[np.int32]  # of each legal action, in the order of the list
    actors: NDArray[np.int64]
    rewards: NDArray[np.float64]
    dones: NDArray[np.int8]  # 1: the step ended a game
    truncations: NDArray[np.int8]  # 1: the step reached the limit of decisions


setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
returns: Any
choose: Any


@kernel
def encode(state, options, seat, out):
    """Write nothing, unless a game binds an encoding of its own."""


@kernel
def write_action(state, options, seat, action, out):
    """Write nothing, unless a game says what its actions are."""


@kernel
def find_illegal(moves, modes, legal_lists, legal_counts, actors):
    """Return the first game whose move is not legal, or -1; lists of legal actions ascend."""
    for i in range(len(moves)):
        if legal_lists[i, 0] == moves[i] or actors[i] == OVER or modes[i] != PLAY:
            continue
        lo = 0
        hi = int(legal_counts[i])
        while lo < hi:
            middle = (lo + hi) // 2
            if legal_lists[i, middle] < moves[i]:
                lo = middle + 1
            else:
                hi = middle
        if lo == legal_counts[i] or legal_lists[i, lo] != moves[i]:
            return i
    return -1


@kernel
def start(states, words, variants, row, plan_words, planners, luck, numbers, decisions, seed, i):
    """Begin a new game in place i, with the luck of its number."""
    for k in range(words.shape[1]):
        words[i, k] = 0
    for plan in range(i * planners, (i + 1) * planners):
        for k in range(plan_words.shape[1]):
            plan_words[plan, k] = 0
    decisions[i] = 0
    setup(states[i], variants[row])
    seed_streams(luck[i], seed, numbers[i])


@kernel
def unmask(masks, legal_lists, legal_counts, i):
    """Take back what a mask says: only that, as a mask may have 179,281 places."""
    for k in range(legal_counts[i]):
        action = int(legal_lists[i, k])
        if 0 <= action < masks.shape[1]:  # its holder may have written to the list
            masks[i, action] = 0


@kernel
def take_back_end(dones, truncations, rewards, i):
    """Take back that a game ended."""
    dones[i] = 0
    truncations[i] = 0
    for k in range(rewards.shape[1]):
        rewards[i, k] = 0.0


@kernel
def find_decision(
    states, variants, row, works, plans, planners, study, luck, out, chances, personas, casts,
    agents, legal_lists, legal_counts, decisions, limit, skips_forced, i,
):  # fmt: skip
    """Chance, bots and forced moves, until an agent has to decide, or it is over."""
    state = states[i]
    options = variants[row]
    work = works[0]
    seat = actor(state)
    while seat != OVER and decisions[i] < limit:
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(luck[i], stream(state), chances, n)])
        elif (agents[row] >> seat) & 1:
            n = legal_actions(state, options, work, legal_lists[i])
            if n > 1 or not skips_forced:
                legal_counts[i] = n
                return seat
            action = int(legal_lists[i, 0])
            decisions[i] += 1
        else:
            n = legal_actions(state, options, work, out)
            plan = plans[i * planners + seat]
            bot = int(casts[row, seat])
            action = choose(state, options, work, plan, study, out, n, luck[i], personas, bot, seat)
            decisions[i] += 1
        apply(state, options, work, action, None)
        seat = actor(state)
    legal_counts[i] = 0
    return seat


@kernel
def show_end(
    state, options, seat, mover, dones, truncations, shares, observation, last_observation, renews,
    i,
):  # fmt: skip
    """Write what a game came to at its end or limit, as the last mover knows it."""
    dones[i] = seat == OVER
    truncations[i] = seat != OVER
    if seat == OVER:
        returns(state, options, shares)
    if len(last_observation) > 0:
        encode(state, options, mover, last_observation)
        if not renews:
            encode(state, options, mover, observation)


@kernel
def show_actions(state, options, seat, legal_lists, legal_counts, masks, action_features, i):
    """Write the mask of the legal actions and what each of them is, if these were asked for."""
    if masks.shape[1] > 0:
        for k in range(legal_counts[i]):
            masks[i, int(legal_lists[i, k])] = 1
    if action_features.shape[2] > 0:
        for k in range(legal_counts[i]):
            action = int(legal_lists[i, k])
            write_action(state, options, seat, action, action_features[i, k])


@kernel
def step_games(
    states, words, variants, rows, plans, plan_words, luck, movers, decisions, numbers, personas,
    casts, agents, planners, stride, limit, skips_forced, renews, works, study, out, chances,
    observations, last_observations, legal_lists, legal_counts, masks, action_features, actors,
    rewards, dones, truncations, moves, modes, seed, lo, hi,
):  # fmt: skip
    """Play one decision of an agent in each of the games lo … hi−1, by its mode.

    Returns -1, or a place where game after game ends before an agent decides.
    """
    for i in range(lo, hi):
        mode = modes[i]
        if mode == KEEP:
            continue
        row = int(rows[i])
        mover = int(movers[i])
        if masks.shape[1] > 0:
            unmask(masks, legal_lists, legal_counts, i)
        if dones[i] or truncations[i]:
            take_back_end(dones, truncations, rewards, i)
        if mode == PLAY:
            if mover == OVER:
                actors[i], legal_counts[i] = OVER, 0
                continue
            apply(states[i], variants[row], works[0], int(moves[i]), None)
            decisions[i] += 1
        is_new = mode == BEGIN
        skipped = 0
        while True:
            if is_new:
                start(
                    states, words, variants, row, plan_words, planners, luck, numbers, decisions,
                    seed, i,
                )  # fmt: skip
            seat = find_decision(
                states, variants, row, works, plans, planners, study, luck, out, chances, personas,
                casts, agents, legal_lists, legal_counts, decisions, limit, skips_forced, i,
            )  # fmt: skip
            if legal_counts[i] > 0:
                break
            if not is_new:  # a game that ends before an agent decides is none of its games
                show_end(
                    states[i], variants[row], seat, max(0, mover), dones, truncations, rewards[i],
                    observations[i], last_observations[i], renews, i,
                )  # fmt: skip
                if not renews:
                    seat = OVER
                    break
            elif skipped == MOST_SKIPPED:
                return i
            skipped += 1
            is_new = True
            numbers[i] += stride
        movers[i] = actors[i] = seat
        show_actions(
            states[i], variants[row], seat, legal_lists, legal_counts, masks, action_features, i
        )
        if observations.shape[1] > 0 and seat != OVER:
            encode(states[i], variants[row], seat, observations[i])
    return -1
