"""The fonts that come with reportlab, embedded: nothing hangs on what a machine has installed."""

from functools import cache
from pathlib import Path

BODY, BOLD, ITALIC, BOTH = "Vera", "Vera-Bold", "Vera-Italic", "Vera-BoldItalic"
FILES = {BODY: "Vera.ttf", BOLD: "VeraBd.ttf", ITALIC: "VeraIt.ttf", BOTH: "VeraBI.ttf"}


@cache
def load_fonts() -> None:
    """Makes them known to reportlab and to svglib."""
    import reportlab
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from svglib.svglib import register_font

    folder = Path(reportlab.__file__).parent / "fonts"
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    register_font(BODY, str(folder / FILES[BODY]), "normal", rlgFontName=BODY)
    register_font(BODY, str(folder / FILES[BOLD]), "bold", rlgFontName=BOLD)
    # Last, since registering a font makes all its faces the plain one
    for bold, italic, name in ((0, 0, BODY), (1, 0, BOLD), (0, 1, ITALIC), (1, 1, BOTH)):
        addMapping(BODY, bold, italic, name)


@cache
def letters() -> frozenset[int]:
    """The signs that all of them have."""
    from reportlab.pdfbase import pdfmetrics

    load_fonts()
    found = [set(pdfmetrics.getFont(name).face.charToGlyph) for name in FILES]
    return frozenset(set.intersection(*found))
