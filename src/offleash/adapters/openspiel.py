"""Every game registered with OpenSpiel: `pyspiel.load_game(register("dog"))`.

Options are parameters: `offleash_dog(rules=jokers:2;canadian:true)`; a preset stands there as well,
as OpenSpiel would take `preset=1.2` for a number, and lists have slashes for commas. Chance is
explicit; its outcomes are numbered from 0, and so are decisions. Observations are the text and the
numbers of the game's `observe`. An information state is a digest of all that a seat has seen: its
views one after another, and the actions as `seen` shows them, so recall is perfect in constant
space. Returns add up to zero.

OpenSpiel copies the attributes of a Python state, so a state has bytes only; the game's functions
and buffers belong to the class that `register` makes.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
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
from offleash.tools.errors import BadNotation, IllegalAction, OffleashError

require("the OpenSpiel game", "pyspiel", extra="openspiel")

import pyspiel  # noqa: E402

__all__ = ["SpielGame", "SpielObserver", "SpielState", "register"]

SPECIAL_PLAYERS = {OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}
PRESET, RULES = "preset", "rules"  # the parameters of a game
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification={PRESET: "", RULES: ""},
    )


def _rules_of(params: Mapping[str, Any]) -> tuple[str | None, dict[str, str]]:
    """Return the preset and the changed options that parameters name. Raise OffleashError."""
    parts = [part for part in str(params.get(RULES, "")).split(";") if part]
    if wrong := [part for part in parts if ":" not in part]:
        raise OffleashError(f"{wrong[0]!r} must be an option and its value, such as jokers:2")
    changes = dict(part.split(":", 1) for part in parts)
    for value in (*changes.values(), str(params.get(PRESET, ""))):
        if misread := sorted({*value} & {*"(),="}):
            raise OffleashError(
                f"OpenSpiel can't take {misread[0]!r} in a parameter, as in {value!r}"
            )
    preset = changes.pop(PRESET, "") or str(params.get(PRESET, ""))
    return preset or None, changes


def _with_commas(game: Game, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the options as the game writes them: OpenSpiel has slashes where lists have commas."""
    lists = {option.name for option in game.rules.options if option.has_commas}
    return {n: text.replace("/", ",") if n in lists else text for n, text in changes.items()}


