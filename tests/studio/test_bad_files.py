"""Bad files of a project: one clear sentence by command and by page, and nothing is written."""

import os
import re
import shutil
from pathlib import Path

import pytest

from offleash.cli.app import run as offleash
from offleash.contract.option_texts import MOST_BYTES
from offleash.games import registry
from offleash.projects.project import digest_of, new_project
from offleash.tools.errors import OffleashError
from tests.studio.owner_site import make_app, owner
from tests.web.serving import serving

LARGE = 10 * 1024 * 1024


def replace_text(name, old, new):
    def spoil(place: Path) -> None:
        text = (place / name).read_text(encoding="utf-8")
        assert re.search(old, text)
        (place / name).write_text(re.sub(old, new, text, count=1), encoding="utf-8")

    return spoil


def write_text(name, text):
    return lambda place: (place / name).write_text(text, encoding="utf-8")


def link_to(name, target):
    def spoil(place: Path) -> None:
        (place / name).unlink()
        (place / name).symlink_to(target)

    return spoil


def make_pipe(place):
    (place / "board.txt").unlink()
    os.mkfifo(place / "board.txt")


def make_folder(place):
    (place / "board.txt").unlink()
    (place / "board.txt").mkdir()


BAD = {
    "a broken board": (
        replace_text("board.txt", r"(?m)^grid:.*", "grid: 2 x"),
        r"board\.txt: there is no line 'grid:'",
    ),
    "a board with a strange sign": (
        replace_text("board.txt", r"(?m)(?<=^grid:\n).", "%"),
        r"board\.txt: line \d+",
    ),
    "no board at all": (write_text("board.txt", ""), r"board\.txt"),
    "a key that is not known": (
        replace_text("project.toml", "rules =", 'ruels = "x"\nrules ='),
        r"project\.toml, line \d+: there is no key 'ruels', did you mean rules",
    ),
    "an option in the wrong file": (
        replace_text("project.toml", "rules =", 'claim_water = "2"\nrules ='),
        "claim_water is an option: write it into the rules file",
    ),
    "no TOML": (write_text("project.toml", 'game = "uri-nation'), r"project\.toml"),
    "an option that is not known": (write_text("rules.toml", "claim_watre = 2\n"), "did you mean"),
    "a value that is too large": (write_text("rules.toml", "claim_water = 900\n"), "claim_water"),
    "a card with a wrong effect": (
        replace_text("chance_cards.toml", r'effects = "[^"]*"', 'effects = "self: fly 3"'),
        r"chance_cards\.toml",
    ),
    "a board of 10 MB": (write_text("board.txt", "#" * LARGE), f"at most {MOST_BYTES:,} bytes"),
    "a board that is no text": (
        lambda place: (place / "board.txt").write_bytes(b"\xff\xfe\x00"),
        "it is not text in UTF-8",
    ),
    "a link that leads out": (link_to("board.txt", "/etc/passwd"), "is a link that leads out"),
    "a device": (link_to("board.txt", "/dev/zero"), "is a link that leads out"),
    "a pipe": (make_pipe, "it is not a regular file"),
    "a folder": (make_folder, r"board\.txt"),
    "a file that is not there": (lambda place: (place / "board.txt").unlink(), "can't be read"),
    "a name that leads out": (
        replace_text("project.toml", 'board = "[^"]*"', 'board = "../board.txt"'),
        "is not a plain file name inside the project's folder",
    ),
}


@pytest.fixture(scope="module")
def owner_and_projects(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    with serving(make_app(folder)) as url, owner(url) as browser:
        yield browser, folder / "projects"


def folder_contents(place: Path) -> dict[str, object]:
    """Every file with its contents, or when it was changed where it can't be read."""

    def contents(path: Path) -> object:
        if path.is_symlink():
            return path.readlink()
        return path.read_bytes() if path.is_file() else path.lstat().st_mtime_ns

    return {path.name: contents(path) for path in sorted(place.iterdir())}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_gets_one_error_message_everywhere(kind, owner_and_projects, tmp_path):
    spoil, pattern = BAD[kind]
    browser, projects = owner_and_projects
    name = "bad-" + re.sub(r"\W", "-", kind)
    place = projects / name
    new_project(place, registry.load("uri-nation"), "1.4", "Bad")
    spoil(place)
    before = folder_contents(place)
    out = tmp_path / "out"
    for command in (
        ["project", "check", str(place)],
        ["simulate", "--project", str(place), "-n", "1"],
        ["print", str(place), "-o", str(out)],
        ["rulebook", str(place), "--html", str(out)],
    ):
        with pytest.raises(OffleashError, match=pattern) as error:
            offleash(command)
        assert "\n" not in str(error.value)
    assert not out.exists()
    for response in (
        browser.post(f"/studio/{name}/paper/plan", json={}),
        browser.get(f"/studio/{name}/rulebook"),
    ):
        assert response.status_code in (400, 404, 422)
        sentence = response.json()["sentence"]
        assert re.search(pattern, sentence) and str(projects) not in sentence
        assert "\n" not in sentence and sentence.endswith(".")
    assert name in browser.get("/studio", headers={"accept": "text/html"}).text
    assert folder_contents(place) == before
    shutil.rmtree(place)


def test_a_project_that_vanishes_is_not_recreated(owner_and_projects):
    browser, projects = owner_and_projects
    place = projects / "gone"
    new_project(place, registry.load("uri-nation"), "1.4", "Gone")
    board = browser.get("/studio/gone/board").json()
    shutil.rmtree(place)
    payload = {"text": board["text"], "digest": board["digest"]}
    for answer in (
        browser.post("/studio/gone/board", json=payload),
        browser.post("/studio/gone/draft", json=payload),
        browser.post("/studio/gone/paper/plan", json={}),
        browser.get("/studio/gone/paper"),
        browser.get("/studio/gone/rulebook"),
    ):
        assert answer.status_code == 404
        assert answer.json()["sentence"] == "There is no such project."
    assert not place.exists()


def test_a_project_that_vanishes_while_it_is_written_is_reported(tmp_path, monkeypatch):
    from offleash.projects import project
    from offleash.tools import locks

    place = tmp_path / "mine"
    new_project(place, registry.load("dog"), None, "Mine")
    text = (place / "rules.toml").read_text()
    monkeypatch.setattr(locks.fcntl, "flock", lambda *_: shutil.rmtree(place))
    with pytest.raises(OffleashError, match="removed in the meantime, so nothing was written"):
        project.write_project(place, {"rules.toml": text}, {"rules.toml": digest_of(text)})
    assert not place.exists()


def test_requests_larger_than_a_board_are_refused(owner_and_projects):
    browser, projects = owner_and_projects
    before = folder_contents(projects / "mine")
    large = browser.post("/studio/mine/board", content=b"x" * LARGE)
    assert large.status_code == 413 and "1 MB" in large.json()["sentence"]
    response = browser.post("/studio/mine/board", json={"text": "x" * (MOST_BYTES + 1)})
    assert response.status_code == 413 and "at most" in response.json()["sentence"]
    assert folder_contents(projects / "mine") == before
