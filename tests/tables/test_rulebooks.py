"""The rulebook of a table: under its options, opened at the decision at hand."""

import pytest

from offleash.tables.store.sqlite import SqliteStore
from offleash.web.headers import STANDALONE_POLICY
from tests.tables.site import make_site
from tests.tables.test_lobby import Site, create_table
from tests.web.serving import serving, visitor

EXPANSION = {"preset": "expansion", "o.extra_tiles": "true"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = make_site(SqliteStore(tmp_path_factory.mktemp("books") / "tables.db"), pace=0.0)
    with serving(app) as url:
        yield Site(url, app)


def test_the_book_opens_at_the_section_of_the_decision(site):
    with visitor(site.url) as guest, visitor(site.url) as stranger:
        table, links = create_table(guest, "secret-mission", **EXPANSION)
        session = site.look(table).session
        words = session.game.notation.field_words["phase"]
        phase = words[int(session.state["phase"][0])]
        place = guest.get(f"/table/{table}/rulebook/here").headers["location"]
        chapters = session.game.notation.rulebook(session.options).chapters
        (chapter,) = (chapter for chapter in chapters if phase in chapter.phases)
        assert place == f"/table/{table}/rulebook#{chapter.title.lower().replace(' ', '-')}"
        answer = guest.get(f"/table/{table}/rulebook")
        assert answer.status_code == 200 and "36 tiles" in answer.text
        assert f'id="{place.partition("#")[2]}"' in answer.text
        assert answer.headers["content-security-policy"] == STANDALONE_POLICY
        assert f'href="/table/{table}/rulebook/here"' in guest.get(f"/table/{table}").text
        for path in ("rulebook", "rulebook/here"):
            assert stranger.get(f"/table/{table}/{path}").status_code == 403
        assert stranger.get(f"{links['watch']}/rulebook").text == answer.text
        assert stranger.get("/watch/x/rulebook").status_code == 404
