"""Imports point one way: tools ← compiler ← … ← cli. Only `compiler.machine` knows Numba."""

import ast
import functools
import importlib
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from offleash.compiler import cache
from offleash.games import registry
from tests.processes import output_of

HOME = Path(__file__).parent.parent
SOURCE = HOME / "src" / "offleash"
MODULES = sorted(SOURCE.rglob("*.py"))

# A room may import from the rooms before it, and from itself.
ROOMS = (
    "tools", "compiler", "contract", "engine", "games", "play", "projects", "bots", "checks", "lab",
    "paper", "web", "tables", "studio", "adapters", "mcp", "learners", "cli", "core",
)  # fmt: skip
LEAVES = {"tables", "studio", "adapters", "mcp"}  # which never import each other
# The same holds for the parts of the lab.
LAB = (
    "libraries", "statistics", "questions", "figures", "plans", "runs", "experiments", "training",
    "people", "report", "card", "notebook",
)  # fmt: skip

# What rules may import beside rules: how they are decorated, how records are built.
MAKERS = ("offleash.compiler.rule", "offleash.compiler.record")
# An encoding is compiled too, outside `rules/`: its key is its own file, so a change of it compiles
# nothing else. It may also import what describes its numbers, which no machine code depends on.
LABELS = {
    *(f"offleash.contract.encoding.{name}" for name in ("SEATS_FROM_OWN", "Encoding", "Span")),
    *(f"offleash.games.tiles.text.names.{name}" for name in ("COLOURS", "TILE_NAMES")),
}
LONGEST = 60  # lines of a function

# Rooms that serve every game get names and words of a game from the game.
NEUTRAL_ROOMS = ("tools", "compiler", "contract", "engine", "web", "tables", "studio", "mcp")
SUFFIXES = {".py", ".js", ".css", ".html"}
ROWS = [row for row in registry.ROWS.values() if row.module.startswith("offleash.")]
GAME_WORDS = (
    *("influenced?", "bonds?", "territor(?:y|ies)", "swagger", "grit", "drive", "alliances?"),
    *("sidewalks?", "zebras?", "hydrants?", "kennels?", "bowls?", "water", "urination"),
    *(re.sub(r"\W", " ", name) for row in ROWS for name in (row.name, row.title)),
)
OPTION_NAMES = {"OPTIONS", "WORDS"}  # all that rules see of a game's options


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in a syntax tree; to look at every expression takes four times as long."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, block, ()):
            yield child
            yield from statements(child)


@functools.cache
def scan(file: Path) -> tuple[list[str], list[str]]:
    """Every module name that a file imports, anywhere in it, and its overlong functions."""
    names: list[str] = []
    long: list[str] = []
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= LONGEST:
            long.append(f"{file.name}:{node.lineno} {node.name}")
    for node in ast.walk(tree) if "import_module" in text else ():
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            names += [a.value for a in node.args if isinstance(a, ast.Constant)]
    return names, long


def imported(file: Path) -> list[str]:
    return scan(file)[0]


