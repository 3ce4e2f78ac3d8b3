"""What is called idle is idle: other values of such options play the very same games (N2)."""

import random

import numpy as np

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.options import OPTION_LIST, PRESETS
from offleash.games.uri_nation.text.idle import idle_options

SETS = 120  # of random options
CASES_EACH = 5  # idle options tried in each
OPTIONS_BY_NAME = {option.name: option for option in OPTION_LIST}

# Not the option is idle but its value, which then is as good as this one.
AS_GOOD_AS = {"park_early_stop": "none", "home_stop": "none"}
NEVER_IDLE = ("ally_zone",)  # only one value of it may be, and no other is like that


def random_options(rng: random.Random):
    share = rng.choice((0.1, 0.4))
    settings = {
        option.name: option.format(rng.choice([*option.sweep]))
        for option in OPTION_LIST
        if rng.random() < share
    }
    return GAME.options(rng.choice([*PRESETS]), settings)


def other_value(rng: random.Random, options, name: str):
    """Other options with another value of one."""
    option = OPTIONS_BY_NAME[name]
    if name in AS_GOOD_AS:
        values = [option.parse(AS_GOOD_AS[name])]
    else:
        current = option.format(options[name][0])
        values = [value for value in option.values if option.format(value) != current]
    if not values:
        return None
    changed_options = options.copy()
    changed_options[name][0] = rng.choice(values)
    GAME.settle_options(changed_options)
    return changed_options


def differs(before: list, after: list) -> np.ndarray:
    """Which of the games, played with each pair of options, went differently."""
    bots = policy(GAME, ["random"] * GAME.max_seats)
    rows = np.arange(len(before))
    first, second = (
        play_batch(GAME, bots, len(rows), seed=4, variants=np.concatenate(variants), rows=rows)
        for variants in (before, after)
    )
    are_equal = [
        a.tobytes() == b.tobytes() for a, b in zip(first.states, second.states, strict=True)
    ]
    return ~np.array(are_equal)


def test_idle_options_change_nothing():
    rng = random.Random(11)
    cases, before, after = [], [], []
    for _ in range(SETS):
        options = random_options(rng)
        idle = [(name, reason) for names, reason in idle_options(options) for name in names]
        for name, reason in rng.sample(idle, min(len(idle), CASES_EACH)):
            variant = None if name in NEVER_IDLE else other_value(rng, options, name)
            if variant is not None:
                cases.append((name, reason))
                before.append(options)
                after.append(variant)
    assert len(set(cases)) > 50
    assert [cases[i] for i in np.flatnonzero(differs(before, after))] == []


def test_the_comparison_notices_options_that_are_not_idle():
    options = GAME.options("1.2")
    others = [GAME.options("1.2", **{name: 0}) for name in ("claim_water", "lose_grit")]
    assert differs([options] * 2, others).all()
