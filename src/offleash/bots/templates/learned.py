"""A learned player: it looks through its whole turn and has every end of it judged.

The judge is a network of two hidden layers in whole numbers. It sees the features that the game
writes of a seat's own view, and says how likely that seat wins. Interpreted and compiled, it comes
to the same.

`personas[who]` holds: which policy, then the numbers below, then the weights of each network.
"""

from typing import Any

import numpy as np

from offleash.bots.templates.notes import BUCKETS, DEPTH, MOST_AHEAD, MOST_WAITING
from offleash.compiler.rule import kernel
from offleash.compiler.rules.copying import copy_record
from offleash.compiler.rules.random import CHOICES, MIX_A, below, mixed, seed_streams
from offleash.contract.rules.actors import CHANCE, NO_ACTION, OVER
from offleash.contract.rules.win_chance import exponentials

# What stands in a player's row, before the weights.
NODES, NOISE, NOISY, AHEAD, INPUTS, FIRST, SECOND, HEADER = 1, 2, 3, 4, 5, 6, 7, 8

# Positions of the study: a line of the turn, then what a chance and a choice lead to, then a view.
AFTER_CHANCE, AFTER_CHOICE, VIEW, POSITIONS = DEPTH + 1, DEPTH + 2, DEPTH + 3, DEPTH + 4

MOST_NODES = 8000  # positions of a turn that are looked at
MOST_NETWORKS = 64  # of a player

# Numbers of the network: features in 16ths, weights in 4096ths, hidden units in 1024ths.
FEATURE_BITS, WEIGHT_BITS, UNIT_BITS = 4, 12, 10
TO_FIRST = FEATURE_BITS + WEIGHT_BITS - UNIT_BITS
TO_SECOND = WEIGHT_BITS
SUM_BITS = WEIGHT_BITS + UNIT_BITS
MOST_VALUE = (1 << 31) - 1  # of a hidden unit

# The logistic curve in 2 ** 30ths, with straight lines between its points.
SURE = 1 << 30
STEP_BITS = 7
REACH = 16 << STEP_BITS
FINE_BITS = SUM_BITS - STEP_BITS
EXPONENTIALS = exponentials(-REACH - 1, REACH, 1 << STEP_BITS)
CURVE = np.array([round(SURE / (1 + growth)) for growth in reversed(EXPONENTIALS)], np.int64)

actor: Any
legal_actions: Any
apply: Any
returns: Any
hide: Any
resample: Any
write_features: Any


@kernel
def turn_outcomes(state, options, out, chances):
    """Return 0: what is left to chance is judged before it falls, unless a game knows the odds."""
    return 0


@kernel
def skip_chance(state, options):
    """Return 0: no chance is passed over, unless a game says how a turn goes on without it."""
    return 0


@kernel
def planned(state, options, plan):
    """Return the action that a plan holds ready, where a game has such plans."""
    return NO_ACTION


@kernel
def note_move(state, options, plan, number, action):
    """Do nothing: the line found is looked for again at every decision, unless a game has plans."""


@kernel
def judge_of(options):
    """Return which network fits: there is one, unless a game has several."""
    return 0


