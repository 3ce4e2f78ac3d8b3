"""Forecasts of an evening, sealed by a digest before it, and scored after it.

A forecast is what bots that stand for the players come to. Each player is drawn anew, within the
intervals of her model, for each part of the games: what is not known of her makes a forecast wider.
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots import people
from offleash.bots.lineup import policy
from offleash.bots.people import Person
from offleash.contract import MAIN, MEAN, Game, Label, Measure, Records
from offleash.contract.lab.general_measures import measures_of
from offleash.contract.lab.playing_time import HEADING
from offleash.engine.batch import play_batch
from offleash.lab.figures.people import finished_games
from offleash.lab.people.decisions import RecordedGame
from offleash.tools.confidence import LEVEL, normal_quantile
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.files import read_text

Numbers = NDArray[np.float64]

FORMAT = "offleash forecast 1"
DRAWS = 20  # of each player's model
EVENINGS = 4000  # that are drawn from the games, for each number of games
SHARES = np.round(np.arange(1, 40) / 40, 3)  # quantiles that are stored
LOW, HIGH = 0.05, 0.95  # the ends of an interval that holds 90 %
FEWEST_FIGURES = 20  # of past evenings, before a forecast is widened by them
WIDEST = 5.0


@dataclass(frozen=True)
class Forecast:
    """What is expected of an evening: quantiles of each figure, by the number of games."""

    game: str
    rules: str  # their version
    options: Mapping[str, str]
    base: str
    seats: Sequence[str]
    date: str
    seed: int
    played: int  # games by the bots
    widened: float  # by how much, after past evenings
    figures: Mapping[str, Mapping[str, Sequence[float]]]

    @property
    def digest(self) -> str:
        """The digest of all that it says."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class FigureScore:
    """A figure of an evening next to its forecast."""

    name: str
    value: float
    low: float
    median: float
    high: float
    below: float  # the share of the forecast below the value,
    at_most: float  # and that up to it: more, where figures take few values
    score: float  # the continuous ranked probability score: 0 is best, in units of the figure

    @property
    def is_hit(self) -> bool:
        """Whether the interval of 90 % holds the value."""
        return self.low <= self.value <= self.high

    @property
    def hit_share(self) -> float:
        """How much of the value's share of the forecast lies in the middle 90 % of it.

        Of a calibrated forecast the mean is 0.9, also where figures take few values, while
        intervals then hold more.
        """
        if self.at_most <= self.below:
            return float(LOW <= self.below <= HIGH)
        overlap = min(self.at_most, HIGH) - max(self.below, LOW)
        return max(overlap, 0.0) / (self.at_most - self.below)

    @property
    def distance(self) -> float:
        """How far off the median it was, in half widths of the interval."""
        half = (self.high - self.low) / 2
        return abs(self.value - self.median) / half if half > 0 else math.inf * (not self.is_hit)


@dataclass(frozen=True)
class Scorecard:
    """How a forecast turned out."""

    digest: str  # of the forecast
    games: int
    figures: Sequence[FigureScore]


# Before the evening


def make_forecast(
    game: Game,
    options: Records,
    names: Sequence[str],
    date: str,
    most: int = 4,
    games: int = 2000,
    seed: int = 0,
    past: Sequence[Scorecard] = (),
    threads: int | None = None,
) -> Forecast:
    """Return the forecast for evenings of one to `most` games between bots by these names."""
    parts = [
        _play(game, options, names, seed + draw, math.ceil(games / DRAWS), threads)
        for draw in range(DRAWS)
    ]
    widened = widening(past)
    rng = np.random.default_rng(seed)
    labels = {label for part in parts for label in part}
    figures: dict[str, dict[str, list[float]]] = {}
    for label in sorted(labels, key=lambda label: label.key):
        totals, of = (
            np.concatenate([part[label][k] for part in parts if label in part]) for k in (0, 1)
        )
        figures[label.key] = {
            str(count): _quantiles(rng, totals, of, count, widened, label.is_share)
            for count in range(1, most + 1)
        }
    known = {key: rows for key, rows in figures.items() if all(rows.values())}
    changes, base = game.changes(options), game.base(options)
    version, played = game.rules_version, DRAWS * math.ceil(games / DRAWS)
    return Forecast(
        game.name, version, changes, base, list(names), date, seed, played, widened, known
    )


def _play(
    game: Game, options: Records, names: Sequence[str], seed: int, games: int, threads: int | None
) -> dict[Label, tuple[Numbers, Numbers]]:
    """Play games between players who are drawn once; return the figures of each game."""
    rng = np.random.default_rng(seed)
    drawn = [_draw(game, name, rng) for name in names]
    players = policy(game, [name for name, _ in drawn])
    for number, name in enumerate(players.players):
        row = dict(drawn)[name]
        if row is not None:
            players.personas[number, 1 : 1 + len(row)] = row
    batch = play_batch(game, players, games, seed, options, threads=threads)
    return per_game(measures_of(game, batch))


def _draw(game: Game, name: str, rng: np.random.Generator) -> tuple[str, list[int] | None]:
    """Return a bot's name and, for a person, numbers within the intervals of her model."""
    if not people.is_person(name):
        return name, None
    return name, people.person_row(
        game, varied(people.find_person(game, name.split(":", 1)[1]), rng)
    )


