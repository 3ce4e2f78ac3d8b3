"""Thousands of games stepped at once by compiled code: `offleash.vector("dog", games=4096)`."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal, NamedTuple, Self, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.adapters import snapshot
from offleash.adapters.devices.cpu import CpuDevice
from offleash.adapters.devices.cuda import CudaDevice
from offleash.adapters.devices.setup import VectorSetup, all_bits
from offleash.adapters.templates import steps
from offleash.adapters.templates.steps import BEGIN, KEEP, LOOK, PLAY, StepFrame
from offleash.bots.kinds import find, normalise_name
from offleash.bots.lineup import FALLBACK_BOT, policy
from offleash.compiler.seeds import check_seed
from offleash.contract import Game, Records
from offleash.contract.option_texts import StoredText, hold_texts
from offleash.contract.positions import Position
from offleash.contract.rules.actors import NOBODY, OVER
from offleash.engine.batch import LIMIT, MOST_THREADS, Policy
from offleash.games import registry
from offleash.tools.errors import IllegalAction, OffleashError, quote

__all__ = ["GameVector", "StepArrays", "VectorSettings", "vector"]

AGENT = "agent"  # as the name of a seat: the caller of `step` plays it
DEVICES: dict[str, type[CpuDevice | CudaDevice]] = {"cpu": CpuDevice, "cuda": CudaDevice}

OptionRows = Mapping[str, Any] | Sequence[Mapping[str, Any]] | Records | None


class StepArrays(NamedTuple):
    """What `step` returns; without `copy` the next step overwrites these arrays.

    With `device="cuda"` they are arrays of Numba on the GPU.
    """

    observations: NDArray[np.int32]
    rewards: NDArray[np.float64]
    dones: NDArray[np.int8]
    truncations: NDArray[np.int8]


class GameVector:
    """Many games of one kind, each waiting for a decision of an agent.

    The arrays have a row for each game and support DLPack. `actors` has the seat that decides,
    `legal_actions` and `legal_counts` what it may do, `observations` what it knows
    (`game.learning.encoding` names the numbers), `rewards` what each seat has won, in the step that
    ends a game. `dones` and `truncations` mark such steps: the rows then show the first decision of
    the next game, and `last_observations` the end, as the seat knows it that decided last. A vector
    can be copied and pickled.
    """

    def __init__(
        self,
        game: str | Game,
        games: int = 1024,
        *,
        preset: str | None = None,
        options: OptionRows = None,
        seats: str | Sequence[str] = AGENT,
        observe: bool = True,
        mask: bool = False,
        actions: bool = False,
        skip_forced: bool = False,
        auto_reset: bool = True,
        limit: int = LIMIT,
        threads: int = 1,
        copy: bool = True,
        device: Literal["cpu", "cuda"] = "cpu",
    ) -> None:
        """Prepare games that `reset` starts.

        `options` is one set of options or several: game i is played with row i modulo their number.
        `seats` names a bot for each seat, or `agent`; with one name, it is for all. `mask` adds
        `masks`, a column for every action number, `actions` adds `action_features`, a row for each
        legal action (`game.learning.action_encoding` names the numbers). `skip_forced` plays
        decisions with one legal action without asking. After `limit` decisions a game is truncated.
        With `copy=False` every step overwrites the arrays of the last, to save memory.
        `device="cuda"` plays the same games on an NVIDIA GPU, where all arrays then lie.
        """
        self.game = game if isinstance(game, Game) else registry.load(game)
        self.games = _positive(games, "the number of games")
        self.options = option_rows(self.game, preset, options)
        self.rows = np.arange(self.games) % len(self.options)
        files = self.game.file_options
        self._texts = hold_texts(int(d) for name in files for d in self.options[name].ravel())
        bots, self.agents = _seating(self.game, self.options, seats)
        self._copies = bool(copy)
        threads = min(_positive(threads, "the number of threads"), self.games, MOST_THREADS)
        if not isinstance(device, str) or device not in DEVICES:
            raise OffleashError(f"device must be cpu or cuda, not {quote(device)}")
        self._settings: dict[str, Any] = {
            "seats": seats if isinstance(seats, str) else ",".join(seats),
            "observe": bool(observe),
            "mask": bool(mask),
            "actions": bool(actions),
            "skip_forced": bool(skip_forced),
            "auto_reset": bool(auto_reset),
            "limit": _positive(limit, "the limit"),
            "threads": threads,
            "copy": self._copies,
            "device": device,
        }
        _check_shown(self.game, observe, actions)
        self._device = DEVICES[device](self._setup(bots))
        self._frames = self._device.frames
        self._show(self._frames.latest)
        self._seed: int | None = None

    def _setup(self, bots: Policy) -> VectorSetup:
        settings = self._settings
        return VectorSetup(
            *(self.game, self.games, self.options, self.rows, bots, self.agents),
            observe=settings["observe"],
            mask=settings["mask"],
            actions=settings["actions"],
            skips_forced=settings["skip_forced"],
            renews=settings["auto_reset"],
            limit=settings["limit"],
            threads=settings["threads"],
            copies=settings["copy"],
        )

    def _show(self, frame: StepFrame) -> None:
        """Let the attributes be the arrays of a frame."""
        self.observations, self.last_observations = frame.observations, frame.last_observations
        self.legal_actions, self.legal_counts = frame.legal_actions, frame.legal_counts
        self.masks, self.actors, self.rewards = frame.masks, frame.actors, frame.rewards
        self.action_features = frame.action_features
        self.dones, self.truncations = frame.dones, frame.truncations

    @property
    def states(self) -> Records:
        """All positions; with `device="cuda"`, copies of them."""
        return self._device.states

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many decisions each game has had, those of bots and forced ones included."""
        return self._device.decisions.copy() if self._copies else self._device.decisions

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each game in the series of the seed."""
        return self._device.numbers.copy() if self._copies else self._device.numbers

    def reset(self, seed: int | None = None) -> NDArray[np.int32]:
        """Start new games: from number 0 of a seed, or the next ones of the same series."""
        if seed is not None or self._seed is None:
            self._seed = 0 if seed is None else check_seed(seed)
            self._device.restart_numbers()
        else:
            self._device.advance_numbers()
        self._run(self._frames.turn(), self._device.modes(BEGIN))
        return self.observations

    def begin(self, places: ArrayLike) -> NDArray[np.int32]:
        """Start the next game of the series in some places, named by number or by a mask."""
        selection = self._mask_of(places)
        self._device.advance_numbers(selection)
        self._run(self._frames.edit(), self._modes(selection, BEGIN, KEEP))
        return self.observations

    def step(
        self, actions: ArrayLike, *, begin: ArrayLike | None = None, check: bool = True
    ) -> StepArrays:
        """Play one action in each game. Raises IllegalAction before any game has changed.

        The number for a game that is over (without `auto_reset`) is ignored, as is that for a place
        in `begin`, where the next game of the series starts instead. `check=False` is for actions
        that come out of `legal_actions`: a GPU then need not be waited for.
        """
        moves, modes = self._device.moves(actions), self._device.modes(PLAY)
        if begin is not None:
            selection = self._mask_of(begin)
            modes = self._modes(selection, BEGIN, PLAY)
        self._check_begun()
        if check:
            place = self._device.find_illegal(self._frames.latest, moves, modes)
            if place >= 0:
                raise self._illegal(place, int(moves[place]))
        if begin is not None:
            self._device.advance_numbers(selection)
        frame = self._frames.turn()
        if not self._settings["auto_reset"] and frame.observations is not self.observations:
            # A game that is over shows what it showed
            self._device.copy(frame.observations, self.observations)
        self._run(frame, modes, moves)
        return StepArrays(self.observations, self.rewards, self.dones, self.truncations)

    def _modes(self, selection: NDArray[np.bool_], one: int, other: int) -> Any:
        return self._device.mixed_modes(np.where(selection, one, other).astype(np.int8))

    # Positions

    def state(self, places: ArrayLike) -> Records:
        """Return a copy of the positions in some places, named by number: an array of records."""
        return self._device.read_states(self._numbers_of(places))

    def set_state(
        self, places: ArrayLike, position: Position, *, check: bool = True
    ) -> NDArray[np.int32]:
        """Let games in some places go on from a position: its text, its fields, or a record.

        One position is for all of the places; an array of records may have one for each. Chance,
        bots and forced moves follow until an agent decides; a position that is over ends the game
        as a step would. `check=False` saves a few milliseconds a position: it is for records that
        came out of `state`, as compiled rules trust what they get.
        """
        self._check_begun()
        numbers = self._numbers_of(places)
        is_array = isinstance(position, np.ndarray) and position.size != 1
        given = list(position) if isinstance(position, np.ndarray) and is_array else [position]
        if len(given) not in (1, len(numbers)):
            raise OffleashError(f"{len(given)} positions are given for {len(numbers)} places")
        if check:
            rows = zip(numbers, given * (len(numbers) // len(given)), strict=True)
            records = [self.game.read_position(row, self.options_of(int(n))) for n, row in rows]
            states = np.concatenate(records) if records else np.zeros(0, self.game.rules.record)
        elif isinstance(position, np.ndarray) and position.dtype == self.game.rules.record:
            states = position
        else:
            raise OffleashError("only records can be set without a check: pass what `state` gave")
        self._device.write_states(numbers, states)
        selection = np.zeros(self.games, bool)
        selection[numbers] = True
        self._run(self._frames.edit(), self._modes(selection, LOOK, KEEP))
        return self.observations

    def snapshot(self) -> bytes:
        """Return the whole vector as bytes, which `restore` takes up again on any machine."""
        frame, read = self._frames.latest, self._device.read
        dones, truncations = read(frame.dones), read(frame.truncations)
        ended = np.flatnonzero(dones | truncations)
        over = np.flatnonzero(read(frame.actors) == OVER)
        arrays = self._device.snapshot() | {
            "dones": dones,
            "truncations": truncations,
            "rewards": read(frame.rewards)[ended],
            "ends": read(frame.last_observations)[ended],
            "last_seen": read(frame.observations)[over],
        }
        return snapshot.pack({**self._facts(), "seed": self._seed}, arrays)

    def restore(self, data: bytes) -> NDArray[np.int32]:
        """Take up a snapshot of a vector with the same settings.

        `mask`, `actions`, `threads`, `copy` and `device` may differ.
        A snapshot is checked for damage, not for malice: restore only what you trust.
        """
        head, arrays = snapshot.unpack(self._facts(), data)
        frame, write = self._frames.turn(), self._device.write
        self._seed = head["seed"]
        self._device.restore(arrays)
        is_over = arrays["movers"] == OVER
        self._run(frame, self._modes(is_over, KEEP, LOOK))
        if frame.masks.shape[1]:
            write(frame.masks, is_over, 0)
        for array, value in ((frame.actors, OVER), (frame.legal_counts, 0)):
            write(array, is_over, value)
        write(frame.observations, is_over, arrays["last_seen"])
        ended = np.flatnonzero(arrays["dones"] | arrays["truncations"])
        for name in ("dones", "truncations"):
            write(getattr(frame, name), slice(None), arrays[name])
        write(frame.rewards, slice(None), 0)
        write(frame.rewards, ended, arrays["rewards"])
        write(frame.last_observations, ended, arrays["ends"])
        return self.observations

    def _facts(self) -> dict[str, Any]:
        names = ("seats", "observe", "skip_forced", "auto_reset", "limit")
        settings = {"games": self.games} | {name: self._settings[name] for name in names}
        return snapshot.facts_of(self.game, self.options, settings)

    def __reduce__(self) -> Any:
        """Pickle as a vector with the same settings, and a snapshot."""
        facts = (self._texts, self.game, self.games, self.options, self._settings)
        return _again, (type(self), *facts, self.snapshot())

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _check_begun(self) -> None:
        if self._seed is None:
            raise OffleashError("call reset() before the first step")

    def _mask_of(self, places: ArrayLike) -> NDArray[np.bool_]:
        """Return a mask of the places. Raises OffleashError if there are no such places."""
        self._check_begun()
        named = np.asarray(places)
        if named.dtype == bool and named.shape == (self.games,):
            return named
        selection = np.zeros(self.games, bool)
        selection[self._numbers_of(named)] = True
        return selection

    def _numbers_of(self, places: ArrayLike) -> NDArray[np.int64]:
        """Places by number, checked."""
        named = np.asarray(places)
        is_empty = named.size == 0
        if not is_empty and (named.dtype.kind not in "iu" or named.ndim > 1):
            raise OffleashError(f"places are numbers of games, or a mask, not {quote(places)}")
        numbers = np.atleast_1d(named).astype(np.int64)
        if not is_empty and not 0 <= numbers.min() <= numbers.max() < self.games:
            raise OffleashError(f"places go from 0 to {self.games - 1}, not {quote(places)}")
        return numbers

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """Return a legal action for each game, all equally likely; 0 where it is over."""
        return self._device.random_actions(self._frames.latest, rng)

    def options_of(self, place: int) -> Records:
        """Return the options of one game."""
        row = int(self.rows[self._numbers_of(place)[0]])
        return self.options[row : row + 1]

    def observe(self, place: int, seat: int) -> NDArray[np.int32]:
        """Return what any seat knows of one game, or a spectator (−1), as a new array."""
        array = np.zeros(self.game.learning.encoding.size, np.int32)
        encode = _encode_of(self.game)
        self._check_begun()
        if seat not in (NOBODY, *range(self.game.seat_count(self.options_of(place)))):
            raise OffleashError(f"there is no seat {quote(seat)} in this game, which could observe")
        encode(self.state(place)[0], self.options_of(place)[0], seat, array)
        return array

    def close(self) -> None:
        """End the threads; a later step starts new ones."""
        self._device.close()

    def _illegal(self, place: int, action: int) -> IllegalAction:
        view, options = self.state(place), self.options_of(place)
        seat = int(self.actors[place])
        reason = self.game.notation.why_illegal(view, options, action)
        self.game.rules.hide(view[0], options[0], seat)
        position = self.game.notation.format_position(view, options)
        name = f"{self.game.seat_name(options, seat)} in game {place}"
        return IllegalAction(str(action), name, reason, position)

    def _run(self, frame: StepFrame, modes: Any, moves: Any = None) -> None:
        """Let the device write a frame, which is shown from then on."""
        place = self._device.run(frame, modes, moves, self._seed or 0)
        if self._copies:
            self._show(frame)
        if place >= 0:
            self._seed = None
            raise OffleashError(
                f"no agent decides anything in {steps.MOST_SKIPPED} games at place {place}: "
                f"the limit of {self._settings['limit']} decisions is too low"
            )


def _again(
    kind: type[GameVector],
    texts: Sequence[StoredText],  # those that the options name
    game: Game,
    games: int,
    options: Records,
    settings: Mapping[str, Any],
    data: bytes,
) -> GameVector:
    """Return a vector from its settings and a snapshot."""
    vector = kind(game, games, options=options, **settings)
    vector.restore(data)
    return vector


def _positive(number: object, name: str) -> int:
    """Check a number that must be at least 1."""
    value = check_seed(number, name)
    if value < 1:
        raise OffleashError(f"{name} is {value}; it must be at least 1")
    return value


def option_rows(game: Game, preset: str | None, options: OptionRows) -> Records:
    """Return an options record for each row that was named. Raises OffleashError."""
    if isinstance(options, np.ndarray):
        if options.dtype != game.rules.options_record or len(options) == 0:
            raise OffleashError(f"these are not options of {game.title}")
        # as records with named fields, which joining arrays of them may lose
        return options.copy().view(game.rules.options_record)
    changes = [options or {}] if options is None or isinstance(options, Mapping) else options
    if not isinstance(changes, Sequence) or not all(isinstance(row, Mapping) for row in changes):
        text = quote(options)
        raise OffleashError(f"options= takes names and values, or a list of them, not {text}")
    if not changes:
        raise OffleashError("options must have at least one row")
    return np.concatenate([game.options(preset, row) for row in changes])


def _seating(
    game: Game, options: Records, seats: str | Sequence[str]
) -> tuple[Policy, NDArray[np.int64]]:
    """Return the bots for each row of options, and the seats of agents as bits."""
    names = seats.split(",") if isinstance(seats, str) else seats
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OffleashError(f"seats must be names of bots, not {quote(seats)}")
    names = [name if name == AGENT else normalise_name(game, name) for name in names]
    for name in names:
        if name != AGENT:
            find(game, name)
    seatings, agents = [], []
    for row in range(len(options)):
        count = game.seat_count(options[row : row + 1])
        if len(names) not in (1, count):
            raise OffleashError(f"{len(names)} names for {count} seats: give one, or one for each")
        seating = names * count if len(names) == 1 else names
        bits = sum(1 << seat for seat, name in enumerate(seating) if name == AGENT)
        is_alone = bits == (1 << count) - 1
        agents.append(all_bits(game) if is_alone else bits)
        seatings.append([FALLBACK_BOT if name == AGENT else name for name in seating])
    if not all(agents):
        raise OffleashError(f"no seat is played by an {AGENT}")
    bots = policy(game, *seatings)
    if bots.guests:
        raise OffleashError("bots written in Python can't play in a vector: name compiled ones")
    return bots, np.array(agents, np.int64)


def _check_shown(game: Game, observe: bool, actions: bool) -> None:
    """Raise OffleashError if a game does not say what is to be shown."""
    if observe:
        _encode_of(game)
    if actions and game.learning.write_action is None:
        raise OffleashError(f"{game.title} does not say what its actions are, as numbers")


def _encode_of(game: Game) -> Any:
    """Return the compiled encoding of a game. Raises OffleashError if it has none."""
    if game.learning.encode is None:
        raise OffleashError(f"{game.title} has no encoding, so it has no observations as numbers")
    return game.learning.encode


class VectorSettings(TypedDict, total=False):
    """The settings of `GameVector`."""

    preset: str | None
    options: OptionRows
    seats: str | Sequence[str]
    observe: bool
    mask: bool
    actions: bool
    skip_forced: bool
    auto_reset: bool
    limit: int
    threads: int
    copy: bool
    device: Literal["cpu", "cuda"]


def vector(game: str | Game, games: int = 1024, **settings: Unpack[VectorSettings]) -> GameVector:
    """Prepare many games that an agent plays step by step, all in compiled code.

    See `GameVector` for the settings and for what can be read after `reset` and `step`.
    """
    return GameVector(game, games, **settings)
