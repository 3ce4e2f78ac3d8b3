"""Pictures as PNG, for commands of games: the command line says how, since it may use `paper`."""

from collections.abc import Callable
from pathlib import Path

from offleash.tools.errors import OffleashError
from offleash.tools.files import write_bytes


def _unavailable(svg: str) -> bytes:
    raise OffleashError("PNG files are written by the command line only")


render: Callable[[str], bytes] = _unavailable


def write_png(path: Path, svg: str) -> None:
    """Write an SVG as a PNG file. Raises OffleashError if that is not possible."""
    write_bytes(path, render(svg))
