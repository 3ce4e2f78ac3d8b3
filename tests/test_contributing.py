"""What GitHub, editors and citation managers read agrees with the Makefile and the package."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import offleash
from tests import watch

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(f for f in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if f.stem != "config")


def read(path: Path) -> dict:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def targets_in(command: str) -> list[str]:
    """The targets that a command line asks `make` for, without options and variables."""
    _, _, words = command.partition("make ")
    return [w for w in words.split() if not w.startswith(("-", '"')) and "=" not in w]


def missing_targets(commands: list[str]) -> list[str]:
    targets = [t for c in commands if c.startswith("make ") for t in targets_in(c)]
    return [t for t in targets if not re.search(rf"^{t}:", MAKEFILE, re.MULTILINE)]


def test_a_missing_target_is_found():
    assert missing_targets(["make --silent lint", "make tets PYTHON=python", "pip list"]) == [
        "tets"
    ]


def steps(workflow: dict) -> list[dict]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflows_call_targets_and_pin_actions(file):
    workflow = read(file)
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    for job in workflow["jobs"].values():
        commands += [
            f"make {t}" for t in job.get("strategy", {}).get("matrix", {}).get("target", ())
        ]
    assert any(command.startswith("make ") for command in commands)
    assert missing_targets(commands) == []
    actions = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert [a for a in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", a)] == []


def test_workflows_try_pythons_that_the_package_supports():
    jobs = read(ROOT / ".github/workflows/test.yml")["jobs"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    for job in ("linux", "others"):
        versions = jobs[job]["strategy"]["matrix"]["python"]
        assert len(versions) == 3 and versions[0] == oldest
    assert {*targets_in_ci()} == {*jobs["linux"]["strategy"]["matrix"]["target"]}


def targets_in_ci() -> list[str]:
    return re.findall(r"^make (\S+)", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)


def test_a_commit_is_checked_by_the_parts_of_make_lint():
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    hooks = [target for hook in repository["hooks"] for target in targets_in(hook["entry"])]
    assert hooks == re.search(r"^lint: (.+)$", MAKEFILE, re.MULTILINE)[1].split()


def test_the_dev_container_calls_targets():
    settings = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    assert missing_targets([settings["postCreateCommand"]]) == []


def test_every_form_asks_for_the_doctor():
    assert [f.stem for f in FORMS if "`offleash doctor`" not in f.read_text(encoding="utf-8")] == []
    bug = {part.get("id"): part for part in read(ROOT / ".github/ISSUE_TEMPLATE/bug.yml")["body"]}
    assert bug["doctor"]["validations"]["required"]


SCHEMAS = [
    *(("github-workflows", file) for file in WORKFLOWS),
    *(("github-issue-forms", file) for file in FORMS),
    ("citation-file-format", ROOT / "CITATION.cff"),
]


def is_valid(schema: str, *files: Path) -> bool:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    words = ["-m", "check_jsonschema", "--quiet", "--builtin-schema", f"vendor.{schema}", *files]
    return subprocess.run([sys.executable, *words], capture_output=True).returncode == 0


def test_make_lint_finds_a_wrong_citation(tmp_path):
    wrong = tmp_path / "CITATION.cff"
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    wrong.write_text(text.replace("license: MIT", "licence: MIT"), encoding="utf-8")
    assert is_valid("citation-file-format", ROOT / "CITATION.cff")
    assert not is_valid("citation-file-format", wrong)


def test_the_citation_is_of_this_version():
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == offleash.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{citation['version']}] – {citation['date-released']}" in changelog


def test_the_paper_cites_what_its_bibliography_has():
    text = (ROOT / "docs/joss/paper.md").read_text(encoding="utf-8")
    entries = re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/joss/paper.bib").read_text(), re.MULTILINE)
    assert {*re.findall(r"\[@(\w+)\]", text)} == {*entries}


# `make watch`


@pytest.fixture(scope="module")
def files():
    return watch.snapshot()


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("tests/tools/test_prose.py", {"tests/tools/test_prose.py"}),
        ("src/offleash/tools/prose.py", {"tests/tools/test_prose.py"}),
        ("src/offleash/games/dog/rules.md", {"tests/games/dog/test_perft.py"}),
        ("docs/lab.md", {"tests/test_docs.py"}),
        ("deploy/compose.yaml", {"tests/test_deploy.py"}),
    ],
)
def test_a_saved_file_concerns_tests(name, some, files):
    assert some <= {*watch.concerned(name, files)}


def test_a_saved_file_concerns_tests_through_other_modules(tmp_path, monkeypatch):
    texts = {
        "src/offleash/deep.py": "",
        "src/offleash/middle.py": "from offleash import deep",
        "src/offleash/top.py": "from offleash.middle import name",
        "tests/test_top.py": "import offleash.top",
        "tests/test_middle.py": "import offleash.middle",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(watch, "ROOT", tmp_path)
    stamps = dict.fromkeys(texts, -1)  # no file of the repository has it
    assert watch.concerned("src/offleash/deep.py", stamps) == ["tests/test_middle.py"]
    assert watch.concerned("src/offleash/top.py", stamps) == ["tests/test_top.py"]


def test_only_written_files_are_saved():
    assert watch.saved({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2, "d": 1}) == ["b", "d"]
