"""Sets of weights as files: written and read back alike, and strictly checked."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import offleash
from offleash.contract.bots.weights import (
    GREEDY,
    HAND,
    MOST,
    SEARCH_ROLES,
    PlayerWeights,
    check_set_name,
    format_weights,
    parse_weights,
    read_weights,
    shipped_weights,
)
from offleash.games import registry
from offleash.tools.errors import BadFile, OffleashError
from tests.battery import rebind

NAMES, PERSONAS = ("claim", "keep A", "keep_grit", "größe"), ("yapper", "bruiser")
PROVENANCE = {
    "command": 'offleash train toy --out "a b.toml"',
    "seed": 7,
    "games": 1000,
    "result": "56.1 % (54.9 … 57.3)",
    "rules": "1",
    "date": "2026-01-31",
}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.integers(-(2**63), 2**63 - 1)
trained = st.builds(
    PlayerWeights,
    st.dictionaries(st.sampled_from(NAMES), st.integers(-MOST, MOST)),
    st.fixed_dictionaries(
        {name: numbers if type(value) is int else texts for name, value in PROVENANCE.items()},
        optional={"generations": numbers, "opponents": texts, "note": texts},
    ),
)
sets = st.dictionaries(st.sampled_from([GREEDY, *PERSONAS, *SEARCH_ROLES]), trained)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(sets)
def test_what_is_written_is_read_back(weight_sets):
    text = format_weights(weight_sets)
    assert parse_weights(text, NAMES, PERSONAS) == weight_sets
    assert format_weights(parse_weights(text, NAMES, PERSONAS)) == text
    plain = {
        name: {"weights": t.weights, "provenance": t.provenance} for name, t in weight_sets.items()
    }
    assert tomllib.loads(text) == plain


def weights_text(**changed: object) -> str:
    """A good file for the greedy, with some of its weights or facts changed or left out (None)."""
    weights = {k[2:]: v for k, v in changed.items() if k.startswith("w_")}
    provenance = {**PROVENANCE, **{k: v for k, v in changed.items() if not k.startswith("w_")}}
    provenance = {k: v for k, v in provenance.items() if v is not None}
    return format_weights({GREEDY: PlayerWeights({"claim": 3, **weights}, provenance)})


BAD = [
    (
        weights_text(w_clam=3),
        3,
        "there is no weight 'clam'; the weights are claim, keep A, keep_grit, größe",
    ),
    (weights_text(w_claim=1.5), 2, "the weight 'claim' must be a whole number, not 1.5"),
    (weights_text(w_claim=True), 2, "the weight 'claim' must be a whole number, not True"),
    (weights_text(w_claim="3"), 2, "the weight 'claim' must be a whole number, not '3'"),
    (
        weights_text().replace("= 3", "= 2147483648"),
        2,
        "the weight 'claim' is 2,147,483,648; it must be from -2,147,483,647 to 2,147,483,647",
    ),
    (
        weights_text().replace("greedy", "gredy"),
        1,
        "'gredy' is not one of greedy, yapper, bruiser, own, opponents, judgement",
    ),
    (weights_text(seed=None), 4, "greedy.provenance needs the key 'seed'"),
    (
        weights_text(seed="one"),
        4,
        "greedy.provenance has 'seed' = 'one', which is not a whole number",
    ),
    (weights_text(result=3), 4, "greedy.provenance has 'result' = 3, which is not a text"),
    (
        weights_text(why="x"),
        4,
        "greedy.provenance has an unknown key 'why'; use command, seed, games, ",
    ),
    ("[greedy.weights]\n", 1, "greedy needs [greedy.weights] and [greedy.provenance]"),
    ("greedy = 3\n", 1, "greedy needs [greedy.weights] and [greedy.provenance]"),
    ("[greedy]\nweights = 3\nprovenance = 3\n", 2, "greedy.weights must be a table"),
    ("[greedy.weights]\nclaim = \n", 2, "not valid TOML: "),
    (weights_text().replace("= 3", f"= {10**30}"), None, "a number in it is too long"),
]


@pytest.mark.parametrize(("text", "line", "problem"), BAD, ids=lambda value: str(value)[:40])
def test_errors_are_reported_with_their_line(tmp_path, text, line, problem):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadFile) as error:
        read_weights(file, NAMES, PERSONAS)
    prefix = f"{file}, line {line}: " if line else f"{file}: "
    assert str(error.value).startswith(prefix + problem)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", [HAND, "", "Tuned", "a:b", "a.b", "-x", "x" * 41])
def test_invalid_set_names_are_refused(name):
    with pytest.raises(OffleashError, match="a weight set can't be called"):
        check_set_name(name)


def test_a_game_ships_the_sets_in_its_folder(tmp_path):
    package = tmp_path / "__init__.py"
    shipped = shipped_weights(str(package), NAMES, PERSONAS)
    assert list(shipped) == [] and "tuned" not in shipped
    folder = tmp_path / "data" / "weights"
    folder.mkdir(parents=True)
    (folder / "tuned.toml").write_text(weights_text(w_claim=-4))
    shipped = shipped_weights(str(package), NAMES, PERSONAS)
    assert shipped == {"tuned": {"greedy": {"claim": -4}}} == dict(shipped)
    assert shipped.with_provenance("tuned")["greedy"].provenance == PROVENANCE


def test_an_unused_set_is_not_read(tmp_path):
    (tmp_path / "data" / "weights").mkdir(parents=True)
    (tmp_path / "data" / "weights" / "tuned.toml").write_text("no TOML")
    shipped = shipped_weights(str(tmp_path / "__init__.py"), NAMES)
    assert list(shipped) == ["tuned"]
    with pytest.raises(BadFile, match="not valid TOML"):
        shipped["tuned"]


def test_a_mind_takes_its_weights_from_a_set():
    dog = offleash.load_game("dog")
    changed = rebind(dog, weight_sets={"tuned": {"own": {"out": 30}}})
    assert changed.weights_in_set("tuned", "own") == [
        30,
        *list(dog.bots.weights_by_name.values())[1:],
    ]
    assert changed.weights_in_set("tuned", "judgement") == list(dog.bots.weights_by_name.values())


@pytest.mark.parametrize("name", registry.ROWS)
def test_shipped_sets_can_be_read(name):
    game = registry.load(name)
    assert not set(game.bots.personas) & {GREEDY, *SEARCH_ROLES}
    folder = Path(registry.ROWS[name].module.replace(".", "/")) / "data" / "weights"
    files = (Path(offleash.__file__).parent.parent / folder).glob("*.toml")
    assert sorted(game.bots.weight_sets) == sorted(file.stem for file in files)
    for set_name in game.bots.weight_sets:
        whole = game.bots.weight_sets.with_provenance(set_name)
        assert whole == parse_weights(
            format_weights(whole), game.bots.weights_by_name, game.bots.personas
        )
