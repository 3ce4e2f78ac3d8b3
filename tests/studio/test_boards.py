"""Boards of projects: opened, checked, kept as drafts and saved; nothing is ever lost unasked."""

import html
import json
import os
import threading

import pytest

from offleash.contract import option_texts
from offleash.games import registry
from offleash.games.uri_nation.board import BOARDS
from offleash.projects.project import digest_of, new_project
from offleash.studio.boards import editor as boards
from offleash.studio.projects import drafts
from tests.studio.owner_site import files, make_app, owner
from tests.web.serving import serving

SIX = BOARDS["six-blocks"].read_text()
BIG = SIX.replace("Six Blocks", "Big Blocks")


def test_a_board_is_opened_changed_and_saved(workspace):
    browser, folder = workspace
    board = browser.get("/studio/mine/board").json()
    assert board["text"] == SIX and board["digest"] == digest_of(SIX)
    assert [kind["key"] for kind in board["kinds"]] == list("s:=x+./T1234BPCEW")
    response = browser.post("/studio/mine/board", json={"text": BIG, "digest": board["digest"]})
    assert response.json() == {"text": BIG, "digest": digest_of(BIG)}
    assert (folder / "board.txt").read_text() == BIG
    assert browser.get("/studio/mine/board.txt").text == BIG
    payload = {"text": SIX, "digest": response.json()["digest"]}
    assert browser.post("/studio/mine/board", json=payload).status_code == 200
    assert (folder / "board.txt").read_text() == SIX


def test_a_server_forgets_the_boards_that_were_drawn(workspace):
    browser, _ = workspace
    digest, before = browser.get("/studio/mine/board").json()["digest"], option_texts.text_count()
    for number in range(5):
        text = SIX.replace("Six Blocks", f"Blocks {number}")
        response = browser.post("/studio/mine/board", json={"text": text, "digest": digest})
        digest = response.json()["digest"]
        assert browser.get("/studio/mine").status_code == 200
    assert option_texts.text_count() <= before + 1  # that of a request which has just been answered


def test_a_file_that_changed_meanwhile_is_not_overwritten(workspace):
    browser, folder = workspace
    digest = browser.get("/studio/mine/board").json()["digest"]
    (folder / "board.txt").write_text(SIX.replace("Six", "Six or seven"))
    before = files(folder)
    answer = browser.post("/studio/mine/board", json={"text": BIG, "digest": digest})
    assert answer.status_code == 409
    message = "mine/board.txt: it was changed on disk in the meantime, so nothing was written."
    assert answer.json() == {"sentence": message}
    assert browser.post("/studio/mine/board", json={"text": BIG}).status_code == 409
    assert files(folder) == before
    (folder / "board.txt").unlink()
    answer = browser.post("/studio/mine/board", json={"text": BIG, "digest": digest})
    assert answer.status_code == 409 and "removed in the meantime" in answer.json()["sentence"]
    assert not (folder / "board.txt").exists()


def test_of_two_pages_one_saves(workspace):
    browser, folder = workspace
    digest = browser.get("/studio/mine/board").json()["digest"]
    texts = [SIX.replace("Six", f"Block {number} of") for number in range(8)]
    answers = [0] * len(texts)

    def save(number):
        body = {"text": texts[number], "digest": digest}
        answers[number] = browser.post("/studio/mine/board", json=body).status_code

    savers = [threading.Thread(target=save, args=(number,)) for number in range(len(texts))]
    for thread in savers:
        thread.start()
    for thread in savers:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7
    assert (folder / "board.txt").read_text() == texts[answers.index(200)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a board begins with 'urination-board 1'"),
        (SIX.replace("TT1", "TTT"), "the board breaks KA1"),
        (SIX.replace("TT1", "TTz"), "line 8, cell (1,3): 'z' is not a glyph of a board"),
        (SIX.replace("version: 1.4", "version: 9"), "line 3: version is 1.2, 1.4"),
        ("\ud800", "must be valid JSON"),
        ("x" * 70_000, "at most 65,536 bytes"),
        (17, "must be a string, not 17"),
        (None, "must be a string, not None"),
        ([[]], "must be a string, not [[]]"),
    ],
)
def test_an_invalid_board_gets_an_error_message_and_is_not_written(workspace, text, sentence):
    browser, folder = workspace
    before = files(folder)
    answer = browser.post(
        "/studio/mine/board", content=json.dumps({"text": text, "digest": digest_of(SIX)})
    )
    assert answer.status_code in (400, 413, 422)
    assert sentence in answer.json()["sentence"] and "\n" not in answer.json()["sentence"]
    assert str(folder.parent) not in answer.text
    assert files(folder) == before


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'"text"', 400),
        (b"\xff\xfe", 400),
        (b'{"text":' * 100_000, 400),
        (b"[" * 500_000, 400),
        (b'{"digest": 1, "text": "' + b"9" * 5000 + b'"}', 400),
        (b'{"n": ' + b"9" * 5000 + b"}", 400),
        (b'{"text": "half of a sign: \\ud83d"}', 400),
        (b'{"digest": {"\\ud83d": 1}, "text": ""}', 400),
        (b'{"text": "' + b"s" * 10_000_000 + b'"}', 413),
    ],
)
@pytest.mark.parametrize("address", ["board", "draft", "check"])
def test_an_invalid_request_gets_an_error_message(workspace, address, content, status):
    browser, folder = workspace
    before = files(folder)
    answer = browser.post(f"/studio/mine/{address}", content=content)
    if address == "check" and b'"digest": 1' in content:
        assert answer.json()["problem"]["line"] == 1
        return
    assert answer.status_code == status and answer.json()["sentence"]
    assert files(folder) == before


