"""Modules of the earlier version of `bench/versions.py` under the names that they have today."""

import sys
from importlib import import_module
from importlib.util import find_spec

EARLIER_NAMES = {
    "bots.lineup": "bots.seats",
    "bots.speed": "bots.rates",
    "contract": "core.game",
    "contract.lab.general_measures": "core.figures",
    "engine.batch": "core.batch",
    "tools.errors": "core.errors",
}


def lend() -> None:
    """Name each module as today where this process has the earlier version."""
    if find_spec("offleash.contract"):
        return
    for name, earlier in EARLIER_NAMES.items():
        sys.modules[f"offleash.{name}"] = import_module(f"offleash.{earlier}")
