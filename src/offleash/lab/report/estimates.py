"""Format values with their intervals: for table cells, charts and sentences."""

import math
from collections.abc import Iterable

from offleash.contract import Figure
from offleash.lab.report.numbers import THIN, number, percent, span
from offleash.lab.report.parts import Answer, Estimate
from offleash.lab.statistics.intervals import Interval

MOST_DECIMALS, ROUNDED_DIGITS = 4, 3
TWO_DIGITS = 0.195  # half an interval whose digits begin below this gets a second digit
PLUS_MINUS = "\u00a0±\u00a0"


def figure_interval(figure: Figure) -> Interval:
    """Return a figure's value and ends as an interval."""
    return Interval(figure.value, figure.low, figure.high)


def has_ends(interval: Interval) -> bool:
    """Return whether both ends are known and differ."""
    known = math.isfinite(interval.low) and math.isfinite(interval.high)
    return known and interval.low < interval.high


def format_value(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """Format the value alone, with as many digits as its interval allows."""
    digits = digits_of(interval, is_share) if digits is None else digits
    return _format(interval.value, digits, is_share)


def format_rounded(interval: Interval, is_share: bool = False) -> str:
    """Format the value alone with three digits, or more if its interval needs them."""
    digits, scale = digits_of(interval, is_share), 100 if is_share else 1
    if digits is None:
        return format_value(interval, is_share)
    low, value, high = (scale * end for end in (interval.low, interval.value, interval.high))
    size = math.floor(math.log10(abs(value))) if value else 0
    few = min(digits, max(0, ROUNDED_DIGITS - 1 - size))
    while few < digits and not low <= round(value, few) <= high:
        few += 1
    return _format(interval.value, few, is_share)


def format_ends(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """Format as `24.1 – 26.3`; empty if the interval is unknown."""
    if not has_ends(interval):
        return ""
    digits = digits_of(interval, is_share) if digits is None else digits
    low, high = (_format(end, digits, is_share) for end in (interval.low, interval.high))
    return span(low, high)


def format_spread(interval: Interval, is_share: bool = False, digits: int | None = None) -> str:
    """Format as `± 0.3`, or as both ends if they are not equally far."""
    if not has_ends(interval):
        return ""
    if not _is_symmetric(interval):
        return format_ends(interval, is_share, digits)
    digits = digits_of(interval, is_share) if digits is None else digits
    half = (interval.high - interval.low) / 2 * (100 if is_share else 1)
    return f"±{THIN}{number(half, digits)}"


def _is_symmetric(interval: Interval) -> bool:
    """Return whether both ends are about equally far."""
    below, above = interval.value - interval.low, interval.high - interval.value
    return abs(below - above) <= 0.1 * (below + above)


def format_estimate(interval: Interval, is_share: bool = False) -> str:
    """Format for a sentence: `29.0 ± 0.3`, or with both ends if they are not equally far."""
    text = format_value(interval, is_share)
    if not has_ends(interval):
        return text
    digits, scale = digits_of(interval, is_share), 100 if is_share else 1
    half = number(scale * (interval.high - interval.low) / 2, digits)
    if not _is_symmetric(interval):
        return f"{text} ({format_ends(interval, is_share)})"
    if is_share:
        return f"{text.removesuffix('%').rstrip(THIN)}{PLUS_MINUS}{half}{THIN}%"
    return f"{text}{PLUS_MINUS}{half}"


def format_interval(interval: Interval, is_share: bool = False) -> str:
    """Format as `95 % interval 24.1 – 26.3`; empty if the interval is unknown."""
    ends = format_ends(interval, is_share)
    return f"95 % interval {ends}" if ends else ""


def estimate_answer(headline: str, interval: Interval, is_share: bool = False) -> Answer:
    """Return an answer with the value and its interval."""
    value = format_value(interval, is_share)
    return Answer(headline, value, format_interval(interval, is_share))


def estimate_cell(
    interval: Interval, is_share: bool = False, digits: int | None = None
) -> Estimate:
    """Return a table cell with the value and its interval."""
    return Estimate(
        format_value(interval, is_share, digits), format_ends(interval, is_share, digits)
    )


def format_figure(figure: Figure) -> str:
    """Return a figure for a sentence."""
    return format_estimate(figure_interval(figure), figure.label.is_share)


def figure_cell(figure: Figure, digits: int | None = None) -> Estimate:
    """Return a figure for a table."""
    return estimate_cell(figure_interval(figure), figure.label.is_share, digits)


def tidy(value: float) -> float | None:
    """Round a number for chart data: six digits are more than anyone can see."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def common_digits(intervals: Iterable[Interval], is_share: bool = False) -> int | None:
    """Return decimals for numbers shown side by side: the median of what each of them needs."""
    known = sorted(d for interval in intervals if (d := digits_of(interval, is_share)) is not None)
    return known[len(known) // 2] if known else None


def digits_of(interval: Interval, is_share: bool = False) -> int | None:
    """Return decimals for one significant digit of half the interval, two if it begins with 1."""
    if not has_ends(interval):
        return None
    half = (interval.high - interval.low) / 2 * (100 if is_share else 1)
    order = math.floor(math.log10(half))
    decimals = (1 if half / 10.0 ** (order + 1) < TWO_DIGITS else 0) - order
    return min(MOST_DECIMALS, max(0, decimals))


def _format(value: float, digits: int | None, is_share: bool) -> str:
    if is_share:
        return percent(value, 1 if digits is None else digits)
    return number(value, digits)
