"""One seat that learns, as environments of gymnasium; compiled bots have the other seats.

`environments("dog", 1024, seat=0, bots="greedy")` steps many games at once, `environment("dog")` is
one game. Importing this module registers both: `gymnasium.make("offleash/dog-v1")`, `make_vec`.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Self, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from offleash.adapters.vector import AGENT, GameVector, OptionRows, option_rows
from offleash.bots.kinds import GREEDY
from offleash.compiler.seeds import check_seed
from offleash.contract import Game
from offleash.contract.rules.actors import EVERYBODY, OVER
from offleash.engine.batch import LIMIT
from offleash.games import registry
from offleash.lab.libraries import require
from offleash.tools.errors import IllegalAction, OffleashError, quote
from offleash.tools.prose import did_you_mean

require("the gymnasium environment", "gymnasium", extra="gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

__all__ = ["SeatEnv", "SeatEnvs", "environment", "environments", "register_ids"]

# In the ids: the version of what stands behind one, rules, options and encoding. A test refuses a
# change of these without a new number here.
VERSION = 1
NEWER_VERSIONS: dict[str, int] = {}  # by id without its version
PRESETS = {  # that have ids of their own, known without loading the games
    "domidog": ("base", "expansion"),
    "puppy-park": ("base", "expansion"),
    "secret-mission": ("base", "expansion"),
    "uri-nation": ("1.4", "1.2", "1.5-even", "1.5-lively", "1.5-brisk"),
}
RENDER_MODES = ("ansi", "svg")
POSITION, RESET_MASK = "position", "reset_mask"  # options of a reset
RAISE, LOSE = "raise", "lose"  # what an illegal action does
Bots = str | Sequence[str]


class RulesSettings(TypedDict, total=False):
    """What one game and many of them have in common."""

    preset: str | None
    skip_forced: bool
    limit: int


class SeatSettings(RulesSettings, total=False):
    """The settings of `SeatEnv`."""

    options: Mapping[str, Any] | None
    seat: int
    bots: Bots
    illegal: str
    render_mode: str | None


class SeatsSettings(RulesSettings, total=False):
    """The settings of `SeatEnvs`."""

    options: OptionRows
    seat: int
    bots: Bots
    mask: bool
    actions: bool
    autoreset_mode: AutoresetMode | str
    threads: int
    copy: bool


def environment(game: str | Game = "dog", **settings: Unpack[SeatSettings]) -> "SeatEnv":
    """Return the environment of one game; see `SeatEnv` for the settings."""
    return SeatEnv(game, **settings)


def environments(
    game: str | Game = "dog", games: int = 1024, **settings: Unpack[SeatsSettings]
) -> "SeatEnvs":
    """Return the environments of many games; see `SeatEnvs` for the settings."""
    return SeatEnvs(game, games, **settings)


def make_registered(game: str, num_envs: int = 1, **settings: Unpack[SeatsSettings]) -> "SeatEnvs":
    """Return what `gymnasium.make_vec` makes of an id."""
    return SeatEnvs(game, num_envs, **settings)


def seating(game: Game, options: OptionRows, preset: str | None, seat: object, bots: Bots) -> str:
    """Return the names of all seats: the agent, and a bot for each other. Raises OffleashError."""
    rows = option_rows(game, preset, options)
    seats = game.seat_count(rows[:1])
    is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not is_number or not 0 <= int(seat) < seats:  # type: ignore[call-overload]
        raise OffleashError(f"the seat is {quote(seat)}; it must be from 0 to {seats - 1}")
    if not isinstance(bots, Sequence) or not all(isinstance(name, str) for name in bots):
        raise OffleashError(f"bots= takes the names of bots, not {quote(bots)}")
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    others = names * (seats - 1) if len(names) == 1 else names
    if len(others) != seats - 1:
        raise OffleashError(
            f"{len(names)} bots are named for {seats - 1} other seats: name one, or one for each"
        )
    place = int(seat)  # type: ignore[call-overload]
    return ",".join([*others[:place], AGENT, *others[place:]])


def reset_orders(options: Mapping[str, Any] | None, *known: str) -> dict[str, Any]:
    """Return the options of a reset. Raises OffleashError if one is not known."""
    if options is not None and not isinstance(options, Mapping):
        raise OffleashError(f"the options of a reset are names and values, not {quote(options)}")
    orders = dict(options or {})
    for name in orders:
        if name not in known:
            hint = did_you_mean(str(name), known)
            raise OffleashError(f"a reset takes no option {quote(name)}{hint or ': ' + known[0]}")
    return orders


class LegalActions(spaces.Discrete):  # type: ignore[type-arg]
    """All action numbers; `sample` draws one of those that are legal now, or one by a mask."""

    legal: NDArray[np.int32] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action: legal, unless a mask or probabilities say otherwise."""
        if mask is None and probability is None and self.legal is not None and len(self.legal):
            return np.int64(self.legal[self.np_random.integers(len(self.legal))])
        return super().sample(mask, probability)  # type: ignore[no-any-return]


