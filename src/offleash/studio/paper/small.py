"""Small pictures of pages, as a browser shows them: what is on a sheet, where a board is cut."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from offleash.core.kit import Component
from offleash.studio.printing.document import FRONT_PAGES, Plan
from offleash.studio.printing.paper import Paper
from offleash.studio.printing.sheets import Placed
from offleash.studio.printing.tiling import Tiling

MOST = 6  # pictures
GREY = '<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter>'

Small = dict[str, str]  # words, and an SVG


def small_pages(plan: Plan) -> list[Small]:
    """Of the first sheets on which there is something new, and of every board."""
    sheets = list(_sheets(plan))
    boards = [_tiled(plan, each) for each in plan.boards] + [
        {"words": f"{each.label}, on one page", "svg": _whole(plan, each)} for each in plan.large
    ]
    return [*sheets[: max(1, MOST - len(boards))], *boards]


def _sheets(plan: Plan) -> Iterator[Small]:
    page, seen = FRONT_PAGES + 1, set[str]()
    for sheet in plan.sheets:
        kinds = dict.fromkeys(each.component.kind for each in sheet.placed)
        if not seen.issuperset(kinds):
            words = f"Page {page}: {', '.join(kinds)}"
            yield {"words": words, "svg": _page(plan, sheet.placed)}
        seen.update(kinds)
        page += 1 + sheet.has_backs


def _page(plan: Plan, placed: list[Placed]) -> str:
    paper: Paper = plan.job.paper
    first: dict[str, int] = {}  # equal pictures are written once
    parts = []
    for each in placed:
        name = f"c{first.setdefault(each.component.front, len(first))}"
        parts.append(_use(each, name))
    defs = "".join(_symbol(svg, f"c{n}") for svg, n in first.items())
    return _framed(plan, paper.width, paper.height, f"<defs>{defs}</defs>{''.join(parts)}")


def _symbol(svg: str, name: str) -> str:
    """A picture inside another one; its own names are made different from all others."""
    inner = re.sub(r'( id="|href="#|url\(#|aria-labelledby=")', rf"\g<1>{name}-", svg)
    return inner.replace("<svg ", f'<symbol id="{name}" ', 1).removesuffix("</svg>") + "</symbol>"


def _use(placed: Placed, name: str) -> str:
    width, height = placed.component.width, placed.component.height
    if not placed.turn:
        return _used(name, placed.x, placed.y, width, height)
    turned = _used(name, 0, 0, width, height)
    return f'<g transform="translate({placed.x},{placed.y + width}) rotate(-90)">{turned}</g>'


def _used(name: str, x: float, y: float, width: float, height: float) -> str:
    where = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<use href="#{name}" {where}/>'


def _tiled(plan: Plan, board: Tiling) -> Small:
    """A board with the seams between its pages."""
    part, edges = board.component, []
    for tile in board.tiles:
        left, top, right, low = tile.visible
        place = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{low - top:.1f}"'
        for colour, wide in (("#ffffff", 5), ("#000000", 2)):
            edges.append(f'<rect {place} fill="none" stroke="{colour}" stroke-width="{wide}"/>')
    words = f"{part.label}: {part.width:.0f} × {part.height:.0f} mm, glued from {len(board.tiles)}"
    return {"words": f"{words} pages", "svg": _whole(plan, part, "".join(edges))}


def _whole(plan: Plan, part: Component, over: str = "") -> str:
    picture = _symbol(part.front, "b") + _used("b", 0, 0, part.width, part.height)
    return _framed(plan, part.width, part.height, picture + over)


def _framed(plan: Plan, width: float, height: float, inside: str) -> str:
    look = (GREY, ' filter="url(#grey)"') if plan.job.grey else ("", "")
    box = quoteattr(f"0 0 {width:.2f} {height:.2f}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox={box} width="{width:.0f}" '
        f'height="{height:.0f}">{look[0]}<rect width="100%" height="100%" fill="#ffffff"/>'
        f"<g{look[1]}>{inside}</g></svg>"
    )