# Drafts


def test_a_draft_is_kept_next_to_the_file_until_it_is_saved(workspace):
    browser, folder = workspace
    digest = digest_of(SIX)
    draft_text = SIX.replace("TT1", "TTT")  # a draft needs to keep nothing
    assert browser.post(
        "/studio/mine/draft", json={"text": draft_text, "digest": digest}
    ).is_success
    assert (folder / "board.txt").read_text() == SIX
    draft = browser.get("/studio/mine/board").json()["draft"]
    assert (draft["text"], draft["digest"]) == (draft_text, digest) and draft["at"] > 1_700_000_000
    assert browser.post("/studio/mine/board", json={"text": draft_text, "digest": digest}).is_error
    assert browser.get("/studio/mine/board").json()["draft"] == draft
    assert browser.post("/studio/mine/board", json={"text": BIG, "digest": digest}).is_success
    assert browser.get("/studio/mine/board").json()["draft"] is None
    assert not (folder / ".board.txt.draft").exists()


def test_a_draft_has_the_time_at_which_its_page_wrote_it(workspace):
    """One that comes late must not look newer than what the browser has stored since."""
    browser, folder = workspace
    browser.post("/studio/mine/draft", json={"text": BIG, "at": 1_700_000_000.25})
    assert browser.get("/studio/mine/board").json()["draft"]["at"] == 1_700_000_000.25
    for odd in (0, "soon", float("nan"), -5, 1e300):  # in a file that somebody has edited
        (folder / ".board.txt.draft").write_text(json.dumps({"text": BIG, "digest": "", "at": odd}))
        draft = browser.get("/studio/mine/board").json()["draft"]
        assert draft is None or 1_700_000_001 < draft["at"] < 1e11


@pytest.mark.parametrize("at", ["soon", True, -1, 1e300, None, [1]])
def test_a_draft_with_an_odd_time_is_refused(workspace, at):
    browser, folder = workspace
    answer = browser.post("/studio/mine/draft", json={"text": BIG, "at": at})
    assert answer.status_code == 400 and "`at` must be seconds since 1970" in answer.text
    assert not (folder / ".board.txt.draft").exists()


def test_a_draft_can_be_dropped(workspace):
    browser, folder = workspace
    browser.post("/studio/mine/draft", json={"text": BIG})
    assert (folder / ".board.txt.draft").exists()
    assert browser.delete("/studio/mine/draft").is_success
    assert not (folder / ".board.txt.draft").exists()
    assert browser.delete("/studio/mine/draft").is_success


def test_a_draft_follows_no_link(workspace, tmp_path):
    browser, folder = workspace
    outside = tmp_path / "outside"
    outside.write_text("mine")
    (folder / ".board.txt.draft").symlink_to(outside)
    answer = browser.post("/studio/mine/draft", json={"text": BIG})
    assert answer.status_code == 400 and "is a link" in answer.json()["sentence"]
    assert outside.read_text() == "mine"
    _still_works(browser)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_draft_that_is_not_a_plain_file_is_neither_read_nor_written(workspace, make):
    browser, folder = workspace
    make(folder / ".board.txt.draft")
    answer = browser.post("/studio/mine/draft", json={"text": BIG})
    assert answer.status_code == 400 and "not a regular file" in answer.json()["sentence"]
    _still_works(browser)


def _still_works(browser):
    """What has no draft can be opened and saved all the same."""
    board = browser.get("/studio/mine/board").json()
    assert board["draft"] is None
    assert browser.post(
        "/studio/mine/board", json={"text": SIX, "digest": board["digest"]}
    ).is_success


@pytest.mark.parametrize("broken", [b"", b"{", b"[1]", b'{"text": 1}', b"[" * 100_000, b"\xff"])
def test_a_broken_draft_is_ignored(workspace, broken):
    browser, folder = workspace
    (folder / ".board.txt.draft").write_bytes(broken)
    assert browser.get("/studio/mine/board").json()["draft"] is None
    browser.post("/studio/mine/draft", json={"text": BIG})
    assert browser.get("/studio/mine/board").json()["draft"]["text"] == BIG


def test_an_owner_and_a_draft_outlive_the_server(tmp_path):
    with serving(make_app(tmp_path)) as url, owner(url) as browser:
        cookies = dict(browser.cookies)
        browser.post("/studio/mine/draft", json={"text": BIG, "digest": "d"})
    with serving(make_app(tmp_path, key="another")) as url, owner(url, "another") as browser:
        browser.cookies = cookies  # of the browser that was open all the time
        assert browser.get("/studio/mine/board").json()["draft"]["text"] == BIG


