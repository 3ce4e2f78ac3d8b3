"""What a newcomer meets in the lobby: a plain Play, menus that can be read, and who plays."""

import re

from tests.tables.rooms import GAMES, Room

# What a menu shows of the words that are chosen in it, and what it would need.
WIDTHS = """() => [...document.querySelectorAll("#seats .seat:not(.extra) select")].map((menu) => {
  const text = document.createElement("span");
  text.textContent = menu.selectedOptions[0].textContent;
  text.style.font = getComputedStyle(menu).font;
  text.style.position = "absolute";
  document.body.append(text);
  const needed = text.getBoundingClientRect().width + 48;  // its padding and its arrow
  text.remove();
  return [menu.getBoundingClientRect().width, needed];
})"""


def test_a_newcomer_finds_play_before_candidates_and_options(room: Room) -> None:
    page = room.open("/new/uri-nation", **SMALL).page
    assert page.locator(".newcomer").is_visible()
    assert page.locator("#new button.main:visible").all_text_contents() == ["Play"]
    assert not page.locator("text=1.5").first.is_visible()
    assert not re.search(r"\b97\b", page.text_content("main"))
    assert [row for row in page.evaluate(WIDTHS) if row[0] < row[1]] == []
    for game in GAMES:
        texts = room.open(f"/new/{game}").page.locator(".bots dd").all_text_contents()
        assert len(texts) >= 5 and not [text for text in texts if "anything" in text]


SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def test_your_tables_name_who_else_sits_there(room: Room) -> None:
    room.site.make_table("dog", ["eva", "greedy", "ben", "greedy"])
    page = room.open("/", "eva").page
    line = page.locator(".yours li").first.text_content()
    assert "with Ben and 2 bots" in " ".join(line.split())
