"""Links to a project: people with one see it, comment or edit; all others see nothing."""

import re

import pytest

from offleash.projects.history import clean_note, data_in, list_versions, signed_note
from offleash.projects.links import (
    Link,
    add_comment,
    create_link,
    find_link,
    list_comments,
    list_links,
)
from offleash.projects.project import digest_of
from offleash.studio.projects.access import EDITOR_ADDRESS
from offleash.studio.projects.overview import OWNER_ACTIONS
from offleash.studio.projects.projects import create_project
from offleash.tools.errors import OffleashError
from offleash.web.cookies import COOKIE
from offleash.web.quotas import Quota
from tests.studio.owner_site import files, make_app, owner
from tests.web.serving import serving, visitor

AT = "/studio/mine/overview"


def new_link(browser, folder, can="comment"):
    before, form = set(list_links(folder)), {"action": "share", "name": "<Ben>", "can": can}
    assert browser.post(AT, data=form).status_code == 303
    (code,) = set(list_links(folder)) - before
    return code


def test_a_guest_with_a_link_sees_the_project_and_comments(workspace):
    browser, folder = workspace
    code = new_link(browser, folder)
    assert f"/shared/{code}" in browser.get(AT).text
    with visitor(str(browser.base_url)) as guest:
        page = guest.get(f"/shared/{code}").text
        assert "My street" in page and "Six Blocks of Good Smells" in page
        assert guest.get(f"/shared/{code}/board.svg?file=board.txt").text.startswith("<svg")
        for file in ("rules.toml", "project.toml", "../mine/board.txt", ""):
            answer = guest.get(f"/shared/{code}/board.svg", params={"file": file})
            assert answer.status_code in (404, 422)
        comment = {"name": "Ben", "text": "Two <b>parks</b>?"}
        assert guest.post(f"/shared/{code}", data=comment).status_code == 303
        assert "Two &lt;b&gt;parks&lt;/b&gt;?" in guest.get(f"/shared/{code}").text
        for wrong in ({}, {"name": "Ben"}, {"name": "Ben", "text": "x" * 1001}):
            assert guest.post(f"/shared/{code}", data=wrong).status_code == 422
        for address in ("/studio/mine", AT, "/studio/mine/board.txt"):
            assert guest.get(address).status_code == 403  # a link opens nothing else
    (stored,) = list_comments(folder)
    assert (stored.name, stored.text) == ("Ben", "Two <b>parks</b>?")
    assert browser.post(AT, data={"action": "delete-comment", "id": stored.id}).status_code == 303
    assert browser.post(AT, data={"action": "delete-comment", "id": "../x"}).status_code == 422
    assert list_comments(folder) == []


def test_a_link_that_was_revoked_or_guessed_shows_nothing(workspace):
    browser, folder = workspace
    code = new_link(browser, folder)
    assert browser.post(AT, data={"action": "revoke", "code": code}).status_code == 303
    assert browser.post(AT, data={"action": "revoke", "code": "../../x"}).status_code == 422
    with visitor(str(browser.base_url)) as guest:
        for wrong in (code, "x" * 24, "x", "..%2F..%2Fmine"):
            answer = guest.get(f"/shared/{wrong}")
            assert answer.status_code == 404 and not re.search("My street", answer.text)
    assert find_link(folder.parent, "../mine") is None


EDITED = ("overview", "board", "board.txt", "digest", "rules", "cards", "history", "")


def test_a_link_that_allows_editing_opens_this_project_and_nothing_else(workspace):
    browser, folder = workspace
    create_project(folder.parent, "Secret street", "uri-nation", "1.4")
    code = new_link(browser, folder, "edit")
    at = f"/shared/{code}/edit"
    with visitor(str(browser.base_url)) as guest:
        for path in EDITED:
            answer = guest.get(f"{at}/{path}".rstrip("/"))
            assert answer.status_code == 200, path
            assert "Secret" not in answer.text and str(folder) not in answer.text
            assert guest.get(f"/studio/mine/{path}".rstrip("/")).status_code == 403
        for path in ("compare", "playtests", "paper", "trial", "boards/..%2F..%2Fx.txt"):
            assert guest.get(f"{at}/{path}").status_code in (404, 405), path
        for action in OWNER_ACTIONS:
            answer = guest.post(f"{at}/overview", data={"action": action, "name": "x"})
            assert answer.status_code == 403
        view = new_link(browser, folder)
        assert guest.get(f"/shared/{view}/edit/overview").status_code == 403
        browser.post(AT, data={"action": "revoke", "code": code})
        assert guest.get(f"{at}/board").status_code == 404
        assert guest.post(f"{at}/board", json={"text": "x"}).status_code == 404
    assert [link.can_edit for link in list_links(folder).values()] == [False]


