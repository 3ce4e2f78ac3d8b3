"""The game of docs/add-a-game.md is what `offleash new-game` writes; it is played and tested.

The game is installed as a package next to a copy of the project's tests.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from offleash.cli.app import run as run_command
from offleash.cli.new_game import game_files
from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
COPIED = ("tests", "docs", "README.md", "pyproject.toml")
PACKAGE = "fetch/"  # the folder that `offleash new-game fetch` writes
BOX = "tests/games/fetch"  # what the page adds for a game of the box

HEADED = re.compile(r"((?:^\*\*`[^`\n]+`\*\*,?\n)*)\n?^```(\w*)\n(.*?)^```$", re.M | re.S)
EVERYWHERE = ("tests/conformance", "tests/engine/test_batch.py", "tests/compiler/test_record.py")
DOCUMENTS = ("tests/test_docs.py", "tests/test_imports.py")


def blocks() -> list[tuple[list[str], str, str]]:
    """Every fenced block of the page: the paths above it, its language and its text."""
    text = PAGE.replace("`**, **`", "`**,\n**`")  # several paths may share a line
    return [(re.findall("`(.+)`", paths), kind, body) for paths, kind, body in HEADED.findall(text)]


def files() -> dict[str, str]:
    """The text of each file on the page."""
    return {path: body for paths, _, body in blocks() for path in paths}


def examples() -> str:
    """The Python blocks without a path, one after another."""
    return "\n\n".join(body for paths, kind, body in blocks() if kind == "python" and not paths)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tests of the project, and the game as somebody has installed it who follows the page."""
    folder = tmp_path_factory.mktemp("tutorial")
    for part in COPIED:
        if (ROOT / part).is_dir():
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / part, folder)
    (folder / "src").symlink_to(ROOT / "src")
    assert not run_command(["new-game", "fetch", "--out", str(folder / PACKAGE)])
    install(folder / PACKAGE)
    for path, text in files().items():
        if not path.startswith(PACKAGE):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    shutil.copytree(folder / PACKAGE / "tests/scenarios", folder / BOX / "scenarios")
    return folder


def install(package: Path) -> None:
    """Writes what `pip install -e` leaves for Python to find: the entry points of the package."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = package / "src" / f"{project['name']}-{project['version']}.dist-info"
    facts.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (facts / "METADATA").write_text(head, encoding="utf-8")
    groups = project["entry-points"].items()
    lines = [
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items())
        for group, points in groups
    ]
    (facts / "entry_points.txt").write_text("".join(lines), encoding="utf-8")


def run(copy: Path, *command: str, **environment: str) -> str:
    """What a command says in the copy; it has to end well."""
    paths = os.pathsep.join(map(str, (ROOT / "src", copy, copy / PACKAGE / "src")))
    process = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert process.returncode == 0, f"{command}\n{process.stdout}\n{process.stderr}"
    return process.stdout


# The page


def test_every_block_is_a_file_an_example_or_a_command():
    assert files()
    for paths, kind, body in blocks():
        assert paths or kind in ("python", "console", "text"), body
    assert PAGE.count("\n```") == 2 * len(blocks())


def test_the_page_shows_the_files_that_the_command_writes():
    shown = {path: text for path, text in files().items() if path.startswith(PACKAGE)}
    texts = {f"{PACKAGE}{path}": text for path, text in game_files("fetch").items()}
    del texts[f"{PACKAGE}README.md"]
    assert shown == texts


def test_every_file_is_written_once():
    paths = [path for paths, _, _ in blocks() for path in paths]
    assert len(paths) == len(set(paths))


# The game


STYLE = ("--isolated", "--line-length", "100")
RULES = (
    "--select",
    "E,F,I,UP,B,SIM,RUF,C4,PIE,PT",
    "--config",
    "lint.isort.combine-as-imports=true",
)


def test_the_game_is_in_the_house_style(copy):
    package = copy / PACKAGE
    for command in (("check", *STYLE, *RULES, "."), ("format", *STYLE, "--check", ".")):
        run(copy, "-c", RUFF, str(package), *command)


RUFF = """
import os, subprocess, sys
os.chdir(sys.argv[1])
sys.exit(subprocess.call([sys.executable, "-m", "ruff", *sys.argv[2:]]))
"""


def test_a_planted_error_fails_its_tests(copy, tmp_path):
    package = tmp_path / "fetch"
    shutil.copytree(copy / PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    course = package / "src/fetch/rules/course.py"
    text = course.read_text(encoding="utf-8")
    course.write_text(text.replace("goal(state) <= options.lane", "1"), encoding="utf-8")
    tests = str(package / "tests/test_fetch.py")
    with pytest.raises(AssertionError, match="nobody runs past the ball"):
        run(tmp_path, "-m", "pytest", "-q", tests, "-k", "examples", OFFLEASH_RULES="interpreted")


COMMANDS = """
import contextlib, io, shlex, sys
from offleash.cli.app import run
for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert not run(shlex.split(command)), command
    assert printed.getvalue().strip(), command
