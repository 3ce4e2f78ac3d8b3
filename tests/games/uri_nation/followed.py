"""Games in which every plan is watched, as a template bound to the game and compiled.

Each planning seat has two workspaces and two plans: one workspace is left as it was, the other is
filled with junk before each decision. Plans and scores must not differ.
"""

from typing import Any

from offleash.compiler.rule import kernel
from offleash.compiler.rules.random import below, pick, seed_streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.uri_nation.rules.record import MOST_ROUTE, MOVE, SEATS

setup: Any
actor: Any
legal_actions: Any
chance_outcomes: Any
stream: Any
apply: Any
prepare: Any
score: Any

ARRAYS = {"work_words": ("uint64", 2), "junk": ("uint64", 1)}

DECISIONS, WALKED, NOT_LEGAL, TOO_LONG, BY_JUNK, ENDED = range(6)
COUNTS = 6
ANY = -1  # a player who takes any action


@kernel
def fill_with_junk(work_words, junk, offset):
    """Whatever an earlier decision may have left."""
    for k in range(work_words.shape[1]):
        work_words[1, k] = junk[(k + offset) % junk.shape[0]]


@kernel
def is_among(action, out, n):
    """Whether an action is listed."""
    for i in range(n):
        if out[i] == action:
            return True
    return False


@kernel
def watch_plan(plans, seat, out, n, counts):
    """Counts what is wrong with the plan of a walk; returns whether something is."""
    plan = plans[seat]
    counts[WALKED] += 1
    is_bad = False
    if not is_among(plan.due, out, n):
        counts[NOT_LEGAL] += 1
        is_bad = True
    if plan.length < 0 or plan.length > MOST_ROUTE:
        counts[TOO_LONG] += 1
        is_bad = True
    return is_bad


@kernel
def decide(state, options, works, plans, seat, out, n, weights, rng, counts):
    """The best action, and whether both workspaces came to the same."""
    best, choice, equals = 0, int(out[0]), 0
    for i in range(n):
        action = int(out[i])
        value = score(state, options, works[0], plans[seat], action, weights)
        if value != score(state, options, works[1], plans[SEATS + seat], action, weights):
            counts[BY_JUNK] += 1
        if equals == 0 or value > best:
            best, choice, equals = value, action, 1
        elif value == best:
            equals += 1
            if below(rng, 8 + seat, equals) == 0:
                choice = action
    return choice


@kernel
def play_followed(
    states,
    words,
    options,
    works,
    work_words,
    junk,
    plans,
    plan_words,
    personas,
    cast,
    rng,
    out,
    chances,
    counts,
    seed,
    game,
    limit,
):
    """One game; the first position with a plan that can't be followed is kept in states[1]."""
    seed_streams(rng, seed, game)
    state = states[0]
    setup(state, options)
    for decision in range(limit):
        seat = actor(state)
        if seat == OVER:
            counts[ENDED] += 1
            return
        if seat == CHANCE:
            n = chance_outcomes(state, options, out, chances)
            action = int(out[pick(rng, stream(state), chances, n)])
        else:
            n = legal_actions(state, options, works[0], out)
            action = int(out[0])
            if n > 1 and cast[seat] == ANY:
                action = int(out[below(rng, 8 + seat, n)])
            elif n > 1:
                counts[DECISIONS] += 1
                weights = personas[cast[seat]]
                fill_with_junk(work_words, junk, decision + 17 * game)
                prepare(state, options, works[0], plans[seat], weights)
                prepare(state, options, works[1], plans[SEATS + seat], weights)
                for k in range(plan_words.shape[1]):
                    if plan_words[seat, k] != plan_words[SEATS + seat, k]:
                        counts[BY_JUNK] += 1
                if state.phase == MOVE:
                    if watch_plan(plans, seat, out, n, counts):
                        for k in range(words.shape[1]):
                            words[1, k] = words[0, k]
                action = decide(state, options, works, plans, seat, out, n, weights, rng, counts)
        apply(state, options, works[0], action, None)
