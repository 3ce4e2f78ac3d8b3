"""`project`, and `--project` wherever rules are taken."""

import pytest

from offleash.cli.app import run as offleash
from offleash.tools.errors import OffleashError


@pytest.fixture
def folder(tmp_path, capsys):
    place = tmp_path / "mine"
    offleash(["project", "new", str(place), "--game", "digs", "--preset", "quick"])
    assert "a project of" in capsys.readouterr().out
    (place / "rules.toml").write_text("crumbs = 3\n")
    return place


def test_a_project_is_checked(folder, capsys):
    offleash(["project", "check", str(folder)])
    assert "crumbs=3" in capsys.readouterr().out
    (folder / "rules.toml").write_text("crumbs = 9\n")
    with pytest.raises(OffleashError, match=r"rules\.toml, line 1: option crumbs can't be 9"):
        offleash(["project", "check", str(folder)])


@pytest.mark.parametrize("game", [[], ["digs"]])
def test_a_project_is_simulated(folder, capsys, game):
    offleash(["simulate", *game, "--project", str(folder), "-n", "3", "--set", "seats=2"])
    heading = capsys.readouterr().out.splitlines()[0]
    assert "rules quick" in heading and "crumbs=3" in heading and "seats=2" in heading


def test_projects_are_compared_and_swept(folder, capsys):
    other = f"{folder}/project.toml"
    offleash(["compare", "digs", "--a", "quick", "--b", other, "-n", "96"])
    assert "crumbs=3" in capsys.readouterr().out
    offleash(["sweep", "--project", str(folder), "--over", "crumbs=2,3", "-n", "6"])
    assert "3 (base)" in capsys.readouterr().out


def test_other_commands_take_a_project(folder, capsys):
    offleash(["perft", "--project", str(folder), "--depth", "1"])
    assert capsys.readouterr().out
    with pytest.raises(OffleashError, match="is a project of digs, not of dog"):
        offleash(["perft", "dog", "--project", str(folder)])


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        (["--rules", "x.toml"], "leave out --rules"),
        (["--preset", "long"], "is based on quick, but the preset is long"),
    ],
)
def test_a_project_goes_with_settings_only(folder, arguments, pattern):
    with pytest.raises(OffleashError, match=pattern):
        offleash(["simulate", "--project", str(folder), *arguments])


def test_a_game_or_a_project_is_needed(tmp_path, capsys):
    with pytest.raises(OffleashError, match="GAME is missing; see `offleash simulate --help`"):
        offleash(["simulate"])
    with pytest.raises(OffleashError, match=r"project\.toml: it can't be read"):
        offleash(["simulate", "--project", str(tmp_path)])
    with pytest.raises(OffleashError, match=r"--projects .* is not a folder"):
        offleash(["serve", "--projects", str(tmp_path / "nowhere")])
    (tmp_path / "file").touch()
    place = ["--port", "0", "--database", str(tmp_path / "x.sqlite"), "--new-owner"]
    capsys.readouterr()
    with pytest.raises(OffleashError, match=r"--runs .* is not a folder"):
        offleash(["serve", *place, "--runs", str(tmp_path / "file")])
    assert capsys.readouterr().out == ""  # no link to a site that there is not


def test_rule_sets_and_the_history_are_used_from_the_command_line(folder, capsys):
    def run(*arguments):
        offleash(["project", arguments[0], str(folder), *arguments[1:]])
        return capsys.readouterr().out.splitlines()

    assert run("list") == ["rule set rules: rules.toml, in use"]
    assert run("copy", "rules.toml", "many crumbs") == ["copied rules.toml to many crumbs.toml"]
    run("use", "many crumbs.toml")
    assert run("rename", "rules.toml", "few") == ["renamed rules.toml to few.toml"]
    assert run("list") == [
        "rule set few: few.toml",
        "rule set many crumbs: many crumbs.toml, in use",
    ]
    run("delete", "few.toml")
    notes = [line.partition(": ")[2] for line in run("history")]
    assert notes[:3] == ["deleted few", "renamed rules to few", "uses many crumbs"]
    assert run("history", "1", "2")[-2:] == [
        "-# Options of Digs that differ from what the project builds on.",
        "+crumbs = 3",
    ]
    assert "restored few.toml" in run("restore", str(len(notes) - 1), "--file", "few.toml")
    for wrong in (
        ["history", "1"],
        ["restore", "99"],
        ["delete", "x"],
        ["copy", "few.toml", "a/b"],
    ):
        with pytest.raises(OffleashError):
            run(*wrong)
