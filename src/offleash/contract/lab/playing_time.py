"""How long people would need for a game, from seconds for each kind of decision."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from offleash.contract.game import Game
from offleash.contract.lab.lab_parts import DecisionKind
from offleash.contract.lab.measures import (
    FURTHER,
    LONGEST,
    MEAN,
    MEDIAN,
    SHORTEST,
    FinishedGames,
    Label,
    Measure,
)
from offleash.contract.part import Records
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

HEADING = "Playing time"
MAX_DECISION_S = 3600  # for one decision
GENERAL_KINDS = (
    DecisionKind("choice", 10, "a decision between several actions"),
    DecisionKind("forced", 3, "a decision with only one action"),
    DecisionKind("chance", 1, "a roll, a card or a lot"),
)

Seconds = Mapping[str, float]  # by kind


def decision_kinds(game: Game) -> dict[str, DecisionKind]:
    """Return what takes time in a game, by name."""
    return {kind.name: kind for kind in game.lab.playing_time.kinds or GENERAL_KINDS}


def check_seconds(game: Game, seconds: Mapping[str, Any]) -> dict[str, float]:
    """Return seconds for some kinds of decision; raise OffleashError for a wrong kind or number."""
    kinds = decision_kinds(game)
    for name, number in seconds.items():
        if name not in kinds:
            hint, listed = did_you_mean(name, kinds), ", ".join(kinds)
            problem = f"{game.title} has no kind of decision {quote(name)}{hint}"
            raise OffleashError(f"{problem}; the kinds are {listed}")
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if not is_number or not 0 <= number <= MAX_DECISION_S:
            allowed = f"they must be a number from 0 to {MAX_DECISION_S}"
            raise OffleashError(f"the seconds for {name} can't be {quote(number)}; {allowed}")
    return {name: float(number) for name, number in seconds.items()}


def parse_seconds(game: Game, text: str) -> dict[str, float]:
    """Return seconds written as `walk=25,step=1`, or raise OffleashError."""
    seconds: dict[str, Any] = {}
    for part in text.split(","):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        if not sign:
            raise OffleashError(f"{quote(part)} is not a kind of decision with its seconds: kind=5")
        try:
            seconds[name] = float(number)
        except ValueError:
            seconds[name] = number
        if seconds[name] == math.inf or seconds[name] != seconds[name]:
            seconds[name] = number  # which is refused as it was typed
    return check_seconds(game, seconds)


def seconds_of(game: Game, changes: Seconds | None = None) -> dict[str, float]:
    """Return the seconds for every kind: the defaults, with some changes."""
    usual = {name: float(kind.seconds) for name, kind in decision_kinds(game).items()}
    return {**usual, **(changes or {})}


def format_seconds(seconds: Seconds) -> str:
    """Return seconds as `parse_seconds` reads them."""
    return ",".join(f"{name}={number:g}" for name, number in seconds.items())


def time_measures(game: Game, played: FinishedGames, changes: Seconds | None) -> list[Measure]:
    """Return minutes per game, in all and by kind, and those of a turn and the wait for another."""
    time, counts = game.lab.playing_time, _counts(game, played)
    by_kind = {name: counts[name] * s / 60 for name, s in seconds_of(game, changes).items()}
    minutes = sum(by_kind.values(), np.zeros(len(played.lengths)))
    extents: dict[str, Records] = {e: np.rint(minutes) for e in (SHORTEST, MEDIAN, LONGEST)}
    return [
        *(
            Measure(_label("minutes", "per game", extent, "extent", extent=extent), values)
            for extent, values in {MEAN: minutes, **extents}.items()
        ),
        *(_against_the_box(minutes, *time.minutes) if time.minutes else ()),
        *_waiting(game, played, minutes),
        *(
            Measure(_label("minutes spent on", "per game", name, "kind", depth=FURTHER), values)
            for name, values in by_kind.items()
        ),
    ]


def _label(name: str, unit: str, column: str = "", group: str = "", **more: Any) -> Label:
    return Label(name, unit=unit, group=group, heading=HEADING, column=column, **more)


def _counts(game: Game, played: FinishedGames) -> Mapping[str, Records]:
    """Return by kind how many there were in each game."""
    if game.lab.playing_time.counts is not None:
        return game.lab.playing_time.counts(played)
    decisions, forced, _ = played.paces.T
    return {"choice": decisions - forced, "forced": forced, "chance": played.lengths - decisions}


def _against_the_box(minutes: Records, least: int, most: int) -> list[Measure]:
    """Return how many games are shorter and longer than the box promises."""
    shares = {
        f"under {least}": minutes < least,
        f"{least}–{most}": (minutes >= least) & (minutes <= most),
        f"over {most}": minutes > most,
    }
    return [
        Measure(_label("% of the games", "minutes", column, "minutes", is_share=True), hits)
        for column, hits in shares.items()
    ]


def _waiting(game: Game, played: FinishedGames, minutes: Records) -> list[Measure]:
    """Return how long players wait on average, while the others have their turns."""
    time, seats = game.lab.playing_time, played.playing.sum(axis=1)
    word, turns = "decision", played.paces[:, 0]
    if time.turns is not None:
        word, turns = "turn", time.turns(played)
    has_turns = turns > 0
    wait = _label(f"wait between own {word}s", "minutes")
    own = _label(f"own {word}", "minutes", depth=FURTHER)
    return [
        Measure(wait, minutes * (seats - 1) * has_turns, turns),
        Measure(own, minutes * has_turns, turns),
    ]