def room(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "offleash" and len(parts) > 1 and parts[1] in ROOMS else None


def wrong_imports(file: Path, names: list[str]) -> list[str]:
    """The imports of a file that point the wrong way."""
    parts = file.relative_to(SOURCE).parts
    importer = parts[0] if parts[0] in ROOMS else "cli"  # the package itself may offer everything
    wrong = []
    for name in names:
        target = room(name)
        later = target and ROOMS.index(target) > ROOMS.index(importer)
        is_sideways = target != importer and {importer, target} <= LEAVES
        if later or is_sideways:
            wrong.append(name)
        if name.split(".")[0] == "numba" and importer != "compiler":
            wrong.append(name)
        if importer == "games" and len(parts) > 2 and target == "games":
            wrong += _wrong_between_games(parts, name.split("."))
    return wrong


def _wrong_between_games(file_parts: tuple[str, ...], parts: list[str]) -> list[str]:
    """A game imports itself, what is shared, and the packages its rules declare: no other game."""
    shared_packages = {"shared", "registry"}
    fine = parts[2] in {file_parts[1], *shared_packages} or ".".join(parts[:3]) in used_packages(
        f"offleash.games.{file_parts[1]}"
    )
    return [] if fine else [".".join(parts)]


def used_packages(package: str) -> set[str]:
    """The shared packages that a game's `Rules` declares."""
    try:
        rules = importlib.import_module(f"{package}.rules.record").rule
    except ModuleNotFoundError:
        return set()
    return {used.package for used in rules.uses}


def undeclared(package: str, names: list[str], folders: tuple[str, ...] = ("rules",)) -> list[str]:
    """What a compiled file of a package imports although no key covers it."""
    covered = {*cache.BASES, package, *used_packages(package)}
    places = tuple(f"{used}.{folder}." for used in covered for folder in folders)
    wrong = []
    for name in names:
        if name.startswith(("offleash.", "tests.")) and not name.startswith(MAKERS):
            home, _, attribute = name.rpartition(".")
            is_option = home == f"{package}.options" and attribute in OPTION_NAMES
            if not name.startswith(places) and not is_option:
                wrong.append(name)
    return wrong


def package_of(file: Path) -> str:
    """The package that a rule file belongs to."""
    home = SOURCE.parent if file.is_relative_to(SOURCE) else TOYS.parent.parent
    return re.split(r"\.(?:rules|bots)\.", ".".join(file.relative_to(home).parts))[0]


TOYS = Path(__file__).parent / "toys"
COMPILED_PLACES = [
    file
    for file in (*MODULES, *sorted(TOYS.rglob("*.py")))
    if {"compiler", "contract", "games", "toys"} & {*file.relative_to(HOME).parts}
]
RULE_FILES = [file for file in COMPILED_PLACES if file.parent.name == "rules"]
BOT_FILES = [
    file
    for file in COMPILED_PLACES
    if file.parent.name == "bots" and file.parent.parent.name != "contract"
    if file.name not in cache.NOT_COMPILED
]


def test_rules_import_rules_and_no_bots():
    wrong = {file: undeclared(package_of(file), imported(file)) for file in RULE_FILES}
    assert {file: names for file, names in wrong.items() if names} == {}
    name = "offleash.games.dog.bots.values.score"
    assert undeclared("offleash.games.dog", [name]) == [name]


def test_compiled_bots_import_rules_and_bots():
    assert {file.parent.parent.name for file in BOT_FILES} >= {"dog", "uri_nation", "digs"}
    wrong = {f: undeclared(package_of(f), imported(f), ("rules", "bots")) for f in BOT_FILES}
    assert {file: names for file, names in wrong.items() if names} == {}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_encodings_import_rules_and_labels_only(row):
    """A rule of another encoding would not be part of the key of its machine code."""
    names = imported(SOURCE.parent / f"{row.module.replace('.', '/')}/encoding.py")
    assert [name for name in undeclared(row.module, names) if name not in LABELS] == []
    assert undeclared(row.module, ["offleash.games.dog.encoding.write_cards"])


@pytest.mark.parametrize(
    "name",
    [
        "offleash.games.dog.text.notation.format_action",
        "offleash.games.dog.options.OPTION_LIST",
        "offleash.games.shared.svg.tag",
        "offleash.games.tiles.rules.hexes.neighbour",
        "offleash.contract.Game",
    ],
)
def test_an_undeclared_import_is_found(name):
    assert undeclared("offleash.games.dog", [name]) == [name]


def test_a_declared_package_may_be_imported_and_its_other_parts_not():
    fine, other = "tests.toys.yard.rules.walks.measure", "tests.toys.yard.board.parse_board"
    assert undeclared("tests.toys.digs", [fine, other]) == [other]


def test_imports_point_one_way():
    wrong = {file: wrong_imports(file, imported(file)) for file in MODULES}
    assert {file: names for file, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("contract/game.py", "offleash.games.registry"),
        ("games/dog/rules/course.py", "offleash.play.session"),
        ("games/dog/rules/cards.py", "offleash.games.domidog.rules"),
        ("games/dog/draw/board.py", "offleash.games.domidog.draw.board"),
        ("play/session.py", "offleash.bots.lineup"),
        ("lab/runs/run.py", "offleash.tables.server"),
        ("tables/server.py", "offleash.studio.boards.editor"),
        ("engine/batch.py", "numba"),
        ("games/dog/rules/course.py", "numba.typed"),
    ],
)
def test_a_wrong_import_is_found(file, name):
    assert wrong_imports(SOURCE / file, [name]) == [name]


