"""Fits a model to the decisions of a player: maximum likelihood, held near a prior.

Steps are those of Fisher scoring: the information of a parameter is the sum of the squares of the
slopes of all decisions. Few decisions leave a parameter near the prior, and its interval wide.
"""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from offleash.bots.people import LEAST_POWER, Choices, Person, action_kinds, person_row
from offleash.contract import Game
from offleash.contract.bots.weights import GREEDY, MOST
from offleash.engine.batch import cores
from offleash.lab.people.decisions import Decisions
from offleash.tools.confidence import LEVEL, normal_quantile

Numbers = NDArray[np.float64]

FEWEST_GAMES = 5
MOST_STEPS = 12
ENOUGH = 0.1  # of the logarithm of the likelihood that a step must gain
MOST_ROUNDS, ENOUGH_OF_A_ROUND = 2, 1.0
DAMPINGS = (0.0, 0.3, 3.0, 30.0, 300.0)
NOISES = range(-2, 20, 3)  # that are tried first, as powers of 2
FOLDS = 4
STEADY = Choices(lapses=0.02, crowd=0.0, stakes=0.3)
# How far a parameter may be from that of the prior, as a standard deviation
SPREADS = {"lapses": 1.0, "noise": 2.0, "crowd": 0.4, "stakes": 0.3, "plans": 1.5}
# A step for a slope
STEPS = {"lapses": 0.2, "noise": 0.125, "crowd": 0.125, "stakes": 0.125, "plans": 0.125}
RANGES = {
    "lapses": (-8.0, 2.0),
    "noise": (LEAST_POWER, 30.0),
    "crowd": (-2.0, 3.0),
    "stakes": (-1.0, 1.5),
    "plans": (LEAST_POWER, 12.0),
}
ATTENTION_SPREAD, ATTENTION_STEP, MOST_ATTENTION = 0.8, 0.125, 8.0
WEIGHT_SPREAD = 0.4  # of the size of a weight
WEIGHT_STEP = 1 / 8


@dataclass(frozen=True)
class Fit:
    """A model, how likely it makes what it was fitted to, and how well it predicts other games."""

    model: Person
    games: int
    decisions: int
    log_likelihood: float  # of a decision
    held_out: "Prediction | None" = None


@dataclass(frozen=True)
class Prediction:
    """How well models predict games that they were not fitted to, by decision."""

    log_likelihood: float
    uniform: float  # the same of somebody who plays anything
    matches: float  # the share of decisions in which the likeliest action was played
    rival: str  # the best of the greedy bot and the personas at that
    rival_matches: float


class Parameters:
    """The numbers of a model that a fit may change, as a vector, with their prior."""

    def __init__(self, game: Game, prior: Person) -> None:
        self.game, self.prior = game, prior
        self.kinds = list(action_kinds(game).names)
        sizes = _weight_sizes(game)
        self.weights = [name for name, size in sizes.items() if size > 0]
        self._all_weights = {**game.bots.weights_by_name, **prior.weights}
        has_goals = game.bots.list_goals is not None
        self.choices = [name for name in SPREADS if name != "plans" or has_goals]
        spreads = [SPREADS[name] for name in self.choices]
        spreads += [ATTENTION_SPREAD] * len(self.kinds)
        spreads += [WEIGHT_SPREAD * sizes[name] for name in self.weights]
        self.spreads = np.array(spreads)
        steps = [STEPS[name] for name in self.choices] + [ATTENTION_STEP] * len(self.kinds)
        steps += [max(1.0, round(WEIGHT_STEP * sizes[name])) for name in self.weights]
        self.steps = np.array(steps)
        ranges = [RANGES[name] for name in self.choices]
        ranges += [(-MOST_ATTENTION, MOST_ATTENTION)] * len(self.kinds)
        ranges += [(-MOST / 2, MOST / 2)] * len(self.weights)
        self.low, self.high = np.array(ranges).T
        self.names = [*self.choices, *(f"attention {kind}" for kind in self.kinds)]
        self.names += [f"weight {name}" for name in self.weights]
        self.start = self.vector(prior)

    def vector(self, model: Person) -> Numbers:
        """Return a model as a vector."""
        choices = [getattr(model.choices, name) for name in self.choices]
        choices[0] = _logit(choices[0])
        attention = [model.attention.get(kind, 0.0) for kind in self.kinds]
        weights = {**self._all_weights, **model.weights}
        return np.array([*choices, *attention, *(weights[name] for name in self.weights)])

    def model(self, vector: Numbers) -> Person:
        """Return the model that a vector stands for."""
        values = dict(zip(self.names, np.clip(vector, self.low, self.high).tolist(), strict=True))
        choices = {name: round(values[name], 3) for name in self.choices}
        choices["lapses"] = round(1 / (1 + math.exp(-values["lapses"])), 4)
        attention = {kind: round(values[f"attention {kind}"], 3) for kind in self.kinds}
        usual = self.game.bots.weights_by_name
        weights = {**self._all_weights}
        weights |= {name: round(values[f"weight {name}"]) for name in self.weights}
        return replace(
            self.prior,
            choices=replace(self.prior.choices, **choices),
            attention={kind: value for kind, value in attention.items() if value},
            weights={name: value for name, value in weights.items() if value != usual[name]},
        )

    def row(self, vector: Numbers) -> NDArray[np.int64]:
        """Return the numbers of the player that a vector stands for."""
        return np.array([0, *person_row(self.game, self.model(vector))], np.int64)


