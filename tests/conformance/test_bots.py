"""Who plays, for every game: seatings, personas, plans and sums, in a batch and at a session."""

import random

import numpy as np
import pytest

from offleash.bots.kinds import bot_names
from offleash.bots.lineup import policy, shared_bots
from offleash.bots.players import Bots, watch_game
from offleash.bots.templates.policies import SLIPS, WEIGHTS
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.variety import random_options, random_variants
from tests.warm import MIXED_GAMES

GAMES = tuple(registry.ROWS)
each_game = pytest.mark.parametrize("name", GAMES)


def mixed_names(game, seats):
    """Different bots, as many as there are, for so many seats."""
    names = bot_names(game)
    return [names[i % len(names)] for i in range(seats)]


def session_names(game, seats):
    """Different bots without a random one, unless the kernel for such sessions is compiled anyway.

    Compiled again it would take seconds for each game.
    """
    names = [name for name in bot_names(game) if name != "random" or game.name in MIXED_GAMES]
    return [names[i % len(names)] for i in range(seats)]


def compiled_policy(game, *seatings):
    """The kernel is the same for all tests."""
    return policy(game, *seatings, also_compiled=shared_bots(game))


def rotations(names):
    return [names[k:] + names[:k] for k in range(len(names))]


# Seatings


@each_game
def test_seatings_of_one_batch_play_as_each_would_alone(name):
    game = registry.load(name)
    seatings = rotations(mixed_names(game, game.max_seats))
    variants, rows = random_variants(game, 16, seed=6)
    seated = np.arange(16) % len(seatings)
    players = compiled_policy(game, *seatings)
    together = play_batch(game, players, 16, 6, variants, rows, seated=seated)
    for number, names in enumerate(seatings):
        alone = play_batch(game, compiled_policy(game, names), 16, 6, variants, rows)
        mine = seated == number
        assert together.states[mine].tobytes() == alone.states[mine].tobytes()
        assert together.results[mine].tobytes() == alone.results[mine].tobytes()
    assert together.states.tobytes() != alone.states.tobytes()


@each_game
def test_players_keep_their_names_through_the_seatings(name):
    game = registry.load(name)
    seatings = rotations(mixed_names(game, game.max_seats))
    seated = np.arange(8) % len(seatings)
    players = compiled_policy(game, *seatings)
    batch = play_batch(game, players, 8, 1, seated=seated)
    for row, number in zip(batch.players_by_seat, seated, strict=True):
        assert [batch.players[player] for player in row] == seatings[number]
    for number, player in enumerate(batch.players):
        kind, _, persona = player.partition(":")
        weights = game.persona_weights(persona) if kind == "persona" else game.weights
        first = SLIPS if kind == "random" else WEIGHTS  # random players ignore their numbers
        row = players.personas[number, first : first + len(weights)]
        assert row.tolist() == weights.tolist()


@each_game
def test_other_seatings_compile_nothing_new(name):
    game = registry.load(name)
    policies = [policy(game, names) for names in rotations(mixed_names(game, game.max_seats))]
    assert len({players.choose for players in policies}) == 1


# Seats follow the options


def seat_counts(game):
    """Options for every number of seats that random options have."""
    rng = random.Random(f"seats of {game.name}")
    samples = [random_options(game, rng) for _ in range(30)]
    return {game.seat_count(options): options for options in samples}


@each_game
def test_seats_follow_the_options(name):
    game = registry.load(name)
    by_seats = seat_counts(game)
    assert max(by_seats) == game.max_seats
    for seats, options in by_seats.items():
        names = session_names(game, seats)
        batch = play_batch(game, compiled_policy(game, names), 2, 2, options)
        assert batch.finished.all()
        assert (batch.players_by_seat[:, seats:] == -1).all()
        assert (batch.results[:, seats:] == 0).all()
        assert batch.results[:, :seats].sum(axis=1).min() > 0
        session = watch_game(game, options, names, 2, 1)
        assert session.state.tobytes() == batch.states[1].tobytes()
        assert len(session.returns) == seats
        with pytest.raises(OffleashError, match=f"there is no seat {seats}:"):
            session.view(seats)


