"""Boards and rule sets of a project, and its history: every save can be brought back."""

import errno

import pytest

from offleash.games import registry
from offleash.projects import boards_and_rules, history
from offleash.projects.boards_and_rules import RULE_SET, add_part, read_parts, restore_version
from offleash.projects.project import (
    FileConflict,
    digest_of,
    new_project,
    read_inside,
    read_project,
    write_project,
)
from offleash.tools import files
from offleash.tools.errors import OffleashError


@pytest.fixture
def folder(tmp_path):
    new_project(tmp_path / "mine", registry.load("uri-nation"), "1.4", "My street")
    return tmp_path / "mine"


def versions(folder):
    return [(version.number, version.note) for version in history.list_versions(folder)]


def names(folder):
    return {(part.kind, part.file, part.is_used) for part in read_parts(folder).parts}


def test_a_new_project_has_one_board_and_one_rule_set(folder):
    assert names(folder) == {("board", "board.txt", True), ("rules", "rules.toml", True)}
    assert versions(folder) == [(1, "")]


def test_boards_and_rule_sets_are_added_copied_renamed_used_and_deleted(folder):
    file = boards_and_rules.copy_part(read_parts(folder), "board.txt", "Wide  straße")
    assert file == "Wide straße.txt"
    assert read_parts(folder).part(file).name == "Wide straße"  # in the file as well
    assert boards_and_rules.add_part(read_parts(folder), "rules", "fast") == "fast.toml"
    boards_and_rules.use_part(read_parts(folder), file)
    assert read_project(folder).files["board"] == file
    new = boards_and_rules.rename_part(read_parts(folder), file, "Narrow")
    assert read_project(folder).files["board"] == new == "Narrow.txt"
    boards_and_rules.delete_part(read_parts(folder), "fast.toml")
    kinds = {("board", "board.txt", False), ("board", "Narrow.txt", True)}
    assert names(folder) == {*kinds, ("rules", "rules.toml", True)}
    assert [note for _, note in versions(folder)][:5] == [
        "deleted fast", "renamed Wide straße to Narrow", "uses Wide straße", "added fast",
        "added Wide straße",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["", "...", "a/b", "..", ".hidden", "c:d", "x" * 61, "\u202e1"])
def test_a_name_that_no_part_can_have(folder, name):
    with pytest.raises(OffleashError, match="name"):
        add_part(read_parts(folder), RULE_SET, name)
    assert versions(folder) == [(1, "")]


def test_what_is_in_use_or_has_the_name_is_not_overwritten(folder):
    with pytest.raises(OffleashError, match="in use"):
        boards_and_rules.delete_part(read_parts(folder), "board.txt")
    with pytest.raises(OffleashError, match="already exists"):
        boards_and_rules.copy_part(read_parts(folder), "board.txt", "board")
    parts = read_parts(folder)
    boards_and_rules.retitle(parts, "Another title", "")
    with pytest.raises(FileConflict):  # by a page that read the project before
        boards_and_rules.retitle(parts, "A third title", "")
    assert read_project(folder).title == "Another title"


def test_a_board_that_only_the_rules_name_is_in_use(folder):
    head = (folder / "project.toml").read_text().replace('board = "board.txt"\n', "")
    (folder / "project.toml").write_text(head)
    (folder / "rules.toml").write_text('board = "board.txt"\n')
    with pytest.raises(OffleashError, match="in use"):
        boards_and_rules.delete_part(read_parts(folder), "board.txt")
    with pytest.raises(OffleashError, match="in use"):
        boards_and_rules.rename_part(read_parts(folder), "board.txt", "Narrow")
    assert read_project(folder).changes["board"].startswith("@")


def test_drafts_do_not_push_boards_out_of_the_list(folder, monkeypatch):
    monkeypatch.setattr(boards_and_rules, "MOST_PARTS", 8)
    for number in range(9):
        (folder / f".{number}.txt.draft").write_text("{}")
        (folder / f"{number}.md").write_text("")
    files = len([path for path in folder.iterdir() if path.suffix in (".toml", ".txt")]) - 1
    assert files < 8 and ("board", "board.txt", True) in names(folder)
    for number in range(8 - files):
        add_part(read_parts(folder), RULE_SET, f"z{number}")
    with pytest.raises(OffleashError, match="at most 8"):
        add_part(read_parts(folder), RULE_SET, "zz")


