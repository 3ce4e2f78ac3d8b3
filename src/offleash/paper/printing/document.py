"""The whole file: how to print it, a map of its pages, sheets with backs, others, boards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import shorten, wrap

from offleash.core.kit import Component, Kit
from offleash.paper.printing.ink import Ink
from offleash.paper.printing.marks import (
    draw_corners,
    draw_cut,
    draw_foot,
    draw_page_map,
    draw_small_map,
    draw_tile,
)
from offleash.paper.printing.paper import BLEED, MARGIN, Paper, page_around
from offleash.paper.printing.sheets import Sheet, fits, lay_out
from offleash.paper.printing.tiling import Tiling, tiled

Tell = Callable[[int, int], None]  # pages made, pages in all
FRONT_PAGES = 2  # how to print, and the map: so every front lies on an odd page


@dataclass(frozen=True)
class Job:
    """What is to be printed, and how."""

    title: str
    rules: str  # in one line
    kit: Kit
    paper: Paper
    large: bool = False  # boards on one page of their own size, and not tiled
    grey: bool = False


@dataclass(frozen=True)
class Plan:
    """Where everything goes."""

    job: Job
    sheets: Sequence[Sheet]
    boards: Sequence[Tiling]
    large: Sequence[Component]

    @property
    def both_sides(self) -> int:
        """How many pages are printed on both sides, backs counted."""
        return 2 * sum(sheet.has_backs for sheet in self.sheets)

    @property
    def pages(self) -> int:
        """In all."""
        one_side = sum(not sheet.has_backs for sheet in self.sheets)
        tiles = sum(len(board.tiles) for board in self.boards)
        return FRONT_PAGES + self.both_sides + one_side + tiles + len(self.large)

    @property
    def first_tile(self) -> int:
        """The page on which the first board begins."""
        return self.pages - sum(len(board.tiles) for board in self.boards) - len(self.large) + 1

    @property
    def counts(self) -> dict[str, int]:
        """How many components of each kind."""
        found: dict[str, int] = {}
        for component in self.job.kit.components:
            found[component.kind] = found.get(component.kind, 0) + component.count
        return found


def plan_of(job: Job) -> Plan:
    """Where everything goes, before anything is drawn."""
    small = [each for each in job.kit.components if fits(each, job.paper)]
    rest = [each for each in job.kit.components if not fits(each, job.paper)]
    whole = [each for each in rest for _ in range(each.count)]
    boards = [] if job.large else [tiled(each, job.paper) for each in whole]
    return Plan(job, lay_out(small, job.paper), boards, whole if job.large else [])


def printed(plan: Plan, tell: Tell = lambda done, total: None) -> bytes:
    """The PDF."""
    ink = Ink(f"{plan.job.title} to print", plan.job.grey)
    draw_cover(ink, plan)
    draw_map(ink, plan)
    for sheet in plan.sheets:
        draw_sheet(ink, plan, sheet)
        tell(ink.pages, plan.pages)
    for board in plan.boards:
        for tile in board.tiles:
            ink.turn_page(board.paper)
            draw_tile(ink, board, tile)
            draw_small_map(ink, board.paper, board, tile)
            foot(ink, plan, board.paper, f"{board.component.label} {tile.name}")
            tell(ink.pages, plan.pages)
    for component in plan.large:
        draw_whole(ink, plan, component)
        tell(ink.pages, plan.pages)
    return ink.finished()


def foot(ink: Ink, plan: Plan, paper: Paper, words: str) -> None:
    """The ruler, what is on this page, and its number."""
    title = shorten(plan.job.title, 30, placeholder="…")
    where = f"page {ink.pages} of {plan.pages}"
    draw_foot(ink, paper, f"{title} · {shorten(words, 36, placeholder='…')} · {where}")


def draw_sheet(ink: Ink, plan: Plan, sheet: Sheet) -> None:
    """The fronts, and on the next page their backs."""
    paper = plan.job.paper
    kinds = ", ".join(dict.fromkeys(each.component.kind for each in sheet.placed))
    ink.turn_page(paper)
    for placed in sheet.placed:
        size = placed.component.width, placed.component.height
        ink.place(placed.component.front, placed.x, placed.y, size, placed.turn)
    for placed in sheet.placed:  # marks lie on every bleed
        draw_cut(ink, placed)
    foot(ink, plan, paper, kinds)
    if not sheet.has_backs:
        return
    ink.turn_page(paper)
    for placed in (each.behind(paper) for each in sheet.placed):
        size = placed.component.width, placed.component.height
        ink.place(placed.component.back, placed.x, placed.y, size, placed.turn)
    foot(ink, plan, paper, f"backs of {kinds}")


def draw_whole(ink: Ink, plan: Plan, component: Component) -> None:
    """A board on one large page."""
    paper = page_around(component.width, component.height)
    ink.turn_page(paper)
    x, y = (paper.width - component.width) / 2, MARGIN + BLEED
    ink.place(component.front, x, y, (component.width, component.height))
    draw_corners(ink, x, y, x + component.width, y + component.height)
    foot(ink, plan, paper, component.label)


# The first two pages


def draw_cover(ink: Ink, plan: Plan) -> None:
    """How to print and cut it, what there is, and what does not fit."""
    job, paper = plan.job, plan.job.paper
    ink.turn_page(paper)
    x, y = MARGIN + 10, MARGIN + 18
    title = f"{job.title} to print and play"
    ink.write(x, y, title, min(8.0, (paper.room[0] - 20) / (0.7 * len(title))), bold=True)
    y += 8
    for line in wrap(job.rules, 90):
        ink.write(x, y, line, 3)
        y += 5
    for heading, lines in cover_words(plan):
        y += 8
        ink.write(x, y, heading, 4.4, bold=True)
        y += 2
        for line in (part for words in lines for part in wrap(words, 84)):
            y += 5.6
            ink.write(x, y, line, 3.4)
    foot(ink, plan, paper, "how to print")


def cover_words(plan: Plan) -> list[tuple[str, list[str]]]:
    """Each part of the first page: a heading, and its lines."""
    job = plan.job
    found = [("How to print", how_to_print(plan))]
    found.append(("What there is", [f"{n} × {kind}" for kind, n in plan.counts.items()]))
    found.append(("How large", [f"{job.kit.cell:g} mm {job.kit.cell_word}"]))
    if crowded := job.kit.misfits:
        found.append(("What does not fit", crowded))
    else:
        found.append(("What fits", ["All pieces have room on their spaces."]))
    return found


def how_to_print(plan: Plan) -> list[str]:
    """Which pages go how through the printer."""
    lines = ["Print at 100 %, actual size: nothing fitted to the page."]
    both, last = plan.both_sides, plan.pages
    if both:
        start, stop = FRONT_PAGES + 1, FRONT_PAGES + both
        lines.append(f"Pages {start} to {stop}: on both sides, turned over the long edge.")
    if FRONT_PAGES + both < last:
        start = FRONT_PAGES + both + 1
        lines.append(f"Page{'s' * (start < last)} {page_range(start, last)}: on one side.")
    lines.append("Cut along the crop marks or outlines; colour goes 2 mm beyond them.")
    if plan.boards:
        lines.append("Board: cut each page at its marks on the left and above; glue the strips at "
                     "the right and below under the next page.")  # fmt: skip
    return lines


def page_range(start: int, stop: int) -> str:
    """`3 to 8`, or the only one."""
    return f"{start} to {stop}" if start < stop else f"{start}"


def draw_map(ink: Ink, plan: Plan) -> None:
    """Every board that is glued together, with its seams and page numbers."""
    paper = plan.job.paper
    ink.turn_page(paper)
    y, page = MARGIN + 14.0, plan.first_tile
    room = paper.room[1] / max(1, len(plan.boards)) - 20
    for board in plan.boards:
        ink.write(MARGIN + 8, y, f"{board.component.label}: where each page goes", 4.4, bold=True)
        draw_page_map(ink, board, (MARGIN + 8, y + 6), (paper.room[0] - 16, room - 6), page)
        y, page = y + room + 14, page + len(board.tiles)
    if not plan.boards:
        ink.write(MARGIN + 8, y, "This side stays empty: fronts begin on the next sheet.", 3.4)
    foot(ink, plan, paper, "page map" if plan.boards else "empty")
