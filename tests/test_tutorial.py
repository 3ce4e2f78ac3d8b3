"""The game of docs/add-a-game.md is built from the page's own text, played and put to the tests.

The page's files are written into a copy of the project, as somebody would who follows it.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
COPIED = ("src", "tests", "docs", "README.md", "pyproject.toml")
REGISTRY = "src/offleash/games/registry.py"  # the one file that the page only adds to

HEADED = re.compile(r"((?:^\*\*`[^`\n]+`\*\*,?\n)*)\n?^```(\w*)\n(.*?)^```$", re.M | re.S)
EVERYWHERE = ("tests/conformance", "tests/core/test_batch.py", "tests/core/test_record.py")
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
    """The project as it is after somebody has followed the page."""
    folder = tmp_path_factory.mktemp("tutorial")
    for part in COPIED:
        if (ROOT / part).is_dir():
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / part, folder)
    for path, text in files().items():
        file = folder / path
        before = file.read_text(encoding="utf-8") + "\n\n" if path == REGISTRY else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(before + text, encoding="utf-8")
    return folder


def run(copy: Path, *command: str, **environment: str) -> str:
    """What a command says in the copy; it has to end well."""
    paths = f"{copy / 'src'}{os.pathsep}{copy}"
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


def test_nothing_of_the_game_is_kept_elsewhere():
    assert [path for path in files() if (ROOT / path).exists()] == [REGISTRY]


def test_every_file_is_written_once():
    paths = [path for paths, _, _ in blocks() for path in paths]
    assert len(paths) == len(set(paths))


# The game


def test_the_page_is_in_the_house_style(copy):
    paths = [path for path in files() if path.endswith(".py")]
    run(copy, "-m", "ruff", "check", *paths)
    run(copy, "-m", "ruff", "format", "--check", *paths)


def test_its_scenarios_hold(copy):
    output = run(copy, "-m", "offleash.cli", "scenario", "tests/games/fetch/scenarios")
    count = len(re.findall(r"^\[\[scenario\]\]$", "\n".join(files().values()), re.M))
    assert count
    assert re.search(rf"^{count} scenarios hold, 0 fail", output, re.M)


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
    commands = re.findall(r"^\$ offleash (.+)$", consoles, re.M)
    assert commands
    run(copy, "-c", COMMANDS, *commands)


MOST_FILES = 9  # of the game itself: half of what it took before there were defaults


def test_the_first_game_is_small():
    home = "src/offleash/games/fetch/"
    assert len([path for path in files() if path.startswith(home)]) <= MOST_FILES


GAMES = ("simulate", "fetch", "--games", "100", "--seed", "5", "--json", "--seats")


@pytest.mark.parametrize("seats", ["random", "greedy,random"])
def test_batches_agree_interpreted_and_compiled(copy, seats):
    summaries = [
        json.loads(run(copy, "-m", "offleash.cli", *GAMES, seats, OFFLEASH_RULES=mode))
        for mode in ("compiled", "interpreted")
    ]
    assert summaries[0]["digest"] == summaries[1]["digest"]
    assert summaries[0]["unfinished"] == 0


SESSION = """
import sys
from pathlib import Path
import offleash
from offleash.bots.players import Bots
from offleash.play.transcript import format_transcript, read_transcript
game = offleash.load_game("fetch")
session = offleash.new("fetch", seed=3, options={"bump": True})
bots = Bots(game, ["greedy", "random"])
while not session.over:
    assert session.svg(session.actor).count("data-action") == len(session.legal)
    bots.play(session)
text = format_transcript(session)
file = Path(sys.argv[1])
file.write_text(text)
again = read_transcript(file).session
assert again.state.tobytes() == session.state.tobytes()
assert format_transcript(again) == text
print(sorted(session.returns), len(session.history))
"""


def test_a_session_is_played_to_the_end_and_replayed(copy, tmp_path):
    output = run(copy, "-c", SESSION, str(tmp_path / "fetch.txt"))
    assert output.startswith("[0.0, 1.0] ")


EXAMPLES = """
from dataclasses import replace
from offleash.bots.players import Bots
from offleash.bots.seats import policy
from offleash.core.batch import play_batch
from offleash.core.errors import IllegalAction
from offleash.core.figures import measures_of
from offleash.games.fetch import GAME, examples
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
    file = copy / "src/offleash/games/fetch/examples.py"
    file.write_text(examples(), encoding="utf-8")
    run(copy, "-m", "ruff", "format", "--check", str(file))
    assert run(copy, "-c", EXAMPLES, OFFLEASH_RULES="interpreted") == "done\n"
    file.unlink()


def test_it_passes_what_every_game_has_to(copy):
    run(copy, "-m", "tests.playthroughs", "fetch")
    golden = (copy / "tests/games/fetch/playthroughs/fetch.txt").read_text(encoding="utf-8")
    (excerpt,) = (body for _, kind, body in blocks() if kind == "text")
    assert golden.startswith(excerpt)
    output = run(
        copy, "-m", "pytest", *EVERYWHERE, *DOCUMENTS, "-k", "fetch or functions_stay_short"
    )
    assert int(re.search(r"(\d+) passed", output)[1]) > 50
