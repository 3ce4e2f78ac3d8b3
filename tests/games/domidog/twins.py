"""The engine and the naive twin side by side: options and positions of one turned into the other's.

What is known about hidden tiles (N6) is left out here: `test_knowledge.py` is about that.
"""

from dataclasses import asdict

import numpy as np

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.record import BOXED, CHAIN, HAND, SEATS, SUPPLY
from tests.games.domidog import naive

PHASES = ("deal", "start", "open", "play", "draw", "over")
NONE = -1  # no half: before the opening, of a tile that was laid to none, of a house at hand

work, out, weights = GAME.new_work(), GAME.new_out(), GAME.new_chances()


def engine_options(options):
    settings = asdict(options)
    settings["starter"] = "none" if options.starter is None else str(options.starter)
    return GAME.options(**settings)


def half_number(half):
    if half is None:
        return NONE
    tile, index = half
    return 2 * naive.EVERY_TILE.index(tile) + index


def where(p, tile):
    holders = [HAND + seat for seat, hand in enumerate(p.hands) if tile in hand]
    if holders:
        return holders[0]
    return SUPPLY if tile in p.supply else CHAIN if tile in p.laid_to else BOXED


def joint(p, tile):
    """Which half of a tile touches the one it was laid to."""
    to = p.laid_to.get(tile)
    return 0 if to is None else naive.half_with(tile, naive.dog(to))[1]


def fields_of(p):
    """Every field of the engine's record that is not about knowledge, from the twin's position."""
    absent = SEATS - len(p.hands)
    return {
        "where": [where(p, tile) for tile in naive.EVERY_TILE],
        "parent": [half_number(p.laid_to.get(tile)) for tile in naive.EVERY_TILE],
        "joint": [joint(p, tile) for tile in naive.EVERY_TILE],
        "end": [half_number(p.ends.get(side)) for side in naive.SIDES],
        "house": [half_number(half) for half in p.houses] + [NONE] * absent,
        "held": [len(hand) for hand in p.hands] + [0] * absent,
        "supply_left": len(p.supply),
        "players": len(p.hands),
        "passes": p.passes,
        "drew": int(p.drew),
        "phase": PHASES.index(p.phase),
    } | ({"seat": p.seat} if naive.actor(p) not in ("chance", "over") else {})


def differing(p, states):
    """The fields in which the engine's position is not the twin's."""
    return [
        f"{name} is {states[name][0].tolist()}, not {expected}"
        for name, expected in fields_of(p).items()
        if states[name][0].tolist() != expected
    ]


def engine_actor(states):
    acting = int(GAME.rules.actor(states[0]))
    return {CHANCE: "chance", OVER: "over"}.get(acting, acting)


def engine_choices(states, opts):
    """The texts of all legal actions or outcomes; outcomes must be equally likely."""
    if GAME.rules.actor(states[0]) == CHANCE:
        n = GAME.rules.chance_outcomes(states[0], opts[0], out, weights)
        assert set(weights[:n].tolist()) == {1}
    else:
        n = GAME.rules.legal_actions(states[0], opts[0], work[0], out)
    listed = out[:n].tolist()
    assert listed == sorted(set(listed)), "not listed once each, ascending"
    return {GAME.notation.format_action(action, opts) for action in listed}


def engine_returns(states, opts):
    shares = np.zeros(GAME.seat_count(opts))
    GAME.rules.returns(states[0], opts[0], shares)
    return shares.tolist()


def applied(states, opts, text):
    after = states.copy()
    GAME.rules.apply(after[0], opts[0], work[0], GAME.notation.parse_action(text, opts), None)
    return after
