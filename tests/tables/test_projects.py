"""Projects at tables: offered by the form, and played with the files as they were then."""

import re
from io import BytesIO

import pytest
from PIL import Image

from offleash.cli.site import make_site_app
from offleash.contract.rules.actors import CHANCE
from offleash.games import registry
from offleash.play.session import Session
from offleash.projects.images import image_digests, image_slots, save_image
from offleash.projects.project import new_project, read_project
from offleash.tables.live.views import PageState, TableView
from offleash.tables.log.sqlite import SqliteStore
from offleash.web.supervisor import Settings
from tests.web.serving import serving, visitor

KEY = "the-key-of-the-owner"
FORM = {"sent": "yes", "name": "Anna", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}


@pytest.fixture
def project_site(tmp_path):
    """A site with a project; its application, its owner's browser and the folder."""
    place = tmp_path / "projects"
    new_project(place / "mine", registry.load("digs"), "quick", "My <own> yard")
    (place / "mine" / "rules.toml").write_text("crumbs = 3\n")
    board = place / "mine" / "board.txt"
    board.write_text(board.read_text().replace("1...B", "1..BB"))
    settings = Settings(projects=str(place), owner=KEY, pace=0.0)
    app = make_site_app(SqliteStore(tmp_path / "tables.db"), settings)
    with serving(app) as url, visitor(url) as owner:
        owner.get(f"/owner/{KEY}")
        yield app, owner, place


def test_guests_are_offered_no_projects_but_can_play_them(project_site):
    app, owner, _ = project_site
    table = owner.post("/new/digs", data={**FORM, "project": "mine", "seat1": "open"})
    assert owner.get(table.headers["location"]).status_code == 200
    live = app.state.host.loaded_table(table.headers["location"].removeprefix("/table/"))
    invitation = f"/join/{live.table.facts.invitation}"
    with visitor(str(owner.base_url)) as guest:
        assert "mine" not in guest.get("/new/digs").text
        page = guest.get("/new/digs?project=mine")
        for answer in (page, guest.post("/new/digs", data={**FORM, "project": "mine"})):
            assert "There is no such project." in answer.text and "own&gt; yard" not in answer.text
        assert "rules quick with own board, crumbs=3" in guest.get(invitation).text
        joined = guest.post(invitation, data={"name": "Ben", "seat": "1"})
        assert joined.status_code == 303
        assert guest.get(joined.headers["location"]).status_code == 200


