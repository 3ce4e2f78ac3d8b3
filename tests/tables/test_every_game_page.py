"""What the table page of every game must be: looked at in one visit each."""

from typing import Any

import pytest

from tests.tables.rooms import DESK, GAMES, Room, by_mouse, until

# Every element that a page slides, and whether its picture calls it a piece.
RECORD_SLIDES = """() => {
  window.slid = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const isPiece = this.hasAttribute("data-slides");
    if ("translate" in frames) window.slid.push([this.id, isPiece]);
    return animate.call(this, frames, how);
  };
}"""

REPEATED_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return ids.filter((id, n) => ids.indexOf(id) !== n);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_only_pieces_slide_and_ids_are_unique(room: Room, game: str) -> None:
    opened_page, player = room.sit(game, **DESK, reduced_motion="no-preference")
    page: Any = opened_page.page
    assert player.wait()
    page.evaluate(RECORD_SLIDES)
    for _ in range(2):
        by_mouse(player)
        assert player.wait()
    until(page, SLID if game == "dog" else "() => true")
    assert [name for name, is_piece in page.evaluate("window.slid") if not is_piece] == []
    assert page.evaluate(REPEATED_IDS) == []


SLID = "() => window.slid.length > 0"
