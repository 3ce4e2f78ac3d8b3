"""Batches with Python bots: the same luck and figures, and forfeits that end one game only."""

import numpy as np
import pytest

import offleash
from offleash.bots.kinds import register_bot
from offleash.bots.lineup import policy, shared_policy
from offleash.bots.players import watch_game
from offleash.bots.python.batch import play_bots, play_python_batch
from offleash.engine.batch import finishing_orders, play_batch
from offleash.engine.forfeit import forfeited_places, forfeited_shares
from offleash.tools.errors import OffleashError
from tests.bots import sample_bots

DOG, DIGS = offleash.load_game("dog"), offleash.load_game("digs")
FIELDS = (
    *("states", "tallies", "sums", "variants", "rows", "players_by_seat", "playing"),
    *("results", "lengths", "paces", "finished"),
)


def assert_equal(batch, other):
    assert batch.players == other.players and batch.forfeits == other.forfeits == {}
    for name in FIELDS:
        array, other_array = getattr(batch, name), getattr(other, name)
        assert (array.dtype, array.tobytes()) == (other_array.dtype, other_array.tobytes()), name


def test_games_of_compiled_bots_are_those_of_the_batch():
    names = ["greedy", "random", "persona:hunter", "greedy"]
    players = policy(DOG, names, names[1:] + names[:1])
    batch_options = {"seated": np.array([0, 1, 1]), "numbers": np.array([4, 4, 7])}
    alone = play_python_batch(DOG, players, 3, 5, **batch_options)
    assert_equal(play_batch(DOG, players, 3, 5, threads=1, **batch_options), alone)


def test_a_search_plays_the_same_one_by_one():
    names = ["search:6", "search:9"] * 2
    batch = play_batch(DOG, shared_policy(DOG, names), 1, 5, threads=1, limit=150)
    assert_equal(batch, play_python_batch(DOG, policy(DOG, names), 1, 5, limit=150))


def test_variants_sums_limits_and_start_positions_match_the_batch():
    variants = np.concatenate([DIGS.options(rounds=4), DIGS.options(rounds=6, seats=2)])
    names = ["greedy", "random", "greedy"]
    batch_options = {"rows": np.array([0, 1, 0, 1]), "limit": np.array([500, 12, 0, 40])}
    players = policy(DIGS, names)
    batch = play_batch(DIGS, players, 4, 2, variants, threads=1, first=6, **batch_options)
    alone = play_python_batch(DIGS, players, 4, 2, variants, first=6, **batch_options)
    assert 0 < batch.finished.sum() < 4 and batch.sums.tobytes().strip(b"\0")
    assert_equal(batch, alone)
    on = {"rows": batch_options["rows"], "starts": batch.states}
    assert_equal(
        play_batch(DIGS, players, 4, 3, variants, threads=1, **on),
        play_python_batch(DIGS, players, 4, 3, variants, **on),
    )


def test_a_batch_with_a_python_bot_plays_the_games_of_a_session():
    names = ["greedy", register_bot(sample_bots.Drawer), "greedy"]
    players = policy(DIGS, names)
    batch = play_bots(DIGS, players, 3, 11, first=2)
    assert batch.finished.all() and not batch.forfeits
    for place in range(3):
        watched = watch_game(DIGS, DIGS.options(), names, 11, 2 + place)
        assert watched.state.tobytes() == batch.states[place].tobytes()
        assert len(watched.history) == batch.lengths[place]
    with pytest.raises(OffleashError, match="asked one by one"):
        play_batch(DIGS, players, 1)


class Moody:
    """Misbehaves in its seat's own way, in every third game."""

    def choose(self, view, legal):
        if view.number % 3 == 0:
            raise RuntimeError("not today")
        return legal[0]


def test_a_forfeit_ends_its_game_and_not_the_batch():
    names = ["greedy", register_bot(Moody), "random"]
    progress = []
    batch = play_bots(DIGS, policy(DIGS, names), 7, 1, progress=progress.append)
    assert progress == [1] * 7
    assert list(batch.forfeits) == [0, 3, 6]
    assert batch.finished.all()
    for place, forfeit in batch.forfeits.items():
        assert (forfeit.game, forfeit.seat, forfeit.player) == (place, 1, names[1])
        assert "raised RuntimeError: not today" in forfeit.problem
        assert batch.results[place, :3].tolist() == [0.5, 0, 0.5]
        assert finishing_orders(DIGS, batch)[place, :3].tolist() == [0, 2, 0]
        position = DIGS.notation.parse_position(forfeit.saw, DIGS.options())
        assert DIGS.rules.actor(position[0]) == 1
    played = [place for place in range(7) if place not in batch.forfeits]
    for place in played:
        watched = watch_game(DIGS, DIGS.options(), names, 1, place)
        assert watched.over and watched.returns == batch.results[place, :3].tolist()
    session = watch_game(DIGS, DIGS.options(), names, 1, 0)
    assert not session.over and session.state.tobytes() == batch.states[0].tobytes()


def test_partners_forfeit_together():
    """Worked out by hand: two teams of two, three sides, one side alone."""
    assert forfeited_shares([0, 1, 0, 1], 1) == [1, 0, 1, 0]
    assert forfeited_places([0, 1, 0, 1], 1) == [0, 2, 0, 2]
    assert forfeited_shares([0, 1, 2], 0) == [0, 0.5, 0.5]
    assert forfeited_places([0, 1, 2], 0) == [2, 0, 0]
    assert forfeited_shares([0, 0], 0) == [0, 0]
