"""Cut lines: parts that touch share them and show nothing of each other; all are counted."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from offleash.contract.studio.kit import CIRCLE, Component, Kit
from offleash.games.shared.printed import ground, picture
from offleash.games.shared.svg import disc, words
from offleash.paper.printing.document import cutting, render_kit_pdf
from offleash.paper.printing.plan import plan_pages
from offleash.paper.printing.sheets import Cuts
from offleash.paper.printing.sizes import BLEED, PAPERS
from offleash.tools.errors import OffleashError
from tests.paper.printing.pdf_contents import Measured

A4 = PAPERS["a4"]
SCRIPTS = "Zażółć gęślą jaźń · Ξεσκεπάζω ψυχή · Съешь ещё булок · Țară și Őrült · ← ↑ → ↓ ♥ ★ ½ −"


def part(label: str = "red", colour: str = "#ff0000", **more: object) -> Component:
    front = picture(20, 20, ground(20, 20, colour), disc(0, 0, 4, fill="#000000"))
    return Component("tokens", label, 20.0, 20.0, front, **more)


def planned(*parts: Component):
    return plan_pages("Test", "no rules", Kit(parts, 10, "of a cell"), A4)


def test_parts_that_touch_lie_edge_to_edge_and_show_nothing_of_each_other():
    plan = planned(part(count=5, shares_cuts=True), part("blue", "#0000ff", shares_cuts=True))
    file = Measured(render_kit_pdf(plan))
    arts = sorted(file.arts(2, BLEED), key=lambda art: art.left)
    assert [round(b.left - a.left, 2) for a, b in pairwise(arts)] == [20] * 5
    pixels, top = file.pixels(2, per_mm=10), file.size(2)[1] - arts[0].low - 10
    row = pixels[round(10 * top)].astype(int)
    edge = round(10 * arts[5].left)  # where the last red one and the blue one meet
    assert row[edge - 3].tolist() == [255, 0, 0] and row[edge + 3].tolist() == [0, 0, 255]
    beyond = row[round(10 * (arts[5].left + 20)) + 15]
    assert beyond.tolist() == [0, 0, 255]  # colour goes beyond the outer cut


def test_one_line_serves_two_parts():
    plan = planned(part(count=12, shares_cuts=True))
    (block,) = plan.sheets[0].blocks
    columns = len(block.rows[0])
    file = Measured(render_kit_pdf(plan))
    xs = {round(line.start[0], 2) for line in file.lines(2)
          if abs(line.start[0] - line.stop[0]) < 0.001 and line.start[1] > 40}  # fmt: skip
    assert len(xs) == columns + 1
    assert block.cuts == Cuts(columns + 1 + len(block.rows) + 1, 0)
    apart = planned(part(count=12)).sheets[0].blocks[0].cuts
    assert apart.straight > block.cuts.straight


def test_cuts_are_counted_with_boards_and_scissors():
    board = replace(part("board"), kind="board", width=300.0, height=200.0)
    plan = planned(part(count=3, shape=CIRCLE), board)
    assert plan.cuts.outlines == 3
    (tiling,) = plan.boards
    assert plan.cuts.straight == 2 * len(tiling.tiles) + 2 + 1  # two pages side by side
    assert cutting(plan) == "7 straight cuts and 3 outlines with scissors."


def test_five_scripts_and_arrows_are_printed():
    front = picture(180, 20, ground(180, 20, "#ffffff"), words(0, 0, 4, SCRIPTS))
    plan = planned(Component("cards", "a", 180.0, 20.0, front))
    file = Measured(render_kit_pdf(plan))
    text = file.text(2)
    assert all(word in text for word in SCRIPTS.replace(" · ", " ").split())
    assert all(file.fonts().values())
    pixels = file.pixels(2, per_mm=12)[..., 0]
    assert (pixels < 128).sum() > 1000 and np.ptp(pixels) > 200


def test_a_character_that_no_font_has_is_named_with_its_card_before_anything_is_made():
    fronts = {
        label: picture(20, 20, words(0, 0, 3, text))
        for label, text in (("WA01", "fine"), ("WA02", "中 and 🐶"), ("WA03", "the same 中"))
    }
    cards = [Component("water cards", label, 20, 20, svg) for label, svg in fronts.items()]
    with pytest.raises(OffleashError) as error:
        render_kit_pdf(planned(*cards))
    assert str(error.value) == (
        "the font lacks characters of WA02 of the water cards (U+4E2D 中, U+1F436 🐶) and "
        "WA03 of the water cards (U+4E2D 中): nothing was printed"
    )