def test_a_project_is_played(project_site):
    app, owner, place = project_site
    assert "/new/digs?project=mine" in owner.get("/new/digs").text
    assert "?project=" not in owner.get("/new/dog").text
    form = owner.get("/new/digs?project=mine").text
    assert "My &lt;own&gt; yard" in form and "own board</option>" in form
    answer = owner.post("/new/digs", data={**FORM, "project": "mine"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/table/")
    assert owner.get(f"/table/{table}").status_code == 200
    facts = app.state.host.loaded_table(table).table.facts
    assert facts.options["crumbs"] == "3"
    assert facts.files == {facts.options["board"]: (place / "mine" / "board.txt").read_text()}


URI_FORM = {"sent": "yes", "name": "Anna", "project": "street"} | {
    f"seat{seat}": "open" if seat else "me" for seat in range(4)
}


def test_images_of_a_project_are_on_its_tables_for_all_players(project_site):
    app, owner, place = project_site
    new_project(place / "street", registry.load("uri-nation"), "1.4", "Street")
    slots = image_slots(registry.load("uri-nation"), read_project(place / "street").options)
    for slot in ("space-water", "token-dogs-yapper"):
        save_image(place / "street", slot, slots, image_of("red"))
    (place / "street" / "image-cover.png").write_bytes(b"no image")
    table = owner.post("/new/uri-nation", data=URI_FORM).headers["location"]
    assert owner.get(table).status_code == 200
    live = app.state.host.loaded_table(table.removeprefix("/table/")).table
    assert set(live.facts.images) == {"space-water", "token-dogs-yapper"}
    show = TableView(live).show(0, PageState(), {}, ())
    svg = "".join(text for _, _, texts in show.picture.splices for text in texts)
    addresses = set(re.findall(r'<image [^>]*href="([^"]+)"', svg))
    assert len(addresses) == 1  # equal bytes
    save_image(place / "street", "space-water", slots, image_of("blue"))
    (place / "street" / "image-token-dogs-yapper.png").unlink()
    with visitor(str(owner.base_url)) as guest:  # spectators see them too
        answer = guest.get(addresses.pop())
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert Image.open(BytesIO(answer.content)).getpixel((0, 0)) == (255, 0, 0)
        later = image_digests(place / "street")["space-water"]  # saved after the table was made
        for wrong in (later, "0" * 64, "x%2Fy", "project.toml"):
            assert guest.get(f"{table}/image/{wrong}").status_code == 404
        assert guest.get(f"/table/nowhere/image/{'0' * 64}").status_code == 404


def image_of(colour):
    out = BytesIO()
    Image.new("RGB", (20, 10), colour).save(out, "PNG")
    return out.getvalue()


def test_an_invalid_project_is_reported_without_its_path(project_site):
    _, owner, place = project_site
    for name in ("nowhere", "../projects/mine", "/etc", "%2e%2e"):
        answer = owner.post("/new/digs", data={**FORM, "project": name})
        assert answer.status_code == 422 and "There is no such project." in answer.text
    (place / "mine" / "rules.toml").write_text("crumbs = 9\n")
    answer = owner.post("/new/digs", data={**FORM, "project": "mine"})
    assert answer.status_code == 422 and "mine/rules.toml, line 1" in answer.text
    assert str(place) not in answer.text
    other = owner.post("/new/digs", data={**FORM, "o.board": "mine/board.txt"})
    assert other.status_code == 422


def write_guide(folder):
    """A guide of three steps for the project of Digs; gives the learner's seat."""
    session = Session(registry.load("digs"), read_project(folder).options)
    deal = []
    while session.actor == CHANCE:
        deal.append(session.legal[0])
        session.play(deal[-1])
    step = f'why = "w"\nwrong = "No"\nplay = "{session.legal[0]}"'
    (folder / "guide.toml").write_text(
        f'game = "digs"\ntitle = "Mine"\nminutes = 2\nseat = {session.actor}\n'
        f'[[step]]\ntext = "Look"\nthen = {deal}\n[[step]]\ntext = "Go"\n{step}\n'
        '[[step]]\ntext = "End"\n'
    )
    return session.actor


def test_a_project_brings_its_own_guide(project_site):
    app, owner, place = project_site
    assert 'class="newcomer"' not in owner.get("/new/digs?project=mine").text  # Digs has none
    assert owner.post("/guide/digs", data={"project": "mine"}).status_code == 404
    seat = write_guide(place / "mine")
    assert "Learn it in 2 minutes" in owner.get("/new/digs?project=mine").text
    answer = owner.post("/guide/digs", data={"project": "mine"})
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/table/")
    assert owner.get(f"/table/{table}").status_code == 200
    live = app.state.host.loaded_table(table)
    assert live.table.facts.options["crumbs"] == "3"
    assert live.table.actor == live.table.guide.seat == seat
    guide = (place / "mine" / "guide.toml").read_text()
    (place / "mine" / "guide.toml").write_text(guide.replace('"digs"', '"domidog"'))
    assert "Learn it in 2 minutes" not in owner.get("/new/digs?project=mine").text
    answer = owner.post("/guide/digs", data={"project": "mine"})
    assert answer.status_code == 400
    assert "line 1: this is a guide to &#39;domidog&#39;" in answer.text


def test_guests_are_offered_the_guide_of_the_project_whose_table_they_join(project_site):
    app, owner, place = project_site
    form = {**FORM, "project": "mine", "seat1": "open"}

    def invitation():
        answer = owner.post("/new/digs", data=form)
        table = answer.headers["location"].removeprefix("/table/")
        owner.get(f"/table/{table}")
        return app.state.host.loaded_table(table).table.facts.invitation

    without = invitation()
    seat = write_guide(place / "mine")
    code = invitation()
    (place / "mine" / "guide.toml").unlink()  # the table has it
    with visitor(str(owner.base_url)) as guest:
        assert "Learn it" not in guest.get(f"/join/{without}").text  # Digs itself has no guide
        assert guest.get(f"/guide/digs?invitation={without}").status_code == 404
        link = f"/guide/digs?invitation={code}"
        page = guest.get(f"/join/{code}").text
        assert f'href="{link}">Learn it in 2 minutes' in page
        assert f'value="{code}"' in guest.get(link).text
        answer = guest.post("/guide/digs", data={"invitation": code})
        assert answer.status_code == 303
        table = answer.headers["location"].removeprefix("/table/")
        assert f'href="/join/{code}"' in guest.get(f"/table/{table}").text  # now play
        live = app.state.host.loaded_table(table)
        assert live.table.facts.options["crumbs"] == "3" and live.table.guide.seat == seat
        for wrong in ("/guide/dog?invitation=" + code, "/guide/digs?invitation=no%20code"):
            assert guest.get(wrong).status_code == 404
