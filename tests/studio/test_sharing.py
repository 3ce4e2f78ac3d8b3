"""Links to a project: people with one see it and comment, all others see nothing."""

import re

import pytest

from offleash.core.errors import OffleashError
from offleash.play.sharing import (
    add_comment,
    create_link,
    find_linked_project,
    list_comments,
    list_links,
)
from offleash.web.keys import COOKIE
from offleash.web.quotas import Quota
from tests.studio.owner_site import make_app
from tests.web.serving import serving, visitor

AT = "/studio/mine/overview"


def new_link(browser, folder):
    before = set(list_links(folder))
    assert browser.post(AT, data={"action": "share", "name": "<Ben>"}).status_code == 303
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
    assert find_linked_project(folder.parent, "../mine") is None


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
    assert list_links(tmp_path / "mine") == {code: "Ben"}
    assert find_linked_project(tmp_path, code) == tmp_path / "mine"


def test_comments_are_limited(workspace, monkeypatch):
    _, folder = workspace
    monkeypatch.setattr("offleash.play.sharing.MOST_COMMENTS", 2)
    for _ in range(2):
        add_comment(folder, "Ben", "woof")
    with pytest.raises(OffleashError, match="at most 2 comments"):
        add_comment(folder, "Ben", "woof")
    (folder / "comments" / "bad.json").write_text('{"at": "x"}')
    assert len(list_comments(folder)) == 2
