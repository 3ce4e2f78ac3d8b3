"""The report as a reader has it: opened in a browser, on a phone, in the dark, printed, saved."""

import base64
import functools
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.vega_lite import vega_bundle
from offleash.lab.report.markup import data_script
from offleash.lab.report.page import html
from offleash.lab.report.parts import (
    Answer,
    Chart,
    DataTable,
    Download,
    Report,
    Section,
    Text,
    charts,
)
from tests.browser import opener
from tests.lab.sample_report import NASTY, STORY, report

DESK, PHONE = 1200, 360  # pixels
BOXES = """() => [...document.querySelectorAll("figure.chart")].map(figure => {
    const svg = figure.querySelector(".drawing svg"), box = svg && svg.getBoundingClientRect();
    return {slug: figure.dataset.slug, width: box ? box.width : 0, height: box ? box.height : 0,
            marks: svg ? svg.querySelectorAll(".mark-group path, .mark-line path").length : 0,
            room: figure.querySelector(".drawing").clientWidth};
})"""


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The sample as a file."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(html(parts()), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def reader(chromium, sample):
    """The sample in a browser."""
    for open_page in opener(chromium, sample.parent):
        yield open_drawn(open_page, sample)


@pytest.fixture
def page(reader):
    """The sample on a desk."""
    resize(reader.page, DESK)
    return reader.page


@functools.cache
def parts():
    """The sample, for tests that only look up what is in it."""
    return report()


def open_drawn(open_page, file, **settings):
    page = open_page(file, **settings)
    page.page.wait_for_selector("html[data-drawn]")
    return page


def resize(page, width):
    """Gives a page another width, and waits until its charts are drawn for it."""
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_selector(f"html[data-drawn='{width}']")


def write_report(folder, *parts):
    file = folder / "report.html"
    file.write_text(html(Report("Dogs", [Section("All", parts)])), encoding="utf-8")
    return file


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_every_chart_is_drawn_and_nothing_is_wider_than_the_page(reader, width):
    resize(reader.page, width)
    boxes = reader.page.evaluate(BOXES)
    assert [box["slug"] for box in boxes] == [slug for slug, _ in charts(parts())]
    for box in boxes:
        assert 0.7 * box["room"] < box["width"] <= box["room"] + 1, box
        assert box["height"] > 80 and box["marks"] > 0, box
    assert reader.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert reader.errors == []
    reader.keep(f"report-{width}")


def test_a_wide_table_scrolls_in_its_own_box_and_numbers_are_right_aligned(reader):
    page = reader.page
    resize(page, PHONE)
    assert page.eval_on_selector(".scroll", "box => box.scrollWidth - box.clientWidth") > 0
    alignment = "cell => getComputedStyle(cell).textAlign"
    cells = page.query_selector_all("tbody tr:first-child > *")
    assert [cell.evaluate(alignment) for cell in cells][:3] == ["left", "right", "right"]
    dimmed = page.eval_on_selector("td.interval", "cell => getComputedStyle(cell).color")
    assert dimmed == rgb(theme.COLOURS["soft-ink"][0])


def test_a_chart_that_cannot_be_drawn_says_so(open_page, tmp_path):
    broken = Chart("Worse", {"mark": "bar", "transform": [{"calculate": "((", "as": "b"}]})
    read = open_drawn(open_page, write_report(tmp_path, broken))
    assert "could not be drawn" in read.page.inner_text("#chart-worse")
    assert read.errors != []


def test_light_dark_and_paper_have_their_own_colours(page):
    label = "getComputedStyle(document.querySelector('.role-axis-label text')).fill"
    ground = "getComputedStyle(document.body).backgroundColor"
    light_ground = page.evaluate(ground)
    assert page.evaluate(label) == rgb(theme.COLOURS["soft-ink"][0])
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(label) == rgb(theme.COLOURS["soft-ink"][1])
    assert page.evaluate(ground) != light_ground
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(label) == rgb(theme.COLOURS["soft-ink"][0])
    assert not page.is_visible("nav") and page.is_visible("h1")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) >= 4
    page.emulate_media(media="screen", color_scheme="light")


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def test_ids_are_unique_and_what_points_at_one_finds_it(page):
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
    pictures = page.evaluate(
        """[...document.querySelectorAll(".picture > svg")].map(svg => svg
            .getAttribute("aria-labelledby").split(" ")
            .map(id => svg.contains(document.getElementById(id))))"""
    )
    assert pictures == [[True, True], [True, True]]
    links = page.evaluate(
        "[...document.querySelectorAll('nav a')].map(a => [a.textContent, a.hash.slice(1)])"
    )
    assert [words for words, _ in links] == [section.heading for section in parts().sections]
    assert {target for _, target in links} <= set(ids)


def test_a_file_can_be_read_and_saved(page):
    page.click("text=Read it here >> nth=0")
    page.wait_for_selector(".download pre:not(:empty)")  # the page fills it when it has opened
    assert page.text_content(".download pre >> nth=0") == STORY
    with page.expect_download() as download:
        page.click("a[download='longest.txt']")
    assert download.value.path().read_bytes() == STORY.encode()
    assert download.value.suggested_filename == "longest.txt"


def test_a_chart_can_be_saved_from_the_page(page):
    with page.expect_download() as download:
        page.click("#chart-swagger .save")
    assert download.value.suggested_filename == "swagger.svg"
    text = download.value.path().read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in text and theme.colour("blue") in text


