"""Training: a search for weights that win more.

CMA-ES proposes a generation of weights; all of them play the same blocks in one batch, and every
generation has fresh luck. The answer is the middle of the search over its last quarter, which luck
moves less than any one candidate. Finally the result and the start play the same fresh blocks, and
the result counts only if it wins more there.

Each generation is saved when it has been played. Resumed training replays a new search with the
same seed from the saved results, so it continues exactly as if it had never stopped.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from offleash.contract import Game, Records, Weights
from offleash.contract.bots.weights import (
    GREEDY,
    HAND,
    SEARCH_ROLES,
    PlayerWeights,
    WeightSet,
    format_weights,
    parse_weights,
    read_weights,
)
from offleash.engine.batch import Progress
from offleash.lab.libraries import require
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.questions.train import GENERATION_GAMES, Train
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import Folder, read_json
from offleash.lab.statistics.intervals import Interval, mean_interval
from offleash.lab.training.arena import Arena
from offleash.lab.training.trainees import trainee_of
from offleash.lab.training.weight_space import Coordinates, WeightLimits, WeightSpace, make_space
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import exists, read_text, write_text

MOST_GENERATIONS, MOST_POPULATION, LEAST_POPULATION = 10_000, 1000, 4
FIRST_CLAIM_SEED = 1_000_000  # seeds from here on are reserved for claims about trained bots
FIRST_FRESH_BLOCK = 1 << 40  # the first block of luck that no generation uses
FIRST_SIGMA = 1.0
TRIAL_GAMES, SEARCH_TRIAL_GAMES = 100, 4  # in which a weight must change something
FINAL_FRACTION = 4  # the result is the mean over the last 1/4 of the generations
WEIGHTS, DATE = "weights.toml", "date.json"  # in the folder of a training
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
DAMAGED = "it was damaged or changed: delete it, and it is made again"

Rating = Callable[[int, Sequence[Weights]], Sequence[float]]


@dataclass(frozen=True)
class Effort:
    """How much to play."""

    games: int = GENERATION_GAMES  # per candidate in a generation
    generations: int = Train.generations
    population: int = Train.population
    check: int = Train.check  # games of start and result at the end
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise OffleashError if a number is out of range."""
        ranges = {
            "games": (1, 10**9),
            "generations": (1, MOST_GENERATIONS),
            "population": (LEAST_POPULATION, MOST_POPULATION),
            "check": (2, 10**9),
            "seed": (0, FIRST_CLAIM_SEED - 1),
        }
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if not low <= value <= high:
                reason = "; higher ones are kept for claims" if name == "seed" else ""
                raise OffleashError(f"{name} is {value:,}; it takes {low:,} to {high:,}{reason}")


@dataclass(frozen=True)
class TrainingResult:
    """Trained weights, and shares of wins on fresh luck with intervals over blocks."""

    player: str
    start: Weights
    weights: Weights  # all of them
    before: float  # the share of wins of the start
    after: float
    gain: Interval  # after − before, block by block
    blocks: Interval  # the share of blocks in which the result wins more, ties half
    trained: PlayerWeights  # as written to a file

    @property
    def is_better(self) -> bool:
        """Whether the result wins significantly more."""
        return self.gain.low > 0


