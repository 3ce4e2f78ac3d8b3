"""The documents keep up with the code."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from offleash.games import registry
from tests import battery

ROOT = Path(__file__).parent.parent
RULE_FILES = [(name, file) for name in registry.ROWS for file in battery.rule_files(name)]


def rules_page(name: str) -> str:
    return battery.rules_page(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", registry.ROWS)
def test_every_option_is_explained(name):
    page = rules_page(name)
    missing = [s.name for s in registry.load(name).switches if f"`{s.name}" not in page]
    assert missing == []


def test_every_ruling_of_dog_has_a_heading():
    headings = re.findall(r"^#+ (D\d+)\b", rules_page("dog"), re.MULTILINE)
    assert headings == [f"D{n}" for n in range(1, 37)]


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
    """All but those that only settle words or forbid talk stand in some docstring."""
    files = (ROOT / "src/offleash/games/dog/rules").glob("*.py")
    found = set().union(*(cited(file) for file in files))
    only_words = {"D11", "D23", "D36"} - found
    assert {f"D{n}" for n in range(1, 37)} - found == only_words


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md", "docs/add-a-game.md"])
def test_python_examples_run(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0
    if page == "README.md":
        assert runner.tries > 0


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/**/*.md")) + [ROOT / "README.md"])
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_commands_in_the_readme_exist():
    from offleash.cli.app import app

    names = {command.callback.__name__ for command in app.registered_commands}
    used = set(re.findall(r"offleash ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert used & names
    assert used - names <= {"games"}


def test_the_scenarios_in_the_documents_hold(tmp_path):
    from offleash.play.scenario import run_file

    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    files = [b for b in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[[scenario]]" in b]
    assert files
    for text in files:
        file = tmp_path / "example.toml"
        file.write_text(text if text.startswith("game") else f'game = "dog"\n{text}')
        assert [o.differences for o in run_file(file) if not o.holds] == []
