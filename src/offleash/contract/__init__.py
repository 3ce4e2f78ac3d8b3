"""What a game says of itself: one file for each part. The names here are loaded on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from offleash.contract.bots.bot_rules import BotRules, Horizon, Persona, Point
    from offleash.contract.game import Game
    from offleash.contract.game_rules import GameRules
    from offleash.contract.lab.findings import Contrast, Evidence, Finding, Headline
    from offleash.contract.lab.lab_parts import DecisionKind, LabParts, PlayingTime, Seating
    from offleash.contract.lab.measures import (
        FURTHER,
        LONGEST,
        MAIN,
        MEAN,
        MEDIAN,
        RECORDED,
        SHORTEST,
        Columns,
        Figure,
        FinishedGames,
        HeatMap,
        Label,
        Measure,
        Outcomes,
    )
    from offleash.contract.learner_parts import LearnerParts
    from offleash.contract.part import DEFAULT, ContractPart, Records, Rule, Weights
    from offleash.contract.studio.studio_parts import StudioParts
    from offleash.contract.text.notation import Notation
    from offleash.contract.text.pictures import Pictures, Route, Target

# Names by the module that has them
HOMES = {
    "bots.bot_rules": "BotRules Horizon Persona Point",
    "game": "Game",
    "game_rules": "GameRules",
    "lab.findings": "Contrast Evidence Finding Headline",
    "lab.lab_parts": "DecisionKind LabParts PlayingTime Seating",
    "lab.measures": "Columns Figure FinishedGames HeatMap Label Measure Outcomes "
    "MAIN FURTHER RECORDED MEAN SHORTEST MEDIAN LONGEST",
    "learner_parts": "LearnerParts",
    "part": "ContractPart DEFAULT Records Rule Weights",
    "studio.studio_parts": "StudioParts",
    "text.notation": "Notation",
    "text.pictures": "Pictures Route Target",
}
MODULES = {name: module for module, names in HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)


__all__ = [
    "DEFAULT",
    "FURTHER",
    "LONGEST",
    "MAIN",
    "MEAN",
    "MEDIAN",
    "RECORDED",
    "SHORTEST",
    "BotRules",
    "Columns",
    "ContractPart",
    "Contrast",
    "DecisionKind",
    "Evidence",
    "Figure",
    "Finding",
    "FinishedGames",
    "Game",
    "GameRules",
    "Headline",
    "HeatMap",
    "Horizon",
    "LabParts",
    "Label",
    "LearnerParts",
    "Measure",
    "Notation",
    "Outcomes",
    "Persona",
    "Pictures",
    "PlayingTime",
    "Point",
    "Records",
    "Route",
    "Rule",
    "Seating",
    "StudioParts",
    "Target",
    "Weights",
]
