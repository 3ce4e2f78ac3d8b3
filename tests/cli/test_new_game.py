"""`new-game` and the games of installed packages; test_tutorial.py plays and tests such a game."""

from importlib.metadata import EntryPoint

import pytest

from offleash.cli.app import run
from offleash.cli.new_game import game_files
from offleash.games import registry
from offleash.games.registry import Row
from offleash.tools.errors import OffleashError

GROUP = "offleash.games"


def test_the_files_carry_the_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert not run(["new-game", "tug-of-war", "--title", "Tug of War"])
    assert "pip install -e 'tug-of-war[test]'" in capsys.readouterr().out
    folder = tmp_path / "tug-of-war"
    row = (folder / "src/tug_of_war/row.py").read_text(encoding="utf-8")
    assert 'Row("tug-of-war", "Tug of War", ' in row and 'package="tug_of_war.game"' in row
    for file in (file for file in folder.rglob("*") if file.is_file()):
        text = file.read_text(encoding="utf-8")
        assert "<name>" not in text and "<module>" not in text and "<title>" not in text
        compile(text, file, "exec") if file.suffix == ".py" else None
    with pytest.raises(OffleashError, match="exists already: name a new folder with --out"):
        run(["new-game", "tug-of-war"])
    assert not run(["new-game", "tug-of-war", "--out", "other"])
    assert (tmp_path / "other/tests/test_tug_of_war.py").exists()


@pytest.mark.parametrize(
    ("name", "title", "sentence"),
    [
        ("dog", "", "there is already a game called dog"),
        ("json", "", "there is already a Python module json"),
        ("Fetch", "", "a game can't be called 'Fetch': .*, such as fetch"),
        ("../fetch", "", "a game can't be called"),
        ("class", "", "a game can't be called 'class'"),
        ("", "", "a game can't be called"),
        ("fetch", 'a "dog"', "the title can't be"),
        ("fetch", "a\ndog", "the title can't be"),
        ("fetch", "a\\xdog", "the title can't be"),
    ],
)
def test_names_that_cannot_be_used(name, title, sentence):
    with pytest.raises(OffleashError, match=sentence):
        game_files(name, title)


# Installed games

GOOD = Row("fetch", "Fetch", "2", "race", package="fetch.game")
NAMELESS = Row("fetch", "Fetch", "2", "race")
SAME_NAME = Row("dog", "Another Dog", "2", "race", package="fetch.game")


def add_rows(monkeypatch, *names: str) -> dict[str, Row]:
    """The registry after packages with these entry points were found."""
    points = [EntryPoint(name, f"{__name__}:{name}", GROUP) for name in names]
    monkeypatch.setattr(registry, "ROWS", dict(registry.ROWS))
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry.add_installed()
    return registry.ROWS


def test_an_installed_game_has_a_name(monkeypatch, capsys):
    rows = add_rows(monkeypatch, "GOOD")
    assert rows["fetch"] is GOOD and GOOD.module == "fetch.game"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("NAMELESS", "is not a Row with a package"),
        ("add_rows", "is not a Row with a package"),
        ("SAME_NAME", "there is already a game called dog"),
        ("MISSING", "has no attribute 'MISSING'"),
    ],
)
def test_a_package_that_is_wrong_leaves_the_others_alone(name, reason, monkeypatch, capsys):
    before = dict(registry.ROWS)
    rows = add_rows(monkeypatch, name, "GOOD")
    assert rows == {**before, "fetch": GOOD}
    error = capsys.readouterr().err
    assert (
        error.startswith(f"offleash: the installed game {name} is left out (") and reason in error
    )
