"""The PDF of a kit: instructions, a page map, sheets with and without backs, boards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import shorten, wrap

from offleash.contract.studio.kit import Component, Kit, Span
from offleash.paper import OnProgress
from offleash.paper.printing.characters import check_characters
from offleash.paper.printing.marks import (
    draw_crop_marks,
    draw_cut_marks,
    draw_footer,
    draw_page_map,
    draw_tile,
    draw_tile_location,
)
from offleash.paper.printing.pdf_writer import PdfWriter
from offleash.paper.printing.plan import FRONT_PAGES, PrintPlan
from offleash.paper.printing.sheets import Placement, Sheet
from offleash.paper.printing.sizes import BLEED, MARGIN, Paper, page_for
from offleash.tools.prose import count_of, join_and, to_sentence


def render_kit_pdf(plan: PrintPlan, on_progress: OnProgress = lambda done, total: None) -> bytes:
    """Draw all pages and return the PDF.

    Raises OffleashError if the fonts lack a character of a component.
    """
    check_characters(plan.kit)
    pdf = PdfWriter(f"{plan.title} to print", plan.grey)
    draw_cover(pdf, plan)
    draw_map_page(pdf, plan)
    for sheet in plan.sheets:
        draw_sheet(pdf, plan, sheet)
        on_progress(pdf.pages, plan.pages)
    for board in plan.boards:
        for tile in board.tiles:
            pdf.add_page(board.paper)
            draw_tile(pdf, board, tile)
            draw_tile_location(pdf, board, tile)
            draw_page_footer(pdf, plan, board.paper, f"{board.component.label} {tile.name}")
            on_progress(pdf.pages, plan.pages)
    for component in plan.large:
        draw_large_board(pdf, plan, component)
        on_progress(pdf.pages, plan.pages)
    return pdf.to_bytes()


def draw_page_footer(pdf: PdfWriter, plan: PrintPlan, paper: Paper, text: str) -> None:
    """Draw the ruler, the title, what is on this page, and its number."""
    title = shorten(plan.title, 30, placeholder="…")
    before = plan.pages_before
    number = f"page {before + pdf.pages} of {before + plan.pages}"
    draw_footer(pdf, paper, f"{title} · {shorten(text, 36, placeholder='…')} · {number}")


def draw_sheet(pdf: PdfWriter, plan: PrintPlan, sheet: Sheet) -> None:
    """Draw the fronts, and on the next page their backs."""
    paper = plan.paper
    kinds = kinds_of(sheet.placements)
    pdf.add_page(paper)
    for placement, window in windows(sheet):
        draw_component(pdf, placement, placement.component.front, window)
    for block in sheet.blocks:  # after all pictures, so that no bleed hides a mark
        draw_cut_marks(pdf, block)
    draw_page_footer(pdf, plan, paper, kinds)
    if not sheet.has_backs:
        return
    pdf.add_page(paper)
    backed = [(place, window) for place, window in windows(sheet) if place.component.back]
    for placement, (left, top, right, low) in backed:
        window = (paper.width - right, top, paper.width - left, low)
        draw_component(pdf, placement.back_side(paper), placement.component.back, window)
    draw_page_footer(pdf, plan, paper, f"backs of {kinds_of(place for place, _ in backed)}")


def kinds_of(placements: Iterable[Placement]) -> str:
    """Return what is on a page, in the order in which it comes."""
    return ", ".join(dict.fromkeys(placement.component.kind for placement in placements))


def windows(sheet: Sheet) -> Iterator[tuple[Placement, Span]]:
    """Yield every component with the part of the page that it may cover."""
    for block in sheet.blocks:
        for n, row in enumerate(block.rows):
            for m, placement in enumerate(row):
                yield placement, block.window(n, m)


def draw_component(pdf: PdfWriter, placement: Placement, svg: str, window: Span) -> None:
    """Draw a picture of a component where it is placed."""
    corner = placement.x, placement.y
    size = placement.component.width, placement.component.height
    pdf.draw_picture_part(svg, corner, size, window, placement.rotation)


def draw_large_board(pdf: PdfWriter, plan: PrintPlan, component: Component) -> None:
    """Draw a board on one large page."""
    paper = page_for(component.width, component.height)
    pdf.add_page(paper)
    x, y = (paper.width - component.width) / 2, MARGIN + BLEED
    pdf.draw_picture(component.front, x, y, (component.width, component.height))
    draw_crop_marks(pdf, x, y, x + component.width, y + component.height)
    draw_page_footer(pdf, plan, paper, component.label)


def draw_cover(pdf: PdfWriter, plan: PrintPlan) -> None:
    """Draw the instructions, the list of components, and what does not fit."""
    paper = plan.paper
    pdf.add_page(paper)
    x, y = MARGIN + 10, MARGIN + 18
    title = f"{plan.title} to print and play"
    width = paper.printable_size[0] - 20
    pdf.draw_text(x, y, title, min(8.0, width / (0.7 * len(title))), bold=True)
    y += 8
    for line in wrap(plan.rules, 90):
        pdf.draw_text(x, y, line, 3)
        y += 5
    for heading, lines in cover_sections(plan):
        y += 7
        pdf.draw_text(x, y, heading, 4.2, bold=True)
        y += 1.4
        for line in (part for text in lines for part in hanging(text)):
            y += 4.8
            pdf.draw_text(x, y, line, 3)
    draw_page_footer(pdf, plan, paper, "how to print")


def hanging(text: str) -> list[str]:
    """Return the lines of a paragraph, all but the first indented."""
    return wrap(text, 98, subsequent_indent="      ")


def cover_sections(plan: PrintPlan) -> list[tuple[str, list[str]]]:
    """Return the headings of the first page with their paragraphs."""
    kit = plan.kit
    fit = "What does not fit" if kit.misfits else "What fits"
    notes = [to_sentence(note) for note in plan.notes]
    return [
        ("How to print", how_to_print(plan)),
        ("Parts", parts_list(kit)),
        *([("From home", list(kit.from_home))] if kit.from_home else []),
        *([("Left out", [to_sentence(text) for text in kit.left_out])] if kit.left_out else []),
        ("How much to cut", [cutting(plan)]),
        ("How large", [f"{kit.cell:g} mm {kit.cell_word}"]),
        (fit, kit.misfits or ["All pieces have room on their spaces."]),
        *([("About these rules", notes)] if notes else []),
    ]


def parts_list(kit: Kit) -> list[str]:
    """Return a line for all components of one kind that are there for one reason."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for part in kit.components:
        counts.setdefault((part.kind, part.reason), Counter())[part.label] += part.count
    reasons = Counter(kind for kind, _ in counts)
    lines = []
    for (kind, reason), labels in counts.items():
        several = reasons[kind] > 1
        names = join_and(f"{n} {label}" for label, n in labels.items()) if several else ""
        line = f"{labels.total()} × {kind}" + (f" ({names})" if names else "")
        lines.append(f"{line}: {reason}" if reason else line)
    return lines


