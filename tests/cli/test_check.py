"""`offleash check`: a report on any game, its exit status, and a game in a folder."""

import pytest

from offleash.cli.app import run
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests.new_game import forgotten, write_fetch


@pytest.fixture
def fetch(tmp_path, monkeypatch):
    with forgotten(monkeypatch):
        yield write_fetch(tmp_path / "fetch")


def test_a_game_in_a_folder_is_examined(fetch, capsys):
    scenarios = str(fetch / "tests" / "scenarios")
    assert run(["check", str(fetch), "--planted", "--scenarios", scenarios]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "✓ rules legal actions are listed once, in order, within their bound" in text
    assert "– learning encodings reveal no secret" in text
    assert "checks: 23 passed, 0 failed, 4 do not concern this game; 33 of 33 planted" in text


@pytest.mark.parametrize(
    ("file", "old", "new", "area", "message"),
    [
        ("rules/course.py", "out[face] = ROLL + face", "out[face] = ROLL + 5 - face", "rules",
         "are not in ascending order"),
        ("rules/course.py", "    state.rolled = 0", "    state.rolled = state.bone", "rules",
         "random games can be played"),
        ("game.py", "state.place.min() < 0", "state.place.min() < 1", "texts", "BadNotation"),
        ("board.py", 'return [SEAT_NAMES[int(view["seat"][0])]]', 'return ["Rover"]', "pictures",
         "'rest' clicks on 'Rover', which is not on the board"),
        ("board.py", 'name=SEAT_NAMES[dog]', 'name="Rex"', "pictures", "have one name"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported(fetch, capsys, monkeypatch, file, old, new, area, message):
    path = fetch / "src" / "fetch" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert run(["check", str(fetch), "--only", area]) == 1
    output = capsys.readouterr().out
    assert f"✗ {area}" in output and message in output


def test_what_cannot_be_examined_is_refused(tmp_path):
    with pytest.raises(OffleashError, match="is not the package of a game"):
        registry.add_folder(tmp_path)
    with pytest.raises(OffleashError, match="there are no checks of 'manners', only of options"):
        run(["check", "digs", "--only", "manners"])
