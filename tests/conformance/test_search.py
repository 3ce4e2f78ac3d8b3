"""Search, for every game that has an outlook: it can't cheat, and is the same wherever it runs."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from offleash.bots.kinds import SEARCH
from offleash.bots.lineup import SHARED_BOTS, policy
from offleash.bots.players import watch_game
from offleash.compiler.rules.random import CHOICES, STREAMS
from offleash.contract import Game, Records
from offleash.engine.batch import play_batch
from offleash.games import registry
from tests.battery import battery
from tests.processes import output_of
from tests.searching import (
    Position,
    decide,
    indistinct,
    legal_in,
    save,
    search_positions as positions_of,
    searching,
    seeded,
    to_row,
)
from tests.variety import WALKS

GAMES = [name for name in registry.ROWS if SEARCH.can_play(registry.load(name))]
each_game = pytest.mark.parametrize("name", GAMES)
POSITIONS = 8
FEW = 3
PLAYOUTS = 50  # the fewest with which a search compares replies
IS_SOAK = WALKS > 32
INTERPRETED, INTERPRETED_PLAYOUTS = (2, 4) if IS_SOAK else (1, 2)  # positions, playouts of each
MAIN = "from tests.searching import main; main()"


@cache
def all_positions(name: str) -> list[Position]:
    result = positions_of(registry.load(name), POSITIONS)
    assert len(result) == POSITIONS
    return result


def sample_positions(name: str, count: int = POSITIONS) -> list[Position]:
    return all_positions(name)[:count]


def test_there_are_games_to_search():
    assert {"dog", "uri-nation", "puppy-park", "domidog", "secret-mission", "digs"} <= {*GAMES}


# Nothing hidden


@each_game
def test_a_search_depends_on_nothing_hidden(name):
    """From the record, from the view, from a view filled otherwise: the same to the last bit."""
    game = registry.load(name)
    players, others = searching(game, PLAYOUTS), 0
    for luck, at in enumerate(sample_positions(name)):
        legal, expected = legal_in(game, at), to_row(decide(game, players, at, luck))
        for other in indistinct(game, at):
            others += other.states.tobytes() != at.states.tobytes()
            assert to_row(decide(game, players, other, luck, legal=legal)) == expected
    assert others or not battery(name).SECRETS, "no position holds anything hidden"


def test_a_search_without_hide_is_found(tmp_path):
    """The check bites: a search that looks at the record as it is decides by what is hidden."""
    save(sample_positions("digs", 2), tmp_path / "positions.npz")
    rows = decisions("digs", tmp_path / "positions.npz", "careless", OFFLEASH_RULES="interpreted")
    by_position = [rows[i : i + 4] for i in range(0, len(rows), 4)]
    totals = [[row["total"] for row in group] for group in by_position]
    assert any(group[0] != other for group in totals for other in group[1:])


# Worlds by likelihood, where a game binds `suspect` and `imagine`

GUESSING_GAMES = [name for name in GAMES if registry.load(name).bots.imagine is not None]


def imagine_world(game: Game, at: Position, seat: int, work: Records, luck: int) -> Records:
    """A view, filled by what `suspect` has noted."""
    world, rng = at.states.copy(), seeded(luck)
    game.bots.imagine(world[0], at.options[0], work[0], seat, rng, CHOICES + seat)
    others = [stream for stream in range(STREAMS) if stream != CHOICES + seat]
    assert np.array_equal(rng[others], seeded(luck)[others])
    return world


def use_up(
    game: Game, at: Position, world: Records, seat: int, work: Records, weights: NDArray[np.int64]
) -> None:
    """What a search does between two worlds: it forecasts, plays greedily and judges."""
    out = game.new_out()
    for states in (at.states.copy(), world.copy()):
        count = game.rules.legal_actions(states[0], at.options[0], work[0], out)
        action = int(out[count - 1])
        plans = game.new_plans()
        if game.bots.prepare is not None:
            game.bots.prepare(states[0], at.options[0], work[0], plans[seat], game.weights)
        game.bots.score(states[0], at.options[0], work[0], plans[seat], action, game.weights)
        if game.bots.forecast is not None:
            after = states.copy()
            game.bots.forecast(after[0], at.options[0], work[0], action, weights)
    game.bots.outlook(world[0], at.options[0], work[0], seat, weights)


def test_there_is_a_game_that_guesses():
    assert "secret-mission" in GUESSING_GAMES


@pytest.mark.parametrize("name", GUESSING_GAMES)
def test_imagined_worlds_agree_with_the_view_and_notes_last_for_a_decision(name):
    game = registry.load(name)
    weights = np.array(game.weights_in_set("tuned", "judgement"), np.int64)
    for at in sample_positions(name):
        view, seat = indistinct(game, at)[0], int(game.rules.actor(at.states[0]))
        work = game.new_work()
        work.view(np.uint8)[:] = 0x55
        game.bots.suspect(view.states[0], at.options[0], work[0], seat, weights)
        worlds = [imagine_world(game, view, seat, work, luck) for luck in range(FEW)]
        for luck, world in enumerate(worlds):
            assert game.notation.is_whole(world)
            use_up(game, view, world, seat, work, weights)
            assert imagine_world(game, view, seat, work, luck).tobytes() == world.tobytes()
            game.rules.hide(world[0], at.options[0], seat)
            assert world.tobytes() == view.states.tobytes()


# The same wherever it runs


def decisions(name: str, path: Path, *more: str, **environment: str) -> list[dict]:
    """What another process decides."""
    return json.loads(
        output_of(MAIN, name, str(path), str(INTERPRETED_PLAYOUTS), *more, **environment)
    )


@each_game
def test_interpreted_and_compiled_decide_alike(name, tmp_path):
    game, positions = registry.load(name), sample_positions(name, INTERPRETED)
    save(positions, tmp_path / "positions.npz")
    interpreted = decisions(name, tmp_path / "positions.npz", OFFLEASH_RULES="interpreted")
    players = searching(game, INTERPRETED_PLAYOUTS)
    compiled = [to_row(decide(game, players, at, luck)) for luck, at in enumerate(positions)]
    assert compiled == interpreted


@each_game
def test_a_batch_plays_as_a_session_does_on_any_number_of_threads(name):
    game = registry.load(name)
    options = game.options()
    playouts = PLAYOUTS if game.bots.horizon.rivals else 4
    names = [f"search:{playouts}"] * game.seat_count(options)
    players = policy(game, names, also_compiled=SHARED_BOTS)
    one, two = (
        play_batch(game, players, 3, seed=6, variants=options, threads=threads)
        for threads in (1, 2)
    )
    assert one.states.tobytes() == two.states.tobytes()
    session = watch_game(game, options, names, seed=6, number=2)
    assert session.state.tobytes() == one.states[2:].tobytes()


# What it spends


@each_game
def test_a_forced_move_is_not_searched(name):
    game = registry.load(name)
    players = searching(game, PLAYOUTS)
    for at in sample_positions(name, FEW):
        only = legal_in(game, at)[-1]
        decision = decide(game, players, at, luck=3, legal=[only])
        assert decision.action == only
        assert decision.notes["candidates"][0] == 0 and not decision.notes["playouts"].any()
        assert decision.luck == seeded(3).tobytes() != decide(game, players, at, luck=3).luck


@each_game
@pytest.mark.parametrize("playouts", [2, 7, 40])
def test_a_search_keeps_to_its_budget_and_to_what_is_legal(name, playouts):
    game = registry.load(name)
    players = searching(game, playouts)
    for luck, at in enumerate(sample_positions(name, FEW)):
        decision = decide(game, players, at, luck)
        note, count = decision.notes[0], int(decision.notes["candidates"][0])
        legal, candidates = {*legal_in(game, at)}, note["action"][:count].tolist()
        assert decision.action == candidates[0]
        assert {*candidates} <= legal and len({*candidates}) == count
        assert note["playouts"][:count].min() >= 1 or count == 1  # the only one is not searched
        rounds = max(1, count - 1).bit_length()
        more = 0 if playouts >= rounds * count else 2 * count  # once each in every round
        assert note["playouts"][:count].sum() <= playouts + more
        assert (note["total"][:count] <= note["playouts"][:count] << 16).all()
        assert note["total"][:count].min() >= 0


@each_game
def test_the_same_luck_gives_the_same_decision_whatever_was_searched_before(name):
    """Rooms to think in are handed on: nothing in them may matter."""
    game = registry.load(name)
    players = searching(game, PLAYOUTS)
    for luck, at in enumerate(sample_positions(name, FEW)):
        clean = decide(game, players, at, luck)
        dirty = decide(game, players, at, luck, litter=True)
        assert to_row(dirty) == to_row(clean)
        assert dirty.plan == clean.plan
        assert np.array_equal(dirty.notes["candidates"], clean.notes["candidates"])
