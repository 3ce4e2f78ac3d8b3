"""Imports point one way: core ← games ← play ← bots ← cli. Only `core.compile` knows Numba."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "offleash"
MODULES = sorted(SOURCE.rglob("*.py"))

# A room may import from the rooms before it, and from itself.
ROOMS = ("core", "games", "play", "bots", "lab", "tables", "studio", "adapters", "cli")
LEAVES = {"lab", "tables", "studio", "adapters"}  # which never import each other

# Files of a game that hold rules, and what only serves people.
PICTURES = {"draw", "terminal", "notation", "reasons", "observation", "outcomes", "summary"}


def imported(file: Path) -> list[str]:
    """Every module name that a file imports, anywhere in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            names += [a.value for a in node.args if isinstance(a, ast.Constant)]
    return names


def room(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "offleash" and len(parts) > 1 and parts[1] in ROOMS else None


def wrong_imports(file: Path, names: list[str]) -> list[str]:
    """The imports of a file that point the wrong way."""
    own = file.relative_to(SOURCE).parts
    here = own[0] if own[0] in ROOMS else "cli"  # the package itself may offer everything
    found = []
    for name in names:
        there = room(name)
        later = there and ROOMS.index(there) > ROOMS.index(here)
        beside = there != here and {here, there} <= LEAVES
        if later or beside:
            found.append(name)
        if name.split(".")[0] == "numba" and own != ("core", "compile.py"):
            found.append(name)
        if here == "games" and len(own) > 2 and there == "games":
            found += _wrong_between_games(own, name.split("."))
    return found


def _wrong_between_games(own: tuple[str, ...], parts: list[str]) -> list[str]:
    """A game imports no other game, and its rules import no pictures."""
    shared = {"svg", "registry"}
    if parts[2] not in {own[1], *shared}:
        return [".".join(parts)]
    is_rules = Path(own[2]).stem not in PICTURES | {"__init__"}
    if is_rules and (parts[2] == "svg" or (len(parts) > 3 and parts[3] in PICTURES)):
        return [".".join(parts)]
    return []


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_imports_point_one_way(file):
    assert wrong_imports(file, imported(file)) == []


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("core/game.py", "offleash.games.registry"),
        ("games/dog/rules.py", "offleash.play.session"),
        ("games/dog/rules.py", "offleash.games.dog.draw"),
        ("games/dog/cards.py", "offleash.games.svg"),
        ("games/dog/cards.py", "offleash.games.domidog.rules"),
        ("play/session.py", "offleash.bots.seats"),
        ("lab/run.py", "offleash.tables.web"),
        ("core/batch.py", "numba"),
        ("games/dog/rules.py", "numba.typed"),
    ],
)
def test_a_wrong_import_is_found(file, name):
    assert wrong_imports(SOURCE / file, [name]) == [name]


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["simulate", "--help"]])
def test_looking_around_imports_no_numba(arguments):
    code = (
        "import sys\n"
        f"sys.argv = ['offleash', *{arguments!r}]\n"
        "from offleash.cli import main\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code, stop.code\n"
        "print('numba' in sys.modules, 'llvmlite' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False False"


def test_functions_stay_short():
    long = []
    for file in [*MODULES, *Path(__file__).parent.rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 60:
                long.append(f"{file.name}:{node.lineno} {node.name}")
    assert long == []
