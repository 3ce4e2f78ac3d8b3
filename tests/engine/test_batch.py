"""The same games, however they are played: the final records agree byte for byte."""

import hashlib
import json
import tracemalloc
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from offleash.bots.lineup import policy, shared_bots
from offleash.bots.players import Bots, watch_game
from offleash.compiler.record import record
from offleash.contract.rules.actors import CHANCE
from offleash.engine.batch import Slices, play_batch
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.battery import battery
from tests.compiler.checked import checked
from tests.engine import every_bot
from tests.processes import output_of
from tests.searching import Position, read, save
from tests.timeouts import TIMEOUT_S
from tests.variety import positions, random_variants

GAMES = list(registry.ROWS)

FEW, MANY = (1, 8), (4, 100)  # games of each table and preset, actions of each that are interpreted
IN_MEMORY = 5_000  # games
INTERPRETED = """
import sys
from tests.compiler import checked; from tests.engine import test_batch
checked.check_batches()
test_batch.print_digests(*sys.argv[1:])
"""


def mixed_policy(game):
    """Every bot that is not slow, at tables of different ones; the kernel is compiled anyway."""
    return policy(game, *every_bot.tables(game), also_compiled=shared_bots(game))


def starts(game, games):
    """Few actions from here meet everything: positions between the first and the last of games at
    each table with each preset, and some of every phase with random options.
    """
    players, presets = mixed_policy(game), every_bot.presets_of(game)
    variants = np.concatenate(presets).repeat(len(players.casts) * games)
    rows = np.arange(len(variants))
    cases = (game, players, len(rows), 11, variants, rows)
    seated = rows % len(players.casts)
    lengths = play_batch(*cases, seated=seated).lengths
    shares = np.random.default_rng(11).permutation(np.linspace(0, 1, len(rows)))
    limits = (shares * (lengths - 2)).astype(np.int64)
    states = play_batch(*cases, seated=seated, limit=limits).states
    with_presets = [Position(variants[i : i + 1], states[i : i + 1]) for i in rows]
    return [*with_presets, *(Position(*case) for case in positions(game.name, "batches"))]


