"""Paper from the page: choices and what they come to, files in a bounded process, one at a time."""

import base64
import json
import re
import shutil
import socket
import threading
import time
from io import BytesIO
from urllib.parse import quote, urlsplit

import pypdf
import pytest

from offleash.games import registry
from offleash.projects.project import new_project
from offleash.studio.print import jobs, page as site
from offleash.web.headers import STANDALONE_POLICY
from offleash.web.jobs import Jobs
from tests.browser import wait_for_requests
from tests.studio.owner_site import KEY, make_app, owner
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving


@pytest.fixture(scope="module")
def site_of_all(tmp_path_factory):
    """A site with a project of every shipped game; its address and the folder."""
    folder = tmp_path_factory.mktemp("paper")
    app = make_app(folder)
    for name, row in registry.ROWS.items():
        if row.module.startswith("offleash.") and name != "uri-nation":
            new_project(folder / "projects" / name, registry.load(name), None, f"My {name}")
    with serving(app) as url:
        yield app, url, folder / "projects"


@pytest.fixture
def browser(site_of_all):
    with owner(site_of_all[1]) as client:
        yield client


def events(answer):
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [
        json.loads(chunk.removeprefix("data: ")) for chunk in answer.text.split("\n\n") if chunk
    ]


def file_in(answer):
    last = events(answer)[-1]
    assert last["is"] == "made", last
    return last["name"], base64.b64decode(last["data"])


def test_a_choice_has_a_plan(browser):
    plan = browser.post("/studio/mine/paper/plan", json={"paper": "A4"}).json()
    assert (plan["paper"], plan["cell"], plan["crowded"]) == ("A4", 28, [])
    assert (
        "disk + fortify token need 24 mm and fit: a space of kind territory has 28"
        in (plan["fitting"])
    )
    assert [4, "bowls"] in plan["counts"] and plan["has_board"]
    assert any(line.startswith("Left out: the Events deck") for line in plan["how"])
    words = [picture["words"] for picture in plan["pictures"]]
    assert words[0] == "Page 3: bowls" and words[-1].endswith("glued from 6 pages")
    assert len({line.partition(": ")[2] for line in words}) == len(words)  # each kind once
    small = {"paper": "A3", "cell": 20, "only": ["board"], "large": True, "grey": True}
    plan = browser.post("/studio/mine/paper/plan", json=small).json()
    assert plan["counts"] == [[1, "board"]] and plan["pages"] == 3
    assert "4 dogs need 28 mm; a space of kind sidewalk has 20" in plan["crowded"]
    assert "pegs" in plan["kinds"]  # though they are not chosen now


def test_players_and_grid_numbers_are_chosen(browser):
    page = browser.get("/studio/mine/paper").text
    assert all(f'name="players" value="{number}"' in page for number in ("", 2, 3, 4))
    assert 'name="players"' not in browser.get("/studio/dog/paper").text  # always four
    plan = browser.post("/studio/mine/paper/plan", json={"players": 2}).json()
    assert [2, "bowls"] in plan["counts"] and [2, "dogs"] in plan["counts"]
    plans = [
        browser.post("/studio/dog/paper/plan", json={"only": ["board"], **choice}).json()
        for choice in ({}, {"players": 4}, {"grid_numbers": True})
    ]
    pictures = [plan["pictures"] for plan in plans]
    assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.parametrize(
    "name", ["puppy-park", *(pytest.param(n, marks=pytest.mark.soak) for n in ("mine", "dog"))]
)
def test_the_pdf_is_that_of_the_plan(browser, name):
    choice = {"paper": "Letter", "grey": True}
    plan = browser.post(f"/studio/{name}/paper/plan", json=choice).json()
    answer = browser.post(f"/studio/{name}/paper/print", json=choice)
    file_name, data = file_in(answer)
    pages = pypdf.PdfReader(BytesIO(data)).pages
    assert file_name == f"{name}-Letter.pdf" and len(pages) == plan["pages"]
    assert sorted(map(float, pages[0].mediabox[2:])) == pytest.approx([612, 792], abs=0.1)
    steps = [event for event in events(answer) if event["is"] == "step"]
    assert steps and steps[-1]["done"] == steps[-1]["of"] == plan["pages"]


