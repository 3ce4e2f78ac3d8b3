"""Runs the tests that a saved file concerns, until Ctrl-C: `python -m tests.watch`.

A file of tests concerns itself, a document the tests of documents, and a file in a game's folder
the tests of that game. Any other module concerns the tests that import it; if none does, those that
import the modules that import it, and so on. A file of another kind concerns the tests that name
it.
"""

import ast
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from offleash.games import registry

ROOT = Path(__file__).parent.parent
PAUSE_S = 0.5  # between two looks at the files
PYTEST = (sys.executable, "-m", "pytest", "-m", "not more and not soak")


def snapshot() -> dict[str, int]:
    """When each file that git has or would add was written."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = filter(None, listed.stdout.split("\0"))
    return {name: (ROOT / name).stat().st_mtime_ns for name in names if (ROOT / name).is_file()}


def saved(before: dict[str, int], after: dict[str, int]) -> list[str]:
    return sorted(name for name in after if before.get(name) != after[name])


def concerned(name: str, files: dict[str, int]) -> list[str]:
    """The files of tests to run after this file was saved, of all `files` of a snapshot."""
    tests = [f for f in files if f.startswith("tests/") and Path(f).name.startswith("test_")]
    if name in tests:
        return [name]
    if game := game_of(name):
        return [test for test in tests if test.startswith(f"tests/games/{game}/")]
    if name.endswith(".py"):
        return importers(name, files, {*tests})
    if name.endswith(".md"):
        return ["tests/test_docs.py"]
    return [test for test in tests if Path(name).name in (ROOT / test).read_text(encoding="utf-8")]


def game_of(name: str) -> str | None:
    """The game in whose folder the file lies."""
    games = {row.module.rpartition(".")[2] for row in registry.ROWS.values()}
    folder, _, rest = name.removeprefix("src/offleash/games/").partition("/")
    if name.startswith("tests/games/"):
        folder, _, rest = name.removeprefix("tests/games/").partition("/")
    return folder if rest and folder in games else None


def importers(name: str, files: dict[str, int], tests: set[str]) -> list[str]:
    """The nearest files of tests that import a module, directly or through others."""
    imports = {f: imported(f, when) for f, when in files.items() if f.endswith(".py")}
    modules, layer = {name}, {name}
    while layer:
        names = {module_name(file) for file in layer}
        layer = {file for file in imports if imports[file] & names} - modules
        if nearest := sorted(layer & tests):
            return nearest
        modules |= layer
    return []


def module_name(file: str) -> str:
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported(file: str, stamp: int) -> set[str]:
    """What a file imports, as names of modules or of what is in them; read once for each stamp."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def watch() -> None:
    before = snapshot()
    print("Save a file, and the tests that it concerns run. Ctrl-C ends this.", flush=True)
    while True:
        time.sleep(PAUSE_S)
        after = snapshot()
        names, before = saved(before, after), after
        try:
            tests = sorted({test for name in names for test in concerned(name, after)})
        except SyntaxError as error:
            print(f"{error.filename or ', '.join(names)}: {error}", flush=True)
            continue
        if tests:
            subprocess.run([*PYTEST, *tests], cwd=ROOT)
        elif names:
            print(f"No test names {', '.join(names)}; `make test` runs all.", flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        watch()
