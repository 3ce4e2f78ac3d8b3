"""Any game as a PettingZoo AEC environment: `env("dog")`, `env("puppy-park", options={...})`.

Chance happens inside, from the seed. An agent is a seat: it observes `observation`, the numbers of
the game's encoding, and `action_mask`, its legal actions while it is to move.
"""

import io
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from offleash.adapters.vector import GameVector
from offleash.compiler.seeds import check_seed
from offleash.contract import Game
from offleash.contract.rules.actors import EVERYBODY, OVER
from offleash.engine.batch import LIMIT
from offleash.lab.libraries import require
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

require("the PettingZoo environment", "pettingzoo", "gymnasium", extra="pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

__all__ = ["TableEnv", "env"]

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class TableSettings(TypedDict, total=False):
    """The settings of `TableEnv`."""

    preset: str | None
    options: Mapping[str, Any] | None
    skip_forced: bool
    limit: int
    render_mode: str | None


def env(game: str | Game = "dog", **settings: Unpack[TableSettings]) -> "TableEnv":
    """Return the environment of a game; see `TableEnv` for the settings."""
    return TableEnv(game, **settings)


class TableEnv(AECEnv):
    """One table: agents move in turn, rewards come with the end of the game."""

    metadata = {  # noqa: RUF012  # as PettingZoo reads it
        "name": "offleash_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game = "dog",
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game under a preset with changed options.

        `skip_forced` plays decisions with one legal action; after `limit` decisions the game is
        truncated. Raises OffleashError if an argument is wrong.
        """
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise OffleashError(f"there is no render mode {render_mode!r}; the modes are {modes}")
        self.render_mode = render_mode
        self.vector = GameVector(
            *(game, 1),
            preset=preset,
            options=options,
            skip_forced=skip_forced,
            auto_reset=False,
            limit=limit,
        )
        self.game = self.vector.game
        seats = self.game.seat_count(self.vector.options)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        encoding, count = self.game.learning.encoding, self.game.rules.action_count
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(encoding.low, encoding.high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._action_space = spaces.Discrete(count)

    def __getattr__(self, name: str) -> Any:
        """Name what is missing: before the first reset an environment has no agents."""
        if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"{name} is there after reset(): call it first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> Any:
        """Return numbers within the bounds of the encoding, and the mask."""
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """Return all action numbers of the game, those of chance included."""
        return self._action_space

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start game 0 of a seed; without a seed, the next game of the same series.

        `options={"position": …}` starts from a position instead of the first one.
        """
        self.vector.reset(None if seed is None else check_seed(seed))
        if options and "position" in options:
            position = self.game.read_position(options["position"], self.vector.options)
            if self.game.rules.actor(position[0]) == OVER:
                raise OffleashError("a table can't start from a position that is over")
            self.vector.set_state(0, position, check=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._select_agent()

    def _select_agent(self) -> None:
        """Tell the agent to move its legal actions; a mask may have 179,281 places."""
        self.agent_selection = self.possible_agents[int(self.vector.actors[0])]
        legal = self.vector.legal_actions[0, : self.vector.legal_counts[0]].copy()
        self.infos[self.agent_selection] = {"legal_actions": legal}

    def step(self, action: Any) -> None:
        """Play an action of the agent to move. Raises IllegalAction if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.vector.step([action])
        self.infos[agent] = {}
        if self.vector.dones[0]:  # until then all rewards are 0
            shares = self.vector.rewards[0].tolist()
            self.rewards = {name: shares[seat] for name, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.vector.truncations[0]:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select_agent()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent knows, and what it may do."""
        if agent not in self._seats:
            hint = did_you_mean(str(agent), self._seats)
            raise OffleashError(f"there is no agent {quote(agent)}{hint}")
        seat = self._seats[agent]
        mask = np.zeros(self.game.rules.action_count, np.int8)
        if seat == self.vector.actors[0]:
            mask[self.vector.legal_actions[0, : self.vector.legal_counts[0]]] = 1
            numbers = self.vector.observations[0].copy()
        else:
            numbers = self.vector.observe(0, seat)
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the whole table, nothing hidden, as text, SVG or pixels; `human` prints it."""
        states, options = self.vector.states, self.vector.options
        if self.render_mode == "svg":
            return self.game.pictures.draw(states, options, EVERYBODY)
        if self.render_mode == "rgb_array":
            return svg_pixels(self.game.pictures.draw(states, options, EVERYBODY))
        text = str(self.game.pictures.draw_text(states, options, EVERYBODY).plain)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def __copy__(self) -> Self:
        return deepcopy(self)

    def close(self) -> None:
        """Release what the environment uses."""
        self.vector.close()

    def __str__(self) -> str:
        return f"offleash_{self.game.name}"


def svg_pixels(svg: str) -> NDArray[np.uint8]:
    """Return a picture as height × width × 3 numbers."""
    require("a picture as pixels", "vl_convert", "PIL", extra="pettingzoo")
    import vl_convert
    from PIL import Image

    with Image.open(io.BytesIO(vl_convert.svg_to_png(svg))) as image:
        return np.asarray(image.convert("RGB"))