@kernel
def choose_learned(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return the first action of the line whose end is judged best."""
    if n == 1:
        return int(out[0])
    due = planned(state, options, plan)
    for i in range(n):
        if out[i] == due:
            return due
    study.states[0] = state
    hide(study.states[0], options, seat)
    seed_streams(study.rng, seat, n)  # any world will do: the judge sees the view alone
    resample(study.states[0], options, work, seat, study.rng, CHOICES + seat)
    look_through(options, work, study, rng, personas, who, seat)
    note = study.notes[0]
    copy_record(study.words, 1, 0)
    for i in range(note.length):
        note_move(study.states[1], options, plan, i, note.best_line[i])
        apply(study.states[1], options, work, note.best_line[i], None)
        if actor(study.states[1]) != seat:
            break
    return note.best_line[0]


@kernel
def look_through(options, work, study, rng, personas, who, seat):
    """Visit every position of the turn once, depth first; leave the best line in the note."""
    note = study.notes[0]
    for i in range(BUCKETS):
        note.met[i] = 0
    start_network(note, options, personas, who)
    note.best = -1
    note.nodes = 0
    note.waiting = 0
    note.thinker = 1 + seat
    for kind in range(MOST_AHEAD):
        note.skips[0, kind] = 0
    noise = personas[who, NOISE]
    if noise > 0 and below(rng, CHOICES + seat, personas[who, NOISY]) > 0:
        noise = 0
    list_moves(options, work, study, 0)
    while note.waiting > 0:
        note.waiting -= 1
        depth = note.todo_depth[note.waiting]
        note.line[depth] = note.todo[note.waiting]
        copy_record(study.words, depth + 1, depth)
        apply(study.states[depth + 1], options, work, note.line[depth], None)
        pass_over(options, study, depth + 1)
        if note.nodes >= personas[who, NODES] or not is_new(study, depth + 1):
            continue
        note.nodes += 1
        if actor(study.states[depth + 1]) == seat and depth + 1 < DEPTH:
            list_moves(options, work, study, depth + 1)
            continue
        worth = worth_of_end(options, work, study, personas, who, seat, depth + 1)
        if noise > 0:
            worth += below(rng, CHOICES + seat, noise)
        if worth > note.best:
            note.best = worth
            note.length = depth + 1
            note.is_known = note.is_sure
            for i in range(depth + 1):
                note.best_line[i] = note.line[i]
            for i in range(personas[who, INPUTS]):
                note.judged[i] = note.inputs[i]


@kernel
def pass_over(options, study, depth):
    """Go on through chance that a turn passes over, and count it."""
    note = study.notes[0]
    for kind in range(MOST_AHEAD):
        note.skips[depth, kind] = note.skips[depth - 1, kind]
    while actor(study.states[depth]) == CHANCE:
        kind = skip_chance(study.states[depth], options)
        if kind == 0:
            return
        note.skips[depth, kind - 1] += 1


@kernel
def list_moves(options, work, study, depth):
    """Put all moves of a position on the list of those to try, the first one on top."""
    note = study.notes[0]
    n = legal_actions(study.states[depth], options, work, study.out)
    if note.waiting + n > MOST_WAITING:
        n = MOST_WAITING - note.waiting
    for i in range(n):
        note.todo[note.waiting + i] = study.out[n - 1 - i]
        note.todo_depth[note.waiting + i] = depth
    note.waiting += n


@kernel
def is_new(study, position):
    """Return whether a position is met for the first time in this turn, by its hash."""
    note = study.notes[0]
    word = MIX_A
    for kind in range(MOST_AHEAD):
        word = mixed(word + np.uint64(note.skips[position, kind]))
    for i in range(study.words.shape[1]):
        word = mixed(word ^ study.words[position, i])
    if word == np.uint64(0):
        word = MIX_A
    place = np.int64(word & np.uint64(BUCKETS - 1))
    while note.met[place] != np.uint64(0):
        if note.met[place] == word:
            return False
        place = (place + 1) & (BUCKETS - 1)
    note.met[place] = word
    return True


@kernel
def worth_of_end(options, work, study, personas, who, seat, position):
    """Return the chance to win where a turn ends, over the outcomes of a chance with known odds."""
    note = study.notes[0]
    n = turn_outcomes(study.states[position], options, study.out, study.chances)
    note.is_sure = n == 0 and actor(study.states[position]) != OVER
    if n == 0:
        return judge(options, work, study, personas, who, seat, position, position)
    for i in range(n):
        note.outcome[i] = study.out[i]
        note.odds[i] = study.chances[i]
    total, ways = 0, 0
    for i in range(n):
        copy_record(study.words, AFTER_CHANCE, position)
        apply(study.states[AFTER_CHANCE], options, work, note.outcome[i], None)
        total += note.odds[i] * best_choice(options, work, study, personas, who, seat, position)
        ways += note.odds[i]
    return total // ways


@kernel
def best_choice(options, work, study, personas, who, seat, depth):
    """Return the best of what the seat may choose after such a chance."""
    note = study.notes[0]
    if actor(study.states[AFTER_CHANCE]) != seat:
        return judge(options, work, study, personas, who, seat, AFTER_CHANCE, depth)
    n = legal_actions(study.states[AFTER_CHANCE], options, work, study.out)
    best = 0
    for i in range(n):
        note.choice[i] = study.out[i]
    for i in range(n):
        copy_record(study.words, AFTER_CHOICE, AFTER_CHANCE)
        apply(study.states[AFTER_CHOICE], options, work, note.choice[i], None)
        worth = judge(options, work, study, personas, who, seat, AFTER_CHOICE, depth)
        best = max(best, worth)
    return best


# The judge


@kernel
def judge(options, work, study, personas, who, seat, position, depth):
    """Return a seat's chance to win by its own view, in 2 ** 30ths; at the end, what it won."""
    if actor(study.states[position]) == OVER:
        returns(study.states[position], options, study.shares)
        return np.int64(study.shares[seat] * SURE)
    copy_record(study.words, VIEW, position)
    hide(study.states[VIEW], options, seat)
    note = study.notes[0]
    for i in range(personas[who, INPUTS]):
        note.inputs[i] = 0
    write_features(study.states[VIEW], options, work, seat, note.inputs)
    first = personas[who, INPUTS] - personas[who, AHEAD]
    for kind in range(personas[who, AHEAD]):
        note.inputs[first + kind] = note.skips[depth, kind]
    return curve(run_network(note, personas, who))


@kernel
def start_network(note, options, personas, who):
    """Set the first layer as it is without any input."""
    number = 1 + who * MOST_NETWORKS + judge_of(options)
    if note.network != number:
        note.network = number
        lay_out(note, personas, who, judge_of(options))
    for i in range(personas[who, INPUTS]):
        note.known[i] = 0
    for unit in range(personas[who, FIRST]):
        note.first[unit] = note.first_bias[unit]


@kernel
def lay_out(note, personas, who, network):
    """Copy a network from the player's row to where its sums are computed fastest."""
    inputs, first, second = personas[who, INPUTS], personas[who, FIRST], personas[who, SECOND]
    size = (inputs + 1) * first + (first + 1) * second + second + 1
    at = HEADER + network * size
    for i in range(inputs):
        for unit in range(first):
            note.first_weights[i, unit] = personas[who, at + unit]
        at += first
    for unit in range(first):
        note.first_bias[unit] = personas[who, at + unit]
    at += first
    for i in range(first):
        for unit in range(second):
            note.second_weights[unit, i] = personas[who, at + unit]
        at += second
    for unit in range(second):
        note.second_bias[unit] = personas[who, at + unit]
        note.last_weights[unit] = personas[who, at + second + unit]
    note.last_bias = personas[who, at + 2 * second]


@kernel
def run_network(note, personas, who):
    """Return the last sum, in 2 ** 22nds; inputs that are as they were before cost nothing.

    Factors come from fields of 32 bits, which processors multiply several times as fast as 64.
    """
    inputs, first, second = personas[who, INPUTS], personas[who, FIRST], personas[who, SECOND]
    changes = 0
    for i in range(inputs):
        more = note.inputs[i] - note.known[i]
        if more != 0:
            note.known[i] = note.inputs[i]
            note.change[changes] = more
            note.place[changes] = i
            changes += 1
    for k in range(changes):
        i = int(note.place[k])
        for unit in range(first):
            note.first[unit] += np.int64(note.change[k]) * np.int64(note.first_weights[i, unit])
    for i in range(first):
        note.units[i] = min(max(note.first[i] >> TO_FIRST, 0), MOST_VALUE)
    total = note.last_bias
    for unit in range(second):
        value = note.second_bias[unit]
        for i in range(first):
            value += np.int64(note.units[i]) * np.int64(note.second_weights[unit, i])
        value >>= TO_SECOND
        if value > 0:
            total += value * note.last_weights[unit]
    return total


@kernel
def curve(total):
    """Return the chance that a sum stands for."""
    most = REACH << FINE_BITS
    total = min(max(total, -most), most) + most
    step, rest = total >> FINE_BITS, total & ((1 << FINE_BITS) - 1)
    return CURVE[step] + ((CURVE[step + 1] - CURVE[step]) * rest >> FINE_BITS)
