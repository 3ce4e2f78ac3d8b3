"""Projects: plain files in one folder, nothing read outside it and nothing overwritten."""

import errno
import os
import re
import shutil

import pytest

from offleash.games import registry
from offleash.play.session import Session
from offleash.play.transcript import format_transcript, parse_transcript
from offleash.projects.project import (
    PROJECT,
    list_projects,
    new_project,
    options_from,
    read_project,
    write_project,
)
from offleash.tools.errors import OffleashError

DIGS = registry.load("digs")
BOARD, DECK = ("1...B..2", "1..BB..2"), ("sniff 4 1", "sniff 5 1")  # a bone, a card more


@pytest.fixture
def folder(tmp_path):
    """A project of the toy, with its board and deck copied in."""
    new_project(tmp_path / "mine", DIGS, "quick")
    return tmp_path / "mine"


def change(folder, name, old, new):
    file = folder / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def listing(folder):
    """Every file of a folder with its bytes."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def problem_of(folder):
    """The sentence that reading a project gives; one line, and no file is changed by it."""
    before = listing(folder)
    with pytest.raises(OffleashError) as error:
        read_project(folder)
    assert listing(folder) == before and "\n" not in str(error.value)
    return str(error.value)


def test_a_new_project_plays_as_its_preset(folder):
    project = read_project(folder)
    assert sorted(project.texts) == ["board.txt", "deck.txt", PROJECT, "rules.toml"]
    assert project.options.tobytes() == DIGS.options("quick").tobytes()
    assert read_project(folder / PROJECT).options.tobytes() == project.options.tobytes()


def test_rules_and_files_change_the_options(folder):
    (folder / "rules.toml").write_text('crumbs = 3\nbiscuits = {red = 2}\ntie = "nobody"\n')
    change(folder, "deck.txt", *DECK)
    options = read_project(folder).options
    changes = DIGS.changes(options)
    assert changes.pop("deck").startswith("@")
    assert changes == {"crumbs": "3", "biscuits": "2,5,5,5", "tie": "nobody"}
    assert options_from(DIGS, None, folder / PROJECT, {}).tobytes() == options.tobytes()


def test_a_rules_file_may_name_shipped_files_and_files_of_the_folder(folder):
    change(folder, PROJECT, 'board = "board.txt"\n', "")
    (folder / "rules.toml").write_text('board = "park"\n')
    assert DIGS.changes(read_project(folder).options) == {"board": "park"}
    (folder / "rules.toml").write_text('board = "board.txt"\n')
    change(folder, "board.txt", *BOARD)
    project = read_project(folder)
    assert DIGS.changes(project.options)["board"].startswith("@") and "board.txt" in project.texts


def test_a_transcript_holds_the_files(folder):
    change(folder, "deck.txt", *DECK)
    options = read_project(folder).options
    text = format_transcript(Session(DIGS, options))
    assert all(line in text for line in (folder / "deck.txt").read_text().split())
    shutil.rmtree(folder)
    replayed = parse_transcript(text, "a game").session.options
    assert replayed.tobytes() == options.tobytes()


# Bad projects

SECRET = "one secret line"


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "/etc/passwd", "..", ".", "", "a/b.txt", "a\\b.txt", "C:x", ".hidden",
     "x\\u0000y", "x" * 101, "link.txt", "sub"],
)  # fmt: skip
@pytest.mark.parametrize("key", ["board", "rules"])
def test_nothing_outside_the_folder_is_read(folder, key, name):
    (folder.parent / "secret.txt").write_text(SECRET)
    (folder / "link.txt").symlink_to("../secret.txt")
    (folder.parent / "elsewhere").mkdir()
    (folder / "sub").symlink_to("../elsewhere")
    usual = {"board": "board.txt", "rules": "rules.toml"}[key]
    escaped = name if "\\u" in name else name.replace("\\", "\\\\")
    change(folder, PROJECT, f'{key} = "{usual}"', f'{key} = "{escaped}"')
    with pytest.raises(OffleashError) as error:
        read_project(folder)
    message = str(error.value)
    line = 1 + (folder / PROJECT).read_text().splitlines().index(f'{key} = "{escaped}"')
    assert re.search(rf"project\.toml, line {line}: .*folder$", message), message
    assert SECRET not in message


@pytest.mark.parametrize("name", ["../secret.txt", "link.txt"])
def test_nothing_outside_the_folder_is_read_by_the_rules_file(folder, name):
    (folder.parent / "secret.txt").write_text(SECRET)
    (folder / "link.txt").symlink_to("../secret.txt")
    change(folder, PROJECT, 'board = "board.txt"\n', "")
    (folder / "rules.toml").write_text(f'crumbs = 2\nboard = "{name}"\n')
    message = problem_of(folder)
    assert (
        "rules.toml, line 2: " in message and message.endswith("folder") and SECRET not in message
    )


@pytest.mark.parametrize("value", ["[1]", "{a = 1}", "3", "2024-02-03"])
def test_a_rules_file_names_files_by_texts(folder, value):
    change(folder, PROJECT, 'board = "board.txt"\n', "")
    (folder / "rules.toml").write_text(f"crumbs = 2\nboard = {value}\n")
    message = problem_of(folder)
    assert "rules.toml, line 2: board must be a file name, not " in message


def test_a_link_inside_the_folder_is_fine(folder):
    (folder / "board.txt").rename(folder / "real.txt")
    (folder / "board.txt").symlink_to("real.txt")
    assert not DIGS.changes(read_project(folder).options)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('title = "', 'colour = "red"\ntitle = "', "line 3: there is no key 'colour'"),
        ('board = "', 'bord = "', "there is no key 'bord', did you mean board"),
        ('board = "board.txt"', "board = 3", "board must be text, not 3"),
        ('title = "', 'title = ["a"]\n#', "title must be text"),
        ('title = "', 'crumbs = "2"\ntitle = "', "crumbs is an option: write it into the rules"),
        ('game = "digs"', 'game = "chess"', "line 1: "),
        ('game = "digs"\n', "", "it does not name a game"),
        ('base = "quick"', 'base = "slow"', "line 2: "),
        ('base = "quick"', 'base = "quick', "line 2: not valid TOML"),
        ("board.txt", "nowhere.txt", "nowhere.txt: it can't be read (No such file"),
    ],
)
def test_a_bad_project_gives_one_error_message(folder, old, new, problem):
    change(folder, PROJECT, old, new)
    message = problem_of(folder)
    assert problem in message and PROJECT in message, message


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\ncrumbs = 9\n", "line 2: option crumbs can't be 9"),
        ("crumbz = 1\n", "line 1: there is no option 'crumbz', did you mean crumbs"),
        ('base = "lung"\n', "line 1: Digs has no preset 'lung', did you mean long"),
        ("base = 3\n", "line 1: base must be text, not 3"),
        ('board = "park"\n', "line 1: project.toml already names the file of board"),
        ('game = "dog"\n', "line 1: these are rules of 'dog'"),
        ("crumbs = \n", "line 1: not valid TOML"),
        ("crumbs = 1\n" * 2, "line 2: not valid TOML"),
    ],
)
def test_bad_rules_give_one_error_message(folder, text, problem):
    (folder / "rules.toml").write_text(text)
    message = problem_of(folder)
    assert f"rules.toml, {problem}" in message, message


def test_a_rule_set_may_have_a_preset_of_its_own(folder):
    assert read_project(folder).base == "quick"
    (folder / "other.toml").write_text('base = "long"\n')
    assert read_project(folder, {"rules": "other.toml"}).base == "long"
    assert read_project(folder).base == "quick"


@pytest.mark.parametrize("name", [PROJECT, "rules.toml", "board.txt"])
@pytest.mark.parametrize("spoil", ["huge", "bytes", "pipe", "folder"])
def test_unreadable_files_give_one_error_message(folder, name, spoil):
    file = folder / name
    file.unlink()
    if spoil == "huge":
        file.write_bytes(b"# ten megabytes\n" * (10 << 16))
    elif spoil == "bytes":
        file.write_bytes(b"\xff\xfe\x00")
    elif spoil == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()
    with pytest.raises(OffleashError, match=name) as error:
        read_project(folder)
    assert "\n" not in str(error.value)


def test_a_broken_board_is_reported_with_its_name(folder):
    (folder / "board.txt").write_text("no board at all\n")
    assert "board.txt: " in problem_of(folder)


# Writing


def test_a_read_project_can_be_written(folder):
    project = read_project(folder)
    write_project(folder, {"rules.toml": "crumbs = 2\n"}, project.digests)
    assert DIGS.changes(read_project(folder).options) == {"crumbs": "2"}


@pytest.mark.parametrize("spoil", ["changed", "removed", "unknown"])
def test_files_that_changed_meanwhile_are_not_overwritten(folder, spoil):
    digests = read_project(folder).digests
    if spoil == "changed":
        (folder / "rules.toml").write_text("crumbs = 3\n")
    elif spoil == "removed":
        (folder / "rules.toml").unlink()
    else:
        del digests["rules.toml"]
    before = listing(folder)
    problems = {"changed": "changed on disk", "removed": "removed", "unknown": "already exists"}
    texts = {"rules.toml": "crumbs = 2\n", PROJECT: before[PROJECT].decode() + 'notes = "x"\n'}
    with pytest.raises(OffleashError, match=problems[spoil]):
        write_project(folder, texts, digests)
    assert listing(folder) == before


@pytest.mark.parametrize(
    "texts",
    [
        {"rules.toml": "crumbs = 99\n"},
        {"board.txt": "nonsense"},
        {"../x.toml": "crumbs = 1\n"},
        {"/tmp/x.toml": ""},
    ],
)
def test_an_invalid_project_is_not_written(folder, texts):
    before, siblings = listing(folder), sorted(folder.parent.iterdir())
    with pytest.raises(OffleashError):
        write_project(folder, texts, read_project(folder).digests)
    assert listing(folder) == before and sorted(folder.parent.iterdir()) == siblings


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_stay_as_they_were(folder, mark, end):
    (folder / "rules.toml").write_bytes(mark + b"# mine" + end + b"crumbs = 3" + end)
    project = read_project(folder)
    text = project.texts["rules.toml"].replace("3", "2") + "# more\n"
    write_project(folder, {"rules.toml": text}, project.digests)
    expected = end.join((b"# mine", b"crumbs = 2", b"# more", b""))
    assert (folder / "rules.toml").read_bytes() == mark + expected
    assert read_project(folder).texts["rules.toml"] == text


def test_a_full_disk_leaves_every_file_as_it_was(folder, monkeypatch):
    project, before = read_project(folder), listing(folder)
    real, synced = os.fsync, []

    def fsync(handle):
        synced.append(handle)
        if len(synced) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    texts = {name: f"{project.texts[name]}# more\n" for name in (PROJECT, "rules.toml")}
    with pytest.raises(OffleashError, match=r"can't be written \(No space left on device\)"):
        write_project(folder, texts, project.digests)
    assert listing(folder) == before
    monkeypatch.undo()
    write_project(folder, texts, project.digests)
    assert read_project(folder).texts[PROJECT].endswith("# more\n")


def test_a_new_project_overwrites_nothing(folder):
    before = listing(folder)
    with pytest.raises(OffleashError, match="already exists"):
        new_project(folder, DIGS)
    assert listing(folder) == before


def test_projects_are_listed_and_no_link_that_leads_out(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    new_project(elsewhere / "theirs", DIGS)
    (folder.parent / "theirs").symlink_to(elsewhere / "theirs")
    (folder.parent / "empty").mkdir()
    assert list_projects(folder.parent) == ["mine"]
    assert list_projects(folder.parent / "nowhere") == []


@pytest.mark.parametrize("name", ["uri-nation", "dog", "domidog", "puppy-park", "secret-mission"])
def test_every_game_can_be_a_project(name, tmp_path):
    game = registry.load(name)
    for preset in game.rules.presets or (None,):
        project = new_project(tmp_path / f"{preset}", game, preset)
        assert read_project(project.folder).options.tobytes() == game.options(preset).tobytes()
