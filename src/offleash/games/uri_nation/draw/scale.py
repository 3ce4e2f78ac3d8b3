"""A scale of heat: its colours, its numbers, and the bar that explains them.

Colours grow darker in even steps of what the eye sees, so lightness alone shows their order
and nobody needs to distinguish red from green.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import cos, floor, log10, radians, sin

from offleash.games.shared.svg import box, group, number, path, point, tag, words
from offleash.games.uri_nation.draw.colours import INK, SOFT_INK

# From straw by way of orange and red to a deep violet: lightness, chroma and hue in OKLCH.
LIGHTNESS = (0.955, 0.29)
CHROMA = (0.055, 0.15, 0.15, 0.09)
HUE = (98.0, -58.0)
SHADES = 64  # colours of a scale
BLACK, EVEN = "#0a0500", 0.183  # on a ground of so much light, black and white read alike

NARROW = 0.5  # a scale begins at its least value only if that is more than this of its greatest
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # between numbers of the bar, times a power of ten
BAR = 12.0  # how high the bar is


@dataclass(frozen=True)
class Scale:
    """What the colours of one map mean: from the least number to the greatest."""

    low: float
    high: float

    def share(self, value: float) -> float:
        """Return how far up the scale a value lies, from 0 to 1."""
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0

    def colour(self, value: float) -> str:
        """Return the colour of a value."""
        return shades()[min(SHADES - 1, int(self.share(value) * SHADES))]


def scale_of(values: Iterable[float]) -> Scale:
    """Return a scale from 0 to the greatest value; from the least, where all lie close together."""
    known = list(values)
    low, high = min(known, default=0.0), max(known, default=0.0)
    return Scale(low if low > NARROW * high and low < high else 0.0, high)


def short(value: float) -> str:
    """Return as many digits as fit a cell: 0.03, 0.31, 3.1, 31, 310, 3.1k."""
    if value >= 9_950:
        return f"{value / 1000:.0f}k"
    if value >= 999.5:
        return f"{value / 1000:.1f}k"
    if value >= 9.95:
        return f"{value:.0f}"
    if value >= 0.995:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.005 else "<.01" if value else "0"


# Colours


@cache
def shades() -> tuple[str, ...]:
    """Return the colours from the faintest to the strongest."""
    return tuple(_shade(n / (SHADES - 1)) for n in range(SHADES))


def _shade(share: float) -> str:
    light = LIGHTNESS[0] + share * (LIGHTNESS[1] - LIGHTNESS[0])
    hue = radians(HUE[0] + share * (HUE[1] - HUE[0]))
    at = share * (len(CHROMA) - 1)
    stop = min(int(at), len(CHROMA) - 2)
    chroma = CHROMA[stop] + (at - stop) * (CHROMA[stop + 1] - CHROMA[stop])
    while max(parts := _linear(light, chroma * cos(hue), chroma * sin(hue))) > 1 or min(parts) < 0:
        chroma *= 0.99  # screens cannot show it: paler
    return "#" + "".join(f"{round(255 * _screen(part)):02x}" for part in parts)


def _linear(light: float, a: float, b: float) -> tuple[float, float, float]:
    """Return the red, green and blue light of an OKLab colour, perhaps beyond what screens show."""
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    brief = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * brief,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * brief,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * brief,
    )


def _screen(part: float) -> float:
    """Return light as a screen's number (sRGB)."""
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


@cache
def lettering(fill: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    parts = (int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > EVEN else "#ffffff"


# The bar


def draw_bar(scale: Scale, values: Iterable[float], width: float) -> str:
    """Return colours from left to right with numbers below and, above, a fine line for each place.

    It is drawn around the origin, the upper left corner of the colours.
    """
    step = width / SHADES
    colours = (
        tag("rect", x=n * step, y=0, width=step, height=BAR, fill=fill)
        for n, fill in enumerate(shades())
    )
    lines = "".join(f"M{number(scale.share(v) * width)},-3v-7" for v in sorted(set(values)))
    return group(
        path(lines, stroke=SOFT_INK, stroke_width=1, opacity=0.55) if lines else "",
        group(*colours, shape_rendering="crispEdges"),
        box(width / 2, BAR / 2, width, BAR, fill="none", stroke=SOFT_INK, stroke_width=0.8),
        *(_tick(scale, value, width) for value in ticks(scale)),
        id="legend",
    )


def _tick(scale: Scale, value: float, width: float) -> str:
    x = scale.share(value) * width
    text = short(value) if value in (scale.low, scale.high) else f"{value:.4g}"
    mark = f"M{point(x, BAR)}v4"
    return path(mark, stroke=SOFT_INK, stroke_width=1) + words(x, BAR + 14, 14, text, fill=INK)


def ticks(scale: Scale) -> list[float]:
    """Return both ends, and round numbers between them that keep a distance from the ends."""
    spread = scale.high - scale.low
    if spread <= 0:
        return [scale.low]
    rough = spread / 5
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in STEPS if factor * power >= rough)
    first, last = floor(scale.low / step) + 1, floor(scale.high / step)
    inside = (n * step for n in range(first, last + 1))
    return [scale.low, *(v for v in inside if 0.1 < scale.share(v) < 0.9), scale.high]
