"""The game that `offleash new-game` writes, on the table page: its board is clicked."""

import pytest

from offleash.games import registry
from tests.new_game import forgotten, write_fetch
from tests.tables.page_player import Player
from tests.tables.rooms import Room, by_mouse, play, violations


@pytest.fixture
def fetch(tmp_path, monkeypatch):
    """The game as somebody has installed it."""
    with forgotten(monkeypatch):
        registry.add_folder(write_fetch(tmp_path))
        yield


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
