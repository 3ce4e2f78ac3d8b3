"""What is printed of every game: pictures in millimetres, with colour beyond the cut."""

from collections.abc import Iterator
from textwrap import wrap

from offleash.contract.text.wording import shown_length
from offleash.games.shared.svg import box, number, tag, words

CARD = (56.0, 87.0)  # as many board games have them
BEYOND = 3.0  # more than any bleed
SANS = "DejaVuSans, 'DejaVu Sans', sans-serif"
LETTER, BOLD = 0.56, 0.66  # about as wide as a letter is, of its size


def picture(width: float, height: float, *layers: str, **look: str | float) -> str:
    """Return a whole document of so many millimetres around its middle."""
    left, top = number(-width / 2), number(-height / 2)
    look = {"font_family": SANS, "text_anchor": "middle", "fill": "#000000", **look}
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left} {top} {number(width)} {number(height)}",
        **look,
    )


def ground(width: float, height: float, fill: str) -> str:
    """Return colour all over, and beyond the cut."""
    return box(0, 0, width + 2 * BEYOND, height + 2 * BEYOND, fill=fill)


def lines(
    x: float, y: float, size: float, text: str, width: float, **look: str | float
) -> Iterator[str]:
    """Yield a paragraph: its first line is around y, and none is wider than that."""
    for n, line in enumerate(wrapped(text, size, width, look.get("font_weight") == "bold")):
        yield words(x, y + 1.3 * size * n, size, line, **look)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return the lines of a paragraph, broken by the usual width of letters."""
    letters = int(width / (size * (BOLD if bold else LETTER)) * _shrinkage(text))
    return wrap(text, max(1, letters), break_long_words=False)


def fitted(text: str, size: float, width: float, bold: bool = False) -> float:
    """Return the size of letters, smaller where a line would otherwise be too wide."""
    return min(size, width / (max(1, shown_length(text)) * (BOLD if bold else LETTER)))


def _shrinkage(text: str) -> float:
    """Return the factor by which lines have to be shorter so that longer own names fit."""
    return min(1.0, len(text) / max(1, shown_length(text)))
