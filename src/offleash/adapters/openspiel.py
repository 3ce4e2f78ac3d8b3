"""Every game registered with OpenSpiel: `pyspiel.load_game(register("dog"))`.

Options are parameters: `offleash_dog(rules=jokers:2;canadian:true)`. Chance is explicit, with its
outcomes numbered from 0. Observations are the text and the numbers of the game's `observe`. An
information state is a digest of all that a seat has seen: its views one after another, and the
actions as `seen` shows them, so recall is perfect in constant space. Returns add up to zero.

OpenSpiel copies the attributes of a Python state, so a state has bytes only; the game's functions
and buffers belong to the class that `register` makes.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rules.random import CHOICES, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.batch import LIMIT
from offleash.games import registry
from offleash.lab.libraries import require
from offleash.tools.errors import OffleashError

require("the OpenSpiel game", "pyspiel", extra="openspiel")

import pyspiel  # noqa: E402

SPECIAL_PLAYERS = {OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}
SEED_BITS = 53  # of a random number from 0 to 1
DIGEST_BYTES = 16
UNSAMPLED = b"resampled"  # instead of a past that a sampled position does not have


def register(name: str) -> str:
    """Register a game with OpenSpiel, unless it is known there, and return its short name."""
    short_name = "offleash_" + name.replace("-", "_")
    if short_name not in pyspiel.registered_names():
        game = registry.load(name)
        if game.learning.encode is None:
            raise OffleashError(f"{game.title} has no encoding, so OpenSpiel can't observe it")
        kind = _game_type(game, short_name)
        attributes = {"offleash": game, "kind": kind}
        pyspiel.register_game(kind, type(f"{short_name}_game", (SpielGame,), attributes))
    return short_name


def _game_type(game: Game, short_name: str) -> Any:
    kinds = pyspiel.GameType
    is_open = game.learning.is_open
    knowledge = kinds.Information
    return kinds(
        short_name=short_name,
        long_name=f"Offleash: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(knowledge.PERFECT_INFORMATION if is_open else knowledge.IMPERFECT_INFORMATION),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification={"preset": "", "rules": ""},
    )


class SpielGame(pyspiel.Game):
    """A game under certain options; `register` makes a class of it for each game."""

    offleash: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, game = params or {}, self.offleash
        parts = [part for part in str(params.get("rules", "")).split(";") if part]
        if wrong := [part for part in parts if ":" not in part]:
            raise OffleashError(f"{wrong[0]!r} must be an option and its value, such as jokers:2")
        changes = dict(part.split(":", 1) for part in parts)
        self.options = game.options(str(params.get("preset", "")) or None, changes)
        self.seats = game.seat_count(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.action_count,
            max_chance_outcomes=len(game.learning.chance_actions),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.learning.longest(self.options) or LIMIT,
        )
        buffers = (game.new_work()[0], game.new_out(), game.new_chances())
        shared = {"game": game, "options": self.options, "seats": self.seats, "buffers": buffers}
        self.state_class = type("State", (SpielState,), shared)
        states = game.new_state(self.options)
        digests = tuple(
            seen_digest(game, self.options, b"", -1, states, seat) for seat in range(self.seats)
        )
        self.start = (states.tobytes(), digests)
        super().__init__(self.kind, info, params)

    def new_initial_state(self, text: str | None = None) -> "SpielState":
        """Return the first position."""
        if text:
            raise OffleashError("a position can't be given to OpenSpiel: it has no history")
        return self.state_class(self)  # type: ignore[no-any-return]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return what makes tensors and texts of positions."""
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.offleash, self.options, has_recall)


def seen_digest(
    game: Game, options: Records, before: bytes, action: int, states: Records, seat: int
) -> bytes:
    """Return all that a seat has seen: the digest before, the action as it saw it, its view now."""
    view = states.copy()
    game.rules.hide(view[0], options[0], seat)
    text = before + b"%d;" % action + view.tobytes()
    return hashlib.blake2b(text, digest_size=DIGEST_BYTES).digest()


class SpielState(pyspiel.State):
    """One position, and what each seat has seen so far."""

    game: Game
    options: Records
    seats: int
    buffers: tuple[Any, NDArray[np.int32], NDArray[np.int64]]

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        self.position, self.digests = owner.start

    @property
    def states(self) -> Records:
        """The position as an array of one record, a copy."""
        return np.frombuffer(bytearray(self.position), self.game.rules.record)

    def current_player(self) -> int:
        """Return the seat to move, or who acts instead of one."""
        seat = int(self.game.rules.actor(self.states[0]))
        return int(SPECIAL_PLAYERS.get(seat, seat))

    def is_terminal(self) -> bool:
        return bool(self.game.rules.actor(self.states[0]) == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        work, out, _ = self.buffers
        count = self.game.rules.legal_actions(self.states[0], self.options[0], work, out)
        return [int(action) for action in out[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes, numbered from 0, and their probabilities."""
        _, out, chances = self.buffers
        count = self.game.rules.chance_outcomes(self.states[0], self.options[0], out, chances)
        outcomes = out[:count] - self.game.learning.chance_actions.start
        odds = chances[:count] / chances[:count].sum()
        return list(zip(outcomes.tolist(), odds.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        rules, states, options = self.game.rules, self.states, self.options[0]
        if rules.actor(states[0]) == CHANCE:
            action += self.game.learning.chance_actions.start
        seen = [int(rules.seen(states[0], options, action, seat)) for seat in range(self.seats)]
        rules.apply(states[0], options, self.buffers[0], action, self.game.new_tally()[0])
        self.position = states.tobytes()
        self.digests = tuple(
            seen_digest(self.game, self.options, before, seen[seat], states, seat)
            for seat, before in enumerate(self.digests)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            action += self.game.learning.chance_actions.start
        return self.game.notation.format_action(action, self.options)

    def returns(self) -> list[float]:
        """Return what each seat has won, less the average."""
        shares = np.zeros(self.game.max_seats)
        if self.is_terminal():
            self.game.rules.returns(self.states[0], self.options[0], shares)
        playing = shares[: self.seats]
        return (playing - playing.mean()).tolist()  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.game.notation.format_position(self.states, self.options)

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """Return another position that this player can't tell from this one.

        Only the position is sampled, not its past: the others have seen nothing but what it shows.
        """
        states, rng, options = self.states, streams(), self.options[0]
        seed_streams(rng, int(probability_sampler() * (1 << SEED_BITS)), 0)
        self.game.rules.hide(states[0], options, player)
        luck = (rng, CHOICES + player)
        self.game.rules.resample(states[0], options, self.buffers[0], player, *luck)
        sample: SpielState = self.clone()
        sample.position = states.tobytes()
        sample.digests = tuple(
            digest
            if seat == player
            else seen_digest(self.game, self.options, UNSAMPLED, -1, states, seat)
            for seat, digest in enumerate(self.digests)
        )
        return sample


class SpielObserver:
    """Tensors and texts of positions, as OpenSpiel's `make_observation` asks for them."""

    def __init__(self, game: Game, options: Records, has_recall: bool) -> None:
        self.game, self.options, self.has_recall = game, options, has_recall
        size = 0 if has_recall else game.learning.encoding.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {} if has_recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of the encoding."""
        if not self.has_recall:
            observe = self.game.notation.observe
            self.tensor[:] = observe(state.states, self.options, player).array

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a seat's view in words; with perfect recall, the digest of all it has seen."""
        if self.has_recall:
            return f"seat {player} {state.digests[player].hex()}"
        return self.game.notation.observe(state.states, self.options, player).text
