"""A forest plot in a column of characters: each row an interval around its value, zero marked."""

from collections.abc import Sequence

from rich.text import Text

Ends = Sequence[float | None]


def bars(rows: Sequence[tuple[float, Ends]], width: int) -> list[Text]:
    """A bar for each value and its interval, all on one scale with zero in the middle.

    The values set the scale; an interval that reaches beyond it ends in an arrow.
    """
    scale = 1.25 * max((abs(value) for value, _ in rows), default=0.0) or 1.0
    half = (width - 1) // 2
    return [
        _bar(value / scale, [_scaled(end, scale) for end in ends], half) for value, ends in rows
    ]


def _scaled(end: float | None, scale: float) -> float | None:
    return None if end is None else end / scale


def _bar(value: float, ends: Ends, half: int) -> Text:
    low, high = (_place(end, half, side) for end, side in zip(ends, (-1, 1), strict=True))
    line = [" "] * (2 * half + 1)
    for place in range(max(low, -half), min(high, half) + 1):
        line[place + half] = "─"
    if low < -half:
        line[0] = "←"
    if high > half:
        line[-1] = "→"
    is_clear = low > 0 or high < 0
    if line[half] == " ":
        line[half] = "│"
    line[round(value * half) + half] = "●"
    return Text("".join(line), "bold" if is_clear else "dim")


def _place(end: float | None, half: int, side: int) -> int:
    """The column of an end; an open end lies outside the bar."""
    return side * (half + 1) if end is None else max(-half - 1, min(half + 1, round(end * half)))