class SeatEnv(gymnasium.Env):  # type: ignore[type-arg]
    """One game after another, one seat of which an agent plays.

    `info` has `legal_actions`; `action_masks()` says the same with a number for every action, as
    MaskablePPO asks for it. `action_space.sample()` draws a legal action.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "dog",
        *,
        seat: int = 0,
        bots: Bots = GREEDY.name,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = False,
        limit: int = LIMIT,
        illegal: str = RAISE,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game; `bots` is a bot for the other seats, or one for each of them.

        With `illegal="lose"` an illegal action ends the game with a reward of −1, for learners and
        checks that know no masks. Raises OffleashError if an argument is wrong.
        """
        if illegal not in (RAISE, LOSE):
            raise OffleashError(f"illegal= is {RAISE!r} or {LOSE!r}, not {quote(illegal)}")
        self._may_lose, self._is_over = illegal == LOSE, True
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise OffleashError(f"there is no render mode {quote(render_mode)}; there are {modes}")
        self.render_mode = render_mode
        loaded = game if isinstance(game, Game) else registry.load(game)
        names = seating(loaded, options, preset, seat, bots)
        self.vector = GameVector(
            *(loaded, 1),
            preset=preset,
            options=options,
            seats=names,
            skip_forced=skip_forced,
            auto_reset=False,
            limit=limit,
        )
        self.seat = int(seat)
        encoding = loaded.learning.encoding
        self.observation_space = spaces.Box(encoding.low, encoding.high, dtype=np.int32)
        self.action_space = LegalActions(loaded.rules.action_count)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Start game 0 of a seed; without a seed, the next game of the same series.

        `options={"position": …}` starts from a position instead of the first one.
        """
        orders = reset_orders(options, POSITION)
        super().reset(seed=seed)
        self.vector.reset(None if seed is None else check_seed(seed))
        if POSITION in orders:
            self.vector.set_state(0, orders[POSITION])
        self._is_over = bool(self.vector.actors[0] == OVER)
        return self.vector.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        """Play an action. Raises IllegalAction if it is not legal, unless such an action loses."""
        vector = self.vector
        if self._is_over:
            raise OffleashError("the game is over: call reset() before the next step")
        try:
            vector.step(action if np.ndim(action) == 1 else [action])
        except IllegalAction as error:
            if not self._may_lose:
                raise
            self._is_over = True
            info = {**self._info(), "illegal": str(error)}
            return vector.observations[0].copy(), -1.0, True, False, info
        self._is_over = bool(vector.actors[0] == OVER)
        reward = float(vector.rewards[0, self.seat])
        ends = bool(vector.dones[0]), bool(vector.truncations[0])
        return vector.observations[0].copy(), reward, *ends, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal."""
        mask = np.zeros(int(self.action_space.n), bool)
        mask[self._legal()] = True
        return mask

    def render(self) -> str | None:
        """Return the whole table, nothing hidden, as text or SVG."""
        states, options = self.vector.states, self.vector.options
        pictures = self.vector.game.pictures
        if self.render_mode == "svg":
            return pictures.draw(states, options, EVERYBODY)
        if self.render_mode == "ansi":
            return str(pictures.draw_text(states, options, EVERYBODY).plain)
        return None

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _legal(self) -> NDArray[np.int32]:
        return self.vector.legal_actions[0, : self.vector.legal_counts[0]].copy()

    def _info(self) -> dict[str, Any]:
        self.action_space.legal = legal = self._legal()
        # A list: gymnasium's vectors stack arrays, and these have different lengths.
        return {"legal_actions": legal.tolist()}


class LegalBatches(spaces.MultiDiscrete):
    """An action number for each game; `sample` draws legal ones, unless there is a mask."""

    legal: tuple[NDArray[np.int32], NDArray[np.int64]] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        """Return a random action for each game; 0 where a game is over."""
        if mask is None and probability is None and self.legal is not None:
            lists, counts = self.legal
            places = (self.np_random.random(len(counts)) * counts).astype(np.int64)
            selection = np.where(counts > 0, lists[np.arange(len(counts)), places], 0)
            return selection.astype(self.dtype)
        return super().sample(mask, probability)  # type: ignore[no-any-return]


