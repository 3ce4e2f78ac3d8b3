"""Binds a rulebook and a kit into one PDF."""

from io import BytesIO

from pypdf import PdfReader, PdfWriter as PdfMerger


def even_pages(book: bytes) -> int:
    """Return how many pages a book takes if the next one must be odd."""
    pages = len(PdfReader(BytesIO(book)).pages)
    return pages + pages % 2


def bind(book: bytes, kit: bytes) -> bytes:
    """Return the book, an empty page if its last one is odd, and the kit."""
    merger = PdfMerger()
    merger.append(BytesIO(book))
    if len(merger.pages) % 2:
        merger.add_blank_page()
    merger.append(BytesIO(kit))
    out = BytesIO()
    merger.write(out)
    return out.getvalue()
