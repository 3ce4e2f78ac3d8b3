"""The wheel and the sdist are the tree, and the wheel alone is enough to run everything."""

import json
import os
import re
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import offleash
from tests.install.build import ROOT, build, source_files
from tests.install.environment import Environment
from tests.install.pages import serving, visit

SOURCE = "src/"
GAME = "domidog"
NO_EXTRAS, ALL = (), ("all",)


@pytest.fixture(scope="session")
def distributions(tmp_path_factory):
    """The sdist and the wheel: those of `make release`, or new ones."""
    if folder := os.environ.get("OFFLEASH_DIST"):
        (sdist,), (wheel,) = Path(folder).glob("*.tar.gz"), Path(folder).glob("*.whl")
        return sdist.absolute(), wheel.absolute()
    return build(tmp_path_factory.mktemp("dist"))


def make_environment(folder, wheel, extras):
    environment = Environment(folder)
    if os.environ.get("OFFLEASH_DIST"):
        environment.install(wheel, extras)
    else:
        environment.link(wheel, extras)
    return environment


@pytest.fixture(scope="session")
def base(distributions, tmp_path_factory):
    return make_environment(tmp_path_factory.mktemp("base"), distributions[1], NO_EXTRAS)


@pytest.fixture(scope="session")
def full(distributions, tmp_path_factory):
    return make_environment(tmp_path_factory.mktemp("full"), distributions[1], ALL)


# The files


def test_the_wheel_has_every_file_of_the_package(distributions):
    with zipfile.ZipFile(distributions[1]) as wheel:
        packed = {n: wheel.read(n) for n in wheel.namelist() if ".dist-info/" not in n}
    names = [name for name in source_files() if name.startswith(SOURCE)]
    assert packed == {n.removeprefix(SOURCE): (ROOT / n).read_bytes() for n in names}


def test_the_sdist_has_every_file_of_the_tree(distributions):
    with tarfile.open(distributions[0]) as sdist:
        files = [member for member in sdist.getmembers() if member.isfile()]
        packed = {m.name.partition("/")[2]: sdist.extractfile(m).read() for m in files}
    written = {n for n in packed if n in ("PKG-INFO", "setup.cfg") or ".egg-info/" in n}
    for name in written:
        del packed[name]
    assert packed == {name: (ROOT / name).read_bytes() for name in source_files()}


# The metadata


@pytest.fixture(scope="session")
def facts(base):
    (own,) = metadata.distributions(name="offleash", path=[str(base.packages)])
    return own.metadata


def test_the_metadata_say_what_it_is(facts):
    assert facts["Version"] == offleash.__version__
    assert facts["License-Expression"] == "MIT" and facts["Author"] and facts["Keywords"]
    requirements = [Requirement(text) for text in facts.get_all("Requires-Dist")]
    web = next(r for r in requirements if r.name == "starlette")
    assert web.marker is None  # `pipx install offleash` serves tables
    loop = next(r for r in requirements if r.name == "uvloop")
    assert not loop.marker.evaluate({"sys_platform": "win32"})
    assert {"lab", "print", "cluster", "all"} <= {*facts.get_all("Provides-Extra")}


def test_the_text_of_an_index_has_no_link_that_only_works_here(facts):
    text = facts.get_payload()
    targets = re.findall(r"\]\(([^)]+)\)|(?:href|src)=\"([^\"]+)\"", text)
    assert [t for t in targets if not "".join(t).startswith(("https:", "#"))] == []
    assert "offleash serve" in text and "| --- |" not in text


def test_the_changelog_has_this_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[(.+?)\] – (.+)$", text, re.MULTILINE)
    assert first[1] == offleash.__version__ and re.fullmatch(r"\d{4}-\d\d-\d\d", first[2])


# The program

IMPORT_ALL = """
import importlib, json, pkgutil, offleash
missing = {}
def walk(path, prefix):
    for module in pkgutil.iter_modules(path, prefix):
        if ".templates." in module.name or module.name.endswith("__main__"):
            continue
        try:
            package = importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            missing[module.name] = error.name
        else:
            walk(getattr(package, "__path__", ()), f"{module.name}.")
walk(offleash.__path__, "offleash.")
print(json.dumps(missing))
"""


def test_every_module_imports_only_what_is_required(base, full):
    assert json.loads(full.output("-c", IMPORT_ALL)) == {}
    missing = json.loads(base.output("-c", IMPORT_ALL))
    assert {*missing.values()} == {"altair", "polars", "reportlab"}
    assert all(name.startswith(("offleash.lab.report.", "offleash.paper.")) for name in missing)


# Runs several command lines in one process, since each would import everything again.
RUN_ALL = """
import contextlib, io, json, sys
from offleash.cli import main
results = []
for arguments in json.load(sys.stdin):
    sys.argv = ["offleash", *arguments]
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            main()
        except SystemExit as end:
            results.append((end.code, errors.getvalue()))
print(json.dumps(results))
"""


