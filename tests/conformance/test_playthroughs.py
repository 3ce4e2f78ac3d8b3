import pytest

from offleash.games import registry
from tests.battery import folder, playthroughs
from tests.playthroughs import golden, playthrough


@pytest.mark.parametrize("name", playthroughs())
def test_the_game_goes_as_written(name):
    expected = golden(name).read_text(encoding="utf-8")
    assert playthrough(name) == expected, "run `make goldens` if the rules were meant to change"


@pytest.mark.parametrize("game", registry.ROWS)
def test_every_game_has_playthroughs_and_every_file_is_one(game):
    cases = {name for name, (of, _) in playthroughs().items() if of == game}
    files = {file.stem for file in (folder(game) / "playthroughs").glob("*.txt")}
    assert cases
    assert files == cases
