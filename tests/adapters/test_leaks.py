"""No adapter shows a seat what it may not know: what looks alike to it looks alike there."""

from types import SimpleNamespace

import numpy as np
import pytest

import offleash
from offleash.contract.encoding import Observation
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from tests.adapters.peers import peer
from tests.battery import rebind
from tests.subjects import SECRETIVE, telling_cases

MOST_CASES = 40


def show_vector(game, states, options, seat, leaky):
    env = offleash.vector(game, 1, options=options)
    env.reset(seed=0)
    env.states[:], env.game = states, leaky  # its kernels need not be compiled again
    return env.observe(0, seat).tobytes()


def show_pettingzoo(game, states, options, seat, leaky):
    peer("pettingzoo")
    from offleash.adapters.pettingzoo import TableEnv

    env = TableEnv(game, options=options)
    env.reset(seed=0)
    env.vector.states[:], env.vector.game = states, leaky
    return env.observe(f"player_{seat}")["observation"].tobytes()


def show_openspiel(game, states, options, seat, leaky):
    """Its observers, with and without perfect recall; the digest is that of a first position."""
    peer("pyspiel")
    from offleash.adapters import openspiel

    digest = openspiel.seen_digest(leaky, options, b"", -1, states, seat)
    state = SimpleNamespace(states=states, digests={seat: digest}, seats=game.seat_count(options))
    plain, recall = (openspiel.SpielObserver(leaky, options, recall) for recall in (False, True))
    plain.set_from(state, seat)
    strings = (plain.string_from(state, seat), recall.string_from(state, seat))
    return plain.tensor.tobytes(), strings


def leaks(show, game, name, leaky=None):
    """How many cases tell a position from another that looks alike to the seat."""
    cases = [case for case in telling_cases(name) if case[2] != NOBODY]
    return sum(
        show(game, states, options, seat, leaky or game)
        != show(game, twin, options, seat, leaky or game)
        for options, states, seat, twin in cases[:: max(1, len(cases) // MOST_CASES)]
    )


ADAPTERS = (show_vector, show_pettingzoo, show_openspiel)


@pytest.mark.parametrize("show", ADAPTERS)
@pytest.mark.parametrize("name", SECRETIVE)
def test_twins_look_alike_through_an_adapter(name, show):
    assert leaks(show, registry.load(name), name) == 0


@pytest.mark.parametrize("show", ADAPTERS)
def test_a_planted_leak_is_caught(show):
    """In an encoding that reads the bids, and in an `observe` that does."""
    game = registry.load("digs")

    def encode(state, options, seat, out):
        game.learning.encode(state, options, seat, out)
        out[0] = state["bid"].sum()

    def observe(states, options, seat):
        array = game.notation.observe(states, options, seat).array
        encode(states[0], options[0], seat, array)
        return Observation(lambda: "", np.asarray(array))

    leaky = rebind(game, encode=encode, observe=observe)
    assert leaks(show, game, "digs", leaky) > 0
