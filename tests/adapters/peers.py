"""Libraries that the adapters are for: a missing one is reported, never counted as passed."""

import importlib
import os
import warnings
from types import ModuleType

import pytest


def peer(name: str) -> ModuleType:
    """The library; the test is skipped without it, and with CI=true it fails."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its own ones
            return importlib.import_module(name)
    except ImportError as error:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(f"{name} is not installed: {error}")
        raise


# Every game under its usual rules, and a spread of others: preset, options.
TABLES = [
    ("dog", None, {}),
    ("dog", None, {"loop_len": 16, "canadian": True, "throw_hidden": True}),
    ("domidog", None, {}),
    ("domidog", None, {"players": 4, "face_up": True}),
    ("secret-mission", None, {}),
    ("secret-mission", None, {"players": 3, "open_playing_tile": True}),
    ("puppy-park", None, {}),
    ("puppy-park", "expansion", {"players": 4}),
    ("uri-nation", None, {}),
    ("uri-nation", "1.2", {"seats": 3, "secret_bidding": True}),
]
NAMES = [f"{name}-{number}" for number, (name, _, _) in enumerate(TABLES)]
each_table = pytest.mark.parametrize(("name", "preset", "options"), TABLES, ids=NAMES)