def _fields_of(text: str) -> Any:
    """Return what JSON says of a position. Raises BadNotation if it is none."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadNotation(f"this position is no JSON: {error}") from None


def _check_seat(seat: int, seats: int) -> None:
    """Raise OffleashError if no such seat plays: compiled rules check nothing."""
    if not 0 <= seat < seats:
        raise OffleashError(f"there is no player {seat}; they go from 0 to {seats - 1}")


def _game_again(game: Game, text: str) -> Any:
    """Return a game from a pickle, in a process that may not have registered it yet."""
    register(game.name)
    return pyspiel.load_game(text)


def _state_again(game: Any, text: str) -> Any:
    return game.deserialize_state(text)


class SpielGame(pyspiel.Game):
    """A game under certain options; `register` makes a class of it for each game."""

    offleash: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.offleash
        preset, changes = _rules_of(params or {})
        self.options = game.options(preset, _with_commas(game, changes))
        self.seats = game.seat_count(self.options)
        chance = game.learning.chance_actions
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.action_count - len(chance),
            max_chance_outcomes=len(chance),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.learning.longest(self.options) or LIMIT,
        )
        buffers = (game.new_work()[0], game.new_out(), game.new_chances())
        shared = {"game": game, "options": self.options, "seats": self.seats, "buffers": buffers}
        self.state_class = type("State", (SpielState,), shared)
        self.start = self._start_from(game.new_state(self.options))
        rules = {PRESET: preset, **changes} if preset else changes
        text = ";".join(f"{name}:{value}" for name, value in rules.items())
        super().__init__(self.kind, info, {PRESET: "", RULES: text})

    def _start_from(self, states: Records) -> tuple[bytes, tuple[bytes, ...]]:
        """Return a position, and what each seat sees of it."""
        seats = range(self.seats)
        seen = (seen_digest(self.offleash, self.options, b"", -1, states, seat) for seat in seats)
        return states.tobytes(), tuple(seen)

    def new_initial_state(self, position: Any = None) -> "SpielState":
        """Return the first position, or one that is given as text, JSON, fields or struct."""
        state: SpielState = self.state_class(self)
        if position is not None:
            if isinstance(position, pyspiel.StateStruct):
                position = position.to_json()
            if isinstance(position, str) and position.lstrip().startswith("{"):
                position = _fields_of(position)
            states = self.offleash.read_position(position, self.options)
            state.position, state.digests = self._start_from(states)
        return state

    def __reduce__(self) -> Any:
        return _game_again, (self.offleash, str(self))

    def __deepcopy__(self, memo: object) -> "SpielGame":
        return self

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
        numbers, chance = out[:count], self.game.learning.chance_actions
        return (numbers - len(chance) * (numbers >= chance.stop)).tolist()  # type: ignore[no-any-return]

    def _number(self, player: int, action: int) -> int:
        """Return the number that an action of OpenSpiel has in the game."""
        chance = self.game.learning.chance_actions
        if player == pyspiel.PlayerId.CHANCE:
            return action + chance.start
        return action + len(chance) * (action >= chance.start)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes, numbered from 0, and their probabilities."""
        _, out, chances = self.buffers
        count = self.game.rules.chance_outcomes(self.states[0], self.options[0], out, chances)
        outcomes = out[:count] - self.game.learning.chance_actions.start
        odds = chances[:count] / chances[:count].sum()
        return list(zip(outcomes.tolist(), odds.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        number = self._number(player, int(action))
        if reason := self._why_illegal(player, int(action), number):
            seat = f"seat {player}" if player >= 0 else "chance"
            raise IllegalAction(str(int(action)), seat, reason, str(self))
        rules, states, options = self.game.rules, self.states, self.options[0]
        seen = [int(rules.seen(states[0], options, number, seat)) for seat in range(self.seats)]
        rules.apply(states[0], options, self.buffers[0], number, self.game.new_tally()[0])
        self.position = states.tobytes()
        self.digests = tuple(
            seen_digest(self.game, self.options, before, seen[seat], states, seat)
            for seat, before in enumerate(self.digests)
        )

    def _why_illegal(self, player: int, action: int, number: int) -> str:
        """One sentence, empty if the action is legal: OpenSpiel applies one without a check."""
        if player == pyspiel.PlayerId.CHANCE:
            is_legal = action in [outcome for outcome, _ in self.chance_outcomes()]
        else:
            is_legal = player >= 0 and action in self._legal_actions(player)
        if is_legal:
            return ""
        return (
            self.game.notation.why_illegal(self.states, self.options, number) or "not possible now"
        )

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.notation.format_action(self._number(player, action), self.options)

    # What `to_struct`, `to_json` and their relatives give

    def _to_struct(self) -> dict[str, Any]:
        return self.game.position_fields(self.states)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        view = self.states
        self.game.rules.hide(view[0], self.options[0], player)
        return self.game.position_fields(view)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        number = self.game.notation.parse_action(str(struct.get("action")), self.options)
        chance = self.game.learning.chance_actions
        if number in chance:
            return [number - chance.start]
        return [number - len(chance) * (number >= chance.stop)]

    def __reduce__(self) -> Any:
        return _state_again, (self.get_game(), self.serialize())

    def __deepcopy__(self, memo: object) -> "SpielState":
        return self.clone()  # type: ignore[no-any-return]

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
        _check_seat(player, self.seats)
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
        size = game.learning.encoding.size
        self.tensor = np.zeros(size + DIGEST_BYTES * has_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if has_recall:
            self.dict["memory"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of the encoding; with perfect recall, also the digest, from 0 to 1."""
        _check_seat(player, state.seats)
        numbers = np.zeros(self.game.learning.encoding.size, np.int32)
        self.game.learning.encode(state.states[0], self.options[0], player, numbers)  # type: ignore[misc]
        self.dict["observation"][:] = numbers
        if self.has_recall:
            self.dict["memory"][:] = np.frombuffer(state.digests[player], np.uint8) / 255

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a seat's view in words; with perfect recall, the digest of all it has seen."""
        _check_seat(player, state.seats)
        if self.has_recall:
            return f"seat {player} {state.digests[player].hex()}"
        return self.game.notation.observe(state.states, self.options, player).text
