"""The documents keep up with the code."""

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from glob import glob
from pathlib import Path

import pytest
import typer

import offleash
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests import battery, film
from tests.processes import run_program
from tests.test_tutorial import files as tutorial_files

ROOT = Path(__file__).parent.parent
RULE_FILES = [(name, file) for name in registry.ROWS for file in battery.rule_files(name)]


def rules_page(name: str) -> str:
    return battery.rules_page(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", registry.ROWS)
def test_every_option_is_explained(name):
    page = rules_page(name)
    missing = [s.name for s in registry.load(name).rules.options if f"`{s.name}" not in page]
    assert missing == []


def headings(name: str) -> list[str]:
    """The rulings that a rules page has, in its order."""
    return re.findall(r"^#+ ([A-Z]\d+)\b", rules_page(name), re.MULTILINE)


@pytest.mark.parametrize("name", registry.ROWS)
def test_every_ruling_has_one_heading_and_none_is_missing_between_others(name):
    rulings = headings(name)
    assert rulings and len(set(rulings)) == len(rulings)
    for letter in {ruling[0] for ruling in rulings}:
        numbers = sorted(int(ruling[1:]) for ruling in rulings if ruling[0] == letter)
        assert numbers == list(range(numbers[0], numbers[-1] + 1)), letter


@pytest.mark.parametrize(
    ("game", "file"), RULE_FILES, ids=lambda value: getattr(value, "stem", value)
)
def test_rule_functions_have_docstrings_and_cite_rulings_that_exist(game, file):
    page = rules_page(game)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(d) in ("rule", "rule.inline") for d in node.decorator_list
        ):
            text = ast.get_docstring(node)
            assert text, f"{node.name} has no docstring"
            for ruling in re.findall(r"\b[A-Z]\d+\b", text):
                assert re.search(rf"^#+ {ruling}\b", page, re.MULTILINE), (node.name, ruling)


def cited(file: Path) -> set[str]:
    return set(re.findall(r"\bD\d+\b", file.read_text(encoding="utf-8")))


def test_the_rules_of_dog_cite_their_rulings():
    """All but those that only settle words or forbid talk stand there, and no others do."""
    files = (ROOT / "src/offleash/games/dog/rules").glob("*.py")
    names = set().union(*(cited(file) for file in files))
    rulings, only_words = {*headings("dog")}, {"D11", "D23", "D36"}
    assert names <= rulings and rulings - names <= only_words <= rulings


PAGES = ["README.md", "docs/architecture.md", "docs/add-a-game.md", "docs/lab.md", "docs/python.md"]


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where examples write their files
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {"__name__": "__main__"}, page, page, 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0
    if page in ("README.md", "docs/python.md"):
        assert runner.tries > 0


def test_the_first_look_is_short_and_promises_no_package_that_is_not_published():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    before, mark, after = text.partition("*Once the package is published*")
    assert mark and "uvx" not in before and "pipx" not in before
    assert "uvx" not in after.partition("\n\n")[2]


def test_the_picture_that_moves_is_drawn_by_its_command():
    assert film.PICTURE.read_text(encoding="utf-8") == film.film(film.frames())


def test_the_script_of_the_guide_runs(capsys):
    (script,) = re.findall(r"^```python\n(.*?)^```", guide("python"), re.M | re.S)
    exec(script, {"__name__": "__main__"})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("<Session: Dog") and lines[1].startswith("Dog: ")


def test_the_guide_names_everything_that_is_public():
    names = [name for name in offleash.__all__ if not name.startswith("_")]
    assert len(names) > 10
    assert [name for name in names if not re.search(rf"\b{name}\b", guide("python"))] == []
    assert [name for name in names if not getattr(offleash, name).__doc__] == []
    assert dir(offleash) == sorted(offleash.__all__)


def guide(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/joss/*.md")),
    *sorted(ROOT.glob("src/**/*.md")),
]


def page_id(page: Path) -> str:
    """What a test calls a document: `rules` alone could be that of any game."""
    return "/".join(page.relative_to(ROOT).parts[-2:])


@pytest.mark.parametrize("page", DOCUMENTS, ids=page_id)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


FOLDERS = "src|tests|docs|bench|tools|compiler|contract|engine|core|games|play|bots|checks|cli"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")


def missing_paths(text: str) -> list[str]:
    """Paths that a document names and nobody finds, from the root or from the package."""
    homes = (ROOT, ROOT / "src" / "offleash", ROOT / "tests")
    tutorial_paths = {Path(path.removeprefix("fetch/")) for path in tutorial_files()}
    tutorial_paths |= {folder for path in tutorial_paths for folder in path.parents}
    return [
        path
        for path in PATH.findall(text)
        if Path(path) not in tutorial_paths and not any((home / path).exists() for home in homes)
    ]


@pytest.mark.parametrize("page", DOCUMENTS, ids=page_id)
def test_paths_in_the_documents_exist(page):
    assert missing_paths(page.read_text(encoding="utf-8")) == []


def test_a_path_of_yesterday_is_found():
    old = "`tests/scenarios/dog`, `core/game.py`, `engine/gpu.py`, `tests/games/fetch/battery.py`"
    assert missing_paths(old) == ["tests/scenarios/dog", "core/game.py"]


# Command lines in the documents


@dataclass(frozen=True)
class Example:
    """A command line of a document and the output that is shown under it."""

    command: str
    output: tuple[str, ...]
    is_run: bool


def examples(text: str) -> list[Example]:
    """Every `$ …` line of the console blocks; `<!-- not run: why -->` stands before some."""
    result = []
    blocks = re.findall(r"(<!-- not run: [^\n]+ -->\n)?```console\n(.*?)```", text, re.DOTALL)
    for mark, block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            result.append(Example(command, tuple(lines), not mark))
    return result


