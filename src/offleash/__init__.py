"""Offleash: a workshop for board games about dogs. `offleash.new("dog", seed=7)` starts one."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from offleash.adapters.vector import vector
    from offleash.bots.players import watch
    from offleash.contract import Game
    from offleash.games.registry import load as load_game
    from offleash.lab.notebook.experiments import (
        compare,
        ladder,
        load,
        propose,
        run,
        simulate,
        sweep,
        tune,
        worth,
    )
    from offleash.lab.notebook.lab_run import LabRun
    from offleash.play.session import Session, new
    from offleash.tools.errors import OffleashError

__version__ = "0.1.0"
__all__ = [
    "Game",
    "LabRun",
    "OffleashError",
    "Session",
    "__version__",
    "compare",
    "ladder",
    "load",
    "load_game",
    "new",
    "propose",
    "run",
    "simulate",
    "sweep",
    "tune",
    "vector",
    "watch",
    "worth",
]

EXPERIMENTS = "offleash.lab.notebook.experiments"
MODULES = {
    "Game": "offleash.contract",
    "LabRun": "offleash.lab.notebook.lab_run",
    "OffleashError": "offleash.tools.errors",
    "Session": "offleash.play.session",
    "load_game": "offleash.games.registry",
    "new": "offleash.play.session",
    "vector": "offleash.adapters.vector",
    "watch": "offleash.bots.players",
    **dict.fromkeys(
        ("compare", "ladder", "load", "propose", "run", "simulate", "sweep", "tune", "worth"),
        EXPERIMENTS,
    ),
}
RENAMED = {"load_game": "load"}


def __getattr__(name: str) -> Any:
    """Load a name when it is first used: importing the package imports no Numba."""
    if name not in MODULES:
        raise AttributeError(f"module 'offleash' has no attribute {name!r}")
    return getattr(import_module(MODULES[name]), RENAMED.get(name, name))


def __dir__() -> list[str]:
    return __all__