def _logit(share: float) -> float:
    share = min(max(share, 0.0004), 0.9)
    return math.log(share / (1 - share))


def _weight_sizes(game: Game) -> dict[str, float]:
    """Return how large each weight is, by the greedy bot and the personas."""
    usual = game.bots.weights_by_name
    sizes = {}
    for name, weight in usual.items():
        others = [p.weights[name] for p in game.bots.personas.values() if name in p.weights]
        gaps = sorted(abs(other - weight) for other in others)
        middle = gaps[len(gaps) // 2] if gaps else 0
        sizes[name] = float(max(abs(weight), middle) if weight or gaps else 0)
    return sizes


def archetypes(game: Game) -> Iterator[Person]:
    """Return the greedy bot, the personas and the trained weights as people without noise."""
    usual = game.bots.weights_by_name

    def person(name: str, weights: Sequence[int]) -> Person:
        pairs = zip(usual, weights, strict=True)
        changed = {key: int(weight) for key, weight in pairs if weight != usual[key]}
        return Person(name, game.name, replace(STEADY, lapses=0.0, noise=LEAST_POWER), changed)

    yield person(GREEDY, list(usual.values()))
    for name in game.bots.personas:
        yield person(f"persona:{name}", game.persona_weights(name).tolist())
    for name, players in game.bots.weight_sets.items():
        for player in players:
            if player == GREEDY or player in game.bots.personas:
                persona = "" if player == GREEDY else player
                label = f"{name}:{persona}" if persona else name
                yield person(label, game.weights_in_set(name, player, persona))


class PersonFitter:
    """Fits the parameters of a model to decisions."""

    def __init__(self, decisions: Decisions, prior: Person, threads: int | None = None) -> None:
        self.decisions = decisions
        self.parameters = Parameters(decisions.game, prior)
        self._threads = threads or cores()
        self._moving = np.arange(len(self.parameters.names))
        slopes = self.slopes(self.parameters.start)
        self._moving = np.flatnonzero(slopes.any(axis=0))  # what the decisions don't show stays

    def worth(self, vector: Numbers) -> float:
        """Return the logarithm of the likelihood, less what the prior holds against a vector."""
        far = (vector - self.parameters.start) / self.parameters.spreads
        return float(self._logs(vector).sum() - 0.5 * (far @ far))

    def _logs(self, vector: Numbers) -> Numbers:
        return self.decisions.read_row(self.parameters.row(vector))[0]

    def slopes(self, vector: Numbers) -> Numbers:
        """Return decisions × parameters: by how much each changes the logarithm of the chance."""
        steps = self.parameters.steps

        def slope(number: int) -> Numbers:
            step = np.zeros(len(steps))
            step[number] = steps[number]
            ahead, behind = self._logs(vector + step), self._logs(vector - step)
            slopes: Numbers = (ahead - behind) / (2 * steps[number])
            return slopes

        slopes = np.zeros((len(self.decisions), len(steps)))
        with ThreadPoolExecutor(self._threads) as pool:
            slopes[:, self._moving] = np.stack(list(pool.map(slope, self._moving)), axis=1)
        return slopes

    def climb(self) -> Numbers:
        """Return the vector with the best worth.

        Weights are whole numbers: where no step along the slope helps, single ones may.
        """
        vector = self.parameters.start.copy()
        worth = self.worth(vector)
        for _ in range(MOST_ROUNDS):
            before = worth
            vector, worth = self._climb_slopes(vector, worth)
            vector, worth = self._try_each(vector, worth)
            if worth - before < ENOUGH_OF_A_ROUND:
                break
        return vector

    def _climb_slopes(self, vector: Numbers, worth: float) -> tuple[Numbers, float]:
        """Go up along the slopes as long as it helps."""
        parameters = self.parameters
        for _ in range(MOST_STEPS):
            slopes = self.slopes(vector)
            precision = 1 / parameters.spreads**2
            gradient = slopes.sum(axis=0) - precision * (vector - parameters.start)
            information = slopes.T @ slopes + np.diag(precision)
            better = self._step(vector, worth, gradient, information)
            if better is None:
                break
            gain = better[1] - worth
            vector, worth = better
            if gain < ENOUGH:
                break
        return vector, worth

    def _try_each(self, vector: Numbers, worth: float) -> tuple[Numbers, float]:
        """Change one parameter after another by a step, as long as that helps."""
        for number in self._moving:
            step = self.parameters.steps[number]
            for size in (step, -step):
                trial = vector.copy()
                trial[number] += size
                while (value := self.worth(trial)) > worth + ENOUGH / 2:
                    vector, worth = trial.copy(), value
                    trial[number] += size
        return vector, worth

    def _step(
        self, vector: Numbers, worth: float, gradient: Numbers, information: Numbers
    ) -> tuple[Numbers, float] | None:
        """Return a better vector with its worth; None if no step, however short, finds one."""
        for damping in DAMPINGS:
            damped = information + damping * np.diag(np.diag(information))
            step = np.linalg.solve(damped, gradient)
            trial = np.clip(vector + step, self.parameters.low, self.parameters.high)
            if (value := self.worth(trial)) > worth:
                return trial, value
        return None

    def intervals(self, vector: Numbers) -> dict[str, list[float]]:
        """Return an interval for each parameter that the decisions tell something about."""
        slopes = self.slopes(vector)
        precision = 1 / self.parameters.spreads**2
        information = slopes.T @ slopes + np.diag(precision)
        errors = np.sqrt(np.diag(np.linalg.inv(information)))
        reach = normal_quantile(0.5 + LEVEL / 2)
        ends = {}
        for number, name in enumerate(self.parameters.names):
            if errors[number] < 0.9 * self.parameters.spreads[number]:
                low, high = vector[number] + reach * errors[number] * np.array([-1, 1])
                if name == "lapses":
                    low, high = 1 / (1 + np.exp(-np.array([low, high])))
                ends[name] = [round(float(low), 4), round(float(high), 4)]
        return ends


def likeliest(decisions: Decisions, candidates: Sequence[Person]) -> Person:
    """Return the candidate, with some noise, that makes the decisions likeliest."""
    best, most = candidates[0], -math.inf
    for candidate in candidates:
        for noise in NOISES:
            trial = replace(candidate, choices=replace(STEADY, noise=float(noise)))
            worth = float(decisions.read(trial)[0].sum())
            if worth > most:
                best, most = trial, worth
    return best


def fit(
    decisions: Decisions,
    name: str,
    others: Sequence[Person] = (),
    folds: int = FOLDS,
    threads: int | None = None,
) -> Fit:
    """Return the model of a player; `others` are models of people to which it may be similar.

    With folds, also how well models of part of the games predict the others.
    """
    candidates = [*archetypes(decisions.game), *others]
    model, logs = _fit_once(decisions, name, candidates, threads)
    held_out = _predict(decisions, name, candidates, folds, threads) if folds > 1 else None
    return Fit(model, len(decisions.games), len(decisions), float(logs.mean()), held_out)


def _fit_once(
    decisions: Decisions,
    name: str,
    candidates: Sequence[Person],
    threads: int | None,
    with_intervals: bool = True,
) -> tuple[Person, Numbers]:
    prior = replace(likeliest(decisions, candidates), name=name)
    fitter = PersonFitter(decisions, prior, threads)
    vector = fitter.climb()
    model = fitter.parameters.model(vector)
    if with_intervals:
        model = replace(model, intervals=fitter.intervals(vector))
    return model, decisions.read(model)[0]


def _predict(
    decisions: Decisions, name: str, candidates: Sequence[Person], folds: int, threads: int | None
) -> Prediction:
    """Return how well models of the other games predict each part of the games."""
    logs, hits = np.zeros(0), np.zeros(0)
    for part in range(min(folds, len(decisions.games))):
        mine = decisions.games[part::folds]
        others = np.setdiff1d(decisions.games, mine)
        model, _ = _fit_once(decisions.of_games(others), name, candidates, threads, False)
        more = decisions.of_games(mine).read(model)
        logs, hits = np.concatenate([logs, more[0]]), np.concatenate([hits, more[1]])
    rivals = {rival.name: decisions.read(rival)[1].mean() for rival in archetypes(decisions.game)}
    best = max(rivals, key=lambda rival: float(rivals[rival]))
    uniform = float(-np.log(decisions.counts).mean())
    return Prediction(float(logs.mean()), uniform, float(hits.mean()), best, float(rivals[best]))
