"""What a search guesses of hidden missions: against plain counting, and by hand."""

import random

import numpy as np
import pytest

import offleash
from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.compiler.rule import MODE
from offleash.compiler.rules.random import CHOICES, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import NO_FORECAST
from offleash.contract.rules.win_chance import CERTAIN
from offleash.engine.batch import play_batch
from offleash.games.secret_mission.rules.course import drawable
from offleash.games.tiles.rules.dogs import BREED

game = offleash.load_game("secret-mission")
TUNED = np.array(game.weights_in_set("tuned", "judgement"))
UNIFORM = np.array(game.weights_in_set("uniform", "judgement"))
SAMPLES = 4_000 if MODE == "compiled" else 300


def positions(bot, count, seed, players=2, extra_tiles=False, placements=8):
    """Games between equal bots, where somebody has to place a tile; all is known."""
    options = game.options("expansion" if extra_tiles else "base", players=players)
    limit = 1 + 2 * players + 2 * placements  # the lot, draws, and a draw after each placement
    batch = play_batch(
        *(game, policy(game, [bot] * players), count, seed, options), limit=limit, threads=1
    )
    return batch.states, options


def random_views(count, seed=1, sizes=(2, 3, 4)):
    """What the seat to move sees in random games, with the options."""
    rng = random.Random(seed)
    for number in range(count):
        players, extra, placements = rng.choice(sizes), rng.random() < 0.5, rng.randrange(1, 20)
        states, options = positions("random", 1, number, players, extra, placements)
        seat = int(game.rules.actor(states[0]))
        assert seat >= 0
        game.rules.hide(states[0], options[0], seat)
        yield states, options, seat


def guessed(states, options, seat, weights):
    """A used workspace in which the likelihood of each tile is noted."""
    work = game.new_work()
    work.view(np.uint8)[:] = 77
    game.bots.suspect(states[0], options[0], work[0], seat, weights)
    return work


def test_missions_are_the_tiles_that_can_be_drawn_as_such():
    for states, options, seat in random_views(30):
        like = guessed(states, options, seat, TUNED)["like"][0]
        free = drawable(states[0], 1)
        assert [value > 0 for value in like] == [bool(free >> n & 1) for n in range(len(like))]
        assert like.max() == CERTAIN


def test_without_weights_every_mission_is_equally_likely():
    for states, options, seat in random_views(20, seed=2):
        like = guessed(states, options, seat, UNIFORM)["like"][0]
        assert {*like.tolist()} <= {0, CERTAIN} and like.any()


def test_true_missions_are_guessed():
    """In the middle of games of the greedy: twice as likely as by chance, on average."""
    states, options = positions("tuned", 60, seed=6, placements=14)
    guesses, chances = [], []
    for i in range(len(states)):
        seat = int(game.rules.actor(states[i]))
        mission = states["mission"][i][1 - seat]
        view = states[i : i + 1].copy()
        game.rules.hide(view[0], options[0], seat)
        like = guessed(view, options, seat, TUNED)["like"][0]
        guesses.append(like[mission] / like.sum())
        chances.append(1 / (like > 0).sum())
    assert np.mean(guesses) > 2 * np.mean(chances)


def test_worlds_have_missions_as_they_are_likely():
    """Each mission in as many worlds as its likelihood says; and nothing is anywhere twice."""
    (states, options, seat), *_ = random_views(1, seed=3, sizes=(2,))
    work, rng = guessed(states, options, seat, TUNED), streams()
    like = work["like"][0] / work["like"][0].sum()
    other = next(s for s in range(4) if states["mission"][0][s] == -2)
    seed_streams(rng, 5, 0)
    counts = np.zeros(len(like))
    for _ in range(SAMPLES):
        world = states.copy()
        game.bots.imagine(world[0], options[0], work[0], seat, rng, CHOICES + seat)
        assert game.notation.is_whole(world)
        tiles = [n for name in ("mission", "playing") for n in world[name][0].tolist() if n >= 0]
        assert len(tiles) == len({*tiles})
        assert not any(world["cell"][0][n] >= 0 for n in tiles)
        assert all(BREED[n, 0] != BREED[n, 1] for n in world["mission"][0].tolist() if n >= 0)
        counts[world["mission"][0][other]] += 1
    spread = np.sqrt(like * (1 - like) * SAMPLES)
    assert (np.abs(counts - SAMPLES * like) <= 4.8 * spread + 1).all()


@pytest.mark.parametrize("players", [3, 4])
def test_the_likeliest_mission_is_anybodys(players):
    """The table does not tell whose it is: each other seat has it equally often."""
    (states, options, seat), *_ = random_views(1, seed=7, sizes=(players,))
    work, rng = guessed(states, options, seat, TUNED), streams()
    favourite = int(work["like"][0].argmax())
    seed_streams(rng, 5, 0)
    holders = np.zeros(players)
    for _ in range(SAMPLES):
        world = states.copy()
        game.bots.imagine(world[0], options[0], work[0], seat, rng, CHOICES + seat)
        holders[:] += world["mission"][0][:players] == favourite
    others = np.delete(holders, seat)
    assert holders[seat] == 0 and others.sum() > SAMPLES / 10
    mean = others.mean()
    assert (np.abs(others - mean) <= 4.8 * np.sqrt(mean) + 1).all()


def test_a_forecast_is_the_mean_outlook_over_all_missions():
    """For two players, where a mission shares no breed with the seat's own: fewer are to come."""
    for states, options, seat in random_views(20, seed=4, sizes=(2,)):
        work, out = guessed(states, options, seat, TUNED), game.new_out()
        own = BREED[states["mission"][0][seat]]
        work["like"][0][np.isin(BREED, own).any(axis=1)] = 0
        like = work["like"][0].copy()
        count = game.rules.legal_actions(states[0], options[0], work[0], out)
        action = int(out[count // 2])
        after = states.copy()
        forecast = game.bots.forecast(after[0], options[0], work[0], action, TUNED) / 1024
        chances = []
        for mission in range(len(like)):
            after["mission"][0][1 - seat] = mission
            arguments = (after[0], options[0], game.new_work()[0], seat, TUNED)
            chances.append(int(game.bots.outlook(*arguments)) if like[mission] else 0)
        mean = np.average(chances, weights=like)
        assert forecast / CERTAIN == pytest.approx(mean / CERTAIN, abs=0.005)


def test_without_the_weight_there_is_no_forecast():
    for states, options, seat in random_views(3, seed=5):
        work, before = guessed(states, options, seat, UNIFORM), states.copy()
        arguments = (states[0], options[0], work[0], 0, UNIFORM)
        assert game.bots.forecast(*arguments) == NO_FORECAST
        assert states.tobytes() == before.tobytes()


def test_guesses_make_a_search_stronger():
    """A fixed-seed form of the claim `secret-mission-guesses`."""
    seatings = [["search:150", "search:150:uniform"], ["search:150:uniform", "search:150"]]
    numbers = np.arange(120)
    players = policy(game, *seatings, also_compiled=SHARED_BOTS)
    batch = play_batch(game, players, 120, 12, seated=numbers % 2, numbers=numbers // 2, threads=1)
    assert batch.results[numbers, numbers % 2].mean() > 0.53