def more_about(plan: PrintPlan) -> list[str]:
    """Return what to cut, what to take from home and what is left out, in sentences."""
    out = [f"Left out: {text}." for text in plan.kit.left_out]
    return [f"To cut: {cutting(plan)}", *plan.kit.from_home, *out]


def cutting(plan: PrintPlan) -> str:
    """Return `42 straight cuts with a knife or guillotine, 28 outlines with scissors` as text."""
    cuts = plan.cuts
    parts = [count_of(cuts.straight, "straight cut")] if cuts.straight else []
    parts += [f"{count_of(cuts.outlines, 'outline')} with scissors"] if cuts.outlines else []
    return f"{join_and(parts)}."


def how_to_print(plan: PrintPlan) -> list[str]:
    """Return instructions for printing, cutting and gluing."""
    lines = ["Print at 100 % (actual size), not fitted to the page."]
    two_sided, last = plan.two_sided_pages, plan.pages_before + plan.pages
    first = plan.pages_before + FRONT_PAGES + 1
    if two_sided:
        stop = first + two_sided - 1
        lines.append(f"Pages {first} to {stop}: on both sides, flipped on the long edge.")
    if first + two_sided <= last:
        start = first + two_sided
        lines.append(f"Page{'s' * (start < last)} {page_range(start, last)}: on one side.")
    lines.append("Cut along the crop marks or outlines; colour goes 2 mm beyond them.")
    if plan.boards:
        lines.append("Board: cut each page at its marks on the left and above; glue the strips at "
                     "the right and below under the next page.")  # fmt: skip
    return lines


def page_range(start: int, stop: int) -> str:
    """Return `3 to 8`, or `3` for a single page."""
    return f"{start} to {stop}" if start < stop else f"{start}"


def draw_map_page(pdf: PdfWriter, plan: PrintPlan) -> None:
    """Draw every board on several pages, with its seams and page numbers."""
    paper = plan.paper
    pdf.add_page(paper)
    x, y, number = MARGIN + 8, MARGIN + 14.0, plan.pages_before + plan.first_board_page
    width, height = paper.printable_size
    height = height / max(1, len(plan.boards)) - 20
    for board in plan.boards:
        pdf.draw_text(x, y, f"{board.component.label}: where each page goes", 4.4, bold=True)
        draw_page_map(pdf, board, (x, y + 6), (width - 16, height - 6), number)
        y, number = y + height + 14, number + len(board.tiles)
    if not plan.boards:
        pdf.draw_text(x, y, "This side stays empty: fronts begin on the next sheet.", 3.4)
    draw_page_footer(pdf, plan, paper, "page map" if plan.boards else "empty")
