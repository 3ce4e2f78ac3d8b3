import pytest

from offleash.games import registry
from tests.playthroughs.playthrough import CASES, FOLDER, playthrough


@pytest.mark.parametrize("name", CASES)
def test_the_game_goes_as_written(name):
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name) == written, "run `make goldens` if the rules were meant to change"


def test_every_game_has_a_playthrough():
    assert {case[0] for case in CASES.values()} == set(registry.ROWS)


def test_every_golden_file_is_a_case():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(CASES)