def test_examples_between_two_that_are_not_run_are_run():
    block = "```console\n$ offleash games\n```\n"
    text = f"<!-- not run: slow -->\n{block}{block}<!-- not run: slow -->\n{block}"
    assert [example.is_run for example in examples(text)] == [False, True, False]


def program(command: str) -> list[str]:
    """The words of a command line, without settings of the environment before it."""
    words = shlex.split(command)
    while "=" in words[0]:
        words.pop(0)
    return words


@cache
def command_group() -> typer.core.TyperGroup:
    from offleash.cli.app import app

    return typer.main.get_command(app)


def check_command(words: list[str]) -> None:
    """Raises unless the command is there and takes these arguments and options."""
    group = command_group()
    if words == ["offleash"] or words[1] in ("--version", "--install-completion"):
        return  # reading the second would change the shell's files
    top = group.make_context("offleash", words[1:])
    name, command, rest = group.resolve_command(top, words[1:])
    command.make_context(name, rest, parent=top)


def check_output(expected: tuple[str, ...], output: str) -> None:
    """Every line that is shown was printed, in this order; a line `…` stands for any."""
    lines = [line.rstrip() for line in output.splitlines()]
    pattern = "".join("(?:.*\n)*?" if s == "…" else re.escape(s.rstrip()) + "\n" for s in expected)
    assert re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)), output


COPIES = ("pages/findings.md",)  # docs/findings.md has the same examples
WITH_EXAMPLES = [
    page
    for page in DOCUMENTS
    if page_id(page) not in COPIES and examples(page.read_text(encoding="utf-8"))
]
# Their examples play 22,000 games and print two rulebooks: `make test` only reads them.
LONG = ("lab.md", "findings.md")
RUN_EXAMPLES = [
    pytest.param(page, marks=pytest.mark.soak) if page.name in LONG else page
    for page in WITH_EXAMPLES
]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A folder as the documents assume it: the program, the tests, a scenario and a bot."""
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "tests").symlink_to(ROOT / "tests")
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    scenario = re.search(r"```toml\n(game = .*?)```", page, re.DOTALL)
    (folder / "my-examples.toml").write_text(scenario[1], encoding="utf-8")
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    bots = re.search(r"```python\n(class .*?)```", page, re.DOTALL)
    (folder / "mybots.py").write_text(bots[1], encoding="utf-8")
    (folder / "bin").mkdir()
    script = folder / "bin" / "offleash"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m offleash.cli "$@"\n')
    script.chmod(0o755)
    return folder


def run_example(command: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """By a shell where the command needs one, and otherwise as it is, which is sooner done."""
    unquoted = re.sub(r"'[^']*'|\"[^\"$`]*\"", "", command)
    if re.fullmatch(r"offleash [^|<>;&$?~`]+", unquoted):
        words = [path for word in shlex.split(command) for path in sorted(glob(word)) or [word]]
        return run_program("offleash.cli", *words[1:], **environment)
    merged = {**os.environ, **environment}
    return subprocess.run(
        command, shell=True, env=merged, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def test_long_examples_are_commands():
    pages = [page for page in WITH_EXAMPLES if page.name in LONG]
    assert len(pages) == len(LONG)
    for page in pages:
        for example in examples(page.read_text(encoding="utf-8")):
            check_command(program(example.command))


@pytest.mark.parametrize("page", RUN_EXAMPLES, ids=page_id)
def test_examples_of_the_command_line_are_true(page, workshop, monkeypatch):
    monkeypatch.chdir(workshop)
    path = f"{workshop / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    for example in examples(page.read_text(encoding="utf-8")):
        words = program(example.command)
        if words[0] == "make":
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            assert re.search(rf"^{words[1]}:", makefile, re.MULTILINE), example.command
            continue
        check_command(words)
        if not example.is_run:
            assert not example.output, f"{example.command} shows output that nobody checks"
            continue
        process = run_example(example.command, environment)
        assert process.returncode == 0, (example.command, process.stderr)
        if example.output:
            check_output(example.output, process.stdout)


@pytest.mark.parametrize("page", [d for d in DOCUMENTS if d.stem != "CHANGELOG"], ids=page_id)
def test_commands_in_running_text_exist(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for command in re.findall(r"`(offleash [^`]+)`", text):
        check_command(program(command))


def test_a_wrong_example_is_found():
    text = (
        "```console\n$ offleash perft dog\n1\n…\n3\n```\n<!-- not run: x -->\n```console\n$ a\n```"
    )
    first, second = examples(text)
    assert (first.output, first.is_run, second.is_run) == (("1", "…", "3"), True, False)
    check_output(first.output, "1\n2\n2\n3\n")
    check_output(first.output, "1\n3\n")
    for wrong in ("1\n2\n", "2\n3\n", "1\n2\n3\n4\n", ""):
        with pytest.raises(AssertionError):
            check_output(first.output, wrong)
    for wrong in ("offleash pertf dog", "offleash perft dog --deep 4", "offleash replay"):
        with pytest.raises((OffleashError, typer.TyperException)):
            check_command(program(wrong))


def test_the_scenarios_in_the_documents_hold(tmp_path):
    from offleash.play.scenario import run_file

    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    files = [b for b in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[[scenario]]" in b]
    assert files
    for text in files:
        file = tmp_path / "example.toml"
        file.write_text(text if text.startswith("game") else f'game = "dog"\n{text}')
        assert [o.differences for o in run_file(file) if not o.has_passed] == []
