"""The game that `offleash new-game` writes, on the table page: its board is clicked."""

import importlib
import sys

import pytest

from offleash.cli.new_game import game_files
from offleash.games import registry
from tests.tables.page_player import Player
from tests.tables.rooms import Room, by_mouse, play, violations


@pytest.fixture
def fetch(tmp_path, monkeypatch):
    """The game as somebody has installed it, for one test."""
    for path, text in game_files("fetch").items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    monkeypatch.setattr(registry, "ROWS", dict(registry.ROWS))
    registry.add(importlib.import_module("fetch.row").ROW)
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "fetch"]:
        del sys.modules[name]


def test_a_whole_game_is_played_on_its_board(fetch, room: Room) -> None:
    live = room.site.make_table("fetch", ["ann", "random"], options={"lane": 10}, luck=room.luck)
    opened_page = room.open(f"/table/{live.name}", "ann")
    player = Player(room.site, opened_page.page, live)
    assert player.wait()
    clicks = {click for target in player.choices() for click in target.clicks}
    assert all(click.startswith(("place-", "piece-")) for click in clicks)
    opened_page.keep("table-fetch")
    player.click(player.choose())
    play(player, by_mouse)
    assert player.decisions >= 2
    assert violations(opened_page.page) == []
    opened_page.keep("table-fetch-over")
