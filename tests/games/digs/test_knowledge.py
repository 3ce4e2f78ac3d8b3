"""Secret bids: hidden until the last is in, then told to everybody at once."""

from collections import Counter

import numpy as np
import pytest

from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import NOBODY, UNSEEN
from offleash.games import registry
from offleash.play.session import Session
from tests.toys.digs.rules.record import UNKNOWN

BONE = ("draw dash", "walk e1")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bids_are_revealed_after_the_last_one(seats):
    game = registry.load("digs")
    session = Session(game, game.options(seats=seats)).play(*BONE)
    for bidder in range(seats):
        for viewer in (NOBODY, *range(seats)):
            assert not any("bids" in line for e in session.events(viewer) for line in e.news)
            bids = session.view(viewer)["bid"][0][:bidder]
            assert all((bid == UNKNOWN) == (player != viewer) for player, bid in enumerate(bids))
        session.play(f"bid {bidder}")
    names = ", ".join(f"{name} {n}" for n, name in enumerate(game.rules.seat_names[:seats]))
    for viewer in (NOBODY, *range(seats)):
        *before, last = session.events(viewer)
        assert last.news[0] == f"the bids are {names}"
        assert last.news[1] == f"{game.rules.seat_names[seats - 1]} gets the bone"
        numbers = [event.action for event in before if event.actor >= 0][1:]
        is_seen = [action != UNSEEN for action in numbers]
        assert is_seen == [player == viewer for player in range(seats - 1)]
        assert session.view(viewer)["bid"][0][:seats].tolist() == list(range(seats))


def test_nobody_gets_a_bone_that_ties():
    game = registry.load("digs")
    session = Session(game, game.options(tie="nobody", seats=2)).play(*BONE, "bid 2", "bid 2")
    news = session.events(NOBODY)[-1].news
    assert news == ("the bids are Red 2, Yellow 2", "nobody gets the bone")


def test_every_bid_that_can_be_paid_is_equally_likely():
    game = registry.load("digs")
    options = game.options(biscuits="3,2,9,0")
    session = Session(game, options).play(*BONE, "bid 3", "bid 0")
    rng, counts = streams(), Counter()
    seed_streams(rng, 4, 0)
    for _ in range(1200):
        view = session.view(2)
        game.rules.resample(view[0], options[0], game.new_work()[0], 2, rng, 0)
        counts[tuple(view["bid"][0][:2].tolist())] += 1
    assert set(counts) == {(a, b) for a in range(4) for b in range(3)}
    expected = 1200 / 12
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 31.3  # 0.1 % of chance


def test_two_actions_in_one_line():
    game = registry.load("digs")
    session = Session(game).play("draw dash")
    walk, bid = (game.notation.parse_action(text, session.options) for text in ("walk e1", "bid 2"))
    assert game.notation.several(" Walk E1  bid 2", session.state, session.options) == [walk, bid]
    for text in ("walk b1 bid 2", "walk e1 bid 6", "walk h6 bid 0", "walk e1", "bid 2 walk e1"):
        assert game.notation.several(text, session.state, session.options) is None
    assert np.array_equal(session.state, Session(game).play("draw dash").state)
