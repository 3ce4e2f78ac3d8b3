"""What a vector tells the device that steps its games."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Game, Records
from offleash.engine.batch import Policy
from offleash.tools.errors import OffleashError, quote

RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")

Snapshot = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class VectorSetup:
    """The games of a vector, who plays them, and what their steps show."""

    game: Game
    games: int
    options: Records
    rows: NDArray[np.int64]  # of the options, for each game
    policy: Policy
    agents: NDArray[np.int64]  # for each row of options, the seats of agents as bits
    observe: bool
    mask: bool
    actions: bool
    skips_forced: bool
    renews: bool
    limit: int
    threads: int
    copies: bool

    @property
    def has_bots(self) -> bool:
        return any(agents != all_bits(self.game) for agents in self.agents)

    @property
    def planners(self) -> int:
        """How many seats of each game have plans."""
        return self.game.max_seats if self.has_bots else 0

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.game.learning.encoding.size if self.observe else 0

    @property
    def mask_columns(self) -> int:
        return self.game.rules.action_count if self.mask else 0

    @property
    def feature_shape(self) -> tuple[int, int]:
        """How many actions have features, and how many."""
        columns = self.game.learning.action_encoding.size if self.actions else 0
        return (self.game.rules.max_actions if self.actions else 0), columns

    def numbers_of_moves(self, actions: Any) -> NDArray[Any]:
        """Return actions as an array of whole numbers. Raises OffleashError."""
        try:
            numbers = np.asarray(actions)
        except ValueError:
            raise OffleashError(f"step needs one action a game, not {quote(actions)}") from None
        self.check_moves(numbers.shape, numbers.dtype)
        return numbers

    def check_moves(self, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
        """Raise OffleashError unless actions have such a shape and type."""
        if shape != (self.games,):
            raise OffleashError(f"step needs {self.games} actions, one for each game")
        if kind.kind not in "iu":
            raise OffleashError("step needs the numbers of actions, which are whole numbers")


def all_bits(game: Game) -> int:
    """Return all seats of a game as bits."""
    return (1 << game.max_seats) - 1


def step_rules(game: Game) -> dict[str, Any]:
    """Return the rules that steps need, by the names that the templates give them."""
    rules = {name: getattr(game.rules, name) for name in RULES}
    for name in ("encode", "write_action"):
        if (rule := getattr(game.learning, name)) is not None:
            rules[name] = rule
    return rules