def test_the_rulebook_is_read_saved_and_bound(browser, site_of_all):
    answer = browser.get("/studio/domidog/rulebook")
    assert (
        answer.status_code == 200 and answer.headers["content-security-policy"] == STANDALONE_POLICY
    )
    assert "<h1>My domidog</h1>" in answer.text and "script" not in STANDALONE_POLICY
    response = browser.get("/studio/domidog/rulebook?save")
    assert response.text == answer.text
    assert response.headers["content-disposition"] == 'attachment; filename="domidog-rules.html"'
    name, data = file_in(browser.post("/studio/domidog/rulebook/pdf"))
    text = pypdf.PdfReader(BytesIO(data)).pages[0].extract_text()
    assert name == "domidog-rules.pdf" and "My domidog" in text


def test_a_project_with_a_strange_name_is_saved_too(browser, site_of_all):
    name = 'it\'s "犬" <é>'
    new_project(site_of_all[2] / name, registry.load("domidog"), None, "Strange")
    response = browser.get(f"/studio/{quote(name)}/rulebook?save")
    assert response.status_code == 200
    filename = 'attachment; filename="it_s ___ ___-rules.html"'
    assert response.headers["content-disposition"] == filename
    shutil.rmtree(site_of_all[2] / name)


@pytest.mark.parametrize(
    ("choice", "status", "expected"),
    [
        ({"paper": "A5"}, 422, "'A5' is not a paper size"),
        ({"cell": 2}, 422, "A cell must measure from 5 to 200 mm, not 2 mm."),
        ({"cell": True}, 400, "`cell` can't be True."),
        ({"only": ["dragons"]}, 422, "There is no component 'dragons'"),
        ({"only": "cards"}, 400, "`only` can't be 'cards'."),
        ({"players": 3}, 422, "Dog is for 4 players, not 3."),
        ({"players": "two"}, 400, "`players` can't be 'two'."),
        ({"grid_numbers": 1}, 400, "`grid_numbers` can't be 1."),
        ({"only": [1]}, 400, "`only` must be a list of component names."),
        ({"colour": "red"}, 400, "There is no setting 'colour'."),
    ],
)
def test_invalid_choices_are_reported(browser, choice, status, expected):
    answer = browser.post("/studio/dog/paper/plan", json=choice)
    assert answer.status_code == status and expected in answer.json()["sentence"]
    if status == 400:
        assert browser.post("/studio/dog/paper/print", json=choice).status_code == 400
    else:
        last = events(browser.post("/studio/dog/paper/print", json=choice))[-1]
        assert last["is"] == "failed" and expected in last["why"]


def test_a_broken_project_is_reported_without_its_path(browser, site_of_all):
    place = site_of_all[2] / "broken"
    new_project(place, registry.load("dog"), None, "Broken")
    (place / "rules.toml").write_text("jokers = 99\n")
    answers = [
        browser.post("/studio/broken/paper/plan", json={}).json()["sentence"],
        browser.get("/studio/broken/rulebook").json()["sentence"],
        events(browser.post("/studio/broken/paper/print", json={}))[-1]["why"],
        events(browser.post("/studio/broken/rulebook/pdf"))[-1]["why"],
    ]
    for text in answers:
        assert "broken/rules.toml, line 1" in text and str(site_of_all[2]) not in text
    assert browser.get("/studio/broken/paper").status_code == 200
    for nowhere in ("nowhere", "..", "%2e%2e"):
        assert browser.post(f"/studio/{nowhere}/paper/plan", json={}).status_code in (404, 405)


# One at a time, and not for ever


class Slow:
    """Work that does not end by itself; a file says that it began, by its process."""

    def __init__(self, path):
        self.path = path

    def __call__(self, report, *arguments):
        self.path.write_text(str(jobs.__name__))
        report(jobs.Step("Page", 1, 2))
        threading.Event().wait()


def test_a_file_ends_with_its_page_and_is_one_at_a_time(
    site_of_all, browser, tmp_path, monkeypatch
):
    monkeypatch.setattr(jobs, "print_out", Slow(tmp_path / "began"))
    with browser.stream("POST", "/studio/dog/paper/print", json={}) as answer:
        lines = answer.iter_lines()  # kept: without it the answer would be closed
        first = next(lines)
        assert json.loads(first.removeprefix("data: "))["is"] == "step"
        busy = events(browser.post("/studio/dog/rulebook/pdf"))[-1]
        assert busy == {"is": "busy", "why": "Another page in this browser is waiting for "
                        "an answer; please do one at a time."}  # fmt: skip
        response = browser.get("/studio/dog/rulebook")
        assert response.status_code == 503 and "one at a time" in response.json()["sentence"]
    monkeypatch.undo()
    deadline = time.monotonic() + TIMEOUT_S
    is_busy = True
    while is_busy:  # the page is gone: so is its job, though not at the same moment
        assert time.monotonic() < deadline
        answer = browser.post("/studio/dog/paper/print", json={"only": ["tokens"]})
        is_busy = events(answer)[-1]["is"] == "busy"
    assert file_in(answer)


