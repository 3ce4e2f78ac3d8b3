"""Random games under random options, with everything that may happen in between.

`python -m tests.bounds_walk GAME COMBINATIONS ACTIONS SEED` prints how many actions were played.
With `NUMBA_BOUNDSCHECK=1`, an index out of range ends it with an error that names the combination.
"""

import random
import sys

import numpy as np

from offleash.contract import Game, Records
from offleash.games import registry
from tests.variety import applied, choices, filled, random_options, view_of, viewers

LOOK_SHARE = 0.15  # of the positions are also seen, filled and encoded
FORWARD = 3  # actions that are played from a position that was seen


def walk(game: Game, rng: random.Random, actions: int) -> int:
    """Play one game at random, and look at some of its positions from every seat."""
    options = random_options(game, rng)
    states = game.new_state(options)
    for number in range(actions):
        legal = choices(game, states, options)
        if not legal:
            finish(game, states, options)
            return number
        if rng.random() < LOOK_SHARE:
            look(game, states, options, rng)
        states = applied(game, states, options, rng.choice(legal))
    return actions


def finish(game: Game, states: Records, options: Records) -> None:
    """What is asked at the end of a game."""
    seats = game.seat_count(options)
    game.rules.returns(states[0], options[0], np.zeros(seats))
    game.rules.rank(states[0], options[0], np.zeros(seats, np.int64))


def look(game: Game, states: Records, options: Records, rng: random.Random) -> None:
    """A position as each viewer sees it, what that may be, and how it may go on."""
    for seat in viewers(game, options):
        view = view_of(game, states, options, seat)
        if seat >= 0 and game.learning.encode is not None:
            out = np.zeros(game.learning.encoding.size, np.int32)
            game.learning.encode(states[0], options[0], seat, out)
            game.learning.encode(view[0], options[0], seat, out)
        if seat >= 0 and seat == game.rules.actor(view[0]):
            forward(game, view, options, rng)
        full = filled(game, view, options, seat, rng.randrange(1 << 30))
        game.rules.canonical(full[0])
        forward(game, full, options, rng)


def forward(game: Game, states: Records, options: Records, rng: random.Random) -> None:
    """Play on for a few decisions of the same seat, as searches do."""
    actor = game.rules.actor(states[0])
    for _ in range(FORWARD):
        if game.rules.actor(states[0]) != actor:
            return
        if not (legal := choices(game, states, options)):
            return
        states = applied(game, states, options, rng.choice(legal))


def main() -> None:
    name, combinations, actions, seed = sys.argv[1], *map(int, sys.argv[2:])
    game, played = registry.load(name), 0
    for number in range(combinations):
        try:
            played += walk(game, random.Random(f"{name} {seed} {number}"), actions)
        except IndexError:
            print(f"out of bounds: combination {number} of seed {seed}", flush=True)
            raise
    print(f"{played} actions in bounds")


if __name__ == "__main__":
    main()
