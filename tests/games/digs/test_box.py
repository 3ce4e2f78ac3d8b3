"""Where Digs stands: in no box but the tests', cached by what its rules are made of."""

import json
import shutil

import pytest

from offleash.games import registry
from tests.battery import ROOT
from tests.processes import output_of
from tests.toys.digs.rules.record import rule
from tests.toys.yard.rules.walks import rule as yard_rule

LISTED = "from offleash.games import registry; print(*registry.ROWS)"


def test_the_shipped_program_knows_no_toys():
    shipped = output_of(LISTED).split()
    assert "digs" in registry.ROWS
    assert shipped == [n for n, r in registry.ROWS.items() if r.module.startswith("offleash.")]


FOLDERS = """
import importlib, json, pathlib, sys
home, edits = pathlib.Path(sys.argv[1]), json.loads(sys.argv[2])
sys.path.insert(0, str(home))

def keys():
    for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    rules = importlib.import_module("tests.toys.digs.rules.record").rule
    assert all(str(home) in str(f) for f in rules.bot_files if "toys" in str(f))
    values = importlib.import_module("tests.toys.digs.bots.values")
    return [rules.folder.name, values.score.machine.folder.name]

found = [keys()]
for file, old, new in edits:
    path = home / "tests/toys" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (file, text.count(old))
    path.write_text(text.replace(old, new), encoding="utf-8")
    found.append(keys())
    path.write_text(text, encoding="utf-8")
found.append(keys())
print(json.dumps(found))
"""

RULE_EDITS = [
    ("yard/rules/walks.py", "return int(steps[cell, way])", "return int(steps[cell, way]) + 0"),
    ("digs/options.py", '"digger", "poorest", "nobody"', '"poorest", "digger", "nobody"'),
    ("digs/options.py", "homes=(np.int8", "homes=(np.int16"),
]
BOT_EDITS = [("digs/bots/values.py", "FAR = 1000", "FAR = 1001")]
OTHER_EDITS = [
    ("digs/bots/weights.py", '"bold": 50', '"bold": 55'),
    ("digs/options.py", "how many dogs play", "the number of dogs"),
    ("digs/options.py", '"the walk cards"', '"cards"'),
    ("yard/board.py", "there is no bone on the board", "the board has no bone"),
    ("digs/deck.py", "MOST_CARDS = 100", "MOST_CARDS = 90"),
    ("digs/data/garden.txt", "1...B..2", "1..BB..2"),
    ("digs/text/reasons.py", "the game is over", "it is over"),
    ("digs/draw/picture.py", "SIDE = 60", "SIDE = 50"),
]


def test_the_cache_follows_rules_and_bots_and_nothing_else(tmp_path):
    """A helper changed in the shared package is noticed; a weight, a text or a parser is not.

    How bots think has a key of its own: without them, nothing is compiled again.
    """
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").touch()
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests" / "toys", tmp_path / "tests" / "toys", ignore=ignore)
    edits = json.dumps([*RULE_EDITS, *BOT_EDITS, *OTHER_EDITS])
    flags = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT / "src")}
    plain, *keys, last = json.loads(output_of(FOLDERS, str(tmp_path), edits, **flags))
    assert plain == last
    rules = keys[: len(RULE_EDITS)]
    (bots,), others = keys[len(RULE_EDITS) :][:1], keys[len(RULE_EDITS) + len(BOT_EDITS) :]
    for key in zip(plain, *rules, strict=True):  # of rules, and of bots, which call rules
        assert len({*key}) == 1 + len(RULE_EDITS)
    assert bots[0] == plain[0] and bots[1] != plain[1]
    assert all(key == plain for key in others)


def weigh(state, weigths):
    return weigths[0]


def search(state, frontire):
    return frontire[0]


@pytest.mark.parametrize(
    ("wrong", "slip", "parameter"),
    [(weigh, "weigths", "weights"), (search, "frontire", "frontier")],
)
def test_a_misspelt_parameter_is_refused(wrong, slip, parameter):
    """Also where the array is one that a shared package declares."""
    with pytest.raises(TypeError, match=f"{slip!r} of {wrong.__name__} looks like {parameter!r}"):
        rule(wrong)


def test_a_misspelt_parameter_is_refused_interpreted():
    code = (
        "from tests.toys.digs.rules.record import rule\n"
        "def weigh(state, weigths): pass\n"
        "try:\n    rule(weigh)\nexcept TypeError as error:\n    print(error)\n"
    )
    output = output_of(code, OFFLEASH_RULES="interpreted", PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")
    assert "'weigths' of weigh looks like 'weights'" in output


def test_arrays_are_declared_by_the_package_that_takes_them():
    assert rule.uses == (yard_rule,)
    assert yard_rule.arrays.items() <= rule.arrays.items()
    assert set(yard_rule.arrays) == {"steps", "far", "frontier"}
