"""What the lab measures in a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from offleash.contract.lab.findings import Evidence, Finding, Headline
from offleash.contract.lab.measures import (
    Columns,
    Figure,
    FinishedGames,
    HeatMap,
    Measure,
    Outcomes,
)
from offleash.contract.lab.ratios import Ratio
from offleash.contract.part import ContractPart, Records


@dataclass(frozen=True)
class Seating:
    """How players change seats between games with the same luck.

    The options in `moves`, of the kind `order`, move with their players; `places` returns the
    changes of options that move what belongs to the seats, for designs that need it.
    """

    usual: str = "rotations"  # or "all": the more informative one for this game
    moves: tuple[str, ...] = ()  # such as the archetypes
    places: Callable[[Records], list[Mapping[str, Any]]] | None = None  # such as the homes


@dataclass(frozen=True)
class DecisionKind:
    """Something that takes people time at the table, such as choosing a card."""

    name: str
    seconds: float  # by default
    text: str


@dataclass(frozen=True)
class PlayingTime:
    """What takes people time in a game; without kinds, every decision and every chance outcome."""

    kinds: Sequence[DecisionKind] = ()
    # (played) -> by the name of a kind: how many there were in each game
    counts: Callable[[FinishedGames], Mapping[str, Records]] | None = None
    # (played) -> turns of all players in each game; None: their decisions
    turns: Callable[[FinishedGames], Records] | None = None
    minutes: tuple[int, int] | None = None  # that the box promises


@dataclass(frozen=True, kw_only=True)
class LabParts(ContractPart):
    """What the lab measures in finished games."""

    # for the figures of `simulate` and of the lab
    measures: Callable[[FinishedGames], list[Measure]] | None = None
    # every number of every game, for result tables
    columns: Callable[[FinishedGames], Columns] | None = None
    # (figures by key) -> answers to a designer's first questions, at the top of a report
    headlines: Callable[[Mapping[str, Figure]], list[Headline]] | None = None
    # (evidence) -> reasons for figures, besides `general_findings` that any game may have
    findings: Callable[[Evidence], list[Finding]] | None = None
    # Figures as data, for pages that play without Python; and the options to change there
    ratios: Sequence[Ratio] = ()
    controls: Sequence[str] = ()
    seating: Seating = field(default_factory=lambda: Seating())
    # (options, sums, games) -> pictures of where on the board things happened
    heat: Callable[[Records, Records, int], list[HeatMap]] | None = None
    # (options, sums) -> (event, place, count) for every place of the board
    places: Callable[[Records, Records], list[tuple[str, str, int]]] | None = None
    outcomes: Outcomes | None = None
    # The colours that pictures give to seats and archetypes, as `#rrggbb`, for charts
    colours: Mapping[str, str] = field(default_factory=dict)
    # By heading: which games count in figures by round, for the caption of their chart
    captions: Mapping[str, str] = field(default_factory=dict)
    playing_time: PlayingTime = field(default_factory=lambda: PlayingTime())
    length_goal: str = ""  # the length that the box promises, as a goal: "length=10..14"
