"""Exact values of games that are small enough: by looking at every line of play.

`exact_value` takes a position as everybody would see it with open hands. `nash.py` is for games in
which something is hidden.
"""

from dataclasses import dataclass

import numpy as np

from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.tools.errors import OffleashError

MOST_POSITIONS = 200_000
LONGEST = 150  # actions of a line: Python's stack has an end
ROUNDING = 1e-12


class TooLarge(OffleashError):
    """There are more positions than were allowed."""


@dataclass(frozen=True)
class ExactValue:
    """What perfect play is worth to each seat, and which actions are perfect."""

    values: tuple[float, ...]  # by seat, as `returns` gives them
    best: tuple[int, ...]  # of the seat to move; none where chance is on or the game is over
    positions: int  # that were looked at


class Solver:
    """Finds exact values under one set of rules, and remembers positions."""

    def __init__(self, game: Game, options: Records, most: int = MOST_POSITIONS) -> None:
        """Prepare a solver. Raises OffleashError unless two sides play."""
        self._game, self._options, self._most = game, options, most
        self._seats = game.seat_count(options)
        self._sides = game.sides(options[0])
        if len(set(self._sides)) != 2:
            raise OffleashError(f"only two sides have a value: here are {len(set(self._sides))}")
        self._known: dict[bytes, tuple[float, ...]] = {}
        self._depth = 0

    def solve(self, states: Records) -> ExactValue:
        """Return the exact value of a position. Raises TooLarge if it takes too many positions."""
        values = self._values(states)
        seat = int(self._game.rules.actor(states[0]))
        best: tuple[int, ...] = ()
        if seat not in (CHANCE, OVER):
            after = {action: self._values(child)[seat] for action, child in self._children(states)}
            best = tuple(a for a, value in after.items() if value >= values[seat] - ROUNDING)
        return ExactValue(values, best, len(self._known))

    def _values(self, states: Records) -> tuple[float, ...]:
        key = states.tobytes()
        if key not in self._known:
            if len(self._known) + self._depth >= self._most:
                raise TooLarge(f"there are more than {self._most:,} positions: start later")
            if self._depth >= LONGEST:
                raise TooLarge(f"a line of play has more than {LONGEST} actions: start later")
            self._depth += 1
            try:
                self._known[key] = self._look(states)
            finally:
                self._depth -= 1
        return self._known[key]

    def _look(self, states: Records) -> tuple[float, ...]:
        rules, options = self._game.rules, self._options
        seat = int(rules.actor(states[0]))
        if seat == OVER:
            returns = np.zeros(self._game.max_seats)
            rules.returns(states[0], options[0], returns)
            return tuple(returns[: self._seats].tolist())
        if seat == CHANCE:
            out, chances = self._game.new_out(), self._game.new_chances()
            count = int(rules.chance_outcomes(states[0], options[0], out, chances))
            weights = chances[:count] / chances[:count].sum()
            rows = [self._values(self._after(states, action)) for action in out[:count].tolist()]
            return tuple((weights @ np.array(rows)).tolist())
        return max(
            (self._values(child) for _, child in self._children(states)), key=lambda v: v[seat]
        )

    def _children(self, states: Records) -> list[tuple[int, Records]]:
        """Return what each legal action leads to."""
        out = self._game.new_out()
        work = self._game.new_work()
        count = int(self._game.rules.legal_actions(states[0], self._options[0], work[0], out))
        return [(action, self._after(states, action)) for action in out[:count].tolist()]

    def _after(self, states: Records, action: int) -> Records:
        child, game = states.copy(), self._game
        game.rules.apply(
            child[0], self._options[0], game.new_work()[0], action, game.new_tally()[0]
        )
        return child


def exact_value(
    game: Game, states: Records, options: Records, most: int = MOST_POSITIONS
) -> ExactValue:
    """Return the exact value of a position between two sides that see everything.

    Raises TooLarge if more than `most` positions can follow or a line of play is too long, as it is
    where a position can lead back to itself.
    """
    return Solver(game, options, most).solve(states)
