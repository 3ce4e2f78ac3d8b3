"""Numbers as text."""

import math

import pytest

from offleash.lab.report.numbers import number, percent, signed, span


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
def test_as_many_decimals_as_told(value, text):
    assert number(value, 1) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1, "−1.0"), (0.001, "0.0"), (-0.001, "0.0")]
)
def test_a_difference_has_a_sign_unless_it_is_none(value, text):
    assert signed(value, 1) == text


def test_shares_and_spans():
    assert percent(0.2534) == "25.3\u202f%"
    assert percent(math.nan) == "–"
    assert span("24.1", "26.3") == "24.1\u202f–\u2060\u202f26.3"
    assert span(percent(0.241), percent(0.263)) == "24.1\u202f–\u2060\u202f26.3\u202f%"
