"""The page of findings on the site: a section for each question, with pictures that exist."""

import re

import pytest

from tests.studio.owner_site import make_app
from tests.web import serving


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("site"))
    with serving.serving(app) as url, serving.visitor(url) as browser:
        yield browser


def test_everybody_reads_the_findings(visitor):
    response = visitor.get("/findings")
    assert response.status_code == 200
    assert "The six findings that matter most" in response.text
    assert 'aria-current="page">Findings' in response.text
    assert " style=" not in response.text and "<script>" not in response.text


def test_every_picture_is_served(visitor):
    pictures = re.findall(r'<img src="(/assets/[^"]+\.svg)" loading', visitor.get("/findings").text)
    assert len(pictures) > 20
    for address in pictures:
        response = visitor.get(address)
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("image/svg+xml")