def digests(game, cases, limit):
    """Of what batches leave behind: of openings, and of games that go on from these positions."""
    variants, states = (np.concatenate(part) for part in zip(*cases, strict=True))
    rows, mixed = np.arange(len(states)), mixed_policy(game)
    randoms, greedy = (policy(game, names_for(game, bot)) for bot in ("random", "greedy"))
    cases, seated = (len(rows), 11, variants, rows, 1), rows % len(mixed.casts)
    batches = [
        play_batch(game, randoms, *cases, limit=limit // 2),
        play_batch(game, randoms, *cases, limit=limit, starts=states),
        play_batch(game, mixed, *cases, limit=limit // 2, seated=seated, starts=states),
        play_batch(game, greedy, 2, 11, variants, rows[[0, -1]], 1, limit=limit),
    ]
    parts = ((batch.states, batch.tallies, batch.sums, batch.results) for batch in batches)
    return [hashlib.sha256(b"".join(map(np.ndarray.tobytes, part))).hexdigest() for part in parts]


def print_digests(name: str, path: str, limit: str) -> None:
    """For a process with other options."""
    game = registry.load(name)
    print(json.dumps(digests(game, read(game, Path(path)), int(limit))))


def names_for(game, kind="random", options=None):
    """A name for each seat that there can be, or that options have."""
    return [kind] * (game.max_seats if options is None else game.seat_count(options))


@pytest.mark.parametrize("amount", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_agree(name, amount, tmp_path):
    """No index is negative: interpreted it would count from the end, compiled it would not."""
    game, path, (games, limit) = registry.load(name), tmp_path / "starts.npz", amount
    cases = starts(game, games)[:: getattr(battery(name), "INTERPRETED", 1)]
    save(cases, path)
    arguments = (name, str(path), str(limit))
    interpreted = output_of(INTERPRETED, *arguments, OFFLEASH_RULES="interpreted")
    assert digests(game, cases, limit) == json.loads(interpreted)


@pytest.mark.parametrize("index", [-1, np.int64(-2), (0, -1), (-1, slice(None))])
def test_a_checked_array_refuses_negative_indices(index):
    table = checked(np.zeros(1, record(cells=(np.int8, (2, 3)))).view(np.recarray))
    table[0].cells[1, 2] = 5
    assert table[0].cells[1].sum() == 5
    with pytest.raises(IndexError, match="an index is negative"):
        table[0].cells[index]
    with pytest.raises(IndexError, match="an index is negative"):
        table[0].cells[index] = 1


@pytest.mark.parametrize("name", GAMES)
def test_threads_and_slices_do_not_matter(name):
    game = registry.load(name)
    variants, rows = random_variants(game, 60, seed=4)
    for kind in ("random", "greedy"):
        players = policy(game, names_for(game, kind))
        one = play_batch(game, players, 60, 4, variants, rows, threads=1)
        two = play_batch(game, players, 60, 4, variants, rows, threads=2)
        late = play_batch(game, players, 20, 4, variants, rows[40:], threads=2, first=40)
        assert one.states.tobytes() == two.states.tobytes()
        assert one.tallies.tobytes() == two.tallies.tobytes()
        assert one.sums.tobytes() == two.sums.tobytes()
        assert one.states[40:].tobytes() == late.states.tobytes()
        assert one.finished.all()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_batch_is_the_same_watched_alone(name):
    game = registry.load(name)
    options = game.options()
    for kind in ("random", "greedy"):
        batch = play_batch(game, policy(game, names_for(game, kind)), 2, seed=9)
        for number in range(2):
            session = watch_game(game, options, names_for(game, kind, options), 9, number)
            assert session.state.tobytes() == batch.states[number].tobytes()
            assert len(session.history) == batch.lengths[number]


@pytest.mark.parametrize("name", GAMES)
def test_seeds_give_other_games_and_a_limit_stops_them(name):
    game = registry.load(name)
    players = policy(game, names_for(game))
    first, second = (play_batch(game, players, 5, seed=seed) for seed in (1, 2))
    assert first.states.tobytes() != second.states.tobytes()
    final_states = [state.tobytes() for state in first.states]
    assert len(set(zip(final_states, first.lengths.tolist(), strict=True))) > 1
    short = play_batch(game, players, 5, seed=1, limit=10)
    assert not short.finished.any()
    assert (short.lengths == 10).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_takes_five_kilobytes(name):
    """What is really allocated, but for the options, which all games share.

    A game that is given up early has the same records.
    """
    game = registry.load(name)
    players = policy(game, names_for(game))
    play_batch(game, players, 20, limit=20)  # whatever has to be compiled is not counted
    tracemalloc.start()
    try:
        batch = play_batch(game, players, IN_MEMORY, limit=20)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    own = most - batch.variants.nbytes
    assert batch.states.nbytes + batch.tallies.nbytes <= own < IN_MEMORY * 5_000


@pytest.mark.parametrize("name", GAMES)
def test_games_of_one_number_have_the_same_luck(name):
    game = registry.load(name)
    players = policy(game, names_for(game))
    series = play_batch(game, players, 6, 9)
    numbers = np.array([4, 1, 4, 4, 0], np.int64)
    batch = play_batch(game, players, 5, 9, numbers=numbers)
    for part in ("states", "tallies", "results", "lengths", "paces"):
        assert getattr(batch, part).tobytes() == getattr(series, part)[numbers].tobytes()


def test_players_who_play_differently_share_the_luck():
    """The same number gives the same dice: here every first card, whoever plays."""
    game = registry.load("dog")
    seatings = [["greedy"] * 4, ["random"] * 4]
    players, options = policy(game, *seatings), game.options()
    numbers, seated = np.repeat(np.arange(3), 2), np.tile([0, 1], 3)
    batch = play_batch(game, players, 6, 2, options, seated=seated, numbers=numbers, limit=25)
    hands = batch.states["hand"] + batch.states["shown"]  # after the dice and a first deal
    for number in range(3):
        assert (hands[2 * number] == hands[2 * number + 1]).all()
    assert (hands[0] != hands[2]).any()
    whole = play_batch(game, players, 6, 2, options, seated=seated, numbers=numbers)
    assert whole.states[0].tobytes() != whole.states[1].tobytes()


@pytest.mark.parametrize(
    "numbers",
    [
        np.array([0, 1]),
        np.array([0, 1, -1]),
        np.array([0.0, 1.0, 2.0]),
        np.array([0, 1, 2], np.int32),
        np.array([[0, 1, 2]]),
    ],
)
def test_wrong_numbers_of_games_give_one_error_message(numbers):
    game = registry.load("digs")
    with pytest.raises(OffleashError, match=r"^numbers must be one number per game, from 0 up"):
        play_batch(game, policy(game, ["random"] * 3), 3, numbers=numbers)


@pytest.mark.parametrize("name", GAMES)
def test_paces_are_the_choices_that_seats_had(name):
    """Counted again along the same games in sessions."""
    game = registry.load(name)
    options = game.options()
    batch = play_batch(game, policy(game, names_for(game)), 2, seed=6)
    for number in range(2):
        session = Session(game, options, seed=6, number=number)
        bots = Bots(game, names_for(game, options=options))
        choices = []
        while not session.over:
            if session.actor != CHANCE:
                choices.append(len(session.legal_numbers))
            bots.play(session)
        assert len(session.history) == batch.lengths[number]
        paces = [len(choices), choices.count(1), sum(choices)]
        assert batch.paces[number].tolist() == paces


@pytest.mark.parametrize("odd", [-1, 1.5, True, 1 << 70])
@pytest.mark.parametrize("name", ["games", "first", "limit", "threads"])
def test_numbers_that_compiled_code_cannot_take_are_refused(name, odd):
    game = registry.load("digs")
    players = policy(game, ["random"] * 3)
    with pytest.raises(OffleashError, match=r"^the (number of|limit).* whole number$|from 0 to"):
        play_batch(game, players, **{"games": 2, name: odd})
    with pytest.raises(OffleashError, match=r"^the number of the game is"):
        watch_game(game, game.options(), ["random"] * 3, seed=1, number=odd)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("games", [0, 1, 7, 3000])
def test_every_game_is_in_one_slice(games, threads):
    slices, reports = [], []

    def play_slice(thread, lo, hi):
        assert 0 <= thread < threads
        slices.append(range(lo, hi))

    Slices(play_slice, games, threads).play(reports.append)
    assert sorted(number for numbers in slices for number in numbers) == [*range(games)]
    assert sorted(reports) == sorted(map(len, slices))


@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_in_one_thread_ends_all(failing):
    """The other thread is in its first slice until then, and takes no more."""
    others = []

    def play_slice(thread, lo, hi):
        if thread == failing:
            raise ValueError("no more")
        others.append(lo)
        assert has_ended.wait(TIMEOUT_S)

    class WatchedSlices(Slices):
        def _stop(self):
            super()._stop()
            has_ended.set()

    slices, has_ended = WatchedSlices(play_slice, 1000, 2), Event()
    with pytest.raises(ValueError, match="no more"):
        slices.play(None)
    assert len(others) <= 1


def test_more_threads_than_games_or_cores_change_nothing():
    game = registry.load("digs")
    players = policy(game, ["random"] * 3)
    many, one = (play_batch(game, players, 5, threads=n) for n in (1_000_000_000, 1))
    assert many.states.tobytes() == one.states.tobytes()


def test_a_bot_is_not_asked_where_no_seat_is_to_move():
    """It would have got a stream of the deck, and chosen its card."""
    game = registry.load("digs")
    bots = Bots(game, ["greedy"] * 3)
    dealing, over = Session(game), watch_game(game, game.options(), ["greedy"] * 3, seed=1)
    assert dealing.actor == CHANCE
    for session in (dealing, over):
        with pytest.raises(OffleashError, match="no seat is to move"):
            bots.choose(session)


def test_a_policy_has_players():
    for seatings in ([], [[]], [["greedy"], []]):
        with pytest.raises(OffleashError, match="at least one"):
            policy(registry.load("digs"), *seatings)