def test_a_file_that_takes_too_long_is_given_up(site_of_all, browser, tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "print_out", Slow(tmp_path / "began"))
    short = Jobs(seconds=1.0)
    monkeypatch.setattr(site_of_all[0].state.papers, "files", short)
    last = events(browser.post("/studio/dog/paper/print", json={}))[-1]
    assert last == {"is": "failed", "why": "The job was stopped after 1 seconds."}


def test_a_page_that_goes_takes_its_plan_with_it(site_of_all, browser, tmp_path, monkeypatch):
    marker = tmp_path / "began"
    monkeypatch.setattr(jobs, "plan", Slow(marker))
    url = site_of_all[1]
    request = browser.build_request("POST", "/studio/dog/paper/plan", json={})
    lines = [f"{name}: {value}" for name, value in request.headers.items()]
    head = "\r\n".join(["POST /studio/dog/paper/plan HTTP/1.1", *lines, "", ""])
    with socket.create_connection(("127.0.0.1", urlsplit(url).port)) as page:
        page.sendall(head.encode() + request.content)
        while not marker.exists():
            threading.Event().wait(0.02)
    monkeypatch.undo()
    timeout = TIMEOUT_S / 2  # the one before would be given up later
    assert browser.post("/studio/dog/paper/plan", json={}, timeout=timeout).json()["paper"] == "A4"


def test_limits_are_set():
    assert site.MAX_JOB_S <= 120 and site.PaperJobs().files.running == 1


# In a browser


@pytest.fixture
def page(chromium, site_of_all):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.request.get(f"{site_of_all[1]}/owner/{KEY}", max_redirects=0)
    new_page = context.new_page()
    problems = []
    new_page.on("pageerror", lambda error: problems.append(str(error)))
    new_page.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    yield new_page
    context.close()
    assert problems == []


def test_the_page_by_keyboard(page, site_of_all):
    page.goto(f"{site_of_all[1]}/studio/mine/paper")
    page.wait_for_selector("#pictures img")
    assert re.fullmatch(r"\d+ pages of A4", page.inner_text("#pages"))
    for box in page.locator("#kinds input:not([value=board])").all():
        box.press("Space")
    page.focus('input[name="paper"][value="A4"]')
    page.keyboard.press("ArrowRight")
    page.focus("#cell")
    page.keyboard.insert_text("20")  # at once: 2 mm alone would be refused
    page.wait_for_selector("#fits li.crowded")
    assert page.inner_text("#counts") == "1 × board"
    assert page.inner_text("#pages").endswith("pages of Letter")
    assert "4 dogs need 28 mm; a space of kind sidewalk has 20" in page.inner_text("#fits")
    page.focus("#printing .make")
    page.keyboard.press("Enter")
    page.wait_for_selector("#printing .links a")
    assert page.inner_text("#printing .status").startswith("mine-Letter.pdf is ready")
    with page.expect_download() as download:
        page.focus("#printing .links a")
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "mine-Letter.pdf"
    page.check("#grey")  # what was made is not what is chosen now
    page.wait_for_selector("#printing .links", state="hidden")


def test_a_server_that_stays_busy_is_not_asked_for_ever(page, site_of_all):
    requests, body = [], 'data: {"is": "busy", "why": "Another page is waiting."}\n\n'

    def refuse(route):
        requests.append(route)
        route.fulfill(body=body)

    page.route("**/paper/print*", refuse)
    page.goto(f"{site_of_all[1]}/studio/dog/paper")
    page.wait_for_selector("#printing .make:enabled")
    page.evaluate("() => { const wait = setTimeout; window.setTimeout = (next) => wait(next, 0); }")
    page.click("#printing .make")
    wait_for_requests(page, requests, 25)
    page.wait_for_selector("#printing .make", state="visible")
    assert page.inner_text("#printing .status") == "Another page is waiting."
    assert page.is_hidden("#printing .cancel") and len(requests) == 25


def test_the_page_can_be_used_by_everybody(page, site_of_all):
    from axe_playwright_python.sync_playwright import Axe

    page.goto(f"{site_of_all[1]}/studio/puppy-park/paper")
    page.wait_for_selector("#pictures img")
    assert Axe().run(page).response["violations"] == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 820, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    contrast = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    assert Axe().run(page, options=contrast).response["violations"] == []
    assert page.is_hidden("#boards")
