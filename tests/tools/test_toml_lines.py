"""TOML that a person wrote stays as it is, but for what is changed."""

import random
import tomllib
from types import SimpleNamespace

import pytest

from offleash.tools.errors import BadFile, BadNotation
from offleash.tools.toml import parse_toml
from offleash.tools.toml_lines import parse_statements, with_settings

RULES_TEXT = '''# My rules.
base = "1.4"   # as printed

rounds  =  12 # longer "evenings" # yes
"quoted" = 1
words = """
# no comment
"""
names = [
  1, # one
  2,
]
cap.yapper = 3
cap.bruiser = 4

# about tokens
[tok]
# inside
swagger = 3
'''


def test_statements_join_to_the_same_text():
    assert "".join(statement.text for statement in parse_statements(RULES_TEXT)) == RULES_TEXT
    keys = [statement.key for statement in parse_statements(RULES_TEXT) if statement.key]
    assert keys == ["base", "rounds", "quoted", "words", "names", "cap", "cap", "tok", "tok"]


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"rounds": 15}, "rounds  =  12 #", "rounds  =  15 #"),
        ({"quoted": 2}, '"quoted" = 1', '"quoted" = 2'),
        ({"base": "1.2"}, 'base = "1.4"   #', 'base = "1.2"   #'),
        ({"names": [3]}, "names = [\n  1, # one\n  2,\n]\n", "names = [3]\n"),
        ({"cap": 7}, "cap.yapper = 3\ncap.bruiser = 4\n", "cap = 7\n"),
        ({"tok": None}, "[tok]\n# inside\nswagger = 3\n", "# inside\n"),
        ({"quoted": None}, '"quoted" = 1\n', ""),
        ({"rounds": None}, "rounds  =", "# rounds  ="),
        ({"new": "a#b"}, "cap.bruiser = 4\n", 'cap.bruiser = 4\nnew = "a#b"\n'),
        ({"words": "short"}, 'words = """\n# no comment\n"""\n', 'words = "short"\n'),
    ],
)
def test_only_the_lines_of_changed_settings_differ(changes, old, new):
    assert RULES_TEXT.count(old) == 1
    assert with_settings(RULES_TEXT, changes) == RULES_TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a = 1\n"),
        ("# only\n", "# only\na = 1\n"),
        ("b = 2", "b = 2\na = 1\n"),
        ("# hi\n\n# about\n[t]\nx = 1\n", "# hi\n\na = 1\n# about\n[t]\nx = 1\n"),
        ("[t]\nx = 1\n", "a = 1\n[t]\nx = 1\n"),
        ("[a]\nx = 1 # why\n", "a = 1\n# x = 1 # why\n"),
    ],
)
def test_a_new_line_is_inserted_before_every_table(text, expected):
    assert with_settings(text, {"a": 1}) == expected


def test_many_changes_one_after_another_read_back():
    rng = random.Random(7)
    text, values = RULES_TEXT, tomllib.loads(RULES_TEXT)
    for _ in range(60):
        key = rng.choice(["rounds", "names", "cap", "tok", "base", "other", "more"])
        value = rng.choice([None, 3, "a 'b' # \"c\"", [1, 2], {"x": 1}, True])
        text = with_settings(text, {key: value})
        values[key] = value
        assert tomllib.loads(text) == {
            name: entry for name, entry in values.items() if entry is not None
        }
    assert "# My rules.\n" in text and "# about tokens\n" in text


REMARKED = "words = [\n  'a#]', # one\n  'b',\n] # why\n"


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        (REMARKED, {"words": 3}, "words = 3 # why\n"),
        (REMARKED, {"words": None}, "# words = [\n#   'a#]', # one\n#   'b',\n# ] # why\n"),
        ('a = """x\n# y""""" # why\n', {"a": 3}, "a = 3 # why\n"),
        ("'a'\t=\t'#' # why", {"a": 3}, "'a'\t=\t3 # why\n"),
        ("a = 1 # x\u2028b = 2\nb = 3\n", {"b": 4}, "a = 1 # x\u2028b = 2\nb = 4\n"),
    ],
)
def test_comments_after_multiline_values_and_with_odd_characters_stay(text, changes, expected):
    assert with_settings(text, changes) == expected


@pytest.mark.parametrize("quotes", ["[]", ['"' * 3, '"' * 3], ["'" * 3, "'" * 3]])
def test_a_statement_of_thousands_of_lines_is_read_once(monkeypatch, quotes):
    lines = "'a', # b\n" if quotes == "[]" else "a # b\n"
    text = f"notes = {quotes[0]}\n{lines * 5000}{quotes[1]}\nbase = 1\n"
    read = []

    def loads(toml_text):
        read.append(toml_text)
        return tomllib.loads(toml_text)

    monkeypatch.setattr(
        "offleash.tools.toml_lines.tomllib",
        SimpleNamespace(loads=loads, TOMLDecodeError=tomllib.TOMLDecodeError),
    )
    assert with_settings(text, {"base": 2}) == text.replace("base = 1", "base = 2")
    assert len(read) < 10


def test_invalid_toml_is_refused():
    with pytest.raises(BadNotation, match="not TOML"):
        parse_statements("a = [1\n")


@pytest.mark.parametrize("part", ["a", '"a, b"', '"\\""', "'a b'"])
@pytest.mark.parametrize("form", ["{}=1", "[{}]", "x=1\n{} = 1"])
def test_a_key_of_endless_parts_is_refused_at_once(part, form):
    text = form.format(".".join([part] * 50_000))
    with pytest.raises(BadFile, match="more than 200 parts") as error:
        parse_toml(text, "x.toml")
    assert error.value.line == text.count("\n") + 1


def test_dots_outside_keys_are_accepted():
    text = "board = '''\n" + f"{'.' * 64}\n" * 64 + "'''\nsaid = \"" + "Woof. " * 150 + '"\n'
    assert parse_toml(text, "x.toml").keys() == {"board", "said"}
