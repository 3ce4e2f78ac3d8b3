"""Many games as one `gymnasium.vector.VectorEnv`: one seat learns, compiled bots have the others.

`environments("dog", 1024, seat=0, bots="greedy")`. A reset happens in the step that ends a game.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.adapters.vector import AGENT, GameVector, option_rows
from offleash.bots.kinds import GREEDY
from offleash.compiler.seeds import check_seed
from offleash.contract import Game
from offleash.games import registry
from offleash.lab.libraries import require
from offleash.tools.errors import OffleashError

require("the gymnasium environment", "gymnasium", extra="gymnasium")

from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


def environments(game: str | Game = "dog", games: int = 1024, **settings: Any) -> "SeatEnvs":
    """Return the environments of a game; see `SeatEnvs` for the settings."""
    return SeatEnvs(game, games, **settings)


class SeatEnvs(VectorEnv):
    """The agent plays one seat of every game.

    `info` has the legal actions: `legal_actions`, the first `legal_counts` of each row, and
    `action_mask` where it was asked for. In a step that ends games it also has gymnasium's
    `final_obs` with `_final_obs`. All arrays are overwritten by the next step.
    """

    def __init__(
        self,
        game: str | Game = "dog",
        games: int = 1024,
        *,
        seat: int = 0,
        bots: str = GREEDY.name,
        mask: bool = True,
        **settings: Any,
    ) -> None:
        """Prepare games; `settings` are those of `offleash.vector`.

        Raises OffleashError if an argument is wrong.
        """
        load = game if isinstance(game, Game) else registry.load(game)
        rows = option_rows(load, settings.get("preset"), settings.get("options"))
        seats = load.seat_count(rows[:1])
        if not 0 <= seat < seats:
            raise OffleashError(f"the seat is {seat}; it must be from 0 to {seats - 1}")
        names = [AGENT if number == seat else bots for number in range(seats)]
        self.vector = GameVector(load, games, seats=names, mask=mask, **settings)
        self.seat, self.num_envs = seat, games
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        encoding = load.learning.encoding
        self.single_observation_space = spaces.Box(encoding.low, encoding.high, dtype=np.int32)
        self.single_action_space = spaces.Discrete(load.rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def reset(
        self, *, seed: int | None = None, options: Any = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Start game 0 … of a seed; without a seed, the next games of the same series."""
        self.vector.reset(None if seed is None else check_seed(seed))
        return self.vector.observations, self._info()

    def step(self, actions: Any) -> tuple[Any, ...]:
        """Play one action in each game. Raises IllegalAction if one is not legal."""
        arrays = self.vector.step(actions)
        rewards = arrays.rewards[:, self.seat].copy()
        ends, cuts = arrays.dones.astype(bool), arrays.truncations.astype(bool)
        return arrays.observations, rewards, ends, cuts, self._info(ends | cuts)

    def close_extras(self, **settings: Any) -> None:
        """End the threads."""
        self.vector.close()

    def _info(self, over: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        vector = self.vector
        info = {"legal_actions": vector.legal_actions, "legal_counts": vector.legal_counts}
        if vector.masks.shape[1]:
            info["action_mask"] = vector.masks
        if over is not None and over.any():
            info |= {"final_obs": vector.last_observations, "_final_obs": over}
        return info
