"""Thumbnails of pages for the browser: the contents of sheets, the cuts of boards."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from offleash.contract.studio.kit import Component
from offleash.paper.printing.plan import FRONT_PAGES, PrintPlan
from offleash.paper.printing.sheets import Placement
from offleash.paper.printing.sizes import Paper
from offleash.paper.printing.tiling import Tiling

MAX_THUMBNAILS = 6
GREY = '<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter>'

Thumbnail = dict[str, str]  # a caption and an SVG


def page_thumbnails(plan: PrintPlan) -> list[Thumbnail]:
    """Return thumbnails of the first sheets with new components, and of every board."""
    sheets = list(_sheets(plan))
    boards = [_tiled_board(plan, board) for board in plan.boards] + [
        {"words": f"{board.label}, on one page", "svg": _whole_part(plan, board)}
        for board in plan.large
    ]
    return [*sheets[: max(1, MAX_THUMBNAILS - len(boards))], *boards]


def _sheets(plan: PrintPlan) -> Iterator[Thumbnail]:
    page, seen = FRONT_PAGES + 1, set[str]()
    for sheet in plan.sheets:
        kinds = dict.fromkeys(item.component.kind for item in sheet.placements)
        if not seen.issuperset(kinds):
            words = f"Page {page}: {', '.join(kinds)}"
            yield {"words": words, "svg": _page(plan, sheet.placements)}
        seen.update(kinds)
        page += 1 + sheet.has_backs


def _page(plan: PrintPlan, placed: list[Placement]) -> str:
    paper: Paper = plan.paper
    first: dict[str, int] = {}  # equal pictures are included once
    parts = []
    for item in placed:
        name = f"c{first.setdefault(item.component.front, len(first))}"
        parts.append(_use(item, name))
    defs = "".join(_symbol(svg, f"c{n}") for svg, n in first.items())
    return _svg(plan, paper.width, paper.height, f"<defs>{defs}</defs>{''.join(parts)}")


def _symbol(svg: str, name: str) -> str:
    """Return a picture as a symbol, with ids that are unique on the page."""
    inner = re.sub(r'( id="|href="#|url\(#|aria-labelledby=")', rf"\g<1>{name}-", svg)
    return inner.replace("<svg ", f'<symbol id="{name}" ', 1).removesuffix("</svg>") + "</symbol>"


def _use(placed: Placement, name: str) -> str:
    width, height = placed.component.width, placed.component.height
    if not placed.rotation:
        return _use_element(name, placed.x, placed.y, width, height)
    turned = _use_element(name, 0, 0, width, height)
    return f'<g transform="translate({placed.x},{placed.y + width}) rotate(-90)">{turned}</g>'


def _use_element(name: str, x: float, y: float, width: float, height: float) -> str:
    box = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<use href="#{name}" {box}/>'


def _tiled_board(plan: PrintPlan, board: Tiling) -> Thumbnail:
    """Return a board with the seams between its pages."""
    part, edges = board.component, []
    for tile in board.tiles:
        left, top, right, low = tile.visible
        place = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{low - top:.1f}"'
        for colour, wide in (("#ffffff", 5), ("#000000", 2)):
            edges.append(f'<rect {place} fill="none" stroke="{colour}" stroke-width="{wide}"/>')
    words = f"{part.label}: {part.width:.0f} × {part.height:.0f} mm, glued from {len(board.tiles)}"
    return {"words": f"{words} pages", "svg": _whole_part(plan, part, "".join(edges))}


def _whole_part(plan: PrintPlan, part: Component, over: str = "") -> str:
    picture = _symbol(part.front, "b") + _use_element("b", 0, 0, part.width, part.height)
    return _svg(plan, part.width, part.height, picture + over)


def _svg(plan: PrintPlan, width: float, height: float, inside: str) -> str:
    style = (GREY, ' filter="url(#grey)"') if plan.grey else ("", "")
    box = quoteattr(f"0 0 {width:.2f} {height:.2f}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox={box} width="{width:.0f}" '
        f'height="{height:.0f}">{style[0]}<rect width="100%" height="100%" fill="#ffffff"/>'
        f"<g{style[1]}>{inside}</g></svg>"
    )