def varied(model: Person, rng: np.random.Generator) -> Person:
    """Return a person who may be the one that a model was made of, as far as it is known."""
    reach = 2 * normal_quantile(0.5 + LEVEL / 2)
    choices, weights, attention = asdict(model.choices), dict(model.weights), dict(model.attention)
    for name, (low, high) in sorted(model.intervals.items()):
        change = float(rng.normal(0, (high - low) / reach))
        kind, _, word = name.partition(" ")
        if kind == "weight" and word in weights:
            weights[word] = round(weights[word] + change)
        elif kind == "attention" and word in attention:
            bound = people.MOST_ODDS
            attention[word] = min(max(attention[word] + change, -bound), bound)
        elif name in choices:
            bounds = people.BOUNDS[name]
            choices[name] = min(max(choices[name] + change, bounds[0]), bounds[1])
    return replace(model, choices=people.Choices(**choices), weights=weights, attention=attention)


def per_game(measures: Sequence[Measure]) -> dict[Label, tuple[Numbers, Numbers]]:
    """Return the main figures of each game, without minutes, as totals and what divides them."""
    figures = {}
    for measure in measures:
        label = measure.label
        if label.extent == MEAN and label.depth <= MAIN and label.heading != HEADING:
            totals = np.asarray(measure.total, np.float64)
            of = np.ones_like(totals) if measure.of is None else np.asarray(measure.of, np.float64)
            figures[label] = (totals, of)
    return figures


def _quantiles(
    rng: np.random.Generator, totals: Numbers, of: Numbers, games: int, widened: float, share: bool
) -> list[float]:
    """Return the quantiles of a figure of evenings; empty if it is hardly ever defined."""
    picks = rng.integers(len(totals), size=(EVENINGS, games))
    divisors = of[picks].sum(axis=1)
    values = totals[picks].sum(axis=1)[divisors > 0] / divisors[divisors > 0]
    if len(values) < EVENINGS / 2 or not np.isfinite(values).all():
        return []
    quantiles = np.quantile(values, SHARES)
    middle = np.median(values)
    quantiles = middle + widened * (quantiles - middle)
    quantiles = np.clip(quantiles, 0, 1) if share else quantiles
    return [round(float(value), 6) for value in quantiles]


def interval_of(forecast: Forecast, name: str, games: int) -> tuple[float, float, float]:
    """Return the 5 %, the median and the 95 % of a figure of an evening of so many games."""
    quantiles = forecast.figures[name][str(games)]
    low, median, high = (float(np.interp(at, SHARES, quantiles)) for at in (LOW, 0.5, HIGH))
    return low, median, high


def widening(past: Sequence[Scorecard]) -> float:
    """Return by how much to widen, so that nine in ten figures of past evenings had been hits."""
    distances = [figure.distance for card in past for figure in card.figures]
    if len(distances) < FEWEST_FIGURES:
        return 1.0
    reach = float(np.quantile(distances, HIGH - LOW))
    return round(min(max(reach, 1.0), WIDEST), 3)


# After it


def score(forecast: Forecast, games: Sequence[RecordedGame]) -> Scorecard:
    """Return how a forecast turned out. Raises OffleashError if these are other games."""
    for recorded in games:
        session = recorded.session
        rules = (session.game.name, session.game.base(session.options))
        if (*rules, session.game.changes(session.options)) != (
            forecast.game,
            forecast.base,
            forecast.options,
        ):
            raise OffleashError(f"{recorded.source} was not played by the rules of the forecast")
    most = max(int(count) for rows in forecast.figures.values() for count in rows)
    if not 1 <= len(games) <= most:
        raise OffleashError(f"{len(games)} games were played; the forecast is for 1 to {most}")
    played = finished_games([recorded.session for recorded in games])
    with np.errstate(all="ignore"):
        figures = per_game(measures_of(games[0].session.game, played))
    scores = []
    for label, (totals, of) in figures.items():
        if label.key in forecast.figures and of.sum() > 0:
            quantiles = np.array(forecast.figures[label.key][str(len(games))])
            scores.append(_score_figure(label.key, float(totals.sum() / of.sum()), quantiles))
    return Scorecard(forecast.digest, len(games), scores)


def _score_figure(name: str, value: float, quantiles: Numbers) -> FigureScore:
    low, median, high = (float(np.interp(at, SHARES, quantiles)) for at in (LOW, 0.5, HIGH))
    below, at_most = (quantiles < value).mean(), (quantiles <= value).mean()
    loss = np.where(value < quantiles, 1 - SHARES, SHARES) * np.abs(value - quantiles)
    shares = (float(below), float(at_most), float(2 * loss.mean()))
    return FigureScore(name, value, low, median, high, *shares)


# Files


def write_forecast(forecast: Forecast) -> str:
    """Return a forecast as text, with its digest."""
    data = {"format": FORMAT, "digest": forecast.digest, **asdict(forecast)}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_forecast(path: Path) -> Forecast:
    """Read a forecast. Raises BadFile if it is none, or was changed."""
    data = _read_json(path)
    if data.pop("format", None) != FORMAT:
        raise BadFile(path, None, f"this is not a forecast: its format is not {quote(FORMAT)}")
    digest = data.pop("digest", "")
    try:
        forecast = Forecast(**data)
    except TypeError:
        raise BadFile(path, None, "the forecast was changed or cut") from None
    if forecast.digest != digest:
        raise BadFile(path, None, "the forecast was changed: its digest does not match")
    return forecast


def read_scorecard(path: Path) -> Scorecard:
    """Read a scorecard. Raises BadFile if it is none."""
    data = _read_json(path)
    try:
        figures = [FigureScore(**figure) for figure in data["figures"]]
        return Scorecard(str(data["digest"]), int(data["games"]), figures)
    except (KeyError, TypeError, ValueError):
        raise BadFile(path, None, "this is not a scorecard") from None


def _read_json(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_text(path))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadFile(path, None, "this is not JSON that offleash wrote")
    return data