def test_a_writer_killed_at_any_moment_leaves_a_whole_draft(workspace, monkeypatch):
    _, folder = workspace
    drafts.write_draft(folder, "board.txt", drafts.Draft(SIX, "1"))

    class Killed(BaseException):
        pass

    def killed(*_):
        raise Killed

    for step in ("os.fsync", "os.chmod", "os.replace"):
        with monkeypatch.context() as patched:
            patched.setattr(step, killed)
            with pytest.raises(Killed):
                drafts.write_draft(folder, "board.txt", drafts.Draft(BIG, "2"))
        assert drafts.read_draft(folder, "board.txt").text == SIX
    drafts.write_draft(folder, "board.txt", drafts.Draft(BIG, "2"))
    assert drafts.read_draft(folder, "board.txt").text == BIG


# Projects


def test_a_project_is_made_on_the_page(workspace):
    browser, folder = workspace
    form = {"name": "second", "kind": "uri-nation/1.2"}
    answer = browser.post("/studio", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/studio/second")
    board = browser.get("/studio/second/board").json()["text"]
    assert board == BOARDS["elm-street"].read_text()
    page = browser.get("/studio", headers={"accept": "text/html"}).text
    assert "My street" in page and 'href="/studio/second"' in page
    before = files(folder.parent / "second")
    assert browser.post("/studio", data=form).status_code == 422
    assert files(folder.parent / "second") == before


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rosewood Corner", "Rosewood-Corner"),
        ("Улица Роз", "Улица-Роз"),
        ("../../x", "x"),
        (".hidden/<b>", "hidden-b"),
        ("__init__ 2", "__init__-2"),
    ],
)
def test_any_title_makes_a_project_in_a_folder_of_its_own(workspace, title, name):
    browser, folder = workspace
    answer = browser.post("/studio", data={"name": title, "kind": "uri-nation/1.4"})
    assert answer.status_code == 303
    assert (folder.parent / name / "project.toml").is_file()
    for part in ("", "/rules", "/cards", "/paper"):
        page = browser.get(answer.headers["location"] + part, headers={"accept": "text/html"})
        assert html.escape(title) in page.text


@pytest.mark.parametrize("name", ["", ".", "..", "/", "__", "-_-", "a\tb", "x" * 61])
def test_a_bad_name_makes_no_project(workspace, name):
    browser, folder = workspace
    before = sorted(folder.parent.parent.rglob("*"))
    answer = browser.post("/studio", data={"name": name, "kind": "uri-nation/1.4"})
    assert answer.status_code == 422 and "A name has 1 to 60 characters" in answer.text
    assert sorted(folder.parent.parent.rglob("*")) == before


@pytest.mark.parametrize("kind", ["", "chess/1", "uri-nation/9", "uri-nation"])
def test_a_project_starts_from_an_existing_preset(workspace, kind):
    browser, folder = workspace
    answer = browser.post("/studio", data={"name": "next", "kind": kind})
    assert answer.status_code == (303 if kind == "uri-nation" else 422)
    assert (folder.parent / "next").exists() == (kind == "uri-nation")


def test_a_broken_project_is_listed_with_its_error_and_can_be_fixed(workspace):
    browser, folder = workspace
    broken = SIX.replace("TT1", "TTT")
    (folder / "board.txt").write_text(broken)
    page = browser.get("/studio", headers={"accept": "text/html"}).text
    assert "mine/board.txt: the board breaks KA1" in page
    board = browser.get("/studio/mine/board").json()
    assert board["text"] == broken
    mended = {"text": SIX, "digest": board["digest"]}
    assert browser.post("/studio/mine/board", json=mended).is_success


def test_a_board_that_was_removed_is_reported_by_its_name(workspace):
    browser, folder = workspace
    (folder / "board.txt").unlink()
    answer = browser.get("/studio/mine/board")
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith("mine/board.txt: it can't be read")


def test_unknown_boards_are_not_found(workspace):
    browser, folder = workspace
    new_project(folder.parent / "cards", registry.load("dog"))
    for name in ("nowhere", "..", "%2e%2e", "mine%2f..", "cards"):
        assert browser.get(f"/studio/{name}/board").status_code == 404
    (folder / "project.toml").write_text('game = "uri-nation"\nboard = "../outside.txt"\n')
    answer = browser.get("/studio/mine/board")
    assert answer.status_code == 400 and "not a plain file name" in answer.json()["sentence"]
    (folder / "project.toml").write_text('game = "uri-nation"\n')
    answer = browser.get("/studio/mine/board")
    assert "it does not name a board" in answer.json()["sentence"]
    assert str(folder.parent) not in answer.text


def test_a_view_is_calculated_once(workspace, monkeypatch):
    browser, _ = workspace
    key = browser.get("/studio/mine/board").json()["views"][0]
    monkeypatch.setattr(boards, "board_to_json", lambda *parts: {"views": parts[2]})
    answer = browser.post("/studio/mine/check", json={"text": SIX, "views": [key] * 3})
    assert answer.json() == {"views": [key]}
