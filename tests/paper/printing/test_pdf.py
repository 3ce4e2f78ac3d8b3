"""PDFs are measured: sizes, counts, backs and fonts come from the file's own numbers."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from offleash.contract.studio.kit import CIRCLE, Component, Kit, KitChoice
from offleash.games import registry
from offleash.games.uri_nation.draw.cards import INKS
from offleash.paper.printing.document import render_kit_pdf
from offleash.paper.printing.plan import FRONT_PAGES, PrintPlan, plan_pages
from offleash.paper.printing.sizes import BLEED, PAPERS
from tests.paper.printing.pdf_contents import Measured

EXACT = 0.1  # millimetres
SETS = {
    "dog": {},
    "puppy-park": {"players": 4, "extra_tiles": True, "houses34": True, "tree_poop": True},
    "domidog": {"players": 3},
    "secret-mission": {"players": 4},
    "uri-nation": {},
}
PRESETS = {"uri-nation": "1.2"}  # the one that draws cards
GAMES = sorted(SETS)


def printout(
    name: str, paper: str = "a4", grey: bool = False, only: str = ""
) -> tuple[PrintPlan, Measured]:
    return _printout(name, paper, grey, only)


@cache
def _printout(name: str, paper: str, grey: bool, only: str) -> tuple[PrintPlan, Measured]:
    game = registry.load(name)
    options = game.options(PRESETS.get(name), **SETS[name])
    kit = game.studio.kit(options, KitChoice())
    if only:
        kit = replace(
            kit, components=[component for component in kit.components if component.kind == only]
        )
    plan = plan_pages(game.title, game.describe_options(options), kit, PAPERS[paper], grey=grey)
    return plan, Measured(render_kit_pdf(plan))


def test_every_game_can_be_printed():
    shipped = {name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")}
    assert set(GAMES) == shipped


# Pages


@pytest.mark.parametrize("name", GAMES)
def test_pages_have_their_size_and_a_true_ruler(name):
    plan, file = printout(name)
    assert len(file) == plan.pages
    for page in range(len(file)):
        width, height = sorted(file.size(page))
        assert width == pytest.approx(210, abs=EXACT) and height == pytest.approx(297, abs=EXACT)
        lengths = [abs(line.stop[0] - line.start[0]) for line in file.lines(page)]
        assert min(abs(length - 100) for length in lengths) < 0.01


def test_the_ruler_is_as_long_on_the_picture():
    _, file = printout("dog")
    height = file.size(2)[1]
    pixels = file.pixels(2, per_mm=10)
    row = pixels[round((height - 8) * 10), :1200, 0] < 128  # through the line of the ruler
    dark = np.flatnonzero(row)
    assert (dark[-1] - dark[0] + 1) / 10 == pytest.approx(100, abs=0.3)  # half a line at each end


@pytest.mark.parametrize(("paper", "size"), [("letter", (215.9, 279.4)), ("a3", (297, 420))])
def test_other_papers(paper, size):
    plan, file = printout("dog", paper)
    assert file.size(2) == pytest.approx(size, abs=EXACT)
    assert sum(len(board.tiles) for board in plan.boards) == (6 if paper == "letter" else 2)


# Components


@pytest.mark.parametrize("name", GAMES)
def test_every_component_is_there_as_often_as_the_game_has_it(name):
    plan, file = printout(name)
    whole = [part for part in plan.kit.components if part.kind != "board"]
    backs = range(FRONT_PAGES + 1, FRONT_PAGES + plan.two_sided_pages, 2)
    last = len(file) - sum(len(board.tiles) for board in plan.boards)
    fronts = [page for page in range(FRONT_PAGES, last) if page not in backs]
    counts = Counter(art.name for page in fronts for art in file.arts(page, BLEED))
    expected = Counter()
    for component in whole:
        expected[component.front] += component.count
    assert sorted(counts.values()) == sorted(expected.values())


def test_counts_are_those_of_the_rules():
    counts = {name: printout(name)[0].counts for name in GAMES}
    assert counts["dog"] == {
        "cards": 8 * 13 + 6, "deal track": 1, "start-player marker": 1, "tokens": 16,
        "die to fold": 1, "board": 1,
    }  # fmt: skip
    assert counts["puppy-park"] == {
        "tiles": 28, "shiba tiles": 8, "houses": 4, "tree-poop tiles": 4, "bone": 1,
    }  # fmt: skip
    assert counts["domidog"] == {"tiles": 28, "shiba tiles": 8, "houses": 4, "bone": 1}
    assert counts["secret-mission"] == {"tiles": 28, "missions": 4}
    uri = counts["uri-nation"]
    assert [uri[kind] for kind in ("water cards", "chance cards", "event cards")] == [24] * 3
    assert (uri["pegs"], uri["dice to fold"]) == (6 + 3 + 4 + 4, 2)
    assert (uri["round track"], uri["start-player marker"]) == (1, 1)
    assert uri["bowls"] == uri["player aids"] == uri["breed cards"] == uri["dogs"] == 4


def test_every_card_is_readable_once():
    plan, file = printout("uri-nation")
    text = "\n".join(file.text(page) for page in range(len(file)))
    decks = ("water cards", "chance cards", "event cards")
    cards = [component for component in plan.kit.components if component.kind in decks]
    assert [card.label for card in cards if text.count(card.label) != 1] == []
    assert "�" not in text and "\0" not in text


@pytest.mark.parametrize(
    ("name", "size"), [("dog", (56, 87)), ("uri-nation", (56, 87)), ("puppy-park", (60, 34.641))]
)
def test_a_card_and_a_hex_have_their_size(name, size):
    _, file = printout(name)
    art = file.arts(FRONT_PAGES, BLEED)[0]
    assert (art.width, art.height) == pytest.approx(size, abs=EXACT)


def measure_across(file, page, down):
    """Where the first picture of a page differs from its ground, that far down, in millimetres."""
    art = file.arts(page, BLEED)[0]
    top = file.size(page)[1] - art.low - art.height
    pixels = file.pixels(page, per_mm=20)[round(20 * (top + down))].astype(int)
    row = pixels[round(20 * art.left) + 1 : round(20 * (art.left + art.width)) - 1]
    columns = np.flatnonzero(np.abs(row - row[0]).sum(axis=1) > 40)
    return (columns[-1] - columns[0]) / 20, (columns[-1] + columns[0]) / 40 - art.width / 2


def test_what_is_drawn_has_its_size_and_place_too():
    wide, off = measure_across(printout("dog")[1], FRONT_PAGES, 15)  # the frame, which is 0.6 thick
    assert wide == pytest.approx(56 - 6 + 0.6, abs=EXACT) and off == pytest.approx(0, abs=EXACT)
    wide, off = measure_across(
        printout("puppy-park")[1], FRONT_PAGES + 1, 17.3
    )  # two green hexagons
    assert wide == pytest.approx(30 + 30 * 26.4 / 30, abs=EXACT)
    assert off == pytest.approx(0, abs=EXACT)


def test_the_outline_of_a_hexagon_is_where_it_is_cut():
    _, file = printout("puppy-park")
    art = file.arts(FRONT_PAGES, BLEED)[0]
    xs = [x for line in file.lines(FRONT_PAGES) for x, y in (line.start, line.stop)
          if art.low - 0.1 < y < art.low + art.height + 0.1 and x < art.left + 61]  # fmt: skip
    assert min(xs) == pytest.approx(art.left, abs=0.01)
    assert max(xs) == pytest.approx(art.left + 60, abs=0.01)
    middle = [x for x in xs if abs(x - art.left - 30) < 1]  # where both hexagons meet
    assert middle == pytest.approx([art.left + 30] * len(middle), abs=0.01) and middle


@pytest.mark.parametrize("name", ["dog", "uri-nation"])
def test_crop_marks_point_at_the_cut(name):
    _, file = printout(name)
    xs = {round(line.start[0], 2) for line in file.lines(FRONT_PAGES)
            if line.start[0] == pytest.approx(line.stop[0], abs=0.001)}  # fmt: skip
    for art in file.arts(FRONT_PAGES, BLEED):
        assert {round(art.left, 2), round(art.left + art.width, 2)} <= xs


# Boards


@pytest.mark.parametrize("name", ["dog", "uri-nation"])
def test_pages_of_a_board_meet_at_their_marks(name):
    plan, file = printout(name)
    (board,) = plan.boards
    size = board.component.width, board.component.height
    for n, tile in enumerate(board.tiles):
        page = plan.first_board_page - 1 + n
        (art,) = file.arts(page, BLEED)
        assert (art.width, art.height) == pytest.approx(size, abs=EXACT)
        lines = file.lines(page)
        xs = {
            round(at.start[0] - art.left, 2) for at in lines if abs(at.start[0] - at.stop[0]) < 0.01
        }
        top = art.low + art.height
        ys = {round(top - at.start[1], 2) for at in lines if abs(at.start[1] - at.stop[1]) < 0.01}
        left, upper, right, low = (round(edge, 2) for edge in tile.visible)
        assert {left, right} <= xs and {upper, low} <= ys


@pytest.mark.parametrize("name", ["dog", "uri-nation"])
def test_the_map_leads_to_every_page_of_a_board(name):
    plan, file = printout(name)
    (board,) = plan.boards
    words = file.text(1).split()
    for n, tile in enumerate(board.tiles):
        page = plan.first_board_page + n
        at = words.index(tile.name)
        assert words[at : at + 3] == [tile.name, "page", str(page)]
        assert f"{board.component.label} {tile.name} · page {page} of" in file.text(page - 1)


# Backs


@pytest.mark.parametrize(("name", "paper"), [("dog", "a4"), ("uri-nation", "a4"),
                                             ("dog", "letter"), ("puppy-park", "a4")])  # fmt: skip
def test_backs_meet_their_fronts(name, paper):
    plan, file = printout(name, paper)
    backed_sheets = [sheet for sheet in plan.sheets if sheet.has_backs]
    assert backed_sheets == list(plan.sheets[: len(backed_sheets)]) != []
    for number, sheet in enumerate(backed_sheets):
        page = FRONT_PAGES + 2 * number
        width = file.size(page)[0]
        fronts = {(round(art.left, 1), round(art.low, 1)): art for art in file.arts(page, BLEED)}
        backs = file.arts(page + 1, BLEED)
        assert len(backs) == sum(bool(place.component.back) for place in sheet.placements)
        for back in backs:
            art = fronts[round(width - back.left - back.width, 1), round(back.low, 1)]
            assert (back.width, back.height) == pytest.approx((art.width, art.height))
            assert back.up == (-art.up[0], art.up[1])  # the sheet turns over its long edge


def test_a_sheet_of_two_decks_has_the_right_back_behind_each_card():
    plan, file = printout("uri-nation")
    sheet = next(
        sheet_ for sheet_ in plan.sheets if len({p.component.kind for p in sheet_.placements}) > 1
    )
    page = FRONT_PAGES + 2 * list(plan.sheets).index(sheet) + 1
    width = file.size(page)[0]
    pixels = file.pixels(page)
    inks = dict(zip(("water cards", "chance cards", "event cards"), INKS, strict=True))
    for placement in sheet.placements:
        x, y = width - placement.x - 28, placement.y + 4  # within the border, seen from behind
        colour = "#" + "".join(f"{part:02x}" for part in pixels[round(4 * y), round(4 * x)])
        assert colour == inks[placement.component.kind]


# Type and colour


@pytest.mark.parametrize("name", GAMES)
def test_fonts_are_in_the_file(name):
    fonts = printout(name)[1].fonts()
    assert fonts and all(fonts.values()), fonts


@pytest.mark.parametrize(
    ("name", "only"), [("puppy-park", "houses"), ("uri-nation", "bowls"), ("dog", "board")]
)
def test_black_and_white_has_no_colour(name, only):
    _, file = printout(name, grey=True, only=only)
    for page in (FRONT_PAGES, len(file) - 1):
        pixels = file.pixels(page, per_mm=1).astype(int)
        assert np.ptp(pixels, axis=2).max() <= 1
        assert pixels.min() < 90  # and yet there is something


@pytest.mark.parametrize(("name", "only"), [("dog", "tokens"), ("uri-nation", "large disks")])
def test_seats_are_told_apart_without_colours(name, only):
    plan, file = printout(name, grey=True, only=only)
    pixels = file.pixels(FRONT_PAGES).astype(int)[:, :, 0]
    shapes = {}
    for placement in plan.sheets[0].placements:
        x, y, side = round(4 * placement.x), round(4 * placement.y), round(4 * placement.width)
        shape = pixels[y : y + side, x : x + side]
        shapes.setdefault(placement.component.label.split()[0], shape > np.median(shape))
    assert len(shapes) == 4
    for one, other in combinations(shapes.values(), 2):
        assert np.mean(one != other) > 0.03


def test_the_same_game_is_the_same_file():
    plan, _ = printout("secret-mission", only="missions")
    assert render_kit_pdf(plan) == render_kit_pdf(plan)


def test_a_round_piece_is_cut_round():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'
    parts = [Component("disks", "one", 10, 10, svg, shape=CIRCLE)]
    file = Measured(render_kit_pdf(plan_pages("Game", "", Kit(parts, 10, ""), PAPERS["a4"])))
    (art,) = file.arts(FRONT_PAGES, BLEED)
    pixels = file.pixels(FRONT_PAGES, per_mm=10)[:, :, 0]
    top = round((file.size(FRONT_PAGES)[1] - art.low - art.height / 2) * 10)
    dark = np.flatnonzero(pixels[top, : round(10 * (art.left + 12))] < 200) / 10
    assert (dark[0], dark[-1]) == pytest.approx((art.left, art.left + 10), abs=0.15)
