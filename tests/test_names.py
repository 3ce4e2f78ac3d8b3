"""Names say what a thing is: a pronoun or participle is not a name, and a class has one meaning."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

# These must not name a function, class, module, parameter or attribute; with *, no local variable.
BANNED = (
    "told*", "said*", "found*", "held*", "kept*", "wanted*", "chosen*", "made*", "each*", "taken",
    "given", "written", "shown", "asked", "meant", "begun", "who", "whom", "whose", "whoever",
    "what", "whatever", "which", "here", "there", "anew", "so_many", "so_far",
)  # fmt: skip

HOME = Path(__file__).parent.parent
SOURCE = HOME / "src" / "offleash"
# Their names are fields of records, or part of a digest; so are those of the bots of games.
EXEMPT_FOLDERS = {"rules", "templates"}
RECORDS = {"state", "tally"}  # whose attributes are fields that rules name

NAMES = {name.rstrip("*") for name in BANNED}
LOCAL_NAMES = {name.rstrip("*") for name in BANNED if name.endswith("*")}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Use = tuple[str, int, str]  # kind, line, name


def names_in(tree: ast.AST, owner: str = "") -> Iterator[Use]:
    """Every name that a syntax tree defines; `Class.field` for the fields of classes."""
    nodes = [(tree, owner)]  # a stack: nested generators take twice as long
    while nodes:
        node, owner = nodes.pop()
        inside = owner
        if isinstance(node, ast.ClassDef):
            yield "class", node.lineno, node.name
            inside = f"{node.name}."
        elif isinstance(node, FUNCTIONS):
            yield "function", node.lineno, node.name
            inside = ""
        elif isinstance(node, ast.arg):
            yield "parameter", node.lineno, node.arg
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if not isinstance(node.value, ast.Name) or node.value.id not in RECORDS:
                yield "attribute", node.lineno, node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield "field" if owner else "local", node.lineno, f"{owner}{node.id}"
        children = [child for child in ast.iter_child_nodes(node) if child._fields]
        nodes += [(child, inside) for child in reversed(children)]


def is_banned(kind: str, name: str) -> bool:
    word = name.rpartition(".")[2].strip("_").lower()
    return word in (LOCAL_NAMES if kind == "local" else NAMES)


@cache
def scan(file: Path) -> list[Use]:
    return [("module", 1, file.stem), *names_in(ast.parse(file.read_text(encoding="utf-8")))]


def is_compiled(folders: tuple[str, ...]) -> bool:
    is_of_game = bool({"games", "toys"} & {*folders})
    return bool(EXEMPT_FOLDERS & {*folders}) or (is_of_game and folders[-1] == "bots")


def banned_names(folder: Path) -> list[str]:
    return [
        f"{file.relative_to(HOME)}:{line}: {kind} {name}"
        for file in sorted(folder.rglob("*.py"))
        if not is_compiled(file.relative_to(HOME).parts[:-1])
        for kind, line, name in scan(file)
        if is_banned(kind, name)
    ]


ROOMS = sorted(folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists())
FOLDERS = [*(f"src/offleash/{room}" for room in ROOMS), "tests", "bench", "findings", "examples"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_say_what_a_thing_is(folder):
    assert banned_names(HOME / folder) == []


def repeated_classes(classes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Class names with several places, unless they are those of one concept in several games."""
    places = defaultdict(list)
    for name, place in classes:
        places[name].append(place)
    repeated = {}
    for name, where in places.items():
        games = {place.split("/")[1] for place in where if place.startswith("games/")}
        if len(where) > max(1, len(games)):
            repeated[name] = where
    return repeated


def test_a_class_name_has_one_meaning():
    files = sorted(SOURCE.rglob("*.py"))
    uses = ((file.relative_to(SOURCE).as_posix(), use) for file in files for use in scan(file))
    assert (
        repeated_classes((name, place) for place, (kind, _, name) in uses if kind == "class") == {}
    )


@pytest.mark.parametrize(
    ("places", "is_repeated"),
    [
        (("games/dog/position.py", "games/uri_nation/position.py"), False),
        (("games/dog/position.py", "games/dog/draw/board.py"), True),
        (("games/tiles/draw/scene.py", "tables/live/views.py"), True),
        (("lab/plans/plan.py", "tables/live/table.py"), True),
    ],
)
def test_a_class_name_with_two_meanings_is_reported(places, is_repeated):
    assert bool(repeated_classes(("Scene", place) for place in places)) == is_repeated


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def told(what): pass", ["function told", "parameter what"]),
        ("class Held:\n    _who: int = 0", ["class Held", "field Held._who"]),
        ("self._kept = 1", ["attribute _kept"]),
        ("for each in who: found = here", ["local each", "local found"]),
        ("lambda x: [said for said in x]", ["local said"]),
        ("def f():\n    who = there = 1", []),
    ],
)
def test_banned_names_are_found(code, names):
    uses = names_in(ast.parse(code))
    assert [f"{kind} {name}" for kind, _, name in uses if is_banned(kind, name)] == names


GLOSSARY = (HOME / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = [line.strip("| ").split(" | ") for line in GLOSSARY.splitlines()[7:]]


def test_the_glossary_is_sorted_and_names_what_exists():
    words = [word for word, _, _ in ENTRIES]
    assert len(words) > 50 and words == sorted(set(words))
    for word, _, places in ENTRIES:
        for place in re.findall("`(.*?)`", places):
            path, _, last = place.replace(".", "/").rpartition("/")
            if not (SOURCE / path / f"{last}.py").exists():
                uses = scan(SOURCE / f"{path}.py")
                assert ("class", last) in {(kind, name) for kind, _, name in uses}, (word, place)
