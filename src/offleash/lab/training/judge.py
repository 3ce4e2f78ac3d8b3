"""Trains a judge: games are played, their positions judged by how they went on, and so on.

Each iteration plays games with the network of the moment. The target of a position is what came
after it: mostly the result, and in part what the network says of the positions on the way (fitted
TD(λ)). The network then takes steps towards the targets of the last few iterations.

The network is saved after each iteration. Resumed training plays the games of the last few
iterations again, with the networks of that time, and so continues as if it had never stopped.
"""

import io
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import LEARNED
from offleash.compiler.rule import source_of
from offleash.contract import Game, Records
from offleash.contract.bots.judges import (
    SUFFIX as SUFFIX,
    Judge,
    Network,
    features_digest,
    format_judge,
    read_archive,
    read_judge,
)
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.questions.train import ITERATION_GAMES, Train
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import Folder
from offleash.lab.statistics.intervals import Interval, mean_interval
from offleash.lab.training.fitters import CPU, check_place, make_fitter
from offleash.lab.training.league import League, with_judge
from offleash.lab.training.network import FloatNetwork, Floats, float_network, random_network
from offleash.lab.training.recorder import Recording, record_games, sequences
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import exists

NOISE = 0.02  # of a chance to win, on a noisy turn
NOISY = 16  # one turn in so many is played with noise
WINDOW = 4  # iterations that a fit looks back on
UNITS = (64, 32)  # of the hidden layers
BATCH = 16_384  # positions of a step
RATE = 1e-3  # of the first steps
LEAST_RATE = 0.15  # of that at the end
TRACE = 0.9  # λ
EARLIER_EVERY = 5  # iterations after which the learner joins its own league
CURVE_POINTS = 5  # of the learning curve
FIRST_FRESH_GAME = 1 << 40  # luck that no iteration uses


@dataclass(frozen=True)
class JudgeEffort:
    """How much to play, and how much to fit."""

    iterations: int = Train.iterations
    games: int = ITERATION_GAMES  # of an iteration
    steps: int = Train.steps  # of an iteration's fit
    check: int = Train.check  # games at the end
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise OffleashError if a number is out of range."""
        limits = {"iterations": 10_000, "games": 10**7, "steps": 10**6, "check": 10**7}
        for name, most in limits.items():
            value = getattr(self, name)
            if not 1 <= value <= most:
                raise OffleashError(f"{name} is {value:,}; it takes 1 to {most:,}")


@dataclass(frozen=True)
class LearningPoint:
    """How often the learner won among the usual bots."""

    games: int  # that it had learnt from
    won: Interval

    @property
    def share(self) -> str:
        """The share with its interval, as text."""
        share, ends = f"{100 * self.won.value:.1f} %", (self.won.low, self.won.high)
        if not np.isfinite(ends).all():
            return f"{share}, too few games for an interval"
        return f"{share} ({100 * ends[0]:.1f} … {100 * ends[1]:.1f})"


class JudgeTraining:
    """The training of one network of a game's judge, under rules and changes `also` of them."""

    def __init__(
        self,
        game: Game,
        rules: Records,
        effort: JudgeEffort,
        search: str = "",
        fit_on: str = CPU,
        start: str = "",
        also: Sequence[Mapping[str, str]] = (),
    ) -> None:
        if not LEARNED.can_play(game):
            raise OffleashError(f"{game.title} has no features that a judge could learn from")
        check_place(fit_on)
        base, changes = game.base(rules) or None, game.changes(rules)
        self.rules = [rules, *(game.options(base, changes, other) for other in also)]
        self.game, self.effort, self.also = game, effort, also
        self.search, self.fit_on, self.start = search, fit_on, start
        self.network = network_name(game, self.rules)
        self.start_judge = find_judge(game, start, self.network) if start else None

    @property
    def command(self) -> str:
        """The equivalent command line."""
        game, parts = self.game, ["offleash", "train", self.game.name, "--judge"]
        if preset := game.base(self.rules[0]):
            parts += ["--preset", preset]
        for name, value in game.changes(self.rules[0]).items():
            parts += ["--set", f"{name}={value}"]
        for changes in self.also:
            for name, value in changes.items():
                parts += ["--also", f"{name}={value}"]
        for name, value in asdict(self.effort).items():
            parts += [f"--{name}", str(value)]
        place = "" if self.fit_on == CPU else self.fit_on
        texts = {"search": self.search, "fit-on": place, "start": self.start}
        parts += [word for name, text in texts.items() if text for word in (f"--{name}", text)]
        return shlex.join(parts)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Data that are equal if and only if two trainings are."""
        identity = {"kind": "judge", "command": self.command, "units": list(UNITS)}
        if self.start_judge:
            numbers = self.start_judge.networks[self.network].numbers()
            identity["start"] = sha256(numbers.tobytes()).hexdigest()
        return identity

    @cached_property
    def rules_digest(self) -> str:
        """A digest of everything that decides the games."""
        first = random_network((len(self.game.bots.features), *UNITS), np.random.default_rng(0))
        game = with_judge(self.game, self.judge(first))
        arms = [
            make_arm(game, str(number), options, [LEARNED.name])
            for number, options in enumerate(self.rules)
        ]
        return Experiment(make_plan(game, arms, 1), game).rules_digest

    def first_network(self) -> FloatNetwork:
        """Return what a training begins with: another judge's network, or small random weights."""
        if self.start_judge:
            return float_network(self.start_judge.networks[self.network])
        rng = np.random.default_rng([self.effort.seed, 0])
        return random_network((len(self.game.bots.features), *UNITS), rng)

    def judge(self, network: FloatNetwork) -> Judge:
        """Return a judge with this network for all rules."""
        whole = network.whole()
        networks = dict.fromkeys(self.game.bots.networks, whole)
        return Judge(networks, features_digest(self.game.bots.features), {})