class SeatEnvs(VectorEnv):  # type: ignore[type-arg]
    """The agent plays one seat of every game.

    `info` has the legal actions: `legal_actions`, the first `legal_counts` of each row, and
    `action_mask` and `action_features` where they were asked for. With `AutoresetMode.SAME_STEP` a
    step that ends games has gymnasium's `final_obs` with `_final_obs` as well.
    """

    def __init__(
        self,
        game: str | Game = "dog",
        games: int = 1024,
        *,
        seat: int = 0,
        bots: Bots = GREEDY.name,
        preset: str | None = None,
        options: OptionRows = None,
        mask: bool = True,
        actions: bool = False,
        skip_forced: bool = False,
        limit: int = LIMIT,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """Prepare games; see `offleash.vector` for the settings that it has as well.

        `bots` is a bot for the other seats, or one for each of them. Raises OffleashError if an
        argument is wrong.
        """
        modes = {mode.value: mode for mode in AutoresetMode}
        named = getattr(autoreset_mode, "value", autoreset_mode)
        if not isinstance(named, str) or named not in modes:
            known = ", ".join(modes)
            raise OffleashError(f"there is no autoreset mode {quote(named)}; there are {known}")
        self.autoreset_mode = modes[named]
        loaded = game if isinstance(game, Game) else registry.load(game)
        self.vector = GameVector(
            *(loaded, games),
            preset=preset,
            options=options,
            seats=seating(loaded, options, preset, seat, bots),
            mask=mask,
            actions=actions,
            skip_forced=skip_forced,
            auto_reset=self.autoreset_mode == AutoresetMode.SAME_STEP,
            limit=limit,
            threads=threads,
            copy=copy,
        )
        self.seat, self.num_envs = int(seat), games
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        encoding = loaded.learning.encoding
        self.single_observation_space = spaces.Box(encoding.low, encoding.high, dtype=np.int32)
        self.single_action_space = spaces.Discrete(loaded.rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = LegalBatches([loaded.rules.action_count] * games)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Start game 0 … of a seed; without a seed, the next games of the same series.

        With `options={"reset_mask": …}` only the games of the mask start anew, and with
        `options={"position": …}` all that start do so from a position.
        """
        orders = reset_orders(options, POSITION, RESET_MASK)
        super().reset(seed=seed)
        places = orders.get(RESET_MASK)
        if places is not None and np.shape(places) != (self.num_envs,):
            raise OffleashError(f"a reset_mask has {self.num_envs} places, one for each game")
        if places is not None and np.asarray(places).dtype != bool:
            raise OffleashError("a reset_mask is true or false for each game")
        if places is None:
            self.vector.reset(None if seed is None else check_seed(seed))
        elif seed is not None:
            raise OffleashError("a seed starts all games anew, so it can't come with a reset_mask")
        else:
            self.vector.begin(np.asarray(places))
        if POSITION in orders:
            selection = np.ones(self.num_envs, bool) if places is None else np.asarray(places)
            self.vector.set_state(np.flatnonzero(selection), orders[POSITION])
        return self.vector.observations, self._info()

    def step(self, actions: Any) -> tuple[Any, ...]:
        """Play one action in each game. Raises IllegalAction if one is not legal."""
        vector = self.vector
        over = vector.actors == OVER
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and over.any():
            arrays = vector.step(actions, begin=over)
        elif self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            raise OffleashError(
                f"{int(over.sum())} games are over: call reset(options={{'reset_mask': …}}) first"
            )
        else:
            arrays = vector.step(actions)
        rewards = arrays.rewards[:, self.seat].copy()
        ends, cuts = arrays.dones.astype(bool), arrays.truncations.astype(bool)
        return arrays.observations, rewards, ends, cuts, self._info(ends | cuts)

    def close_extras(self, **settings: Any) -> None:
        """End the threads."""
        self.vector.close()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _info(self, over: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        vector = self.vector
        self.action_space.legal = (vector.legal_actions, vector.legal_counts)
        info = {"legal_actions": vector.legal_actions, "legal_counts": vector.legal_counts}
        if vector.masks.shape[1]:
            info["action_mask"] = vector.masks
        if vector.action_features.shape[1]:
            info["action_features"] = vector.action_features
        is_same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        if is_same_step and over is not None and over.any():
            info |= {"final_obs": vector.last_observations, "_final_obs": over}
        return info


def versioned_ids() -> dict[str, dict[str, str]]:
    """Return every id, `offleash/dog-v1` or `offleash/uri-nation-1.4-v1`, with what it stands for.

    An id without a preset is the first one's.
    """
    ids = {}
    for name in registry.ROWS:
        for preset in ("", *PRESETS.get(name, ())):
            plain = f"offleash/{name}-{preset}" if preset else f"offleash/{name}"
            version = NEWER_VERSIONS.get(plain, VERSION)
            ids[f"{plain}-v{version}"] = {"game": name, **({"preset": preset} if preset else {})}
    return ids


def register_ids() -> None:
    """Register every id with gymnasium."""
    here = __name__
    for id_text, fixed in versioned_ids().items():
        if id_text not in gymnasium.registry:
            gymnasium.register(
                id_text,
                entry_point=f"{here}:SeatEnv",
                vector_entry_point=f"{here}:make_registered",
                kwargs=fixed,
            )


register_ids()