class Training:
    """The settings of a training; `rules` are the options to play under."""

    def __init__(
        self,
        game: Game,
        name: str,
        rules: Sequence[Records],
        effort: Effort | None = None,
        against: Sequence[str] = (),
        limits: WeightLimits | None = None,
        start: str = HAND,
        playouts: int = Train.playouts,
    ) -> None:
        require("training", "cmaes")
        self.game, self.rules = game, list(rules)
        self.against = [_normalise_names(names) for names in against]
        self.effort, self.limits = effort or Effort(), limits or WeightLimits()
        self.start, self.playouts = start, playouts
        self.trainee = trainee_of(game, name, start, playouts)
        self.arena = Arena(game, self.rules, self.trainee, self.against)
        self._whole = make_space(self.trainee.start, self.limits, self.trainee.signature_weights)

    @cached_property
    def idle(self) -> list[str]:
        """Weights that never change a game, even at their limits."""
        space, start = self._whole, self.trainee.start
        ends = [{**start, a.name: end} for a in space.axes for end in (a.low, a.high)]
        games = SEARCH_TRIAL_GAMES if self.trainee.is_searching else TRIAL_GAMES
        differs = self.arena.differs([start, *ends], self.effort.seed, games)[1:]
        pairs = zip(space.axes, differs[::2], differs[1::2], strict=True)
        return [axis.name for axis, low, high in pairs if not low and not high]

    @cached_property
    def space(self) -> WeightSpace:
        """The search space, without idle weights."""
        axes = tuple(axis for axis in self._whole.axes if axis.name not in self.idle)
        if not axes:
            raise OffleashError(
                f"none of {', '.join(self.idle)} changes how {self.trainee.name} plays: "
                "name other weights"
            )
        return WeightSpace(self._whole.start, axes)

    @property
    def games(self) -> int:
        """The number of games to play, including the final check."""
        return self.trained_games + 2 * self.check_blocks * len(self.arena.seatings)

    @property
    def check_blocks(self) -> int:
        """Blocks in the final check: an interval needs at least two."""
        return max(2, self.arena.blocks(self.effort.check))

    @property
    def trained_games(self) -> int:
        """The number of games in all generations."""
        effort = self.effort
        blocks = effort.generations * effort.population * self.arena.blocks(effort.games)
        return blocks * len(self.arena.seatings)

    @property
    def command(self) -> str:
        """The equivalent command line."""
        effort, limits, parts = self.effort, self.limits, ["offleash", "train", self.game.name]
        settings: list[tuple[str, Any]] = [("who", self.trainee.name)]
        settings += [("against", names) for names in self.against]
        settings += [(name, getattr(effort, name)) for name in asdict(effort)]
        settings += [("preset", self.game.base(o)) for o in self.rules if self.game.rules.presets]
        settings += [("set", f"{k}={v}") for k, v in self.game.changes(self.rules[0]).items()]
        settings += [(n, ",".join(getattr(limits, n))) for n in ("only", "fix", "free")]
        settings += [("step", f"{name}={step}") for name, step in (limits.steps or {}).items()]
        settings += [("within", f"{limits.within:g}")] if self.trainee.signature_weights else []
        settings += [("start", self.start)] if self.start != HAND else []
        settings += [("playouts", self.playouts)] if self.trainee.is_searching else []
        for name, value in settings:
            parts += [f"--{name}", str(value)] if value != "" else []
        return shlex.join(parts)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Data that are equal if and only if two trainings are."""
        return {
            "kind": "train",
            "command": self.command,
            "space": [asdict(axis) for axis in self.space.axes],
            "cells": len(self.arena.seatings),
        }

    @cached_property
    def rules_digest(self) -> str:
        """A digest of everything that decides the games."""
        names = [self.trainee.bot, *self.arena.opponents]
        arms = [
            make_arm(self.game, str(number), options, *([name] for name in names))
            for number, options in enumerate(self.rules)
        ]
        return Experiment(make_plan(self.game, arms, 1), self.game).rules_digest


def _normalise_names(names: str) -> str:
    return ",".join(name.strip().lower() for name in names.split(","))


# The search


def evolve(space: WeightSpace, effort: Effort, rate: Rating) -> dict[str, int]:
    """Return the weights that a search finds; `rate` returns the shares of wins of a generation."""
    means = list(_means(space, effort, rate))
    last = max(1, effort.generations // FINAL_FRACTION)
    return space.weights(np.mean(means[-last:], 0))


def _means(space: WeightSpace, effort: Effort, rate: Rating) -> Iterator[Coordinates]:
    """Yield the mean of the search after each generation."""
    from cmaes import CMA

    search = CMA(
        mean=np.zeros(len(space.axes)),
        sigma=FIRST_SIGMA,
        bounds=space.bounds,
        seed=effort.seed,
        population_size=effort.population,
    )
    for generation in range(effort.generations):
        places = [search.ask() for _ in range(effort.population)]
        won = rate(generation, [space.weights(place) for place in places])
        search.tell([(place, -share) for place, share in zip(places, won, strict=True)])
        yield search.mean.copy()


# Playing


class Trainer:
    """Plays the games of a training, and saves them if there is a folder."""

    def __init__(
        self,
        training: Training,
        folder: Path | None = None,
        threads: int | None = None,
        on_progress: Progress | None = None,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.training, self.threads = training, threads
        self.on_progress, self.note = on_progress, note
        self._folder = Folder(folder, training.identity, training.rules_digest) if folder else None

    def close(self) -> None:
        """Release the folder for other processes."""
        if self._folder:
            self._folder.close()

    @cached_property
    def date(self) -> str:
        """The day on which the training first started."""
        today = datetime.now(UTC).date().isoformat()
        if self._folder is None:
            return today
        if not exists(self._folder.path / DATE):
            self._folder.write_json(DATE, today)
        day = read_json(self._folder.path / DATE)
        if not isinstance(day, str) or not DAY.fullmatch(day):
            raise BadFile(self._folder.path / DATE, None, DAMAGED)
        return day

    def rate(self, generation: int, candidates: Sequence[Weights]) -> list[float]:
        """Return the share of wins of each candidate in the blocks of a generation."""
        effort, arena = self.training.effort, self.training.arena
        known = self._read_shares(generation, candidates)
        if known is None:
            blocks = arena.blocks(effort.games)
            shares = self._shares(candidates, generation * blocks, blocks)
            known = [float(share) for share in shares.mean(axis=0)]
            self._write(generation, candidates, known)
        elif self.on_progress:
            self.on_progress(len(candidates) * arena.blocks(effort.games) * len(arena.seatings))
        spread = f"{100 * min(known):.1f} … {100 * max(known):.1f} %"
        self.note(f"generation {generation + 1} of {effort.generations}, wins {spread}")
        return known

    def check(self, weights: Weights) -> Any:
        """Return blocks × (start, result): shares of wins on fresh luck."""
        self.note("the new weights against the first ones, on fresh luck")
        both = [self.training.space.start, weights]
        return self._shares(both, FIRST_FRESH_BLOCK, self.training.check_blocks)

    def _shares(self, candidates: Sequence[Weights], first: int, blocks: int) -> Any:
        seed = self.training.effort.seed
        how = (self.threads, self.on_progress)
        return self.training.arena.shares(candidates, seed, first, blocks, *how)

    def _file(self, generation: int) -> str:
        return f"generation-{generation:05}.json"

    def _read_shares(self, generation: int, candidates: Sequence[Weights]) -> list[float] | None:
        """Return the saved shares of a generation, or None. Raise BadFile if they do not match."""
        if self._folder is None or not exists(self._folder.path / self._file(generation)):
            return None
        path = self._folder.path / self._file(generation)
        data = read_json(path)
        try:
            is_same = data["weights"] == [list(weights.values()) for weights in candidates]
            shares = [float(share) for share in data["shares"]]
        except (TypeError, KeyError, ValueError):
            raise BadFile(path, None, DAMAGED) from None
        if not is_same or len(shares) != len(candidates):
            raise BadFile(
                path,
                None,
                "it holds other weights than this machine would propose: train in a new folder",
            )
        if not all(0.0 <= share <= 1.0 for share in shares):
            raise BadFile(path, None, DAMAGED)
        return shares

    def _write(self, generation: int, candidates: Sequence[Weights], won: Sequence[float]) -> None:
        if self._folder is not None:
            rows = [list(weights.values()) for weights in candidates]
            self._folder.write_json(self._file(generation), {"weights": rows, "shares": list(won)})

    def write_weights(self, result: TrainingResult) -> None:
        """Write the trained weights, better or not."""
        if self._folder is not None:
            text = format_weights({result.player: result.trained})
            write_text(self._folder.path / WEIGHTS, text)


def conduct(trainer: Trainer) -> TrainingResult:
    """Train, and compare the result with the start."""
    training = trainer.training
    trainer.date  # noqa: B018 - saves the first day
    weights = evolve(training.space, training.effort, trainer.rate)
    before, after = np.asarray(trainer.check(weights)).T
    gain = mean_interval(after - before).one()
    blocks = mean_interval((np.sign(after - before) + 1) / 2, share=True).one()
    shares = (float(before.mean()), float(after.mean()))
    provenance = _provenance(training, trainer.date, _result(training, shares, gain, blocks))
    trained = PlayerWeights(_changed_weights(training, weights), provenance)
    result = TrainingResult(
        training.trainee.player, training.space.start, weights, *shares, gain, blocks, trained
    )
    trainer.write_weights(result)
    return result


def _changed_weights(training: Training, weights: Weights) -> dict[str, int]:
    """Return the weights to write: those unlike the game's or the start's, and listed ones."""
    usual, trainee = training.game.bots.weights_by_name, training.trainee
    return {
        name: weight
        for name, weight in weights.items()
        if not weight == usual[name] == trainee.start[name] or name in trainee.listed_weights
    }


def _result(
    training: Training, shares: tuple[float, float], gain: Interval, blocks: Interval
) -> str:
    """Return the result of the check in one line."""
    games = training.check_blocks * len(training.arena.seatings)
    low, high = 100 * gain.low, 100 * gain.high
    return (
        f"wins {100 * shares[1]:.1f} % where it began with {100 * shares[0]:.1f} %: "
        f"{100 * gain.value:+.1f} points ({low:+.1f} … {high:+.1f}) in {games:,} games each; "
        f"more in {100 * blocks.value:.1f} % of the blocks "
        f"({100 * blocks.low:.1f} … {100 * blocks.high:.1f})"
    )


def _provenance(training: Training, date: str, result: str) -> dict[str, str | int]:
    return {
        "command": training.command,
        "seed": training.effort.seed,
        "games": training.trained_games,
        "generations": training.effort.generations,
        "opponents": ", ".join(training.arena.opponents),
        "result": result,
        "rules": training.game.rules_version,
        "date": date,
    }


# The file


def add_to_file(path: Path, game: Game, result: TrainingResult) -> None:
    """Write the result to a file of weights, replacing those of the same player."""
    existing: Mapping[str, PlayerWeights] = {}
    if exists(path):
        existing = read_weights(path, game.bots.weights_by_name, game.bots.personas)
    merged = {**existing, result.player: result.trained}
    order = (GREEDY, *game.bots.personas, *SEARCH_ROLES)
    whole: WeightSet = {player: merged[player] for player in order if player in merged}
    text = format_weights(whole)
    assert parse_weights(text, game.bots.weights_by_name, game.bots.personas) == whole
    write_text(path, text)


def check_file(path: Path, game: Game) -> None:
    """Raise BadFile if an existing file does not hold weights of this game."""
    if exists(path):
        parse_weights(read_text(path), game.bots.weights_by_name, game.bots.personas, path)
