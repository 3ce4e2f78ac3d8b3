"""The wheel and the sdist are the tree, and the wheel alone is enough to run everything."""

import json
import os
import re
import tarfile
import time
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import offleash
from tests.install.build import GAMES, ROOT, build, source_files
from tests.install.environment import Environment
from tests.install.pages import serving, visit
from tests.test_docs import check_output, examples

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


def install(environment, wheel, extras):
    if os.environ.get("OFFLEASH_DIST"):
        environment.install(wheel, extras)
    else:
        environment.link(wheel, extras)


@pytest.fixture(scope="session")
def base(distributions, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("environment"))
    install(environment, distributions[1], NO_EXTRAS)
    return environment


@pytest.fixture(scope="session")
def full(distributions, base, base_report):
    """The same environment with every extra, once it was tried without."""
    install(base, distributions[1], ALL)
    return base


# The files


def differences(packed, names):
    """The names of files that only one side has, or that differ; `names` are those in the tree."""
    tree = {name: (ROOT / source).read_bytes() for name, source in names.items()}
    return sorted(n for n in packed.keys() | tree.keys() if packed.get(n) != tree.get(n))


def test_the_wheel_has_every_file_of_the_package(distributions):
    with zipfile.ZipFile(distributions[1]) as wheel:
        packed = {n: wheel.read(n) for n in wheel.namelist() if ".dist-info/" not in n}
    names = [name for name in source_files() if name.startswith(SOURCE)]
    games = {name: packed.pop(name) for name in list(packed) if f"{SOURCE}{name}".startswith(GAMES)}
    assert bool(games) == bool(os.environ.get("OFFLEASH_DIST"))  # only a release has them
    assert differences(packed, {n.removeprefix(SOURCE): n for n in names}) == []


def test_the_sdist_has_every_file_of_the_tree(distributions):
    with tarfile.open(distributions[0]) as sdist:
        files = [member for member in sdist.getmembers() if member.isfile()]
        packed = {m.name.partition("/")[2]: sdist.extractfile(m).read() for m in files}
    written = {n for n in packed if n in ("PKG-INFO", "setup.cfg") or ".egg-info/" in n}
    for name in [*written, *(n for n in packed if n.startswith(GAMES))]:
        del packed[name]
    assert differences(packed, {name: name for name in source_files()}) == []


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

PROBE = Path(__file__).parent / "probe.py"


def probe(environment, *lines, **variables):
    """What its modules miss, and the status and errors of command lines."""
    done = environment.run(PROBE, stdin=json.dumps(lines), **variables)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    return report["missing"], report["results"]


OVER = f"{GAME} --over extra_tiles --over face_up"
NEEDS = {
    f"simulate {GAME} --games 4 --seats random --out games": "lab",
    f"simulate {GAME} --games 4 --seats random --report games": "lab",
    f"tune {OVER} --goal fairness --trials 2 --games 4 --seats random": "lab",
    f"train {GAME} --out weights.toml": "lab",
    f"train {GAME} --minutes 1 --out player.npz": "torch",
    "report games": "lab",
    f"print {GAME} -o game.pdf": "print",
    f"rulebook {GAME} --pdf rules.pdf": "print",
    f"ladder {GAME} --bots random,greedy --games 4 --cluster localhost:1": "cluster",
    "mcp": "mcp",
}


FREE = ("games", f"games {GAME} --json", f"rulebook {GAME} --html rules.html", "doctor")


OPTIONAL = ("PIL", "altair", "gymnasium", "pettingzoo", "polars", "pypdf", "pypdfium2", "pyspiel")
OPTIONAL += ("mcp", "mcp_types", "reportlab", "torch")


@pytest.fixture(scope="session")
def base_report(base):
    return probe(base, *NEEDS, *FREE)


def test_every_module_imports_only_what_is_required(base_report):
    missing, _ = base_report
    assert {*missing.values()} == {*OPTIONAL}
    assert {name.split(".")[1] for name in missing} == {
        "adapters",
        "lab",
        "learners",
        "mcp",
        "paper",
    }


WITH_EXTRAS = (
    f"simulate {GAME} --games 4 --seats random --report runs/first",
    "show dog P0*||| --svg table.svg",
    f"print {GAME} --only houses -o game.pdf",
    "project new projects/mine --game uri-nation",
    f"project new projects/small --game {GAME}",
    "project check projects/mine",
    f"rulebook {GAME} --html rules.html",
    "doctor",
)


@pytest.fixture(scope="session")
def full_report(full):
    """With every extra, where Python lacks what it lacks on Windows."""
    (full.work / "projects").mkdir()
    return probe(full, *WITH_EXTRAS, PYTHONPATH=str(ROOT / "tests" / "windows"))


def test_with_all_extras_nothing_is_missing_even_on_windows(full_report):
    missing, results = full_report
    # The SDK of `offleash mcp` asks for the platform, which is still this one; PyTorch is left out.
    others = ("offleash.mcp.", "offleash.learners.")
    assert {name for name in missing if not name.startswith(others)} == set()
    assert {line: result for line, result in results.items() if result[0] != 0} == {}


def test_a_missing_extra_is_one_sentence(base_report):
    for line, extra in NEEDS.items():
        status, errors = base_report[1][line]
        assert status == 2, line
        assert re.fullmatch(rf"offleash: .+: pip install 'offleash\[{extra}\]'\n", errors), errors


