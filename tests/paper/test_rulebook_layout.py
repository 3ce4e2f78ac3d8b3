"""Examples are cropped and say what decides them, pages are filled, projects bring their text."""

import re
from io import BytesIO

import numpy as np
import pytest
from pypdf import PdfReader

from offleash.contract.text.rulebook_template import EXPLAINED
from offleash.games import registry
from offleash.paper.rulebook.book import make_book, mark_up
from offleash.paper.rulebook.examples import play_examples
from offleash.paper.rulebook.html import render_book_html
from offleash.paper.rulebook.pdf import render_book_pdf
from offleash.play.scenario import read_file
from offleash.projects.project import new_project
from offleash.tools.errors import BadFile, BadNotation
from tests.paper.books import SHIPPED, usual_book, usual_pdf

# Examples


@pytest.mark.parametrize("name", SHIPPED)
def test_captions_are_sentences_that_use_every_number_of_the_picture(name):
    file = registry.folder(name) / "data" / "examples.toml"
    tables = [table for _, table in read_file(file)[1]]
    assert len(tables) >= 3
    for table in tables:
        caption, marks = table["caption"], table.get("marks", [])
        numbers = set(marks.values()) if isinstance(marks, dict) else range(1, len(marks) + 1)
        assert caption.endswith("."), table["name"]
        mentioned = set(map(int, re.findall(r"\((\d)\)", caption)))
        assert set(numbers) == mentioned, table["name"]
        assert not re.search(r"[(]\d+,\d+[)]|\bP\d+\b|@", caption)  # no notation


def test_a_challenge_says_what_decides_it():
    lost = usual_book("uri-nation").examples["a-challenge-that-is-lost"]
    assert "fortify token" in lost.caption and "5 does not beat 6" in lost.caption
    assert lost.before[0].ratio > 1 and len(lost.after) == 2  # cropped, and with the bowl
    left, top, right, low = lost.after[0].edges
    assert right - left < 500 and low - top < 300  # of a picture 1400 wide


def test_a_score_that_a_caption_names_is_that_of_the_rules():
    example = usual_book("secret-mission").examples["brown-and-yellow-have-stayed-small"]
    assert "3 × 2 = 6" in example.caption and "3 × 2 = 6" in example.before[0].svg


def test_an_example_that_needs_another_board_is_shown_on_the_usual_one():
    game = registry.load("uri-nation")
    options = game.options("1.4", board="nine-blocks", seats=2)
    examples, problems = play_examples(game, options, game.notation.rulebook(options))
    usual = game.options("1.4")
    expected, _ = play_examples(game, usual, game.notation.rulebook(usual))
    assert set(examples) == set(expected) and not problems


# Pages


@pytest.mark.parametrize("name", SHIPPED)
def test_no_page_is_half_empty(name):
    file = usual_pdf(name)
    for page in range(len(file)):
        inked = np.flatnonzero((file.pixels(page, 1.0)[:270] < 200).any(axis=(1, 2)))
        share = inked.max() / 297
        assert share > (0.4 if page == len(file) - 1 else 0.66), (page, share)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_font_of_a_book_is_in_the_file(name):
    file = usual_pdf(name)
    assert file.fonts() and all(file.fonts().values()), file.fonts()
    assert all("�" not in file.text(page) for page in range(len(file)))


def test_links_of_a_book_lead_to_its_sections():
    game = registry.load("puppy-park")
    book = make_book(game, game.options("expansion"))
    page = render_book_html(book)
    targets = set(re.findall(r'id="([\w-]+)"', page))
    links = re.findall(r'<a href="#([\w-]+)">', page.partition("<main>")[2])
    assert len(links) >= 4 and set(links) <= targets
    pages = PdfReader(BytesIO(render_book_pdf(book))).pages
    notes = [note.get_object() for page in pages for note in page.get("/Annots", ())]
    assert len([note for note in notes if note["/Dest"][1] == "/XYZ"]) == len(links)


# Texts of a project


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "mine"
    new_project(folder, registry.load("domidog"), "base", "My dominoes")
    (folder / "rulebook").mkdir()
    return folder


def book_of(folder):
    game = registry.load("domidog")
    return make_book(game, game.options("base"), "My dominoes", project=folder)


