"""The browser of the tests sees what goes wrong on a page; where it is missing, that is said."""

import subprocess
import time
from pathlib import Path

import pytest

from offleash.web.frame import make_app
from tests import browser
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving

SCRIPT = Path(__file__).parent / "debian.sh"


def write_page(folder: Path, body: str) -> Path:
    file = folder / "page.html"
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'><title>A page</title>{body}")
    return file


def test_a_fine_page_has_no_errors(open_page, tmp_path):
    window = open_page(write_page(tmp_path, "<h1>Sit</h1><script>console.log('fine')</script>"))
    assert window.page.inner_text("h1") == "Sit"
    assert window.errors == []
    assert window.screenshot("fine").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<script>console.error('bad dog')</script>", "console error: bad dog"),
        ("<script>throw new Error('bad dog')</script>", "page error: bad dog"),
        ("<img src='https://example.org/dog.png'>", "asked the network: https://example.org/dog"),
        ("<img src='dog.png'>", "failed: file://"),
        (
            "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
            "<script>document.title = 'changed'</script>",
            "Content Security Policy",
        ),
    ],
)
def test_what_goes_wrong_is_seen(open_page, tmp_path, body, message):
    window = open_page(write_page(tmp_path, body))
    until = time.monotonic() + TIMEOUT_S
    while not any(message in error for error in window.errors):  # it may come after the page
        assert time.monotonic() < until, window.errors
        window.page.wait_for_timeout(10)


def test_width_and_darkness_are_the_readers(open_page, tmp_path):
    window = open_page(write_page(tmp_path, ""), width=360, dark=True)
    assert window.page.evaluate("innerWidth") == 360
    assert window.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip), ("true", pytest.fail)])
def test_a_missing_browser_is_skipped_in_words_and_fails_in_ci(monkeypatch, ci, outcome):
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome.Exception, match="chromium is missing"):
        browser.chromium_path()


def install(folder: Path, *, user: int, system: str, ci: str = "", apt_works: bool = True):
    """Runs the script where only stubs are to be found; returns its status, words and calls."""
    calls = folder / "calls"
    calls.touch()
    stubs = {"id": f"echo {user}", "apt-get": f"echo $* >> {calls}; exit {0 if apt_works else 1}"}
    for name, does in stubs.items():
        stub(folder / name, does)
    stub(folder / "mkdir", '/bin/mkdir "$@"')
    (folder / "os").write_text(f"ID={system}\n")
    environment = {
        "PATH": str(folder),
        "OS_RELEASE": str(folder / "os"),
        "POSTGRESQL": str(folder / "postgresql"),
        "CLUSTERS": str(folder / "clusters"),
        "CI": ci,
    }
    process = subprocess.run(["/bin/sh", SCRIPT], env=environment, capture_output=True, text=True)
    assert process.stderr == ""
    return process.returncode, process.stdout, calls.read_text().splitlines()


def stub(file: Path, does: str = "") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)


def install_stubs(folder: Path, *packages: str) -> None:
    places = {
        "chromium": folder / "chromium-headless-shell",
        "PostgreSQL": folder / "postgresql/15/bin/postgres",
    }
    for package in packages:
        stub(places[package])


PACKAGES = ["chromium", "PostgreSQL"]
OPTIONS = "-qq --yes --no-install-recommends"


@pytest.mark.parametrize(
    ("installed", "packages"),
    [
        ([], "chromium-headless-shell fonts-liberation postgresql"),
        (["chromium"], "postgresql"),
        (["PostgreSQL"], "chromium-headless-shell fonts-liberation"),
    ],
)
def test_as_root_on_debian_what_is_missing_is_installed(tmp_path, installed, packages):
    install_stubs(tmp_path, *installed)
    status, words, calls = install(tmp_path, user=0, system="debian", ci="true")
    assert (status, calls) == (0, ["update -qq", f"install {OPTIONS} {packages}"])
    assert "Installing" in words
    config = (tmp_path / "clusters" / "createcluster.conf").read_text()
    assert config == "create_main_cluster = false\n"


def test_installed_packages_are_left_alone(tmp_path):
    install_stubs(tmp_path, *PACKAGES)
    assert install(tmp_path, user=0, system="debian") == (0, "", [])
    assert not (tmp_path / "clusters").exists()


@pytest.mark.parametrize("missing", PACKAGES)
@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        ({"user": 1000, "system": "debian"}, "only root can install it"),
        ({"user": 0, "system": "fedora"}, "this is not Debian"),
        ({"user": 0, "system": "debian", "apt_works": False}, "it could not be installed"),
    ],
)
def test_a_failed_installation_is_reported(tmp_path, machine, reason, missing):
    install_stubs(tmp_path, *(package for package in PACKAGES if package != missing))
    status, words, _ = install(tmp_path, **machine)
    assert status == 0 and f"{missing} is missing and {reason}" in words
    assert words.count("Skipped: every test") == 1
    status, words, _ = install(tmp_path, **machine, ci="true")
    assert status == 1 and reason in words and "Skipped" not in words


def test_the_whole_browser_does_as_well(tmp_path):
    install_stubs(tmp_path, "PostgreSQL")
    stub(tmp_path / "chromium")
    assert install(tmp_path, user=1000, system="debian", ci="true")[:2] == (0, "")


def test_two_missing_packages_are_both_named(tmp_path):
    status, words, _ = install(tmp_path, user=1000, system="debian")
    assert status == 0
    assert [line.split()[0] for line in words.splitlines()] == ["chromium", "Skipped:"] + [
        "PostgreSQL",
        "Skipped:",
    ]


MEMORIES = "[document.cookie, localStorage.length, sessionStorage.length, window.dog ?? '']"
MOVES = "matchMedia('(prefers-reduced-motion: no-preference)').matches"


def test_a_page_that_was_given_back_remembers_nothing(chromium, tmp_path):
    with serving(make_app([], packages=("web",))) as address:
        first = chromium.take_page(tmp_path, address, viewport={"width": 300, "height": 200})
        first.page.goto(f"{address}/healthz")
        first.page.evaluate("document.cookie = localStorage.dog = sessionStorage.dog = 'a=b'")
        first.page.evaluate("window.dog = 'here'; console.error('bad dog')")
        assert first.page.evaluate(MEMORIES) == ["a=b", 1, 1, "here"] and len(first.errors) == 1
        chromium.give_back(first)
        again = chromium.take_page(tmp_path, address, viewport={"width": 300, "height": 200})
        assert again.page is first.page and again.errors == []
        again.page.goto(f"{address}/healthz")
        assert again.page.evaluate(MEMORIES) == ["", 0, 0, ""]
        other = chromium.take_page(tmp_path, address, viewport={"width": 400, "height": 200})
        assert other.page is not again.page
        for opened_page in (again, other):
            opened_page.page.context.close()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_page_that_was_given_back_moves_as_it_did(chromium, tmp_path, motion):
    with serving(make_app([], packages=("web",))) as address:
        first = chromium.take_page(tmp_path, address, reduced_motion=motion)
        first.page.emulate_media(reduced_motion="reduce" if motion != "reduce" else "no-preference")
        chromium.give_back(first)
        again = chromium.take_page(tmp_path, address, reduced_motion=motion)
        assert again.page is first.page
        assert again.page.evaluate(MOVES) == (motion == "no-preference")
        again.page.context.close()