"""


def test_the_commands_of_the_page_work(copy):
    consoles = "".join(body for _, kind, body in blocks() if kind == "console")
    commands = [c for c in re.findall(r"^\$ offleash (.+)$", consoles, re.M) if "new-game" not in c]
    assert commands
    run(copy, "-c", COMMANDS, *commands)


MOST_FILES = 10  # of the game itself, its board among them


def test_the_first_game_is_small():
    home = "fetch/src/"
    assert len([path for path in files() if path.startswith(home)]) <= MOST_FILES


EXAMPLES = """
from dataclasses import replace
from offleash.bots.players import Bots
from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.tools.errors import IllegalAction
from offleash.contract.lab.general_measures import measures_of
from fetch.game import GAME
from fetch import examples
from offleash.lab.figures.accounts import account_of
from offleash.lab.figures.evidence import findings_of
from offleash.play.session import Session

own = replace(
    GAME,
    notation=examples.NOTATION,
    pictures=examples.PICTURES,
    bots=examples.BOTS,
    lab=examples.LAB,
)
session = Session(own, position="place=27,29 seat=1 rolled=3")
try:
    session.play("run")
except IllegalAction as error:
    assert "that would be 2 past the ball" in str(error), error
session = Session(own, seed=3)
bots = Bots(own, ["search:8", "persona:sleeper"])
while not session.over:
    assert session.svg(session.actor).count('id="dog-') == 2
    bots.play(session)
assert session.events(0)[-1].news[0].endswith("has the ball")

batch = play_batch(own, policy(own, ["random", "random"]), 16, 1)
(finding,) = findings_of(own, account_of(measures_of(own, batch), 2))
assert "winners have more steps (30.00 against" in finding.sentence, finding

rules = replace(
    GAME.rules, hide=examples.hide, seen=examples.seen, resample=examples.resample
)
session = Session(replace(GAME, rules=rules), position="place=1,2")
session.play("roll 4")
assert [int(session.view(seat)["rolled"][0]) for seat in (0, 1)] == [4, examples.UNKNOWN]
assert [event.text for seat in (0, 1) for event in session.events(seat)] == ["roll 4", ""]
print("done")
"""


def test_the_examples_work(copy):
    """Every default that the page replaces is replaced, and the game is played."""
    file = copy / PACKAGE / "src/fetch/examples.py"
    file.write_text(examples(), encoding="utf-8")
    run(copy, "-m", "ruff", "format", *STYLE, "--check", str(file))
    assert run(copy, "-c", EXAMPLES, OFFLEASH_RULES="interpreted") == "done\n"
    file.unlink()


# One process that has Numba imported writes the golden game and runs all tests.
ALL_TESTS = """
import runpy, sys
import pytest
arguments, sys.argv[1:] = sys.argv[1:], ["fetch"]
runpy.run_module("tests.playthroughs", run_name="__main__")
sys.exit(pytest.main(arguments))
"""


def test_it_passes_its_own_tests_and_those_of_every_game(copy):
    quick = ("-m", "not more and not soak", "-k", "fetch", "-rA")
    output = run(copy, "-c", ALL_TESTS, "fetch", *EVERYWHERE, *DOCUMENTS, *quick)
    golden = (copy / "tests/games/fetch/playthroughs/fetch.txt").read_text(encoding="utf-8")
    (excerpt,) = (body for _, kind, body in blocks() if kind == "text")
    assert golden.startswith(excerpt)
    passed = re.findall("^PASSED (fetch|tests)/", output, re.MULTILINE)
    assert passed.count("fetch") > 5 and passed.count("tests") > 50
