"""The fonts of all PDFs: DejaVu Sans, which comes with the package; files embed what they use."""

from functools import cache
from pathlib import Path

from offleash.tools.errors import OffleashError, quote

BODY, BOLD = "DejaVuSans", "DejaVuSans-Bold"
ITALIC, BOLD_ITALIC = "DejaVuSans-Oblique", "DejaVuSans-BoldOblique"
FONTS = (BODY, BOLD, ITALIC, BOLD_ITALIC)
FOLDER = Path(__file__).parent / "typefaces"
REPLACEMENTS = str.maketrans("\n\t", "  ")


def missing_fonts() -> list[str]:
    """Return the font files that the package should have and does not."""
    files = (f"{name}.ttf" for name in FONTS)
    return [file for file in files if not (FOLDER / file).is_file()]


@cache
def register_fonts() -> None:
    """Register the fonts, and have reportlab write binary files, which are a fifth smaller."""
    from reportlab import rl_config
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    rl_config.useA85 = 0
    for name in FONTS:
        pdfmetrics.registerFont(TTFont(name, str(FOLDER / f"{name}.ttf")))
    for bold, italic, name in ((0, 0, BODY), (1, 0, BOLD), (0, 1, ITALIC), (1, 1, BOLD_ITALIC)):
        addMapping(BODY, bold, italic, name)


@cache
def supported_characters() -> frozenset[int]:
    """Return the code points that every font has."""
    from reportlab.pdfbase import pdfmetrics

    register_fonts()
    characters = [set(pdfmetrics.getFont(name).face.charToGlyph) for name in FONTS]
    return frozenset(set.intersection(*characters))


def missing_characters(text: str) -> str:
    """Return the characters of a text that the fonts lack, once each."""
    known = supported_characters()
    return "".join(c for c in dict.fromkeys(text.translate(REPLACEMENTS)) if ord(c) not in known)


def printable_text(text: str) -> str:
    """Replace line breaks and tabs. Raises OffleashError if the fonts lack a character."""
    text = text.translate(REPLACEMENTS)
    for character in missing_characters(text):
        where = f"{character!r} in {quote(text)}"
        raise OffleashError(f"{where} can't be printed: the font lacks this character")
    return text
