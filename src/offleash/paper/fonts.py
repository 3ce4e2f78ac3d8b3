"""The fonts of all PDFs: those that come with reportlab, so that no installed font is needed."""

from functools import cache
from pathlib import Path

from offleash.core.errors import OffleashError, quote

BODY, BOLD, ITALIC, BOLD_ITALIC = "Vera", "Vera-Bold", "Vera-Italic", "Vera-BoldItalic"
FONT_FILES = {BODY: "Vera.ttf", BOLD: "VeraBd.ttf", ITALIC: "VeraIt.ttf", BOLD_ITALIC: "VeraBI.ttf"}
# Characters that the fonts lack: minus, non-breaking hyphen, line breaks and tabs.
REPLACEMENTS = str.maketrans("−‑\n\t", "--  ")


def _font_folder() -> Path:
    import reportlab

    return Path(reportlab.__file__).parent / "fonts"


def missing_fonts() -> list[str]:
    """The font files that reportlab should have and does not."""
    return [file for file in FONT_FILES.values() if not (_font_folder() / file).is_file()]


@cache
def register_fonts() -> None:
    """Register the fonts, and have reportlab write binary files, which are a fifth smaller."""
    from reportlab import rl_config
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    rl_config.useA85 = 0
    for name, file in FONT_FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(_font_folder() / file)))
    for bold, italic, name in ((0, 0, BODY), (1, 0, BOLD), (0, 1, ITALIC), (1, 1, BOLD_ITALIC)):
        addMapping(BODY, bold, italic, name)


@cache
def supported_characters() -> frozenset[int]:
    """The code points that every font has."""
    from reportlab.pdfbase import pdfmetrics

    register_fonts()
    characters = [set(pdfmetrics.getFont(name).face.charToGlyph) for name in FONT_FILES]
    return frozenset(set.intersection(*characters))


def printable_text(text: str) -> str:
    """Replace similar characters. Raises OffleashError if the fonts lack a character."""
    text = text.translate(REPLACEMENTS)
    for character in text:
        if ord(character) not in supported_characters():
            where = f"{character!r} in {quote(text)}"
            raise OffleashError(f"{where} can't be printed: the font lacks this character")
    return text
