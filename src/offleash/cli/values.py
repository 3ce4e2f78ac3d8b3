"""Format measured values: shares in per cent, small numbers with enough digits."""

from collections.abc import Sequence


def value_text(value: float, is_share: bool) -> str:
    """`12.34 %`, or `1,234.50`, or `0.00123`."""
    return f"{100 * value:.2f} %" if is_share else plain(value)


def difference_text(value: float, is_share: bool) -> str:
    """A difference with its sign; for shares, in percentage points."""
    text = f"{100 * abs(value):.2f}" if is_share else plain(abs(value))
    is_zero = not any(digit in text for digit in "123456789")
    return f"{' ' if is_zero else '−' if value < 0 else '+'}{text}"


def span_text(ends: Sequence[float | None], is_share: bool) -> str:
    """`+1.20 … +3.40`; an open end is a question mark."""
    return " … ".join("?" if end is None else difference_text(end, is_share) for end in ends)


def plain(value: float) -> str:
    """Two decimals, or more for a small number."""
    size = abs(value)
    decimals = 2 if size >= 0.1 or size < 1e-9 else 3 if size >= 0.01 else 5
    return f"{value:,.{decimals}f}"


def p_text(p: float) -> str:
    """A p-value: `0.012`, or `< 0.001`."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