def test_a_tooltip_describes_what_is_under_the_pointer(page):
    page.hover("#chart-who-beats-whom .mark-rect path >> nth=0", position={"x": 5, "y": 5})
    hint = page.wait_for_selector("#vg-tooltip-element.visible").inner_text()
    assert re.sub(r"\s+", " ", hint).strip() == "bot Bruiser against Scrapper won 63.0 %"
    size = "cell => parseFloat(getComputedStyle(cell).fontSize)"
    assert page.eval_on_selector("#vg-tooltip-element td.value", size) < 16


class Read(HTMLParser):
    """What a page says, what it runs, and what it would load."""

    def __init__(self, text):
        super().__init__()
        self.texts, self.loads, self.scripts, self._inside = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._inside.append((tag, dict(attrs).get("type")))
        self.loads += [value for name, value in attrs if name in ("src", "href", "srcset", "data")]

    def handle_endtag(self, tag):
        while self._inside and self._inside.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self._inside and self._inside[-1] == ("script", None):
            self.scripts.append(data)
        elif self._inside and self._inside[-1][0] not in ("script", "style"):
            self.texts.append(data)


def test_the_file_loads_nothing_and_runs_only_its_own_two_scripts(sample):
    text = sample.read_text(encoding="utf-8")
    page = Read(text)
    assert [url for url in page.loads if not url.startswith(("#", "data:text/plain"))] == []
    assert len(page.scripts) == 2 and page.scripts[0] == vega_bundle()
    assert text.count(vega_bundle()) == 1
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style and "@import" not in style
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "http" not in policy
    assert "unsafe" not in policy.replace("style-src 'unsafe-inline'", "")


def test_another_process_reads_the_chart_library_from_the_cache(monkeypatch):
    script = vega_bundle()
    monkeypatch.setattr("vl_convert.javascript_bundle", None)  # which takes seconds
    assert vega_bundle.__wrapped__() == script


def test_a_report_needs_no_cache(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("OFFLEASH_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda vl_version: f"script {vl_version}")
    assert vega_bundle.__wrapped__().startswith("script ")


def test_all_text_is_text(sample):
    texts = Read(sample.read_text(encoding="utf-8")).texts
    assert sum(NASTY in text for text in texts) == 4  # subtitle, text, table, caption


@pytest.mark.parametrize("text", ["</script>", "<!--<script>", "]]>", "\u2028", "&lt;", "\ud800"])
def test_no_data_can_end_its_script(text):
    script = data_script({"text": text})
    assert not re.search(r"[<>&\u2028]", script[script.index(">") + 1 : -len("</script>")])


def test_a_script_in_a_title_is_neither_markup_nor_run(open_page, tmp_path):
    page = open_drawn(
        open_page, write_report(tmp_path, Text([NASTY]), Chart(NASTY, {"mark": "bar"}))
    )
    assert page.page.text_content("h3") == NASTY
    assert not any("out" in error for error in page.errors)


def test_the_policy_stops_a_script_that_gets_in(open_page, tmp_path):
    """Escaping left out on purpose: the page's policy is a second fence."""
    file = write_report(tmp_path, Text(["HERE"]))
    bad = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"
    file.write_text(file.read_text(encoding="utf-8").replace("HERE", bad), encoding="utf-8")
    page = open_drawn(open_page, file)
    assert page.page.title() == "Dogs"
    assert any("Content Security Policy" in error for error in page.errors)


def test_the_same_report_is_the_same_bytes(sample):
    assert html(report()) == sample.read_text(encoding="utf-8")


def test_without_a_chart_there_is_no_chart_library(open_page, tmp_path):
    file = write_report(tmp_path, Answer("Dogs bark.", "often"), Download("a.txt", "wuff"))
    assert vega_bundle() not in file.read_text(encoding="utf-8")
    page = open_drawn(open_page, file)
    assert page.page.inner_text(".value") == "often"
    assert page.errors == []


@pytest.mark.parametrize(
    ("value", "number", "unit"),
    [
        ("19.3 rounds", "19.3", " rounds"),
        ("−1.5", "−1.5", ""),
        ("yes", "yes", ""),
        ("1,234", "1,234", ""),
    ],
)
def test_the_unit_of_an_answer_is_smaller(value, number, unit):
    text = html(Report("Dogs", [Section("All", [Answer("So.", value)])]))
    small = f'<span class="unit">{unit}</span>' if unit else ""
    assert f'<p class="value">{number}{small}</p>' in text


def test_answers_come_first_in_their_section():
    parts = [Text(["Then."]), Answer("First.", "1")]
    text = html(Report("Dogs", [Section("All", parts)]))
    assert text.index("First.") < text.index("Then.")


def test_a_row_that_does_not_fit_its_table_is_refused():
    with pytest.raises(ValueError, match="1 cells under 2 columns"):
        DataTable(["dog", "wins"], [["Rex"]])


def test_cells_are_shown_as_numbers_or_text():
    table = DataTable(["a", "b", "c"], [["x", 1234, None], ["y", 0.25, "12 %"]])
    text = html(Report("Dogs", [Section("All", [table])]))
    assert '<td class="number">1,234</td><td class="number">–</td>' in text
    assert '<td class="number">0.250</td><td class="number">12 %</td>' in text


def test_the_download_link_holds_the_bytes():
    text = html(Report("Dogs", [Section("All", [Download("a b.txt", STORY)])]))
    data = re.search(
        r'download="a b.txt" href="data:text/plain;charset=utf-8;base64,([^"]+)"', text
    )
    assert base64.b64decode(data[1]).decode() == STORY


def test_importing_the_report_imports_no_chart_library():
    heavy = "{'altair', 'vl_convert', 'polars'}"
    code = f"import sys, offleash.lab.report.page; print({heavy} & {{*sys.modules}})"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "set()"
