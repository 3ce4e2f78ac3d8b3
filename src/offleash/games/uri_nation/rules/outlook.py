"""How a game stands: every seat's chance to win, for a search that looks no further."""

import numpy as np

from offleash.core.rules.outlook import CERTAIN, odds
from offleash.games.uri_nation.rules.bits import ones
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.challenges import grit_penalty
from offleash.games.uri_nation.rules.economy import archetype_of
from offleash.games.uri_nation.rules.record import (
    ANYWHERE,
    ROLL,
    WATER,
    rule,
)
from offleash.games.uri_nation.rules.territory import all_owned, held_count, own_fort

SCALE = 1 << 16
ROOT = np.array([round(1024 / (k / 4 + 2) ** 0.5) for k in range(400)], np.int64)


@rule
def is_boundary(state, options):
    """The dice of a walk are to fall: the turn before is over."""
    return state.phase == ROLL


@rule
def model_of(options, seat):
    """Every dog is thought to play as its archetype."""
    return archetype_of(options, seat)


@rule
def strength(state, options, seat, waits, short):
    free = ~all_owned(state)
    near = ones(int(options.nearby[int(state.cell[seat])]) & free)
    bowl = 12 * int(state.bowl[seat, WATER]) + 8 * int(state.bowl[seat, DRIVE])
    if short:
        return (
            150 * held_count(state, seat)
            + bowl
            - 18 * grit_penalty(state, options, seat)
            + 5 * own_fort(state, options, seat)
            + 20 * near
            - 20 * waits
        )
    return (
        100 * held_count(state, seat)
        + bowl
        + 10 * own_fort(state, options, seat)
        + 2 * near
        - 20 * waits
    )


@rule
def outlook(state, options, work, seat, weights):
    """The chance to win, in 65536ths."""
    short = options.stop_rule == ANYWHERE
    most = 0
    for other in range(options.seats):
        most = max(most, held_count(state, other))
    left = 4 * (options.max_rounds - int(state.rounds)) + 4 - int(state.turn)
    race = 4 * (options.win_territories - most) * 10 // (7 if short else 5)
    root = ROOT[max(0, min(left, race, 399))]
    own = strength(state, options, seat, 0, short)
    total = 0
    for place in range(options.seats):
        other = int(state.order[place])
        waits = place - int(state.turn)
        if waits < 0:
            waits += options.seats
        worth = strength(state, options, other, waits, short)
        if other == seat:
            own = worth
    for place in range(options.seats):
        other = int(state.order[place])
        waits = place - int(state.turn)
        if waits < 0:
            waits += options.seats
        worth = strength(state, options, other, waits, short)
        total += odds((worth - own) * root, 1024 * 64)
    return CERTAIN * CERTAIN // total
