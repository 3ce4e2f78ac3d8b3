"""`play` from outside: numbers, files, secrets, interruptions and odd terminals."""

import io
import os
import signal
import subprocess
import sys

import pytest

import offleash
from offleash.cli import app
from offleash.cli.table.listing import list_targets, parse_action
from offleash.cli.terminal import discard_typed
from offleash.compiler import machine
from offleash.compiler.cache_files import cache_root
from offleash.play.transcript import read_transcript
from tests.cli.test_cli import error_of, offleash as run_offleash, output
from tests.timeouts import TIMEOUT_S

ENVIRONMENT = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}


def test_a_number_with_its_mark_picks_from_the_list_and_without_it_is_the_card():
    for line, card in (("#2", 3), ("# 2", 3), ("2", 2)):
        text = output("play", "dog", "--seed", 4, stdin=f"{line}\n")
        assert "#2 give 3 " in text
        assert f"you gave Blue {card} " in text


def test_a_number_that_is_not_listed_is_refused():
    numbers = ("0", "99", "#0", "9999", "007000")
    text = output("play", "dog", "--seed", 4, stdin="".join(f"{number}\n" for number in numbers))
    for number, answer in zip(numbers, text.split("your action: ")[1:], strict=False):
        message = f"there is no action #{int(number.strip('#'))}"
        assert message in answer or "is not an action of Dog" in answer
    assert text.count("your action: ") == len(numbers) + 1 and text.count("legal:") == 1


def test_a_bare_number_that_is_an_action_is_not_a_list_index():
    """In Dog `7` is the card: it is played, or refused with a reason, whatever is listed."""
    session = offleash.new("dog", position="P10P20P30P40||| hands=2,3,8|||")
    assert len(session.legal) > 8
    assert parse_action(session, "7") == "7"
    assert parse_action(session, "#7") == list_targets(session)[6].text
    assert parse_action(session, "8") == list_targets(session)[7].text
    text = output("play", "dog", "--seed", 2, "--ask-forced", stdin="1\n7\n")
    assert "illegal action '7': " in text


@pytest.mark.parametrize("answer", ["n\n", "\n", "maybe\n", ""])
def test_saving_asks_before_it_overwrites(tmp_path, answer):
    path = tmp_path / "kept.txt"
    path.write_text("dear")
    commands = ("save", "svg") if answer else ("save",)  # the input ends there
    stdin = "".join(f"{command} {path}\n{answer}" for command in commands)
    text = output("play", "dog", "--seed", 4, stdin=stdin)
    assert text.count("kept.txt already exists. Overwrite it?") == len(commands)
    assert text.count("nothing was written") == len(commands)
    assert path.read_text() == "dear"


def test_saving_overwrites_on_request(tmp_path):
    path = tmp_path / "kept.txt"
    path.write_text("dear")
    output("play", "dog", "--seed", 4, stdin=f"save {path}\ny\n")
    assert path.read_text().startswith("offleash save 1")