def wrong_lab_imports(part: str, names: list[str]) -> list[str]:
    """The imports of a part of the lab from parts after it."""
    parts = [name.split(".") for name in names if name.startswith("offleash.lab.")]
    return [".".join(path) for path in parts if LAB.index(path[2]) > LAB.index(part)]


@pytest.mark.parametrize("part", LAB[1:])
def test_parts_of_the_lab_import_one_way(part):
    files = (SOURCE / "lab" / part).rglob("*.py")
    assert [name for file in files for name in wrong_lab_imports(part, imported(file))] == []


def test_a_wrong_import_in_the_lab_is_found():
    name = "offleash.lab.experiments.kinds"
    assert wrong_lab_imports("runs", [name]) == [name]
    assert wrong_lab_imports("report", [name, "offleash.lab.libraries.require", "numpy"]) == []


def test_modules_import_each_other_in_no_circle():
    """The package itself, which offers everything, is left out."""
    files = {
        ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts): file for file in MODULES
    }
    modules = {name.removesuffix(".__init__"): file for name, file in files.items()}
    graph = {}
    for module, file in modules.items():
        names = {name if name in modules else name.rpartition(".")[0] for name in imported(file)}
        graph[module] = names - {module, "offleash"} if module != "offleash" else set()
    TopologicalSorter(graph).prepare()  # raises CycleError


def game_words(text: str) -> list[str]:
    """The words of games in a text, also as parts of `snake_case` and `camelCase` names."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", text)
    return re.findall(rf"(?i)\b(?:{'|'.join(GAME_WORDS)})\b", spaced)


@pytest.mark.parametrize("room", NEUTRAL_ROOMS)
def test_no_room_knows_a_game(room):
    files = [file for file in sorted((SOURCE / room).rglob("*")) if file.suffix in SUFFIXES]
    assert len(files) > 8
    words = {str(file): game_words(file.read_text(encoding="utf-8")) for file in files}
    assert {file: sorted(set(names)) for file, names in words.items() if names} == {}


@pytest.mark.parametrize(
    "text", ["load('uri-nation')", "Secret Mission", "bondsWithImages", "influence_radius: 3"]
)
def test_a_word_of_a_game_is_found(text):
    assert len(game_words(text)) == 1


# What takes long to import: the compiler, and what extras install.
HEAVY = (
    "numba", "llvmlite", "mcp", "polars", "altair", "optuna", "reportlab", "distributed", "pandas",
    "IPython", "gymnasium", "pettingzoo", "pyspiel", "torch",
)  # fmt: skip
LOOKING_AROUND = """
import sys
from offleash.cli import main
heavy = sys.argv[1:]
for arguments in (["--help"], ["games"], ["simulate", "--help"], ["mcp", "--help"]):
    sys.argv = ["offleash", *arguments]
    try:
        main()
    except SystemExit as stop:
        assert not stop.code, stop.code
    print("imported by", *arguments, [name for name in heavy if name in sys.modules])
"""


def test_looking_around_imports_neither_numba_nor_an_extra():
    lines = output_of(LOOKING_AROUND, *HEAVY).splitlines()
    assert [line for line in lines if line.startswith("imported by")] == [
        "imported by --help []", "imported by games []", "imported by simulate --help []",
        "imported by mcp --help []",
    ]  # fmt: skip


def test_functions_stay_short():
    files = [*MODULES, *Path(__file__).parent.rglob("*.py")]
    assert [name for file in files for name in scan(file)[1]] == []
