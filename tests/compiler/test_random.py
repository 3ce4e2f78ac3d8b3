import numpy as np

from offleash.compiler.rules.random import STREAMS, below, next_word, pick, seed_streams
from offleash.compiler.seeds import streams


def test_a_stream_is_splitmix64():
    """Against the first values that the published algorithm gives for the seed 1234567."""
    rng = streams()
    rng[0] = 1234567
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(next_word(rng, 0)) for _ in expected] == expected


def test_streams_differ_by_seed_game_and_purpose():
    stream_words = set()
    for seed in range(20):
        for game in range(20):
            rng = streams()
            seed_streams(rng, seed, game)
            stream_words.update(int(word) for word in rng)
    assert len(stream_words) == 20 * 20 * STREAMS


def test_drawing_from_one_stream_leaves_the_others_alone():
    rng = streams()
    seed_streams(rng, 5, 0)
    before = rng.copy()
    for _ in range(10):
        below(rng, 3, 6)
    assert (np.flatnonzero(rng != before) == [3]).all()


def test_below_is_uniform():
    rng = streams()
    seed_streams(rng, 1, 0)
    counts = np.bincount([below(rng, 0, 6) for _ in range(60_000)], minlength=6)
    assert len(counts) == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 30  # chi-square, 5 degrees: p ≈ 1.5e-5


def test_below_rejects_biased_numbers():
    """With 3 · 2^30 outcomes a plain multiply would favour a third of them twofold."""
    rng = streams()
    seed_streams(rng, 2, 0)
    bound = 3 << 30
    thirds = np.bincount([below(rng, 0, bound) % 3 for _ in range(30_000)], minlength=3)
    assert ((thirds - 10_000) ** 2 / 10_000).sum() < 25


def test_draw_follows_the_weights_and_never_takes_a_zero():
    rng, chances = streams(), np.array([1, 0, 3, 6, 0], np.int64)
    seed_streams(rng, 3, 0)
    counts = np.bincount([pick(rng, 0, chances, 5) for _ in range(50_000)], minlength=5)
    assert counts[1] == counts[4] == 0
    expected = np.array([5_000, 15_000, 30_000])
    assert ((counts[[0, 2, 3]] - expected) ** 2 / expected).sum() < 25
