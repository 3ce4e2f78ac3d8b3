"""Format numbers, the same way in tables, answers and charts."""

import math

MINUS = "\u2212"
THIN = "\u202f"  # narrow, and no line breaks at it
JOINED = "\u2060"  # no line breaks here either
NONE = "–"


def number(value: float, digits: int | None = None) -> str:
    """Return `1,234` or `12.3`: three significant digits unless `digits` gives the decimals."""
    if not math.isfinite(value):
        return NONE if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    if digits is None:
        digits = _decimals(value)
    text = f"{value:,.{digits}f}"
    is_zero = not any(digit in text for digit in "123456789")
    return text.lstrip("-") if is_zero else text.replace("-", MINUS)


def percent(share: float, digits: int = 1) -> str:
    """Return `25.3 %` for 0.253."""
    return f"{number(100 * share, digits)}{THIN}%" if math.isfinite(share) else NONE


def signed(value: float, digits: int | None = None) -> str:
    """Return a difference as `+1.2` or `−0.4`; what rounds to zero has no sign."""
    text = number(value, digits)
    is_zero = not any(digit in text for digit in "123456789∞")
    return f"+{text}" if value > 0 and not is_zero else text


def span(low: str, high: str) -> str:
    """Return `24.1 – 26.3`, from two numbers as text; a unit that both end with is written once."""
    for unit in (f"{THIN}%", "%"):
        if low.endswith(unit) and high.endswith(unit):
            low = low.removesuffix(unit)
    return f"{low}{THIN}–{JOINED}{THIN}{high}"


def _decimals(value: float) -> int:
    """Return enough decimals for three significant digits, none for whole numbers."""
    if value == int(value) or abs(value) >= 100:
        return 0
    return min(6, max(0, 2 - math.floor(math.log10(abs(value)))))
