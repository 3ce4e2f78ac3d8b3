"""Values with their intervals as text: in cells of tables, beside charts and in sentences."""

import math
from collections.abc import Iterable

from offleash.core.game import Figure
from offleash.lab.report.numbers import THIN, number, percent, span
from offleash.lab.report.parts import Estimate
from offleash.lab.statistics import Interval

MOST_DIGITS, AT_A_GLANCE = 4, 3
TWO_DIGITS = 0.195  # half an interval that begins with less is worth a second digit
PLUS_MINUS = "\u00a0±\u00a0"


def interval_of(figure: Figure) -> Interval:
    """The value of a figure with its ends."""
    return Interval(figure.value, figure.low, figure.high)


def has_ends(interval: Interval) -> bool:
    """Whether an interval is known, and is more than the value itself."""
    known = math.isfinite(interval.low) and math.isfinite(interval.high)
    return known and interval.low < interval.high


def shown(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """The value alone, with as many digits as its interval allows."""
    digits = digits_of(interval, is_share) if digits is None else digits
    return _written(interval.value, digits, is_share)


def rounded(interval: Interval, is_share: bool = False) -> str:
    """The value alone, to be read at a glance: three digits, unless its interval wants more."""
    digits, scale = digits_of(interval, is_share), 100 if is_share else 1
    if digits is None:
        return shown(interval, is_share)
    low, value, high = (scale * each for each in (interval.low, interval.value, interval.high))
    size = math.floor(math.log10(abs(value))) if value else 0
    few = min(digits, max(0, AT_A_GLANCE - 1 - size))
    while few < digits and not low <= round(value, few) <= high:
        few += 1
    return _written(interval.value, few, is_share)


def ends(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """`24.1 – 26.3`, or nothing where the interval is not known."""
    if not has_ends(interval):
        return ""
    digits = digits_of(interval, is_share) if digits is None else digits
    low, high = (_written(end, digits, is_share) for end in (interval.low, interval.high))
    return span(low, high)


def spread(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """`± 0.3`, or both ends where they are not equally far."""
    if not has_ends(interval):
        return ""
    if not _is_even(interval):
        return ends(interval, is_share, digits)
    digits = digits_of(interval, is_share) if digits is None else digits
    half = (interval.high - interval.low) / 2 * (100 if is_share else 1)
    return f"±{THIN}{number(half, digits)}"


def _is_even(interval: Interval) -> bool:
    """Whether both ends are about equally far."""
    below, above = interval.value - interval.low, interval.high - interval.value
    return abs(below - above) <= 0.1 * (below + above)


def told(interval: Interval, is_share: bool = False) -> str:
    """For a sentence: `29.0 ± 0.3`, or with both ends where they are not equally far."""
    text = shown(interval, is_share)
    if not has_ends(interval):
        return text
    digits, scale = digits_of(interval, is_share), 100 if is_share else 1
    half = number(scale * (interval.high - interval.low) / 2, digits)
    if not _is_even(interval):
        return f"{text} ({ends(interval, is_share)})"
    if is_share:
        return f"{text.removesuffix('%').rstrip(THIN)}{PLUS_MINUS}{half}{THIN}%"
    return f"{text}{PLUS_MINUS}{half}"


def cell(interval: Interval, is_share: bool = False, digits: int | None = None) -> Estimate:
    """For a table."""
    return Estimate(shown(interval, is_share, digits), ends(interval, is_share, digits))


def figure_cell(figure: Figure, digits: int | None = None) -> Estimate:
    """A figure for a table."""
    return cell(interval_of(figure), figure.label.is_share, digits)


def tidy(value: float) -> float | None:
    """A number for the data of a chart: six digits are more than can be seen."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def common_digits(intervals: Iterable[Interval], is_share: bool = False) -> int | None:
    """Decimals for numbers that stand side by side: those that the middle one of them wants."""
    known = sorted(d for each in intervals if (d := digits_of(each, is_share)) is not None)
    return known[len(known) // 2] if known else None


def digits_of(interval: Interval, is_share: bool = False) -> int | None:
    """Decimals so that half of the interval has one digit that counts, or two from a 1 on."""
    if not has_ends(interval):
        return None
    half = (interval.high - interval.low) / 2 * (100 if is_share else 1)
    order = math.floor(math.log10(half))
    wanted = (1 if half / 10.0 ** (order + 1) < TWO_DIGITS else 0) - order
    return min(MOST_DIGITS, max(0, wanted))


def _written(value: float, digits: int | None, is_share: bool) -> str:
    if is_share:
        return percent(value, 1 if digits is None else digits)
    return number(value, digits)
