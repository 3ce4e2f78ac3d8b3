"""How likely a player's decisions are: a template, bound to the parts of a person's choice.

Decisions stand in the order in which they were made, without forced ones.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from offleash.bots.templates.person import CERTAIN, HEADER, LAPSES, PLANS, UNIT
from offleash.compiler.rule import kernel
from offleash.compiler.study import Study
from offleash.contract.rules.actors import MOST_GOALS


class DecisionRecord(NamedTuple):
    """Decisions, a row for each."""

    states: Any  # views
    variants: Any
    rows: NDArray[np.int64]  # which of the variants
    actors: NDArray[np.int64]
    actions: NDArray[np.int64]
    begins: NDArray[np.int64]  # 1 where another game begins


class Room(NamedTuple):
    """Buffers of one thread."""

    works: Any
    plans: Any
    plan_words: NDArray[np.uint64]
    study: Study
    out: NDArray[np.int32]
    odds: NDArray[np.float64]  # of the goals that somebody may have,
    counts: NDArray[np.int64]  # and how many there are


ARRAYS = {
    "actors": ("int64", 1),
    "actions": ("int64", 1),
    "begins": ("int64", 1),
    "player": ("int64", 1),
    "logs": ("float64", 1),
    "hits": ("float64", 1),
    "odds": ("float64", 1),
}
BUNDLES = {"record": DecisionRecord, "room": Room}

score: Any
legal_actions: Any
prepare: Any
list_goals: Any
aim: Any
planned: Any
goal_worth: Any
is_among: Any
weigh: Any
attention: Any


@kernel
def read_decisions(record, room, player, logs, hits):
    """Write the logarithm of each decision's chance, and whether it was the likeliest.

    Where several are likeliest, a hit counts as one over their number.
    """
    for i in range(record.actions.shape[0]):
        if record.begins[i] != 0:
            room.counts[0] = 0
            for k in range(room.plan_words.shape[0]):
                for word in range(room.plan_words.shape[1]):
                    room.plan_words[k, word] = 0
        options = record.variants[record.rows[i]]
        n = legal_actions(record.states[i], options, room.works[0], room.out)
        chance = read_decision(record, room, player, hits, i, n)
        slips = player[LAPSES] / CERTAIN
        logs[i] = np.log((1 - slips) * chance + slips / n)


@kernel
def read_decision(record, room, player, hits, i, n):
    """Return the chance of one decision of somebody who does not slip."""
    state, options, action = record.states[i], record.variants[record.rows[i]], record.actions[i]
    study, work, weights = room.study, room.works[0], player[HEADER:]
    chance = follow_goals(record, room, player, hits, i, n)
    if chance >= 0.0:
        return chance
    goals = min(list_goals(state, options, work, weights, study.out), MOST_GOALS)
    if goals > 0:
        for k in range(goals):
            study.chances[k] = goal_worth(work, k)
        weigh(study, goals, player, player[PLANS])
        for k in range(goals):
            room.odds[k] = np.exp(study.chances[k] / UNIT)
            aim(state, options, work, study.plans[k], int(study.out[k]))
        room.counts[0] = goals
        chance = follow_goals(record, room, player, hits, i, n)
        if chance >= 0.0:
            return chance
    plan = room.plans[record.actors[i]]
    prepare(state, options, work, plan, weights)
    for k in range(n):
        study.chances[k] = score(state, options, work, plan, int(room.out[k]), weights)
    weigh(study, n, player, 0)
    total, mine, best, equals = 0.0, 0.0, 0.0, 0
    for k in range(n):
        odds = np.exp((study.chances[k] + attention(player, int(room.out[k]))) / UNIT)
        total += odds
        if room.out[k] == action:
            mine = odds
        if odds > best:
            best, equals = odds, 1
        elif odds == best:
            equals += 1
    hits[i] = 1.0 / equals if mine == best else 0.0
    return mine / total


@kernel
def follow_goals(record, room, player, hits, i, n):
    """Return the chance that the plan at hand does this; a negative number if none is at hand.

    Which goal somebody has shows little by little: those that would do something else are out,
    unless a slip is likelier.
    """
    total, mine, best = 0.0, 0.0, 0.0
    for k in range(room.counts[0]):
        if room.odds[k] > 0.0:
            plan = room.study.plans[k]
            due = planned(record.states[i], record.variants[record.rows[i]], plan)
            if is_among(room.out, n, due):
                total += room.odds[k]
                if due == record.actions[i]:
                    mine += room.odds[k]
                if room.odds[k] > best:
                    best = room.odds[k]
                    hits[i] = 1.0 if due == record.actions[i] else 0.0
    if total == 0.0:
        room.counts[0] = 0
        return -1.0
    slips = player[LAPSES] / CERTAIN
    if (1 - slips) * mine / total >= slips / n and mine > 0.0:
        drop_goals(record, room, i)
    else:
        room.counts[0] = 0  # after a slip somebody plans anew
    return mine / total


@kernel
def drop_goals(record, room, i):
    """Drop the goals that would have done something else."""
    for k in range(room.counts[0]):
        plan = room.study.plans[k]
        due = planned(record.states[i], record.variants[record.rows[i]], plan)
        if due != record.actions[i]:
            room.odds[k] = 0.0
