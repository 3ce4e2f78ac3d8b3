"""Speed of search in every game, compared with OpenSpiel's search in C++: `make bench`.

A playout of ours is cut off where the game says; one of OpenSpiel's is a simulation with one random
rollout to the end. Parity comes first: the same search twice, and in a batch, takes the same move.
"""

import argparse
import time
from dataclasses import replace
from typing import Any

import numpy as np

from offleash.bots.kinds import LEARNED
from offleash.bots.players import Bots, watch_game
from offleash.contract import Game
from offleash.games import registry
from offleash.lab.training.league import League
from offleash.lab.training.recorder import record_games
from offleash.play.session import Session
from offleash.tools.errors import OffleashError

POSITIONS = 6  # from the middles of so many greedy games
PLAYOUTS = 4_000
GOALS = {"dog": 200_000}  # playouts/s on one core
PEERS = ("maedn", "backgammon")
BUDGETS = (75, 300, 1200)
LEARNED_TABLES = 8
LEARNED_GOAL = 500  # turns/s: 2 ms for each


def shipped() -> list[str]:
    """The games of the program itself."""
    return [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]


def middles(game: Game) -> list[Session]:
    """Decisions in the middle of greedy games, where there is something to choose."""
    options = game.options()
    names = ["greedy"] * game.seat_count(options)
    sessions = []
    for number in range(POSITIONS):
        session = watch_game(game, options, names, seed=1, number=number)
        half = len(session.history) // 2
        while len(session.history) > half or len(session.legal_numbers) < 2 or session.actor < 0:
            session.undo()
        sessions.append(session)
    return sessions


def search_move(bots: Bots, session: Session) -> tuple[int, list[int]]:
    """The move, and how often each candidate was played out."""
    action, _ = bots.choose(session)
    note = bots.study.notes[0]
    return action, [int(n) for n in note["playouts"][: int(note["candidates"])]]


def check_parity(game: Game, seats: int) -> None:
    """Two searches of one seed, or no measurement."""
    first, second = (Bots(game, ["search:60"] * seats) for _ in range(2))
    for session in middles(game)[:2]:
        if search_move(first, session) != search_move(second, session):
            raise OffleashError(f"{game.title} does not search the same way twice")


def rate(game: Game, seconds: float) -> float:
    """Playouts a second, the best turn through all positions."""
    sessions = middles(game)
    bots = Bots(game, [f"search:{PLAYOUTS}"] * game.seat_count(sessions[0].options))
    search_move(bots, sessions[0])
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        played = sum(sum(search_move(bots, session)[1]) for session in sessions)
        best = max(best, played / (time.perf_counter() - start))
    return best


def milliseconds(game: Game, budget: int) -> float:
    """A move of this budget, where there is a choice: the mean over the positions."""
    sessions = middles(game)
    bots = Bots(game, [f"search:{budget}"] * game.seat_count(sessions[0].options))
    turns = []
    for _ in range(3):
        start = time.perf_counter()
        for session in sessions:
            search_move(bots, session)
        turns.append((time.perf_counter() - start) / len(sessions))
    return 1000 * min(turns)


def learned_rate(game: Game, preset: str, seconds: float) -> float:
    """Turns a second of four learned players on one core."""
    options, judge = game.options(preset), game.bots.judges[LEARNED.name]
    league = League(game, [options], judge)
    fixture, _ = league.trial_tables(LEARNED_TABLES, 0)
    everybody = (1 << league.seats) - 1
    learners = replace(
        fixture,
        casts=np.where(fixture.casts >= 0, 0, fixture.casts),
        watched=np.full_like(fixture.watched, everybody),
    )
    best, end = 0.0, time.perf_counter() + seconds
    while best == 0.0 or time.perf_counter() < end:
        start = time.perf_counter()
        turns = len(record_games(game, league.policy(judge), learners, 1, threads=1).samples)
        best = max(best, turns / (time.perf_counter() - start))
    return best


def peer_rate(name: str, seconds: float) -> float:
    """Simulations a second of OpenSpiel's own search in the middle of a random game."""
    import random

    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    moves = _random_game(game.new_initial_state(), rng)
    state = _apply_moves(game.new_initial_state(), moves[: len(moves) // 2])
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(rng.choice(state.legal_actions()))
    simulations, evaluator = 200, pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 7, False)
    best, end = 0.0, time.perf_counter() + seconds
    while best == 0.0 or time.perf_counter() < end:
        start = time.perf_counter()
        bot.step(state)
        best = max(best, simulations / (time.perf_counter() - start))
    return best


def _random_game(state: Any, rng: Any) -> list[int]:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return list(state.history())


def _apply_moves(state: Any, moves: list[int]) -> Any:
    for move in moves:
        state.apply_action(move)
    return state


def print_figure(label: str, value: float, goal: float = 0) -> None:
    words = f"   goal ≥ {goal:,}   {'reached' if value >= goal else 'MISSED'}" if goal else ""
    print(f"{label:44}{value:>12,.1f}{words}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=shipped(), help="default: all")
    parser.add_argument("--seconds", type=float, default=4, help="of each measurement")
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    rates: dict[str, float] = {}
    for name in arguments.games:
        game = registry.load(name)
        check_parity(game, game.seat_count(game.options()))
        rates[name] = rate(game, arguments.seconds)
        print_figure(f"{name}  playouts/s", rates[name], GOALS.get(name, 0))
        for budget in BUDGETS:
            print_figure(f"{name}  search:{budget}, ms a move", milliseconds(game, budget))
        for preset in game.rules.presets if LEARNED.name in game.bots.judges else ():
            turns = learned_rate(game, preset, arguments.seconds)
            print_figure(f"{name} {preset}  learned, turns/s", turns, LEARNED_GOAL)
    for peer in () if arguments.no_peers else PEERS:
        print_figure(
            f"OpenSpiel's search on {peer}, simulations/s", peer_rate(peer, arguments.seconds)
        )


if __name__ == "__main__":
    main()
