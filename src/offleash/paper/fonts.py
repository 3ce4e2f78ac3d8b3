"""The fonts that come with reportlab, embedded: nothing hangs on what a machine has installed."""

from functools import cache
from pathlib import Path

from offleash.core.errors import OffleashError, shown

BODY, BOLD, ITALIC, BOTH = "Vera", "Vera-Bold", "Vera-Italic", "Vera-BoldItalic"
FILES = {BODY: "Vera.ttf", BOLD: "VeraBd.ttf", ITALIC: "VeraIt.ttf", BOTH: "VeraBI.ttf"}
# Minus, the hyphen at which no line breaks, and what ends a line of a text of several.
ALIKE = str.maketrans("−‑\n\t", "--  ")


@cache
def load_fonts() -> None:
    """Makes them known to reportlab, which is to write files as bytes: a fifth less of them."""
    import reportlab
    from reportlab import rl_config
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    rl_config.useA85 = 0
    folder = Path(reportlab.__file__).parent / "fonts"
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    for bold, italic, name in ((0, 0, BODY), (1, 0, BOLD), (0, 1, ITALIC), (1, 1, BOTH)):
        addMapping(BODY, bold, italic, name)


@cache
def letters() -> frozenset[int]:
    """The signs that all of them have."""
    from reportlab.pdfbase import pdfmetrics

    load_fonts()
    found = [set(pdfmetrics.getFont(name).face.charToGlyph) for name in FILES]
    return frozenset(set.intersection(*found))


def known_letters(text: str) -> str:
    """The text in signs that the fonts have, refused where they lack one."""
    text = text.translate(ALIKE)
    for letter in text:
        if ord(letter) not in letters():
            where = f"{letter!r} in {shown(text)}"
            raise OffleashError(f"{where} can't be printed: the font has no such sign")
    return text