def test_what_needs_no_extra_runs(base_report, base):
    assert {line: base_report[1][line] for line in FREE} == {line: [0, ""] for line in FREE}
    assert "<style>" in (base.work / "rules.html").read_text(encoding="utf-8")


def test_it_can_be_called_as_a_module_and_as_a_program(base):
    expected = f"offleash {offleash.__version__}\n"
    assert base.output("-m", "offleash", "--version") == expected
    (own,) = metadata.distributions(name="offleash", path=[str(base.packages)])
    (script,) = own.entry_points.select(group="console_scripts")
    assert (script.name, script.value) == ("offleash", "offleash.cli:main")


@pytest.mark.soak
def test_every_command_of_the_documents_runs(full):
    (full.work / "tests").symlink_to(ROOT / "tests")
    for example in examples((ROOT / "docs" / "commands.md").read_text(encoding="utf-8")):
        if example.is_run and not example.command.startswith("make "):
            done = full.shell(example.command)
            assert done.returncode == 0, (example.command, done.stderr)
            if example.output:
                check_output(example.output, done.stdout)


# The pages

WITHOUT_A_PAGE = {
    "/assets/{digest}/{name:path}",  # pages link to them
    "/owner/{key}",  # the owner's browser has opened it
    "/take/{code}",  # its code is on a page's socket
    "/studio/{project}/compare/{run}",  # of a run that takes minutes
}
# What people have to make first: other boards, rule sets and images, versions, links, playtests.
MADE_FIRST = (
    *("/boards/{", "/rule-sets/{", "/history/", "/shared/", "/playtests/{", "/questions"),
    *("/overview/image", "/image/{"),
)


def page_routes(tmp_path):
    """The paths of the site that a browser can open."""
    from offleash.cli.site import make_worker_app
    from offleash.web.supervisor import Settings

    app = make_worker_app(Settings(database=str(tmp_path / "empty.sqlite")))
    return {route.path for route in app.routes if "GET" in (getattr(route, "methods", None) or ())}


@pytest.mark.parametrize("followed", ["/assets/", pytest.param("/", marks=pytest.mark.soak)])
def test_every_page_of_the_site_opens(full, full_report, tmp_path, followed):
    """One page of each kind with its assets, or all that links lead to."""
    folders = ("--database", "tables.sqlite", "--projects", "projects", "--runs", "runs")
    routes = {
        route
        for route in page_routes(tmp_path) - WITHOUT_A_PAGE
        if not any(part in route for part in MADE_FIRST)
    }
    with serving(full, *folders, "--pace", "0") as (link, browser):
        wait_until_warm(browser, link, needs_all=followed == "/")
        addresses = addresses_of(browser, link)
        paths = {route: fill(route, addresses) for route in routes}
        statuses = visit(browser, link, paths.values(), followed)
    assert {path for path, status in statuses.items() if status != 200} == {
        path for path in statuses if is_refused(path, paths)
    }
    assert {path for path in paths.values() if path.partition("?")[0] not in statuses} == set()
    assert sum(path.startswith("/assets/") for path in statuses) > 20


def wait_until_warm(browser, link, needs_all):
    """Until one game can be played, or all of them: before, their pages say that they compile."""
    while True:
        warmth = browser.get(f"{link}warmth").json()
        if min(warmth.values() if needs_all else [warmth[GAME]]) >= 1:
            return
        time.sleep(0.2)


def addresses_of(browser, link):
    """Values of the parameters in paths, by the beginning of a path."""

    def new_table(**seats):
        answer = browser.post(f"{link}new/{GAME}", data={"name": "Ada", **seats})
        return answer.headers["location"].rpartition("/")[2]

    def new_replay():
        """Uploads a game; the first attempts may take longer than the server allows."""
        text = (ROOT / "tests" / "play" / "table.txt").read_bytes()
        while True:
            answer = browser.post(f"{link}replay", files={"transcript": ("table.txt", text)})
            if "was stopped after" not in answer.text:
                return answer.headers["location"]

    replay = new_replay()
    return {
        "/replay/{name}": replay,
        "/result/{name}": replay.replace("/replay/", "/result/"),
        "/watch/{code}": "/watch/" + new_table(seat0="random", seat1="random"),
        "/join/{code}": "/join/" + new_table(seat0="open", seat1="random"),
        "/table/{table}": "/table/" + new_table(seat0="me", seat1="random"),
        "/lab/runs/{name}": "/lab/runs/first",
        "/lab/{name}": "/lab/first",
        "/studio/{project}/cards/{deck}": "/studio/mine/cards/water_cards",
        "/studio/{project}/rulebook": "/studio/small/rulebook",
        "/studio/{project}": "/studio/mine",
        "{game}": GAME,
        "{at}": "0",
        "{file}": "summary.json",
    }


QUERIES = {
    "/lab/compare": "?runs=first",
    "/studio/mine/compare/board.svg": "?board=saved",
    "/studio/mine/overview/board.svg": "?file=board.txt",
}


def fill(route, addresses):
    for pattern, value in addresses.items():
        route = route.replace(pattern, value)
    return route + QUERIES.get(route, "")


def is_refused(path, paths):
    """Whether a page links to something that comes later: the end of a game in progress.

    Pages to explore need the modules of a release.
    """
    if path.startswith("/explore/"):
        return not os.environ.get("OFFLEASH_DIST")
    ends = ("/replay/{name}", "/result/{name}")
    return path.startswith(("/replay/", "/result/")) and not path.startswith(
        tuple(paths[end] for end in ends)
    )
