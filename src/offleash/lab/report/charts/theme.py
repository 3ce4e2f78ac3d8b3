"""How charts look: colours by name, ramps, and one configuration for all of them.

A chart uses the colours of a light page (`colour("blue")`). On a page each of them becomes a
variable of its style sheet, so one chart is right on a light page, on a dark one and on paper.
Ramps are for continuous scales and stay as they are.
"""

from collections.abc import Mapping, Sequence
from typing import Any

# Name: on a light page, on a dark one. Colour-blind people can distinguish the first six.
SERIES_COLOURS: Mapping[str, tuple[str, str]] = {
    "blue": ("#1a619f", "#5c90d6"),
    "red": ("#d1341f", "#f4603f"),
    "green": ("#15904f", "#1fcca2"),
    "yellow": ("#c08600", "#efc22e"),
    "purple": ("#54305f", "#a26b96"),
    "sky": ("#6797b7", "#9fcdec"),
    "grey": ("#7a776d", "#8c8479"),
}
PAGE_COLOURS: Mapping[str, tuple[str, str]] = {
    "ink": ("#231f1a", "#ece7dd"),
    "soft-ink": ("#6a6359", "#a9a297"),
    "line": ("#d9d3c8", "#45413a"),
    "grid": ("#ece8e0", "#34312c"),
    "surface": ("#fffffe", "#1e1d1a"),
    "ground": ("#f7f5f0", "#151412"),
    "accent": ("#1a629f", "#74aeea"),
}
COLOURS = {**SERIES_COLOURS, **PAGE_COLOURS}

SERIES = tuple(SERIES_COLOURS)  # the order in which categories take their colours

# For continuous scales: few to many, as on boards, and less through equal to more. `INK` can be
# read on all of the latter, whatever the page is.
HEAT = ("#faf1c7", "#f6c989", "#f5995a", "#e26d59", "#bf4b66", "#93356d", "#612966", "#341d50")
DIVERGING = ("#4a94cc", "#8ebbdf", "#cbdfee", "#f3efe7", "#f5d2bf", "#eda27f", "#dd7046")
INK = "#1f1b16"

FONT = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', sans-serif"
)
PERCENT = ".0%"  # format of an axis
LOCALE = {
    "decimal": ".",
    "thousands": ",",
    "grouping": [3],
    "currency": ["", ""],
    "percent": "\u2009%",
}
HEIGHT, STEP = 260, 26  # of a chart, and of a row where rows are categories
FILE_WIDTH = 640  # of a chart in a file of its own


def colour(name: str) -> str:
    """Return a colour of the palette or of the page, for a specification."""
    return COLOURS[name][0]


def scale(categories: Sequence[str], pieces: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return domain and range of a colour scale: the same things in the same colours in all charts.

    `pieces` has the colours that a game gives to some categories, as `#rrggbb`; these get the
    nearest colour of the theme. `Red–Blue` has the colour of `Red`.
    """
    if len(categories) > len(SERIES):
        raise ValueError(f"{len(categories)} categories for {len(SERIES)} colours")
    names: dict[str, str] = {}
    for category in categories:
        piece = (pieces or {}).get(category.partition("–")[0])
        if piece and (name := _nearest(piece)) not in names.values():
            names[category] = name
    others = iter([name for name in SERIES if name not in names.values()])
    colours = [colour(names.get(category) or next(others)) for category in categories]
    return {"domain": list(categories), "range": colours}


def _nearest(piece: str) -> str:
    """Return the colour of the series nearest to that of a piece, on a light or a dark page."""
    return min(
        SERIES, key=lambda name: min(_distance(piece, shade) for shade in SERIES_COLOURS[name])
    )


def _distance(one: str, other: str) -> int:
    red, green, blue = (int(one[i : i + 2], 16) - int(other[i : i + 2], 16) for i in (1, 3, 5))
    return red * red + green * green + blue * blue


def ramp(colours: Sequence[str], low: float, high: float) -> dict[str, Any]:
    """Return a continuous scale of `HEAT` or `DIVERGING`: `alt.Scale(**ramp(DIVERGING, 0, 1))`."""
    return {"domain": [low, high], "range": list(colours), "interpolate": "rgb", "clamp": True}


def config() -> dict[str, Any]:
    """Return the configuration that all charts share."""
    series = [colour(name) for name in SERIES]
    return {
        "font": FONT,
        "background": colour("surface"),
        "padding": 2,
        "view": {
            "stroke": None,
            "continuousHeight": HEIGHT,
            "continuousWidth": FILE_WIDTH,
            "discreteHeight": {"step": STEP},
            "discreteWidth": FILE_WIDTH,
        },
        "range": {
            "category": series,
            "ordinal": list(HEAT),
            "heatmap": list(HEAT),
            "ramp": list(HEAT),
            "diverging": list(DIVERGING),
        },
        "axis": _axis(),
        "axisX": {"titleAnchor": "middle"},
        "axisY": {"titleAngle": 0, "titleAlign": "left", "titleX": 0, "titleY": -12},
        "axisBand": {"grid": False, "labelLimit": 150, "domain": False, "labelPadding": 8},
        "legend": _legend(),
        "title": {
            "color": colour("ink"),
            "fontSize": 15,
            "fontWeight": 600,
            "anchor": "start",
            "offset": 14,
            "frame": "group",
        },
        "header": _letters("ink"),
        **_marks(),
    }


def _letters(label_colour: str) -> dict[str, Any]:
    """Return the labels and titles of axes, legends and headers."""
    return {
        "labelColor": colour(label_colour),
        "labelFontSize": 12,
        "titleColor": colour("soft-ink"),
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    }


def _axis() -> dict[str, Any]:
    return {
        **_letters("soft-ink"),
        "domainColor": colour("line"),
        "gridColor": colour("grid"),
        "labelPadding": 6,
        "tickSize": 0,
        "tickCount": 6,
        "titlePadding": 10,
    }


def _legend() -> dict[str, Any]:
    return {
        "orient": "top",
        "direction": "horizontal",
        "title": None,
        **_letters("ink"),
        "labelLimit": 180,
        "columnPadding": 16,
        "rowPadding": 4,
        "symbolSize": 90,
        "symbolStrokeWidth": 2,
        "gradientLength": 180,
        "gradientThickness": 10,
        "columns": FILE_WIDTH // 150,
        "offset": 34,  # room for the title of the vertical axis
    }


def _marks() -> dict[str, Any]:
    """Return defaults for marks; those without a colour get the first of the series."""
    first = colour(SERIES[0])
    return {
        "mark": {"color": first},
        "area": {"fill": first, "opacity": 0.85},
        "bar": {"fill": first, "cornerRadiusEnd": 2},
        "line": {"stroke": first, "strokeWidth": 2.25, "strokeCap": "round"},
        "errorband": {"color": first},
        "point": {"color": first, "filled": True, "size": 70, "opacity": 1},
        "rect": {"fill": first},
        "rule": {"color": colour("soft-ink"), "strokeWidth": 1.5},
        "text": {"color": colour("ink"), "fontSize": 12},
        "tick": {"color": first, "thickness": 2},
    }