def test_file_names_may_have_blanks_and_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("OFFLEASH_CACHE", str(cache_root()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("save ~/my game.txt\nsvg ~/what I see.svg\n"))
    monkeypatch.setattr(machine, "announce", machine.announce)  # commands set it
    assert not app.run(["play", "dog", "--seed", "4"])
    assert sorted(os.listdir(tmp_path)) == ["my game.txt", "what I see.svg"]


WRONG_LINES = [
    ("save", "save needs a file name"),
    ("svg   ", "svg needs a file name"),
    ("save a\0b", "can't be written (no file can have this name)"),
    ("save /", "/ can't be written (it is a folder)"),
    ("svg /proc/no/x", "/proc/no/x can't be written ("),
    ("9" * 5000, "is not an action of Dog"),
    ("#" + "9" * 5000, "is not an action of Dog"),
    ("\udcff\udcfe", "is not an action of Dog"),
    ("\x1b[31mred", "'\\x1b[31mred' is not an action of Dog"),
]


def test_whatever_is_typed_the_game_goes_on():
    stdin = "".join(f"{line}\n" for line, _ in WRONG_LINES) + "board\n"
    process = run_offleash("play", "dog", "--seed", 4, stdin=stdin)
    answers = process.stdout.split("your action: ")[1:]
    assert len(answers) == len(WRONG_LINES) + 2
    for (_, problem), answer in zip(WRONG_LINES, answers, strict=False):
        assert problem in answer
    assert process.stdout.count("(R) start") == 2
    assert "\x1b" not in process.stdout
    assert (process.returncode, "Traceback" in process.stderr) == (0, False)


def test_a_saved_game_is_sealed_while_it_holds_secrets(tmp_path):
    path = tmp_path / "game.txt"
    text = output("play", "dog", "--seed", 4, stdin=f"1\nsave {path}\n")
    assert f"transcript, sealed until the game ends: {path}" in text
    assert "deal" not in path.read_text()
    sentence = error_of("replay", path)
    assert f"{path}: it is sealed until the game ends" in sentence
    session = read_transcript(path, open_seal=True).session
    assert len(session.history) > 1
    assert not session.over


def test_an_interrupted_simulation_prints_one_message(tmp_path):
    program = (
        "import sys, time\n"
        "from offleash.engine import batch\n"
        "real = batch.play_batch\n"
        "def slow(*a, **k):\n"
        "    print('begun', flush=True); time.sleep(3600); return real(*a, **k)\n"
        "batch.play_batch = slow\n"
        f"sys.argv = ['offleash', 'simulate', 'dog', '--svg', {str(tmp_path / 'x')!r}]\n"
        "from offleash.cli import main\n"
        "main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert errors == "offleash: stopped\n"
    assert os.listdir(tmp_path) == []


def test_output_files_are_checked_before_the_work(tmp_path):
    """Nothing is played, not even compiled, for a file that can't be written."""
    for option in ("--transcript", "--svg"):
        sentence = error_of("simulate", "dog", "-n", 10_000_000, option, tmp_path)
        assert "can't be written (it is a folder)" in sentence
    same = ("--transcript", tmp_path / "x", "--svg", f"{tmp_path}/./x")
    assert "are the same file" in error_of("simulate", "dog", "-n", 10_000_000, *same)
    assert "it is a folder" in error_of("play", "dog", "--transcript", tmp_path)
    assert "it is a folder" in error_of("show", "dog", "|||", "--svg", tmp_path)


COMMANDS = [
    ("--help",),
    ("games", "dog"),
    ("show", "dog", "P0*|||"),
    ("simulate", "dog", "-n", "2"),
    ("scenario", "tests/games/dog/scenarios/four.toml"),
    ("play", "dog", "--seed", "4"),
]


@pytest.mark.parametrize(
    ("encoding", "arguments"),
    [
        *(("ascii", arguments) for arguments in COMMANDS),  # the strictest
        *((encoding, COMMANDS[-1]) for encoding in ("latin-1", "cp1252", "utf-8")),
    ],
)
def test_output_suits_every_encoding(encoding, arguments):
    process = run_offleash(*arguments, stdin=b"woof \xe4 \xff\n", PYTHONIOENCODING=encoding)
    assert process.returncode == 0, process.stderr
    assert process.stdout
    if encoding == "ascii" and arguments[0] == "scenario":
        assert process.stdout.startswith("+ four back stays on the loop\n")


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_json_is_the_same_in_every_encoding(encoding):
    import json

    process = run_offleash("simulate", "dog", "-n", 2, "--json", PYTHONIOENCODING=encoding)
    assert "wins of Red–Blue" in json.loads(process.stdout)["figures"]


def test_the_plain_locale():
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    process = run_offleash("play", "dog", "--seed", 4, stdin="#1\nrules\n", **plain)
    assert process.returncode == 0
    text = process.stdout.encode("ascii").decode()
    assert "> way round" in text and "your action: " in text
    assert text.partition("dealer")[0].count("?") == 1  # the key for advice, nothing else


def test_a_message_never_steers_the_terminal(tmp_path):
    file = tmp_path / "\x1b[31mred\nblue"
    sentence = error_of("replay", file)
    assert "\x1b" not in sentence
    assert "\\x1b[31mred blue: it can't be read" in sentence


def test_what_is_typed_while_a_bot_thinks_is_no_answer(monkeypatch):
    pty = pytest.importorskip("pty")
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        os.write(keyboard, b"Q a\n")
        discard_typed()
        os.write(keyboard, b"3 b\n")
        assert stdin.readline() == "3 b\n"
    os.close(keyboard)
    piped = io.StringIO("Q a\n")
    monkeypatch.setattr("sys.stdin", piped)
    discard_typed()
    assert piped.readline() == "Q a\n"
