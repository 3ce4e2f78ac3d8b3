"""Numbers as text."""

import math

import pytest

from offleash.lab.report.estimates import (
    common_digits,
    digits_of,
    format_ends,
    format_estimate,
    format_rounded,
)
from offleash.lab.report.numbers import number, percent, signed, span
from offleash.lab.statistics.intervals import Interval


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (5000, "5,000"),
        (12.345, "12.3"),
        (1.2345, "1.23"),
        (0.01234, "0.0123"),
        (1234.5, "1,234"),
        (-3.14159, "−3.14"),
        (9.999, "10.00"),
        (1e-9, "0.000000"),
        (math.nan, "–"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
    ],
)
def test_three_digits_or_whole(value, text):
    assert number(value) == text


@pytest.mark.parametrize(("value", "text"), [(-0.001, "0.0"), (-0.06, "−0.1"), (2, "2.0")])
def test_decimals_are_as_requested(value, text):
    assert number(value, 1) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1, "−1.0"), (0.001, "0.0"), (-0.001, "0.0")]
)
def test_a_difference_has_a_sign_unless_it_is_zero(value, text):
    assert signed(value, 1) == text


def test_shares_and_spans():
    assert percent(0.2534) == "25.3\u202f%"
    assert percent(math.nan) == "–"
    assert span("24.1", "26.3") == "24.1\u202f–\u2060\u202f26.3"
    assert span(percent(0.241), percent(0.263)) == "24.1\u202f–\u2060\u202f26.3\u202f%"


@pytest.mark.parametrize(
    ("value", "low", "high", "is_share", "sentence", "between"),
    [
        (29.04, 28.71, 29.37, False, "29.0 ± 0.3", "28.7 – 29.4"),
        (0.6323, 0.5863, 0.6783, True, "63 ± 5 %", "59 – 68 %"),
        (1154.2, 1135.4, 1173.0, False, "1,154 ± 19", "1,135 – 1,173"),
        (0.0, 0.0, 0.044, True, "0 % (0 – 4 %)", "0 – 4 %"),
        (30.0, 30.0, 30.0, False, "30", ""),
        (2.5, math.nan, math.nan, False, "2.50", ""),
    ],
)
def test_as_many_digits_as_the_interval_allows(value, low, high, is_share, sentence, between):
    interval = Interval(value, low, high)
    assert plain(format_estimate(interval, is_share)) == sentence
    assert plain(format_ends(interval, is_share)) == between


def plain(text):
    """Without the signs that keep a number in one line."""
    return text.replace("\u2060", "").replace("\u202f", " ").replace("\u00a0", " ")


def test_numbers_side_by_side_have_the_same_digits():
    many = [Interval(10, 9, 11), Interval(20, 19.5, 20.5), Interval(5, 4.99, 5.01)]
    assert [digits_of(number) for number in many] == [1, 1, 3] and common_digits(many) == 1
    assert common_digits([Interval(1, 1, 1)]) is None


def test_at_a_glance_three_digits_are_enough():
    assert format_rounded(Interval(10.448, 10.38, 10.51)) == "10.4"
    assert format_rounded(Interval(10.448, 10.42, 10.48)) == "10.45"  # 10.4 would lie outside
    assert plain(format_rounded(Interval(0.6457, 0.6450, 0.6464), is_share=True)) == "64.6 %"
    assert format_rounded(Interval(1154.2, 1153.9, 1154.5)) == "1,154"
