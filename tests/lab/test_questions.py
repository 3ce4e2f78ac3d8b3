"""Plan files of every kind: what they ask, what is wrong with them, and writing them down."""

import re
from pathlib import Path

import pytest

from offleash.contract.option_texts import digest_of
from offleash.games import registry
from offleash.lab.experiments.kinds import KINDS
from offleash.lab.experiments.plan_files import read_plan
from offleash.lab.plans.plan import format_plan
from offleash.lab.questions.questions import KINDS as QUESTIONS
from offleash.tools.errors import BadFile

PAGE = Path(__file__).parents[2] / "docs" / "plans.md"


def read(folder, kind, text):
    path = folder / "plan.toml"
    path.write_text(f'kind = "{kind}"\ngame = "digs"\n{text}', encoding="utf-8")
    return read_plan(path)


def test_every_kind_can_be_asked_in_a_file():
    assert set(KINDS) == set(QUESTIONS)


def test_the_plans_of_the_documents_can_be_played(tmp_path):
    texts = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    kinds = [(re.findall(r'^kind = "(\w+)"', text, re.M) or ["simulate"])[0] for text in texts]
    assert set(kinds) == set(QUESTIONS)
    for kind, text in zip(kinds, texts, strict=True):
        file = tmp_path / "plan.toml"
        file.write_text(text, encoding="utf-8")
        plan = read_plan(file)
        assert plan.kind == kind
        file.write_text(format_plan(plan), encoding="utf-8")
        assert read_plan(file) == plan


DECK = "trot 9 3\n"
RULES = "[tune.over]\ncrumbs = [1, 2]\n"


@pytest.mark.parametrize(
    ("kind", "text", "arms", "goal"),
    [
        (
            "compare",
            '[options]\ncrumbs = 2\n[a]\n[b]\nrounds = 8\nseats = 2\nbots = "random"\n[compare]\n'
            'measure = "rounds"\nmargin = 1\n',
            [({"crumbs": "2"}, ["greedy"] * 3), ({"crumbs": "2", "rounds": "8", "seats": "2"},
             ["random"] * 2)],
            {"measure": "rounds", "margin": 1.0},
        ),
        (
            "compare",
            'options.biscuits = 2\n'
            '[a]\npreset = "long"\nseats = ["greedy", "random", "greedy", "random"]\n'
            '[b]\nrules = "mine.toml"\ntie = "nobody"\n',
            [
                ({"biscuits": "2"}, ["greedy", "random"] * 2),
                ({"biscuits": "2", "crumbs": "3", "tie": "nobody"}, ["greedy"] * 4),
            ],
            {},
        ),
        (
            "sweep",
            '[sweep]\nmeasures = ["rounds"]\n[sweep.over]\nrounds = "5..6"\ntie = true\n',
            [
                ({**rounds, **tie}, ["greedy"] * 3)
                for rounds in ({"rounds": "5"}, {})
                for tie in ({}, {"tie": "poorest"}, {"tie": "nobody"})
            ],
            {"measures": ["rounds"]},
        ),
        (
            "sweep",
            '[sweep.over]\nbiscuits = [[1, 2, 3, 4], 5]\nmust_walk = [true, false]\n',
            [
                ({**biscuits, **walk}, ["greedy"] * 3)
                for biscuits in ({"biscuits": "1,2,3,4"}, {})
                for walk in ({}, {"must_walk": "false"})
            ],
            {},
        ),
        (
            "sweep",
            '[sweep.over]\ndeck = ["lively", "mine.txt"]\n',
            [
                ({"deck": deck}, ["greedy"] * 3)
                for deck in ("lively", f"@{digest_of(DECK):016x}")
            ] + [({}, ["greedy"] * 3)],  # the base
            {},
        ),
        (
            "tune",
            'seats = "random"\n[tune]\ngoals = ["few-changes"]\ntrials = 3\nsampler = "tpe"\n'
            'over = ["crumbs=1,2", "rounds"]\n',
            [({}, ["random"] * 3)],
            {"goals": ["few-changes"], "trials": 3, "sampler": "tpe"},
        ),
        (
            "ladder",
            'options.seats = 2\n[ladder]\nbots = ["random", "greedy"]\nanchor = "Random"\n',
            [({"seats": "2"}, ["greedy", "random"])],
            {"anchor": "random", "bots": ["greedy", "random"]},
        ),
    ],
)  # fmt: skip
def test_what_a_file_asks(tmp_path, kind, text, arms, goal):
    (tmp_path / "mine.txt").write_text(DECK, encoding="utf-8")
    (tmp_path / "mine.toml").write_text('base = "long"\ncrumbs = 3\n', encoding="utf-8")
    plan = read(tmp_path, kind, f'games = 60\nrecord = "figures"\n{text}')
    assert (plan.kind, plan.games, plan.record) == (kind, 60, "figures")
    assert [(dict(arm.options), list(arm.lineups[0])) for arm in plan.arms] == arms
    assert {key: plan.goal[key] for key in goal} == goal
    (tmp_path / "again.toml").write_text(format_plan(plan), encoding="utf-8")
    assert read_plan(tmp_path / "again.toml") == plan


