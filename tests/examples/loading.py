"""The games in `examples/`, loaded from their folders as `offleash check FOLDER` does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from offleash.contract import Game
from offleash.games import registry

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NAMES = sorted(file.parent.name for file in EXAMPLES.glob("*/pyproject.toml"))


@contextmanager
def example(name: str) -> Iterator[Game]:
    """Load an example; afterwards the box holds the games that it held before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "ROWS", dict(registry.ROWS))
        patch.syspath_prepend(str(EXAMPLES / name / "src"))
        yield registry.load(registry.add_folder(EXAMPLES / name))