def network_name(game: Game, rules: Sequence[Records]) -> str:
    """Return the judge's network for these rules. Raise OffleashError if they need several."""
    choose = game.bots.judge_of
    numbers = {int(source_of(choose)(options[0])) if choose else 0 for options in rules}
    if len(numbers) > 1:
        raise OffleashError("these rules need several networks: train one after the other")
    return game.bots.networks[numbers.pop()]


def find_judge(game: Game, name: str, network: str) -> Judge:
    """Return a judge of the game by its name or file. Raise OffleashError if it lacks a network."""
    judge = game.bots.judges.get(name) or read_judge(name, game.bots.features)
    if not isinstance(judge, Judge):
        raise OffleashError(f"{name} is a player network, from which no judge can start")
    if network not in judge.networks:
        known = ", ".join(judge.networks)
        raise OffleashError(f"{name} has no network {network!r} to start from, only {known}")
    return judge


class JudgeTrainer:
    """Plays and fits, and saves the network of each iteration if there is a folder."""

    def __init__(
        self,
        training: JudgeTraining,
        folder: Path | None = None,
        threads: int | None = None,
        on_progress: Callable[[int], None] = lambda games: None,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.training, self.effort, self.threads = training, training.effort, threads
        self.on_progress, self.note = on_progress, note
        self._fitter = make_fitter(training.fit_on, threads)
        self._networks = [training.first_network()]
        judge = training.judge(self._networks[0])
        self.league = League(training.game, training.rules, judge, training.search)
        self._folder = Folder(folder, training.identity, training.rules_digest) if folder else None
        while (saved := self._read(len(self._networks))) is not None:
            self._networks.append(saved)
        self._recordings: dict[int, Recording] = {}

    def close(self) -> None:
        """Release the folder for other processes."""
        if self._folder:
            self._folder.close()

    @property
    def network(self) -> FloatNetwork:
        """The network as it is now."""
        return self._networks[-1]

    def train(self) -> None:
        """Play and fit until all iterations are done."""
        done = len(self._networks) - 1
        self.on_progress(done * self.effort.games)
        for iteration in range(done, self.effort.iterations):
            first = max(0 if self.training.start else min(iteration, 1), iteration - WINDOW + 1)
            for number in range(first, iteration + 1):
                if number not in self._recordings:
                    self._recordings[number] = self._play(number)
            self._recordings = {n: self._recordings[n] for n in range(first, iteration + 1)}
            network, loss = self._fit(iteration)
            self._networks.append(network)
            self._write(iteration + 1)
            self.on_progress(self.effort.games)
            self.note(f"iteration {iteration + 1} of {self.effort.iterations}, loss {loss:.4f}")

    def _play(self, iteration: int) -> Recording:
        """Return the games of an iteration; before a network knows anything, without a learner."""
        effort, training = self.effort, self.training
        self.league.earlier = [
            training.judge(network) for network in self._networks[1 : iteration + 1 : EARLIER_EVERY]
        ]
        rng = np.random.default_rng([effort.seed, 1 + 2 * iteration])
        judge, number = training.judge(self._networks[iteration]), iteration * effort.games
        if iteration == 0 and not training.start:
            policy = self.league.policy(judge)
            fixture = self.league.first_tables(effort.games, number, rng)
        else:
            policy = self.league.policy(judge, NOISE, NOISY)
            fixture = self.league.tables(effort.games, number, rng)
        return record_games(training.game, policy, fixture, effort.seed, self.threads)

    def _fit(self, iteration: int) -> tuple[FloatNetwork, float]:
        """Return the network after steps towards targets of the last recordings, and its loss."""
        effort, network = self.effort, self.network.copy()
        rng = np.random.default_rng([effort.seed, 2 + 2 * iteration])
        recordings = list(self._recordings.values())
        trace = 1.0 if iteration == 0 and not self.training.start else TRACE
        targets = [targets_of(recording, network, trace) for recording in recordings]
        sizes = np.array([len(target) for target in targets])
        if not sizes.any():
            raise OffleashError("no turn ended before its game: there is nothing to learn from")
        left = max(LEAST_RATE, 1 - iteration / effort.iterations)
        losses = []
        with self._fitter.using([recording.samples for recording in recordings], targets):
            for step in range(effort.steps):
                rate = RATE * left * (1.0 if step < 0.7 * effort.steps else 0.3)
                which = int(rng.choice(len(sizes), p=sizes / sizes.sum()))
                picks = rng.integers(sizes[which], size=min(BATCH, int(sizes[which])))
                losses.append(self._fitter.fit(network, which, picks, rate))
        return network, float(np.mean(losses[-50:]))

    def trial(self, iteration: int, games: int) -> LearningPoint:
        """Return how often an iteration's learner wins among the usual bots, on luck of its own."""
        tables = max(2, -(-games // self.league.seats))
        fixture, seats = self.league.trial_tables(tables, FIRST_FRESH_GAME)
        policy = self.league.policy(self.training.judge(self._networks[iteration]))
        game, seed = self.training.game, self.effort.seed
        results = record_games(game, policy, fixture, seed, self.threads).results
        # the tables of one luck are a block
        won = results[np.arange(len(seats)), seats].reshape(-1, self.league.seats)
        interval = mean_interval(won.mean(axis=1), share=True).one()
        return LearningPoint(iteration * self.effort.games, interval)

    def learning_curve(self) -> list[LearningPoint]:
        """Return trials of the network on the way, with a tenth of the games, and at the end."""
        last = len(self._networks) - 1
        stops = sorted({round(last * part / CURVE_POINTS) for part in range(1, CURVE_POINTS)})
        curve = [self.trial(stop, self.effort.check // 10) for stop in stops if 0 < stop < last]
        return [*curve, self.trial(last, self.effort.check)]

    # What is saved

    def _read(self, iteration: int) -> FloatNetwork | None:
        if self._folder is None or not exists(path := self._folder.path / _file(iteration)):
            return None
        damaged = BadFile(
            path, None, "it was damaged or changed: delete it to train on from the one before"
        )
        try:
            return FloatNetwork.from_arrays(read_archive(path, damaged))
        except (KeyError, TypeError, ValueError):
            raise damaged from None

    def _write(self, iteration: int) -> None:
        if self._folder is not None:
            buffer = io.BytesIO()
            arrays: dict[str, Any] = self._networks[iteration].to_arrays()
            np.savez(buffer, **arrays)
            self._folder.write(_file(iteration), buffer.getvalue())


def _file(iteration: int) -> str:
    return f"network-{iteration:05}.npz"


def targets_of(recording: Recording, network: FloatNetwork, trace: float) -> Floats:
    """Return what each position turned out to be worth: the λ-return of its seat."""
    starts, ends, outcome = sequences(recording)
    chances = network.chances(recording.samples) if trace < 1 else np.zeros(0, np.float32)
    targets = np.zeros(len(recording.samples), np.float32)
    lengths = ends - starts
    after, following = outcome.copy(), outcome.copy()
    for back in range(1, int(lengths.max(initial=0)) + 1):
        live = lengths >= back
        at: NDArray[np.int64] = (ends - back)[live]
        after[live] = (1 - trace) * following[live] + trace * after[live]
        targets[at] = after[live]
        following[live] = chances[at] if trace < 1 else 0
    return targets


# The file


def provenance_of(training: JudgeTraining, point: LearningPoint) -> dict[str, Any]:
    """Return where a network comes from."""
    effort, start = training.effort, training.start_judge
    return {
        "command": training.command,
        "seed": effort.seed,
        "games": effort.iterations * effort.games,
        "result": f"wins {point.share} among the usual bots",
        "rules": training.game.rules_version,
        "code": training.rules_digest,
        "date": datetime.now(UTC).date().isoformat(),
        **({"start": start.provenance[training.network]} if start else {}),
    }


def check_judge_file(path: Path, training: JudgeTraining) -> None:
    """Raise BadFile if the network that is trained can't be added to a file."""
    if path.suffix != SUFFIX:
        raise BadFile(path, None, f"the name of a judge's file ends with {SUFFIX}")
    if not exists(path):
        return
    judge, sizes = read_judge(path, training.game.bots.features), training.first_network().sizes
    for name, network in judge.networks.items():
        if name != training.network and network.sizes != sizes:
            raise BadFile(path, None, f"its network {name!r} has a different size: name a new file")


def add_network(path: Path, game: Game, name: str, network: Network, about: Any) -> bytes:
    """Return the contents of a judge's file with this network; others that it has stay."""
    networks, provenance = {name: network}, {name: about}
    if exists(path):
        judge = read_judge(path, game.bots.features)
        networks, provenance = {**judge.networks, **networks}, {**judge.provenance, **provenance}
    digest = features_digest(game.bots.features)
    order = [key for key in game.bots.networks if key in networks]
    sorted_networks = {key: networks[key] for key in order}
    return format_judge(Judge(sorted_networks, digest, {key: provenance[key] for key in order}))
