"""The Python door: whatever is handed in, what comes back is a game or one sentence."""

import numpy as np
import pytest

import offleash
from offleash.tools.errors import OffleashError

HUGE = 10**5000  # longer than Python agrees to print
ODD = [None, True, 1.5, float("nan"), b"dog", [], {}, (), object(), HUGE, -HUGE, "", "\0", "\ud800"]


def sentence(error):
    text = str(error.value)
    assert text and "\n" not in text
    return text


def refuses(act, *arguments, **keywords):
    """The act raises an OffleashError with one sentence, and nothing else."""
    with pytest.raises(OffleashError) as error:
        act(*arguments, **keywords)
    return sentence(error)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_invalid_games(odd):
    assert "there is no game" in refuses(offleash.new, odd)
    assert "there is no game" in refuses(offleash.load_game, odd)
    assert "there is no game" in refuses(offleash.simulate, odd)
    assert "the folder of a run" in refuses(offleash.load, odd)


@pytest.mark.parametrize(
    "options", [["canadian"], [("canadian", True)], "canadian", 5, True, {1: 2}, {None: 1}, {"": 1}]
)
def test_invalid_options(options):
    assert "option" in refuses(offleash.new, "dog", options=options)


@pytest.mark.parametrize("value", [*ODD, np.int64(99), "9" * 5000], ids=lambda v: type(v).__name__)
def test_invalid_option_values(value):
    assert "option jokers can't be" in refuses(offleash.new, "dog", options={"jokers": value})


@pytest.mark.parametrize("seats", [None, 5, True, {}, {"a", "b", "c", "d"}, [None] * 4, ["a"] * 3])
def test_invalid_seat_names(seats):
    assert "seat" in refuses(offleash.new, "dog", seats=seats)


@pytest.mark.parametrize("seat", [*ODD, "0", np.float64(0)], ids=lambda seat: type(seat).__name__)
def test_invalid_seats(seat):
    session = offleash.new("dog", seed=1)
    for act in (session.svg, session.view, session.events):
        assert "there is no seat" in refuses(act, seat)
    if seat is not None:
        assert "there is no seat" in refuses(session.text, seat)


@pytest.mark.parametrize("seed", [o for o in ODD if o is not None], ids=lambda o: type(o).__name__)
def test_invalid_seeds(seed):
    assert "the seed" in refuses(offleash.new, "dog", seed=seed)


@pytest.mark.parametrize(
    "position", [o for o in ODD if o is not None], ids=lambda o: type(o).__name__
)
def test_invalid_positions(position):
    sentence = refuses(offleash.new, "dog", position=position)
    assert "position" in sentence or "board" in sentence


@pytest.mark.parametrize("action", ODD, ids=lambda action: type(action).__name__)
def test_invalid_actions(action):
    session = offleash.new("dog", seed=1)
    before = session.state.tobytes()
    assert "action" in refuses(session.play, action)
    assert session.state.tobytes() == before
    assert session.history == offleash.new("dog", seed=1).history


@pytest.mark.parametrize(
    "preset", [o for o in ODD if o is not None], ids=lambda o: type(o).__name__
)
def test_invalid_presets(preset):
    assert "preset" in refuses(offleash.new, "dog", preset=preset)