def test_a_selection_plays_another_board_with_other_rules(folder):
    text = "win_territories = 11\n"
    add_part(read_parts(folder), RULE_SET, "short", text)
    usual, short = read_project(folder), read_project(folder, {"rules": "short.toml"})
    assert usual.options["win_territories"][0] == 15
    assert short.options["win_territories"][0] == 11
    with pytest.raises(OffleashError, match="can't be used as board"):
        read_parts(folder).selection({"board": "short.toml"})


def test_every_save_is_a_version_that_comes_back(folder):
    first = read_inside(folder, "rules.toml")
    (folder / "rules.toml").write_text("win_territories = 12\n")  # in an editor
    known = {"rules.toml": digest_of("win_territories = 12\n")}
    write_project(folder, {"rules.toml": "win_territories = 9\n"}, known, note=" quick\n game ")
    assert versions(folder) == [(3, "quick game"), (2, history.OUTSIDE), (1, "")]
    two, three = (history.version_of(folder, number) for number in (2, 3))
    (change,) = history.compare_versions(folder, two, three)
    assert change.lines[1:] == ["-win_territories = 12", "+win_territories = 9"]
    assert restore_version(folder, 2) == ["rules.toml"]
    assert read_project(folder).options["win_territories"][0] == 12
    assert restore_version(folder, 1, "rules.toml") == ["rules.toml"]
    assert read_inside(folder, "rules.toml") == first
    assert restore_version(folder, 1) == []  # it is already so


def test_a_deleted_board_comes_back(folder):
    file = boards_and_rules.copy_part(read_parts(folder), "board.txt", "Other")
    text = read_inside(folder, file)
    boards_and_rules.delete_part(read_parts(folder), file)
    assert restore_version(folder, 2, file) == [file]
    assert read_inside(folder, file) == text


def test_a_full_disk_loses_nothing(folder, monkeypatch):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    known = {"rules.toml": digest_of(read_inside(folder, "rules.toml"))}

    def no_room(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "_write_draft", no_room)
        with pytest.raises(OffleashError, match="No space"):
            write_project(folder, {"rules.toml": "win_territories = 9\n"}, known)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_damaged_version_is_left_out(folder):
    add_part(read_parts(folder), RULE_SET, "fast")
    (folder / ".history" / "000002.json").write_text('{"at": 1, "note": "", "files": {"a": "../x"')
    (folder / ".history" / "000009.json").write_text(
        '{"at": 1, "note": "", "files": {"rules.toml": "../../../etc/passwd"}}'
    )
    assert versions(folder) == [(1, "")]
    text = next(iter((folder / ".history" / "texts").iterdir()))
    text.write_bytes(b"changed")
    with pytest.raises(OffleashError, match="is damaged"):
        restore_version(folder, 1)
    add_part(read_parts(folder), RULE_SET, "slow")  # which goes on from there
    assert versions(folder)[0] == (11, "added slow")


def test_long_texts_are_compared_in_no_time():
    lines = [f"# {number}" for number in range(9000)]
    change = history.FileChange("rules.toml", "\n".join(lines), "\n".join(reversed(lines)))
    assert change.lines[:2] == ["-# 0", "-# 1"] and len(change.lines) == 18_000
    short = history.FileChange("rules.toml", "a\nb", "a\nc")
    assert short.lines == ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]


def test_an_old_text_is_found_among_many(tmp_path, monkeypatch):
    monkeypatch.setattr(history, "MOST_SEARCHED", 2)
    folder = tmp_path / "mine"
    new_project(folder, registry.load("uri-nation"), "1.4")
    text = (folder / "board.txt").read_text()
    for number in range(4):
        (folder / "board.txt").write_text(text + f"# {number}\n")
        history.record_version(folder)
    assert history.text_with_digest(folder, "board.txt", digest_of(text)) == text
    assert history.text_with_digest(folder, "board.txt", "0" * 64) is None