def test_every_page_of_an_editor_needs_a_link_that_allows_editing(tmp_path):
    app = make_app(tmp_path)
    view = create_link(tmp_path / "projects" / "mine", "Ben")
    routes = [route for route in app.routes if route.path.startswith(EDITOR_ADDRESS)]
    assert len(routes) > 20
    with serving(app) as url, visitor(url) as guest:
        for code, status in ((view, 403), ("x" * 24, 404), ("mine", 404)):
            for route in routes:
                address = re.sub(r"\{(?!code)\w+\}", "board.txt", route.path)
                method = sorted(route.methods - {"HEAD"})[0]
                answer = guest.request(method, address.format(code=code), content=b"{}")
                assert answer.status_code == status, (method, address)


def test_owner_and_guest_edit_one_board_and_nothing_is_lost(workspace):
    browser, folder = workspace
    code, text = new_link(browser, folder, "edit"), (folder / "board.txt").read_text()
    at, base = f"/shared/{code}/edit/boards/board.txt", digest_of(text)
    mine = text.replace("name: Six Blocks of Good Smells", "name: Owner")
    theirs = text.replace("version: 1.4", "version: 1.4 house")
    with visitor(str(browser.base_url)) as guest:
        draft = {"text": theirs, "digest": base}
        assert guest.post(f"{at}/draft", json=draft).status_code == 200
        opened = browser.get("/studio/mine/boards/board.txt/board").json()
        assert opened["draft"] is None  # drafts are apart
        assert guest.get(f"{at}/board").json()["draft"]["text"] == theirs
        saved = browser.post("/studio/mine/board", json={"text": mine, "digest": base})
        assert saved.status_code == 200
        assert guest.post(f"{at}/board", json=draft).status_code == 409
        merged = guest.post(f"{at}/merge", json=draft).json()
        assert merged["conflicts"] == []
        again = {"text": merged["mine"], "digest": merged["digest"], "note": "wider"}
        assert guest.post(f"{at}/board", json=again).status_code == 200
    result = (folder / "board.txt").read_text()
    assert "name: Owner" in result and "version: 1.4 house" in result
    assert [version.note for version in list_versions(folder)][:2] == ["wider (<Ben>)", ""]


def test_two_browsers_with_one_link_have_drafts_of_their_own(workspace, monkeypatch):
    browser, folder = workspace
    code, text = new_link(browser, folder, "edit"), (folder / "board.txt").read_text()
    at = f"/shared/{code}/edit/boards/board.txt"
    ids = [f"{number:016x}" for number in range(4)]
    monkeypatch.setattr("offleash.studio.projects.drafts.MOST_BROWSERS", 2)

    def draft_of(guest, id, address=at):
        opened = guest.get(f"{address}/board", headers={"x-browser": id}).json()
        return opened["draft"] and opened["draft"]["text"]

    with visitor(str(browser.base_url)) as guest:
        for id in ids[:3]:
            body = {"text": f"{text}# {id}\n", "digest": ""}
            headers = {"x-browser": id}
            assert guest.post(f"{at}/draft", json=body, headers=headers).status_code == 200
        for id in ids[:2]:
            assert draft_of(guest, id) == f"{text}# {id}\n"
        assert draft_of(guest, ids[2]) == draft_of(guest, "../x") == f"{text}# {ids[2]}\n"
        saved = {"text": text.replace("1.4", "1.4 house"), "digest": digest_of(text)}
        headers = {"x-browser": ids[0]}
        assert guest.post(f"{at}/board", json=saved, headers=headers).status_code == 200
        assert draft_of(guest, ids[0]) is None and draft_of(guest, ids[1])
        move = {"action": "rename", "file": "board.txt", "name": "Other"}
        assert browser.post(AT, data=move).status_code == 303
        moved = at.replace("board.txt", "Other.txt")
        assert draft_of(guest, ids[1], moved) == f"{text}# {ids[1]}\n"


