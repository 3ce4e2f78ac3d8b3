"""Many games that agents play step by step: a template bound to one game and one policy.

The names declared below stand for a game's rules and for the `choose` of the bots.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER

ARRAYS = {
    "luck": ("uint64", 2),  # random streams, a row for each game
    "moves": ("int64", 1),  # what the agents play
    "legal": ("int32", 2),  # legal actions, a row for each game
    "widths": ("int64", 1),  # how many of them
    "masks": ("int8", 2),  # the same as 0 and 1; no columns: not asked for
    "actors": ("int64", 1),  # the agent's seat to move, or OVER
    "dones": ("int8", 1),  # 1: the step ended a game
    "truncations": ("int8", 1),  # 1: the step reached the limit of decisions
    "decisions": ("int64", 1),  # so far, those of bots and forced ones included
    "numerals": ("int32", 2),  # observations; no columns: not asked for
    "endings": ("int32", 2),  # observations of the last mover when a game ended
    "agents": ("int64", 1),  # for each row of options, the seats of agents as bits
}

MOST_SKIPPED = 1000  # games in succession that end before an agent decides

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
def find_illegal(moves, legal, widths, actors, games):
    """Return the first game whose move is not legal, or -1; lists of legal actions ascend."""
    for i in range(games):
        if actors[i] == OVER or legal[i, 0] == moves[i]:
            continue
        lo = 0
        hi = int(widths[i])
        while lo < hi:
            middle = (lo + hi) // 2
            if legal[i, middle] < moves[i]:
                lo = middle + 1
            else:
                hi = middle
        if lo == widths[i] or legal[i, lo] != moves[i]:
            return i
    return -1


@kernel
def begin(states, words, variants, row, plan_words, seats, luck, numbers, decisions, seed, i):
    """Begin a new game in place i, with the luck of its number."""
    for k in range(words.shape[1]):
        words[i, k] = 0
    for plan in range(i * seats, (i + 1) * seats):
        for k in range(plan_words.shape[1]):
            plan_words[plan, k] = 0
    decisions[i] = 0
    setup(states[i], variants[row])
    seed_streams(luck[i], seed, numbers[i])


@kernel
def clear(masks, legal, widths, dones, truncations, results, i):
    """Take back what the last step wrote about the game in place i."""
    if masks.shape[1] > 0:
        for k in range(widths[i]):  # only what was set: a mask may have 179,281 places
            masks[i, int(legal[i, k])] = 0
    if dones[i] or truncations[i]:
        dones[i] = 0
        truncations[i] = 0
        for k in range(results.shape[1]):
            results[i, k] = 0.0


@kernel
def find_decision(
    states, variants, row, works, plans, seats, study, luck, out, chances, personas, casts, legal,
    widths, decisions, agents, skips_forced, limit, i,
):  # fmt: skip
    """Play chance, bots and forced moves until an agent has to decide, or the game is over."""
    state = states[i]
    options = variants[row]
    work = works[0]
    seat = actor(state)
    while seat != OVER and decisions[i] < limit:
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(luck[i], stream(state), chances, n)])
        elif (agents[row] >> seat) & 1:
            n = legal_actions(state, options, work, legal[i])
            if n > 1 or not skips_forced:
                widths[i] = n
                return seat
            action = int(legal[i, 0])
            decisions[i] += 1
        else:
            n = legal_actions(state, options, work, out)
            plan = plans[i * seats + seat]
            bot = int(casts[row, seat])
            action = choose(state, options, work, plan, study, out, n, luck[i], personas, bot, seat)
            decisions[i] += 1
        apply(state, options, work, action, None)
        seat = actor(state)
    widths[i] = 0
    return seat


@kernel
def step_games(
    states, words, variants, rows, works, plans, plan_words, seats, study, luck, out, chances,
    personas, casts, legal, widths, masks, actors, results, dones, truncations, decisions, numerals,
    endings, numbers, agents, stride, limit, skips_forced, renews, moves, seed, is_reset, lo, hi,
):  # fmt: skip
    """Play one decision of an agent in each of the games lo … hi−1; `renews`: the next game begins.

    Returns -1, or a place where game after game ends before an agent decides.
    """
    for i in range(lo, hi):
        row = int(rows[i])
        mover = int(actors[i])
        clear(masks, legal, widths, dones, truncations, results, i)
        if is_reset:
            begin(
                states, words, variants, row, plan_words, seats, luck, numbers, decisions, seed, i
            )
        elif mover == OVER:
            continue
        else:
            apply(states[i], variants[row], works[0], int(moves[i]), None)
            decisions[i] += 1
        is_first = is_reset
        skipped = 0
        while True:
            seat = find_decision(
                states, variants, row, works, plans, seats, study, luck, out, chances, personas,
                casts, legal, widths, decisions, agents, skips_forced, limit, i,
            )  # fmt: skip
            if widths[i] > 0:
                break
            if not is_first:  # a game that ends before an agent decides is none of its games
                dones[i] = seat == OVER
                truncations[i] = seat != OVER
                if seat == OVER:
                    returns(states[i], variants[row], results[i])
                if endings.shape[1] > 0:
                    encode(states[i], variants[row], mover, endings[i])
                if not renews:
                    seat = OVER
                    break
            elif skipped == MOST_SKIPPED:
                return i
            skipped += 1
            is_first = 1
            numbers[i] += stride
            begin(
                states, words, variants, row, plan_words, seats, luck, numbers, decisions, seed, i
            )
        actors[i] = seat
        if masks.shape[1] > 0:
            for k in range(widths[i]):
                masks[i, int(legal[i, k])] = 1
        if numerals.shape[1] > 0 and seat != OVER:
            encode(states[i], variants[row], seat, numerals[i])
    return -1
