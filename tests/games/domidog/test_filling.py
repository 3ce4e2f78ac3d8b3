"""Filling the blanks of a view where drawing them fails: a walk over fillings comes to the same."""

from collections import Counter

import numpy as np
import pytest

from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import NOBODY
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.filling import try_filling, write_filling
from offleash.games.domidog.rules.knowledge import place_opener
from offleash.games.domidog.rules.settling import settle
from offleash.games.domidog.rules.slots import prepare_slots
from offleash.tools.errors import BadNotation
from tests.games.domidog.stories import completions
from tests.games.domidog.test_knowledge import CASES, chi_square, record_of, sample_stories, view_of

SAMPLES = 400 if MODE == "compiled" else 10

SETTLED = ("she laid what she drew last", "two have passed", "a starter who had no double")


def settled(view, samples):
    """Fillings that were found by a walk alone."""
    rng, work = streams(), GAME.new_work()[0]
    seed_streams(rng, 3, 0)
    for _ in range(samples):
        full = view.copy()
        place_opener(full[0])
        prepare_slots(full[0], work)
        assert settle(full[0], work, rng, 0)
        write_filling(full[0], work)
        yield full


def check_even(view, expected):
    counts = Counter(full.tobytes() for full in settled(view, SAMPLES))
    assert counts.keys() <= expected
    statistic, limit = chi_square(counts, {key: SAMPLES / len(expected) for key in expected})
    assert statistic < limit


@pytest.mark.parametrize("case", SETTLED)
def test_what_is_settled_is_even_too(case):
    story, _ = CASES[case]
    for seat in (0, NOBODY):
        states, options = record_of(story)
        expected = {record_of(other)[0].tobytes() for other in completions(story, seat)}
        check_even(view_of(states, options, seat), expected)


@pytest.mark.skipif(MODE != "compiled", reason="a walk takes a second in plain Python")
def test_small_games_are_settled_evenly():
    for story, seat, listed in sample_stories(0):
        states, options = record_of(story)
        expected = {record_of(other)[0].tobytes() for other in listed}
        check_even(view_of(states, options, seat), expected)


def test_three_hands_exchange_in_a_ring():
    """Each tile fits two of three hands: no exchange of two leads from one way to the other."""
    options = GAME.options(players=3)
    rest = "boxed=" + ",".join(tile for tile in TILES if tile not in ("red-grey", *OTHERS))
    chain = "chain=blue-blue passes=2 shown=red|white|black"
    view = GAME.notation.parse_position(f"{chain} hands=?1|?1|?1 {rest}", options)
    ways = ("white-grey|black-grey|red-grey", "black-grey|red-grey|white-grey")
    expected = {
        GAME.notation.parse_position(f"{chain} hands={way}", options).tobytes() for way in ways
    }
    check_even(view, expected)


OTHERS = ("white-grey", "black-grey", "blue-blue")
COLOURS = ("blue", "brown", "yellow", "red", "white", "black", "grey", "shiba")
TILES = [f"{a}-{b}" for i, a in enumerate(COLOURS) for b in COLOURS[i:]]


# A spectator's view near the end of a game for two: one try in several thousand succeeds.
TIGHT = (
    "chain=blue-blue,blue-yellow>blue-blue.1,blue-white>blue-blue.2,"
    "yellow-white>blue-yellow.yellow,white-black>blue-white.white,"
    "white-grey>yellow-white.white,black-grey>white-black.black,"
    "black-shiba>white-black.black,blue-grey>white-grey.grey,grey-grey>black-grey.grey,"
    "shiba-shiba>black-shiba.shiba,blue-red>blue-grey.blue,brown-grey>grey-grey.2,"
    "white-shiba>shiba-shiba.2,red-white>blue-red.red,brown-yellow>brown-grey.brown,"
    "white-white>red-white.white,yellow-red>brown-yellow.yellow,brown-white>white-white.2,"
    "yellow-black>yellow-red.yellow,red-black>yellow-red.red,brown-brown>brown-white.brown,"
    "black-black>yellow-black.black,brown-red>brown-brown.2,blue-black>black-black.2,"
    "red-grey>brown-red.red,blue-brown>blue-black.blue,brown-black>blue-brown.brown "
    "ends=brown-black.black|white-shiba.white hands=?2|?6 "
    "houses=red-black.black|red-grey.grey seat=1 passes=1 blue=held "
    "draws=1:blue,1:blue,1:blue,0:blue+white,0:-,1:white+shiba,0:white+shiba,0:white+shiba,"
    "1:brown+shiba,1:brown+shiba,1:brown+white,1:brown+white,1:brown+white,1:brown+white,"
    "1:brown+white,1:brown+white,0:red+white,0:red+white,1:-,0:white+black "
    "shown=white+black|- "
    "laid=0:0-0:?,1:0-0:?,0:4-4:?,0:0-0:?,1:0-4:?,1:0-0:?,0:0-4:?,0:0-4:?,0:0-0:?,1:0-4:?,"
    "1:6-6:?,1:3-3:?,0:0-4:?,1:10-10:?,0:0-3:?,1:0-4:?,1:0-3:?,0:0-4:?,0:8-8:?,1:0-18:?,"
    "1:0-4:?,0:0-10:?,1:0-20:?,1:16-16:?,1:3-20:?,0:18-18:?,0:4-20:?,1:16-20:? "
)


def test_what_is_settled_is_lawful():
    """Reading a position checks every tile: who holds or laid it can have taken it then."""
    opts = GAME.options(extra_tiles=True)
    view = GAME.notation.parse_position(TIGHT, opts)
    for full in settled(view, SAMPLES // 10):
        assert GAME.notation.is_whole(full)
        assert view_of(full, opts, NOBODY).tobytes() == view.tobytes()
        GAME.notation.parse_position(GAME.notation.format_position(full, opts), opts)


def test_a_view_that_nothing_can_be_behind_is_refused():
    """Seat 1 has no red, and the only unseen tile is red-white."""
    others = {"red-red", "blue-grey", "red-white"}
    boxed = ",".join(tile for tile in TILES if tile not in others and "shiba" not in tile)
    text = f"chain=red-red hands=blue-grey|?1 boxed={boxed} shown=-|"
    GAME.notation.parse_position(text + "black", GAME.options())
    with pytest.raises(BadNotation, match="no tiles can be behind the blanks"):
        GAME.notation.parse_position(text + "red", GAME.options())


def test_a_hidden_hand_without_mysteries_is_drawn_at_once():
    """Nothing is refused where older slots fit less than newer ones: no try is ever lost."""
    story, _ = CASES["she has drawn a second one"]
    states, options = record_of(story)
    view, work, rng = view_of(states, options, 0), GAME.new_work()[0], streams()
    prepare_slots(view[0], work)
    assert (work["slots"], work["mysteries"]) == (4, 0)
    assert all(try_filling(view[0], work, rng, 0) for _ in range(200))


def test_the_check_of_evenness_can_fail():
    story, _ = CASES["she has drawn a tile"]
    states, options = record_of(story)
    expected = {record_of(other)[0].tobytes() for other in completions(story, 0)}
    lopsided = Counter({key: 1 + 9 * (i == 0) for i, key in enumerate(sorted(expected))})
    total = lopsided.total() * 100
    counts = Counter({key: n * 100 for key, n in lopsided.items()})
    statistic, limit = chi_square(counts, {key: total / len(expected) for key in expected})
    assert statistic > limit
    assert np.array_equal(view_of(states, options, 0), view_of(states, options, 0))