def run_all(environment, *lines):
    """The status and the errors of each command line."""
    done = environment.run("-c", RUN_ALL, stdin=json.dumps([line.split() for line in lines]))
    assert done.returncode == 0, done.stderr
    return dict(zip(lines, json.loads(done.stdout), strict=True))


OVER = f"{GAME} --over extra_tiles --over face_up"
NEEDS = {
    f"simulate {GAME} --games 4 --seats random --out games": "lab",
    f"simulate {GAME} --games 4 --seats random --report games": "lab",
    f"sweep {OVER} --sobol 2 --games 4 --seats random": "lab",
    f"tune {OVER} --goal fairness --trials 2 --games 4 --seats random": "lab",
    f"train {GAME} --out weights.toml": "lab",
    "report games": "lab",
    f"print {GAME} -o game.pdf": "print",
    f"rulebook {GAME} --pdf rules.pdf": "print",
    f"ladder {GAME} --bots random,greedy --games 4 --cluster localhost:1": "cluster",
}


def test_a_missing_extra_is_one_sentence(base):
    for line, (status, errors) in run_all(base, *NEEDS).items():
        assert status == 2, line
        assert re.fullmatch(r"offleash: .+: pip install 'offleash\[\w+\]'\n", errors), errors
        assert f"offleash[{NEEDS[line]}]" in errors


def test_what_needs_no_extra_runs(base):
    lines = ("games", f"games {GAME} --json", f"rulebook {GAME} --html rules.html", "doctor")
    for line, (status, errors) in run_all(base, *lines).items():
        assert (status, errors) == (0, ""), line
    assert "<style>" in (base.work / "rules.html").read_text(encoding="utf-8")


def test_it_can_be_called_as_a_module_and_as_a_program(base):
    expected = f"offleash {offleash.__version__}\n"
    assert base.output("-m", "offleash", "--version") == expected
    (own,) = metadata.distributions(name="offleash", path=[str(base.packages)])
    (script,) = own.entry_points.select(group="console_scripts")
    assert (script.name, script.value) == ("offleash", "offleash.cli:main")


# The pages

WITHOUT_A_PAGE = {
    "/assets/{digest}/{name:path}",  # pages link to them
    "/owner/{key}",  # the owner's browser has opened it
    "/take/{code}",  # its code is on a page's socket
    "/studio/{project}/compare/{run}",  # of a run that takes minutes
}


def page_routes(tmp_path):
    """The paths of the site that a browser can open."""
    from offleash.cli.site import make_worker_app
    from offleash.web.supervisor import Settings

    app = make_worker_app(Settings(database=str(tmp_path / "empty.sqlite")))
    return {route.path for route in app.routes if "GET" in (getattr(route, "methods", None) or ())}


def test_every_page_of_the_site_opens(full, tmp_path):
    folders = ("--database", "tables.sqlite", "--projects", "projects", "--runs", "runs")
    (full.work / "projects").mkdir()
    full.output("-m", "offleash", "project", "new", "projects/mine", "--game", "uri-nation")
    played = ("simulate", GAME, "--games", "4", "--seats", "random", "--report", "runs/first")
    full.output("-m", "offleash", *played)
    routes = page_routes(tmp_path) - WITHOUT_A_PAGE
    with serving(full, *folders, "--pace", "0") as (link, browser):
        while browser.get(f"{link}warmth").json()[GAME] < 1:
            pass
        addresses = addresses_of(browser, link)
        paths = {route: fill(route, addresses) for route in routes}
        statuses = visit(browser, link, paths.values())
    wrong = {path: status for path, status in statuses.items() if status not in (200, 503)}
    assert wrong == {} and statuses[f"/new/{GAME}"] == 200
    assert {path for path in paths.values() if path.partition("?")[0] not in statuses} == set()
    assert sum(path.startswith("/assets/") for path in statuses) > 20


def addresses_of(browser, link):
    """Values of the parameters in paths, by the beginning of a path."""

    def new_table(**seats):
        answer = browser.post(f"{link}new/{GAME}", data={"name": "Ada", **seats})
        return answer.headers["location"].rpartition("/")[2]

    text = (ROOT / "tests" / "play" / "table.txt").read_bytes()
    replay = browser.post(f"{link}replay", files={"transcript": ("table.txt", text)})
    return {
        "/replay/{name}": replay.headers["location"],
        "/watch/{code}": "/watch/" + new_table(seat0="random", seat1="random"),
        "/join/{code}": "/join/" + new_table(seat0="open", seat1="random"),
        "/table/{table}": "/table/" + new_table(seat0="me", seat1="random"),
        "/lab/runs/{name}": "/lab/runs/first",
        "/lab/{name}": "/lab/first",
        "/studio/{project}/cards/{deck}": "/studio/mine/cards/water_cards",
        "/studio/{project}": "/studio/mine",
        "{game}": GAME,
        "{at}": "0",
        "{file}": "summary.json",
    }


def fill(route, addresses):
    for pattern, value in addresses.items():
        route = route.replace(pattern, value)
    return f"{route}?runs=first" if route == "/lab/compare" else route