def test_a_project_replaces_a_section(project):
    own = "## How we start\n\nGrandma deals {{ dealt }} tiles.\n"
    (project / "rulebook" / "setup.md").write_text(own)
    book = book_of(project)
    titles = [chapter.title for chapter in book.chapters]
    assert "How we start" in titles and "Set-up" not in titles and "The fork" in titles
    assert "Grandma deals 8 tiles." in render_book_html(book)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("## Set-up\n\n{{ nonsense }}\n", 3, "'nonsense' is undefined"),
        ("## Set-up\n\n{% if %}\n", 3, "Expected an expression"),
        ("## Set-up\n\n{{ count.__globals__ }}\n", 3, "unsafe"),
    ],
)
def test_a_wrong_text_is_refused_with_its_file_and_line(project, text, line, reason):
    (project / "rulebook" / "setup.md").write_text(text)
    with pytest.raises(BadFile, match=rf"setup\.md, line {line}: .*{reason}"):
        book_of(project)


LOOPS = "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("## Set-up\n\nTiles.\n\n![](picture:moon)\n", 5, "there is no picture 'picture:moon'"),
        ("## Set-up\n\nTiles.\n\n---\n", 5, "a rulebook can't contain hr"),
        ("## Set-up\n\n![]({{ 'picture:moon' }})\n", 1, "there is no picture 'picture:moon'"),
        ("## Set-up\n\n{{ '\\ud800' }}\n", 1, "half a character"),
        ("## Set-up\n\n{{ [] | max + 1 }}\n", 3, "no such element|No aggregated item"),
        ("## Set-up\n\n{{ 'x' * 10**9 }}\n", 3, "at most 400,000 letters"),
        (f"## Set-up\n\n{LOOPS}\n", 3, "too many steps"),
        ("## Set-up\n\n" + 101 * "![](example:moon)\n\n", 3, "at most 100 pictures"),
        ("## Set-up\n\n{% include 'setup.md' %}\n", 3, "includes itself endlessly"),
        (
            "{% macro m() %}\n{{ m() }}\n{% endmacro %}\n## Set-up\n{{ m() }}\n",
            2,
            "includes itself endlessly",
        ),
        pytest.param("## Set-up\n\n{{ " + "(" * 5000 + "\n", None, "too deeply", id="brackets"),
    ],
)
def test_an_error_names_the_file_of_the_project(project, text, line, reason):
    file = project / "rulebook" / "setup.md"
    file.write_text(text)
    with pytest.raises(BadFile, match=reason) as caught:
        book_of(project)
    assert (caught.value.path, caught.value.line) == (str(file), line)


@pytest.mark.parametrize("start", ["", "---\n\n", "- A list\n- of things\n\n", "No heading\n\n"])
def test_a_book_without_a_title_is_refused(project, start):
    file = project / "rulebook" / "book.md"
    file.write_text(f"{start}## One\n\nText.\n\n## Two\n\nText.\n")
    with pytest.raises(BadFile, match="a rulebook begins with its title") as caught:
        book_of(project)
    assert caught.value.path == str(file)


def test_a_project_with_too_many_texts_is_refused(project):
    for number in range(61):
        (project / "rulebook" / f"{number}.md").write_text("")
    with pytest.raises(BadFile, match="at most 60 files"):
        book_of(project)


def test_an_example_that_there_is_not_is_left_out_of_the_reference(project):
    text = "## Reference\n\n![](example:moon)\n\nAll of it.\n"
    (project / "rulebook" / "reference.md").write_text(text)
    assert "All of it." in render_book_html(book_of(project))


def test_marks_do_not_reach_over_a_second_opening():
    """Otherwise thousands of openings take quadratic time."""
    assert mark_up("*a *b* and **c**") == "*a <i>b</i> and <b>c</b>"
    assert mark_up("[a [b](#c)") == '[a <a href="#c">b</a>'
    assert EXPLAINED.findall("<!-- phases: a <!-- phases: b -->") == [("phases", " b ")]


def test_a_text_that_leads_out_of_the_project_is_refused(project, tmp_path):
    (tmp_path / "secret.md").write_text("## Set-up\n\nA secret.\n")
    (project / "rulebook" / "setup.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(BadNotation, match="leads out of the project's folder"):
        book_of(project)


def test_a_long_reference_takes_several_pages(project):
    rows = "".join(f"- Rule number {n} of grandma\n" for n in range(90))
    (project / "rulebook" / "reference.md").write_text(f"## Reference\n\n{rows}")
    texts = [
        page.extract_text() for page in PdfReader(BytesIO(render_book_pdf(book_of(project)))).pages
    ]
    assert sum("of grandma" in text for text in texts) > 1 and "number 89" in texts[-1]
