"""Whether pieces fit next to each other on a space: in rows, the largest first."""

from collections.abc import Iterable, Sequence

Pieces = Sequence[tuple[int, str, float]]  # (count, name, millimetres across)

STEP_MM = 0.5  # millimetres
ROUNDING = 1e-9


def square_side(sizes: Sequence[float]) -> float:
    """Return the side of the smallest square in which pieces of these widths fit."""
    side = max(sizes, default=0.0)
    while not fits(sizes, side, side):
        side += STEP_MM
    return side


def fits(sizes: Iterable[float], width: float, height: float) -> bool:
    """Return whether the pieces fit in rows along either side."""
    largest_first = sorted(sizes, reverse=True)
    return any(_in_rows(largest_first, *sides) for sides in ((width, height), (height, width)))


def _in_rows(sizes: list[float], width: float, height: float) -> bool:
    x = y = high = 0.0
    for size in sizes:
        if size > width + ROUNDING:
            return False
        if x + size > width + ROUNDING:
            x, y, high = 0.0, y + high, 0.0
        x, high = x + size, max(high, size)
    return y + high <= height + ROUNDING