@pytest.mark.parametrize(
    ("kind", "text", "line", "message"),
    [
        ("compare", "[a]\nrounds = 4\n[b]\nrounds = 99\n", 6, "option rounds can't be 99"),
        ("compare", "[a]\nrounds = 4\n[b]\nround = 9\n", 6, "no option 'round', did you mean"),
        ("compare", "[a]\nrounds = 4\n[b]\npreset = 3\n", 6, "preset must be text in quotes"),
        ("compare", '[a]\nrounds = 4\n[b]\nbots = ["a"]\n', 6, "there is no bot 'a'"),
        ("compare", '[b]\nseats = 2\nbots = ["random", "random", "random"]\n', 4, "3 bots are"),
        ("compare", '[b]\nboard = "no.txt"\n', 4, "no.txt: it can't be read"),
        ("compare", '[b]\nrules = "no.toml"\n', 4, "no.toml: it can't be read"),
        ("compare", "b = 3\n", 3, "[b] must be a table, not 3"),
        ("compare", '[a]\nrounds = 4\n[compare]\nmargin = "x"\n', 6, "margin must be a number"),
        ("compare", '[compare]\nmeasure = "x"\nlevel = true\n', 5, "level must be a number"),
        ("compare", "[compare]\nmeasure = 3\n", 4, "measure must be text in quotes, not 3"),
        ("compare", '[compare]\nmesure = "x"\n', 4, "no key 'mesure', did you mean measure"),
        ("sweep", '[sweep.over]\ncrumbs = [1, 2]\nrounds = "8..4"\n', 5, "8..4 of rounds is empty"),
        ("sweep", "[sweep.over]\ncrumbs = [1, 2]\nrounds = []\n", 5, "range of rounds is empty"),
        ("sweep", "[sweep.over]\ncrumbs = [1, 2]\nrunds = [1, 2]\n", 5, "no option 'runds'"),
        ("sweep", "[sweep.over]\ncrumbs = [1, 2]\nrounds = [4, 99]\n", 5, "rounds can't be '99'"),
        ("sweep", "[sweep.over]\ncrumbs = 1\n", 4, 'a list of values, "2..6", or true, not 1'),
        ("sweep", "[sweep]\nover = 3\n", 4, "over must name options"),
        ("sweep", "[sweep]\nsobol = 0.5\n" + RULES.replace("tune", "sweep"), 4, "sobol must be"),
        ("sweep", "[sweep]\nmeasures = 3\n" + RULES.replace("tune", "sweep"), 4, "measures must"),
        ("sweep", "", None, "over must name options with their values"),
        ("tune", f'[tune]\ngoals = ["few-chan"]\n{RULES}', 4, "there is no goal 'few-chan'"),
        ("tune", f'[tune]\ngoals = ["fairness"]\nsampler = "x"\n{RULES}', 5, "sampler can't be"),
        ("tune", f'[tune]\ngoals = ["fairness"]\ntrials = "x"\n{RULES}', 5, "trials must be a"),
        ("tune", f"[tune]\ngoals = 3\n{RULES}", 4, "goals must be a list of texts, not 3"),
        ("ladder", '[ladder]\nbots = ["greedy", "randm"]\n', 4, "there is no bot 'randm'"),
        ("ladder", '[ladder]\nbots = ["greedy"]\n', 4, "a ladder needs at least two bots"),
        ("ladder", "[ladder]\nbots = 3\n", 4, "bots must be names of bots, not 3"),
        ("ladder", 'seats = "greedy"\n', 3, "a plan of kind ladder has no key 'seats'"),
        ("ladder", "", None, "a ladder needs bots"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_line(tmp_path, kind, text, line, message):
    with pytest.raises(BadFile) as error:
        read(tmp_path, kind, text)
    assert message in error.value.problem and "\n" not in str(error.value)
    assert error.value.line == line


def test_a_side_may_keep_what_all_have(tmp_path):
    game = registry.load("digs")
    plan = read(tmp_path, "compare", 'preset = "long"\n[b]\npreset = "quick"\n')
    assert [arm.preset for arm in plan.arms] == ["long", "quick"]
    assert [len(arm.lineups[0]) for arm in plan.arms] == [
        game.seat_count(game.options(preset)) for preset in ("long", "quick")
    ]
