"""Filling the blanks of a view where drawing them fails: exchanges come to the same."""

from collections import Counter

import numpy as np
import pytest

from offleash.core.compile import MODE
from offleash.core.rules.actors import NOBODY
from offleash.core.rules.random import seed_streams
from offleash.core.seeds import streams
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.filling import settle, try_filling, write_filling
from offleash.games.domidog.rules.knowledge import place_opener
from offleash.games.domidog.rules.slots import prepare_slots
from tests.games.domidog.stories import completions
from tests.games.domidog.test_knowledge import CASES, chi_square, hidden, record_of

SAMPLES = 400 if MODE == "compiled" else 10

SETTLED = ("she laid what she drew last", "two have passed", "a starter who had no double")


def settled(view, samples):
    """Fillings that were settled by exchanges alone."""
    rng, work = streams(), GAME.new_work()[0]
    seed_streams(rng, 3, 0)
    for _ in range(samples):
        full = view.copy()
        place_opener(full[0])
        prepare_slots(full[0], work)
        settle(full[0], work, rng, 0)
        write_filling(full[0], work)
        yield full


def check_even(view, wanted):
    drawn = Counter(full.tobytes() for full in settled(view, SAMPLES))
    assert drawn.keys() <= wanted
    statistic, limit = chi_square(drawn, {key: SAMPLES / len(wanted) for key in wanted})
    assert statistic < limit


@pytest.mark.parametrize("case", SETTLED)
def test_exchanges_are_even_too(case):
    told, _ = CASES[case]
    for seat in (0, NOBODY):
        states, options = record_of(told)
        wanted = {record_of(other)[0].tobytes() for other in completions(told, seat)}
        check_even(hidden(states, options, seat), wanted)


def test_three_hands_exchange_in_a_ring():
    """Each tile fits two of three hands: no exchange of two leads from one way to the other."""
    options = GAME.options(players=3)
    rest = "boxed=" + ",".join(tile for tile in TILES if tile not in ("red-grey", *OTHERS))
    chain = "chain=blue-blue passes=2 shown=red|white|black"
    view = GAME.parse_position(f"{chain} hands=?1|?1|?1 {rest}", options)
    ways = ("white-grey|black-grey|red-grey", "black-grey|red-grey|white-grey")
    wanted = {GAME.parse_position(f"{chain} hands={way}", options).tobytes() for way in ways}
    check_even(view, wanted)


OTHERS = ("white-grey", "black-grey", "blue-blue")
COLOURS = ("blue", "brown", "yellow", "red", "white", "black", "grey", "shiba")
TILES = [f"{a}-{b}" for i, a in enumerate(COLOURS) for b in COLOURS[i:]]


def test_a_hidden_hand_without_mysteries_is_drawn_at_once():
    """Nothing is refused where older slots fit less than newer ones: no try is ever lost."""
    told, _ = CASES["she has drawn a second one"]
    states, options = record_of(told)
    view, work, rng = hidden(states, options, 0), GAME.new_work()[0], streams()
    prepare_slots(view[0], work)
    assert (work["slots"], work["mysteries"]) == (4, 0)
    assert all(try_filling(view[0], work, rng, 0) for _ in range(200))


def test_the_check_of_evenness_can_fail():
    told, _ = CASES["she has drawn a tile"]
    states, options = record_of(told)
    wanted = {record_of(other)[0].tobytes() for other in completions(told, 0)}
    lopsided = Counter({key: 1 + 9 * (i == 0) for i, key in enumerate(sorted(wanted))})
    total = lopsided.total() * 100
    drawn = Counter({key: n * 100 for key, n in lopsided.items()})
    statistic, limit = chi_square(drawn, {key: total / len(wanted) for key in wanted})
    assert statistic > limit
    assert np.array_equal(hidden(states, options, 0), hidden(states, options, 0))
