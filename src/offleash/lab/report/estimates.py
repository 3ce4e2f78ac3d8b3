"""Values with their intervals as text: in cells of tables, beside charts and in sentences."""

import math

from offleash.core.game import Figure
from offleash.lab.report.numbers import THIN, number, percent, span
from offleash.lab.report.parts import Estimate
from offleash.lab.statistics import Interval

MOST_DIGITS = 4


def interval_of(figure: Figure) -> Interval:
    """The value of a figure with its ends."""
    return Interval(figure.value, figure.low, figure.high)


def has_ends(interval: Interval) -> bool:
    """Whether an interval is known."""
    return math.isfinite(interval.low) and math.isfinite(interval.high)


def shown(interval: Interval, is_share: bool = False) -> str:
    """The value alone, with as many digits as its interval allows."""
    return _written(interval.value, _digits(interval, is_share), is_share)


def ends(interval: Interval, is_share: bool = False) -> str:
    """`24.1 – 26.3`, or nothing where the interval is not known."""
    if not has_ends(interval):
        return ""
    digits = _digits(interval, is_share)
    low, high = (_written(end, digits, is_share) for end in (interval.low, interval.high))
    return span(low, high)


def told(interval: Interval, is_share: bool = False) -> str:
    """For a sentence: `29.0 ± 0.3`, or with both ends where they are not equally far."""
    text = shown(interval, is_share)
    if not has_ends(interval):
        return text
    digits, scale = _digits(interval, is_share), 100 if is_share else 1
    below, above = interval.value - interval.low, interval.high - interval.value
    if number(scale * below, digits) != number(scale * above, digits):
        return f"{text} ({ends(interval, is_share)})"
    half = number(scale * above, digits)
    if is_share:
        return f"{text.removesuffix('%').rstrip(THIN)} ± {half}{THIN}%"
    return f"{text} ± {half}"


def cell(interval: Interval, is_share: bool = False) -> Estimate:
    """For a table."""
    return Estimate(shown(interval, is_share), ends(interval, is_share))


def figure_cell(figure: Figure) -> Estimate:
    """A figure for a table."""
    return cell(interval_of(figure), figure.label.is_share)


def tidy(value: float) -> float | None:
    """A number for the data of a chart: six digits are more than can be seen."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def _written(value: float, digits: int | None, is_share: bool) -> str:
    if is_share:
        return percent(value, 1 if digits is None else digits)
    return number(value, digits)


def _digits(interval: Interval, is_share: bool) -> int | None:
    """Decimals so that half of the interval has two digits that count."""
    if not has_ends(interval):
        return None
    half = (interval.high - interval.low) / 2 * (100 if is_share else 1)
    if half <= 0:
        return None if is_share or interval.value != int(interval.value) else 0
    return min(MOST_DIGITS, max(0, 1 - math.floor(math.log10(half))))
