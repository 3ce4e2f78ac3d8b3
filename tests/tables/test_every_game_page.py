"""What the table page of every game must be: looked at in one visit each."""

from typing import Any

import pytest

from tests.tables.page_player import Player
from tests.tables.rooms import DESK, GAMES, PHONE, Room, by_mouse, until

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


# What a finger reads when it has chosen; a label as every kind of action has one.
SAY = """async (choices) => {
  const script = document.querySelector("script[src*='/table.js']").src;
  const { sayChoice } = await import(script.replace("/table.js", "/selection.js"));
  return choices.map((choice) => sayChoice({ action: "", captures: [], ...choice }));
}"""
SENTENCES = {
    ("blue-yellow", "lay blue-yellow to the right end"): "Lay blue-yellow to the right end",
    ("10", "give 10 to Blue"): "Give 10 to Blue",
    ("A", "a into home 1"): "A: a into home 1",
    ("pass", "end the turn without an action"): "Pass: end the turn without an action",
}


def test_questions_to_a_finger_are_english(room: Room) -> None:
    live = room.site.make_table("domidog", ["ann", "greedy"], start=ONE_WAY)
    page = room.open(f"/table/{live.name}", "ann", **PHONE).page
    player = Player(room.site, page, live)
    assert player.wait()
    choices = [{"group": group, "label": label} for group, label in SENTENCES]
    assert page.evaluate(SAY, choices) == list(SENTENCES.values())
    page.locator("#targets .next").first.tap()
    until(page, "() => document.getElementById('prompt').textContent.endsWith('?')")
    assert page.text_content("#prompt").startswith("Lay blue-yellow to the ")
    assert page.text_content("#buttons") == "PlayBack"


ONE_WAY = "chain=blue-blue hands=blue-yellow,white-grey|yellow-red,red-white supply=blue-brown"


def test_a_pass_says_what_it_does_where_nothing_else_is_possible(room: Room) -> None:
    options = {"seats": 2, "board": "four-corners"}
    live = room.site.make_table("uri-nation", ["greedy", "ann"], options=options, start=ONLY_PASS)
    page = room.open(f"/table/{live.name}", "ann").page
    assert Player(room.site, page, live, 1).wait()
    assert page.text_content("#prompt") == "Nothing else is possible:"
    assert page.text_content("#buttons") == "Pass: end the turn without an action"


ONLY_PASS = (
    "bruiser at (2,0) water 6 swagger 3 drive 2 grit 2 bond 1 empty 1; scrapper at (0,1) water 1 "
    "swagger 1 drive 1 grit 1 bond 2 owns (1,11); round 2; turn scrapper; phase action; rolled 10; "
    "moved yes"
)