@each_game
def test_too_few_players_get_one_sentence(name):
    game = registry.load(name)
    for seats, options in seat_counts(game).items():
        short = ["random"] * (seats - 1)
        sentence = f"^{seats - 1} players are named for {seats} seats$"
        with pytest.raises(OffleashError, match=sentence):
            play_batch(game, policy(game, short), 1, 1, options)
        with pytest.raises(OffleashError, match=sentence):
            Bots(game, short).play(Session(game, options, seed=1))
    with pytest.raises(OffleashError, match="players are named for"):
        policy(game, ["random"] * (game.max_seats + 1))


@each_game
def test_a_short_seating_among_others_is_refused(name):
    """Only the games that use it count."""
    game = registry.load(name)
    options = game.options()
    seats = game.seat_count(options)
    players = policy(game, ["random"] * seats, ["random"] * (seats - 1))
    play_batch(game, players, 2, 1, options)
    with pytest.raises(OffleashError, match="players are named for"):
        play_batch(game, players, 2, 1, options, seated=np.array([0, 1]))


# Personas, plans and sums


@each_game
def test_a_watched_game_is_the_one_of_the_batch(name):
    """With every persona and its plans."""
    game = registry.load(name)
    personas = [bot for bot in bot_names(game) if bot.startswith("persona:")] or ["greedy"]
    names = [personas[i % len(personas)] for i in range(game.max_seats)]
    variants, rows = random_variants(game, 4, seed=3)
    batch = play_batch(game, compiled_policy(game, names), 4, 3, variants, rows)
    for number in range(4):
        options = variants[rows[number] : rows[number] + 1]
        seats = game.seat_count(options)
        session = watch_game(game, options, names[:seats], 3, number)
        assert session.state.tobytes() == batch.states[number].tobytes()
        assert len(session.history) == batch.lengths[number]


@each_game
def test_sums_are_what_a_session_counts(name):
    game = registry.load(name)
    variants, rows = random_variants(game, 6, seed=8)
    names = session_names(game, game.max_seats)
    players = compiled_policy(game, names)
    batch = play_batch(game, players, 6, 8, variants, rows, threads=1)
    two = play_batch(game, players, 6, 8, variants, rows, threads=2)
    assert batch.sums.tobytes() == two.sums.tobytes()
    sums = np.zeros(len(variants), game.rules.sums)
    for number, row in enumerate(rows):
        options = variants[row : row + 1]
        session = watch_game(game, options, names[: game.seat_count(options)], 8, number)
        for moment in session.history if game.rules.count else ():
            before = np.frombuffer(bytearray(moment.before), game.rules.record)
            game.rules.count(before[0], options[0], moment.action, sums[row])
    assert sums.tobytes() == batch.sums.tobytes()
    assert (sums.view(np.int64) != 0).any() == (game.rules.count is not None)


@each_game
def test_after_undo_a_bot_chooses_the_same_with_the_same_in_mind(name):
    game = registry.load(name)
    options = game.options()
    names = session_names(game, game.seat_count(options))
    session, bots = Session(game, options, seed=5), Bots(game, names)
    rng, choices = random.Random(5), {}
    for _ in range(60):
        if session.over:
            break
        at = len(session.history)
        action, luck = bots.choose(session)
        choice = (action, luck.streams.tobytes(), luck.plans.tobytes())
        assert choices.setdefault(at, choice) == choice
        bots.play(session)
        for _ in range(rng.choice((0, 0, 1, 3))):
            if sum(moment.actor >= 0 for moment in session.history) > 2:
                session.undo()
    assert len(choices) > 15


@each_game
def test_a_bot_learns_nothing_of_other_bots_plans(name):
    """Its luck holds its own plan and its own stream; nothing else."""
    game = registry.load(name)
    options = game.options()
    names = session_names(game, game.seat_count(options))
    session, bots = Session(game, options, seed=6), Bots(game, names)
    for _ in range(20):
        if session.over:
            break
        seat = session.actor
        luck = session.luck.of_seat(seat)
        others = np.delete(luck.plans, seat)
        assert others.tobytes() == bytes(len(others) * game.rules.plan.itemsize)
        bots.play(session)
