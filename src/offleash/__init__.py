"""Offleash: a workshop for board games about dogs. `offleash.new("dog", seed=7)` starts one."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "load", "new", "simulate", "vector"]

if TYPE_CHECKING:
    from offleash.adapters.vector import vector
    from offleash.games.registry import load
    from offleash.lab.experiments.frames import simulate
    from offleash.play.session import new


def __getattr__(name: str) -> Any:
    """Loads what is asked for only then: importing the package imports no Numba."""
    if name == "new":
        from offleash.play.session import new

        return new
    if name == "load":
        from offleash.games.registry import load

        return load
    if name == "simulate":
        from offleash.lab.experiments.frames import simulate

        return simulate
    if name == "vector":
        from offleash.adapters.vector import vector

        return vector
    raise AttributeError(f"module 'offleash' has no attribute {name!r}")
