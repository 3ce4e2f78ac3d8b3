"""From words to one measure, or one sentence."""

import re

import pytest

from offleash.bots.lineup import policy
from offleash.contract import FURTHER, LONGEST, RECORDED, Label
from offleash.contract.lab.general_measures import labels_of, measures_of
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.experiments.claim import claim_plan
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.figures.measures import find_measure
from offleash.lab.runs.experiment import Experiment
from offleash.tools.errors import OffleashError

LABELS = [
    Label("rounds", heading="Game length", column="mean"),
    Label("rounds", heading="Game length", column="longest", extent=LONGEST),
    Label("turns", heading="Game length", column="mean"),
    Label("shared wins", heading="Game length"),
    Label("by dog", True, heading="Win rates", column="Rex"),
    Label("by dog", True, heading="Win rates", column="Bo"),
    Label("turns", heading="Walks", column="all", depth=FURTHER),
    Label("steps", heading="Walks", column="Rex"),
    Label("steps", heading="Walks", column="all"),
    Label("steps", heading="Walks of Rex", depth=RECORDED),
    Label("leader at half time wins", True, heading="Lead"),
    Label("winner's lead", heading="Lead"),
    *(Label(f"ahead after round {n} wins", True, heading="Lead") for n in range(1, 11)),
]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Walks: steps, Rex", "Walks: steps, Rex"),
        ("walks: steps, rex", "Walks: steps, Rex"),
        ("rounds", "Game length: rounds, mean"),
        ("longest rounds", "Game length: rounds, longest"),
        ("Game length: rounds", "Game length: rounds, mean"),
        ("turns", "Game length: turns, mean"),  # the one that is read first
        ("walks turns", "Walks: turns, all"),
        ("steps", "Walks: steps, all"),
        ("rex steps", "Walks: steps, Rex"),  # the other is a detail
        ("steps of rex", "Walks of Rex: steps"),
        ("leader", "Lead: leader at half time wins"),
        ("LEADER HALF", "Lead: leader at half time wins"),
        ("winner lead", "Lead: winner's lead"),
        ("winner's lead", "Lead: winner's lead"),
        ("wins rex", "Win rates: by dog, Rex"),
        ("rate bo", "Win rates: by dog, Bo"),
        ("half", "Lead: leader at half time wins"),
        ("round 7", "Lead: ahead after round 7 wins"),
    ],
)
def test_unique_words_find_their_measure(text, key):
    assert find_measure(LABELS, text).key == key


def test_every_key_finds_its_own():
    for label in LABELS:
        assert find_measure(LABELS, label.key) is label


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wild goose", "there is no measure 'wild goose'"),
        ("", "there is no measure ''"),
        (" ,", "there is no measure ' ,'"),
        ("ledaer", "there is no measure 'ledaer', did you mean 'Lead: leader at half time wins'"),
        (
            "rates",
            "there are 2 measures 'rates', did you mean "
            "'Win rates: by dog, Rex' or 'Win rates: by dog, Bo'",
        ),
        ("x" * 500, f"there is no measure '{'x' * 55}…"),
    ],
)
def test_anything_else_gives_one_error_message(text, message):
    with pytest.raises(OffleashError, match=f"^{re.escape(message)}") as error:
        find_measure(LABELS, text)
    if "there is no" in message:
        assert str(error.value).endswith("; `offleash games GAME --measures` lists all")


def test_nonsense_gets_the_nearest_measures():
    with pytest.raises(
        OffleashError, match=r"there is no measure 'xxxx', did you mean '.+' or '.+'"
    ):
        find_measure(LABELS, "xxxx")


def test_at_most_eight_are_named():
    with pytest.raises(OffleashError) as error:
        find_measure(LABELS, "ahead")
    assert str(error.value).count("'Lead: ahead after round") == 8
    assert str(error.value).endswith(", or one of 2 more")
    with pytest.raises(OffleashError, match=r"^there is no measure 'rounds'; `offleash"):
        find_measure([], "rounds")


@pytest.mark.parametrize("name", ["uri-nation", "dog"])
def test_every_measure_of_a_game_can_be_named(name):
    game = registry.load(name)
    batch = play_batch(game, policy(game, ["random"] * game.max_seats), 1)
    labels = [measure.label for measure in measures_of(game, batch)]
    assert labels_of(game, batch.players) == labels  # without playing
    for label in labels[:: max(1, len(labels) // 50)]:
        assert find_measure(labels, label.key) is label
    if name == "uri-nation":
        words = ("rounds", "leader", "drive blocked", "held grit", "home visits", "bruiser wins")
        assert [find_measure(labels, text).key for text in words] == [
            "Game length: rounds, mean",
            "Lead: leader at half time wins",
            "Blocked turns: for want of Drive, all",
            "Held as turns begin: Grit, all",
            "Home: home visits, all",
            "Win rates: by archetype, Bruiser",
        ]


# Plans with a misspelt measure

ASKS = {
    "compare": '[a]\ncrumbs = 0\n[b]\ncrumbs = 2\n[compare]\nmeasure = "ruonds"\n',
    "sweep": '[sweep]\nmeasures = ["bones of Red", "ruonds"]\n[sweep.over]\ncrumbs = [0, 1]\n',
    "tune": '[tune]\ngoals = ["few-changes", "ruonds=2"]\n[tune.over]\ncrumbs = [0, 1]\n',
    "propose": '[propose]\ngoals = ["min:ruonds"]\n[propose.over]\ncrumbs = [0, 1]\n',
}


@pytest.fixture
def _unplayable(monkeypatch):
    def play(*_, **__):
        raise AssertionError("a game was played")

    monkeypatch.setattr(Experiment, "batch", play)


@pytest.mark.usefixtures("_unplayable")
@pytest.mark.parametrize("kind", ASKS)
def test_a_misspelt_measure_is_reported_before_anything_is_played(kind, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(f'kind = "{kind}"\ngame = "digs"\ngames = 4000\n{ASKS[kind]}')
    with pytest.raises(OffleashError, match="there is no measure 'ruonds', did you mean"):
        kinds.check(Experiment(PlanFile(path).plan()))


@pytest.mark.usefixtures("_unplayable")
def test_a_misspelt_habit_is_reported_before_anything_is_played():
    game = registry.load("uri-nation")
    personas = [f"persona:{name}" for name in ("bruiser", "scrapper", "diplomat", "yapper")]
    habit = {"habit": ["Marking: naps"], "of": "Yapper"}
    plan = claim_plan(game, game.options("1.2"), "greedy", 0.0, among=personas, habit=habit)
    with pytest.raises(OffleashError, match="there is no measure 'Marking: naps, Yapper'"):
        kinds.check(Experiment(plan))
