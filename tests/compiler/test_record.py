import pickle

import numpy as np
import pytest

from offleash.compiler.gpu import is_aligned
from offleash.compiler.record import record, words
from offleash.contract import Game
from offleash.games import registry


def test_fields_are_ordered_widest_first_and_padding_is_explicit():
    dtype = record(small=np.int8, wide=np.int64, grid=(np.int16, (3, 2)))
    assert list(dtype.names) == ["wide", "grid", "small", "pad"]
    assert dtype.itemsize == 24
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize


def test_attributes_are_the_fields():
    states = np.zeros(1, record(seat=np.int8, hand=(np.int8, (2, 3))))
    states[0].seat = 3
    states[0].hand[1, 2] = 5
    assert states["seat"][0] == 3
    assert states["hand"][0, 1, 2] == 5


def test_a_record_in_a_record_has_attributes_too():
    inner = record(bones=np.int8)
    outer = np.zeros(2, record(dogs=(inner, (3,)), best=inner))
    outer[1].dogs[2].bones = 4
    outer[1].best.bones = 5
    assert outer["dogs"]["bones"][1].tolist() == [0, 0, 4] and outer["best"]["bones"][1] == 5


def test_a_field_of_another_record_is_refused():
    record(paws=np.int8)
    state = np.zeros(1, record(seat=np.int8))[0]
    for name in ("paws", "nothing"):
        with pytest.raises((AttributeError, ValueError), match=name):
            getattr(state, name)
    with pytest.raises(ValueError, match="paws"):
        state.paws = 1


@pytest.mark.parametrize("name", registry.ROWS)
def test_fields_of_every_record_are_aligned(name):
    """So a GPU may read them in one piece."""
    rules = registry.load(name).rules
    records = (rules.record, rules.options_record, rules.work, rules.tally, rules.plan, rules.sums)
    assert all(map(is_aligned, records))
    split = np.dtype({"names": ["a"], "formats": [np.int32], "offsets": [2], "itemsize": 8})
    assert not is_aligned(split)


def test_records_are_pickled():
    states = np.zeros(2, record(seat=np.int8))
    states[1].seat = 3
    again = pickle.loads(pickle.dumps(states))
    assert again.dtype == states.dtype and again[1].seat == 3
    assert pickle.loads(pickle.dumps(states[1])).seat == 3


@pytest.mark.parametrize("name", ["size", "round", "data", "pad", "copy"])
def test_names_that_numpy_uses_are_refused(name):
    with pytest.raises(ValueError, match=name):
        record(**{name: np.int8})


def test_records_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="larger than"):
        record(board=(np.int64, 1000))


def test_words_are_the_same_memory():
    states = np.zeros(3, record(seat=np.int8, score=np.int64))
    rows = words(states)
    states["score"][2], states["seat"][2] = 77, 4
    rows[0] = rows[2]
    assert states[0].tobytes() == states[2].tobytes()
    assert (states["score"][0], states["seat"][0]) == (77, 4)


@pytest.mark.parametrize("name", registry.ROWS)
def test_every_game_has_records_without_holes(name):
    game: Game = registry.load(name)
    for dtype in (
        game.rules.record,
        game.rules.options_record,
        game.rules.work,
        game.rules.tally,
        game.rules.plan,
        game.rules.sums,
    ):
        assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)
        assert dtype.itemsize % 8 == 0
    assert game.rules.record.itemsize <= 4096
