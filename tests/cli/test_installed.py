"""What a new user asks first: is it whole, is it compiled, what is there, and the shell's help."""

import json
import tomllib

import pytest

from offleash.cli import doctor as doctor_module
from offleash.cli.app import run
from offleash.games import registry
from offleash.tools.errors import OffleashError
from offleash.web import warming
from tests.cli.test_cli import error_of, offleash, output
from tests.install.build import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
LABELS = [
    *("offleash", "Python", "system", "packages"),
    *(extra for extra in EXTRAS if extra not in doctor_module.HIDDEN_EXTRAS),
    *("processor", "cores", "GPU", "cache", "compiled", "settings", "tables", "terminal"),
    "PDF fonts",
]


def test_the_doctor_prints_one_page_and_changes_nothing(tmp_path):
    file = tmp_path / "tables.sqlite"
    lines = output("doctor", "--database", file).splitlines()
    assert [line[: doctor_module.LABEL_WIDTH].strip() for line in lines] == LABELS
    (tables,) = (line for line in lines if line.startswith("tables"))
    assert f"{file}, does not exist yet" in tables and not file.exists()


def test_the_doctor_names_what_is_broken_and_no_password():
    done = offleash("doctor", "--database", "postgresql://ada:hunter2@127.0.0.1:9/tables")
    assert done.returncode == 1 and "hunter2" not in done.stdout + done.stderr
    assert (
        "broken      postgresql://127.0.0.1:9/tables: the database does not answer" in done.stdout
    )
    assert "PDF fonts" in done.stdout  # it goes on after that


@pytest.fixture
def doctor_facts(tmp_path, capsys):
    """Runs the doctor in this process; what it prints, by label."""

    def facts():
        run(["doctor", "--database", str(tmp_path / "tables.sqlite")])
        width = doctor_module.LABEL_WIDTH
        lines = capsys.readouterr().out.splitlines()
        return {line[:width].strip(): line[width:] for line in lines}

    return facts


def test_the_doctor_says_how_to_install_an_extra(monkeypatch, doctor_facts):
    def version(name):
        if name == "reportlab":
            raise doctor_module.metadata.PackageNotFoundError
        return "1.0"

    requirements = [
        "numba>=0.68",
        'polars>=2; extra == "lab"',
        "pypdf>=5 ; extra == 'print'",
        'reportlab>=4.2; extra == "print"',
    ]
    monkeypatch.setattr(doctor_module.metadata, "requires", lambda name: requirements)
    monkeypatch.setattr(doctor_module.metadata, "version", version)
    facts = doctor_facts()
    assert facts["lab"] == "polars 1.0"
    assert facts["print"] == "only pypdf 1.0: pip install 'offleash[print]'"


def test_secrets_in_variables_are_not_shown(monkeypatch, doctor_facts):
    monkeypatch.setenv("OFFLEASH_DATABASE", "postgresql://ada:hunter2@host/tables")
    monkeypatch.setattr(warming, "is_ready", lambda name: True)
    facts = doctor_facts()
    assert "OFFLEASH_DATABASE=…" in facts["settings"] and "hunter2" not in facts["settings"]
    assert facts["compiled"] == ", ".join(registry.ROWS)


def test_games_are_compiled_ahead_the_quickest_first(monkeypatch, capsys):
    lengths = {name: 10 - number for number, name in enumerate(registry.ROWS)}
    monkeypatch.setattr(warming, "rules_length", lengths.__getitem__)
    compiled = []

    def make_all(name, on_change):
        on_change({name: {"done": 1, "total": 2, "ready": False}})
        compiled.append(name)

    monkeypatch.setattr(warming, "make_all", make_all)
    run(["warm"])
    assert compiled == list(reversed(registry.ROWS))
    compiled.clear()
    run(["warm", "dog", "domidog", "dog"])
    assert compiled == ["domidog", "dog"]
    assert "Dog: ready after 0 s" in capsys.readouterr().out
    with pytest.raises(OffleashError, match="there is no game 'dgo', did you mean"):
        run(["warm", "dgo"])


def test_games_and_their_options_are_json():
    games = json.loads(output("games", "--json"))
    assert [game["name"] for game in games] == [
        name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")
    ]
    facts = json.loads(output("games", "uri-nation", "--preset", "1.2", "--json"))
    game = registry.load("uri-nation")
    values = game.options("1.2")
    assert {name: option["value"] for name, option in facts["options"].items()} == {
        option.name: option.format(values[option.name][0]) for option in game.rules.options
    }
    assert facts["preset"] == "1.2" and {"random", "greedy"} <= facts["bots"].keys()
    assert "there is no game" in error_of("games", "cat", "--json")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("offleash do", {"doctor"}),
        ("offleash simulate do", {"dog", "domidog"}),
        ("offleash project ne", {"new"}),
        ("offleash serve --publ", {"--public-url"}),
    ],
)
def test_a_shell_completes(words, expected):
    count = str(len(words.split(" ")) - 1)
    done = offleash(_OFFLEASH_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=count)
    assert {*done.stdout.split()} == expected
