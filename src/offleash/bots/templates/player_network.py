"""A player by a network: it scores each legal action by what the seat knows and what the action is.

The network adds up whole numbers only. Interpreted and compiled, on any machine, it comes to the
same action. `personas[who]` holds: which policy, then the numbers below, which say where in the row
the layouts, their tables and the networks stand. See `contract.bots.player_networks`.
"""

from typing import Any

import numpy as np

from offleash.compiler.rule import kernel

# What stands in a player's row, before layouts, tables and networks.
NUMBERS, ACTION_NUMBERS = 1, 2  # that the encodings write
INPUTS, ACTION_INPUTS = 3, 4
FIRST, SECOND, MIX, LAST = 5, 6, 7, 8  # units of the layers
LAYOUT, ACTION_LAYOUT = 9, 10  # where the inputs of both begin,
TABLE, ACTION_TABLE = 11, 12  # and their tables
COLUMNS, ACTION_COLUMNS = 13, 14
NETWORKS, SIZE, HEADER = 15, 16, 17  # where the networks begin; the numbers of one

INPUT_FIELDS = 5  # of a layout: number, bit, least value, place in the table, first column
NO_COLUMN = -1

# Numbers of the network: weights in 4096ths, units in 1024ths.
WEIGHT_BITS, UNIT_BITS = 12, 10
TO_UNIT = WEIGHT_BITS - UNIT_BITS  # from sums of weights
MOST_VALUE = (1 << 31) - 1  # of a unit

encode: Any
write_action: Any


@kernel
def judge_of(options):
    """Return which network fits: there is one, unless a game has several."""
    return 0


@kernel
def choose_by_network(state, options, work, plan, study, out, n, rng, personas, who, seat):
    """Return the action with the best score, the first of equals."""
    best = int(out[0])
    if n == 1:
        return best
    note = study.notes[0]
    at = personas[who, NETWORKS] + judge_of(options) * personas[who, SIZE]
    look(state, options, note, personas, who, seat, at)
    highest = np.int64(0)
    for i in range(n):
        action = int(out[i])
        score = score_of(state, options, note, personas, who, seat, action, at)
        if i == 0 or score > highest:
            highest = score
            best = action
    return best


@kernel
def column_of(personas, who, layout, table, i, value):
    """Return the column that input i turns on where its number has this value, or NO_COLUMN."""
    at = layout + i * INPUT_FIELDS
    shift, base = personas[who, at + 1], personas[who, at + 4]
    if shift >= 0:
        return base if (value >> shift) & 1 else np.int64(NO_COLUMN)
    return base + personas[who, table + personas[who, at + 3] + value - personas[who, at + 2]]


@kernel
def look(state, options, note, personas, who, seat, at):
    """Compute the layers that see the position, and what they give to the scores of actions."""
    first, second, mix = personas[who, FIRST], personas[who, SECOND], personas[who, MIX]
    for i in range(personas[who, NUMBERS]):
        note.seen[i] = 0
    encode(state, options, seat, note.seen)
    bias = at + personas[who, COLUMNS] * first
    for unit in range(first):
        note.wide[unit] = personas[who, bias + unit]
    layout, table = personas[who, LAYOUT], personas[who, TABLE]
    for i in range(personas[who, INPUTS]):
        value = np.int64(note.seen[personas[who, layout + i * INPUT_FIELDS]])
        column = column_of(personas, who, layout, table, i, value)
        if column >= 0:
            row = at + column * first
            for unit in range(first):
                note.wide[unit] += personas[who, row + unit]
    at = bias + first
    for unit in range(first):
        note.wide[unit] = min(max(note.wide[unit] >> TO_UNIT, 0), MOST_VALUE)
    for unit in range(second):
        note.narrow[unit] = personas[who, at + first * second + unit]
    for i in range(first):
        if note.wide[i] > 0:
            for unit in range(second):
                note.narrow[unit] += note.wide[i] * personas[who, at + i * second + unit]
    at += (first + 1) * second
    for unit in range(mix):
        note.mix[unit] = personas[who, at + second * mix + unit]
    for i in range(second):
        value = min(max(note.narrow[i] >> WEIGHT_BITS, 0), MOST_VALUE)
        if value > 0:
            for unit in range(mix):
                note.mix[unit] += value * personas[who, at + i * mix + unit]


@kernel
def score_of(state, options, note, personas, who, seat, action, at):
    """Return how good an action is, in 2 ** 22nds of what the network was trained with."""
    first, second = personas[who, FIRST], personas[who, SECOND]
    mix, last = personas[who, MIX], personas[who, LAST]
    at += (personas[who, COLUMNS] + 1) * first + (first + 1) * second + (second + 1) * mix
    for i in range(personas[who, ACTION_NUMBERS]):
        note.what[i] = 0
    write_action(state, options, seat, action, note.what)
    for unit in range(mix):
        note.units_of_action[unit] = note.mix[unit]
    layout, table = personas[who, ACTION_LAYOUT], personas[who, ACTION_TABLE]
    for i in range(personas[who, ACTION_INPUTS]):
        value = np.int64(note.what[personas[who, layout + i * INPUT_FIELDS]])
        column = column_of(personas, who, layout, table, i, value)
        if column >= 0:
            row = at + column * mix
            for unit in range(mix):
                note.units_of_action[unit] += personas[who, row + unit] << UNIT_BITS
    at += personas[who, ACTION_COLUMNS] * mix
    for unit in range(last):
        note.last[unit] = personas[who, at + mix * last + unit]
    for i in range(mix):
        value = min(max(note.units_of_action[i] >> WEIGHT_BITS, 0), MOST_VALUE)
        if value > 0:
            for unit in range(last):
                note.last[unit] += value * personas[who, at + i * last + unit]
    at += (mix + 1) * last
    total = np.int64(0)
    for i in range(last):
        value = min(max(note.last[i] >> WEIGHT_BITS, 0), MOST_VALUE)
        total += value * personas[who, at + i]
    return total