def test_saves_with_a_link_are_limited(tmp_path):
    app = make_app(tmp_path, quotas={"saves": Quota(2, 100_000, "saves")})
    folder = tmp_path / "projects" / "mine"
    code = create_link(folder, "Ben", can_edit=True)
    with serving(app) as url, visitor(url) as guest:
        guest.cookies.set(COOKIE, app.state.keys.sign("ben"))
        form = {"action": "title", "title": "x"}
        answers = [guest.post(f"/shared/{code}/edit/overview", data=form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]


def test_every_change_with_a_link_names_it(workspace):
    browser, folder = workspace
    at = f"/shared/{new_link(browser, folder, 'edit')}/edit"
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect/></svg>'
    with visitor(str(browser.base_url)) as guest:

        def change(action, **fields):
            files = {"upload": ("x.svg", fields.pop("upload"))} if "upload" in fields else None
            answer = guest.post(f"{at}/overview", data={"action": action, **fields}, files=files)
            assert answer.status_code == 303, answer.text

        change("new", kind="board", name="Wide")
        change("rename", file="Wide.txt", name="Wider")
        change("duplicate", file="Wider.txt", name="Other")
        change("import", kind="rules", name="Mine", upload=b"max_rounds = 9")
        change("use", file="Other.txt")
        change("delete", file="Wider.txt")
        change("title", title="Street", notes="")
        change("sizes", **{"size-dog": "12"})
        change("names", **{"name-Grit": "Pluck"})
        change("image", slot="cover", upload=drawing)
        change("delete-image", slot="cover")
        assert guest.post(f"{at}/history", data={"version": "1"}).status_code == 303
    notes = [version.note for version in list_versions(folder)]
    assert len(notes) == 13 and all(note.endswith(" (<Ben>)") for note in notes[:-1])


def test_a_long_note_does_not_hide_its_author():
    note = signed_note("x" * 300, "Ben")
    assert note.endswith("x (Ben)") and clean_note(note) == note
    assert signed_note("", "Ben") == "saved (Ben)" and signed_note("wider", "") == "wider"


def test_links_cannot_fill_the_disk_and_nothing_is_lost(tmp_path):
    app = make_app(tmp_path, quotas={"project": Quota(1, 0, "megabytes of a project")})
    folder = tmp_path / "projects" / "mine"
    code = create_link(folder, "Ben", can_edit=True)
    at, text = f"/shared/{code}/edit", (folder / "board.txt").read_text()
    with serving(app) as url, visitor(url) as guest, owner(url) as browser:
        for width in range(3):  # versions 2 to 4; the next one has what was added outside
            (folder / f"{width}.txt").write_text(text + f"# {width}\n" * 9000)
            title = {"action": "title", "title": f"Street {width}"}
            assert guest.post(f"{at}/overview", data=title).status_code == 303
        room = {"action": "delete", "a": "1"}
        assert guest.post(f"{at}/history", data={**room, "b": "4"}).status_code == 403
        (folder / "image-cover.png").write_bytes(bytes(900_000))
        before, mine = files(folder), {"text": text.replace("Six", "Seven"), "digest": ""}
        for path in ("overview", "history", "board", "rules", "cards/chance/file"):
            answer = guest.post(f"{at}/{path}", json=mine)
            assert answer.status_code == 413 and "Nothing was saved" in answer.text, path
        assert guest.post(f"{at}/draft", json=mine).status_code == 200
        assert {name: files(folder)[name] for name in before} == before
        assert browser.post(AT, data={"action": "title", "title": "Mine"}).status_code == 303
        (folder / "image-cover.png").unlink()  # but the history has it
        assert guest.post(f"{at}/overview", data=title).status_code == 413
        assert browser.post(AT, data={"action": "title", "title": "Ours"}).status_code == 303
        last = list_versions(folder)[0].number
        assert browser.post("/studio/mine/history", data={**room, "b": last + 1}).status_code == 422
        assert browser.post("/studio/mine/history", data={**room, "b": last}).status_code == 303
        assert guest.post(f"{at}/overview", data=title).status_code == 303
        assert guest.get(f"{at}/board").json()["draft"]["text"] == mine["text"]
    versions = list_versions(folder)
    assert [version.number for version in versions][-2:] == [last, 1]
    for version in versions:
        assert all(data_in(folder, version, name) for name in version.files)


def test_one_guest_cannot_fill_all_comments(tmp_path):
    app = make_app(tmp_path, quotas={"comments": Quota(2, 100_000, "comments")})
    folder = tmp_path / "projects" / "mine"
    code, comment = create_link(folder, "Ben"), {"name": "Ben", "text": "Hello"}
    with serving(app) as url, visitor(url) as guest:
        guest.cookies.set(COOKIE, app.state.keys.sign("ben"))
        answers = [guest.post(f"/shared/{code}", data=comment) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert len(list_comments(folder)) == 2


def test_a_damaged_link_does_not_stop_the_others(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "project.toml").write_text("")
    code = create_link(tmp_path / "mine", "Ben")
    for name, text in (("a", '{"at": "x"}'), ("b", "[]"), ("c", '{"at": null}'), ("d", "{")):
        (tmp_path / "mine" / ".links" / f"{name * 24}.json").write_text(text)
    link = Link(code, "Ben", can_edit=False)
    assert list_links(tmp_path / "mine") == {code: link}
    assert find_link(tmp_path, code) == (tmp_path / "mine", link)


def test_comments_are_limited(workspace, monkeypatch):
    _, folder = workspace
    monkeypatch.setattr("offleash.projects.links.MOST_COMMENTS", 2)
    for _ in range(2):
        add_comment(folder, "Ben", "woof")
    with pytest.raises(OffleashError, match="at most 2 comments"):
        add_comment(folder, "Ben", "woof")
    (folder / "comments" / "bad.json").write_text('{"at": "x"}')
    assert len(list_comments(folder)) == 2
