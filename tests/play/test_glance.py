"""The rules on one screen: every panel is a legal move, drawn with its marks."""

import pytest

from offleash.games import registry
from offleash.play.glance import draw_glance, draw_panels
from offleash.tools.errors import BadFile

GAMES = [name for name in registry.ROWS if name != "digs"]  # those of the box


@pytest.mark.parametrize("name", GAMES)
def test_panels_of_every_game_are_played_and_marked(name):
    panels = draw_glance(name)
    assert 3 <= len(panels) <= 6
    assert all(panel.picture.startswith("<svg") for panel in panels)
    assert sum('id="last"' in panel.picture for panel in panels) >= len(panels) - 1


def test_a_wrong_panel_is_named(tmp_path):
    file = tmp_path / "glance.toml"
    text = 'game = "dog"\n[[panel]]\ntitle = "Out"\ntext = "Come out."\nplay = "A start"\n'
    file.write_text(text, "utf-8")
    with pytest.raises(BadFile, match="panel 'Out': illegal action 'A start'"):
        draw_panels(file)
