"""Projects at tables: offered by the form, and played with the files as they were then."""

import pytest

from offleash.games import registry
from offleash.play.project import new_project
from offleash.tables.site import make_site
from offleash.tables.store.sqlite import SqliteStore
from tests.web.serving import serving, visitor

SENT = {"sent": "yes", "name": "Anna", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}


@pytest.fixture
def served(tmp_path):
    """A site with a project; its application, a visitor and the folder."""
    place = tmp_path / "projects"
    new_project(place / "mine", registry.load("digs"), "quick", "My <own> yard")
    (place / "mine" / "rules.toml").write_text("crumbs = 3\n")
    board = place / "mine" / "board.txt"
    board.write_text(board.read_text().replace("1...B", "1..BB"))
    app = make_site(SqliteStore(tmp_path / "tables.db"), pace=0.0, projects=str(place))
    with serving(app) as url, visitor(url) as guest:
        yield app, guest, place


def test_a_project_is_played(served):
    app, guest, place = served
    assert "/new/digs?project=mine" in guest.get("/new/digs").text
    assert "?project=" not in guest.get("/new/dog").text
    form = guest.get("/new/digs?project=mine").text
    assert "My &lt;own&gt; yard" in form and "own</option>" in form
    answer = guest.post("/new/digs", data={**SENT, "project": "mine"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/table/")
    assert guest.get(f"/table/{table}").status_code == 200
    facts = app.state.host.at_hand(table).table.facts
    assert facts.options["crumbs"] == "3"
    assert facts.files == {facts.options["board"]: (place / "mine" / "board.txt").read_text()}


def test_what_is_no_project_is_told_without_the_disk(served):
    _, guest, place = served
    for name in ("nowhere", "../projects/mine", "/etc", "%2e%2e"):
        answer = guest.post("/new/digs", data={**SENT, "project": name})
        assert answer.status_code == 422 and "There is no such project." in answer.text
    (place / "mine" / "rules.toml").write_text("crumbs = 9\n")
    answer = guest.post("/new/digs", data={**SENT, "project": "mine"})
    assert answer.status_code == 422 and "mine/rules.toml, line 1" in answer.text
    assert str(place) not in answer.text
    other = guest.post("/new/digs", data={**SENT, "o.board": "mine/board.txt"})
    assert other.status_code == 422
