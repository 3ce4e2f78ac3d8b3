"""Seams run between spaces, pages fit, and together they are the whole board."""

import pytest

from offleash.contract.studio.kit import Component, KitChoice
from offleash.games import registry
from offleash.games.uri_nation.board import BOARDS
from offleash.paper.printing.sizes import BLEED, PAPERS
from offleash.paper.printing.tiling import OVERLAP, Tiling, find_seams, tile_board
from offleash.tools.errors import OffleashError

ROUNDING = 0.001


def board_of(name: str, **options) -> Component:
    game = registry.load(name)
    (board,) = (
        component
        for component in game.studio.kit(game.options(**options), KitChoice()).components
        if component.kind == "board"
    )
    return board


def check(tiling: Tiling) -> None:
    board, (width, height) = tiling.component, tiling.paper.printable_size
    assert (tiling.seams_x[0], tiling.seams_x[-1]) == (0, pytest.approx(board.width))
    assert (tiling.seams_y[0], tiling.seams_y[-1]) == (0, pytest.approx(board.height))
    for tile in tiling.tiles:
        left, top, right, low = tile.printed
        assert right - left <= width + ROUNDING and low - top <= height + ROUNDING
        strip = OVERLAP if tile.visible[2] < board.width else BLEED
        assert right - tile.visible[2] == pytest.approx(strip)


def cut_spaces(tiling: Tiling) -> list[tuple[float, ...]]:
    return [
        space
        for space in tiling.component.spaces
        if any(space[0] + ROUNDING < x < space[2] - ROUNDING for x in tiling.seams_x[1:-1])
        or any(space[1] + ROUNDING < y < space[3] - ROUNDING for y in tiling.seams_y[1:-1])
    ]


SUBJECTS = [
    *(("uri-nation", {"board": name}) for name in sorted(BOARDS)),
    *(("dog", {"loop_len": length}) for length in (16, 64, 96)),
]


@pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("number", range(len(SUBJECTS)))
def test_no_seam_cuts_a_space_of_a_shipped_board(number, is_long):
    """On every paper, or each board on one of them in turn."""
    game, options = SUBJECTS[number]
    board, papers = board_of(game, **options), list(PAPERS.values())
    for paper in papers if is_long else [papers[number % len(papers)]]:
        tiling = tile_board(board, paper)
        check(tiling)
        assert cut_spaces(tiling) == []


def test_a_seam_that_is_moved_would_be_noticed():
    tiling = tile_board(board_of("uri-nation"), PAPERS["a4"])
    seams = (tiling.seams_x[0], tiling.seams_x[1] - 40, *tiling.seams_x[2:])
    assert cut_spaces(Tiling(tiling.component, tiling.paper, seams, tiling.seams_y))


def test_an_extra_page_is_used_where_it_saves_a_space():
    assert find_seams(180, 100, []) == ((0, 90, 180), 0)
    seams, damage = find_seams(180, 100, [(70, 110)])  # in two pieces it would be cut in any case
    assert len(seams) == 4 and damage == 0
    seams, damage = find_seams(180, 100, [(5, 175)])  # three would not help
    assert len(seams) == 3 and damage > 0


def test_what_fits_is_not_cut():
    assert find_seams(99.5, 100, [(0, 50)]) == ((0, 99.5), 0)


def test_nobody_glues_thousands_of_pages():
    large = Component("board", "A board", 13_000, 13_000, "<svg/>")
    with pytest.raises(OffleashError, match=r"a board of 13000 × 13000 mm takes 3,[0-9]{3} pages"):
        tile_board(large, PAPERS["a4"])
