"""The rulebook as a page and as a PDF: whole, without network, its fonts within."""

import re
from io import BytesIO

import pytest

from offleash.cli.app import run as offleash
from offleash.games import registry
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.html import render_book_html
from offleash.projects.project import new_project
from offleash.tools.errors import OffleashError
from tests.paper.printing.pdf_contents import Measured


@pytest.fixture(scope="module")
def book():
    game = registry.load("secret-mission")
    notes = "Notes **here**,\n\tover lines.\n\n\nAnd more.\n"
    return make_book(game, game.options(), "A <b>mission</b> & more", notes)


def test_the_page_holds_all_it_shows(book):
    page = render_book_html(book)
    assert "A &lt;b&gt;mission&lt;/b&gt; &amp; more" in page and "<b>here</b>" in page
    assert page.count('<p class="notes">') == 2
    assert not re.search(r"(src|href)=\"(?!#)", page) and "<script" not in page
    assert "url(http" not in page and "@import" not in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', page):
        assert target in ids
    for chapter in (*book.chapters, book.summary):
        assert f"<h2>{chapter.title}</h2>" in page


def test_the_page_in_a_browser(book, open_page, tmp_path):
    file = tmp_path / "book.html"
    file.write_text(render_book_html(book), encoding="utf-8")
    opened_page = open_page(file)
    page = opened_page.page
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide and page.locator("section").count() == len(book.chapters) + 1


def test_the_pdf_has_its_fonts_and_every_chapter(book):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("reportlab")
    from offleash.paper.rulebook.pdf import render_book_pdf

    data = render_book_pdf(book)
    pages = pypdf.PdfReader(BytesIO(data)).pages
    text = "\n".join(page.extract_text() for page in pages)
    for chapter in (*book.chapters, book.summary):
        assert chapter.title in text
    assert re.search(r"Notes here, +over lines\.\s+And more\.", text)
    for page in pages:
        width, height = (float(length) * 25.4 / 72 for length in page.mediabox[2:])
        assert (round(width), round(height)) == (210, 297)
    fonts = Measured(data).fonts()
    assert len(fonts) >= 2 and all(fonts.values()), fonts  # also those that nothing is written in
    assert "■" not in text
    assert book.summary.title in pages[-1].extract_text()  # which is all on that page


def test_the_command_makes_both(tmp_path, capsys):
    folder = tmp_path / "mine"
    new_project(folder, registry.load("domidog"), "base", "My dominoes")
    (folder / "rules.toml").write_text("face_up = true\n")
    page, paper = tmp_path / "a.html", tmp_path / "a.pdf"
    offleash(["rulebook", str(folder), "--html", str(page), "--pdf", str(paper)])
    assert "My dominoes" in page.read_text() and "face up" in page.read_text()
    assert paper.read_bytes().startswith(b"%PDF")
    offleash(["rulebook", "domidog", "--set", "players=3", "--html", str(page)])
    assert "3 players" in page.read_text()
    assert "examples" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        (["domidog"], "rulebook needs --html FILE"),
        (["digs", "--html", "x.html"], "Digs has no rulebook yet"),
        (["nowhere", "--html", "x.html"], "nowhere"),
        (["domidog", "--set", "players=9", "--html", "x.html"], "players"),
    ],
)
def test_impossible_requests_give_one_error_message(arguments, pattern, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OffleashError, match=pattern):
        offleash(["rulebook", *arguments])
    assert not list(tmp_path.iterdir())


def test_a_letter_that_no_font_has_is_refused_and_not_left_out():
    from offleash.paper.rulebook.pdf import render_book_pdf

    game = registry.load("secret-mission")
    with pytest.raises(OffleashError, match="'中' in 'East 中 West' can't be printed"):
        render_book_pdf(make_book(game, game.options(), "East 中 West"))


def test_a_failed_print_leaves_neither_of_two_files(tmp_path):
    new_project(tmp_path / "mine", registry.load("secret-mission"), None, "East 中 West")
    options = ["--html", str(tmp_path / "a.html"), "--pdf", str(tmp_path / "a.pdf")]
    with pytest.raises(OffleashError, match="can't be printed"):
        offleash(["rulebook", str(tmp_path / "mine"), *options])
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
